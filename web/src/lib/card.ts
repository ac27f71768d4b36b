// Cards of every game by their numbers: how they are drawn, and how they are called. Numbers are those of the engine.
import type { CardOptions, GameName, PaletteName } from './cards/face'
import { COLOURS, features, FILLINGS, SHAPE_NAMES, trios } from './cards/trios'
import { COLOURS as TRIOLOGY_COLOURS, groups, isHandsOff, isTriology, ordinary, SHADING_NAMES, SYMBOL_NAMES, triology } from './cards/triology'
import type { Group } from './cards/triology'
import { features as triple3Features, triple3, VALUES } from './cards/triple3'
import { settings } from './settings.svelte'
import { t } from './texts.svelte'

const DRAWN: Record<GameName, (n: number, o?: CardOptions) => string> = { trios, triple3, triology }

/** The drawing of a card in the palette in use, with its corner code if the player wants codes. */
export function draw(game: GameName, n: number, o: CardOptions = {}): string {
  const code = settings.codes ? codeOf(game, n) : undefined
  return DRAWN[game](n, { palette: settings.palette, code, ...o })
}

/** A card as it is spoken: "two red leaves, striped". The words follow the palette that is shown. */
export function cardName(game: GameName, n: number, palette: PaletteName = settings.palette): string {
  if (game === 'triple3') {
    const { colour, shape, waves } = triple3Features(n)
    return t('card-triple3', { colour: VALUES[colour]!, shape: VALUES[4 + shape]!, waves, palette })
  }
  if (game === 'triology') return triologyName(n, palette)
  const { quantity, colour, shape, filling } = features(n)
  return t('card-trios', {
    quantity: quantity + 1,
    colour: COLOURS[colour]!,
    shape: SHAPE_NAMES[shape]!,
    filling: FILLINGS[filling]!,
    palette,
  })
}

function triologyName(n: number, palette: PaletteName): string {
  if (isHandsOff(n)) return t('card-hands-off')
  if (!isTriology(n)) return groupName(n, palette)
  const [a, b, c] = groups(n).map((group) => wordsOf(group, palette)) as [string, string, string]
  return t('card-three-in-one', { a, b, c })
}
/** A group (0–80) in words: "1 red striped oval". */
export const groupName = (group: number, palette: PaletteName = settings.palette): string => wordsOf(ordinary(group), palette)

const wordsOf = ([colour, number, symbol, shading]: Group, palette: PaletteName): string =>
  t('card-triology', {
    number: number + 1,
    colour: TRIOLOGY_COLOURS[colour]!,
    symbol: SYMBOL_NAMES[symbol]!,
    shading: SHADING_NAMES[shading]!,
    palette,
  })

/** The corner code: the first letters of what the card is called ("2RL"; the filling is drawn beside it; "2BC"). */
function codeOf(game: GameName, n: number): string | undefined {
  if (game === 'triple3') {
    const { colour, shape, waves } = triple3Features(n)
    const letters = t('card-triple3-letters', { palette: settings.palette })
    return `${waves}${letters[colour]}${letters[4 + shape]}`
  }
  if (game === 'triology') {
    if (isHandsOff(n)) return undefined
    const letters = t('card-triology-letters', { palette: settings.palette })
    const shown = isTriology(n) ? groups(n) : [ordinary(n)]
    return shown.map(([colour, number, symbol]) => `${number + 1}${letters[colour]}${letters[3 + symbol]}`).join(' ')
  }
  const { quantity, colour, shape } = features(n)
  const letters = t('card-trios-letters', { palette: settings.palette })
  return `${quantity + 1}${letters[colour]}${letters[3 + shape]}`
}

/** A value of Triple³ (0–11: colours, shapes, numbers of waves) in words: within a sentence, or as it is called out (X7). */
export const triple3Value = (value: number): string => t('triple3-value', { value: VALUES[value] ?? '', palette: settings.palette })
export const triple3Call = (value: number): string => t('triple3-made', { value: VALUES[value] ?? '', palette: settings.palette })

/** What the values of a feature are called in the texts, by the game. */
const VALUE_NAMES: Partial<Record<GameName, Record<string, readonly string[]>>> = {
  trios: { colour: COLOURS, shape: SHAPE_NAMES, filling: FILLINGS },
  triology: { colour: TRIOLOGY_COLOURS, symbol: SYMBOL_NAMES, shading: SHADING_NAMES },
}

/** One value (0–2) of a feature in words, as they stand within a sentence. */
export function valueName(feature: string, value: number, game: GameName = 'trios'): string {
  const names = VALUE_NAMES[game]?.[feature]
  return names ? t(`value-${feature}`, { [feature]: names[value]!, palette: settings.palette }) : String(value + 1)
}
