// Triology: 0–80 = base-3 digits colour, number, symbol, shading; 81–107 TRIOLOGY cards (colour*9 + a*3 + b, Y2);
// 108–110 HANDS-OFF. Cards are 5:7 with their symbols stacked, so the left third of a fanned card still tells them.
import { card, coloursOf, cornerCode, INK, SOFT } from './face'
import type { CardOptions } from './face'
import { placed } from './geometry'
import { SHAPES, symbol } from './symbols'
import type { Colour, Filling } from './symbols'

export const COLOURS = ['red', 'green', 'purple'] as const
const SYMBOLS = ['oval', 'squiggle', 'rhomb'] as const
const SHADINGS: readonly Filling[] = [1, 0, 2] // the rulebook names them solid, outlined, striped

/** What the symbols and shadings are called in the rulebook. */
export const SYMBOL_NAMES = ['oval', 'squiggle', 'diamond'] as const
export const SHADING_NAMES = ['solid', 'outlined', 'striped'] as const

const FIRST_TRIOLOGY = 81
const FIRST_HANDS_OFF = 108
export const isTriology = (n: number): boolean => n >= FIRST_TRIOLOGY && n < FIRST_HANDS_OFF
export const isHandsOff = (n: number): boolean => n >= FIRST_HANDS_OFF

/** One group of symbols: colour, number, symbol, shading, each 0–2. */
export type Group = readonly [colour: number, number: number, symbol: number, shading: number]

export const ordinary = (n: number): Group => [Math.floor(n / 27) % 3, Math.floor(n / 9) % 3, Math.floor(n / 3) % 3, n % 3]

/** Y2: the three groups of a TRIOLOGY card. */
export function groups(n: number): readonly [Group, Group, Group] {
  const m = (n - FIRST_TRIOLOGY) % 27
  const [c, a, b] = [Math.floor(m / 9), Math.floor(m / 3) % 3, m % 3]
  return [
    [c, 0, a, b],
    [c, 1, a, (b + 1) % 3],
    [c, 2, (a + 1) % 3, (b + 2) % 3],
  ]
}

/** Which column of a TRIOLOGY card shows this group (0–80); undefined on other cards. */
export function columnOf(n: number, group: number): number | undefined {
  if (!isTriology(n)) return undefined
  const column = groups(n).findIndex(([c, number, s, g]) => c * 27 + number * 9 + s * 3 + g === group)
  return column < 0 ? undefined : column
}

/** A card as it is written: number, colour, symbol, shading, each 1–3 ("1221"); a TRIOLOGY card has three in brackets. Null if it is none. */
export function parseTriology(code: string): number | null {
  const written = code.replace(/^\[|\]$/g, '').split('|')
  const named = written.map((digits) => (/^[123]{4}$/.test(digits) ? groupOf([...digits].map((d) => Number(d) - 1) as [number, number, number, number]) : NaN))
  if (named.length === 1) return Number.isNaN(named[0]) ? null : named[0]!
  for (let n = FIRST_TRIOLOGY; n < FIRST_HANDS_OFF; n++) if (named.length === 3 && named.every((group, i) => columnOf(n, group) === i)) return n
  return null
}

const groupOf = ([number, colour, symbol, shading]: readonly [number, number, number, number]): number => colour * 27 + number * 9 + symbol * 3 + shading

/** The drawing of a card as an SVG string. */
export function triology(n: number, o: CardOptions = {}): string {
  if (isHandsOff(n)) return handsOff(n - FIRST_HANDS_OFF, o)
  return card(100, 140, n < FIRST_TRIOLOGY ? plain(n, o) : triple(n, o), o)
}

const paint = (colour: number, o: CardOptions): Colour => coloursOf('triology', o.palette)[COLOURS[colour]!]!

function plain(n: number, o: CardOptions): string {
  const [colour, number, shape, shading] = ordinary(n)
  const small = (o.px ?? 100) < 64
  let body = ''
  for (let i = 0; i <= number; i++) {
    const middle = 70 + (o.code ? 5 : 0) + (i - number / 2) * 41
    const outline = placed(SHAPES[SYMBOLS[shape]!], (x, y) => [50 + x, middle + y])
    body += symbol(outline, SHADINGS[shading]!, paint(colour, o), small ? 5.6 : 4.6, { axis: 0, count: small ? 6 : 8 })
  }
  return o.code ? body + cornerCode(100, o.code, SHADINGS[shading]) : body
}

/** Unused columns are never dimmed: another may be used next (Y19), so all keep their contrast. */
function triple(n: number, o: CardOptions): string {
  const small = (o.px ?? 100) < 64
  const top = small ? 6 : 7
  const bottom = small ? 134 : 124
  const codes = o.code?.split(' ')
  const lower = codes ? 5 : 0
  const columns = groups(n).map(([colour, number, shape, shading], k) => {
    const middle = 18.5 + k * 31.5
    const edge = o.use === k ? `stroke="${INK}" stroke-width="${small ? 4.4 : 3.4}"` : 'stroke="var(--face-rule)" stroke-width="1"'
    let column = `<rect x="${middle - 14}" y="${top}" width="28" height="${bottom - top}" rx="6" fill="var(--face-well)" ${edge}/>`
    for (let i = 0; i <= number; i++) {
      const at = (top + bottom) / 2 + lower + (i - number / 2) * 36.5
      const outline = placed(SHAPES[SYMBOLS[shape]!], (x, y) => [middle - y * 0.58, at + x * 0.46])
      column += symbol(outline, SHADINGS[shading]!, paint(colour, o), small ? 4.4 : 3.6, { axis: 1, count: small ? 4 : 5 })
    }
    const letters = codes?.[k]
    if (letters) column += `<g transform="translate(${middle - 18} ${top - 3}) scale(.76)">${cornerCode(100, letters, SHADINGS[shading])}</g>`
    return column
  })
  return columns.join('') + (small ? '' : caption('TRIOLOGY', 134.5, 7.5, 1.9, SOFT))
}

const caption = (word: string, y: number, size: number, spacing: number, ink: string): string =>
  `<text x="50" y="${y}" text-anchor="middle" font-family="var(--font)" font-size="${size}" font-weight="600" letter-spacing="${spacing}" fill="${ink}">${word}</text>`

function handsOff(colour: number, o: CardOptions): string {
  const { fill, line } = paint(colour, o)
  const small = (o.px ?? 100) < 64
  const palm =
    `<g stroke="${fill}" stroke-linecap="round" stroke-linejoin="round" fill="${fill}">` +
    '<path d="M34 62V44M45.5 58V32M57 58V34M68 62V44" stroke-width="9" fill="none"/><path d="M24.5 71 37 88" stroke-width="9.5" fill="none"/>' +
    '<path d="M33 62H69V80C69 94 61 103 51 103C43 103 38 99 35 93Z" stroke-width="6"/></g>'
  const body =
    `<rect x="8" y="8" width="84" height="124" rx="5" fill="none" stroke="${line}" stroke-width="${small ? 6 : 5}"/>` +
    `<g transform="translate(0 ${small ? 3 : -3})">${palm}</g>` +
    (small ? '' : caption('HANDS-OFF', 122, 8, 1.2, INK))
  return card(100, 140, body, o)
}
