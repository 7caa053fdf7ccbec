// Splits the phrases into one file per language and domain, with the phrases that the domain's screens use and the
// shell does not. The keys come from the source, so a new screen adds phrases only to its own domain. Messages are
// parsed at build time, so /login does not load the parser (12 KB gzip). A composed key (`license.families.${family}`)
// stands for all keys below its fixed prefix.
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
// Imported by path: Vite leaves package imports in a config to Node, and Node before 22 does not run TypeScript.
import { ERRORS } from '../../../packages/contract/src/index.ts'
import { en } from '../../../packages/phrases/src/en/index.ts'
import { zhCn } from '../../../packages/phrases/src/zh-cn/index.ts'
import { callsNamed } from './lean-contract.ts'

export interface Source {
  id: string
  code: string
}

/** Phrase keys; each stands for itself and everything below it. */
type Keys = ReadonlySet<string>
type Tree = { [key: string]: Tree | string }
type Compiled = { [key: string]: Compiled | ReturnType<typeof compile> }

const LANGUAGES: Record<string, Tree> = { zh: zhCn, en }
/** Topics that no page of the console uses. */
const OTHER_TOPICS = new Set(['demo', 'guide', 'mail'])
const TOPICS = Object.keys(zhCn).filter((topic) => !OTHER_TOPICS.has(topic))
/** Rules of batches of licenses. Only the server checks them, and it sends their sentences. */
const BATCH = /^batch[A-Z]/
/** Keys that every page uses, or that are composed wherever a form checks input. */
const EVERYWHERE = [
  'common',
  ...Object.keys(zhCn.rules)
    .filter((rule) => !BATCH.test(rule))
    .map((rule) => `rules.${rule}`),
]

/** A whole key, or the fixed prefix of a composed one. */
const KEY = new RegExp(String.raw`(['"\`])((?:${TOPICS.join('|')})(?:\.[\w-]+)*)(?:(\1)|[.\w-]*\$\{)`, 'g')
const FIELDS_OF = /(?:\bdomain: |\b(?:fieldLabel|violationSentence)\(\w+, )'([\w-]+)'/g
/** Not where only the access of a call is read, as in the screen table: such a module shows none of its fields. */
const NOUN = /\b\w+(?:Calls|Desk)\b(?!\.\w+\.access)/g
const IMPORT = /^import [^']*? from '[^']+'$/gm
const TEXT = /'([\w.]+)'/g
/** Comments name calls and keys as examples. */
const COMMENT = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm

const topicOf = (domain: string) => domain.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A row of the screen table names its phrase unit, and shows no field. */
const SCREEN_TABLE = /\/screens\.ts$/

/** The domains whose calls, and therefore whose fields, a module names. */
function* domainsIn({ id, code }: Source): Generator<string> {
  if (!SCREEN_TABLE.test(id)) for (const [, domain = ''] of code.matchAll(FIELDS_OF)) yield domain
  for (const [noun] of code.replaceAll(IMPORT, '').matchAll(NOUN))
    yield Object.values(callsNamed(noun))[0]?.domain ?? ''
}

function* keysIn(source: Source): Generator<string> {
  const { code } = source
  for (const [, , key = '', end] of code.matchAll(KEY)) {
    // A bare topic name is an ordinary word, unless a composed key follows it.
    if (end === undefined || key.includes('.')) yield key
  }
  for (const domain of domainsIn(source)) yield `${topicOf(domain)}.fields`
  if (code.includes('errorSentence('))
    for (const [, name = ''] of code.matchAll(TEXT)) if (name in ERRORS) yield `errors.${name}`
}

/** The existing keys that these modules use. */
export function keysOf(sources: readonly Source[], whole: readonly string[] = []): Keys {
  const keys = new Set(whole)
  for (const { id, code } of sources) for (const key of keysIn({ id, code: code.replace(COMMENT, '') })) keys.add(key)
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
    for (const name of names) into = (into[name] ??= {}) as Compiled // sorted: a branch comes before the keys below it
    into[last] = compiled(phrase)
  }
  return picked
}

/** The sources of each unit. Pages after sign-in always have the `shell` unit as well; pages before sign-in do not. */
export interface UnitSources {
  shell: readonly Source[]
  /** The pages before sign-in, with the phrases of their frame. */
  outside: { domain: string; sources: readonly Source[] }
  domains: ReadonlyMap<string, readonly Source[]>
}

/** The keys of each unit, and those that its pages have already. */
export type Units = ReadonlyMap<string, { keys: Keys; known: Keys }>

const none: Keys = new Set()

const CONTRACT = '/packages/contract/src/'

/** The declaration that names every rule. */
const ALL_RULES = /export const RULES = \[[^\]]*\]/

/** The rules that these modules of the contract name, as phrase keys. */
function* rulesIn(sources: readonly Source[]): Generator<string> {
  for (const { id, code } of sources)
    if (id.includes(CONTRACT))
      for (const [, name = ''] of code.replace(ALL_RULES, '').matchAll(TEXT))
        if (at(zhCn.rules, name) !== undefined) yield `rules.${name}`
}

/**
 * The unit of a page that is built separately, with only the rules that its part of the contract names. Its forms give
 * the labels of their fields.
 */
export function ownUnit(unit: string, sources: readonly Source[]): Units {
  const own = sources.filter(({ id }) => !id.includes(CONTRACT))
  return new Map([[unit, { keys: keysOf(own, ['common.thisField', ...rulesIn(sources)]), known: none }]])
}

export function unitKeys({ shell, outside, domains }: UnitSources): Units {
  const shellKeys = keysOf(shell, [...EVERYWHERE, 'shell'])
  return new Map([
    ['shell', { keys: shellKeys, known: none }],
    [outside.domain, { keys: keysOf(outside.sources, [...EVERYWHERE, topicOf(outside.domain)]), known: none }],
    ...[...domains].map(
      ([domain, sources]) => [domain, { keys: keysOf(sources, [topicOf(domain)]), known: shellKeys }] as const,
    ),
  ])
}

/** The units of the platform desk. Its areas are no topics of their own: each has the phrases that its modules use. */
export function deskUnits({ shell, outside, domains }: UnitSources): Units {
  const shellKeys = keysOf(shell, EVERYWHERE)
  return new Map([
    ['shell', { keys: shellKeys, known: none }],
    [outside.domain, { keys: keysOf(outside.sources, EVERYWHERE), known: none }],
    ...[...domains].map(([unit, sources]) => [unit, { keys: keysOf(sources), known: shellKeys }] as const),
  ])
}

const LOADER = '/apps/console/src/lib/words/phrase-units.ts'
const UNIT = /^\0phrases\/(\w+)\/([\w-]+)$/

/** Replaces the module that loads all phrases with one that loads units. Without units, no phrases are built. */
export function phraseUnits(units: Units | undefined): Plugin {
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
        const names = [...(units?.keys() ?? [])]
        const loaders = Object.keys(LANGUAGES).map((locale) => {
          const each = names.map((unit) => `'${unit}': () => import('virtual:phrases/${locale}/${unit}')`)
          return `${locale}: {${each.join(',')}}`
        })
        return (
          `const units = {${loaders.join(',')}}\n` +
          'export const loadUnit = async (locale, unit) => (await units[locale][unit]()).default'
        )
      }
      const [, locale = '', unit = ''] = UNIT.exec(id) ?? []
      const [tree, chosen] = [LANGUAGES[locale], units?.get(unit)]
      return tree && chosen && `export default ${JSON.stringify(phrasesOf(tree, chosen.keys, chosen.known))}`
    },
  }
}
