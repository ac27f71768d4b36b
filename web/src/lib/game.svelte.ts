// What the tables of all games have in common, as this device sees and plays them: who sits here, who is away, the pause,
// what was just said to a seat. A game's own class stands on it. It judges nothing: it shows the server's views, and asks.
import { SvelteMap } from 'svelte/reactivity'
import { Absence } from './absence'
import type { Refusal } from './api'
import { notices } from './notice.svelte'
import type { Level } from './seats'
import { sounds } from './sounds.svelte'
import type { Row, Pending, TableStore } from './table.svelte'
import { isolated, t } from './texts.svelte'
import type { Can, View } from './types.gen'
import type { Wish } from './wire'
import { sentence } from './words'

/** What happened to a seat just now, shown where it sits. */
export interface Word {
  text: string
  /** more of it where there is room, and where there is little */
  why?: string
  brief?: string
  kind: 'plain' | 'good' | 'bad'
}

const WORD_MS = 3000

export abstract class MatchGame<V extends View = View> {
  #words = new SvelteMap<number, Word>()
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #ticked = 0
  readonly absence: Absence

  constructor(readonly store: TableStore) {
    this.absence = new Absence(store)
  }

  /** Takes in rows that have just arrived; `live` is false for those that happened before I came (back). */
  protected abstract arrived(rows: readonly Row[], live: boolean): void
  protected abstract refused(refusal: Refusal, wish: Pending | null): void

  /** Listens to the table until the returned function is called. */
  listen(): () => void {
    const deaf = this.store.listen({
      rows: (rows, live) => this.arrived(rows, live),
      refused: (refusal, wish) => this.#refused(refusal, wish),
    })
    return () => {
      deaf()
      for (const timer of this.#timers.values()) clearTimeout(timer)
    }
  }

  // ---------------------------------------------------------------- who sits here

  /** My seats, but those given up for good. */
  here = $derived.by<readonly number[]>(() => {
    const left = this.store.common?.left ?? []
    const seats = this.store.common?.players.length ?? 0
    return this.store.mine.filter((seat) => seat < seats && !left.includes(seat))
  })
  /** Several people share this device. */
  get shared(): boolean {
    return this.here.length > 1
  }
  /** Against the clock (T7, X2). */
  get alone(): boolean {
    return this.store.common?.players.length === 1
  }
  get seatNumbers(): readonly number[] {
    return this.store.common?.players.map((_, seat) => seat) ?? []
  }
  nameOf = (seat: number): string => this.store.nameOf(seat)
  /** A name for use within a sentence. */
  called = (seat: number): string => isolated(this.nameOf(seat))

  /** The view of a seat of mine; without one, what is open to all here. */
  view(seat?: number | null): V | null {
    return this.store.view(seat ?? this.here[0]) as V | null
  }
  get paused(): boolean {
    return this.view()?.paused ?? false
  }
  wordTo(seat: number): Word | null {
    return this.#words.get(seat) ?? null
  }

  // ---------------------------------------------------------------- who is away (G5)

  standIn(seat: number): Level | null {
    return this.absence.standIn(seat)
  }
  /** The computer player that a seat was given from the beginning. */
  computer(seat: number): Level | null {
    const player = this.store.common?.players[seat]
    return player?.kind === 'computer' ? (player.level ?? 'medium') : null
  }
  skipped(seat: number): boolean {
    return this.absence.skipped(seat)
  }
  hasLeft(seat: number): boolean {
    return this.absence.hasLeft(seat)
  }
  /** Why nobody but a computer player plays for a seat now, or nobody at all; empty where its owner does. */
  standing(seat: number): string {
    if (this.hasLeft(seat)) return t('play-has-left')
    if (this.standIn(seat)) return t('play-stand-in')
    return this.skipped(seat) ? t('play-is-skipped') : ''
  }
  isReady(seat: number): boolean {
    return this.store.common?.ready?.includes(seat) ?? false
  }
  isAway(seat: number): boolean {
    return this.absence.awayFor(seat, 0) !== null && !this.hasLeft(seat)
  }

  // ---------------------------------------------------------------- asking

  pause(): void {
    if (this.paused) this.ready()
    else this.ask({ t: 'pause' })
  }
  /** All at this device are ready to go on. */
  ready(): void {
    for (const seat of this.here) if (!this.isReady(seat)) this.store.act(seat, { t: 'ready' })
  }
  /** All at this device give up their seats for good (G5a). */
  leave(): void {
    for (const seat of this.here) this.store.act(seat, { t: 'leave' })
  }
  protected ask(action: Wish): void {
    const seat = this.here[0]
    if (seat === undefined) notices.show(sentence({ code: 'watching' }), { ruling: 'G2' })
    else this.store.act(seat, action)
  }
  /** Says why something can't be done now. */
  protected explain(can: Can | null | undefined): void {
    if (can?.no) notices.show(sentence({ code: can.no }, this.nameOf), { ruling: can.ruling })
  }

  /** The last seconds of a countdown, a call or a turn here are counted aloud. */
  tick(left: number, last = 3): void {
    const seconds = Math.ceil(left / 1000)
    if (seconds === this.#ticked) return
    this.#ticked = seconds
    if (seconds > 0 && seconds <= last) sounds.play('tick')
  }

  // ---------------------------------------------------------------- hearing

  protected tell(seat: number, word: Word): void {
    this.#words.set(seat, word)
    this.later(`word-${seat}`, WORD_MS, () => this.#words.delete(seat))
  }
  protected untell(seat: number): void {
    this.#words.delete(seat)
  }
  /** Does something after a while; the same name again puts it off. */
  protected later(name: string, ms: number, act: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(act, ms))
  }

  #refused(refusal: Refusal, wish: Pending | null): void {
    if (refusal.code === 'unchanged') return
    this.refused(refusal, wish)
  }
}
