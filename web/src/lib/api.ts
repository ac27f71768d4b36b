// The HTTP interface: typed calls, and every failure one clear `Trouble`.
import { addressOf } from './router.svelte'
import type { Anyone, Best, Game, Link, Missed, NewTable, OpenTable, Past, PlayedGames, Table, Verdict, Welcomer, Whom } from './types.gen'

/** Why something did not happen: the server's code with its facts, or `unreachable`. The sentence is made in words.ts. */
export interface Refusal {
  code: string
  ruling?: string
  detail?: Record<string, unknown>
}

/** A refusal as an error. */
export class Trouble extends Error implements Refusal {
  constructor(
    readonly code: string,
    readonly ruling = '',
    readonly detail: Record<string, unknown> = {},
  ) {
    super(code)
  }
}

/** Any failure as a refusal that has a sentence. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Trouble ? error : { code: 'broken', detail: { what: String(error) } }

const PATIENCE_MS = 10_000
/** a long game is judged row by row */
const FILE_PATIENCE_MS = 60_000
/** the largest file that the house takes */
const FILE_MB = 8

export const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  read<T>(await send(method, path, body === undefined ? null : JSON.stringify(body)))

async function send(method: string, path: string, body: BodyInit | null, patience = PATIENCE_MS): Promise<Response> {
  try {
    return await fetch(addressOf(path), {
      method,
      headers: body === null ? {} : { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new Trouble('unreachable')
  }
}

/** The value of an answer, or the trouble that it tells. */
async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  let value: unknown = null
  try {
    value = text ? JSON.parse(text) : null
  } catch {
    throw new Trouble('broken', '', { status: answer.status })
  }
  if (answer.ok) return value as T
  const { code = 'broken', ruling = '', detail = {} } = (value ?? {}) as Partial<Refusal>
  throw new Trouble(code, ruling, typeof detail === 'object' ? detail : {})
}

/** the last rows of a match may still be on their way to the disk when its review is asked for */
const RETRY_MS = [300, 1000, 4000]

/** What a call about a match that has just ended answers, asked again a few times. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS)
    try {
      return await ask()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  return ask()
}

export interface Me {
  id: string
  name: string
}

/** The token of a one-time link; one that lost a letter on its way needs no question to the house. */
export function checked(token: string): string {
  if (!/^[0-9a-f]{32}$/.test(token)) throw new Trouble('old_link')
  return token
}

const at = (code: string, what = '') => `api/tables/${encodeURIComponent(code)}${what}`

export const api = {
  addresses: () => call<{ addresses: string[] }>('GET', 'api/addresses').then((answer) => answer.addresses),
  me: () => call<Me>('GET', 'api/me'),
  rename: (name: string) => call<Me>('PATCH', 'api/me', { name }),
  games: () => call<Game[]>('GET', 'api/games'),
  openTables: async () => (await call<{ tables: OpenTable[] }>('GET', 'api/tables')).tables,
  best: async (game: string) => (await call<{ best: Best[] }>('GET', `api/best?game=${game}`)).best,
  open: (table: NewTable) => call<Table>('POST', 'api/tables', table),
  table: (code: string) => call<Table>('GET', at(code)),
  sit: (code: string, seat?: number, name?: string) => call<Table>('POST', at(code, '/sit'), { seat, name }),
  stand: (code: string, seat: number) => call<Table>('POST', at(code, '/stand'), { seat }),
  seatLink: (code: string, seat: number) => call<Link>('POST', at(code, `/seats/${seat}/link`), {}),
  seatWelcomer: (code: string, token: string) => call<Welcomer>('POST', at(code, '/seats/whose'), { token: checked(token) }),
  takeSeat: (code: string, token: string) => call<Table>('POST', at(code, '/seats/take'), { token: checked(token) }),
  start: (code: string) => call<Table>('POST', at(code, '/start'), {}),
  check: (table: NewTable) => call<Verdict>('POST', 'api/check', table),
  anyone: (wish: Anyone) => call<Table>('POST', 'api/anyone', wish),
  ready: (code: string, on: boolean) => call<Table>('POST', at(code, '/ready'), { on }),
  seatComputer: (code: string, seat: number, level: string | null) => call<Table>('POST', at(code, '/computer'), { seat, level }),
  handOver: (code: string, seat: number) => call<Table>('POST', at(code, '/host'), { seat }),
  mute: (code: string, whom: Whom) => call<Table>('POST', at(code, '/mute'), whom),
  remove: (code: string, whom: Whom) => call<Table>('POST', at(code, '/remove'), whom),
  again: (code: string) => call<Table>('POST', at(code, '/again'), {}),
  missed: (code: string, match: number, deal: number) => patiently(() => call<Missed[]>('GET', at(code, `/matches/${match}/hands/${deal}`))),
  myGames: (over: boolean, skip = 0) => call<PlayedGames>('GET', `api/me/games?over=${over}&skip=${skip}`),
  past: (code: string, match: number) => call<Past>('GET', at(code, `/matches/${match}`)),
  saveFile: async (code: string, match: number): Promise<Blob> => {
    const answer = await send('POST', at(code, `/matches/${match}/file`), null)
    return answer.ok ? answer.blob() : read<Blob>(answer)
  },
  openFile: async (file: Blob): Promise<Table> => {
    // the house would hang up in the middle of sending, without a reason that arrives
    if (file.size > FILE_MB * 1024 * 1024) throw new Trouble('file_large', '', { most: FILE_MB })
    return read<Table>(await send('POST', 'api/files', file, FILE_PATIENCE_MS))
  },
  review: <T>(code: string, match: number) => patiently(() => call<T>('GET', at(code, `/matches/${match}/review`))),
}
