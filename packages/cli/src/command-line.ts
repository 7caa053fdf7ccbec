// Reads the words of a command line: which call, and which texts belong to which flag. It knows no values.
import { OPEN_CALLS } from '@sealwright/contract'
import type { OpenCall } from '@sealwright/contract'
import { usage } from './exit.ts'
import { fieldsOf, kebab } from './flags.ts'
import type { Flag } from './flags.ts'
import type { Words } from './words.ts'

/** General flags: true if the flag takes a value. */
export const GENERAL = {
  data: true,
  json: false,
  columns: true,
  value: true,
  all: false,
  wait: false,
  out: true,
  'idempotency-key': true,
  retries: true,
  profile: true,
  url: true,
  'key-id': true,
  lang: true,
  help: false,
} as const
export type General = keyof typeof GENERAL
const GENERAL_NAMES = Object.keys(GENERAL) as General[] // its own keys

export interface Given {
  /** Texts of the payload's flags, by name, in order. */
  payload: Map<string, string[]>
  flags: Map<string, Flag>
  general: Partial<Record<General, string>>
  /** Words without a flag. */
  loose: string[]
}

/** The fewest single changes that turn one word into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
      )
    row = next
  }
  return row[other.length] ?? 0
}

/** The known word that was probably meant. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, away: name.includes(word) && word.length > 2 ? 0 : distance(word, name) }))
    .toSorted((one, other) => one.away - other.away)
  return best && best.away <= Math.max(1, Math.floor(word.length / 3)) ? best.name : undefined
}

export const meant = (word: string, known: readonly string[], words: Words, show = (name: string) => name) => {
  const name = nearest(word, known)
  return name === undefined ? '' : ` ${words.didYouMean(show(name))}`
}

export const resources = () => [...new Set(OPEN_CALLS.map(({ resource }) => resource))]
export const callsOf = (resource: string) => OPEN_CALLS.filter((open) => open.resource === resource)

/** A call by its names. The verb can be in kebab-case, or as the API spells it. */
export function findCall(resource: string, verb: string, words: Words): OpenCall {
  const calls = callsOf(resource)
  const found = calls.find((open) => open.verb === verb || kebab(open.verb) === verb)
  if (found) return found
  const verbs = calls.map((open) => kebab(open.verb))
  throw usage(
    words.unknownVerb(resource, verb) + meant(verb, verbs, words) + ` ${words.seeHelp(`sealwright ${resource}`)}`,
  )
}

type Target = { flag: Flag } | { general: General }

function resolve(name: string, flags: readonly Flag[], words: Words): Target {
  const all = name.includes('.') ? [...flags, ...flags.flatMap(fieldsOf)] : flags
  const exact = all.find((flag) => flag.name === name)
  if (exact) return { flag: exact }
  const general = GENERAL_NAMES.find((one) => one === name)
  if (general) return { general }
  const begun = all.filter((flag) => flag.name.startsWith(name))
  const [only] = begun
  if (only && begun.length === 1) return { flag: only }
  const generals = begun.length > 0 ? [] : GENERAL_NAMES.filter((one) => one.startsWith(name))
  const [onlyGeneral] = generals
  if (onlyGeneral && generals.length === 1) return { general: onlyGeneral }
  const candidates = [...begun.map((flag) => flag.name), ...generals].map((one) => `--${one}`)
  if (candidates.length > 0) throw usage(words.ambiguous(`--${name}`, candidates.join(', ')))
  const known = [...all.map((flag) => flag.name), ...GENERAL_NAMES]
  throw usage(words.unknownFlag(`--${name}`) + meant(name, known, words, (one) => `--${one}`))
}

/** `--no-again` is `--again=false`, unless a flag is called so. */
function negated(name: string, flags: readonly Flag[], words: Words): Flag | undefined {
  if (!name.startsWith('no-') || flags.some((flag) => flag.name.startsWith(name))) return undefined
  const rest = name.slice('no-'.length)
  const matches = [...flags, ...(rest.includes('.') ? flags.flatMap(fieldsOf) : [])].filter(
    (flag) => flag.kind === 'boolean' && flag.name.startsWith(rest),
  )
  const [only] = matches
  const exact = matches.find((flag) => flag.name === rest)
  if (exact || matches.length === 1) return exact ?? only
  if (matches.length > 1)
    throw usage(words.ambiguous(`--${name}`, matches.map((flag) => `--no-${flag.name}`).join(', ')))
  return undefined
}

/** Sorts the words after the verb. */
export function readWords(args: readonly string[], flags: readonly Flag[], words: Words): Given {
  const given: Given = { payload: new Map(), flags: new Map(), general: {}, loose: [] }
  const take = (flag: Flag, text: string) => {
    given.flags.set(flag.name, flag)
    given.payload.set(flag.name, [...(given.payload.get(flag.name) ?? []), text])
  }
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '--') {
      given.loose.push(...args.slice(at + 1))
      break
    }
    if (word === '-h') {
      given.general.help = ''
      continue
    }
    if (!word.startsWith('--')) {
      given.loose.push(word)
      continue
    }
    const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
    const off = negated(name, flags, words)
    if (off) {
      if (inline !== undefined) throw usage(words.takesNoValue(word))
      take(off, 'false')
      continue
    }
    const target = resolve(name, flags, words)
    const takesValue = 'flag' in target ? target.flag.kind !== 'boolean' : GENERAL[target.general]
    if (!takesValue && inline === undefined) {
      if ('flag' in target) take(target.flag, 'true')
      else given.general[target.general] = ''
      continue
    }
    if ('general' in target && !takesValue) throw usage(words.takesNoValue(`--${target.general}`))
    const value = inline ?? args[(at += 1)]
    // An identifier or a negative number never begins with two dashes.
    if (value === undefined || (inline === undefined && value.startsWith('--')))
      throw usage(words.needsValue(`--${'flag' in target ? target.flag.name : target.general}`))
    if ('flag' in target) take(target.flag, value)
    else if (given.general[target.general] !== undefined) throw usage(words.givenTwice(`--${target.general}`))
    else given.general[target.general] = value
  }
  return given
}
