// The title of the page. To screen readers it is said when another page has come without a reload, as a browser would do.
import { say } from './say'

/** what the house is called */
export const HOUSE = 'Tercet'

let before = ''

/** Names the page that is shown now, or the house itself; silently where the page tells more of it than its name. */
export function entitle(page = '', silent = false): void {
  document.title = page ? `${page} – ${HOUSE}` : HOUSE
  if (silent) return
  if (before && before !== document.title) say(document.title)
  before = document.title
}
