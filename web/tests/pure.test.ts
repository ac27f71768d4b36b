// The small pure parts: fitting, addresses, options, times.
import { beforeAll, describe, expect, test } from 'vitest'
import './browser'
import { parseTriology } from '../src/lib/cards/triology'
import { fit } from '../src/lib/fit'
import { fieldsOf, suited } from '../src/lib/options'
import { addressOf, routeOf } from '../src/lib/router.svelte'
import { clockTime, duration, signed } from '../src/lib/clock.svelte'
import { speak, t } from '../src/lib/texts.svelte'
import { rulesParts } from '../vite.words'

beforeAll(() => speak())

describe('fit', () => {
  const options = { gap: 8, ratio: [0.76, 1.16] as const, columns: [3, 4, 6] }
  test('twelve cards stand upright on a phone and lie on a desk', () => {
    expect(fit(344, 440, 12, options)).toMatchObject({ columns: 3, rows: 4 })
    expect(fit(950, 740, 12, options)).toMatchObject({ columns: 4, rows: 3 })
    expect(fit(620, 200, 12, options).columns).toBe(6)
  })
  test('nothing reaches out of the box, whatever its shape', () => {
    for (const [w, h] of [[344, 440], [620, 300], [1000, 700], [50, 900], [900, 50]] as const) {
      const { columns, rows, width, height } = fit(w, h, 12, options)
      expect(columns * width + (columns - 1) * 8).toBeLessThanOrEqual(w)
      expect(rows * height + (rows - 1) * 8).toBeLessThanOrEqual(h)
      expect(columns * rows).toBeGreaterThanOrEqual(12)
    }
  })
  test('no room gives no cards, and no error', () => {
    expect(fit(0, 0, 12, options)).toMatchObject({ width: 0, height: 0 })
  })
})

describe('addresses', () => {
  test('every page of the house', () => {
    expect(routeOf('')).toEqual({ page: 'home' })
    expect(routeOf('new/trios/device')).toEqual({ page: 'setup', game: 'trios', way: 'device' })
    expect(routeOf('t/kwbqx')).toEqual({ page: 'table', code: 'KWBQX' })
    expect(routeOf('t/kwbqx/3')).toEqual({ page: 'past', code: 'KWBQX', match: 3 })
    expect(routeOf('t/kwbqx/0').page).toBe('missing')
    expect(routeOf('games')).toEqual({ page: 'games' })
    expect(routeOf('rules/trios', '#T8a')).toEqual({ page: 'rules', game: 'trios', ruling: 'T8a' })
  })
  test.each(['t/', 't/K', 't/KWBQX/more', 't/<b>x</b>', 'new/trios', 'new/chess/alone', 'new/trios/now', 'rules', 'rules/chess', 'api', '../x'])('%s leads nowhere', (path) => {
    expect(routeOf(path)).toEqual({ page: 'missing' })
  })
  test('all is below the path of the house', () => {
    expect(addressOf('api/me').href).toBe('http://house.test/games/api/me')
  })
})

describe('options', () => {
  const schema = { properties: { deck: { enum: ['easy', 'full'], default: 'full' }, hints: { type: 'boolean', default: true }, countdown: { type: 'integer', minimum: 0, maximum: 10, default: 3 }, odd: { type: 'array' } } }
  test('a schema becomes fields, the values in its order; what no page could show is left out', () => {
    expect(fieldsOf(schema)).toEqual([
      { name: 'deck', kind: 'choice', values: ['easy', 'full'], default: 'full' },
      { name: 'hints', kind: 'switch', default: true },
      { name: 'countdown', kind: 'number', least: 0, most: 10, default: 3 },
    ])
    expect(fieldsOf({ $ref: '#/$defs/Options', $defs: { Options: schema } })).toEqual(fieldsOf(schema))
    expect(fieldsOf({})).toEqual([])
  })
  test('a remembered value counts only while it fits', () => {
    const [deck, hints, countdown] = fieldsOf(schema)
    expect(suited(deck!, 'easy')).toBe('easy')
    expect(suited(deck!, 'huge')).toBe('full')
    expect(suited(hints!, 'yes')).toBe(true)
    expect([4, 11, -1, 1.5, '4', null].map((value) => suited(countdown!, value))).toEqual([4, 3, 3, 3, 3, 3])
  })
})

describe('times and points', () => {
  test('clocks', () => {
    expect([0, 999, 61_000, 3_600_000, -5].map(clockTime)).toEqual(['0:00', '0:00', '1:01', '1:00:00', '0:00'])
  })
  test('durations', () => {
    expect(duration(83)).toBe('0.08\u00a0s')
    expect(duration(8_240)).toBe('8.2\u00a0s')
    expect(duration(94_000)).toBe('1\u00a0min 34\u00a0s')
  })
  test('points', () => {
    expect([3, 0, -2].map(signed)).toEqual(['+3', '+0', '−2'])
  })
})

describe('words', () => {
  test('a word that is missing can be seen', () => expect(t('no-such-word')).toBe('⟦no-such-word⟧'))
})

describe('pages of rules', () => {
  const parts = rulesParts('### T4 No set\n\nText with <b>.\n\n```trios\n1111 1112\n= set\n```\n\n```trios\n1111 1112 1122\nx shape filling\n```\n')
  test('every rule is an anchor', () => expect(parts[0]!.html).toContain('<h3 id="T4" tabindex="-1">T4 No set</h3>'))
  test('examples are cards with their verdict', () => {
    expect(parts.slice(1)).toEqual([
      { game: 'trios', cards: ['1111', '1112'], faults: [] },
      { game: 'trios', cards: ['1111', '1112', '1122'], faults: ['shape', 'filling'] },
    ])
  })
  test('examples of Triology have cards in three columns', () => {
    const cards = ['[1111|2112|3123]', '1211', '1312']
    expect(rulesParts('```triology\n' + cards.join(' ') + '\nx shading\n```')).toEqual([{ game: 'triology', cards, faults: ['shading'] }])
    expect(() => rulesParts('```triology\n[1111|2112] 1211 1312\n```')).toThrow('[1111|2112]')
    expect(cards.map(parseTriology)).toEqual([81, 27, 55])
    expect(['1114', '[1111|2112|3122]', '[1111|2112]'].map(parseTriology)).toEqual([null, null, null])
  })
  test('an example of the grid has nine cards and answers', () => {
    const text = '```triple3\nR0C R2C R3C\nY1C B1C B3C\nP0D P1C B1U\n5: -\nB2C: 1 3\n```'
    const grid = ['R0C', 'R2C', 'R3C', 'Y1C', 'B1C', 'B3C', 'P0D', 'P1C', 'B1U']
    expect(rulesParts(text)).toEqual([{ game: 'triple3', grid, answers: [{ of: '5', found: [] }, { of: 'B2C', found: ['1', '3'] }] }])
    expect(() => rulesParts(text.replace('R0C', 'X0C'))).toThrow('X0C')
  })
  test('a wrong example stops the build', () => expect(() => rulesParts('```trios\n1114\n```')).toThrow('1114'))
})
