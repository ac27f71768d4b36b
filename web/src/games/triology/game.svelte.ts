// A table of Triology as this device sees and plays it: the hand in its player's order, what is picked and what it would be,
// the pile as far as it is looked at, what is asked once more. It judges nothing: it shows the server's views, and asks.
import { SvelteMap } from 'svelte/reactivity'
import type { Refusal } from '../../lib/api'
import { isHandsOff } from '../../lib/cards/triology'
import { MatchGame } from '../../lib/game.svelte'
import { notices } from '../../lib/notice.svelte'
import { hush, say } from '../../lib/say'
import { sounds } from '../../lib/sounds.svelte'
import type { SoundName } from '../../lib/sounds.svelte'
import { read, write } from '../../lib/storage'
import type { Outcome, Pending, Row } from '../../lib/table.svelte'
import { t } from '../../lib/texts.svelte'
import type { Caddy, Can, Laid, TriologyView as View } from '../../lib/types.gen'
import type { Fact, Wish } from '../../lib/wire'
import type { LogEntry } from '../../lib/words'
import { arranged, moved, sorted } from './hand'
import type { Order } from './hand'
import { adviceWords, entryOf, logOf, pickUpWords, readingWords, refusedWords, stealWords } from './words'

export type Reading = readonly [number, number, number]

/** What three picked cards would be. */
export interface Proposal {
  cards: readonly number[]
  kind: 'asking' | 'set' | 'choose' | 'refused'
  /** what the cards stand for, or the readings to choose from */
  readings: readonly Reading[]
  text: string
  ruling?: string | undefined
  /** it would end the hand (Y9) */
  out: boolean
}

/** What can be taken hold of. */
export type Source =
  | { from: 'hand' | 'caddy' | 'pile'; card: number }
  | { from: 'stock' }
  | { from: 'set'; owner: number; id: number; cards: readonly number[] }

/** What follows a pointer, and over what it is. */
export interface Drag {
  source: Source
  cards: readonly number[]
  x: number
  y: number
  /** width of a card in pixels */
  px: number
  over: string | null
}

/** A card of the pile that is looked at: with it come those that lie on it. */
export interface PileChoice {
  card: number
  cards: readonly number[]
  /** what would be taken up, or why it can't be */
  text: string
  possible: boolean
  ruling?: string | undefined
}

/** What can't be taken back is asked once more (Y9). */
export interface Question {
  wish: Wish
  kind: 'out'
}

/** A set that was taken or opened in this turn, and lies on caddies now. */
export interface Gone {
  id: number
  by: number
}

const SET = 3
/** the longest that a clock ever shows beyond a turn's own length (Y14) */
const EXTENSION_MS = 30_000
const LAST_SECONDS = 10
/** Y13: for the discard once time is up */
const LATE_MS = 10_000

export class TriologyGame extends MatchGame<View> {

  /** how each hand was arranged */
  #orders = new SvelteMap<number, readonly number[]>()
  #picked = $state.raw<readonly number[]>([])
  #answer = $state.raw<{ cards: readonly number[]; seq: number; outcome: Outcome } | null>(null)
  #choice = $state.raw<{ card: number; outcome: Outcome | null } | null>(null)
  #question = $state.raw<Question | null>(null)
  #drag = $state.raw<Drag | null>(null)
  /** where the hand lies, so that a dragged card finds its place in it */
  placeAt: (x: number, y: number) => number = () => 0

  // ---------------------------------------------------------------- who looks

  /** The seat whose hand is shown: the only one here, or who has lifted the curtain; null for who watches. */
  seat = $derived.by<number | null>(() => (this.shared ? this.store.lifted : (this.here[0] ?? null)))
  /** To whom this device is to be handed over: its hand is nowhere until the curtain is lifted (G2). */
  next = $derived.by<number | null>(() => {
    if (!this.shared || this.seat !== null || this.paused || !(this.phase === 'turn' || this.phase === 'late')) return null
    return this.here.includes(this.turn) ? this.turn : null
  })
  /** Who of those here is in turn next, while others play. */
  then = $derived.by<number | null>(() => {
    const all = this.seatNumbers
    const order = all.map((_, i) => (this.turn + 1 + i) % all.length)
    return this.shared ? (order.find((seat) => this.here.includes(seat)) ?? null) : null
  })
  /** The match as the seat that is looked at sees it. */
  shown = $derived.by<View | null>(() => this.view(this.seat))

