// How a card comes onto its stack: from the hand here or from the seat of whoever laid it.
import { cubicOut } from 'svelte/easing'
import { prefersReducedMotion } from 'svelte/motion'
import type { TransitionConfig } from 'svelte/transition'

const FLIGHT_MS = 160

export function arrive(card: Element, { from }: { from: () => DOMRect | null }): TransitionConfig {
  const origin = from()
  if (prefersReducedMotion.current || !origin) return { duration: 0 }
  const to = card.getBoundingClientRect()
  const x = origin.x + origin.width / 2 - to.x - to.width / 2
  const cell = card.parentElement
  if (cell) above(cell)
  const y = origin.y + origin.height / 2 - to.y - to.height / 2
  return {
    duration: FLIGHT_MS,
    easing: cubicOut,
    css: (there, away) => `z-index: 5; transform: translate(${x * away}px, ${y * away}px) scale(${0.45 + 0.55 * there})`,
  }
}

/** The covered card stays where it lies until the other has come. */
export function stay(_: Element): TransitionConfig {
  return { duration: prefersReducedMotion.current ? 0 : FLIGHT_MS, css: () => '' }
}

/** While a card flies to its stack it is above the others. */
function above(cell: HTMLElement): void {
  cell.style.zIndex = '3'
  setTimeout(() => (cell.style.zIndex = ''), FLIGHT_MS + 40)
}
