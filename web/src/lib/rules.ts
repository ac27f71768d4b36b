// A page of rules as it is built into the client.
/**
 * A run of HTML made from the project's own files at build time, or an example: cards to draw ("1221", "[1111|2112|3123]" …) and
 * the features in which they are no set; none if they are one, null if nothing is said about it. An example of Triple³ is a grid of nine
 * cards ("R0C" …) with answers: what covers a stack, or the stacks that a card may go on.
 */
export type RulesPart =
  | { html: string; game?: undefined }
  | { game: 'trios' | 'triology'; cards: string[]; faults: string[] | null; html?: undefined }
  | { game: 'triple3'; grid: string[]; answers: { of: string; found: string[] }[]; html?: undefined }
