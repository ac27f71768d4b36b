// Sentences of Triple³ made from codes and numbers: why a card does not fit, and the lines of the log.
import type { Refusal } from '../../lib/api'
import { triple3Call, triple3Value } from '../../lib/card'
import { features } from '../../lib/cards/triple3'
import { isolated, t } from '../../lib/texts.svelte'
import { listed, logEntry, sentence, winners } from '../../lib/words'
import type { LogEntry, NameOf } from '../../lib/words'
import type { Fact } from '../../lib/wire'
import type { Row } from '../../lib/table.svelte'
import { madeAt, wayOf, whereOf } from './lines'
import type { Line, Way } from './lines'

interface Looked {
  cells: number[]
  shared: number[]
  there: number[]
}

const called = (values: readonly number[]): string => listed(values.map(triple3Call))

/** Why a card makes nothing new on a stack, line by line; lines of which the same is to be said are named together. */
export function misfit(lines: readonly Looked[], brief = false): string {
  const said = new Map<string, Way[]>()
  for (const { cells, shared, there } of lines) {
    const [id, values] = there.length ? ['there', called(there)] : shared.length ? ['lacks', called(shared)] : ['nothing', '']
    const key = `${id}/${values}`
    said.set(key, [...(said.get(key) ?? []), wayOf(cells)])
  }
  const sentences = [...said].map(([key, ways]) => {
    const [id, values = ''] = key.split('/')
    return t(brief ? `triple3-brief-${id}` : `triple3-line-${id}`, { lines: listed([...new Set(ways)].map((way) => t(`triple3-line-${way}`))), values })
  })
  return t(brief ? 'triple3-misfit-brief' : 'triple3-misfit', { lines: sentences.map((text) => text.charAt(0).toLocaleUpperCase() + text.slice(1)).join('; ') })
}

/** Why something was refused: a card that does not fit by the lines looked at, one that came second by what came first. */
export function refusedWords(refusal: Refusal, nameOf: NameOf, by?: number, brief = false): string {
  const detail = refusal.detail ?? {}
  if (refusal.code === 'no_fit' && Array.isArray(detail.lines)) return misfit(detail.lines as Looked[], brief)
  if (refusal.code === 'beaten' && typeof detail.first === 'number' && typeof detail.seat === 'number') {
    const shape = triple3Value(4 + features(detail.first).shape)
    return detail.seat === by ? t('triple3-own-came-first', { shape }) : t('triple3-came-first', { name: isolated(nameOf(detail.seat)), shape })
  }
  return sentence(refusal, nameOf, 'triple3')
}

/** Follows the open cards through the rows, so that the log can say in which line something was made. */
class Tops {
  #tops: number[] = []

  /** The line in which a play newly made something; null where the deal is not known. */
  take(fact: Fact): Line | null {
    if (fact.t === 'triple3.dealt') {
      this.#tops = [...fact.grid]
      for (const [card, cell] of fact.surplus as unknown as [number, number][]) this.#tops[cell] = card
    }
    if (fact.t !== 'triple3.played' || !this.#tops.length) return null
    this.#tops[fact.cell] = fact.card
    return madeAt(this.#tops, fact.cell, fact.named == null ? fact.formed : [fact.named])[0]?.line ?? null
  }
}

/** The log of a match, the oldest line first. Times count from the deal of the first round. */
export function logOf(rows: readonly Row[], nameOf: NameOf): LogEntry[] {
  const tops = new Tops()
  return rows.flatMap(({ at, events }) => events.flatMap((fact) => entryOf(fact, at, nameOf, tops.take(fact)) ?? []))
}

/** The line of the log for a fact, or null for those that need none. */
export function entryOf(fact: Fact, at: number, nameOf: NameOf, made: Line | null = null): LogEntry | null {
  const line = (seat: number | null, id: string, args = {}, more: Partial<LogEntry> = {}): LogEntry => ({
    seat,
    at,
    text: t(`triple3-log-${id}`, { name: seat === null ? '' : isolated(nameOf(seat)), ...args }),
    ...more,
  })
  switch (fact.t) {
    case 'triple3.dealt':
      return line(null, 'dealt', { round: fact.round })
    case 'triple3.went':
      return line(null, 'went')
    case 'triple3.played': {
      const values = called(fact.named == null ? fact.formed : [fact.named])
      return made ? line(fact.seat, 'played', { values, where: t('triple3-where', { where: whereOf(made) }) }) : line(fact.seat, 'played-bare', { values })
    }
    case 'triple3.misplayed':
      return line(fact.seat, 'misplayed', {}, { ruling: 'X8' })
    case 'triple3.said_nothing_fits':
      return line(fact.seat, 'said', {}, { ruling: 'X10a' })
    case 'triple3.stopped':
      return line(fact.seat, 'stopped', {}, { ruling: 'X9' })
    case 'triple3.round_ended':
      return line(null, 'round', { reason: fact.reason, winners: winners([fact.winners], nameOf) }, { ruling: 'X10' })
    case 'triple3.readied_for_round':
      return line(fact.seat, 'ready')
    case 'paused': // it was Stop! that said it
      return null
    case 'ended':
      return line(null, 'ended', { reason: fact.reason, winners: winners(fact.places, nameOf) })
    default:
      return logEntry(fact, at, nameOf)
  }
}
