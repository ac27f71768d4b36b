// Words about the seats of a table.
import { clockTime } from './clock.svelte'
import { isolated, t } from './texts.svelte'
import type { SeatInfo, Table } from './types.gen'
import { listed } from './words'

/** How well computer players play, the weakest first. */
export const LEVELS = ['easy', 'medium', 'hard'] as const
export type Level = (typeof LEVELS)[number]

/** Somebody at a table whom its host may do something about: by a seat, or as talk and the list of who watches name them. */
export interface Somebody {
  name: string
  seat?: number | null
  person?: string
}

/** The name on a seat; a neutral one for whoever was deleted or removed. */
export const calledAt = (seat: { seat: number; kind: string; name: string } | undefined): string =>
  seat?.name || (seat?.kind === 'person' ? t('nobody', { number: seat.seat + 1 }) : '')

/** The names on some seats as one enumeration, for use within a sentence. */
export const namesAt = (seats: readonly SeatInfo[]): string => listed(seats.map((seat) => isolated(calledAt(seat))))

/** Who holds a seat, in a word or two: "computer, medium", "you", "open"; `away` is how long its owner has been away. */
export function holderOf(seat: SeatInfo, away: number | null = null): string {
  if (seat.kind === 'computer') return t('seat-computer', { level: seat.level ?? 'medium' })
  if (seat.kind === 'open') return t('seat-open')
  if (seat.goes) return t('next-is-out')
  if (seat.mine) return t('seat-mine')
  return seat.here ? t('seat-here') : away === null ? t('seat-away') : t('seat-away-for', { time: clockTime(away) })
}

/** Whether all seats are mine or a computer's: only then may a game that is not over be had as a file, or be put away. */
export const isMineAlone = (seats: readonly { kind: string; mine?: boolean }[]): boolean =>
  seats.some((seat) => seat.mine) && seats.every((seat) => seat.mine || seat.kind === 'computer')

/** Who is waited for by me, who wants the next match: those who are here and have not said so too. */
export function waitedFor(table: Table): SeatInfo[] {
  const people = table.seats.filter((seat) => seat.kind === 'person' && !seat.goes)
  const mine = people.filter((seat) => seat.mine)
  return mine.length && mine.every((seat) => seat.ready) ? people.filter((seat) => !seat.mine && seat.here && !seat.ready) : []
}
