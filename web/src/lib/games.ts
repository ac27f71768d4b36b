// The games of the house as the server describes them, asked for once.
import { api } from './api'
import type { GameName } from './cards/face'
import type { Game } from './types.gen'

let asked: Promise<readonly Game[]> | null = null

/** All games; asks again after a failure. */
export function games(): Promise<readonly Game[]> {
  asked ??= api.games().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

/** The names of the games as they are written everywhere; names are not translated. */
export const GAME_TITLES: Record<GameName, string> = { trios: 'Trios', triple3: 'Triple³', triology: 'Triology' }

/** Games that nobody plays against the clock: alone means with computer players only (Y4). */
export const NEVER_LONE: ReadonlySet<GameName> = new Set<GameName>(['triology'])
