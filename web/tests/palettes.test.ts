// Card colours stay apart for every kind of eye, and everything that carries meaning stands out from its ground.
// Colour vision is simulated after Machado, Oliveira and Fernandes (2009) at full severity, in linear RGB; distances are
// in Oklab (0.02 is about just visible); contrast after WCAG 2. The floors are this project's own.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import palettes from '../src/lib/cards/palettes.json'

type Rgb = [number, number, number]
type Eye = 'normal' | 'protan' | 'deutan' | 'tritan' | 'grey'

const SEEN_BY: Record<'protan' | 'deutan' | 'tritan', readonly Rgb[]> = {
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
} // prettier-ignore

const linear = (hex: string): Rgb =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(linear(a)), luminance(linear(b))].sort((p, q) => q - p) as [number, number]
  return (x + 0.05) / (y + 0.05)
}

function seen(rgb: Rgb, eye: Eye): Rgb {
  if (eye === 'normal') return rgb
  if (eye === 'grey') return Array<number>(3).fill(luminance(rgb)) as Rgb
  return SEEN_BY[eye].map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]))) as Rgb
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(a: string, b: string, eye: Eye): number {
  const [x, y] = [oklab(seen(linear(a), eye)), oklab(seen(linear(b), eye))]
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

const FLOORS: Record<string, Partial<Record<Eye, number>>> = {
  default: { normal: 0.15, protan: 0.09, deutan: 0.09, tritan: 0.09, grey: 0.06 },
  protan: { protan: 0.13 },
  deutan: { deutan: 0.13 },
  tritan: { tritan: 0.13 },
  monochrome: { grey: 0.13 },
}

const cases = Object.entries(palettes.palettes).flatMap(([name, games]) =>
  Object.entries(games).map(([game, colours]) => ({ name, game, colours: Object.values(colours) as { fill: string; line: string; wave?: string }[] })),
)

describe.each(cases)('palette $name of $game', ({ name, game, colours }) => {
  // solid cards show the fill, the others only the line, so every mix is compared; Triple³ always shows its fill
  const shown = game === 'triple3' ? (['fill'] as const) : (['fill', 'line'] as const)
  const pairs = colours.flatMap((a, i) => colours.slice(0, i).flatMap((b) => shown.flatMap((x) => shown.map((y) => [a[x], b[y]] as const))))

  test.each(Object.entries(FLOORS[name]!) as [Eye, number][])('its colours differ for eyes that see %s', (eye, floor) => {
    expect(Math.min(...pairs.map(([a, b]) => distance(a, b, eye)))).toBeGreaterThanOrEqual(floor)
  })

  test('lines and waves stand out', () => {
    for (const { fill, line, wave } of colours) {
      expect(contrast(line, palettes.face)).toBeGreaterThanOrEqual(3)
      if (wave) expect(contrast(wave, fill)).toBeGreaterThanOrEqual(3)
    }
  })
})

const css = readFileSync(new URL('../src/tokens.css', import.meta.url), 'utf8')
const tokensIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\))/g)].map((m) => [m[1]!, m[2]!]))
const light = tokensIn(css.slice(0, css.indexOf('@media')))
const dark = { ...light, ...tokensIn(css.slice(css.indexOf(":root[data-theme='dark']"))) }

test('the dark theme by the system is the dark theme by choice', () => {
  const bySystem = css.slice(css.indexOf('@media (prefers-color-scheme'), css.indexOf(":root[data-theme='dark']"))
  expect(tokensIn(bySystem)).toEqual(tokensIn(css.slice(css.indexOf(":root[data-theme='dark']"))))
})

describe.each([['light', light], ['dark', dark]] as const)('interface, %s', (_, tokens) => {
  const colour = (name: string): string => {
    const value = tokens[name]!
    return value.startsWith('var') ? colour(value.slice(6, -1)) : value
  }
  const eight = (name: string) => Array.from({ length: 8 }, (_, i) => `${name}-${i + 1}`)
  const on = (names: readonly string[], grounds: readonly string[]) => names.flatMap((a) => grounds.map((b) => [a, b] as const))
  const grounds = ['surface', 'raised']

  test('text can be read', () => {
    const pairs = [
      ...on(['ink', 'ink-soft', 'accent', 'good', 'bad', 'warn'], grounds),
      ...on(['ink', 'ink-soft'], ['accent-wash', 'sunk']),
      ['accent-ink', 'accent'],
      ...on(['face-ink', 'face-soft'], ['face']),
    ] as const
    for (const [a, b] of pairs) expect(contrast(colour(a), colour(b)), `${a} on ${b}`).toBeGreaterThanOrEqual(4.5)
  })

  test('signs and borders can be seen', () => {
    const pairs = [
      ...on([...eight('seat'), 'line-strong', 'focus'], grounds),
      ...on([...eight('mark'), 'face-accent', 'face-bad', 'face-good'], ['face']),
    ]
    for (const [a, b] of pairs) expect(contrast(colour(a), colour(b)), `${a} on ${b}`).toBeGreaterThanOrEqual(3)
  })

  test('card lines stand out from faces and wells', () => {
    for (const { game, colours } of cases)
      for (const ground of game === 'triology' ? ['face', 'face-well'] : ['face'])
        for (const { line } of colours) expect(contrast(line, colour(ground))).toBeGreaterThanOrEqual(3)
  })
})
