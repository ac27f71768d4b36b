// A table of Trios as this device sees and plays it: what lies where, whose touches count, what was just said. It judges
// nothing: it shows the server's views, lays over them what I asked for and is not yet answered, and asks.
import type { Refusal } from '../../lib/api'
import { cardName } from '../../lib/card'
import { signed } from '../../lib/clock.svelte'
import type { CardState } from '../../lib/cards/states'
import { MatchGame } from '../../lib/game.svelte'
import { notices } from '../../lib/notice.svelte'
import { say } from '../../lib/say'
import { sounds } from '../../lib/sounds.svelte'
import type { SoundName } from '../../lib/sounds.svelte'
import type { Pending, Row } from '../../lib/table.svelte'
import { t } from '../../lib/texts.svelte'
import type { Can, TriosView as View } from '../../lib/types.gen'
import type { Fact } from '../../lib/wire'
import { faultsInBrief, faultsInFull, faultsInShort, logEntry, sentence } from '../../lib/words'
import type { LogEntry } from '../../lib/words'

/** One place of the table. */
export interface Place {
  place: number
  /** null: empty, −1: covered */
  card: number | null
  states: readonly CardState[]
  /** seats whose marks the card carries, but for the one that plays here */
  marks: readonly number[]
}

/** Cards go to the seat that took them, all go back to the stock and others come, or they are only covered and uncovered. */
export type Flight = number | 'stock' | 'none'

/** T10: who reaches for a card that left this short a time ago means that card, not the one that lies there now. */
const REACTION_MS = 200
const WRONG_MS = 1600
const NEW_MS = 1400
const HINT_WAIT_MS = 6000
const PLACES = 12
export const DECK_SIZES = { full: 81, easy: 27 } as const

export class TriosGame extends MatchGame<View> {
  /** whose touches count where several sit here at a table with marks */
  #chosen = $state(0)
  /** the next zone or key pays for a hint */
  #hinting = $state(false)
  #wrong = $state.raw<readonly number[]>([])
  #fresh = $state.raw<readonly number[]>([])
  /** the seat here that has just taken a set, for the celebration */
  #cheered = $state<number | null>(null)
  /** what moves the cards that come and go with the update being shown */
  #flight: Flight = 'none'
  #instead = new Map<number, { card: number; until: number }>()
  // ---------------------------------------------------------------- what is shown

