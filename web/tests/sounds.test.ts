// Sound that the browser holds back: the sign of it stays while any page asks for sound.
import { afterEach, expect, test, vi } from 'vitest'
import './browser'
import { settings } from '../src/lib/settings.svelte'
import { sounds } from '../src/lib/sounds.svelte'

class Deaf extends EventTarget {
  readonly state = 'suspended'
  resume = async () => undefined
}

afterEach(() => vi.unstubAllGlobals())

test('the next page comes before the last one has gone, and sound is still held back', () => {
  vi.stubGlobal('AudioContext', Deaf)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  settings.sound = true
  const lobby = sounds.listen()
  const table = sounds.listen()
  lobby()
  expect(sounds.blocked).toBe(true)
  table()
  expect(sounds.blocked).toBe(false)
})
