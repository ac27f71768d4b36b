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
  const y = origin.y + origin.height / 2 - to.y - to.height / 2
  return {
    duration: FLIGHT_MS,
    easing: cubicOut,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${0.45 + 0.55 * there})`,
  }
}
