// How cards come and go: from the stock onto the table, and from the table to whoever took them.
import { cubicIn, cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { prefersReducedMotion } from 'svelte/motion'

const FLIGHT_MS = 200
/** cards that come together follow each other a little */
const FOLLOW_MS = 12

/** The way from a card to another element of the page, in pixels; null if that is not shown. */
function way(card: Element, goal: string): { x: number; y: number } | null {
  const boxes = [...document.querySelectorAll(goal)].map((element) => element.getBoundingClientRect())
  const to = boxes.find((box) => box.width > 0)
  if (!to) return null
  const from = card.getBoundingClientRect()
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 }
}

/** A card comes from the stock. */
export function arrive(card: Element, { order = 0 }: { order?: number } = {}): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 0 }
  const { x, y } = way(card, '[data-stock]') ?? { x: 0, y: -40 }
  return {
    delay: order * FOLLOW_MS,
    duration: FLIGHT_MS,
    easing: cubicOut,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${0.4 + 0.6 * there}); opacity: ${Math.min(1, there * 2.5)}`,
  }
}

/** A card goes to the seat that took it, or back to the stock. */
export function leave(card: Element, { taker }: { taker: () => number | null }): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 0 }
  const seat = taker()
  const { x, y } = way(card, seat === null ? '[data-stock]' : `[data-home="${seat}"]`) ?? { x: 0, y: 0 }
  return {
    duration: FLIGHT_MS,
    easing: cubicIn,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${0.25 + 0.75 * there}); opacity: ${Math.min(1, there * 2)}`,
  }
}
