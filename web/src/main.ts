import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { people } from './lib/people.svelte'
import { listenersReady } from './lib/say'
import { speak } from './lib/texts.svelte'

listenersReady()
void people.load()
await speak()
mount(App, { target: document.getElementById('app')! })
