// The one store of a table: who sits there, the match as each of my seats may see it, what I asked for and is not yet
// answered, and the line to the server. It knows no rules: it shows views, and asks.
import { account } from './account'
import { api, refusalOf } from './api'
import type { Me, Refusal } from './api'
import { hasCurtain, mayShow, openFact, openView } from './curtain'
import { notices } from './notice.svelte'
import { people } from './people.svelte'
import { calledAt } from './seats'
import { Socket } from './socket'
import type { Connection } from './socket'
import { Talk } from './talk.svelte'
import { isolated, t } from './texts.svelte'
import type { Common, SeatInfo, ServerMessage, Table, Update, View } from './types.gen'
import type { Fact, Wish } from './wire'
import { sentence } from './words'

/** A row of the match as I may know it: when, by whom, and the facts. */
export interface Row {
  seq: number
  at: number
  by: number | null
  events: Fact[]
}

/** A wish that is on its way. */
export interface Pending {
  ref: string
  match: number
  seat: number
  action: Wish
  /** by performance.now() */
  since: number
}

export interface TableListener {
  /** Rows arrived; `live` is false for those that happened before I came (back). */
  rows?(rows: readonly Row[], live: boolean): void
  /** A wish of mine was refused, or could not be sent. */
  refused?(refusal: Refusal, wish: Pending | null): void
}

/** What would come of a wish (`ask`): the facts of it, or why it would be refused. */
export interface Outcome {
  ok: boolean
  code: string
  ruling?: string
  detail: Record<string, unknown>
  events: readonly Fact[]
}

/** An answer that has not come by then will not come. */
const ANSWER_MS = 5_000
const UNANSWERED: Outcome = { ok: false, code: 'offline', detail: {}, events: [] }
/** A wish is sent again after the line broke only while it is this young: what one meant long ago is not meant now. */
const WISH_LASTS_MS = 8_000
/** The house shows this table no longer. */
const CLOSED = new Set(['table_closed', 'no_such_table', 'put_out', 'no_watching'])
/** Rows older than this are history when they arrive. */
const LIVE_MS = 4_000

export class TableStore {
  readonly code: string
  readonly talk: Talk
  /** whether the page shows who is at the table */
  showsPeople = $state(false)
  /** its owner ended it here from another page or device */
  #ended = $state(false)
  #takesBack = false
  /** when presence was last heard of, by performance.now() */
  #heard = $state(0)
  #connection = $state<Connection>('connecting')
  /** why the house closed the line; empty if it broke by itself, or is whole again */
  #farewell = $state('')
  #table = $state.raw<Table | null>(null)
  #update = $state.raw<Update | null>(null)
  #anchor = $state(0)
  #rows = $state.raw<readonly Row[]>([])
  #pending = $state.raw<readonly Pending[]>([])
  /** why there is no such table, or none for me */
  #missing = $state.raw<Refusal | null>(null)
  #looked: readonly number[] = []
  /** where hands are secret at one device too: the seat whose hand is shown now, if one is */
  #chosen = $state<number | null>(null)
  /** the match was shown with the views of all my seats; before that there is nothing to play with */
  #whole = $state(false)
  #me = ''
  #listeners = new Set<TableListener>()
  /** questions that are not answered yet */
  #questions = new Map<string, (outcome: Outcome) => void>()
  #socket: Socket
  #next = 1
  /** begins every ref of this page, so that two pages of one person never share one */
  readonly #nonce = randomText()

