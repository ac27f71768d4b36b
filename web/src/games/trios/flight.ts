// How cards come and go: from the stock onto the table, and from the table to whoever took them.
import { cubicIn, cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { prefersReducedMotion } from 'svelte/motion'
import type { Flight } from './game.svelte'

const FLIGHT_MS = 200
const COVER_MS = 120
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

/** A card comes from the stock, or is uncovered. */
export function arrive(card: Element, { flight, order }: { flight: () => Flight; order: number }): TransitionConfig {
  const by = flight()
  if (prefersReducedMotion.current) return { duration: 0 }
  if (by === 'none') return { duration: COVER_MS, css: (there) => `opacity: ${there}` }
  const { x, y } = way(card, '[data-stock]') ?? { x: 0, y: -40 }
  return {
    delay: by === 'stock' ? order * FOLLOW_MS : 0,
    duration: FLIGHT_MS,
    easing: cubicOut,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${0.4 + 0.6 * there}); opacity: ${Math.min(1, there * 2.5)}`,
  }
}

/** A card goes to the seat that took it, or back to the stock, or is covered. */
export function leave(card: Element, { flight }: { flight: () => Flight }): TransitionConfig {
  const by = flight()
  if (prefersReducedMotion.current) return { duration: 0 }
  if (by === 'none') return { duration: COVER_MS, css: (there) => `opacity: ${there}` }
  const { x, y } = way(card, by === 'stock' ? '[data-stock]' : `[data-home="${by}"]`) ?? { x: 0, y: 0 }
  return {
    duration: FLIGHT_MS,
    easing: cubicIn,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${0.25 + 0.75 * there}); opacity: ${Math.min(1, there * 2)}`,
  }
}
