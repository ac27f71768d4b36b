// The title of the page. To screen readers it is said when another page has come without a reload, as a browser would do.
import { say } from './say'

let before = ''

/** Names the page that is shown now. */
export function entitle(title: string): void {
  document.title = title
  if (before && before !== title) say(title)
  before = title
}
