// Dragging over the table: what is taken hold of follows the pointer, and is let go over a part of the table that `data-drop`
// names ("hand", "pile", "bench", "mine", "set 12"). A press that hardly moves is a touch.
import type { Attachment } from 'svelte/attachments'
import { follow, noMenuByTouch, under } from '../../lib/press'
import type { Source, TriologyGame } from './game.svelte'

function cardsOf(game: TriologyGame, source: Source): readonly number[] {
  if (source.from === 'stock') return [-1]
  if (source.from === 'set') return source.cards
  // a whole set that is picked moves together
  return game.picked.length === 3 && game.isPicked(source.card) ? game.picked : [source.card]
}

/** Takes hold of something; `tap` is what a press without a movement does, or a key, or a screen reader. */
export function grab(game: TriologyGame, source: () => Source, tap: () => void): Attachment<HTMLElement> {
  return (element) => {
    let dragged = false
    const pressed = (start: PointerEvent) => {
      dragged = false
      if (start.button !== 0) return
      const what = source()
      follow(start, {
        moved: (e) => {
          dragged = true
          const px = (element.querySelector('svg') ?? element).getBoundingClientRect().width
          game.follow({ source: what, cards: cardsOf(game, what), x: e.clientX, y: e.clientY, px, over: under(e, 'drop') })
        },
        ended: (e, far) => {
          if (!far) return
          game.follow(null)
          const target = e.type === 'pointerup' ? under(e, 'drop') : null
          if (target) game.drop(what, target, e.clientX, e.clientY)
        },
      })
    }
    const clicked = (e: MouseEvent) => {
      if (dragged && e.detail > 0) dragged = false
      else tap()
    }
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerdown', pressed, { signal })
    element.addEventListener('click', clicked, { signal })
    element.addEventListener('dragstart', (e) => e.preventDefault(), { signal })
    element.addEventListener('contextmenu', noMenuByTouch, { signal })
    return () => stop.abort()
  }
}
