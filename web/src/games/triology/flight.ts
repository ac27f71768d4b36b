// A card moves when it moves in the game: where it lay before it is measured, and from there it flies to where it lies now.
import { prefersReducedMotion } from 'svelte/motion'

const FLIGHT_MS = 190
const EASE = 'cubic-bezier(.2, .7, .3, 1)'
const NEAR_PX = 3

type Boxes = ReadonlyMap<string, DOMRect>

/** Where each card lies now, by `data-flies`. */
export function measured(table: HTMLElement | undefined): Boxes {
  const boxes = new Map<string, DOMRect>()
  for (const card of table?.querySelectorAll<HTMLElement>('[data-flies]') ?? []) boxes.set(card.dataset.flies!, card.getBoundingClientRect())
  return boxes
}

/** Lets all cards that lie elsewhere than before fly there; new ones come from `home`, a part of the page. */
export function fly(table: HTMLElement | undefined, before: Boxes, home: string): void {
  if (!table || prefersReducedMotion.current || !before.size) return
  for (const card of table.querySelectorAll<HTMLElement>('[data-flies]')) {
    const to = card.getBoundingClientRect()
    const from = before.get(card.dataset.flies!) ?? boxOf(home)
    if (!from || !to.width || !from.width) continue
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2]
    if (Math.hypot(x, y) < NEAR_PX) continue
    const scale = Math.min(2, from.width / to.width)
    card.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 9 }, { transform: 'none', zIndex: 9 }], { duration: FLIGHT_MS, easing: EASE })
  }
}

function boxOf(home: string): DOMRect | null {
  const boxes = [...document.querySelectorAll(home)].map((element) => element.getBoundingClientRect())
  return boxes.find(({ width }) => width > 0) ?? null
}
