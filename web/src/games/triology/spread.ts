// How a hand of any size is spread over the room there is: in rows of cards that may overlap, but of each card there is always
// enough left for a finger.

export interface Spread {
  /** size of a card in pixels */
  width: number
  height: number
  /** where each card lies, from the left and from the top of the room */
  places: readonly { x: number; y: number }[]
  /** how many cards a row holds */
  columns: number
  /** how high all rows are together; more than the room has must be scrolled */
  length: number
}

/** height over width of a card */
const RATIO = 7 / 5
/** so much of a card is always free for a finger */
const FINGER = 44
const GAP = 6

interface Try {
  width: number
  columns: number
  rows: number
  stepX: number
  stepY: number
}

/** Spreads `count` cards over `width` × `height` pixels, none wider than `most`. */
export function spread(width: number, height: number, count: number, most: number): Spread {
  const found = best(width, height, count, most) ?? scrolled(width, count)
  const { width: w, columns, rows, stepX, stepY } = found
  const h = w * RATIO
  const length = stepY * (rows - 1) + h
  const top = Math.max(0, (height - length) / 2)
  const places = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns)
    const inRow = Math.min(columns, count - row * columns)
    const left = (width - (stepX * (inRow - 1) + w)) / 2
    return { x: Math.round(left + (i % columns) * stepX), y: Math.round(top + row * stepY) }
  })
  return { width: w, height: h, places, columns, length }
}

/** Among all numbers of rows and sizes the one that shows most of the cards. */
function best(width: number, height: number, count: number, most: number): Try | null {
  let found: Try | null = null
  let shown = 0
  for (let rows = 1; rows <= Math.max(1, Math.ceil(count / 2)); rows++) {
    const columns = Math.max(1, Math.ceil(count / rows))
    for (let w = FINGER; w <= Math.min(most, width, height / RATIO); w += 2) {
      const h = w * RATIO
      const stepX = columns > 1 ? Math.min(w + GAP, (width - w) / (columns - 1)) : w
      const stepY = rows > 1 ? Math.min(h + GAP, (height - h) / (rows - 1)) : h
      if (stepX < FINGER || stepY < FINGER) continue
      // what is free of each card counts most, more so in its width, where a group lies beside the other; and its size a little
      const [x, y] = [Math.min(stepX, w), Math.min(stepY, h)]
      const value = x * y * (x / w) * Math.sqrt(y / h) * w ** 0.3
      if (value > shown) [found, shown] = [{ width: w, columns, rows, stepX, stepY }, value]
    }
  }
  return found
}

/** More cards than the room can hold: rows as narrow as a finger allows, to be scrolled. */
function scrolled(width: number, count: number): Try {
  const w = Math.min(56, Math.max(FINGER, width))
  const columns = Math.max(1, Math.min(count, Math.floor((width - w) / FINGER) + 1))
  const stepX = columns > 1 ? (width - w) / (columns - 1) : w
  return { width: w, columns, rows: Math.max(1, Math.ceil(count / columns)), stepX: Math.min(stepX, w + GAP), stepY: FINGER + 4 }
}
