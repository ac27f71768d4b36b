// Keys of Triple³, by their place on the keyboard. One player: letters for the hand, number block or figures for the nine
// stacks. Two at one keyboard: each has a block of nine laid out like the grid, and keys for the hand around it.

import type { Keyboard } from '../../lib/keyboard'

export interface SeatKeys {
  hand: readonly string[]
  /** for each cell its keys */
  cells: readonly (readonly string[])[]
  draw: readonly string[]
  nothing: readonly string[]
}

const letters = (text: string): string[] => [...text].map((letter) => `Key${letter}`)
const figures = (text: string): string[] => [...text].map((figure) => `Digit${figure}`)
const NUMBER_BLOCK = [...'789456123']
const onBlock = NUMBER_BLOCK.map((n) => `Numpad${n}`)

export const ONE: SeatKeys = {
  hand: letters('ASDFGHJKLQWERTYUIOPZXCVBNM'),
  cells: NUMBER_BLOCK.map((n, i) => [`Digit${n}`, onBlock[i]!]),
  draw: ['Space', 'Numpad0'],
  nothing: ['Minus', 'NumpadSubtract'],
}

export const TWO: readonly [SeatKeys, SeatKeys] = [
  {
    hand: [...figures('12345'), ...letters('RTFGVB')],
    cells: letters('QWEASDZXC').map((code) => [code]),
    draw: ['Space'],
    nothing: ['Backquote'],
  },
  {
    hand: [...figures('67890'), ...letters('YHNP'), 'Semicolon', 'Slash'],
    cells: [...letters('UIOJKLM'), 'Comma', 'Period'].map((code, i) => [code, onBlock[i]!]),
    draw: ['Enter', 'Numpad0'],
    nothing: ['Minus', 'NumpadSubtract'],
  },
]

export const boardOf = (shared: boolean): Keyboard => (shared ? 'triple3-two' : 'triple3')

/** The keys of a seat here by its number among the seats here; a third and fourth person touch. */
export const keysOf = (order: number, shared: boolean): SeatKeys | null => (shared ? (TWO[order] ?? null) : ONE)
