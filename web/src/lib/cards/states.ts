// What a card can be besides itself: each state has a border and a sign of its own, told apart in grey.
import { f } from './geometry'
import { SIGNS, seatPath } from './signs'
import type { SignName } from './signs'

export type CardState =
  | 'selected'
  | 'hinted'
  | 'new'
  | 'stealable'
  | 'protected'
  | 'must'
  | 'wrong'
  | 'set'
  | 'notallowed'

const FACE = 'var(--face)'
const INK = 'var(--face-ink)'
const SOFT = 'var(--face-soft)'
const ACCENT = 'var(--face-accent)'
const BAD = 'var(--face-bad)'
const GOOD = 'var(--face-good)'

const BADGES: Partial<Record<CardState, [sign: SignName, fill: string, ink: string]>> = {
  selected: ['check', ACCENT, '#fff'],
  hinted: ['bulb', INK, '#fff'],
  stealable: ['hook', ACCENT, '#fff'],
  protected: ['palm', INK, '#fff'],
  must: ['pin', INK, '#fff'],
  wrong: ['cross', BAD, '#fff'],
  set: ['spark', GOOD, '#fff'],
  notallowed: ['ban', FACE, SOFT],
}

export interface FrameOptions {
  /** pixels the card will be shown at: pens never get thinner than they can be seen */
  px: number
  states: readonly CardState[]
  /** seats that mark the card: the border is shared out between them */
  marks: readonly number[]
  /** in a fanned hand the first sign goes to the left corner, which is never covered */
  badge: 'left' | 'right'
}

const markColour = (seat: number): string => `var(--mark-${(seat % 8) + 1})`

/** Measures of one card's frame, in card units. */
class Frame {
  readonly pen: number
  readonly radius: number
  readonly disc: number

  constructor(
    readonly w: number,
    readonly h: number,
    px: number,
  ) {
    const unit = w / px
    this.pen = Math.max(w * 0.026, 2.8 * unit)
    this.radius = Math.max(w * 0.07, 3 * unit)
    this.disc = Math.min(Math.max(w * 0.078, 9 * unit), w * 0.2)
  }

  /** A rounded border `inset` from the edge. */
  border(inset: number, stroke: string, width: number, dash: readonly number[] = [], extra = ''): string {
    const dashes = dash.length ? ` stroke-dasharray="${dash.map(f).join(' ')}"` : ''
    return `<rect x="${f(inset)}" y="${f(inset)}" width="${f(this.w - 2 * inset)}" height="${f(this.h - 2 * inset)}" rx="${f(Math.max(this.radius - inset, 1))}" fill="none" stroke="${stroke}" stroke-width="${f(width)}"${dashes}${extra}/>`
  }

  badge([name, fill, ink]: [SignName, string, string], x: number, y: number): string {
    const r = this.disc
    return `<g transform="translate(${f(x)} ${f(y)})" color="${ink}"><circle r="${f(r)}" fill="${fill}" stroke="${FACE}" stroke-width="${f(r * 0.16)}"/><g transform="scale(${f(r / 12.5)})">${SIGNS[name]}</g></g>`
  }

  /** One border shared out between several colours, beginning at the top left. */
  ring(colours: readonly string[]): string {
    const n = colours.length
    const around = 2 * (this.w - 2 * this.pen + this.h - 2 * this.pen)
    const gap = n > 1 ? this.pen * 1.3 : 0
    const share = around / n
    const part = (colour: string, k: number) =>
      this.border(this.pen, colour, this.pen * 1.15, [share - gap, around - share + gap], ` stroke-dashoffset="${f(-k * share)}"`)
    return colours.map(part).join('')
  }

