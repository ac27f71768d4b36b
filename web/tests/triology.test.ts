// Triology: the order and the spread of a hand, what cards are called, what a set, a refusal and a steal are said to be.
import { beforeAll, describe, expect, test } from 'vitest'
import './browser'
import { cardName, draw, groupName, valueName } from '../src/lib/card'
import { columnOf, groups, isHandsOff, isTriology } from '../src/lib/cards/triology'
import { settings } from '../src/lib/settings.svelte'
import { speak } from '../src/lib/texts.svelte'
import type { Caddy } from '../src/lib/types.gen'
import { arranged, moved, ORDERS, sorted } from '../src/games/triology/hand'
import { HAND_KEYS, JUMPS, NUMBER_KEYS } from '../src/games/triology/keys'
import { spread } from '../src/games/triology/spread'
import { entryOf, readingWords, refusedWords, standsFor, stealWords } from '../src/games/triology/words'

beforeAll(() => speak())

const EVERY = Array.from({ length: 111 }, (_, n) => n)
const nameOf = (seat: number): string => ['Anna', 'Ben', 'Cleo'][seat]!

describe('the order of a hand', () => {
  test('who stays stays where it was put, who comes stands at the end', () => {
    expect(arranged([], [5, 9, 12])).toEqual([5, 9, 12])
    expect(arranged([12, 5, 9], [5, 9, 12, 40])).toEqual([12, 5, 9, 40])
    expect(arranged([12, 5, 9], [9, 12])).toEqual([12, 9])
  })
  test('a card is moved to any place, and no further than the ends', () => {
    expect(moved([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4])
    expect(moved([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3])
    expect(moved([1, 2, 3], 2, 9)).toEqual([1, 3, 2])
    expect(moved([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  })
  test.each(ORDERS)('sorted by %s no card is lost, and HANDS-OFF cards are last', (by) => {
    const mixed = [...EVERY].reverse()
    const hand = sorted(mixed, by)
    expect([...hand].sort((a, b) => a - b)).toEqual(EVERY)
    expect(hand.slice(-3).every(isHandsOff)).toBe(true)
    const place = { colour: 27, number: 9, symbol: 3, shading: 1 }[by]
    const values = hand.filter((card) => card < 81).map((card) => Math.floor(card / place) % 3)
    expect(values).toEqual([...values].sort())
  })
})

describe('the spread of a hand', () => {
  const ROOMS = [
    [344, 190],
    [424, 153],
    [788, 300],
    [996, 190],
  ] as const
  test.each(ROOMS)('in %i × %i pixels twenty cards lie within, each with a finger’s breadth free', (width, height) => {
    for (let count = 1; count <= 20; count++) {
      const { places, width: w, height: h, length } = spread(width, height, count, 132)
      expect(places).toHaveLength(count)
      expect(length).toBeLessThanOrEqual(height + 0.5)
      places.forEach(({ x, y }, i) => {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + w).toBeLessThanOrEqual(width + 1)
        expect(y + h).toBeLessThanOrEqual(height + 1)
        const next = places[i + 1]
        if (next && next.y === y) expect(next.x - x).toBeGreaterThanOrEqual(43)
        if (next && next.y > y) expect(next.y - y).toBeGreaterThanOrEqual(43)
      })
    }
  })
  test('a hand that no room can hold is spread beyond it, to be scrolled', () => {
    const { places, length } = spread(344, 150, 60, 132)
    expect(places).toHaveLength(60)
    expect(length).toBeGreaterThan(150)
  })
  test('before the page has a size nothing fails', () => {
    expect(spread(0, 0, 9, 132).places).toHaveLength(9)
    expect(spread(300, 200, 0, 132).places).toEqual([])
  })
})

describe('keys', () => {
  test('no key means two things', () => {
    const all = [...HAND_KEYS, ...NUMBER_KEYS, ...Object.keys(JUMPS), 'KeyD', 'KeyX', 'KeyH', 'Enter', 'Backspace']
    expect(new Set(all).size).toBe(all.length)
    expect(HAND_KEYS).toHaveLength(20)
  })
})

describe('words', () => {
  test('every card has a name of its own but the HANDS-OFF cards', () => {
    const names = EVERY.filter((card) => !isHandsOff(card)).map((card) => cardName('triology', card))
    expect(new Set(names).size).toBe(108)
    expect(cardName('triology', 53)).toBe('3 green striped diamonds')
    expect(cardName('triology', 108)).toBe('HANDS-OFF card')
    expect(EVERY.filter(isTriology)).toHaveLength(27)
  })
  test('a TRIOLOGY card in a set is called by its group and column', () => {
    const number = ([c, n, s, g]: readonly number[]) => c! * 27 + n! * 9 + s! * 3 + g!
    const middle = number(groups(81)[1])
    expect(columnOf(81, middle)).toBe(1)
    expect(columnOf(5, 5)).toBeUndefined()
    expect(standsFor(81, middle)).toBe(`${groupName(middle)} (middle group)`)
    expect(readingWords([0, 9, 18], [0, 9, 18])).toBe('A set: 1 red solid oval, 2 red solid ovals, 3 red solid ovals')
  })
  test('a refusal names each feature that fails', () => {
    const faults = [
      { feature: 'number', values: [0, 0, 2] },
      { feature: 'symbol', values: [0, 1, 1] },
    ]
    const said = refusedWords({ code: 'not_a_set', detail: { faults } }, nameOf)
    expect(said).toBe('Not a set: the numbers are 1, 1, 3; the symbols are oval, squiggle, squiggle')
  })
  test('with codes every card but the HANDS-OFF cards carries letters of its own: a TRIOLOGY card three', () => {
    const letters = (card: number) => [...draw('triology', card).matchAll(/>(\d[A-Z]{2})</g)].map(([, code]) => code)
    expect(letters(53)).toEqual([])
    settings.codes = true
    expect(letters(53)).toEqual(['3GD'])
    expect(letters(81)).toEqual(['1RO', '2RO', '3RS'])
    expect(letters(108)).toEqual([])
    settings.codes = false
  })
  test('colours are called as the palette shows them', () => {
    settings.palette = 'monochrome'
    expect(valueName('colour', 2, 'triology')).toBe('dark grey')
    settings.palette = 'default'
    expect(valueName('colour', 2, 'triology')).toBe('purple')
    expect(valueName('colour', 2)).toBe('blue')
  })
  test('a steal tells what it still lacks', () => {
    const caddy = (card: number, owner: number, set: number, used: number | null): Caddy => ({ card, group: card, owner, set, used })
    const one = [caddy(1, 1, 7, 20), caddy(2, 1, 7, null), caddy(3, 1, 7, null)]
    expect(stealWords(one, 0, nameOf)).toBe('Ben’s three cards must lie in at least two new sets: one so far; 2 cards on caddies.')
    const two = [...one.map((c, i) => ({ ...c, used: 20 + (i % 2) })), caddy(4, 2, 8, null), caddy(5, 2, 8, 20), caddy(6, 2, 8, 20)]
    expect(stealWords(two, 0, nameOf)).toContain('2 sets of Ben and Cleo')
    expect(stealWords(two, 0, nameOf)).toContain('1 done; 1 card on caddies')
    const opened = [...one, caddy(9, 0, 3, null)]
    expect(stealWords(opened, 0, nameOf)).toContain('one so far; 3 cards on caddies')
  })
  test('the log tells by name what all may know, and no more', () => {
    expect(entryOf({ t: 'triology.drew', seat: 1, at: 5, card: 53 }, 5, nameOf)?.text).toBe('Ben drew')
    expect(entryOf({ t: 'triology.stole', seat: 0, at: 5, owner: 1, set: 3, chip: true }, 5, nameOf)?.text).toBe('Anna took a set of Ben; Ben gets a chip')
    expect(entryOf({ t: 'triology.turn_began', seat: 0, at: 5, until: null }, 5, nameOf)).toBeNull()
  })
})
