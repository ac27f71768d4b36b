// Taking hold of a card of a hand: down takes it up, a movement drags it, and each finger is followed by its own number, so
// that several people at one device do not get in each other's way.
import type { Attachment } from 'svelte/attachments'
import { follow, press, under } from '../../lib/press'
import type { Triple3Game } from './game.svelte'

/** The stack under a pointer. */
function cellUnder(e: PointerEvent): number | null {
  const cell = under(e, 'cell')
  return cell === null ? null : Number(cell)
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
    const taken = (start: PointerEvent) => {
      const id = start.pointerId
      element.releasePointerCapture?.(id)
      const held = card()
      const before = game.up(seat) === held
      if (!before) game.pick(seat, held)
      let drags = false
      follow(start, {
        moved: (e) => {
          if (!drags) game.startDrag(id, { seat, card: held, x: e.clientX, y: e.clientY, over: null, angle: turnOf(element), px: element.offsetWidth })
          drags = true
          game.moveDrag(id, e.clientX, e.clientY, cellUnder(e))
        },
        ended: (e, far) => {
          if (far) game.endDrag(id, e.type === 'pointerup' ? cellUnder(e) : null)
          else if (before) game.pick(seat, held) // a second touch puts it down
        },
      })
    }
    return press((pointer) => (pointer ? taken(pointer) : game.pick(seat, card())))(element)
  }
}
