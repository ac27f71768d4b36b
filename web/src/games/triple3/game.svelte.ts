// A table of Triple³ as this device sees and plays it: the grid with what I have laid and is not yet answered, the hands in
// their order, who has a card up, what was just made where. It judges nothing: it shows the server's views, and asks.
import { SvelteMap } from 'svelte/reactivity'
import type { Refusal } from '../../lib/api'
import { triple3Call } from '../../lib/card'
import { valuesOf } from '../../lib/cards/triple3'
import { MatchGame } from '../../lib/game.svelte'
import { notices } from '../../lib/notice.svelte'
import { say } from '../../lib/say'
import { sounds } from '../../lib/sounds.svelte'
import type { SoundName } from '../../lib/sounds.svelte'
import type { Pending, Row } from '../../lib/table.svelte'
import { t } from '../../lib/texts.svelte'
import type { Can, Triple3View as View } from '../../lib/types.gen'
import { call } from '../../lib/voice'
import type { Fact } from '../../lib/wire'
import type { LogEntry } from '../../lib/words'
import { kept, ORDERS, roomFor, sorted } from './hands'
import type { Order, Slots } from './hands'
import { madeAt } from './lines'
import type { Line } from './lines'
import { entryOf, logOf, refusedWords } from './words'

/** One of the nine stacks. */
export interface Cell {
  cell: number
  /** −1: covered */
  card: number
  height: number
  /** whose card lies here though the house has not said so yet */
  waits: number | null
  /** who laid the open card just now */
  fresh: number | null
}

/** What was newly made in a line, shown there for a moment. */
export interface Trace {
  id: number
  seat: number
  line: Line
  text: string
}

/** A card that follows a finger. */
export interface Drag {
  seat: number
  card: number
  x: number
  y: number
  /** the stack below the finger */
  over: number | null
  /** how far the hand it comes from is turned */
  angle: number
  px: number
}

/** pages narrower than this have room for few words */
const NARROW_PX = 700
const TRACE_MS = 1200
const FRESH_MS = 1200
const BACK_MS = 1800
const GO_MS = 800
const COUNTDOWN_MS = 3000
/** so few cards left: somebody is about to win */
const NEARLY = 3

export class Triple3Game extends MatchGame<View> {
  #memory = new Map<number, Slots>()
  /** for how many cards each hand has made room: it grows, and shrinks only when the hand is sorted or empty */
  #rooms = new Map<number, number>()
  #orders = new SvelteMap<number, Order>()
  #sorts = $state(0)
  /** the card that a seat here has up; who took one up last is last */
  #up = new SvelteMap<number, number>()
  #naming = new SvelteMap<number, { card: number; cell: number }>()
  #drags = new SvelteMap<number, Drag>()
  #traces = $state.raw<readonly Trace[]>([])
  #fresh = new SvelteMap<number, number>()
  /** cards that just came back to a hand */
  #back = $state.raw<readonly number[]>([])
  #went = $state(false)
  /** where a card lay in the hand when it was played */
  #from = new Map<number, DOMRect | null>()
  #tops: number[] = []
  #next = 1
  #calledOut = ''

  // ---------------------------------------------------------------- what is shown

  get phase(): View['phase'] {
    return this.view()?.phase ?? 'countdown'
  }
  get names(): boolean {
    return this.view()?.options.name_property ?? false
  }
  get rounds(): boolean {
    return this.view()?.options.rounds === 'match'
  }
  get playing(): boolean {
    return this.phase === 'play' && !this.paused
  }

