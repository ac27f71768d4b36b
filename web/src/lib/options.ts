// A game's options as its JSON schema describes them. A new option needs words (option-<game>-<field>), no code.
import type { GameName } from './cards/face'
import { clockTime } from './clock.svelte'
import { has, t } from './texts.svelte'

export type OptionValue = string | number | boolean | number[]

export type OptionField = { name: string; default: OptionValue } & (
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  | { kind: 'number'; least: number; most: number }
  /** a number for each seat */
  | { kind: 'seats'; least: number; most: number }
)

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  type?: string
  enum?: unknown[]
  items?: Schema
  default?: unknown
  minimum?: number
  maximum?: number
}

/** The fields of a schema in its order; kinds that no page could show are left at their default. */
export function fieldsOf(schema: Schema): OptionField[] {
  const name = schema.$ref?.split('/').at(-1)
  const properties = (name ? schema.$defs?.[name] : schema)?.properties ?? {}
  return Object.entries(properties).flatMap(([field, property]) => fieldOf(field, property) ?? [])
}

function fieldOf(name: string, { type, enum: values, default: usual, minimum, maximum, items }: Schema): OptionField | null {
  if (values?.every((value) => typeof value === 'string')) {
    return { name, kind: 'choice', values, default: typeof usual === 'string' ? usual : values[0]! }
  }
  if (type === 'boolean') return { name, kind: 'switch', default: usual === true }
  if (type === 'integer' && minimum !== undefined && maximum !== undefined)
    return { name, kind: 'number', least: minimum, most: maximum, default: typeof usual === 'number' ? usual : minimum }
  if (type === 'array' && items?.type === 'integer' && items.minimum !== undefined && items.maximum !== undefined)
    return { name, kind: 'seats', least: items.minimum, most: items.maximum, default: [] }
  return null
}

/** The value if it suits the field, else the field's default: what was chosen last may be from an older version. */
export function suited(field: OptionField, value: unknown): OptionValue {
  if (field.kind === 'choice' && field.values.includes(value as string)) return value as string
  if (field.kind === 'switch' && typeof value === 'boolean') return value
  if (field.kind === 'number' && Number.isInteger(value) && (value as number) >= field.least && (value as number) <= field.most) return value as number
  if (field.kind === 'seats' && Array.isArray(value)) return value.map((n: unknown) => Math.max(field.least, Math.min(field.most, Math.trunc(Number(n)) || 0)))
  return field.default
}

export const optionName = (game: GameName, field: string): string => t(`option-${game}-${field}`)

/** A sentence about an option, or about the value that it has; or nothing. */
export function optionHelp(game: GameName, field: string, value?: OptionValue): string {
  const ids = [`option-${game}-${field}-${String(value)}-help`, `option-${game}-${field}-help`]
  const id = ids.find(has)
  return id ? t(id) : ''
}

/** So far one press on a number goes. */
export const stepOf = (game: GameName, field: string): number => (game === 'triology' && (field === 'turn' || field === 'target') ? 10 : 1)

/** Whether an option means anything beside these others: some hold on one level only (Y4, Y14). */
export function isMeant(game: GameName, field: string, options: Record<string, unknown>): boolean {
  if (game !== 'triology') return true
  const { level, timed } = options
  if (field === 'timed') return level === 'triology'
  return !(field === 'turn' || field === 'extensions') || level === 'master' || (level === 'triology' && timed === true)
}

/** The most seats a table may have: fewer on some levels (Y4). */
export const mostSeats = (game: GameName, options: Record<string, unknown>, most: number): number =>
  game === 'triology' && options.level === 'beginner' ? Math.min(most, 4) : most
/** The option that tells how hard a game is: who plays with anyone chooses it, and lists of tables name it. */
export const LEVEL_OPTION: Record<GameName, string> = { trios: 'deck', triple3: '', triology: 'level' }

/** The level of a table in a word or two: "full deck"; empty where its game has none. */
export function levelWords(game: GameName, options: Record<string, unknown>): string {
  const level = options[LEVEL_OPTION[game]]
  return typeof level === 'string' && has(`option-${game}-${LEVEL_OPTION[game]}-${level}`) ? valueWords(game, LEVEL_OPTION[game], level) : ''
}


export function valueWords(game: GameName, field: string, value: OptionValue): string {
  if (Array.isArray(value)) return value.join(' · ')
  if (typeof value === 'boolean') return t(value ? 'option-on' : 'option-off')
  if (typeof value === 'string') return t(`option-${game}-${field}-${value}`)
  return has(`option-${game}-${field}-is`) ? t(`option-${game}-${field}-is`, { value, clock: clockTime(value * 1000) }) : String(value)
}

const ORDER = ['string', 'boolean', 'number']

/** What a table has otherwise than usual, in words, choices first: "Level: Master", "Practice table". */
export function unusualWords(game: GameName, options: Record<string, unknown>, fields: readonly OptionField[]): string[] {
  const usual = Object.fromEntries(fields.map((field) => [field.name, field.default]))
  return Object.entries(options)
    .filter(([field, value]) => field in usual && isMeant(game, field, options) && (Array.isArray(value) ? value.some(Boolean) : value !== usual[field]))
    .sort(([, a], [, b]) => ORDER.indexOf(typeof a) - ORDER.indexOf(typeof b))
    .map(([field, value]) =>
      value === true ? optionName(game, field) : t('option-is', { option: optionName(game, field), value: valueWords(game, field, value as OptionValue) }),
    )
}
