// The drawings: every card is different, stands alone, and says nothing that it was not given.
import { describe, expect, test } from 'vitest'
import { back, PALETTES } from '../src/lib/cards/face'
import { parseTrios, features, trios } from '../src/lib/cards/trios'
import { groups, triology } from '../src/lib/cards/triology'
import { triple3 } from '../src/lib/cards/triple3'
import type { CardState } from '../src/lib/cards/states'

const GAMES = { trios: [trios, 81], triology: [triology, 111], triple3: [triple3, 64] } as const
const STATES: CardState[] = ['selected', 'hinted', 'new', 'stealable', 'protected', 'must', 'wrong', 'set', 'notallowed']

describe.each(Object.entries(GAMES))('%s', (game, [draw, count]) => {
  const cards = Array.from({ length: count }, (_, n) => n)

  test.each(PALETTES)('no two cards look the same in palette %s', (palette) => {
    for (const px of [40, 120]) expect(new Set(cards.map((n) => draw(n, { palette, px }))).size).toBe(count)
  })

  test('a drawing needs nothing else: no ids, no clips, no addresses', () => {
    for (const n of cards) expect(draw(n, { code: '2RL', states: ['hinted'], marks: [0, 5] })).not.toMatch(/\bid=|url\(|href|NaN|undefined|clip/)
  })

  test('every state has a drawing of its own', () => {
    const drawn = [draw(5), ...STATES.map((state) => draw(5, { states: [state] })), draw(5, { marks: [1] }), draw(5, { marks: [1, 2] })]
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  test('its back shows no card', () => {
    expect(back(game as keyof typeof GAMES)).not.toMatch(/#[0-9a-f]{6}/)
  })
})

test('a card can be selected, hinted and marked by several at once', () => {
  const all = trios(40, { states: ['selected', 'hinted'], marks: [1, 2] })
  for (const colour of ['--face-accent', '--mark-2', '--mark-3']) expect(all).toContain(colour)
  expect(all.match(/<circle/g)).toHaveLength(4) // two signs of states, two of seats
})

test('eight marks stay on the card', () => {
  const discs = [...trios(0, { px: 100, marks: [0, 1, 2, 3, 4, 5, 6, 7] }).matchAll(/translate\(([\d.]+) [\d.]+\)/g)].map((m) => Number(m[1]))
  expect(discs).toHaveLength(8)
  expect(Math.min(...discs)).toBeGreaterThan(8)
  expect(Math.max(...discs)).toBeLessThan(112)
})

test('a label is text, whatever it holds', () => {
  expect(trios(0, { label: '"><script>&' })).toContain('aria-label="&#34;&#62;&#60;script&#62;&#38;"')
  expect(trios(0)).toContain('aria-hidden="true"')
})

test('the digits of a card are quantity, colour, shape, filling', () => {
  expect(parseTrios('1111')).toBe(0)
  expect(parseTrios('2312')).toBe(2 * 27 + 1 * 9 + 0 + 1)
  expect(features(parseTrios('3213')!)).toEqual({ quantity: 2, colour: 1, shape: 0, filling: 2 })
  for (const nonsense of ['', '111', '11111', '1411', 'abcd', '0111']) expect(parseTrios(nonsense)).toBeNull()
})

test('Y2: every ordinary card stands on exactly one TRIOLOGY card', () => {
  const all = Array.from({ length: 27 }, (_, i) => groups(81 + i)).flat()
  expect(new Set(all.map((group) => group.join())).size).toBe(81)
})
