// Brings the project's words into the client at build time: the Fluent files of src/tercet/texts, one module a language,
// and the rules of docs/rules, one module a game and language. A new folder or file is a new language, without code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { marked } from 'marked'
import type { Token, Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { RulesPart } from './src/lib/rules.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TEXTS = resolve(ROOT, 'src/tercet/texts')
const RULES = resolve(ROOT, 'docs/rules')

/** Files that speak on the console only. */
const NOT_FOR_THE_CLIENT = new Set(['cli.ftl', 'server.ftl'])

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

/** `virtual:texts` maps languages to loaders, `virtual:texts/en` is the English messages as one string. */
export function texts(): Plugin {
  const languages = () => filesIn(TEXTS).filter((name) => !name.includes('.'))
  return virtual('texts', {
    index: () => languages().map((language) => [language, language]),
    module(language) {
      const folder = resolve(TEXTS, language)
      const files = filesIn(folder).filter((name) => name.endsWith('.ftl') && !NOT_FOR_THE_CLIENT.has(name))
      const paths = files.map((name) => resolve(folder, name))
      const source = paths.map((path) => readFileSync(path, 'utf8')).join('\n')
      return { files: paths, value: source.replace(/^#.*\n/gm, '').replace(/\n{2,}/g, '\n') }
    },
  })
}

/** `virtual:rules` maps "trios.en" to loaders of the parts of that page. */
export function rules(): Plugin {
  const pages = () => filesIn(RULES).filter((name) => name.endsWith('.md'))
  return virtual('rules', {
    index: () => pages().map((name) => [name.replace(/\.md$/, ''), name.replace(/\.md$/, '')]),
    module(name) {
      const path = resolve(RULES, `${name}.md`)
      return { files: [path], value: rulesParts(readFileSync(path, 'utf8')) }
    },
  })
}

interface Source {
  index(): [key: string, name: string][]
  module(name: string): { files: string[]; value: unknown }
}

function virtual(kind: string, source: Source): Plugin {
  const index = `virtual:${kind}`
  return {
    name: `tercet-${kind}`,
    resolveId: (id) => (id === index || id.startsWith(`${index}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${index}`) {
        const loaders = source.index().map(([key, name]) => `${JSON.stringify(key)}: () => import(${JSON.stringify(`${index}/${name}`)})`)
        return `export default { ${loaders.join(', ')} }`
      }
      if (!id.startsWith(`\0${index}/`)) return
      const { files, value } = source.module(id.slice(index.length + 2))
      for (const file of files) this.addWatchFile(file)
      return `export default ${JSON.stringify(value)}`
    },
  }
}

/** A rule's number at the beginning of a heading, paragraph or list item: "T4", "**T8a** …". */
const RULING = /^(?:\*\*|<strong>)?([STXYG]\d+[a-z]?)\b/

/**
 * The page cut into runs of HTML and examples. An example is a block of code whose language is a game's name: a line of
 * cards in the digits of `solve`, then "= set" or "x" and the features that fail. Cards are drawn by the client, in the palette
 * in use. Every rule is an anchor.
 */
export function rulesParts(markdown: string): RulesPart[] {
  const parts: RulesPart[] = []
  let run: Token[] = []
  const flush = () => {
    const html = marked.parser(run, { renderer: anchored() })
    if (html) parts.push({ html })
    run = []
  }
  for (const token of marked.lexer(markdown)) {
    const made = token.type === 'code' ? EXAMPLES[(token as Tokens.Code).lang ?? ''] : undefined
    if (made) {
      flush()
      parts.push(made((token as Tokens.Code).text))
    } else run.push(token)
  }
  flush()
  return parts
}

/** Nine cards row by row, then lines "5: circle 3" (what covers that stack), or "B2C: 1 3" (the stacks that the card may go on). */
function gridExample(text: string): RulesPart {
  const lines = text.trim().split('\n').map((line) => line.trim())
  const grid = lines.slice(0, 3).flatMap((line) => line.split(/\s+/))
  const answers = lines.slice(3).map((line) => line.split(':') as [string, string])
  const wrong = grid.length !== 9 || grid.some((card) => !CARD.test(card)) || answers.some(([of, found]) => !(CARD.test(of) || /^[1-9]$/.test(of)) || !found)
  if (wrong) throw new Error(`not an example: ${text}`)
  return { game: 'triple3', grid, answers: answers.map(([of, found]) => ({ of, found: found.trim() === '-' ? [] : found.trim().split(/\s+/) })) }
}
const CARD = /^[RBPY][0-3][CDUS]$/

/** Examples by the language of their block of code. */
const EXAMPLES: Record<string, (text: string) => RulesPart> = {
  trios: (text) => example('trios', /^[123]{4}$/, text),
  triology: (text) => example('triology', /^([123]{4}|\[[123]{4}(\|[123]{4}){2}\])$/, text),
  triple3: gridExample,
}

function example(game: 'trios' | 'triology', card: RegExp, text: string): RulesPart {
  const [cards = [], [verdict, ...faults] = []] = text.trim().split('\n').map((line) => line.trim().split(/\s+/))
  if (cards.some((code) => !card.test(code)) || !['=', 'x', undefined].includes(verdict)) throw new Error(`not an example: ${text}`)
  return { game, cards, faults: verdict === 'x' ? faults : verdict === '=' ? [] : null }
}

function anchored() {
  const renderer = new marked.Renderer()
  const id = (text: string) => {
    const ruling = RULING.exec(text)?.[1]
    return ruling ? ` id="${ruling}" tabindex="-1"` : ''
  }
  renderer.heading = function ({ tokens, depth, text }) {
    return `<h${depth}${id(text)}>${this.parser.parseInline(tokens)}</h${depth}>\n`
  }
  renderer.paragraph = function ({ tokens, text }) {
    return `<p${id(text)}>${this.parser.parseInline(tokens)}</p>\n`
  }
  renderer.listitem = function (item) {
    return `<li${id(item.text)}>${this.parser.parse(item.tokens)}</li>\n`
  }
  return renderer
}
