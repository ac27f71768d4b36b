// Sentences of Triology made from codes and numbers: why something was refused, what a set is, what a steal still lacks, and the
// lines of the log.
import type { Refusal } from '../../lib/api'
import { cardName, groupName } from '../../lib/card'
import { columnOf, isTriology } from '../../lib/cards/triology'
import { isolated, t } from '../../lib/texts.svelte'
import type { Row } from '../../lib/table.svelte'
import type { Caddy, TriologyHinted } from '../../lib/types.gen'
import { faultsInFull, listed, logEntry, sentence, winners } from '../../lib/words'
import type { LogEntry, NameOf } from '../../lib/words'
import type { Fact } from '../../lib/wire'

const PLACES = ['left', 'middle', 'right'] as const

/** What a card stands for in a set (Y3): "1 red striped oval", with the column in use if it is a TRIOLOGY card. */
export function standsFor(card: number, group: number): string {
  const column = columnOf(card, group)
  const name = groupName(group)
  return column === undefined ? name : t('triology-column', { name, place: PLACES[column]! })
}

/** A card in few words, where its picture stands beside them. */
const briefName = (card: number): string => (isTriology(card) ? t('triology-brief-card') : cardName('triology', card))

/** What three cards would be: "A set: 1 red oval, the middle group of its card; …". */
export const readingWords = (cards: readonly number[], groups: readonly number[]): string =>
  t('triology-would-be', { cards: cards.map((card, i) => standsFor(card, groups[i]!)).join(', ') })

/** The cards of a set, whatever they stand for. */
export const setWords = (cards: readonly number[]): string => listed(cards.map((card) => cardName('triology', card)))

type Faults = Parameters<typeof faultsInFull>[0]

/** Why something was refused; three cards that are no set by each feature that fails (S2). */
export function refusedWords(refusal: Refusal, nameOf: NameOf): string {
  const { faults } = refusal.detail ?? {}
  if (refusal.code === 'not_a_set' && Array.isArray(faults)) return t('triology-not-a-set', { why: faultsInFull(faults as Faults, 'triology') })
  return sentence(refusal, nameOf, 'triology')
}

/** What a pick-up would bring (Y7): the card, and how many come along. */
export const pickUpWords = (card: number, cards: number): string => t('triology-take-asks', { card: cardName('triology', card), cards })

/** What a steal still lacks (Y16–Y18): whose cards lie on caddies, in how many new sets, and how many are left. */
export function stealWords(caddies: readonly Caddy[], thief: number, nameOf: NameOf): string {
  const stolen = caddies.filter(({ owner }) => owner !== thief)
  const left = caddies.filter(({ used }) => used === null || used === undefined).length
  const taken = [...new Set(stolen.map(({ set }) => set))]
  const names = listed([...new Set(stolen.map(({ owner }) => isolated(nameOf(owner))))])
  const news = (set: number) => new Set(stolen.flatMap((caddy) => (caddy.set === set && caddy.used !== null && caddy.used !== undefined ? [caddy.used] : []))).size
  if (taken.length === 1) return t('triology-steal-one', { names, sets: news(taken[0]!), left })
  return t('triology-steal-many', { names, taken: taken.length, done: taken.filter((set) => news(set) > 1).length, left })
}

/** A hint in words: what can be done, then that its cards are shown. */
export const adviceWords = ({ kind, shown }: TriologyHinted): string => t('triology-hint-says', { kind: kind ?? 'nothing', shown: shown ?? 0 })

/** The log of a match, the oldest line first. */
export function logOf(rows: readonly Row[], nameOf: NameOf): LogEntry[] {
  return rows.flatMap(({ at, events }) => events.flatMap((fact) => entryOf(fact, at, nameOf) ?? []))
}

/** The line of the log for a fact, or null for those that need none. */
export function entryOf(fact: Fact, at: number, nameOf: NameOf): LogEntry | null {
  const name = (seat: number) => isolated(nameOf(seat))
  const line = (seat: number | null, id: string, args = {}, more: Partial<LogEntry> = {}): LogEntry => ({
    seat,
    at,
    text: t(`triology-log-${id}`, { name: seat === null ? '' : name(seat), ...args }),
    ...more,
  })
  switch (fact.t) {
    case 'triology.dealt':
      return line(null, 'dealt', { hand: fact.deal, dealer: name(fact.dealer) })
    case 'triology.passed_over':
      return line(fact.seat, 'passed', {}, { ruling: 'G5' })
    case 'triology.drew':
      return line(fact.seat, 'drew')
    case 'triology.renewed':
      return line(null, 'renewed', { size: fact.size }, { ruling: 'Y10' })
    case 'triology.picked_up':
      return line(fact.seat, 'picked', { cards: fact.cards.length, card: briefName(fact.cards[0]!) }, { cards: fact.cards })
    case 'triology.melded':
      return line(fact.seat, fact.closed ? 'closed' : 'melded', {}, { cards: fact.cards })
    case 'triology.stole':
      return line(fact.seat, 'stole', { owner: name(fact.owner), chip: fact.chip ? 'yes' : 'no' }, { ruling: 'Y15' })
    case 'triology.opened':
      return line(fact.seat, 'opened', {}, { ruling: 'Y17' })
    case 'triology.took_back':
      return line(fact.seat, 'took-back', { kind: fact.kind })
    case 'triology.gave_back':
      return line(fact.seat, 'gave-back', {}, { ruling: 'Y16' })
    case 'triology.protected':
      return line(fact.seat, 'protected', {}, { ruling: 'Y21' })
    case 'triology.discarded':
      return line(fact.seat, fact.forced ? 'forced' : 'discarded', { card: briefName(fact.card) }, { cards: [fact.card] })
    case 'triology.time_ran_out':
      return line(fact.seat, 'time', {}, { ruling: 'Y13' })
    case 'triology.extended':
      return line(fact.seat, 'extended', {}, { ruling: 'Y14' })
    case 'triology.hinted':
      return line(fact.seat, 'hinted')
    case 'triology.hand_ended':
      return fact.out === null ? line(null, 'no-end', {}, { ruling: 'Y10' }) : line(fact.out, 'out', {}, { ruling: 'Y9' })
    case 'triology.readied_for_hand':
      return line(fact.seat, 'ready')
    case 'ended':
      return line(null, 'ended', { reason: fact.reason, winners: winners(fact.places, nameOf) })
    default:
      return logEntry(fact, at, nameOf)
  }
}
