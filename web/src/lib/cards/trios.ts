// Trios: 0–80 = base-3 digits colour, quantity, shape, filling, colour highest. Cards are 6:5 and may stretch.
import { card, coloursOf, cornerCode } from './face'
import type { CardOptions } from './face'
import { placed } from './geometry'
import { SHAPES, symbol } from './symbols'
import type { Filling } from './symbols'

export const COLOURS = ['red', 'green', 'blue'] as const
export const SHAPE_NAMES = ['stone', 'leaf', 'hourglass'] as const
export const FILLINGS = ['empty', 'solid', 'structured'] as const

/** The features of a card, each 0–2; `quantity` 0 is one symbol. */
export interface TriosFeatures {
  quantity: number
  colour: number
  shape: number
  filling: Filling
}

export const features = (n: number): TriosFeatures => ({
  colour: Math.floor(n / 27) % 3,
  quantity: Math.floor(n / 9) % 3,
  shape: Math.floor(n / 3) % 3,
  filling: (n % 3) as Filling,
})

/** The card written as on paper: quantity, colour, shape, filling, each 1–3 ("1221"). Null if it is none. */
export function parseTrios(code: string): number | null {
  if (!/^[123]{4}$/.test(code)) return null
  const [q, c, s, g] = [...code].map((d) => Number(d) - 1) as [number, number, number, number]
  return c * 27 + q * 9 + s * 3 + g
}

/** The drawing of a card as an SVG string. `h` is its height when it is 120 units wide. */
export function trios(n: number, o: CardOptions = {}): string {
  const { quantity, colour, shape, filling } = features(n)
  const w = 120
  const h = o.h ?? 100
  const small = (o.px ?? w) < 72
  const tall = Math.min(1.04, (h - 26) / 66) * (o.code && h < 112 ? 0.96 : 1)
  const lift = (o.code ? 4 : 0) - (o.marks?.length ? 6 : 0)
  const paint = coloursOf('trios', o.palette)[COLOURS[colour]!]!
  let body = ''
  for (let i = 0; i <= quantity; i++) {
    const middle = w / 2 + (i - quantity / 2) * 37.5
    const outline = placed(SHAPES[SHAPE_NAMES[shape]!], (x, y) => [middle + x * 0.88, h / 2 + lift + y * tall])
    body += symbol(outline, filling, paint, small ? 5.6 : 4.8, { axis: 1, count: small ? 6 : 8 })
  }
  if (o.code) body += cornerCode(w, o.code, filling)
  return card(w, h, body, o)
}
