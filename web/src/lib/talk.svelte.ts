// What is said at one table, as this device hears it: the last lines, how many are unread, and whom its player does not
// want to hear. It knows nothing of the game, and what is typed here never plays.
import type { Refusal } from './api'
import { settings } from './settings.svelte'
import { say } from './say'
import { isolated, t } from './texts.svelte'
import type { ClientMessage, Said } from './types.gen'

/** A line that somebody said; `seat` is null for who watches. */
export type Line = Required<Pick<Said, 'person' | 'name' | 'text' | 'n'>> & { seat: number | null; phrase: Phrase | null; old: boolean }
export type Phrase = NonNullable<Said['phrase']>
export const PHRASES: readonly Phrase[] = ['hello', 'luck', 'nice', 'thanks', 'oops', 'moment', 'again', 'bye']

const KEPT = 100
const SHOWN_MS = 6_000
/** Of these people nothing is heard; the oldest are forgotten. */
const MOST_MUTED = 50

const PREFIX = 'say.'

export class Talk {
  #lines = $state.raw<readonly Line[]>([])
  #unread = $state(0)
  #open = $state(false)
  /** the last line, for as long as it is news */
  #latest = $state.raw<Line | null>(null)
  #refusal = $state.raw<Refusal | null>(null)
  #unsaid = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined
  #next = 0
  #last = { ref: '', text: '' }

  constructor(
    private readonly table: string,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  /** The lines of those whom this player wants to hear. */
  get lines(): readonly Line[] {
    return this.#lines.filter((line) => !settings.mutedPeople.includes(line.person))
  }
  get unread(): number {
    return this.#unread
  }
  get latest(): Line | null {
    return this.#latest
  }
  /** Why the last line was not said. */
  get refusal(): Refusal | null {
    return this.#refusal
  }
  /** What was written and refused, so that it can be said later. */
  get unsaid(): string {
    return this.#unsaid
  }
  get open(): boolean {
    return this.#open
  }
  set open(open: boolean) {
    this.#open = open
    this.#unread = 0
    this.#latest = null
    this.#refusal = null
  }

  /** Says something; false if the line to the house is down. */
  say(said: { text: string } | { phrase: Phrase }): boolean {
    this.#refusal = null
    this.#unsaid = ''
    this.#last = { ref: `${PREFIX}${this.#next++}`, text: 'text' in said ? said.text : '' }
    if (this.send({ t: 'talk', table: this.table, ref: this.#last.ref, ...said })) return true
    this.#refusal = { code: 'offline' }
    return false
  }

  /** Takes in a line; those that were told before are known by their numbers. */
  heard(said: Said): void {
    const line: Line = { ...said, n: said.n ?? 0, seat: said.seat ?? null, phrase: said.phrase ?? null, old: said.old ?? false }
    if (line.n <= (this.#lines.at(-1)?.n ?? -1)) return
    this.#lines = [...this.#lines, line].slice(-KEPT)
    if (line.old || !settings.talk || settings.mutedPeople.includes(line.person)) return
    say(t(line.seat === null ? 'talk-said-watching' : 'talk-said', { name: isolated(line.name), text: wordsOf(line) }))
    if (this.#open) return
    this.#unread++
    this.#latest = line
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#latest = null), SHOWN_MS)
  }

  /** Takes in a refusal if it is one of talk; says whether it was. */
  refused(refusal: Refusal & { ref?: string | null }): boolean {
    if (!refusal.ref?.startsWith(PREFIX)) return false
    this.#refusal = refusal
    if (refusal.ref === this.#last.ref) this.#unsaid = this.#last.text
    return true
  }
}

/** A line in the reader's language, if it is a phrase. */
export const wordsOf = (line: Pick<Line, 'text' | 'phrase'>): string => (line.phrase ? t(`talk-phrase-${line.phrase}`) : line.text)

/** This player wants to hear somebody no longer, or again. */
export function mute(person: string, on: boolean): void {
  const others = settings.mutedPeople.filter((one) => one !== person)
  settings.mutedPeople = on ? [...others, person].slice(-MOST_MUTED) : others
}
