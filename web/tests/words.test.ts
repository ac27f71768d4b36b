// Every word that the client asks for stands in every language.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FluentBundle, FluentResource } from '@fluent/bundle'
import { describe, expect, test } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../src')
const TEXTS = resolve(import.meta.dirname, '../../src/tercet/texts')

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => [name, readFileSync(resolve(SOURCE, name), 'utf8')] as const)

/** Ids as they stand in the source: whole ones, and those whose end is made of something ("way-${way}"). */
const asked = sources.flatMap(([name, text]) =>
  [...text.matchAll(/\bt\(\s*(?:'([\w-]+)'|`([^`]+)`)/g)].map(([, whole, made]) => ({ name, id: whole ?? made! })),
)

describe.each(readdirSync(TEXTS).filter((name) => !name.includes('.')))('%s', (language) => {
  const bundle = new FluentBundle(language)
  for (const file of readdirSync(resolve(TEXTS, language)))
    bundle.addResource(new FluentResource(readFileSync(resolve(TEXTS, language, file), 'utf8')))
  const ids = [...bundle._messages.keys()]

  test('there is something to ask for', () => expect(asked.length).toBeGreaterThan(100))

  test('all words are there', () => {
    const missing = asked.filter(({ id }) => {
      const pattern = new RegExp(`^${id.replace(/\$\{[^}]+\}/g, '.+')}$`)
      return !ids.some((known) => pattern.test(known))
    })
    expect(missing).toEqual([])
  })

  test('no word stands there for nothing', () => {
    const everything = sources.map(([, text]) => text).join()
    const made = [...everything.matchAll(/`([a-z][\w-]*\$\{[^`]+)`/g)].map(([, id]) => new RegExp(`^${id!.replace(/\$\{[^}]+\}/g, '.+')}$`))
    const referred = readdirSync(resolve(TEXTS, language)).map((file) => readFileSync(resolve(TEXTS, language, file), 'utf8')).join()
    const unused = ids.filter((id) => !everything.includes(`'${id}'`) && !made.some((pattern) => pattern.test(id)) && !referred.includes(`{ ${id} }`))
    expect(unused).toEqual([])
  })
})
