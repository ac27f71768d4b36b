// Speaks to screen readers. A message that equals the one before is a new paragraph all the same, so it is spoken again.

const LASTS_MS = 6000
let polite: HTMLElement | undefined
let urgent: HTMLElement | undefined

function region(politeness: 'polite' | 'assertive'): HTMLElement {
  const element = document.createElement('div')
  element.className = 'vh'
  element.style.inset = '0 auto auto 0' // below the page it would make it scroll
  element.setAttribute('aria-live', politeness)
  element.dataset.says = politeness
  document.body.append(element)
  return element
}

/** Makes the regions; a reader must know them before the first message comes. */
export function listenersReady(): void {
  polite ??= region('polite')
  urgent ??= region('assertive')
}

/** Says a sentence once: after what is being spoken, or at once. */
export function say(text: string, now = false): void {
  if (!text) return
  listenersReady()
  const line = document.createElement('p')
  line.textContent = text
  ;(now ? urgent : polite)!.append(line)
  setTimeout(() => line.remove(), LASTS_MS)
}

/** Takes back what was said and still stands in the page: another person takes the device now. */
export function hush(): void {
  polite?.replaceChildren()
  urgent?.replaceChildren()
}
