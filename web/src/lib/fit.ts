// Fitting a grid of cards into the room there is.

export interface Fit {
  columns: number
  rows: number
  /** size of one card in whole pixels */
  width: number
  height: number
}

export interface FitOptions {
  gap: number
  /** bounds of a card's height over its width */
  ratio: readonly [least: number, most: number]
  /** numbers of columns to choose from; any without */
  columns?: readonly number[]
}

/** The largest cards of which `count` fit into `width` × `height` pixels. */
export function fit(width: number, height: number, count: number, { gap, ratio, columns }: FitOptions): Fit {
  let best: Fit = { columns: 1, rows: count, width: 0, height: 0 }
  for (const n of columns ?? Array.from({ length: count }, (_, i) => i + 1)) {
    const rows = Math.ceil(count / n)
    let w = Math.max(0, (width - gap * (n - 1)) / n)
    let h = Math.max(0, (height - gap * (rows - 1)) / rows)
    h = Math.min(h, w * ratio[1])
    w = Math.min(w, h / ratio[0])
    if (w * h > best.width * best.height) best = { columns: n, rows, width: Math.floor(w), height: Math.floor(h) }
  }
  return best
}