  get calls(): boolean {
    return this.view()?.options.mode === 'call'
  }
  get phase(): View['phase'] {
    return this.view()?.phase ?? 'countdown'
  }
  get call(): View['call'] {
    return this.view()?.call ?? null
  }
  /** A call of a seat here that is not answered yet. */
  get calling(): number | null {
    return this.store.pending.find(({ action }) => action.t === 'trios.call')?.seat ?? null
  }
  /** The seat here whose touches count now; null if nobody's do. */
  get active(): number | null {
    const { here } = this
    if (!this.calls) return here.includes(this.#chosen) ? this.#chosen : (here[0] ?? null)
    const caller = this.call?.seat ?? this.calling
    if (caller === null) return here.length === 1 ? here[0]! : null
    return here.includes(caller) ? caller : null
  }
  /** What a seat has marked, with what it asked for and is not yet answered. */
  selection(seat: number): readonly number[] {
    const asked = this.store.pending.findLast((wish) => wish.seat === seat && wish.action.t === 'trios.select')
    if (asked?.action.t === 'trios.select') return asked.action.cards
    return this.view(seat)?.marks[seat] ?? []
  }
  /** T6: on a shared device all there see a hint. */
  get hinted(): readonly number[] {
    return this.here.flatMap((seat) => this.view(seat)?.hint ?? [])
  }
  /** Whether cards may be picked by somebody here. */
  get picking(): boolean {
    const seat = this.active
    return seat !== null && (!this.view(seat)?.can?.select?.no || this.calling === seat)
  }
  get hinting(): boolean {
    return this.#hinting
  }
  get cheered(): number | null {
    return this.#cheered
  }
  places = $derived.by<readonly Place[]>(() => {
    const view = this.view()
    if (!view) return []
    const { active, hinted } = this
    const marks = this.seatNumbers.map((seat) => this.selection(seat))
    const table = view.table.length ? view.table : Array<number>(PLACES).fill(-1)
    return table.map((card, place) => {
      if (card === null || card < 0) return { place, card, states: [], marks: [] }
      const states: CardState[] = []
      if (active !== null && marks[active]?.includes(card)) states.push('selected')
      if (this.#wrong.includes(card)) states.push('wrong')
      if (hinted.includes(card)) states.push('hinted')
      return { place, card, states, marks: this.seatNumbers.filter((seat) => seat !== active && marks[seat]!.includes(card)) }
    })
  })
  get flight(): Flight {
    return this.#flight
  }
  isNew(card: number): boolean {
    return this.#fresh.includes(card)
  }

  /** The log: what happened, by name (not marks, which are many). */
  log = $derived.by<readonly LogEntry[]>(() => {
    const begin = this.view()?.deals_at ?? 0
    return this.store.rows.flatMap(({ at, events }) => events.flatMap((fact) => this.#line(fact, at - begin)))
  })
  #line(fact: Fact, at: number): readonly LogEntry[] {
    if (fact.t === 'trios.called') return [] // its outcome is a line
    const entry = logEntry(fact, Math.max(0, at), this.nameOf)
    return entry ? [entry] : []
  }

  /** Milliseconds since the first deal, and those left of a call, at a moment of performance.now(). */
  clock(now: number): number {
    return Math.max(0, this.store.gameTime(now) - (this.view()?.deals_at ?? 0))
  }
  untilDeal(now: number): number {
    return Math.max(0, (this.view()?.deals_at ?? 0) - this.store.gameTime(now))
  }
  callLeft(now: number): number {
    return Math.max(0, (this.call?.until ?? 0) - this.store.gameTime(now))
  }

  // ---------------------------------------------------------------- asking

  /** A card was touched, or its place's key pressed. */
  touch(place: number): void {
    const card = this.#meant(this.places[place]?.card)
    if (card === null) return
    const seat = this.active
    if (seat === null || !this.picking) return this.explain(this.view(seat)?.can?.select)
    const chosen = this.selection(seat)
    const kept = chosen.length < 3 ? chosen : [] // three are being judged; this is the first of the next
    const cards = kept.includes(card) ? kept.filter((other) => other !== card) : [...kept, card]
    this.#wrong = this.#wrong.filter((other) => other !== card)
    this.store.act(seat, { t: 'trios.select', cards }, !this.calls) // a mark can wait for the line, a call's time can't
  }

  /** A seat here hit its zone, its hot key or the button. */
  hit(seat: number): void {
    if (!this.here.includes(seat)) return
    if (this.#hinting) return this.#payHint(seat)
    if (!this.calls) this.#chosen = seat
    else if (this.paused || this.phase !== 'play') this.explain(this.view(seat)?.can?.call)
    // T8: while one calls, other hot keys do nothing; who of two was first the server decides
    else if (!this.call && this.calling !== seat) this.store.act(seat, { t: 'trios.call' })
  }

  /** The hint button: on a shared device the seat that then hits its zone or key pays (T6). */
  hint(): void {
    const { here } = this
    if (this.#hinting) return void (this.#hinting = false)
    if (!this.shared) return this.#payHint(here[0])
    const open = here.find((seat) => !this.view(seat)?.can?.hint?.no)
    if (open === undefined) return this.explain(this.view(here[0])?.can?.hint)
    this.#hinting = true
    this.later('hinting', HINT_WAIT_MS, () => (this.#hinting = false))
  }
  #payHint(seat: number | undefined): void {
    this.#hinting = false
    const can = this.view(seat)?.can?.hint
    if (seat === undefined || can?.no) this.explain(can)
    else this.store.act(seat, { t: 'trios.hint' })
  }
  /** Why no hint can be had now; empty if one can. */
  get hintRests(): Can | null {
    const cans = this.here.map((seat) => this.view(seat)?.can?.hint)
    if (!cans.length) return this.view()?.can?.hint ?? null
    return cans.some((can) => !can?.no) ? null : (cans[0] ?? null)
  }

  /** T8: who hides the page gives up a running call at once. */
  hidden(): void {
    const caller = this.call?.seat ?? this.calling
    if (caller !== null && this.here.includes(caller)) this.store.act(caller, { t: 'away' })
  }

  #meant(card: number | null | undefined): number | null {
    if (card === null || card === undefined || card < 0) return null
    const before = this.#instead.get(card)
    return before && performance.now() < before.until ? before.card : card
  }
  protected override explain(can: Can | null | undefined): void {
    if (!can?.no && this.calls) notices.show(sentence({ code: 'call_first' }), { ruling: 'T8' })
    else super.explain(can)
  }

  // ---------------------------------------------------------------- hearing

  protected refused(refusal: Refusal, wish: Pending | null): void {
    if (wish?.action.t === 'away') return
    if (wish?.action.t === 'trios.call' && refusal.code === 'call_on') {
      const first = this.call?.seat
      const text = first === undefined ? sentence(refusal, this.nameOf) : t('trios-zone-late', { name: this.called(first) })
      this.tell(wish.seat, { text, kind: 'plain' })
      if (!this.shared) notices.show(text, { ruling: refusal.ruling })
      return
    }
    if (wish?.action.t === 'trios.select') sounds.play('failed')
    notices.show(sentence(refusal, this.nameOf), { ruling: refusal.ruling, kind: 'bad' })
  }

  protected arrived(rows: readonly Row[], live: boolean): void {
    this.#flight = 'none'
    if (live) this.#happened(rows)
  }

  #happened(rows: readonly Row[]): void {
    const facts = rows.flatMap(({ events }) => events)
    const spoken = facts.flatMap((fact) => this.#heard(fact))
    if (!spoken.length) return
    notices.clear()
    for (const { text, ruling, kind } of spoken)
      if (kind) notices.show(text, { ruling, kind })
      else say(text)
    const sound = facts.map((fact) => this.#soundOf(fact)).find((name) => name !== null)
    if (sound) sounds.play(sound)
  }

  /** Takes in one fact; the sentences to be spoken about it, with a kind if it is about somebody here. */
  #heard(fact: Fact): { text: string; ruling?: string; kind?: 'good' | 'bad' }[] {
    const entry = logEntry(fact, 0, this.nameOf)
    switch (fact.t) {
      case 'trios.claimed':
        this.#taken(fact)
        break
      case 'trios.exchanged':
      case 'trios.dealt':
        this.#fresh = []
        this.#flight = 'stock'
        break
      case 'trios.failed': {
        if (this.calls || this.here.includes(fact.seat)) this.#showWrong(fact.cards)
        if (!this.here.includes(fact.seat)) break
        const points = signed(fact.points)
        this.tell(fact.seat, { text: t('trios-zone-failed', { points }), why: faultsInShort(fact.faults), brief: faultsInBrief(fact.faults), kind: 'bad' })
        const id = fact.points ? 'trios-not-a-set-costs' : 'trios-not-a-set'
        const why = fact.faults.length > 2 ? faultsInShort(fact.faults) : faultsInFull(fact.faults) // two lines hold no more
        if (!this.shared) return [{ text: t(id, { points, why }), ruling: 'S2', kind: 'bad' }]
        break
      }
      case 'trios.call_ended':
        this.tell(fact.seat, { text: t(`trios-zone-${fact.reason}`), kind: 'bad' })
        break
      case 'trios.called':
        this.untell(fact.seat)
        break
      case 'trios.hinted': // seen by a border, heard by name; only by those who may
        if (entry && fact.shown?.length) return [{ text: `${entry.text}: ${fact.shown.map((card) => cardName('trios', card)).join('; ')}` }]
        break
    }
    return entry ? [entry] : []
  }

  #taken({ seat, cards, dealt }: Extract<Fact, { t: 'trios.claimed' }>): void {
    this.#flight = seat
    this.#fresh = dealt
    this.later('fresh', NEW_MS, () => (this.#fresh = []))
    this.#wrong = this.#wrong.filter((card) => !cards.includes(card))
    if (this.here.includes(seat)) {
      this.tell(seat, { text: t('trios-zone-set'), kind: 'good' })
      this.#cheered = seat
      this.later('cheer', 700, () => (this.#cheered = null))
    } else {
      const until = performance.now() + REACTION_MS
      this.#instead = new Map(dealt.map((card, i) => [card, { card: cards[i]!, until }]))
    }
  }

  #soundOf(fact: Fact): SoundName | null {
    switch (fact.t) {
      case 'trios.claimed':
        return this.here.includes(fact.seat) ? 'set' : 'rival'
      case 'trios.failed':
      case 'trios.call_ended':
        return this.here.includes(fact.seat) ? 'failed' : null
      case 'trios.called':
        return 'call'
      case 'trios.dealt':
      case 'trios.exchanged':
        return 'deal'
      case 'ended':
        return 'end'
    }
    return null
  }

  #showWrong(cards: readonly number[]): void {
    this.#wrong = cards
    this.later('wrong', WRONG_MS, () => (this.#wrong = []))
  }
}
