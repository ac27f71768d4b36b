// The eight lines of the grid: for showing where something was made, and for naming the rows, columns and diagonals.
import { valuesOf } from '../../lib/cards/triple3'

export type Line = readonly [number, number, number]
export type Way = 'row' | 'column' | 'diagonal'

export const LINES: readonly Line[] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] // prettier-ignore

const numberOf = (cells: readonly number[]): number => LINES.findIndex((line) => cells.every((cell) => line.includes(cell)))

export const wayOf = (cells: readonly number[]): Way => {
  const n = numberOf(cells)
  return n < 3 ? 'row' : n < 6 ? 'column' : 'diagonal'
}

/** "row-0" for the top row, "column-2" for the right column, "diagonal": a key of the texts. */
export const whereOf = (line: Line): string => {
  const way = wayOf(line)
  return way === 'diagonal' ? way : `${way}-${numberOf(line) % 3}`
}

export interface Made {
  line: Line
  values: number[]
}

/** The lines through a cell whose three open cards share values that were formed there just now, with these values. */
export function madeAt(tops: readonly number[], cell: number, formed: readonly number[]): Made[] {
  return LINES.filter((line) => line.includes(cell)).flatMap((line) => {
    const values = formed.filter((value) => line.every((at) => (tops[at] ?? -1) >= 0 && valuesOf(tops[at]!).includes(value)))
    return values.length ? [{ line, values }] : []
  })
}
