// A press that counts when it begins, as the races need it: the finger or the button going down, not coming up again. And
// what may follow: the way of a pointer that drags something.
import type { Attachment } from 'svelte/attachments'

/**
 * Calls `act` once for every press of a pointer, each finger for itself, and for each click that no pointer made (keyboard,
 * screen reader), then without a pointer. Other mouse buttons are the browser's. A press takes no focus: keys go on meaning
 * what they meant.
 */
export function press(act: (pointer: PointerEvent | null) => void): Attachment<HTMLElement> {
  return (element) => {
    let down = false
    const pressed = (e: PointerEvent) => {
      if (e.button !== 0) return
      down = true
      act(e)
    }
    const clicked = (e: MouseEvent) => {
      const done = down && e.detail > 0 // the end of a press that has counted
      if (e.detail > 0) down = false
      if (!done) act(null)
    }
    const held = (e: Event) => e.preventDefault()
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerdown', pressed, { signal })
    element.addEventListener('mousedown', held, { signal })
    element.addEventListener('click', clicked, { signal })
    return () => stop.abort()
  }
}

/** For `oncontextmenu`: a finger that stays on a card opens no menu; a mouse's right button does. */
export function noMenuByTouch(e: MouseEvent): void {
  if ('pointerType' in e && e.pointerType === 'touch') e.preventDefault()
}

/** a hand that trembles less than this does not drag */
const STILL_PX = 8

interface Way {
  /** it moves, by more than a tremble */
  moved: (e: PointerEvent) => void
  /** it was let go (`pointerup`) or taken away (`pointercancel`); `far`: after it had moved */
  ended: (e: PointerEvent, far: boolean) => void
}

/** Follows a pointer that went down until it is let go, by its own number: several may be on their way. */
export function follow(start: PointerEvent, { moved, ended }: Way): void {
  let far = false
  const stop = new AbortController()
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', heard: (e: PointerEvent) => void) =>
    addEventListener(type, (e) => e.pointerId === start.pointerId && heard(e), { signal: stop.signal })
  const end = (e: PointerEvent) => {
    stop.abort()
    ended(e, far)
  }
  on('pointermove', (e) => {
    far ||= Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) > STILL_PX
    if (far) moved(e)
  })
  on('pointerup', end)
  on('pointercancel', end)
}

/** What a part of the page that lies under a pointer says in a `data-` attribute; of the uppermost that has it. */
export function under({ clientX, clientY }: PointerEvent, attribute: string): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const said = element.closest<HTMLElement>(`[data-${attribute}]`)?.dataset[attribute]
    if (said) return said
  }
  return null
}
