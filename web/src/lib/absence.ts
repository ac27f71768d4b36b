// Who is away from a running match (G5), and what may be done about it until the owner is back. The same in every game.
import type { Level } from './seats'
import type { TableStore } from './table.svelte'

export class Absence {
  constructor(private readonly store: TableStore) {}

  /** Milliseconds since a seat lost its owner; null while the owner is there. */
  awayFor(seat: number, now: number): number | null {
    const common = this.store.common
    if (common?.gone?.[seat] === undefined || seat >= common.players.length) return null
    return this.store.awayFor(seat, now) ?? 0
  }
  /** Why a seat can't be passed over yet: the milliseconds that are still waited for its owner. */
  graceLeft(seat: number, now: number): number {
    const away = this.awayFor(seat, now)
    return away === null ? 0 : Math.max(0, (this.store.table?.grace_ms ?? 0) - away)
  }
  standIn(seat: number): Level | null {
    return this.store.common?.stand_ins?.[seat] ?? null
  }
  skipped(seat: number): boolean {
    return this.store.common?.skipped?.includes(seat) ?? false
  }
  hasLeft(seat: number): boolean {
    return this.store.common?.left?.includes(seat) ?? false
  }
  /** A way to go on without this seat was found. */
  settled(seat: number): boolean {
    return this.standIn(seat) !== null || this.skipped(seat)
  }
  /** The seats whose owners are away for now. */
  get seats(): readonly number[] {
    if (this.store.common?.ended) return []
    return Object.keys(this.store.common?.gone ?? {}).map(Number).filter((seat) => !this.hasLeft(seat))
  }
  /** Nobody who plays is here: nothing goes on until somebody is back. */
  get rests(): boolean {
    const common = this.store.common
    if (!common || common.ended) return false
    const played = (this.store.table?.seats ?? []).filter(
      ({ seat, kind }) => kind === 'person' && seat < common.players.length && !this.hasLeft(seat),
    )
    return played.length > 0 && played.every(({ seat }) => common.gone?.[seat] !== undefined)
  }
  nameOf = (seat: number): string => this.store.nameOf(seat)
  /** A seat at this device by which something can be done. */
  get mine(): number | undefined {
    return this.store.mine.find((seat) => !this.hasLeft(seat))
  }
  skip(seat: number): void {
    if (this.mine !== undefined) this.store.act(this.mine, { t: 'skip', seat })
  }
  seatComputer(seat: number, level: Level): void {
    if (this.mine !== undefined) this.store.act(this.mine, { t: 'seat_computer', seat, level })
  }
}
