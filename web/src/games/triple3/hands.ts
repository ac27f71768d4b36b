// The order of a hand: every card keeps its place, so that none jumps under a finger. Pure functions over places; null is a gap.
import { features } from '../../lib/cards/triple3'

export type Slots = readonly (number | null)[]
export type Order = 'colour' | 'shape' | 'waves'
export const ORDERS: readonly Order[] = ['colour', 'shape', 'waves']

/** The places of a hand after it has changed: who stays stays where it is, who comes takes the first gap. */
export function kept(before: Slots, hand: readonly number[]): Slots {
  if (!hand.length) return []
  const slots = before.map((card) => (card !== null && hand.includes(card) ? card : null))
  for (const card of hand) {
    if (slots.includes(card)) continue
    const gap = slots.indexOf(null)
    if (gap < 0) slots.push(card)
    else slots[gap] = card
  }
  return slots.slice(0, slots.findLastIndex((card) => card !== null) + 1) // gaps at the end hold nothing in place
}

/** The cards side by side, by one feature first. */
export function sorted(slots: Slots, by: Order): Slots {
  const first = ORDERS.indexOf(by)
  const keys = [...ORDERS.slice(first), ...ORDERS.slice(0, first)]
  const cards = slots.filter((card) => card !== null)
  const key = (card: number) => keys.reduce((sum, name) => sum * 4 + features(card)[name], 0)
  return cards.sort((a, b) => key(a) - key(b))
}

/** For how many cards a hand makes room: in steps, so that sizes change seldom. */
export const roomFor = (cards: number): number => [6, 8, 10, 12, 15, 18, 24, 30, 40, 55].find((room) => room >= cards) ?? 60