  /** At the foot of the card a disc with the sign of each seat. */
  discs(seats: readonly number[]): string {
    const { w, h, disc } = this
    const apart = Math.min(disc * 2.1, (w - 2.2 * disc) / seats.length)
    const one = (seat: number, k: number) => {
      const x = w / 2 + (k - (seats.length - 1) / 2) * apart
      return `<g transform="translate(${f(x)} ${f(h - disc * 1.02)})"><circle r="${f(disc)}" fill="${FACE}" stroke="${markColour(seat)}" stroke-width="${f(disc * 0.15)}"/><path d="${seatPath(seat)}" transform="scale(${f((disc * 0.92) / 13)})" fill="${markColour(seat)}"/></g>`
    }
    return seats.map(one).join('')
  }

  /** The border of one state; `inner` keeps it clear of a ring of marks. */
  state(state: CardState, inner: boolean): string {
    const { w, h, pen } = this
    switch (state) {
      case 'selected':
        return this.border(pen * 1.15, ACCENT, pen * 1.5)
      case 'hinted':
        return this.border(inner ? pen * 2.4 : pen, INK, pen * (inner ? 0.7 : 0.9), [pen * 3.2, pen * 2.2])
      case 'stealable':
        return this.border(pen * 0.3, ACCENT, pen * 0.5) + this.border(pen * 1.35, ACCENT, pen * 0.5)
      case 'must':
        return this.border(pen, INK, pen * 1.1, [0.01, pen * 2.1], ' stroke-linecap="round"')
      case 'protected': {
        const reach = w * 0.3
        return (
          this.border(pen * 0.3, INK, pen * 0.5) +
          `<path d="M${f(pen * 0.8)} ${f(h / 2 - reach)}V${f(h / 2 + reach)}M${f(w - pen * 0.8)} ${f(h / 2 - reach)}V${f(h / 2 + reach)}" stroke="${INK}" stroke-width="${f(pen * 1.6)}" stroke-linecap="round"/>`
        )
      }
      case 'wrong':
        return this.border(pen * 0.75, BAD, pen, [pen * 1.2, pen * 1.2])
      case 'set':
        return this.border(pen * 0.6, GOOD, pen * 0.8) + this.border(pen * 2, GOOD, pen * 0.8)
      case 'notallowed':
        return this.border(pen * 0.4, SOFT, pen * 0.45, [pen * 0.6, pen * 1.4])
      case 'new':
        return this.border(pen * 0.5, ACCENT, pen, [], ' stroke-opacity=".22"') + this.brackets()
    }
  }

  private brackets(): string {
    const { w, h, pen, radius: q } = this
    const arm = w * 0.2
    const i = pen * 0.8
    const corner = (x: number, y: number, sx: number, sy: number) =>
      `M${f(x)} ${f(y + sy * arm)}V${f(y + sy * q)}Q${f(x)} ${f(y)} ${f(x + sx * q)} ${f(y)}H${f(x + sx * arm)}`
    const d = corner(i, i, 1, 1) + corner(w - i, i, -1, 1) + corner(i, h - i, 1, -1) + corner(w - i, h - i, -1, -1)
    return `<path d="${d}" fill="none" stroke="${ACCENT}" stroke-width="${f(pen)}" stroke-linecap="round"/>`
  }
}

/** Borders and signs of a card `w` × `h` units large. A card can be selected, hinted and marked by rivals at once. */
export function frame(w: number, h: number, { px, states, marks, badge }: FrameOptions): string {
  const it = new Frame(w, h, px)
  const shared = marks.length > 0
  const mine = states.includes('selected')
  let out = ''
  if (shared) out += it.ring([...(mine ? [ACCENT] : []), ...marks.map(markColour)]) + it.discs(marks)
  for (const state of states) if (!(shared && state === 'selected')) out += it.state(state, shared || mine)
  const badges = states.flatMap((state) => (BADGES[state] ? [BADGES[state]] : []))
  badges.forEach((found, k) => {
    const left = (badge === 'left') === (k === 0)
    out += it.badge(found, left ? it.disc * 1.25 : w - it.disc * 1.25, it.disc * 1.25)
  })
  return out
}
