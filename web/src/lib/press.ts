// A press that counts when it begins, as the races need it: the finger or the button going down, not coming up again.
import type { Attachment } from 'svelte/attachments'

/**
 * Calls `act` once for every press of a pointer, each finger for itself, and for each click that no pointer made (keyboard,
 * screen reader). Other mouse buttons are the browser's. A press takes no focus: keys go on meaning what they meant.
 */
export function press(act: () => void): Attachment<HTMLElement> {
  return (element) => {
    let down = false
    const pressed = (e: PointerEvent) => {
      if (e.button !== 0) return
      down = true
      act()
    }
    const clicked = (e: MouseEvent) => {
      const done = down && e.detail > 0 // the end of a press that has counted
      if (e.detail > 0) down = false
      if (!done) act()
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
