// Keys of Triology, by their place on the keyboard: letters for the hand, and a few that stand for what one does.

const letters = (text: string): string[] => [...text].map((letter) => `Key${letter}`)

/** Twenty cards of the hand, in the order in which they lie; those behind are reached by the arrows. */
export const HAND_KEYS: readonly string[] = letters('ASFGJKLQWETYUIOZCVBN')

/** Cards on caddies, or the readings of a set when there are several. */
export const NUMBER_KEYS: readonly string[] = [...'123456789'].map((figure) => `Digit${figure}`)

/** Where the focus jumps to; the arrows go on from there, Enter acts. */
export const JUMPS: Readonly<Record<string, string>> = { KeyP: 'pile', KeyR: 'rivals', KeyM: 'mine' }

export const DRAW = 'KeyD'
export const DISCARD = 'KeyX'
export const HINT = 'KeyH'
export const LAY = ['Enter', 'NumpadEnter']
export const TAKE_BACK = 'Backspace'
