// One short message to the player: seen where the page has room for it, and spoken once.
import { say } from './say'

export interface Notice {
  text: string
  /** the rule it rests on, as a link */
  ruling?: string
  kind: 'plain' | 'bad' | 'good'
}

const LASTS_MS = 6000

class Notices {
  #current = $state.raw<Notice | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  get current(): Notice | null {
    return this.#current
  }

  show(text: string, { ruling, kind = 'plain' }: { ruling?: string; kind?: Notice['kind'] } = {}): void {
    clearTimeout(this.#timer)
    this.#current = { text, kind, ...(ruling ? { ruling } : {}) }
    say(text, kind === 'bad')
    this.#timer = setTimeout(() => this.clear(), LASTS_MS)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#current = null
  }
}

export const notices = new Notices()
