// Which phrases each page loads: one file for each language and domain, with what the screens of that domain say and
// the frame around them does not. It is derived from the keys in the source, so a new screen brings its phrases to
// nobody else. Parsing happens here, once, instead of in every browser: the parser (12 KB gzip) stays out of what
// /login loads.
// Surprising: a key that is put together (`license.families.${family}`) stands for everything below its fixed
// beginning.
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
// By path: what a config imports by name is left to Node, which does not read TypeScript before version 22.
import { ERRORS } from '../../../packages/contract/src/index.ts'
import { en } from '../../../packages/phrases/src/en/index.ts'
import { zhCn } from '../../../packages/phrases/src/zh-cn/index.ts'
import { callsNamed } from './lean-contract.ts'

export interface Source {
  id: string
  code: string
}

/** Keys of phrases; each stands for itself and everything below it. */
type Keys = ReadonlySet<string>
type Tree = { [key: string]: Tree | string }
type Compiled = { [key: string]: Compiled | ReturnType<typeof compile> }

const LANGUAGES: Record<string, Tree> = { zh: zhCn, en }
/** What only the server says. */
const SERVER_TOPICS = new Set(['mail'])
const TOPICS = Object.keys(zhCn).filter((topic) => !SERVER_TOPICS.has(topic))
/** Said by derived keys wherever somebody types something, or on every page. */
const EVERYWHERE = ['common', 'rules']

/** A whole key, or the fixed beginning of one that is put together. */
const KEY = new RegExp(String.raw`(['"\`])((?:${TOPICS.join('|')})(?:\.[\w-]+)*)(?:(\1)|[.\w-]*\$\{)`, 'g')
const FIELDS_OF = /(?:\bdomain: |\b(?:fieldLabel|violationSentence)\(\w+, )'([\w-]+)'/g
const NOUN = /\b\w+Calls\b/g
const TEXT = /'([\w.]+)'/g

export const topicOf = (domain: string) => domain.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The domains whose calls, and so whose fields, a module names. */
function* domainsIn(code: string): Generator<string> {
  for (const [, domain = ''] of code.matchAll(FIELDS_OF)) yield domain
  for (const [noun] of code.matchAll(NOUN)) yield Object.values(callsNamed(noun))[0]?.domain ?? ''
}

function* keysIn(code: string): Generator<string> {
  for (const [, , key = '', end] of code.matchAll(KEY)) {
    // The bare name of a topic is an ordinary word, unless something follows it.
    if (end === undefined || key.includes('.')) yield key
  }
  for (const domain of domainsIn(code)) yield `${topicOf(domain)}.fields`
  if (code.includes('errorSentence('))
    for (const [, name = ''] of code.matchAll(TEXT)) if (name in ERRORS) yield `errors.${name}`
}

/** The keys that these modules say, of those that exist. */
export function keysOf(sources: readonly Source[], whole: readonly string[] = []): Keys {
  const keys = new Set(whole)
  for (const { code } of sources) for (const key of keysIn(code)) keys.add(key)
  return new Set([...keys].filter((key) => at(zhCn, key) !== undefined))
}

function at(tree: Tree, key: string): Tree | string | undefined {
  return key
    .split('.')
    .reduce<Tree | string | undefined>((node, name) => (typeof node === 'object' ? node[name] : undefined), tree)
}

const covers = (keys: Keys, key: string) =>
  key.split('.').some((_, index, names) => keys.has(names.slice(0, index + 1).join('.')))

function compiled(node: Tree | string): Compiled[string] {
  return typeof node === 'string'
    ? compile(node)
    : Object.fromEntries(Object.entries(node).map(([name, value]) => [name, compiled(value)]))
}

/** The phrases of `keys` that `known` does not cover. */
function phrasesOf(tree: Tree, keys: Keys, known: Keys): Compiled {
  const picked: Compiled = {}
  for (const key of [...keys].toSorted()) {
    const phrase = at(tree, key)
    if (phrase === undefined || covers(known, key)) continue
    const names = key.split('.')
    const last = names.pop() ?? ''
    let into = picked
    for (const name of names) into = (into[name] ??= {}) as Compiled // shorter keys come first, and a key below a whole branch writes the same once more
    into[last] = compiled(phrase)
  }
  return picked
}

/** What each unit is made of; `shell` is known wherever a domain is, but for the pages outside the door. */
export interface UnitSources {
  shell: readonly Source[]
  /** The pages outside the door, with what their frame says. */
  outside: { domain: string; sources: readonly Source[] }
  domains: ReadonlyMap<string, readonly Source[]>
}

export function unitKeys({ shell, outside, domains }: UnitSources): Map<string, { keys: Keys; known: Keys }> {
  const none: Keys = new Set()
  const shellKeys = keysOf(shell, [...EVERYWHERE, 'shell'])
  return new Map([
    ['shell', { keys: shellKeys, known: none }],
    [outside.domain, { keys: keysOf(outside.sources, [...EVERYWHERE, topicOf(outside.domain)]), known: none }],
    ...[...domains].map(
      ([domain, sources]) => [domain, { keys: keysOf(sources, [topicOf(domain)]), known: shellKeys }] as const,
    ),
  ])
}

const LOADER = '/apps/console/src/lib/words/phrase-units.ts'
const UNIT = /^\0phrases\/(\w+)\/([\w-]+)$/

/** Puts the units in the place of the file that loads all phrases; without them no phrase is built at all. */
export function phraseUnits(sources: UnitSources | undefined): Plugin {
  const units = sources && unitKeys(sources)
  return {
    name: 'sealwright:phrase-units',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^use-intl\/format-message$/,
            replacement: fileURLToPath(new URL('../src/lib/words/format-message.ts', import.meta.url)),
          },
        ],
      },
    }),
    resolveId: (id) => (id.startsWith('virtual:phrases/') ? id.replace('virtual:', '\0') : undefined),
    load: (id) => {
      if (id.endsWith(LOADER)) {
        const loaders = Object.keys(LANGUAGES).map(
          (locale) =>
            `${locale}: {${[...(units?.keys() ?? [])].map((unit) => `'${unit}': () => import('virtual:phrases/${locale}/${unit}')`).join(',')}}`,
        )
        return `const units = {${loaders.join(',')}}\nexport const loadUnit = async (locale, unit) => (await units[locale][unit]()).default`
      }
      const [, locale = '', unit = ''] = UNIT.exec(id) ?? []
      const [tree, chosen] = [LANGUAGES[locale], units?.get(unit)]
      return tree && chosen && `export default ${JSON.stringify(phrasesOf(tree, chosen.keys, chosen.known))}`
    },
  }
}
