import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { tellClipped } from './lib/clipped'
import { people } from './lib/people.svelte'
import { listenersReady } from './lib/say'
import { read, write } from './lib/storage'
import { speak } from './lib/texts.svelte'

// The house was renewed while this page was open, and a part of the page is no longer there: take the new one, but not twice
// in a row. A table loses nothing by that; all of it lies with the house.
const RENEWED = 'tercet.renewed'
addEventListener('vite:preloadError', () => {
  const last = Number(read(RENEWED) ?? 0)
  if (Date.now() - last < 10_000) return
  write(RENEWED, String(Date.now()))
  location.reload()
})

listenersReady()
tellClipped()
void people.load()
await speak()
mount(App, { target: document.getElementById('app')! })