  get phase(): View['phase'] {
    return this.shown?.phase ?? 'turn'
  }
  get turn(): number {
    return this.shown?.turn ?? -1
  }
  /** Whether a seat is in turn; between two hands none is. */
  isInTurn(seat: number): boolean {
    return seat === this.turn && (this.phase === 'turn' || this.phase === 'late')
  }
  /** It is the turn of whoever looks. */
  get mine(): boolean {
    return this.seat !== null && this.isInTurn(this.seat)
  }
  get level(): 'beginner' | 'triology' | 'master' {
    return this.shown?.options.level ?? 'triology'
  }
  get target(): number {
    return this.shown?.options.target ?? 100
  }
  get hints(): boolean {
    return this.shown?.options.hints ?? false
  }
  /** All seats but the one that looks, beginning left of it. */
  rivals = $derived.by<readonly number[]>(() => {
    const all = this.seatNumbers
    const from = this.seat ?? all.length - 1
    const round = all.map((_, i) => (from + 1 + i) % all.length)
    return round.filter((seat) => seat !== this.seat)
  })
  can(kind: string): Can | null {
    return this.shown?.can?.[kind] ?? null
  }
  /** Why something can't be done now, for the button that rests. */
  why(kind: string): string {
    const can = this.can(kind)
    return can?.no ? this.#duty(can.no) : ''
  }

  // ---------------------------------------------------------------- what lies where

