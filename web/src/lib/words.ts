// Sentences made from what the server sends as codes and numbers: refusals, faults of a set, the facts of the log.
import type { Refusal } from './api'
import { cardName, valueName } from './card'
import type { GameName } from './cards/face'
import { duration, signed } from './clock.svelte'
import { has, isolated, t } from './texts.svelte'
import type { Args } from './texts.svelte'
import type { Fact } from './wire'

/** The name of whoever sits on a seat. */
export type NameOf = (seat: number) => string

interface Fault {
  feature: string
  values: number[]
}

/** S2: every feature that fails, with the values of the three cards: "the fillings are solid, solid, striped". */
export const faultsInFull = (faults: readonly Fault[], game: GameName = 'trios'): string =>
  faults
    .map(({ feature, values }) => {
      const [a, b, c] = values.map((value) => valueName(feature, value, game)) as [string, string, string]
      return t(`fault-${feature}`, { a, b, c })
    })
    .join('; ')

/** The same for a line of the log: "one empty, two solid". */
export const faultsInShort = (faults: readonly Fault[]): string =>
  faults
    .map(({ feature, values }) => {
      const [a, b, c] = values.map((value) => valueName(feature, value)) as [string, string, string]
      if (feature === 'number') return t('fault-short-number', { a, b, c })
      const [one, two] = b === c ? [a, b] : a === c ? [b, a] : [c, a]
      return t('fault-short', { one, two })
    })
    .join('; ')

/** The same where there is hardly any room: only the values, "blue, red, red; 1, 2, 2". */
export const faultsInBrief = (faults: readonly Fault[]): string =>
  faults.map(({ feature, values }) => values.map((value) => valueName(feature, value)).join(', ')).join('; ')

/** The facts of a refusal as a sentence can use them: seats by name, cards by their words, times as people read them. */
function told(detail: Record<string, unknown>, nameOf: NameOf, game: GameName): Args {
  const args: Args = {}
  for (const [key, value] of Object.entries(detail)) {
    if (key === 'seat') args.name = typeof value === 'number' ? isolated(nameOf(value)) : ''
    else if (key === 'card' && typeof value === 'number') args.card = cardName(game, value)
    else if (key === 'cards' && Array.isArray(value)) args.cards = listed(value.map((card) => cardName(game, Number(card))))
    else if (key === 'wait_ms' && typeof value === 'number') args.wait = duration(Math.ceil(value / 1000) * 1000)
    else if (key.endsWith('_ms') && typeof value === 'number') args[key.slice(0, -3)] = duration(value)
    else if (typeof value === 'number' || typeof value === 'string') args[key] = value
  }
  return args
}

/** Why something was refused, in a sentence that names the facts. */
export function sentence(refusal: Refusal, nameOf: NameOf = () => '', game: GameName = 'trios'): string {
  const plain = `refused-${refusal.code}`
  const byHouse = `${plain}-by-house` // what nobody at the table did, but the house itself
  const id = refusal.detail?.seat === null && has(byHouse) ? byHouse : plain
  const args = told(refusal.detail ?? {}, nameOf, game)
  return has(id) ? t(id, { name: '', ...args }) : t('refused-unknown', { code: refusal.code })
}

export interface LogEntry {
  /** whose sign stands before the line; null for the house */
  seat: number | null
  text: string
  /** game time in milliseconds, where the fact has one */
  at: number
  cards?: readonly number[]
  /** the rule that the line rests on */
  ruling?: string
  /** points won or lost */
  points?: number
}

/** The line of the log for a fact, or null for those that need none. Names only, never "you": several may sit here. */
export function logEntry(fact: Fact, at: number, nameOf: NameOf): LogEntry | null {
  const line = (seat: number | null, id: string, args: Args = {}, more: Partial<LogEntry> = {}): LogEntry => ({
    seat,
    at,
    text: t(id, { name: seat === null ? '' : isolated(nameOf(seat)), ...args }),
    ...more,
  })
  switch (fact.t) {
    case 'started':
      return line(null, 'log-started', { fingerprint: fact.commitment.slice(0, 8) }, { ruling: 'G3' })
    case 'trios.dealt':
      return fact.table.length ? line(null, 'log-dealt', { count: fact.table.length }) : null // T4: at once exchanged
    case 'trios.exchanged':
      return line(null, 'log-exchanged', {}, { ruling: 'T4' })
    case 'trios.claimed':
      return line(fact.seat, 'log-claimed', { after: duration(fact.after) }, { cards: fact.cards, points: fact.points })
    case 'trios.failed':
      return line(fact.seat, fact.points ? 'log-failed-price' : 'log-failed', { why: faultsInShort(fact.faults), points: signed(fact.points) }, { cards: fact.cards, points: fact.points, ruling: 'S2' })
    case 'trios.called':
      return line(fact.seat, 'log-called')
    case 'trios.call_ended':
      return line(fact.seat, `log-call-${fact.reason}`, { points: signed(fact.points) }, { points: fact.points, ruling: 'T8' })
    case 'trios.hinted':
      return line(fact.seat, 'log-hinted', { points: signed(fact.points) }, { points: fact.points, ruling: 'T6' })
    case 'taken_over':
      return line(fact.seat, 'log-taken-over', {}, { ruling: 'G5a' })
    case 'paused':
    case 'gone':
    case 'back':
    case 'left':
      return line(fact.seat, `log-${fact.t}`)
    case 'resumed':
      return line(null, 'log-resumed')
    case 'skipped':
      return line(fact.seat, 'log-skipped', { by: isolated(nameOf(fact.by)) }, { ruling: 'G5' })
    case 'stood_in':
      return line(fact.seat, 'log-stood-in', { by: isolated(nameOf(fact.by)), level: fact.level }, { ruling: 'G5' })
    case 'ended':
      return line(null, 'log-ended', { winners: winners(fact.places, nameOf), reason: fact.reason })
    default:
      return null
  }
}

/** The names of those in the first place, "Anna and Ben". */
export function winners(places: readonly (readonly number[])[], nameOf: NameOf): string {
  const names = (places[0] ?? []).map((seat) => isolated(nameOf(seat)))
  return listed(names)
}

/** Several names or words as one enumeration in the language shown. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'conjunction' }).format(words)

