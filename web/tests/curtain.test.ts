// What a shared device keeps of what one seat is told (G2), and what an option means beside others.
import './browser'
import { describe, expect, it } from 'vitest'
import { mayShow, openFact, openView } from '../src/lib/curtain'
import { isMeant, mostSeats } from '../src/lib/options'
import type { View } from '../src/lib/types.gen'
import type { Fact } from '../src/lib/wire'

const view = (more: object): View => ({ game: 'triology', seat: 1, turn: 1, phase: 'turn', paused: false, hand: [3, 4], hint: { cards: [3] }, steps: [{ kind: 'meld', cards: [5], places: [2] }], can: { draw: {} }, ...more }) as unknown as View

describe('the curtain', () => {
  it('shows a hand while its seat is in turn, and never longer', () => {
    expect(mayShow(view({}), 1)).toBe(true)
    expect(mayShow(view({ phase: 'late' }), 1)).toBe(true)
    for (const other of [{ turn: 0 }, { phase: 'between' }, { phase: 'over' }, { paused: true }]) expect(mayShow(view(other), 1)).toBe(false)
  })
  it('leaves of a view what all may see', () => {
    expect(openView(view({}))).toMatchObject({ seat: null, hand: [], hint: null, steps: [{ cards: [5], places: [] }], can: {} })
    const other = { game: 'trios', table: [1, 2, 3] } as unknown as View
    expect(openView(other)).toBe(other)
  })
  it('leaves of a fact what all may know', () => {
    const told = (fact: object) => openFact(fact as Fact)
    expect(told({ t: 'triology.drew', seat: 1, card: 7 })).toMatchObject({ seat: 1, card: null })
    expect(told({ t: 'triology.dealt', first: 9, hands: [[1], [2]] })).toMatchObject({ first: 9, hands: [] })
    expect(told({ t: 'triology.hinted', kind: 'meld', cards: [1], shown: 1 })).toMatchObject({ kind: 'hidden', cards: [], shown: 0 })
    expect(told({ t: 'triology.discarded', card: 7 })).toMatchObject({ card: 7 })
  })
})

describe('options of Triology', () => {
  it('mean something on their level only', () => {
    const meant = (options: object) => ['timed', 'turn', 'extensions', 'target'].filter((field) => isMeant('triology', field, { ...options }))
    expect(meant({ level: 'beginner', timed: true })).toEqual(['target'])
    expect(meant({ level: 'triology', timed: false })).toEqual(['timed', 'target'])
    expect(meant({ level: 'triology', timed: true })).toEqual(['timed', 'turn', 'extensions', 'target'])
    expect(meant({ level: 'master', timed: false })).toEqual(['turn', 'extensions', 'target'])
    expect(isMeant('trios', 'timed', {})).toBe(true)
  })
  it('let four sit down for beginners', () => {
    expect(mostSeats('triology', { level: 'beginner' }, 8)).toBe(4)
    expect(mostSeats('triology', { level: 'master' }, 8)).toBe(8)
  })
})