  /** The hand in its player's order; −1 for covered cards. */
  hand = $derived.by<readonly number[]>(() => {
    const view = this.shown
    if (!view || this.seat === null || view.seat !== this.seat) return []
    if (view.hand.some((card) => card < 0)) return view.hand
    return arranged(this.#orders.get(this.seat) ?? this.#kept(this.seat), view.hand)
  })
  get pile(): readonly number[] {
    return this.shown?.pile ?? []
  }
  get caddies(): readonly Caddy[] {
    return this.shown?.caddies ?? []
  }
  /** The caddies with a card on them. */
  get free(): readonly Caddy[] {
    return this.caddies.filter((caddy) => caddy.used === null || caddy.used === undefined)
  }
  sets(seat: number): readonly Laid[] {
    return this.shown?.sets[seat] ?? []
  }
  /** Sets of a seat whose cards lie on caddies now. */
  gone(seat: number): readonly Gone[] {
    const away = new Set(this.caddies.map((caddy) => caddy.set))
    const steps = this.shown?.steps ?? []
    return steps.flatMap(({ owner, taken }) => (taken && owner === seat && away.has(taken.id) ? [{ id: taken.id, by: this.turn }] : []))
  }
  /** A set laid in this turn. */
  isFresh(id: number): boolean {
    return this.shown?.steps.some((step) => step.kind === 'meld' && step.set === id) ?? false
  }
  /** Whether a touch may take this set: it can be stolen now, or opened for the steal that is on. */
  isTakeable(owner: number, laid: Laid): boolean {
    if (!this.mine || (laid.guard !== null && laid.guard !== undefined)) return false
    return !this.can(owner === this.seat ? 'open' : 'steal')?.no
  }
  isHinted(card: number): boolean {
    const hint = this.shown?.hint
    return hint?.cards?.slice(0, hint.shown ?? 0).includes(card) ?? false
  }
  cardsOf(seat: number): number {
    return this.shown?.hands[seat] ?? 0
  }
  chips(seat: number): number {
    return this.shown?.chips[seat] ?? 0
  }
  total(seat: number): number {
    return this.shown?.totals[seat] ?? 0
  }

  log = $derived.by<readonly LogEntry[]>(() => logOf(this.store.rows, this.nameOf))
  /** The log of this hand: a long match shall not be drawn anew with every card. */
  recent = $derived.by<readonly LogEntry[]>(() => {
    const { rows } = this.store
    const dealt = rows.findLastIndex(({ events }) => events.some((fact) => fact.t === 'triology.dealt'))
    return logOf(rows.slice(Math.max(0, dealt)), this.nameOf)
  })
  /** What happened since the last turn of a seat, or since the hand was dealt. */
  since(seat: number): readonly LogEntry[] {
    const { rows } = this.store
    const last = rows.findLastIndex(({ events }) => events.some((fact) => fact.t === 'triology.dealt' || (fact.t === 'triology.discarded' && fact.seat === seat)))
    return logOf(rows.slice(last + 1), this.nameOf)
  }

  /** Milliseconds left of the turn, of the late discard or of the break; null without a clock. */
  left(now: number): number | null {
    const left = this.store.left(now)
    if (left === null || this.phase !== 'turn') return left
    return Math.min(left, Math.max(EXTENSION_MS, (this.shown?.options.turn ?? 0) * 1000))
  }
  /** Seconds until the clock of a turn starts where a device is handed over (Y14); 0 once it runs, null without one. */
  startsIn(now: number): number | null {
    const left = this.store.left(now)
    if (left === null || this.phase !== 'turn') return null
    return Math.max(0, Math.ceil((left - (this.shown?.options.turn ?? 0) * 1000) / 1000))
  }
  /** The share of a turn, or of the time for a late discard, that is still left: 0 to 1. */
  share(now: number): number {
    const whole = this.phase === 'late' ? LATE_MS : (this.shown?.options.turn ?? 180) * 1000
    return Math.min(1, (this.left(now) ?? 0) / whole)
  }
  /** Counts the last seconds of a turn here aloud. */
  count(now: number): void {
    const left = this.mine && !this.paused ? this.left(now) : null
    if (left !== null) this.tick(left, LAST_SECONDS)
  }

  /** What may be done now, for who is in turn; else what is going on. */
  status = $derived.by<string>(() => {
    const view = this.shown
    if (!view || this.paused || this.phase === 'over' || this.phase === 'between') return ''
    if (this.mine && view.hint) return adviceWords(view.hint)
    if (this.caddies.length) return stealWords(this.caddies, view.turn, this.nameOf)
    if (!this.mine) return t('triology-turn-of', { name: this.called(view.turn) })
    if (this.phase === 'late') return t('triology-do-late')
    if (!view.drawn) return view.can?.pick_up?.no ? t('triology-do-draw') : t('triology-do-draw-or-pick')
    if (view.picked !== null) return t('triology-do-use-pick')
    return t(this.level === 'master' ? 'triology-do-lay-master' : 'triology-do-lay')
  })

  // ---------------------------------------------------------------- the order of the hand

  #key(seat: number): string {
    return `tercet-hand-${this.store.code}-${this.store.match}-${seat}`
  }
  #kept(seat: number): readonly number[] {
    const kept = read(this.#key(seat))
    return kept ? kept.split(' ').map(Number) : []
  }
  #arrange(cards: readonly number[]): void {
    if (this.seat === null) return
    this.#orders.set(this.seat, cards)
    write(this.#key(this.seat), cards.join(' '))
  }
  sort(by: Order): void {
    this.#arrange(sorted(this.hand, by))
  }
  /** Moves a card of the hand to a place. */
  moveTo(card: number, place: number): void {
    if (this.hand.includes(card) && card >= 0) this.#arrange(moved(this.hand, card, place))
  }
  /** Moves a card, else the one picked, by so many places. */
  moveBy(by: number, card = this.picked[0]): void {
    if (card !== undefined) this.moveTo(card, this.hand.indexOf(card) + by)
  }

  // ---------------------------------------------------------------- picking

  /** What is picked, in the order in which it was, as far as it is still there. */
  picked = $derived.by<readonly number[]>(() => {
    const there = new Set([...this.hand, ...this.free.map(({ card }) => card)])
    return this.#picked.filter((card) => there.has(card))
  })
  isPicked(card: number): boolean {
    return this.picked.includes(card)
  }
  /** Picks a card of the hand or of a caddy, or puts it down; of more than three the first goes. */
  pick(card: number): void {
    if (card < 0) return
    this.leavePile()
    const others = this.picked.filter((other) => other !== card)
    this.#picked = others.length < this.picked.length ? others : [...others, card].slice(-SET)
    this.#weigh()
  }
  add(card: number): void {
    if (!this.isPicked(card)) this.pick(card)
  }
  putDown(): void {
    this.#picked = []
    this.#answer = null
    this.leavePile()
  }
  /** The HANDS-OFF card that is picked alone, to be put on a set. */
  guard = $derived.by<number | null>(() => {
    const [card] = this.picked
    return this.picked.length === 1 && card !== undefined && isHandsOff(card) ? card : null
  })

