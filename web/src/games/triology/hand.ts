// The order of a hand, which is its player's own: it stays as arranged, and what comes new comes last. Pure functions over
// card numbers.
import { groups, isHandsOff, isTriology, ordinary } from '../../lib/cards/triology'

export type Order = 'colour' | 'number' | 'symbol' | 'shading'
export const ORDERS: readonly Order[] = ['colour', 'number', 'symbol', 'shading']
const FEATURES: readonly Order[] = ['colour', 'number', 'symbol', 'shading']

/** A hand as it was arranged before: who stays stays in order, who comes stands at the end. */
export function arranged(before: readonly number[], hand: readonly number[]): number[] {
  const stays = before.filter((card) => hand.includes(card))
  return [...stays, ...hand.filter((card) => !stays.includes(card))]
}

/** By one feature first. TRIOLOGY cards have three groups of one colour: they follow it, or all others; HANDS-OFF is last. */
export function sorted(cards: readonly number[], by: Order): number[] {
  const rest = FEATURES.filter((feature) => feature !== by)
  const key = (card: number): number => {
    if (isHandsOff(card)) return 1e6 + card
    const three = isTriology(card)
    const values = three ? groups(card)[0] : ordinary(card)
    const value = (feature: Order) => values[FEATURES.indexOf(feature)]!
    const behind = three && by !== 'colour' ? 1e5 : 0
    const first = value(by) * 1000 + (three ? 500 : 0)
    return behind + first + rest.reduce((sum, feature) => sum * 3 + value(feature), 0)
  }
  return [...cards].sort((a, b) => key(a) - key(b))
}

/** The hand with one card at another place, 0 being the first. */
export function moved(cards: readonly number[], card: number, to: number): number[] {
  const others = cards.filter((other) => other !== card)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), card, ...others.slice(place)]
}
