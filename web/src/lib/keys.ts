// Keys: bare ones only. Caps Lock does not matter, Ctrl, Alt and Meta stay the browser's, and all rest while one types.
// A key is named by its place on the keyboard (`event.code`), so a layout keeps its shape.

/** What a key does: true when it was taken, so the browser leaves it alone. */
export type KeyHandler = (code: string, event: KeyboardEvent) => boolean

const TYPING = 'input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'

function rests(e: KeyboardEvent): boolean {
  if (e.defaultPrevented || e.repeat || e.isComposing || e.ctrlKey || e.altKey || e.metaKey) return true
  const target = e.target instanceof Element ? e.target : null
  if (target?.closest(TYPING)) return true
  if (document.querySelector('dialog[open]')) return true
  // Enter and Space press the button that has the focus
  return (e.code === 'Enter' || e.code === 'Space') && !!target?.closest('button, a[href], summary')
}

/** Listens until the returned function is called. */
export function onKeys(handler: KeyHandler): () => void {
  const listen = (e: KeyboardEvent) => {
    learn(e)
    if (!rests(e) && handler(e.code, e)) e.preventDefault()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

// What is printed on a key is known for certain only once it was pressed (the browser's own map needs a secure page).
const printed = new Map<string, string>()

function learn(e: KeyboardEvent): void {
  if (e.shiftKey && e.key.toLowerCase() === e.key.toUpperCase()) return // the upper sign of the key
  if (e.code && /^\S$/u.test(e.key) && !e.ctrlKey && !e.altKey && !e.metaKey) printed.set(e.code, e.key.toUpperCase())
}

interface KeyboardMap {
  getLayoutMap?: () => Promise<ReadonlyMap<string, string>>
}
void (globalThis.navigator as (Navigator & { keyboard?: KeyboardMap }) | undefined)?.keyboard
  ?.getLayoutMap?.()
  .then((map) => map.forEach((key, code) => /^\S$/u.test(key) && !printed.has(code) && printed.set(code, key.toUpperCase())))
  .catch(() => undefined)

const SIGNS: Readonly<Record<string, string>> = {
  Space: '␣', Enter: '⏎', Minus: '−', Backquote: '`', Comma: ',', Period: '.', Semicolon: ';', Slash: '/',
} // prettier-ignore

/** What is printed on a key, as far as it is known: "Q", "7", "␣". */
export function keyLabel(code: string): string {
  return printed.get(code) ?? SIGNS[code] ?? code.replace(/^(Key|Digit|Arrow)/, '').replace(/^Numpad/, 'Num ')
}