  /** What the three picked cards would be, as the house says. */
  proposal = $derived.by<Proposal | null>(() => {
    const cards = this.picked
    if (cards.length < SET || !this.mine) return null
    const answer = this.#answer
    const known = answer && answer.cards.join() === cards.join() ? answer.outcome : null
    const can = this.can('meld')
    const base = { cards, readings: [], text: '', out: false }
    if (can?.no) return { ...base, kind: 'refused', text: this.#duty(can.no), ruling: can.ruling }
    if (!known) return { ...base, kind: 'asking', text: t('triology-asking') }
    const { detail } = known
    if (known.code === 'choose_reading') {
      const readings = (detail.readings ?? []) as Reading[]
      return { ...base, kind: 'choose', readings, text: t('triology-choose', { count: readings.length }), ruling: 'Y3' }
    }
    if (!known.ok) {
      const groups = detail.groups as Reading | undefined
      const readings = groups?.length === SET ? [groups] : []
      return { ...base, kind: 'refused', readings, text: refusedWords(known, this.nameOf), ruling: known.ruling }
    }
    const melded = known.events.find((fact) => fact.t === 'triology.melded')
    const reading = melded?.groups ?? null
    return {
      ...base,
      kind: 'set',
      readings: reading ? [reading] : [],
      text: reading ? readingWords(cards, reading) : t('triology-is-a-set'),
      out: this.#empties(cards),
    }
  })

  /** Asks the house what the three picked cards would be. */
  #weigh(): void {
    const cards = this.picked
    if (cards.length < SET || !this.mine || this.seat === null || this.can('meld')?.no) return
    const seq = this.store.seq
    if (this.#answer?.seq === seq && this.#answer.cards.join() === cards.join()) return
    void this.store.ask(this.seat, meld(cards)).then((outcome) => {
      if (this.picked.join() !== cards.join()) return // another three by now
      if (outcome.code === 'offline') return // nobody knows: whoever lays it hears what it is
      this.#answer = { cards, seq, outcome }
      const { proposal } = this
      if (proposal && proposal.kind !== 'asking') say(proposal.text)
    })
  }

  // ---------------------------------------------------------------- asking

  /** Asks for something for the seat that looks; what is already on its way is not asked again. */
  #wish(action: Wish): boolean {
    const seat = this.seat
    if (seat === null || this.store.pending.some((wish) => wish.seat === seat && wish.action.t === action.t)) return false
    return this.store.act(seat, action)
  }
  /** Says why something can't be done now; true if so. */
  #stops(kind: string): boolean {
    const can = this.can(kind)
    if (this.next !== null) notices.show(t('triology-curtain-first', { name: this.called(this.next) }), { ruling: 'G2' })
    else if (this.seat === null) notices.show(t('play-watching'))
    else if (can?.no) notices.show(this.#duty(can.no), { ruling: can.ruling })
    else return can === null
    return true
  }
  /** A refusal that the phase alone decides, with the facts that it names. */
  #duty(code: string): string {
    const cards = this.free.map(({ card }) => card)
    const card = this.shown?.picked ?? undefined
    return refusedWords({ code, detail: { seat: this.turn, cards, card } }, this.nameOf)
  }

  draw(): void {
    if (!this.#stops('draw')) this.#wish({ t: 'triology.draw' })
  }

  /** Looks at a card of the pile with what lies on it; the house is asked whether it may be picked up (Y7). */
  lookAtPile(card: number): void {
    if (card < 0 || this.#stops('pick_up') || this.seat === null) return
    if (this.#choice?.card === card) return this.takePile()
    this.#picked = []
    this.#choice = { card, outcome: null }
    void this.store.ask(this.seat, { t: 'triology.pick_up', card }).then((outcome) => {
      if (this.#choice?.card !== card) return
      this.#choice = { card, outcome }
      if (this.choice) say(this.choice.text)
    })
  }
  choice = $derived.by<PileChoice | null>(() => {
    const chosen = this.#choice
    const from = chosen ? this.pile.indexOf(chosen.card) : -1
    if (!chosen || from < 0 || this.can('pick_up')?.no) return null
    const { outcome } = chosen
    const refused = outcome !== null && !outcome.ok && outcome.code !== 'offline'
    const cards = this.pile.slice(from)
    return {
      card: chosen.card,
      cards,
      possible: !refused,
      text: refused ? refusedWords(outcome, this.nameOf) : pickUpWords(chosen.card, cards.length),
      ruling: refused ? outcome.ruling : 'Y7',
    }
  })
  takePile(): void {
    const { choice } = this
    if (!choice) return
    if (!choice.possible) return notices.show(choice.text, { ruling: choice.ruling })
    if (this.#wish({ t: 'triology.pick_up', card: choice.card })) this.#choice = null
  }
  leavePile(): void {
    this.#choice = null
  }

  /** Lays the three picked cards; of several readings the one given. */
  lay(reading?: Reading): void {
    if (this.#stops('meld')) return
    const { proposal } = this
    if (!proposal) return notices.show(t('triology-pick-three'))
    if (proposal.kind === 'choose' && !reading) return notices.show(proposal.text, { ruling: 'Y3' })
    const wish = meld(proposal.cards, reading ?? proposal.readings[0])
    if (proposal.kind === 'refused') return notices.show(proposal.text, { ruling: proposal.ruling, kind: 'bad' })
    this.#carefully(wish, proposal.cards)
  }

  /** A set was touched: a rival's is stolen, one's own opened or protected. */
  touch(owner: number, id: number): void {
    if (owner !== this.seat) {
      if (!this.#stops('steal')) this.#wish({ t: 'triology.steal', set: id })
    } else if (this.guard !== null) this.protect(this.guard, id)
    else if (!this.#stops('open')) this.#wish({ t: 'triology.open', set: id })
  }
  /** Puts a HANDS-OFF card on a set of one's own. */
  protect(card: number, set: number): void {
    if (!this.#stops('protect')) this.#carefully({ t: 'triology.protect', card, set }, [card])
  }
  /** Discards the card that is picked, or this one. */
  discard(card?: number): void {
    if (this.#stops('discard')) return
    const last = this.can('discard')?.among === 'caddies' ? this.free[0]?.card : undefined
    const one = card ?? (this.picked.length === 1 ? this.picked[0] : last)
    if (one === undefined) return notices.show(t('triology-pick-discard'))
    this.#carefully({ t: 'triology.discard', card: one }, [one])
  }
  /** What empties the hand is asked once more: it ends the hand and can't be taken back (Y9). */
  #carefully(wish: Wish, cards: readonly number[]): void {
    if (this.#empties(cards)) this.#question = { wish, kind: 'out' }
    else this.#wish(wish)
  }
  /** Nothing is left, neither in the hand nor on caddies, once these cards are away. */
  #empties(cards: readonly number[]): boolean {
    return [...this.hand, ...this.free.map(({ card }) => card)].every((card) => cards.includes(card))
  }
  get question(): Question | null {
    return this.#question
  }
  confirm(): void {
    if (this.#question) this.#wish(this.#question.wish)
    this.#question = null
  }
  decline(): void {
    this.#question = null
  }

  takeBack(): void {
    if (!this.#stops('take_back')) this.#wish({ t: 'triology.take_back' })
  }
  giveBack(): void {
    if (!this.#stops('give_back')) this.#wish({ t: 'triology.give_back' })
  }
  hint(): void {
    if (!this.#stops('hint')) this.#wish({ t: 'triology.hint' })
  }
  /** All at this device are ready for the next hand. */
  readyForHand(): void {
    for (const seat of this.here) if (!this.shown?.ready.includes(seat)) this.store.act(seat, { t: 'ready' })
  }

  // ---------------------------------------------------------------- dragging

  get drag(): Drag | null {
    return this.#drag
  }
  /** Whether this place would take what is dragged. */
  isBelow(target: string): boolean {
    return this.#drag?.over === target
  }
  isDragged(card: number): boolean {
    return this.#drag?.cards.includes(card) ?? false
  }
  follow(drag: Drag | null): void {
    this.#drag = drag
  }
  /** Something was let go over a part of the table. */
  drop(source: Source, target: string, x: number, y: number): void {
    const [place, id] = target.split(' ')
    switch (source.from) {
      case 'hand':
        if (place === 'hand') return this.moveTo(source.card, this.placeAt(x, y))
        if (place === 'pile') return this.discard(source.card)
        if (place === 'set' && isHandsOff(source.card)) return this.protect(source.card, Number(id))
        return this.#build(source.card, place)
      case 'caddy':
        return place === 'pile' ? this.discard(source.card) : this.#build(source.card, place)
      case 'pile':
        return place === 'hand' || place === 'bench' ? this.lookAtPile(source.card) : undefined
      case 'stock':
        return place === 'hand' || place === 'bench' ? this.draw() : undefined
      case 'set':
        return place === 'bench' || place === 'hand' || place === 'mine' ? this.touch(source.owner, source.id) : undefined
    }
  }
  /** A card comes to the set that is being built; a whole one that is brought to one's sets is laid. */
  #build(card: number, place: string | undefined): void {
    if (place !== 'bench' && place !== 'mine' && place !== 'set') return
    const whole = this.picked.length === SET && this.isPicked(card)
    if (!whole) this.add(card)
    else if (place !== 'bench') this.lay()
  }

  // ---------------------------------------------------------------- hearing

  protected refused(refusal: Refusal, wish: Pending | null): void {
    if (wish?.action.t === 'triology.meld') {
      this.#answer = { cards: wish.action.cards, seq: this.store.seq, outcome: { ok: false, ruling: '', detail: {}, events: [], ...refusal } }
      if (refusal.code === 'choose_reading') return
    }
    sounds.play('failed')
    notices.show(refusedWords(refusal, this.nameOf), { ruling: refusal.ruling, kind: 'bad' })
  }

  protected arrived(rows: readonly Row[], live: boolean): void {
    const facts = rows.flatMap(({ events }) => events)
    this.#picked = this.picked // what comes back to the hand is not picked any more
    if (!live) return this.#weigh()
    if (this.shared && this.seat === null) hush() // G2: what was told of a hand
    for (const fact of facts) this.#heard(fact)
    const sound = facts.map((fact) => this.#soundOf(fact)).find((name) => name !== null)
    if (sound) sounds.play(sound)
    this.#weigh()
    if (this.mine && this.caddies.length && facts.some((fact) => isStep(fact))) say(this.status) // what the steal lacks now
  }

  #heard(fact: Fact): void {
    if (fact.t === 'triology.dealt') {
      this.#orders.clear()
      this.putDown()
    }
    if (fact.t === 'triology.turn_began') {
      this.leavePile()
      this.#question = null
      if (fact.seat === this.next) say(t('triology-hand-over', { name: this.called(fact.seat) }))
      else if (fact.seat === this.seat) say(t('triology-your-turn', { name: this.called(fact.seat) }))
    }
    if (ends(fact)) this.putDown()
    if (fact.t === 'triology.hinted' && fact.seat === this.seat) say(adviceWords(fact))
    const entry = entryOf(fact, 0, this.nameOf)
    if (!entry) return
    notices.clear()
    say(entry.text)
  }

  #soundOf(fact: Fact): SoundName | null {
    const mine = 'seat' in fact && fact.seat === this.seat
    switch (fact.t) {
      case 'triology.dealt':
        return 'deal'
      case 'triology.melded':
        return mine ? 'set' : 'rival'
      case 'triology.stole':
        return 'call'
      case 'triology.drew':
      case 'triology.picked_up':
      case 'triology.protected':
      case 'triology.gave_back':
      case 'triology.discarded':
        return mine ? 'lay' : 'theirs'
      case 'triology.time_ran_out':
        return mine ? 'call' : null
      case 'triology.turn_began':
        return mine || fact.seat === this.next ? 'go' : null
      case 'triology.hand_ended':
        return fact.out === this.seat ? 'set' : 'end'
    }
    return null
  }
}

/** After these nothing that was picked means anything. */
const ends = (fact: Fact): boolean =>
  ['triology.discarded', 'triology.time_ran_out', 'triology.hand_ended', 'triology.gave_back'].includes(fact.t)

/** These change what lies on caddies. */
const isStep = (fact: Fact): boolean => ['triology.melded', 'triology.stole', 'triology.opened', 'triology.took_back'].includes(fact.t)

function meld(cards: readonly number[], groups?: Reading): Wish {
  const [a = 0, b = 0, c = 0] = cards
  return { t: 'triology.meld', cards: [a, b, c], groups: groups ? [...groups] : null }
}
