// What the result page says in every game: one small table a game.
import type { GameName } from './cards/face'
import { points } from './clock.svelte'
import { t } from './texts.svelte'
import type { Common, Ended, Table, TriologyReview, TriosReview, Triple3Review } from './types.gen'
import type { NameOf } from './words'

export type Review = TriosReview | Triple3Review | TriologyReview

/** What a game's own account of a match is told. */
export interface ReviewProps<R = Review> {
  review: R
  table: Pick<Table, 'code' | 'game' | 'options'>
  match: number
  common: Common | null
  ended: Ended
  nameOf: NameOf
  /** seats in the order of their places */
  seats: readonly number[]
}

interface Words {
  /** the title of a game played alone */
  alone(ended: Ended): string
  /** why it is over */
  reason(ended: Ended, review: Review | null, options: Record<string, unknown>): string
  /** what a seat has reached, beside its name */
  score(ended: Ended, seat: number): string
  facts(review: Review, seat: number): string
}

const listed = (words: readonly string[]): string => words.filter(Boolean).join(', ')

const trios: Words = {
  alone: ({ scores }) => t('result-alone', { points: scores[0] ?? 0 }),
  reason: (_, review) => (review ? t('result-no-set', { left: (review as TriosReview).left }) : ''),
  score: ({ scores }, seat) => points(scores[seat]),
  facts(review, seat) {
    const one = (review as TriosReview).seats[seat]
    if (!one) return ''
    return listed([
      t('sets', { count: one.sets.length }),
      one.hints ? t('hints', { count: one.hints }) : '',
      one.failures ? t('failures', { count: one.failures }) : '',
      one.timeouts ? t('timeouts', { count: one.timeouts }) : '',
    ])
  },
}

const triple3: Words = {
  alone: ({ scores }) => t('triple3-cards-left', { cards: -(scores[0] ?? 0) }),
  reason: ({ reason, scores }) => t('triple3-result', { reason: scores.length === 1 && reason === 'said' ? 'stuck' : reason }),
  // in a match its chips, in a single round the cards left
  score: ({ scores }, seat) => String(Math.abs(scores[seat] ?? 0)),
  facts(review, seat) {
    const rounds = (review as Triple3Review).rounds
    const plays = rounds.reduce((sum, { seats }) => sum + (seats[seat]?.plays ?? 0), 0)
    return t('triple3-plays', { count: plays })
  },
}

const triology: Words = {
  alone: () => '', // nobody plays it alone (Y4)
  reason: (_, review, options) => (review ? t('triology-result', { target: Number(options.target), hands: (review as TriologyReview).hands.length }) : ''),
  score: ({ scores }, seat) => points(scores[seat]),
  facts: (review, seat) => t('sets', { count: (review as TriologyReview).hands.reduce((sum, { seats }) => sum + (seats[seat]?.melds ?? 0), 0) }),
}

export const RESULTS: Record<GameName, Words> = { trios, triple3, triology }
