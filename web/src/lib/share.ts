// Handing on an address. On plain http a browser knows neither share nor clipboard: then the text is selected and copied
// the old way.

/** Whether the device has a share sheet for this page. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Opens the share sheet; false when the player closed it or it failed. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url })
    return true
  } catch {
    return false
  }
}

/** Copies a text; false when the browser allows no way to. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;opacity:0'
  const focus = document.activeElement
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focus instanceof HTMLElement) focus.focus()
  return done
}
