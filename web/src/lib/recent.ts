// The tables that this browser was at, newest first, so that one finds back after closing it.
import type { GameName } from './cards/face'
import { load, save } from './storage'

export interface RecentTable {
  code: string
  game: GameName
}

const KEY = 'tercet.recent'
const KEPT = 5

export function recentTables(): RecentTable[] {
  const list = load(KEY)?.tables
  return Array.isArray(list) ? list.filter((x): x is RecentTable => typeof x?.code === 'string' && typeof x?.game === 'string') : []
}

export function remember(table: RecentTable): void {
  const { code, game } = table
  save(KEY, { tables: [{ code, game }, ...recentTables().filter((x) => x.code !== code)].slice(0, KEPT) })
}

export function forget(code: string): void {
  save(KEY, { tables: recentTables().filter((x) => x.code !== code) })
}
