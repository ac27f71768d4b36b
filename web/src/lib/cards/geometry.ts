// Outlines as lists of path segments around 0,0, and the arithmetic the drawings need: placing, flattening, cutting.
// Knows nothing of cards, colours or the page.

export type Point = readonly [x: number, y: number]
/** One path command with its numbers, all absolute: M, L with one point, Q with two, C with three. */
export type Segment = readonly [command: 'M' | 'L' | 'Q' | 'C', ...numbers: number[]]
export type Outline = readonly Segment[]

/** A number as it stands in a path: two decimals at most. */
export const f = (n: number): string => String(Math.round(n * 100) / 100)

/** A polygon whose corners are rounded by `radius`. */
export function rounded(points: readonly Point[], radius: number): Outline {
  const toward = (from: Point, to: Point): Point => {
    const part = Math.min(radius / Math.hypot(to[0] - from[0], to[1] - from[1]), 0.5)
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
  }
  const at = (i: number): Point => points[(i + points.length) % points.length]!
  return points.flatMap((corner, i): Segment[] => {
    const before = toward(corner, at(i - 1))
    const after = toward(corner, at(i + 1))
    return [
      [i ? 'L' : 'M', ...before],
      ['Q', ...corner, ...after],
    ]
  })
}

/** A rounded rectangle of half width `w` and half height `h`. */
export const box = (w: number, h: number, radius: number): Outline =>
  rounded([[-w, -h], [w, -h], [w, h], [-w, h]], radius) // prettier-ignore

/** A regular polygon with `n` corners on a circle; the first corner points to `turn` degrees. */
export const regular = (n: number, r: number, radius: number, turn = 0): Outline =>
  rounded(Array.from({ length: n }, (_, i) => onCircle(r, turn + (i * 360) / n)), radius)

/** A star with `n` points, alternately at the outer and the inner radius. */
export const starry = (n: number, outer: number, inner: number, radius: number): Outline =>
  rounded(Array.from({ length: 2 * n }, (_, i) => onCircle(i % 2 ? inner : outer, -90 + (i * 180) / n)), radius)

/** A cross with arms of half width `w` reaching to `r`. */
export const crossed = (w: number, r: number, radius: number): Outline =>
  rounded([[-w, -r], [w, -r], [w, -w], [r, -w], [r, w], [w, w], [w, r], [-w, r], [-w, w], [-r, w], [-r, -w], [-w, -w]], radius) // prettier-ignore

function onCircle(r: number, degrees: number): Point {
  const a = (degrees * Math.PI) / 180
  return [r * Math.cos(a), r * Math.sin(a)]
}

/** A circle as four Bézier arcs. */
export function circle(r: number): Outline {
  const k = r * 0.5523
  return [
    ['M', 0, -r],
    ['C', k, -r, r, -k, r, 0],
    ['C', r, k, k, r, 0, r],
    ['C', -k, r, -r, k, -r, 0],
    ['C', -r, -k, -k, -r, 0, -r],
  ]
}

/** A closed smooth curve through the points (Catmull–Rom). */
function smooth(points: readonly Point[]): Outline {
  const at = (i: number): Point => points[(i + points.length) % points.length]!
  const curve = points.map((b, i): Segment => {
    const [a, c, d] = [at(i - 1), at(i + 1), at(i + 2)]
    return ['C', b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6, ...c]
  })
  return [['M', ...at(0)], ...curve]
}

/** One full wave of even thickness with round ends: `half` its half length, `lift` its height, `thick` half its width. */
export function ribbon(half: number, lift: number, thick: number): Outline {
  const k = Math.PI / half
  const side = Array.from({ length: 13 }, (_, i): Point => {
    const x = -half + (2 * half * i) / 12
    const slope = -lift * k * Math.cos(k * x)
    const length = Math.hypot(1, slope)
    return [x + (thick * slope) / length, -lift * Math.sin(k * x) - thick / length]
  })
  const turn = (Math.atan2(lift * k, 1) * 180) / Math.PI
  const cap = [-60, -25, 10, 45, 75].map((degrees): Point => {
    const [x, y] = onCircle(thick, turn + degrees)
    return [half + x, y]
  })
  const upper = [...side, ...cap]
  return smooth([...upper, ...upper.map(([x, y]): Point => [-x, -y])])
}

/** The outline with every point sent through `map`. */
export function placed(outline: Outline, map: (x: number, y: number) => Point): Outline {
  return outline.map(([command, ...n]): Segment => {
    const moved: number[] = []
    for (let i = 0; i < n.length; i += 2) moved.push(...map(n[i]!, n[i + 1]!))
    return [command, ...moved]
  })
}

/** The `d` of a closed SVG path. */
export const pathOf = (outline: Outline): string =>
  outline.map(([command, ...n]) => command + n.map(f).join(' ')).join('') + 'Z'

/** The outline as a polygon, curves in fourteen steps. */
export function flattened(outline: Outline): Point[] {
  const points: Point[] = []
  let [px, py] = [0, 0]
  for (const [command, ...n] of outline) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = n
    const steps = command === 'C' || command === 'Q' ? 14 : 1
    for (let i = 1; i <= steps; i++) {
      const t = i / steps
      const u = 1 - t
      if (command === 'C')
        points.push([
          u ** 3 * px + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3,
          u ** 3 * py + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3,
        ])
      else if (command === 'Q')
        points.push([u * u * px + 2 * u * t * x1 + t * t * x2, u * u * py + 2 * u * t * y1 + t * t * y2])
      else points.push([x1, y1])
    }
    ;[px, py] = [n.at(-2)!, n.at(-1)!]
  }
  return points
}

/** Where the line `axis = at` meets the polygon: the other coordinate of each crossing, in order. */
export function crossings(polygon: readonly Point[], axis: 0 | 1, at: number): number[] {
  const other = axis ? 0 : 1
  const hits: number[] = []
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!
    if (p[axis] <= at !== q[axis] <= at)
      hits.push(p[other] + ((q[other] - p[other]) * (at - p[axis])) / (q[axis] - p[axis]))
  })
  return hits.sort((a, b) => a - b)
}

/** Whether the point lies inside the polygon. */
export const contains = (polygon: readonly Point[], x: number, y: number): boolean =>
  crossings(polygon, 1, y).filter((hit) => hit < x).length % 2 === 1
