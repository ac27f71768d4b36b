// The words of the house. They stand in Fluent files only; a language is loaded when it is first shown.
import { FluentBundle, FluentResource } from '@fluent/bundle'
import type { FluentVariable } from '@fluent/bundle'
import loaders from 'virtual:texts'
import { settings } from './settings.svelte'

export type Args = Record<string, FluentVariable>

/** The languages there are, by their codes. */
export const LANGUAGES: readonly string[] = Object.keys(loaders)
const FALLBACK = 'en'

const bundles = $state.raw<{ byLanguage: ReadonlyMap<string, FluentBundle> }>({ byLanguage: new Map() })
const shown = $state({ language: FALLBACK })

/** The language that fits best: the chosen one, else the first of the browser's that we have. */
function wanted(): string {
  const asked = [settings.language, ...navigator.languages.map((tag) => tag.split('-')[0]!)]
  return asked.find((language) => LANGUAGES.includes(language)) ?? FALLBACK
}

async function load(language: string): Promise<void> {
  if (bundles.byLanguage.has(language)) return
  const source = (await loaders[language]!()).default
  // names are isolated by `isolated`; marks around every number would only be in the way
  const bundle = new FluentBundle(language, { useIsolating: false })
  const errors = bundle.addResource(new FluentResource(source))
  if (import.meta.env.DEV && errors.length) console.error(language, errors)
  bundles.byLanguage = new Map(bundles.byLanguage).set(language, bundle)
}

/** Shows the language that settings and browser ask for; call it again when the setting changes. */
export async function speak(): Promise<void> {
  const language = wanted()
  try {
    await load(language)
  } catch (error) {
    if (!bundles.byLanguage.size) throw error // nothing to say at all; else the old language stays
    return
  }
  shown.language = language
  document.documentElement.lang = language
}

export const language = (): string => shown.language

/** How a language calls itself. */
export const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

function find(id: string): { bundle: FluentBundle; value: NonNullable<ReturnType<FluentBundle['getMessage']>>['value'] } | null {
  for (const code of [shown.language, FALLBACK]) {
    const bundle = bundles.byLanguage.get(code)
    const value = bundle?.getMessage(id)?.value
    if (bundle && value) return { bundle, value }
  }
  return null
}

/** Whether there are words for this id. */
export const has = (id: string): boolean => find(id) !== null

/**
 * The words for an id. Where none are found the id itself shows in development and in tests; at a table English steps in,
 * loaded then.
 */
export function t(id: string, args?: Args): string {
  const found = find(id)
  if (found) return found.bundle.formatPattern(found.value!, args ?? null, import.meta.env.DEV ? null : [])
  if (!bundles.byLanguage.has(FALLBACK)) void load(FALLBACK).catch(() => undefined)
  return import.meta.env.DEV ? `⟦${id}⟧` : bundles.byLanguage.has(FALLBACK) ? id : ''
}

// letters that run from right to left, and the controls that could turn the rest of a line around
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/
const [ISOLATE, END] = [0x2068, 0x2069].map((code) => String.fromCodePoint(code))

/** A person's name for use within a sentence: isolated, where it could change the direction of the words around it. */
export const isolated = (name: string): string => (TURNS.test(name) ? ISOLATE + name + END : name)
