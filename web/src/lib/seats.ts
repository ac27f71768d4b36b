// Words about the seats of a table.
import { t } from './texts.svelte'
import type { SeatInfo, Table } from './types.gen'

/** "3 of 4 seats taken". */
export const seatCountOf = (table: Table): string =>
  t('seats-count', { taken: table.seats.filter((seat) => seat.kind !== 'open').length, all: table.seats.length })

/** Who holds a seat, in a word or two: "computer, medium", "you", "open". */
export function holderOf(seat: SeatInfo): string {
  if (seat.kind === 'computer') return t('seat-computer', { level: seat.level ?? 'medium' })
  if (seat.kind === 'open') return t('seat-open')
  return seat.mine ? t('seat-mine') : seat.here ? t('seat-here') : t('seat-away')
}