  cells = $derived.by<readonly Cell[]>(() => {
    const view = this.view()
    if (!view) return []
    const laid = new Map(this.#laid.map(({ seat, card, cell }) => [cell, { seat, card }]))
    return view.grid.map((card, cell) => {
      const mine = card < 0 ? undefined : laid.get(cell)
      return {
        cell,
        card: mine?.card ?? card,
        height: (view.heights[cell] ?? 1) + (mine ? 1 : 0),
        waits: mine?.seat ?? null,
        fresh: mine ? null : (this.#fresh.get(cell) ?? null),
      }
    })
  })
  /** What seats here have laid and is not yet answered. */
  get #laid(): { seat: number; card: number; cell: number }[] {
    return this.store.pending.flatMap(({ seat, action }) => (action.t === 'triple3.play' ? [{ seat, card: action.card, cell: action.cell }] : []))
  }

  #hands = $derived.by<ReadonlyMap<number, Slots>>(() => {
    void this.#sorts
    return new Map(this.here.map((seat) => [seat, this.#order(seat)]))
  })
  #order(seat: number): Slots {
    const hand = this.view(seat)?.hand ?? []
    const before = this.#memory.get(seat) ?? []
    if (hand.some((card) => card < 0)) return hand // covered
    const slots = kept(before, hand)
    this.#memory.set(seat, slots)
    return slots
  }
  /** The places of a hand: cards, −1 for one that is being drawn or lies covered, null for gaps. */
  hand(seat: number): Slots {
    const away = this.#laid.filter((wish) => wish.seat === seat).map(({ card }) => card)
    const slots = (this.#hands.get(seat) ?? []).map((card) => (card !== null && away.includes(card) ? null : card))
    for (let n = this.#drawing(seat); n > 0; n--) {
      const gap = (this.#hands.get(seat) ?? []).findIndex((card, i) => card === null && slots[i] === null)
      if (gap < 0) slots.push(-1)
      else slots[gap] = -1
    }
    return slots
  }
  /** For how many cards a hand makes room now. */
  room(seat: number): number {
    const { length } = this.hand(seat)
    const room = Math.max(roomFor(length), length ? (this.#rooms.get(seat) ?? 0) : 0)
    this.#rooms.set(seat, room)
    return room
  }
  #drawing(seat: number): number {
    return this.store.pending.filter((wish) => wish.seat === seat && wish.action.t === 'triple3.draw').length
  }
  pile(seat: number): number {
    return Math.max(0, (this.view()?.piles[seat] ?? 0) - this.#drawing(seat))
  }
  inHand(seat: number): number {
    return this.view()?.hands[seat] ?? 0
  }
  cardsLeft(seat: number): number {
    const view = this.view()
    return (view?.piles[seat] ?? 0) + (view?.hands[seat] ?? 0)
  }
  /** Whether a seat is about to win. */
  nearly(seat: number): boolean {
    return this.phase === 'play' && this.cardsLeft(seat) <= NEARLY && !this.hasLeft(seat)
  }
  says(seat: number): boolean {
    return this.view()?.said.includes(seat) ?? false
  }
  chips(seat: number): number {
    return this.view()?.chips[seat] ?? 0
  }
  up(seat: number): number | null {
    return this.#up.get(seat) ?? null
  }
  cameBack(card: number): boolean {
    return this.#back.includes(card)
  }
  naming(seat: number): { card: number; cell: number; values: readonly number[] } | null {
    const asked = this.#naming.get(seat)
    return asked ? { ...asked, values: valuesOf(asked.card) } : null
  }
  get traces(): readonly Trace[] {
    return this.#traces
  }
  get drags(): ReadonlyMap<number, Drag> {
    return this.#drags
  }
  /** Where a card comes from: its place in the hand here, or the seat that laid it. */
  originOf(card: number, seat: number | null): DOMRect | null {
    const known = this.#from.get(card)
    if (known) return known
    const homes = seat === null ? [] : [...document.querySelectorAll(`[data-home="${seat}"]`)].map((home) => home.getBoundingClientRect())
    return homes.find(({ width }) => width > 0) ?? null
  }
  /** "Go!" is being called. */
  get went(): boolean {
    return this.#went
  }

  log = $derived.by<readonly LogEntry[]>(() => {
    const rows = this.store.rows
    const dealt = rows.flatMap(({ at, events }) => (events.some((fact) => fact.t === 'triple3.went') ? [at] : []))[0] ?? 0
    return logOf(rows, this.nameOf).map((entry) => ({ ...entry, at: Math.max(0, entry.at - dealt) }))
  })

  /** The round's clock at a moment of performance.now(): it rests from a Stop! to its "go" (X9). */
  clock(now: number): number {
    const view = this.view()
    if (!view) return 0
    if (view.phase === 'between' || view.phase === 'over') return view.last?.after ?? 0
    if (view.phase === 'play') return Math.max(0, this.store.gameTime(now) - view.began)
    const stood = (view.until ?? 0) - COUNTDOWN_MS
    const first = view.since.every((since) => since === stood) // nothing was laid since the deal: the round's own countdown
    return first ? 0 : Math.max(0, stood - view.began)
  }
  /** Milliseconds until "go!", or until the next round. */
  until(now: number): number {
    return Math.max(0, (this.view()?.until ?? 0) - this.store.gameTime(now))
  }
  waitLeft(seat: number, now: number): number {
    return Math.max(0, (this.view()?.waits[seat] ?? 0) - this.store.gameTime(now))
  }

  // ---------------------------------------------------------------- asking

  /** Takes a card of a hand up, or puts it down again. */
  pick(seat: number, card: number): void {
    this.#naming.delete(seat)
    const down = this.#up.get(seat) === card
    this.#up.delete(seat)
    if (!down && card >= 0) this.#up.set(seat, card)
  }
  putDown(seat: number): void {
    this.#naming.delete(seat)
    this.#up.delete(seat)
  }

  /** A stack was touched: whoever took a card up last lays it there, unless the seat is known by its keys. */
  touch(cell: number, seat?: number): void {
    const by = seat ?? [...this.#up.keys()].at(-1)
    const card = by === undefined ? undefined : this.#up.get(by)
    if (by !== undefined && card !== undefined) return this.lay(by, card, cell)
    const can = this.view(seat)?.can?.play
    if (can?.no) this.explain(can)
    else if (this.here.length) notices.show(t('triple3-pick-first'))
  }

  /** Lays a card on a stack, or first asks what it makes there (X7). */
  lay(seat: number, card: number, cell: number): void {
    const can = this.view(seat)?.can?.play
    if (can?.no) return this.#tellWhy(seat, can)
    this.#up.delete(seat)
    if (this.names) this.#naming.set(seat, { card, cell })
    else this.#play(seat, card, cell, null)
  }
  name(seat: number, value: number): void {
    const asked = this.#naming.get(seat)
    this.#naming.delete(seat)
    if (asked) this.#play(seat, asked.card, asked.cell, value)
  }
  #play(seat: number, card: number, cell: number, value: number | null): void {
    this.#from.set(card, document.querySelector(`[data-hand-card="${card}"]`)?.getBoundingClientRect() ?? null)
    if (this.store.act(seat, { t: 'triple3.play', card, cell, value })) sounds.play('lay')
  }

  draw(seat: number): void {
    const can = this.view(seat)?.can?.draw
    if (can?.no) this.#tellWhy(seat, can)
    else if (this.pile(seat) > 0) this.store.act(seat, { t: 'triple3.draw' })
  }
  nothingFits(seat: number): void {
    const can = this.view(seat)?.can?.nothing_fits
    if (can?.no && can.no !== 'unchanged') this.#tellWhy(seat, can)
    else if (!can?.no) this.store.act(seat, { t: 'triple3.nothing_fits' })
  }
  why(seat: number, kind: 'draw' | 'nothing_fits'): Can | null {
    const can = this.view(seat)?.can?.[kind]
    return can?.no ? can : null
  }
  sort(seat: number): void {
    const by = this.nextOrder(seat)
    this.#memory.set(seat, sorted(this.#memory.get(seat) ?? [], by))
    this.#rooms.delete(seat)
    this.#orders.set(seat, by)
    this.#sorts++
  }
  /** By what the next press sorts. */
  nextOrder(seat: number): Order {
    const by = this.#orders.get(seat)
    return ORDERS[by ? (ORDERS.indexOf(by) + 1) % ORDERS.length : 0]!
  }
  /** All at this device are ready for the next round. */
  readyForRound(): void {
    for (const seat of this.here) if (!this.view()?.ready.includes(seat)) this.store.act(seat, { t: 'ready' })
  }
  /** Stop! for everybody: of several here the first who still has a call (X9). */
  override pause(): void {
    if (this.paused) return this.ready()
    const by = this.here.find((seat) => this.stopsLeft(seat) > 0) ?? this.here[0]
    if (by === undefined) return this.explain(this.view()?.can?.play)
    this.store.act(by, { t: 'pause' })
  }
  stopsLeft(seat: number): number {
    const view = this.view()
    return Math.max(0, (view?.options.stops ?? 0) - (view?.stops[seat] ?? 0))
  }

  #tellWhy(seat: number, can: Can): void {
    this.#told(seat, refusedWords({ code: can.no ?? '' }, this.nameOf, seat), can.ruling)
  }
  /** Tells a seat something: at its own side where several play, else in the line for everything said. */
  #told(seat: number, text: string, ruling?: string, kind: 'plain' | 'bad' = 'plain'): void {
    this.tell(seat, { text, kind })
    if (this.shared) say(text, kind === 'bad')
    else notices.show(text, { ruling, kind })
  }

  // ---------------------------------------------------------------- dragging

  startDrag(pointer: number, drag: Drag): void {
    this.#drags.set(pointer, drag)
  }
  moveDrag(pointer: number, x: number, y: number, over: number | null): void {
    const drag = this.#drags.get(pointer)
    if (drag) this.#drags.set(pointer, { ...drag, x, y, over })
  }
  /** The finger lifts: over a stack the card lies there, elsewhere it is back in the hand. */
  endDrag(pointer: number, cell: number | null): void {
    const drag = this.#drags.get(pointer)
    this.#drags.delete(pointer)
    if (!drag) return
    this.putDown(drag.seat)
    if (cell !== null) this.lay(drag.seat, drag.card, cell)
  }
  isBelow(cell: number): boolean {
    for (const drag of this.#drags.values()) if (drag.over === cell) return true
    return false
  }
  isDragged(seat: number, card: number): boolean {
    for (const drag of this.#drags.values()) if (drag.seat === seat && drag.card === card) return true
    return false
  }

  // ---------------------------------------------------------------- hearing

  protected refused(refusal: Refusal, wish: Pending | null): void {
    const seat = wish?.seat
    if (seat === undefined) return notices.show(refusedWords(refusal, this.nameOf), { ruling: refusal.ruling, kind: 'bad' })
    if (wish?.action.t === 'triple3.play') {
      const { card } = wish.action
      this.#back = [...this.#back, card]
      setTimeout(() => (this.#back = this.#back.filter((other) => other !== card)), BACK_MS)
      sounds.play('failed')
    }
    const brief = this.shared || innerWidth < NARROW_PX
    this.#told(seat, refusedWords(refusal, this.nameOf, seat, brief), refusal.ruling, 'bad')
  }

  protected arrived(rows: readonly Row[], live: boolean): void {
    const facts = rows.flatMap(({ events }) => events)
    if (live) for (const fact of facts) this.#heard(fact)
    this.#tops = [...(this.view()?.grid ?? [])]
    this.#dropWhatIsGone()
    const sound = live ? facts.map((fact) => this.#soundOf(fact)).find((name) => name !== null) : null
    if (sound) sounds.play(sound)
  }

  #heard(fact: Fact): void {
    switch (fact.t) {
      case 'triple3.dealt':
        this.#tops = [...fact.grid]
        for (const [card, cell] of fact.surplus as unknown as [number, number][]) this.#tops[cell] = card
        this.#traces = []
        break
      case 'triple3.played':
        return this.#played(fact)
      case 'triple3.went':
        this.#went = true
        this.later('went', GO_MS, () => (this.#went = false))
        call(t('triple3-call-go'))
        break
      case 'triple3.misplayed':
        if (this.here.includes(fact.seat)) this.#told(fact.seat, refusedWords({ code: 'no_fit' }, this.nameOf), 'X8', 'bad')
        break
      case 'triple3.round_ended':
        call(t(`triple3-between-${fact.reason}`))
        break
    }
    const entry = entryOf(fact, 0, this.nameOf)
    if (entry) {
      notices.clear()
      say(entry.text)
    }
  }

  #played({ seat, card, cell, formed, named }: Extract<Fact, { t: 'triple3.played' }>): void {
    this.#tops[cell] = card
    const values = named == null ? formed : [named]
    for (const { line, values: here } of madeAt(this.#tops, cell, values)) this.#trace({ seat, line, text: here.map(triple3Call).join(' · ') })
    this.#fresh.set(cell, seat)
    this.later(`fresh-${cell}`, FRESH_MS, () => this.#fresh.delete(cell))
    const text = values.map(triple3Call).join(', ')
    call(text)
    const entry = entryOf({ t: 'triple3.played', seat, card, cell, formed, named: named ?? null, at: 0 }, 0, this.nameOf)
    if (!this.here.includes(seat) || !this.shared) notices.clear()
    if (this.here.includes(seat)) this.tell(seat, { text, kind: 'good' })
    say(entry!.text)
  }
  #trace(made: Omit<Trace, 'id'>): void {
    const trace = { id: this.#next++, ...made }
    this.#traces = [...this.#traces.filter(({ line }) => line !== made.line), trace]
    setTimeout(() => (this.#traces = this.#traces.filter(({ id }) => id !== trace.id)), TRACE_MS)
  }

  /** Cards that are in no hand any more are not up, and nothing is asked about them. */
  #dropWhatIsGone(): void {
    for (const seat of this.here) {
      const view = this.view(seat)
      if (!view || view.hand.some((card) => card < 0)) continue
      const card = this.#up.get(seat)
      if (card !== undefined && !view.hand.includes(card)) this.#up.delete(seat)
      const asked = this.#naming.get(seat)
      if (asked && !view.hand.includes(asked.card)) this.#naming.delete(seat)
    }
  }

  /** The words of the countdown, called out once each (X4). */
  callOut(word: string): void {
    if (word === this.#calledOut) return
    this.#calledOut = word
    if (word) call(word)
    if (word) sounds.play('tick')
  }

  #soundOf(fact: Fact): SoundName | null {
    switch (fact.t) {
      case 'triple3.played':
        return this.here.includes(fact.seat) ? null : 'theirs'
      case 'triple3.dealt':
        return 'deal'
      case 'triple3.went':
        return 'go'
      case 'triple3.stopped':
        return 'call'
      case 'triple3.round_ended':
        return this.here.some((seat) => fact.winners.includes(seat)) ? 'set' : 'end'
    }
    return null
  }
}

