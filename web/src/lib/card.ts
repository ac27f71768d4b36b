// Cards of every game by their numbers: how they are drawn, and how they are called. Numbers are those of the engine.
import type { CardOptions, GameName, PaletteName } from './cards/face'
import { COLOURS, features, FILLINGS, SHAPE_NAMES, trios } from './cards/trios'
import { triology } from './cards/triology'
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
  if (game !== 'trios') return ''
  const { quantity, colour, shape, filling } = features(n)
  return t('card-trios', {
    quantity: quantity + 1,
    colour: COLOURS[colour]!,
    shape: SHAPE_NAMES[shape]!,
    filling: FILLINGS[filling]!,
    palette,
  })
}

/** The corner code: the first letters of what the card is called ("2RL"; the filling is drawn beside it; "2BC"). */
function codeOf(game: GameName, n: number): string | undefined {
  if (game === 'triple3') {
    const { colour, shape, waves } = triple3Features(n)
    const letters = t('card-triple3-letters', { palette: settings.palette })
    return `${waves}${letters[colour]}${letters[4 + shape]}`
  }
  if (game !== 'trios') return undefined
  const { quantity, colour, shape } = features(n)
  const letters = t('card-trios-letters', { palette: settings.palette })
  return `${quantity + 1}${letters[colour]}${letters[3 + shape]}`
}

/** A value of Triple³ (0–11: colours, shapes, numbers of waves) in words: within a sentence, or as it is called out (X7). */
export const triple3Value = (value: number): string => t('triple3-value', { value: VALUES[value] ?? '', palette: settings.palette })
export const triple3Call = (value: number): string => t('triple3-made', { value: VALUES[value] ?? '', palette: settings.palette })

/** One value (0–2) of a feature in words, as they stand within a sentence. */
export function valueName(feature: string, value: number): string {
  const names = { colour: COLOURS, shape: SHAPE_NAMES, filling: FILLINGS }[feature]
  return names ? t(`value-${feature}`, { [feature]: names[value]!, palette: settings.palette }) : String(value + 1)
}
