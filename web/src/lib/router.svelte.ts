// Which page is shown: the History API under the path at which the house stands (<base>).
import type { GameName } from './cards/face'
import type { Way } from './settings.svelte'
import { WAYS } from './settings.svelte'

export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: GameName; way: Way }
  | { page: 'table'; code: string }
  | { page: 'past'; code: string; match: number }
  | { page: 'games' }
  | { page: 'you' }
  | { page: 'kept' }
  | { page: 'move'; token: string; code: string }
  | { page: 'rules'; game: GameName; ruling: string }
  | { page: 'missing' }

export const GAME_NAMES: readonly GameName[] = ['trios', 'triple3', 'triology']

/** Where the house stands: ends in "/". */
const BASE = new URL('./', document.baseURI)

/** The address of a path of the house ("t/ABCD"), as a whole or for the API. */
export const addressOf = (path: string): URL => new URL(path, BASE)

/** The route of a path below the base, "t/ABCD". */
export function routeOf(path: string, hash = ''): Route {
  const [first = '', second = '', third = '', ...more] = path.replace(/\/$/, '').split('/')
  const game = GAME_NAMES.find((name) => name === second)
  const way = WAYS.find((name) => name === third)
  if (more.length) return { page: 'missing' }
  if (!first) return { page: 'home' }
  if (first === 'new' && game && way) return { page: 'setup', game, way }
  if (first === 't' && /^[A-Z2-9]{4,8}$/i.test(second)) {
    const code = second.toUpperCase()
    if (!third) return { page: 'table', code }
    if (third === 'move') return { page: 'move', token: hash.replace(/^#/, ''), code }
    if (/^[1-9]\d{0,6}$/.test(third)) return { page: 'past', code, match: Number(third) }
  }
  if (first === 'games' && !second) return { page: 'games' }
  if ((first === 'you' || first === 'kept') && !second) return { page: first }
  if (first === 'move' && !second) return { page: 'move', token: hash.replace(/^#/, ''), code: '' }
  if (first === 'rules' && game && !third) return { page: 'rules', game, ruling: hash.replace(/^#/, '') }
  return { page: 'missing' }
}

class Router {
  #at = $state.raw(new URL(location.href))
  /** whether the page that is shown was gone to from another one of the house */
  went = false

  constructor() {
    addEventListener('popstate', () => (this.#at = new URL(location.href)))
    document.addEventListener('click', (e) => this.#followed(e))
  }

  get route(): Route {
    const { pathname, hash } = this.#at
    if (!(pathname + '/').startsWith(BASE.pathname)) return { page: 'missing' }
    return routeOf(pathname.slice(BASE.pathname.length), hash)
  }

  /** Goes to a path of the house; `replace` leaves no step behind. */
  go(path: string, replace = false): void {
    const to = addressOf(path)
    if (to.href !== location.href) history[replace ? 'replaceState' : 'pushState'](null, '', to)
    this.#at = to
    this.went = true
    if (!replace && !to.hash) scrollTo(0, 0)
  }

  /** Plain clicks on links of the house change the page without a reload; everything else is the browser's. */
  #followed(e: MouseEvent): void {
    if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return
    const link = (e.target as Element).closest?.('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
    const to = new URL(link.href)
    if (to.origin !== BASE.origin || !to.pathname.startsWith(BASE.pathname)) return
    if (to.pathname.startsWith(BASE.pathname + 'api/')) return
    e.preventDefault()
    this.go(to.href)
  }
}

export const router = new Router()
