// A page of rules as it is built into the client.
import type { GameName } from './cards/face'

/**
 * A run of HTML made from the project's own files at build time, or an example: cards to draw ("1221" …) and the features
 * in which they are no set; none if they are one, null if nothing is said about it.
 */
export type RulesPart =
  | { html: string; game?: undefined }
  | { game: GameName; cards: string[]; faults: string[] | null; html?: undefined }
