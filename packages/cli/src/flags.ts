// The flags of a call, made from the schema of its payload, and how the texts of a command line become values. Rules of
// the product are the server's; here only what cannot be sent at all is a mistake.
import { openPayload } from '@sealwright/contract'
import type { OpenCall } from '@sealwright/contract'
import { schemaOf } from '@sealwright/contract/openapi'
import { usage } from './exit.ts'
import type { Words } from './words.ts'

/** The parts of a JSON schema that payloads and answers have. */
export interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  enum?: (string | number)[]
  const?: string | number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  format?: string
}

type Kind = 'boolean' | 'integer' | 'choice' | 'guid' | 'time' | 'text' | 'list' | 'json'

export interface Flag {
  /** In kebab-case, without dashes. A field of an object has a dot: `changes.end-time`. */
  name: string
  path: readonly string[]
  kind: Kind
  /** Of the items, if it is a list. */
  item: Kind
  choices: readonly (string | number)[]
  schema: Schema
  isRequired: boolean
  /** An empty value clears the field. */
  isClearable: boolean
}

export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A schema without null, and whether null was allowed. A choice of one or several counts as several. */
export function plain(schema: Schema): { schema: Schema; isClearable: boolean } {
  const options = schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [])
  if (options.length === 0) return { schema, isClearable: false }
  const filled = options.filter(({ type }) => type !== 'null')
  const chosen = filled.find(({ type }) => type === 'array') ?? filled[0] ?? {}
  return { schema: { default: schema.default, ...chosen }, isClearable: filled.length < options.length }
}

const choicesOf = ({ enum: values, const: only }: Schema) => values ?? (only === undefined ? [] : [only])

function kindOf(schema: Schema): Kind {
  if (choicesOf(schema).length > 0) return 'choice'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'integer' || schema.type === 'number') return 'integer'
  if (schema.type === 'array') return kindOf(plain(schema.items ?? {}).schema) === 'json' ? 'json' : 'list'
  if (schema.type !== 'string') return 'json'
  return schema.format === 'uuid' ? 'guid' : schema.format === 'date-time' ? 'time' : 'text'
}

function flagOf(path: readonly string[], given: Schema, isRequired: boolean): Flag {
  const { schema, isClearable } = plain(given)
  const kind = kindOf(schema)
  const item = kind === 'list' ? plain(schema.items ?? {}).schema : schema
  return {
    name: path.map(kebab).join('.'),
    path,
    kind,
    item: kindOf(item),
    choices: choicesOf(item),
    schema,
    isRequired,
    isClearable,
  }
}

/** The flags of a call: required ones first, then as declared. */
export function flagsOf(open: OpenCall): Flag[] {
  const { properties = {}, required = [] } = schemaOf(openPayload(open)) as Schema // a payload is an object
  const flags = Object.entries(properties).map(([name, schema]) => flagOf([name], schema, required.includes(name)))
  return [...flags.filter((flag) => flag.isRequired), ...flags.filter((flag) => !flag.isRequired)]
}

/** The fields of a flag that takes an object, as flags of their own. */
export const fieldsOf = ({ path, schema }: Flag): Flag[] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => flagOf([...path, name], field, false))

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readOne(flag: Flag, kind: Kind, text: string, words: Words): unknown {
  const wrong = (what: string) => usage(words.wrongValue(`--${flag.name}`, text, what))
  const { minimum = -Infinity, maximum = Infinity } = flag.kind === 'list' ? (flag.schema.items ?? {}) : flag.schema
  switch (kind) {
    case 'integer': {
      const number = Number(text)
      if (!/^-?\d+$/.test(text) || number < minimum || number > maximum)
        throw wrong(words.wholeNumber(rangeOf(minimum, maximum)))
      return number
    }
    case 'choice': {
      const choice = flag.choices.find((one) => String(one) === text)
      if (choice === undefined) throw wrong(words.oneOf(flag.choices.join(', ')))
      return choice
    }
    case 'guid':
      if (!GUID.test(text)) throw wrong(words.guid)
      return text
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw wrong('true, false')
      return text === 'true'
    default:
      return text
  }
}

/** The limits of a number in words, without those that only say that it is one. */
export function rangeOf(minimum = -Infinity, maximum = Infinity): string {
  const [hasLeast, hasMost] = [minimum > Number.MIN_SAFE_INTEGER, maximum < Number.MAX_SAFE_INTEGER]
  if (hasLeast && hasMost) return `${minimum}–${maximum}`
  return hasLeast ? `≥ ${minimum}` : hasMost ? `≤ ${maximum}` : ''
}

export function readJson(text: string, flag: string, words: Words): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usage(words.notJson(flag))
  }
}

/** The value of a flag. `readFile` opens what `@name` names. */
export async function readValue(
  flag: Flag,
  texts: readonly string[],
  words: Words,
  readFile: (name: string) => Promise<string>,
): Promise<unknown> {
  const [first = '', ...others] = texts
  if (flag.kind !== 'list' && others.length > 0) throw usage(words.givenTwice(`--${flag.name}`))
  // The server takes an empty text as "clear this field".
  if (first === '' && others.length === 0 && flag.kind !== 'list') return ''
  if (flag.kind === 'json') {
    const text = first.startsWith('@') ? await readFile(first.slice(1)) : first
    return readJson(text, `--${flag.name}`, words)
  }
  if (flag.kind !== 'list') return readOne(flag, flag.kind, first, words)
  if (first.startsWith('[')) return readJson(first, `--${flag.name}`, words)
  const items: string[] = []
  for (const text of texts)
    items.push(...(text.startsWith('@') ? (await readFile(text.slice(1))).split(/[\s,]+/) : text.split(',')))
  return items.filter((item) => item !== '').map((item) => readOne(flag, flag.item, item, words))
}
