// Dragging over the table: what is taken hold of follows the pointer, and is let go over a part of the table that `data-drop`
// names ("hand", "pile", "bench", "mine", "set 12"). A press that hardly moves is a touch.
import type { Attachment } from 'svelte/attachments'
import type { TriologyGame } from './game.svelte'

export type Source =
  | { from: 'hand' | 'caddy' | 'pile'; card: number }
  | { from: 'stock' }
  | { from: 'set'; owner: number; id: number; cards: readonly number[] }

/** What follows a pointer, and over what it is. */
export interface Drag {
  source: Source
  cards: readonly number[]
  x: number
  y: number
  /** width of a card in pixels */
  px: number
  over: string | null
}

/** a hand that trembles less than this does not drag */
const STILL_PX = 9

function under(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>('[data-drop]')?.dataset.drop
    if (target) return target
  }
  return null
}

function cardsOf(game: TriologyGame, source: Source): readonly number[] {
  if (source.from === 'stock') return [-1]
  if (source.from === 'set') return source.cards
  // a whole set that is picked moves together
  return game.picked.length === 3 && game.isPicked(source.card) ? game.picked : [source.card]
}

/** Follows a pointer from here on; `tap` is what a press without a movement does, or a key, or a screen reader. */
export function grab(game: TriologyGame, source: () => Source, tap: () => void): Attachment<HTMLElement> {
  return (element) => {
    let dragged = false
    const pressed = (start: PointerEvent) => {
      dragged = false
      if (start.button !== 0) return
      const what = source()
      const listening = new AbortController()
      const { signal } = listening
      const moved = (e: PointerEvent) => {
        if (e.pointerId !== start.pointerId) return
        if (!dragged && Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) < STILL_PX) return
        dragged = true
        const px = (element.querySelector('svg') ?? element).getBoundingClientRect().width
        game.follow({ source: what, cards: cardsOf(game, what), x: e.clientX, y: e.clientY, px, over: under(e.clientX, e.clientY) })
      }
      const ended = (e: PointerEvent) => {
        if (e.pointerId !== start.pointerId) return
        listening.abort()
        if (!dragged) return
        game.follow(null)
        const target = e.type === 'pointerup' ? under(e.clientX, e.clientY) : null
        if (target) game.drop(what, target, e.clientX, e.clientY)
      }
      addEventListener('pointermove', moved, { signal })
      addEventListener('pointerup', ended, { signal })
      addEventListener('pointercancel', ended, { signal })
    }
    const clicked = (e: MouseEvent) => {
      if (dragged && e.detail > 0) dragged = false
      else tap()
    }
    const held = (e: Event) => e.preventDefault()
    // a finger that stays on a card opens no menu; a mouse's right button does
    const menu = (e: MouseEvent) => 'pointerType' in e && e.pointerType === 'touch' && e.preventDefault()
    element.addEventListener('pointerdown', pressed)
    element.addEventListener('click', clicked)
    element.addEventListener('dragstart', held)
    element.addEventListener('contextmenu', menu)
    return () => {
      element.removeEventListener('pointerdown', pressed)
      element.removeEventListener('click', clicked)
      element.removeEventListener('dragstart', held)
      element.removeEventListener('contextmenu', menu)
    }
  }
}
