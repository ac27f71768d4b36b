// What a player chose for this device: looks, language, sound, keys, and the last table set up. Kept in the browser only.
import { PALETTES } from './cards/face'
import type { GameName, PaletteName } from './cards/face'
import { load, save } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export type Way = 'alone' | 'computer' | 'device' | 'invite'
export const WAYS: readonly Way[] = ['alone', 'computer', 'device', 'invite']

const KEY = 'tercet'

/** Keys of the twelve places of a Trios table, by position on the keyboard, in three rows of four. */
export const PLACE_KEYS: readonly string[] = [
  'KeyQ', 'KeyW', 'KeyE', 'KeyR',
  'KeyA', 'KeyS', 'KeyD', 'KeyF',
  'KeyZ', 'KeyX', 'KeyC', 'KeyV',
] // prettier-ignore

/** Hot keys of the seats at one device (T8), far from each other, and none of the places nor of H (hint) and P (pause). */
export const HOT_KEYS: readonly string[] = ['KeyG', 'KeyL', 'KeyB', 'KeyO', 'KeyT', 'KeyM']

class Settings {
  theme = $state<Theme>('system')
  /** empty: as the browser asks for */
  language = $state('')
  palette = $state<PaletteName>('default')
  /** a text code in the corner of each card */
  codes = $state(false)
  sound = $state(true)
  /** Triple³: calls spoken by the device */
  voice = $state(false)
  volume = $state(0.6)
  /** whether talk at tables is heard at all, and whose is not */
  talk = $state(true)
  mutedPeople = $state<string[]>([])
  placeKeys = $state<string[]>([...PLACE_KEYS])
  hotKeys = $state<string[]>([...HOT_KEYS])
  /** the way in that was taken last, and what was set up there */
  last = $state<{ game: GameName; way: Way } | null>(null)
  /** names given to others at this device */
  names = $state<string[]>([])
  choices = $state<Record<string, unknown>>({})
  /** what was wished for last when playing with anyone: "trios/easy" */
  wish = $state('')
  #systemDark = $state(false)

  constructor() {
    this.take(load(KEY) ?? {})
    const system = matchMedia('(prefers-color-scheme: dark)')
    this.#systemDark = system.matches
    system.addEventListener('change', () => (this.#systemDark = system.matches))
    addEventListener('storage', (e) => e.key === KEY && this.take(load(KEY) ?? {}))
    $effect.root(() => {
      $effect(() => save(KEY, this.kept()))
      $effect(() => {
        if (this.theme === 'system') delete document.documentElement.dataset.theme
        else document.documentElement.dataset.theme = this.theme
      })
    })
  }

  /** Takes what is well-formed from storage, and leaves the rest as it is. */
  private take(old: Record<string, unknown>): void {
    const text = (v: unknown, list: readonly string[]) => typeof v === 'string' && list.includes(v)
    const keys = (v: unknown, n: number): v is string[] =>
      Array.isArray(v) && v.length === n && v.every((k) => typeof k === 'string') && new Set(v).size === n
    if (text(old.theme, ['system', 'light', 'dark'])) this.theme = old.theme as Theme
    if (typeof old.language === 'string') this.language = old.language
    if (text(old.palette, PALETTES)) this.palette = old.palette as PaletteName
    if (typeof old.codes === 'boolean') this.codes = old.codes
    if (typeof old.sound === 'boolean') this.sound = old.sound
    if (typeof old.voice === 'boolean') this.voice = old.voice
    if (typeof old.volume === 'number' && old.volume >= 0 && old.volume <= 1) this.volume = old.volume
    if (typeof old.talk === 'boolean') this.talk = old.talk
    if (Array.isArray(old.mutedPeople)) this.mutedPeople = old.mutedPeople.filter((v) => typeof v === 'string').slice(0, 50)
    if (keys(old.placeKeys, PLACE_KEYS.length)) this.placeKeys = old.placeKeys
    if (keys(old.hotKeys, HOT_KEYS.length)) this.hotKeys = old.hotKeys
    if (Array.isArray(old.names)) this.names = old.names.filter((v) => typeof v === 'string').slice(0, 8)
    const last = old.last as { game?: unknown; way?: unknown } | null | undefined
    if (last && text(last.game, ['trios', 'triple3', 'triology']) && text(last.way, WAYS))
      this.last = { game: last.game as GameName, way: last.way as Way }
    if (typeof old.wish === 'string') this.wish = old.wish
    if (typeof old.choices === 'object' && old.choices !== null) this.choices = old.choices as Record<string, unknown>
  }

  private kept() {
    const { theme, language, palette, codes, sound, voice, volume, talk, mutedPeople, placeKeys, hotKeys, last, names, choices, wish } = this
    return { theme, language, palette, codes, sound, voice, volume, talk, mutedPeople, placeKeys, hotKeys, last, names, choices, wish }
  }

  /** Whether the page is dark now. */
  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && this.#systemDark)
  }

  switchTheme(): void {
    this.theme = this.dark ? 'light' : 'dark'
  }
}

export const settings = new Settings()
