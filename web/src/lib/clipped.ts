// What an ellipsis cuts off is told in full to whoever points at it; to screen readers it is whole anyway.

/** Gives texts of the class `clip` a title while they are cut off. */
export function tellClipped(): void {
  addEventListener('pointerover', ({ target }) => {
    const text = target instanceof Element ? target.closest<HTMLElement>('.clip') : null
    if (!text) return
    if (text.scrollWidth > text.clientWidth) text.title = text.textContent.trim()
    else text.removeAttribute('title')
  })
}
