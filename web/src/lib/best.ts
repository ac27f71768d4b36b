// Best results alone, in words: every game counts something else (T7, X2).
import type { GameName } from './cards/face'
import { valueWords } from './options'
import { t } from './texts.svelte'
import type { Best } from './types.gen'

interface Words {
  /** what was reached, "66 points" */
  reached(best: Best): string
  /** what was played, and what else is known of it */
  about(best: Best): string
}

const exchanged = ({ exchanges }: Best): string => (exchanges ? t('exchanges', { count: exchanges }) : '')

const trios: Words = {
  reached: ({ points }) => t('points', { points }),
  about: (best) => [valueWords('trios', 'deck', best.kind), exchanged(best)].filter(Boolean).join(' · '),
}
const triple3: Words = {
  reached: ({ points }) => t('triple3-cards-left', { cards: -points }),
  about: () => '',
}

export const BEST: Record<GameName, Words> = { trios, triple3, triology: trios }

/** The kind of result that a table with these options gives. */
export const kindOf = (game: GameName, options: Record<string, unknown>): string => String(game === 'trios' ? (options.deck ?? 'full') : (options.rounds ?? 'single'))