  constructor(code: string) {
    this.code = code
    this.talk = new Talk(code, (message) => this.#socket.send(message))
    this.#socket = this.#dial()
  }

  #dial(): Socket {
    return new Socket({
      opened: () => this.#join(),
      received: (message) => this.#received(message),
      changed: (state) => (this.#connection = state),
      dismissed: (why) => this.#dismissed(why),
      failed: () => void people.load(), // a house that lost its memory greets a new guest
      woke: () => this.#looked.length && this.#socket.send({ t: 'look', table: this.code, seats: [...this.#looked] }),
    })
  }

  close(): void {
    this.#socket.close()
    this.#listeners.clear()
  }

  // ---------------------------------------------------------------- what is shown

  get connection(): Connection {
    return this.#connection
  }
  /** Why the house closed the line, in a sentence; empty while it is whole, and if it just broke. */
  get farewell(): string {
    if (!this.#farewell) return ''
    return this.#farewell === 'house_full' ? t('connection-full') : sentence({ code: this.#farewell })
  }
  /** The house sent this person away or signed them out: nothing here is theirs any more. */
  get isDismissed(): boolean {
    return this.#connection === 'ended' && this.#farewell !== ''
  }
  get signedOut(): boolean {
    return this.#farewell === 'signed_out'
  }
  /** Dials at once, instead of when it is time. */
  retry(): void {
    this.#socket.wake()
  }
  get missing(): Refusal | null {
    return this.#missing
  }
  get table(): Table | null {
    return this.#table
  }
  /** Whether the match can be shown: as a spectator sees it, or as all my seats do. */
  get whole(): boolean {
    return this.#whole
  }
  /** The number of the match that is shown; null before the first. */
  get match(): number | null {
    return this.#update?.match ?? null
  }
  get seq(): number {
    return this.#update?.seq ?? -1
  }
  /** What is open to all of the match: players, pause, who is gone, the end. */
  get common(): Common | null {
    return this.#update?.common ?? null
  }
  get rows(): readonly Row[] {
    return this.#rows
  }
  get pending(): readonly Pending[] {
    return this.#pending
  }
  get seats(): readonly SeatInfo[] {
    return this.#table?.seats ?? []
  }
  /** The seats that I hold, in order. */
  get mine(): readonly number[] {
    return this.seats.filter((seat) => seat.mine).map((seat) => seat.seat)
  }
  /** Who this browser is, as lines of talk name people. */
  get me(): string {
    return people.me?.id ?? ''
  }
  /** Somebody at another device is at this table, or may come: there is somebody to talk to. */
  get hasCompany(): boolean {
    const others = this.seats.some((seat) => seat.kind !== 'computer' && !seat.mine)
    return others || (this.#table?.watchers ?? 0) > (this.mine.length ? 0 : 1) || this.talk.lines.length > 0
  }
  /** The match as this seat of mine may see it, or as a spectator does. */
  view(seat?: number): View | null {
    const views = this.#update?.views ?? {}
    return views[seat ?? 'all'] ?? views.all ?? Object.values(views)[0] ?? null
  }
  /** The name of whoever holds a seat. */
  nameOf(seat: number): string {
    return calledAt(this.seats[seat])
  }

  // ---------------------------------------------------------------- who is away, and where else I am

  /** Milliseconds for which a seat has been without its owner, by the house's clock; null while the owner is there. */
  awayFor(seat: number, now: number): number | null {
    const away = this.seats[seat]?.away_ms ?? null
    return away === null ? null : away + Math.max(0, now - this.#heard)
  }
  /** The table is open on another page or device of mine too. */
  get isElsewhere(): boolean {
    return (this.#table?.lines ?? 0) > 1
  }
  get endedHere(): boolean {
    return this.#ended
  }
  /** Ends my other pages at this table. */
  endOthers(): void {
    this.#socket.send({ t: 'end_others', table: this.code })
  }
  /** Follows the table again after it was ended here, and ends it there. */
  takeBack(): void {
    this.#ended = false
    this.#takesBack = true
    this.#redial()
  }
  #redial(): void {
    this.#socket.close()
    this.#connection = 'connecting'
    this.#socket = this.#dial()
  }

  // ---------------------------------------------------------------- time

  /** Game time at a moment of performance.now(): it stands while the game rests. */
  gameTime(now: number): number {
    const update = this.#update
    if (!update) return 0
    return update.at + (update.running ? Math.max(0, now - this.#anchor) : 0)
  }
  /** Milliseconds to the next deadline, null if there is none. */
  left(now: number): number | null {
    const left = this.#update?.left_ms ?? null
    if (left === null) return null
    return Math.max(0, this.#update!.running ? left - (now - this.#anchor) : left)
  }

  // ---------------------------------------------------------------- asking

  /**
   * Asks for something on behalf of a seat of mine. While the line is down a `patient` wish waits for it to come back (not
   * for long); any other is refused at once, which the listeners hear of, and false is returned.
   */
  act(seat: number, action: Wish, patient = false): boolean {
    const match = this.match
    if (match === null) return false
    const wish: Pending = { ref: `${this.#nonce}.${this.#next++}`, match, seat, action, since: performance.now() }
    if (!this.#send(wish) && !patient) {
      this.#listeners.forEach((l) => l.refused?.({ code: 'offline' }, wish))
      return false
    }
    this.#pending = [...this.#pending, wish]
    return true
  }

  /** What would come of a wish of a seat of mine; nothing is done. A house that can't be asked answers `offline`. */
  ask(seat: number, action: Wish): Promise<Outcome> {
    const ref = `${this.#nonce}.${this.#next++}`
    const match = this.match
    return new Promise((resolve) => {
      const answered = (outcome: Outcome) => {
        clearTimeout(timer)
        this.#questions.delete(ref)
        resolve(outcome)
      }
      const timer = setTimeout(() => answered(UNANSWERED), ANSWER_MS)
      this.#questions.set(ref, answered)
      const sent = match !== null && this.#socket.send({ t: 'ask', table: this.code, match, seat, ref, action })
      if (!sent) answered(UNANSWERED)
    })
  }

  /** Hears of rows and refusals until the returned function is called. */
  listen(listener: TableListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes in a table that an HTTP call answered with. */
  take(table: Table): void {
    this.#table = table
    this.#heard = performance.now()
    this.#look()
  }

  /** Takes in the table that a call about it answers with; why it was refused is shown, and false returned. */
  async change(call: Promise<Table>): Promise<boolean> {
    try {
      this.take(await call)
      return true
    } catch (error) {
      const refusal = refusalOf(error)
      notices.show(sentence(refusal, (seat) => this.nameOf(seat)), { kind: 'bad', ruling: refusal.ruling })
      return false
    }
  }

  #send(wish: Pending): boolean {
    const { ref, match, seat, action } = wish
    return this.#socket.send({ t: 'act', table: this.code, match, seat, ref, action })
  }

  // ---------------------------------------------------------------- the line

  #join(): void {
    const known = this.#update
    this.#socket.send({ t: 'join', table: this.code, match: known?.match ?? null, since: known ? known.seq : -1 })
    if (this.#looked.length) this.#socket.send({ t: 'look', table: this.code, seats: [...this.#looked] })
    const young = performance.now() - WISH_LASTS_MS
    for (const wish of this.#pending) if (wish.since < young) this.#forget(wish.ref, { code: 'offline' })
    for (const wish of this.#pending) this.#send(wish)
  }

  /** The seats of mine that still play. */
  get #playing(): readonly number[] {
    const left = this.common?.left ?? []
    return this.mine.filter((seat) => !left.includes(seat))
  }
  /** Several people share this device, and their hands are secret from each other (G2). */
  get curtain(): boolean {
    return hasCurtain(this.#table?.game) && this.#playing.length > 1
  }
  /** The seat whose hand is shown where there is a curtain; null while it is down. */
  get lifted(): number | null {
    const seat = this.curtain ? this.#chosen : null
    return seat !== null && seat in (this.#update?.views ?? {}) ? seat : null
  }
  /** Lifts the curtain for a seat of mine. It comes down by itself, as soon as that seat is not in turn any more. */
  lift(seat: number): void {
    this.#chosen = seat
    this.#look()
  }
  /** The curtain is down: nothing that one seat alone may know is kept here. */
  #lower(): void {
    this.#chosen = null
    this.#pending = this.#pending.filter(({ action }) => !action.t.includes('.')) // wishes of the game name cards
    this.#questions.forEach((answered) => answered(UNANSWERED))
    this.#look()
  }
  /** Looks at all my seats, as soon as I know which they are; behind a curtain at one of them at most (G2). */
  #look(): void {
    const own = hasCurtain(this.#table?.game) ? this.#playing : this.mine
    const mine = this.curtain ? own.filter((seat) => seat === this.#chosen) : own
    if (mine.join() === this.#looked.join()) return
    this.#looked = mine
    this.#socket.send({ t: 'look', table: this.code, seats: [...mine] })
  }

  #received(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        return this.#welcomed(message.you)
      case 'presence':
        this.#missing = null
        if (this.#takesBack) this.endOthers()
        this.#takesBack = false
        return this.take(message.table)
      case 'elsewhere':
        this.#socket.close()
        this.#ended = true
        return
      case 'update':
        return this.#updated(message)
      case 'said':
        return this.talk.heard(message)
      case 'refused':
        return this.#refused(message)
      case 'answer':
        return this.#answered(message)
    }
  }

  /** The house closes the line. Where it is lost for longer than a blink the page says why. */
  #dismissed(why: string): void {
    if (why === 'version') return // the sign in the bar says what to do
    if (why === 'signed_out') return void this.#signedOut()
    const known = why === this.#farewell
    this.#farewell = why
    if (!known && why !== 'sent_away') notices.show(this.farewell, { kind: 'bad' })
  }

  /**
   * The session of this line ended. That is so too where another page of this browser has signed in: then the table goes
   * on as whom it is now. Else nobody is made a guest here without a word.
   */
  async #signedOut(): Promise<void> {
    const before = this.#me
    try {
      people.take(await api.me())
      if (this.me === before || (await account.show()).login !== null) return this.#redial()
    } catch {
      // whoever can't be asked is signed out
    }
    this.#farewell = 'signed_out'
  }

  /** The house says who this browser is: somebody else, if another page of it signed in or another device signed it out. */
  #welcomed(you: Me): void {
    this.#farewell = ''
    if (this.#me && this.#me !== you.id) notices.show(t('account-signed-in', { name: isolated(you.name) }))
    this.#me = you.id
    people.take(you)
  }

  #updated(update: Update): void {
    const before = this.#update
    const same = before?.match === update.match
    if (same && update.seq < before.seq) return // overtaken by a newer one
    const known = same && update.fresh ? this.#rows : []
    const last = known.at(-1)?.seq ?? -1
    const rows = (update.rows as Row[]).filter((row) => row.seq > last).map(this.#told)
    this.#update = this.#patient(this.#covered(update))
    this.#anchor = performance.now()
    if (before && !same) this.#looked = Object.keys(update.views).filter((seat) => seat !== 'all').map(Number) // seats may have moved
    this.#look() // who left for good is not looked at any more
    if (rows.length || !same) this.#rows = [...known, ...rows]
    if (!same) this.#pending = this.#pending.filter((wish) => wish.match === update.match)
    if (update.ref) this.#forget(update.ref)
    if (!rows.length) return
    const live = same && update.fresh && update.at - rows[0]!.at < LIVE_MS
    this.#listeners.forEach((l) => l.rows?.(rows, live))
  }

  /** A row as it may be kept: at a device with a curtain without what one seat alone was told. */
  #told = (row: Row): Row => (this.curtain ? { ...row, events: row.events.map(openFact) } : row)

  /** Behind a curtain the hand of a seat that is not in turn any more is never shown, and the curtain comes down. */
  #covered(update: Update): Update {
    if (!this.curtain) return update
    const shown = Object.entries(update.views)
    const ended = this.#chosen !== null && shown.some(([, view]) => !mayShow(view, this.#chosen!))
    if (ended) this.#lower()
    const views = shown.map(([key, view]) => (key === String(this.#chosen) ? [key, view] : ['all', openView(view)]))
    return { ...update, views: Object.fromEntries(views) as Update['views'] }
  }

  /** Before `look` is answered only the spectators' view comes: meanwhile my seats see what they saw last. */
  #patient(update: Update): Update {
    const complete = this.#table !== null && this.#looked.every((seat) => seat in update.views || this.seats[seat]?.joins)
    if (complete) this.#whole = true
    const before = this.#update
    return complete || before?.match !== update.match ? update : { ...update, views: before.views }
  }

  #answered({ ref, ok, code = '', ruling = '', detail = {}, events = [] }: Extract<ServerMessage, { t: 'answer' }>): void {
    this.#questions.get(ref)?.({ ok, code, ruling, detail, events: events as Fact[] })
  }

  #refused(refusal: Extract<ServerMessage, { t: 'refused' }>): void {
    const asked = this.#questions.get(refusal.ref ?? '')
    if (asked) return asked({ ok: false, code: refusal.code, ruling: refusal.ruling, detail: refusal.detail, events: [] })
    if (this.talk.refused(refusal)) return
    if (refusal.ref) return this.#forget(refusal.ref, refusal)
    if (refusal.code === 'not_your_seat') return // seats changed hands while I was away; presence tells which are mine
    if (refusal.table && (CLOSED.has(refusal.code) || !this.#table)) this.#missing = refusal
    else this.#listeners.forEach((l) => l.refused?.(refusal, null))
  }

  /** A wish is answered, or given up with a reason. */
  #forget(ref: string, refusal?: Refusal): void {
    const wish = this.#pending.find((p) => p.ref === ref) ?? null
    this.#pending = this.#pending.filter((p) => p.ref !== ref)
    if (refusal) this.#listeners.forEach((l) => l.refused?.(refusal, wish))
  }
}

/** Eight letters that no other page has; works without a secure context, unlike randomUUID. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (n) => n.toString(36).padStart(2, '0')).join('')
}
