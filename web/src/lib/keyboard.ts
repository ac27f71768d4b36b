// The keys this device plays with. Every game has its usual ones; others may be chosen to stand for them. What such a key
// stood for trades places with it, so no key ever means two things and none is lost.
import { keyLabel } from './keys'
import { settings } from './settings.svelte'

/** Each is a keyboard of its own; with two people at one, Triple³ uses it otherwise. */
export type Keyboard = 'trios' | 'triple3' | 'triple3-two' | 'triology'

const chosenOn = (board: Keyboard): Readonly<Record<string, string>> => settings.keys[board] ?? {}

/** The key that stands for a usual one. */
export const keyFor = (board: Keyboard, usual: string): string => chosenOn(board)[usual] ?? usual

/** The usual key for which a pressed one stands. */
export const usualFor = (board: Keyboard, pressed: string): string =>
  Object.entries(chosenOn(board)).find(([, chosen]) => chosen === pressed)?.[0] ?? pressed

/** What is printed on the key that stands for a usual one. */
export const labelFor = (board: Keyboard, usual: string): string => keyLabel(keyFor(board, usual))

/** Lets a key stand for a usual one from now on. */
export function trade(board: Keyboard, usual: string, chosen: string): void {
  const traded = { ...chosenOn(board), [usual]: chosen, [usualFor(board, chosen)]: keyFor(board, usual) }
  const changed = Object.entries(traded).filter(([one, other]) => one !== other)
  settings.keys = { ...settings.keys, [board]: Object.fromEntries(changed) }
}

/** Every key means again what it usually does. */
export function tradeBack(board: Keyboard): void {
  settings.keys = { ...settings.keys, [board]: {} }
}
