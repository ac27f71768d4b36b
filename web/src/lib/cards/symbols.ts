// The one pen of all three games: a symbol is an outline of one weight with round joins; solid, empty and striped
// differ only inside it. Shapes part by silhouette, before colour: blunt, pointed, waisted.
import { box, circle, crossed, crossings, f, flattened, pathOf, placed, ribbon, rounded, starry } from './geometry'
import type { Outline } from './geometry'

export interface Colour {
  /** of solid symbols */
  fill: string
  /** of outlines, stripes and the waves beside a shape */
  line: string
  /** of the waves across a shape (Triple³) */
  wave?: string
}

/** 0 empty, 1 solid, 2 striped. */
export type Filling = 0 | 1 | 2

export const SHAPES = {
  // Trios, upright in a box of 30 × 64
  stone: box(14, 31, 13),
  leaf: [
    ['M', 0, -33],
    ['C', 7, -25, 15.5, -13, 15.5, 0],
    ['C', 15.5, 13, 7, 25, 0, 33],
    ['C', -7, 25, -15.5, 13, -15.5, 0],
    ['C', -15.5, -13, -7, -25, 0, -33],
  ],
  hourglass: [
    ['M', -10, -31],
    ['L', 10, -31],
    ['Q', 15, -31, 15, -26],
    ['C', 15, -12, 5, -9, 5, 0],
    ['C', 5, 9, 15, 12, 15, 26],
    ['Q', 15, 31, 10, 31],
    ['L', -10, 31],
    ['Q', -15, 31, -15, 26],
    ['C', -15, 12, -5, 9, -5, 0],
    ['C', -5, -9, -15, -12, -15, -26],
    ['Q', -15, -31, -10, -31],
  ],
  // Triology, lying in a box of 70 × 33
  oval: [
    ['M', -18, -16],
    ['L', 18, -16],
    ['C', 40, -16, 40, 16, 18, 16],
    ['L', -18, 16],
    ['C', -40, 16, -40, -16, -18, -16],
  ],
  squiggle: ribbon(26.5, 7, 9.8),
  rhomb: rounded([[0, -18], [37, 0], [0, 18], [-37, 0]], 4), // prettier-ignore
  // Triple³, in a box of 72 × 72
  circle: circle(32),
  diamond: rounded([[0, -39], [39, 0], [0, 39], [-39, 0]], 7), // prettier-ignore
  plus: crossed(12.5, 35, 4.5),
  star: placed(starry(5, 41, 19.5, 5), (x, y) => [x, y + 3]),
} as const satisfies Record<string, Outline>

/** How the stripes of a symbol run: along the x axis (1) or the y axis (0), and how many. */
export interface Stripes {
  axis: 0 | 1
  count: number
}

/** One symbol as SVG. Stripes are line pieces cut at the outline by arithmetic, so the string needs no id, clip or pattern. */
export function symbol(outline: Outline, filling: Filling, colour: Colour, pen: number, stripes: Stripes): string {
  const d = pathOf(outline)
  const edge = `stroke="${colour.line}" stroke-width="${f(pen)}" stroke-linejoin="round"`
  if (filling === 1) return `<path d="${d}" fill="${colour.fill}" ${edge}/>`
  const inside = filling === 2 ? striped(outline, colour, stripes) : ''
  return `${inside}<path d="${d}" fill="none" ${edge}/>`
}

function striped(outline: Outline, colour: Colour, { axis, count }: Stripes): string {
  const polygon = flattened(outline)
  const reach = polygon.map((p) => p[axis])
  const low = Math.min(...reach)
  const step = (Math.max(...reach) - low) / count
  let d = ''
  for (let i = 0; i < count; i++) {
    const at = low + (i + 0.5) * step
    const cuts = crossings(polygon, axis, at)
    for (let k = 0; k + 1 < cuts.length; k += 2)
      d += axis ? `M${f(cuts[k]!)} ${f(at)}H${f(cuts[k + 1]!)}` : `M${f(at)} ${f(cuts[k]!)}V${f(cuts[k + 1]!)}`
  }
  return `<path d="${d}" fill="none" stroke="${colour.line}" stroke-width="${f(step * 0.44)}"/>`
}
