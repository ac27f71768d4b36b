// One WebSocket that comes back by itself: it notices a dead line by silence, waits a little longer after each failure, and
// tries at once when the device or the page wakes. What is said over it is the table's business (table.svelte.ts).
import { addressOf } from './router.svelte'
import type { ClientMessage, ServerMessage } from './types.gen'

/** The version of the messages that this client speaks. */
const VERSION = 1

const PING_MS = 2_500
const STALE_MS = 9_000
/** after waking, the line must answer within this time */
const WAKE_MS = 2_000
const OPEN_MS = 4_000
const FIRST_WAIT_MS = 250
/** short enough that a page is back within 3 s of the server */
const LONGEST_WAIT_MS = 2_000
/** a full house is asked rarely */
const FULL_WAIT_MS = 20_000

/** What the house says last when it means this person: the line does not come back by itself. */
const FINAL = new Set(['sent_away', 'signed_out'])

/** `lost` after a failure; for good `outdated`, when the server speaks another version, and `ended`, when it sent me away. */
export type Connection = 'connecting' | 'open' | 'lost' | 'outdated' | 'ended'

export interface SocketListener {
  /** The line is open and `hello` is sent: time to join. */
  opened(): void
  received(message: ServerMessage): void
  changed(state: Connection): void
  /** The house closes this line, and why; `ended` has been told if it is for good. */
  dismissed?(why: string): void
  /** Another attempt failed; the server may no longer know who this browser is. */
  failed?(): void
  /** The device or the page woke, and the line may still be good: what was shown meanwhile may be old. */
  woke?(): void
}

/** What this page calls itself, so that the house drops its old line when it dials anew. */
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(9)), (n) => n.toString(36).padStart(2, '0')).join('')

export class Socket {
  #socket: WebSocket | null = null
  #state: Connection = 'connecting'
  #heard = 0
  #checked = 0
  #failures = 0
  #full = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #waking: ReturnType<typeof setTimeout> | undefined
  #stop = new AbortController()

  constructor(private readonly listener: SocketListener) {
    const { signal } = this.#stop
    // "offline" too: the device may have lost its network, but a house on this very machine still answers
    for (const kind of ['online', 'offline']) addEventListener(kind, () => this.wake(), { signal })
    addEventListener('pageshow', () => this.wake(), { signal })
    // a page that is kept for "back" must not hold a line
    addEventListener('pagehide', (e) => e.persisted && this.#rest(), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake(), { signal })
    this.#beat = setInterval(() => this.#check(), PING_MS)
    this.#connect()
  }

  get open(): boolean {
    return this.#state === 'open'
  }

  get #over(): boolean {
    return this.#state === 'outdated' || this.#state === 'ended'
  }

  /** Sends if the line is open; says whether it did. */
  send(message: ClientMessage): boolean {
    if (!this.open || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** The page or the network is back: try at once, and trust an old line only if it answers. */
  wake(): void {
    if (this.#over) return
    if (!this.open || this.#socket?.readyState !== WebSocket.OPEN) {
      this.#failures = 0
      if (this.#socket?.readyState !== WebSocket.CONNECTING || this.#silent() > OPEN_MS) this.#connect()
      return
    }
    const before = this.#heard
    this.send({ t: 'ping' })
    this.listener.woke?.()
    clearTimeout(this.#waking)
    this.#waking = setTimeout(() => this.#heard === before && this.#connect(), WAKE_MS)
  }

  close(): void {
    this.#stop.abort()
    clearInterval(this.#beat)
    clearTimeout(this.#retry)
    clearTimeout(this.#waking)
    this.#drop()
  }

  #silent = (): number => performance.now() - this.#heard

  /** Asks for a sign of life. A browser lets hidden pages do so once a minute, which says nothing about the line. */
  #check(): void {
    const since = performance.now() - this.#checked
    this.#checked = performance.now()
    if (this.open && this.#silent() > STALE_MS && since < STALE_MS) this.#connect()
    else if (this.open) this.send({ t: 'ping' })
  }

  /** Nothing is said or heard until the page is shown again. */
  #rest(): void {
    clearTimeout(this.#retry)
    this.#drop()
    if (this.open) this.#become('lost')
  }

  #become(state: Connection): void {
    if (state === this.#state) return
    this.#state = state
    this.listener.changed(state)
  }

  #drop(): void {
    const old = this.#socket
    this.#socket = null // its last events are no longer heard
    old?.close()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    this.#drop()
    if (this.#stop.signal.aborted || this.#over) return
    if (this.open) this.#become('lost')
    this.#heard = performance.now()
    const address = addressOf('ws')
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#retry = setTimeout(() => socket === this.#socket && this.#failed(), OPEN_MS)
    socket.onopen = () => socket === this.#socket && this.#opened()
    socket.onmessage = (e: MessageEvent<string>) => socket === this.#socket && this.#received(e.data)
    socket.onclose = () => socket === this.#socket && this.#failed()
  }

  #opened(): void {
    clearTimeout(this.#retry)
    this.#heard = performance.now()
    this.#socket!.send(JSON.stringify({ t: 'hello', version: VERSION, page: PAGE } satisfies ClientMessage))
    this.#become('open')
    this.listener.opened()
  }

  #received(data: string): void {
    this.#heard = performance.now()
    this.#failures = 0
    const message = JSON.parse(data) as ServerMessage
    if (message.t === 'bye') this.#dismissed(message.code)
    else if (message.t !== 'pong') this.listener.received(message)
  }

  /** The last words of the house. The line ends with them; unless that is for good it is dialled again. */
  #dismissed(why: string): void {
    this.#full = why === 'house_full'
    if (why === 'version') this.#become('outdated')
    if (FINAL.has(why)) this.#become('ended')
    this.listener.dismissed?.(why)
    if (this.#over) this.#drop()
    else this.#failed()
  }

  #failed(): void {
    this.#drop()
    this.#become('lost')
    this.listener.failed?.()
    const wait = this.#full ? FULL_WAIT_MS : Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, LONGEST_WAIT_MS)
    this.#full = false
    this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.3 * Math.random()))
  }
}
