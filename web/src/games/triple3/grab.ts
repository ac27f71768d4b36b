// Taking hold of a card of a hand: down takes it up, a movement drags it, and each finger is followed by its own number, so
// that several people at one device do not get in each other's way.
import type { Attachment } from 'svelte/attachments'
import type { Triple3Game } from './game.svelte'

/** a finger that trembles less than this does not drag */
const STILL_PX = 8

/** The stack at a point of the page. */
export function cellAt(x: number, y: number): number | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (cell !== undefined) return Number(cell)
  }
  return null
}

/** How far an element's hand is turned, in degrees. */
function turnOf(element: Element): number {
  const turned = element.closest('.turned')
  if (!turned) return 0
  const { a, b } = new DOMMatrix(getComputedStyle(turned).transform)
  return Math.round((Math.atan2(b, a) * 180) / Math.PI)
}

export function grab(game: Triple3Game, seat: number, card: () => number): Attachment<HTMLElement> {
  return (element) => {
    let down = false
    const pressed = (e: PointerEvent) => {
      if (e.button !== 0) return
      down = true
      element.releasePointerCapture?.(e.pointerId)
      const held = card()
      const before = game.up(seat) === held
      if (!before) game.pick(seat, held)
      follow(e, held, before)
    }
    const follow = (start: PointerEvent, held: number, before: boolean) => {
      const id = start.pointerId
      let drags = false
      const moved = (e: PointerEvent) => {
        if (e.pointerId !== id) return
        if (!drags && Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) > STILL_PX) {
          drags = true
          game.startDrag(id, { seat, card: held, x: e.clientX, y: e.clientY, over: null, angle: turnOf(element), px: element.offsetWidth })
        }
        if (drags) game.moveDrag(id, e.clientX, e.clientY, cellAt(e.clientX, e.clientY))
      }
      const ended = (e: PointerEvent) => {
        if (e.pointerId !== id) return
        removeEventListener('pointermove', moved)
        removeEventListener('pointerup', ended)
        removeEventListener('pointercancel', ended)
        if (drags) game.endDrag(id, e.type === 'pointerup' ? cellAt(e.clientX, e.clientY) : null)
        else if (before) game.pick(seat, held) // a second touch puts it down
      }
      addEventListener('pointermove', moved)
      addEventListener('pointerup', ended)
      addEventListener('pointercancel', ended)
    }
    const clicked = (e: MouseEvent) => {
      const done = down && e.detail > 0
      if (e.detail > 0) down = false
      if (!done) game.pick(seat, card())
    }
    const held = (e: Event) => e.preventDefault()
    element.addEventListener('pointerdown', pressed)
    element.addEventListener('mousedown', held)
    element.addEventListener('click', clicked)
    return () => {
      element.removeEventListener('pointerdown', pressed)
      element.removeEventListener('mousedown', held)
      element.removeEventListener('click', clicked)
    }
  }
}
