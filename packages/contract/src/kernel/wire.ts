// The basic field types of all calls, and `fromWire`, which converts a form, a query or a JSON body to the types that a
// schema expects. It handles representation only ("" means not given, "7" in a form is 7), never business rules. It
// also runs for JSON, so that a payload means the same in every encoding.
import * as z from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { DAY_MS } from './time-spans.ts'

type AnySchema = z.core.$ZodType

// oxlint-disable-next-line no-misleading-character-class -- the pieces are removed one by one
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}\u{FE0F}\u{20E3}\u{E0020}-\u{E007F}]/gu
// Unicode counts digits, #, *, © and ® as pictographic. They are common in names, so they stay.
const KEPT = /[0-9#*©®™]/u

/** Removes emoji and their joiners. Section 5: all text inputs strip emoji. */
export function stripEmoji(text: string): string {
  return text.replace(EMOJI, (match) => (KEPT.test(match) ? match : '')).replace(/\u200D/g, '')
}

// PostgreSQL cannot store NUL or unpaired surrogates in text or JSON.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

// oxlint-disable-next-line no-control-regex -- the point is to find control characters
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/
// oxlint-disable-next-line no-control-regex -- the same, but a paragraph may hold tabs and line ends
const CONTROL_EXCEPT_BREAKS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

// Zero-width and direction characters can make two names look the same, or make a name read backwards.
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

const cleaned = (text: string) => stripEmoji(text).replace(INVISIBLE, '').trim()

/** A check that fails with one of our rule names. The phrase of the rule is the message. */
export function rule<T>(name: string, holds: (value: T) => boolean, params: Record<string, string | number> = {}) {
  return z.refine<T>(holds, { params: { rule: name, ...params } })
}

/** One line of text: trimmed, without emoji, not empty, limited in length. */
export function line(max: number) {
  return z.string().check(
    z.overwrite(cleaned),
    z.minLength(1),
    z.maxLength(max),
    rule('controlCharacters', (value: string) => isStorable(value) && !CONTROL.test(value)),
  )
}

/** Several lines of text, possibly none. */
export function paragraph(max: number) {
  return z.string().check(
    z.overwrite(cleaned),
    z.maxLength(max),
    rule('controlCharacters', (value: string) => isStorable(value) && !CONTROL_EXCEPT_BREAKS.test(value)),
  )
}

/** Text that is data: stored unchanged, limited in length. */
export function verbatim(max: number) {
  return z.string().check(z.maxLength(max), rule('controlCharacters', isStorable))
}

export function integer(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max))
}

/** In lower case, as in the database, because guids are also compared as text. */
export const guid = z.uuid().check(z.toLowerCase())

export const byGuid = z.object({ guid })

/** The revision that an update was based on. Without it, the update overwrites. */
export const revision = z.optional(z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)))

const [EARLIEST, LATEST] = [LIMITS.date.earliest, LIMITS.date.latest].map((day) => Date.parse(`${day}T00:00:00Z`)) as [
  number,
  number,
] // one number per date

/** ISO 8601 in UTC on the wire, a Date on the server. Section 5 limits the years. */
export const time = z.codec(
  z.iso.datetime(),
  z
    .date()
    .check(
      rule(
        'timeOutOfRange',
        (date: Date) => date.getTime() >= EARLIEST && date.getTime() < LATEST + DAY_MS,
        LIMITS.date,
      ),
    ),
  { decode: (iso) => new Date(iso), encode: (date) => date.toISOString() },
)

/** The period of a list. */
export const between = { startTime: z.optional(time), endTime: z.optional(time) }

/**
 * A time in answers. It has no range check, because in zones west of Greenwich the last allowed day ends after the
 * range.
 */
export const toldTime = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** A field of an update: "" or null clears it, an absent key leaves it unchanged. */
export function clearable<S extends AnySchema>(schema: S) {
  return z.optional(z.nullable(schema))
}

/** A schema without its optional, nullable and default wrappers. */
export type Filled<S> = S extends
  | z.ZodMiniOptional<infer Inner>
  | z.ZodMiniNullable<infer Inner>
  | z.ZodMiniDefault<infer Inner>
  ? Filled<Inner>
  : S

/** The same field where a form requires it, although the call does not. */
export const filled = <S extends AnySchema>(schema: S) => unwrap(schema).schema as Filled<S> // as `unwrap` does

const shorthands = new WeakMap<AnySchema, (raw: unknown) => unknown>()

