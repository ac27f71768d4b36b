// Triple³: the order of a hand, the lines of the grid, why a card does not fit, and what cards are called.
import { beforeAll, describe, expect, test } from 'vitest'
import './browser'
import { cardName, draw } from '../src/lib/card'
import { PALETTES } from '../src/lib/cards/face'
import { parseTriple3, valuesOf } from '../src/lib/cards/triple3'
import { settings } from '../src/lib/settings.svelte'
import { speak } from '../src/lib/texts.svelte'
import { kept, roomFor, sorted } from '../src/games/triple3/hands'
import { ONE, TWO } from '../src/games/triple3/keys'
import { LINES, madeAt, whereOf } from '../src/games/triple3/lines'
import { shares } from '../src/games/triple3/shares'
import { misfit, refusedWords } from '../src/games/triple3/words'

beforeAll(() => speak())

const card = (code: string): number => parseTriple3(code)!
const EVERY = Array.from({ length: 64 }, (_, n) => n)

describe('the hand', () => {
  test('a card keeps its place; who comes takes the first gap', () => {
    expect(kept([], [5, 9, 12])).toEqual([5, 9, 12])
    expect(kept([5, 9, 12], [5, 12])).toEqual([5, null, 12])
    expect(kept([5, null, 12], [5, 12, 40, 41])).toEqual([5, 40, 12, 41])
    expect(kept([5, 9, 12], [5])).toEqual([5])
    expect(kept([5, 9], [])).toEqual([])
  })
  test('sorting is by one feature first, and closes the gaps', () => {
    const hand = [card('B2C'), null, card('R3S'), card('B0D'), card('R0C')]
    expect(sorted(hand, 'colour')).toEqual([card('R0C'), card('R3S'), card('B2C'), card('B0D')])
    expect(sorted(hand, 'waves')).toEqual([card('R0C'), card('B0D'), card('B2C'), card('R3S')])
  })
  test('room grows in steps and holds every hand', () => {
    for (let cards = 0; cards <= 55; cards++) expect(roomFor(cards)).toBeGreaterThanOrEqual(cards)
  })
})

describe('the grid', () => {
  const tops = ['R0C', 'R2C', 'R3C', 'Y1C', 'B1C', 'B3C', 'P0D', 'P1C', 'B1U'].map(card)
  test('what a card newly made is found in its lines', () => {
    const after = [card('B2C'), ...tops.slice(1)]
    expect(madeAt(after, 0, [1])).toEqual([{ line: [0, 4, 8], values: [1] }])
    expect(whereOf([0, 4, 8])).toBe('diagonal')
    expect(LINES.slice(0, 6).map(whereOf)).toEqual(['row-0', 'row-1', 'row-2', 'column-0', 'column-1', 'column-2'])
  })
  test('a covered grid has made nothing', () => expect(madeAt(Array<number>(9).fill(-1), 4, [1])).toEqual([]))
})

describe('words', () => {
  const lines = [
    { cells: [3, 5], shared: [1, 4], there: [4] },
    { cells: [1, 7], shared: [], there: [] },
    { cells: [0, 8], shared: [], there: [] },
    { cells: [2, 6], shared: [9], there: [] },
  ]
  test('every line is named with why it gives nothing; equal reasons together', () => {
    expect(misfit(lines)).toBe('Nothing new there. Row: Circle is there already; Column and diagonal: nothing in common; Diagonal: One, which this card has not')
    expect(misfit(lines, true)).toBe('Nothing new. Row: Circle is there already; Column and diagonal: nothing; Diagonal: only One')
  })
  test('who came first is named by the shape of the card', () => {
    const detail = { seat: 1, first: card('Y2S'), card: 3, cell: 0, on: 0, by_ms: 2 }
    expect(refusedWords({ code: 'beaten', detail }, () => 'Ben', 0)).toBe('Ben’s star came first')
    expect(refusedWords({ code: 'beaten', detail }, () => 'Ben', 1)).toBe('Your own star came first')
  })
  test('no two cards are called alike or carry one code, in any palette', () => {
    settings.codes = true
    for (const palette of PALETTES) {
      settings.palette = palette
      expect(new Set(EVERY.map((n) => cardName('triple3', n))).size).toBe(64)
      const codes = EVERY.map((n) => /<text[^>]*>([^<]+)</.exec(draw('triple3', n))?.[1])
      expect(new Set(codes).size).toBe(64)
    }
    settings.codes = false
    settings.palette = 'default'
  })
})

test('a handicap in cards (X12)', () => {
  expect(shares([0, 0])).toEqual([27, 27])
  expect(shares([0, 45])).toEqual([5, 50])
  expect(shares([1, 0, 0])).toEqual([19, 18, 18])
})

test('a card has three values', () => expect(valuesOf(card('B2U'))).toEqual([1, 6, 10]))

test('two at one keyboard share no key, and nobody has one twice', () => {
  for (const keys of [[ONE], [...TWO]]) {
    const all = keys.flatMap(({ hand, cells, draw, nothing }) => [...hand, ...cells.flat(), ...draw, ...nothing])
    expect(new Set(all).size).toBe(all.length)
  }
})
