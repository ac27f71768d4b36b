// What the cards of all games share: the face, the corner code, the back, the mark of the house.
// Pure functions from numbers to SVG strings: no document, no ids, no outside resources; colours that follow the
// theme are custom properties of tokens.css.
import { f, placed } from './geometry'
import palettes from './palettes.json'
import { frame } from './states'
import type { CardState } from './states'
import { SHAPES, symbol } from './symbols'
import type { Colour, Filling } from './symbols'

export type PaletteName = keyof typeof palettes.palettes
export const PALETTES = Object.keys(palettes.palettes) as PaletteName[]
export type GameName = 'trios' | 'triple3' | 'triology'

/** The colours of one game in a palette, by the colour's name in the rulebook. */
export function coloursOf(game: GameName, palette: PaletteName = 'default'): Record<string, Colour> {
  return palettes.palettes[palette][game]
}

export interface CardOptions {
  /** width it will be shown at, in pixels: small cards get fewer stripes and heavier pens */
  px?: number
  /** height in card units where the face may stretch (Trios) */
  h?: number
  /** letters of the corner code; none without */
  code?: string
  palette?: PaletteName
  states?: readonly CardState[]
  /** seats of rivals that mark the card */
  marks?: readonly number[]
  /** the column in use of a TRIOLOGY card */
  use?: number
  badge?: 'left' | 'right'
  /** what a screen reader says; without it the drawing is decoration */
  label?: string
}

export const FACE = 'var(--face)'
const EDGE = 'var(--face-edge)'
export const INK = 'var(--face-ink)'
export const SOFT = 'var(--face-soft)'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

function svg(w: number, h: number, inner: string, label?: string): string {
  const spoken = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"'
  return `<svg class="card-svg" viewBox="0 0 ${w} ${f(h)}" ${spoken} xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
}

/** A whole card `w` × `h` units large: face, drawing, borders and signs. */
export function card(w: number, h: number, drawing: string, o: CardOptions): string {
  const { px = w, states = [], marks = [], badge = 'right' } = o
  const edge = Math.max(0.8, (0.8 * w) / px)
  const dim = states.includes('notallowed')
  const face = `<rect x="${f(edge / 2)}" y="${f(edge / 2)}" width="${f(w - edge)}" height="${f(h - edge)}" rx="${f(w * 0.07)}" fill="${dim ? 'var(--face-dim)' : FACE}" stroke="${EDGE}" stroke-width="${f(edge)}"/>`
  // a thick border leaves less room for three symbols side by side
  const room = states.includes('selected') ? ` transform="translate(${f(w * 0.03)} ${f(h * 0.03)}) scale(.94)"` : ''
  const inner = `${face}<g${dim ? ' opacity=".42"' : ''}${room}>${drawing}</g>${frame(w, h, { px, states, marks, badge })}`
  return svg(w, h, inner, o.label)
}

/** The corner code: letters, then the filling (where the game has one) as a tiny box. */
export function cornerCode(w: number, letters: string, filling?: Filling): string {
  const size = w * 0.1
  const [x, y] = [w * 0.072, w * 0.15]
  const text = `<text x="${f(x)}" y="${f(y)}" font-family="ui-monospace,Menlo,Consolas,monospace" font-weight="600" font-size="${f(size * 1.12)}" fill="${INK}">${escaped(letters)}</text>`
  if (filling === undefined) return text
  const side = size * 0.62
  const left = x + letters.length * size * 0.7 + size * 0.3
  const top = y - side
  const bars = filling === 2 ? `<path d="M${f(left)} ${f(top + side * 0.36)}h${f(side)}M${f(left)} ${f(top + side * 0.68)}h${f(side)}" stroke="${INK}" stroke-width="${f(size * 0.12)}"/>` : '' // prettier-ignore
  return `${text}<rect x="${f(left)}" y="${f(top)}" width="${f(side)}" height="${f(side)}" rx="${f(size * 0.08)}" fill="${filling === 1 ? INK : 'none'}" stroke="${INK}" stroke-width="${f(size * 0.12)}"/>${bars}`
}

/** Stone solid, leaf striped, hourglass empty: the mark is itself a set. */
function markPaths(ink: string, k = 1, dx = 0, dy = 0): string {
  const three: [keyof typeof SHAPES, Filling][] = [['stone', 1], ['leaf', 2], ['hourglass', 0]] // prettier-ignore
  return three
    .map(([shape, filling], i) => {
      const outline = placed(SHAPES[shape], (x, y) => [dx + (20 + i * 40 + x) * k, dy + (36 + y) * k])
      return symbol(outline, filling, { fill: ink, line: ink }, 5.4 * k, { axis: 1, count: 7 })
    })
    .join('')
}

/** The mark of the house, `height` pixels high, in the colour of the text. */
export const mark = (height = 28): string =>
  `<svg viewBox="0 0 120 72" height="${height}" width="${f((height * 120) / 72)}" aria-hidden="true">${markPaths('currentColor')}</svg>`

const SIZES: Record<GameName, [w: number, h: number]> = { trios: [120, 100], triple3: [100, 100], triology: [100, 140] }

/** A card face down. */
export function back(game: GameName, o: Pick<CardOptions, 'h' | 'label'> = {}): string {
  const [w, usual] = SIZES[game]
  const h = o.h ?? usual
  const k = w / 170
  const lit = 'var(--back-line)'
  const inner =
    `<rect width="${w}" height="${f(h)}" rx="${f(w * 0.07)}" fill="${FACE}" stroke="${EDGE}" stroke-width=".8"/>` +
    `<rect x="4.5" y="4.5" width="${w - 9}" height="${f(h - 9)}" rx="${f(w * 0.045)}" fill="var(--back)"/>` +
    `<rect x="9" y="9" width="${w - 18}" height="${f(h - 18)}" rx="${f(w * 0.03)}" fill="none" stroke="${lit}" stroke-opacity=".38" stroke-width="1.2"/>` +
    markPaths(lit, k, w / 2 - 60 * k, h / 2 - 36 * k)
  return svg(w, h, inner, o.label)
}
