// What a player chose for this device: looks, language, sound, keys, and the last table set up. Kept in the browser only.
import { PALETTES } from './cards/face'
import type { GameName, PaletteName } from './cards/face'
import { load, save } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export type Way = 'alone' | 'computer' | 'device' | 'invite'
export const WAYS: readonly Way[] = ['alone', 'computer', 'device', 'invite']

const KEY = 'tercet'

/** Whether this maps usual keys to others that stand for them, each to one. */
export function isTrade(keys: unknown): keys is Record<string, string> {
  if (typeof keys !== 'object' || keys === null) return false
  const [usual, chosen] = [new Set(Object.keys(keys)), new Set(Object.values(keys))]
  return usual.size === chosen.size && usual.size <= 120 && [...chosen].every((key) => typeof key === 'string' && usual.has(key))
}

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
  /** for each keyboard (`keyboard.ts`) which keys stand for usual ones */
  keys = $state.raw<Readonly<Record<string, Readonly<Record<string, string>>>>>({})
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
    if (text(old.theme, ['system', 'light', 'dark'])) this.theme = old.theme as Theme
    if (typeof old.language === 'string') this.language = old.language
    if (text(old.palette, PALETTES)) this.palette = old.palette as PaletteName
    if (typeof old.codes === 'boolean') this.codes = old.codes
    if (typeof old.sound === 'boolean') this.sound = old.sound
    if (typeof old.voice === 'boolean') this.voice = old.voice
    if (typeof old.volume === 'number' && old.volume >= 0 && old.volume <= 1) this.volume = old.volume
    if (typeof old.talk === 'boolean') this.talk = old.talk
    if (Array.isArray(old.mutedPeople)) this.mutedPeople = old.mutedPeople.filter((v) => typeof v === 'string').slice(0, 50)
    if (typeof old.keys === 'object' && old.keys !== null) this.keys = Object.fromEntries(Object.entries(old.keys).filter(([, keys]) => isTrade(keys)))
    if (Array.isArray(old.names)) this.names = old.names.filter((v) => typeof v === 'string').slice(0, 8)
    const last = old.last as { game?: unknown; way?: unknown } | null | undefined
    if (last && text(last.game, ['trios', 'triple3', 'triology']) && text(last.way, WAYS))
      this.last = { game: last.game as GameName, way: last.way as Way }
    if (typeof old.wish === 'string') this.wish = old.wish
    if (typeof old.choices === 'object' && old.choices !== null) this.choices = old.choices as Record<string, unknown>
  }

  private kept() {
    const { theme, language, palette, codes, sound, voice, volume, talk, mutedPeople, keys, last, names, choices, wish } = this
    return { theme, language, palette, codes, sound, voice, volume, talk, mutedPeople, keys, last, names, choices, wish }
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
