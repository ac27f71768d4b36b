// Small signs, drawn with one pen in a box of 22 × 22 around 0,0: those of the card states and those of the seats.
import { box, circle, crossed, pathOf, placed, regular, rounded, starry } from './geometry'
import type { Outline } from './geometry'

const pen = (d: string, width = 2.4): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const SIGNS = {
  check: pen('M-5 .5-1.5 4 5.5-4', 3),
  bulb: pen('M-2.6 4.2C-2.6 2.5-5 1.2-5-2.2a5 5 0 0 1 10 0C5 1.2 2.6 2.5 2.6 4.2ZM-1.8 7.6h3.6'),
  hook: pen('M2.5-3.8V3a4 4 0 0 1-8 0V-1.8l3.2 2.8M2.5-8a2.1 2.1 0 1 0 0 4.2a2.1 2.1 0 1 0 0-4.2', 2.2),
  palm: '<path d="M-6.2 1V-4.6a1.5 1.5 0 0 1 3 0V-7a1.5 1.5 0 0 1 3 0v-.6a1.5 1.5 0 0 1 3 0V-5.4a1.5 1.5 0 0 1 3 0V2.4C5.8 6.5 3.3 8.9 0 8.9c-2.8 0-4.3-1.3-5.5-3.3L-8.3 1.6a1.5 1.5 0 0 1 2.1-1.9Z" fill="currentColor"/>',
  pin: pen('M-3.6-7h7.2M-2.4-7v4.8L-4.8 1.2h9.6L2.4-2.2V-7M0 1.4V8'),
  ban: pen('M-4.7-4.7 4.7 4.7M6.5 0a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0'),
  spark: pen('M0-7v14M-7 0h14M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2', 2),
  cross: pen('M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5', 3),
} as const

export type SignName = keyof typeof SIGNS

/** The sign of each seat, in seat order: told apart without colour. */
const SEAT_SIGNS = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'hexagon', 'drop'] as const

const SEAT_OUTLINES: Record<(typeof SEAT_SIGNS)[number], Outline> = {
  circle: circle(7.4),
  square: box(6.6, 6.6, 1.6),
  triangle: rounded([[0, -8.2], [8.4, 6.6], [-8.4, 6.6]], 2), // prettier-ignore
  diamond: rounded([[0, -9], [9, 0], [0, 9], [-9, 0]], 2), // prettier-ignore
  star: placed(starry(5, 9.4, 4.3, 1.2), (x, y) => [x, y + 0.6]),
  cross: crossed(2.7, 8, 1.2),
  hexagon: regular(6, 8.2, 1.6),
  drop: [
    ['M', 0, -9.4],
    ['C', 2.5, -5, 6.8, -1.6, 6.8, 2.4],
    ['C', 6.8, 6.2, 3.7, 8.6, 0, 8.6],
    ['C', -3.7, 8.6, -6.8, 6.2, -6.8, 2.4],
    ['C', -6.8, -1.6, -2.5, -5, 0, -9.4],
  ],
}

const SEAT_PATHS = SEAT_SIGNS.map((name) => pathOf(SEAT_OUTLINES[name]))

/** The path of a seat's sign; signs repeat after eight seats. */
export const seatPath = (seat: number): string => SEAT_PATHS[seat % SEAT_PATHS.length]!

const small = (inner: string, size: number, style = ''): string =>
  `<svg viewBox="-11 -11 22 22" width="${size}" height="${size}"${style} aria-hidden="true">${inner}</svg>`

/** A seat's sign in its colour, `size` pixels wide. */
export const seatSign = (seat: number, size = 16): string =>
  small(`<path d="${seatPath(seat)}" fill="var(--seat-${(seat % 8) + 1})"/>`, size)

/** A state's sign in the colour of the text, `size` pixels wide. */
export const sign = (name: SignName, size = 20): string => small(SIGNS[name], size)
