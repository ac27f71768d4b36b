// Triple³: colour*16 + shape*4 + number of waves. A wave runs over the whole card, in the shape's dark line beside it
// and in the face's colour across it, so the number can be counted in either place.
import { card, coloursOf, cornerCode, FACE } from './face'
import type { CardOptions } from './face'
import { contains, f, flattened, pathOf, placed } from './geometry'
import type { Point } from './geometry'
import { SHAPES } from './symbols'

const COLOURS = ['red', 'blue', 'purple', 'yellow'] as const
const SHAPE_NAMES = ['circle', 'diamond', 'plus', 'star'] as const

/** What cards can share, numbered as in the engine: colours 0–3, shapes 4–7, numbers of waves 8–11. */
export const VALUES = [...COLOURS, ...SHAPE_NAMES, 'none', 'one', 'two', 'three'] as const

export const features = (n: number) => ({ colour: Math.floor(n / 16), shape: Math.floor(n / 4) % 4, waves: n % 4 })

/** The card of a code as the rules write it, "B2C": colour, waves, shape; null for any other text. */
export function parseTriple3(code: string): number | null {
  const [, colour, waves, shape] = /^([RBPY])([0-3])([CDUS])$/.exec(code) ?? []
  return colour && waves && shape ? 'RBPY'.indexOf(colour) * 16 + 'CDUS'.indexOf(shape) * 4 + Number(waves) : null
}

/** The three values of a card. */
export const valuesOf = (n: number): [number, number, number] => [Math.floor(n / 16), 4 + (Math.floor(n / 4) % 4), 8 + (n % 4)]

/** The drawing of a card as an SVG string. */
export function triple3(n: number, o: CardOptions = {}): string {
  const { colour, shape, waves } = features(n)
  const small = (o.px ?? 100) < 56
  const paint = coloursOf('triple3', o.palette)[COLOURS[colour]!]!
  const outline = placed(SHAPES[SHAPE_NAMES[shape]!], (x, y) => [50 + x * 0.94, 50 + y * 0.94])
  const polygon = flattened(outline)
  const d = pathOf(outline)
  let [beside, across] = ['', '']
  for (let i = 0; i < waves; i++) {
    const [outer, inner] = wave(polygon, 50 + (i - (waves - 1) / 2) * 18.5)
    beside += outer
    across += inner
  }
  const line = (path: string, ink: string) =>
    path && `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${small ? 6.4 : 5.4}" stroke-linecap="round" stroke-linejoin="round"/>`
  const body =
    line(beside, paint.line) +
    `<path d="${d}" fill="none" stroke="${FACE}" stroke-width="${small ? 10 : 11.5}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="${paint.fill}" stroke="${paint.line}" stroke-width="4.6" stroke-linejoin="round"/>` +
    line(across, paint.wave ?? FACE)
  return card(100, 100, o.code ? body + cornerCode(100, o.code) : body, o)
}

/** One wave at height `y`, cut where it meets the shape: its pieces beside it and those across it. */
function wave(polygon: readonly Point[], y: number): [beside: string, across: string] {
  const pieces: [string, string] = ['', '']
  let run: Point[] = []
  let within: boolean | null = null
  const flush = () => {
    if (run.length < 3) return
    const kept = run.filter((_, k) => k % 2 === 0 || k === run.length - 1)
    pieces[within ? 1 : 0] += 'M' + kept.map((p) => p.map(f).join(' ')).join('L')
  }
  for (let x = 7; x < 94; x++) {
    const point: Point = [x, y + 3.9 * Math.sin(((x - 50) * 2 * Math.PI) / 28)]
    const now = contains(polygon, ...point)
    run.push(point)
    if (within !== null && now !== within) {
      flush()
      run = [point]
    }
    within = now
  }
  flush()
  return pieces
}