/** Accepts a second, shorter form of the value. */
export function withShorthand<S extends AnySchema>(schema: S, expand: (raw: unknown) => unknown): S {
  shorthands.set(schema, expand)
  return schema
}

type OneOrMore<Item extends AnySchema> = z.ZodMiniType<z.output<Item>[], z.input<Item> | readonly z.input<Item>[]>

/** A filter by one value or several. One value may be sent without a list; decoded, it is a list. */
export function oneOrMore<Item extends AnySchema>(item: Item, max: number = LIMITS.page.filterValues) {
  const list = withShorthand(z.array(item).check(z.maxLength(max)), (raw) => {
    const given = typeof raw === 'string' ? parsed(raw, 'array') : raw
    if (!Array.isArray(given)) return given === undefined ? undefined : [given]
    return given.length === 0 ? undefined : given
  })
  return list as unknown as OneOrMore<Item> // `fromWire` makes a list of one value before the schema sees it
}

/** A list of some of these values. A list longer than they are would only repeat values. */
export const someOf = <const Values extends readonly string[]>(values: Values, min = 1) =>
  z.array(z.enum(values)).check(z.minLength(min), z.maxLength(values.length))

export const isOneOrMore = (schema: AnySchema) => schema._zod.def.type === 'array' && shorthands.has(schema)

interface Unwrapped {
  schema: AnySchema
  /** The meaning of "": null if the field can be cleared, otherwise "not given". */
  empty: null | undefined
}

function unwrap(schema: AnySchema): Unwrapped {
  let empty: null | undefined
  let inner = schema
  for (;;) {
    const def = inner._zod.def
    if (def.type === 'nullable') empty = null
    if (def.type !== 'nullable' && def.type !== 'optional' && def.type !== 'default' && def.type !== 'prefault') break
    inner = (def as z.core.$ZodOptionalDef).innerType // the four wrappers above all have innerType
  }
  return { schema: inner, empty }
}

const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d{0,15})$/

function parsed(text: string, expected: 'array' | 'object'): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isArray = Array.isArray(value)
    return (expected === 'array' ? isArray : typeof value === 'object' && value !== null && !isArray) ? value : text
  } catch {
    return text
  }
}

function asNumber(value: unknown): unknown {
  // Input methods can produce full-width digits.
  const digits = typeof value === 'string' ? value.normalize('NFKC') : ''
  return CANONICAL_INTEGER.test(digits) ? Number(digits) : value
}

/** The maximum length of a list. */
function mostOf(schema: AnySchema): number {
  const most = (schema._zod.def.checks ?? []).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  ) // as `check` says
  return Math.min(Infinity, ...most)
}

/**
 * Converts `raw` to the types that `schema` expects. Leaves unreadable values unchanged, so that the schema rejects
 * them with the right rule.
 */
export function fromWire(schema: AnySchema, raw: unknown): unknown {
  const { schema: inner, empty } = unwrap(schema)
  const expand = shorthands.get(inner)
  if (raw === '') return empty
  if (raw === null && empty === undefined) return undefined
  const value = expand ? expand(raw) : raw
  const def = inner._zod.def
  switch (def.type) {
    case 'number':
      return asNumber(value)
    case 'literal': {
      const number = asNumber(value)
      return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values.some((known) => known === number)
        ? number
        : value // as `type` says
    }
    case 'boolean':
      if (value === 'true' || value === '1' || value === 1) return true
      if (value === 'false' || value === '0' || value === 0) return false
      return value
    case 'array': {
      const list = typeof value === 'string' ? parsed(value, 'array') : value
      // Do not convert the items of a list that is too long. A body of a few megabytes can hold a million items, which
      // would take seconds.
      if (!Array.isArray(list) || list.length > mostOf(inner)) return list
      const element = (def as z.core.$ZodArrayDef).element
      return list.map((item) => fromWire(element, item))
    }
    case 'record':
      return typeof value === 'string' ? parsed(value, 'object') : value
    case 'object': {
      const object = typeof value === 'string' ? parsed(value, 'object') : value
      if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
      const shape = (def as z.core.$ZodObjectDef).shape
      const spelled: Record<string, unknown> = {}
      for (const key of Object.keys(shape)) {
        const field = shape[key]
        if (field && Object.hasOwn(object, key))
          spelled[key] = fromWire(field, (object as Record<string, unknown>)[key]) // a plain object, as checked above
      }
      return spelled
    }
    default:
      return value
  }
}
