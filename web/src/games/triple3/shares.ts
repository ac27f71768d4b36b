// What a handicap means in cards, for the set-up page (X12).

const DEALT = 55

/** How many cards each seat begins with when these are dealt to it in addition. */
export function shares(extra: readonly number[]): number[] {
  const sum = extra.reduce((a, b) => a + b, 0)
  const each = Math.floor((DEALT - sum) / extra.length)
  return extra.map((more) => Math.max(0, each + more))
}
