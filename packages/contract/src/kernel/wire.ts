// How values travel: the few field types every call is built from, and `fromWire`, which turns what a form, a query or
// a JSON body carries into what a schema expects. It owns spelling ("" means not given, "7" is 7 in a form), never
// business rules. Surprise: `fromWire` runs for JSON too, so that one payload means the same in every carriage.
import * as z from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { DAY_MS } from './time-spans.ts'

type AnySchema = z.core.$ZodType

// oxlint-disable-next-line no-misleading-character-class -- the pieces are removed one by one
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}\u{FE0F}\u{20E3}\u{E0020}-\u{E007F}]/gu
// Digits, #, *, © and ® count as pictographic parts in Unicode; people type them in names, so they stay.
const KEPT = /[0-9#*©®™]/u

/** Removes emoji and what is left of them (joiners next to nothing). Section 5: all text inputs strip emoji. */
export function stripEmoji(text: string): string {
  return text.replace(EMOJI, (match) => (KEPT.test(match) ? match : '')).replace(/\u200D/g, '')
}

// What PostgreSQL cannot hold in text or JSON: NUL, and half of a surrogate pair.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

// oxlint-disable-next-line no-control-regex -- the point is to find control characters
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/
// oxlint-disable-next-line no-control-regex -- the same, but a paragraph may hold tabs and line ends
const CONTROL_EXCEPT_BREAKS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

// Zero-width and direction characters: they let two names look the same, or one read backwards.
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

const cleaned = (text: string) => stripEmoji(text).replace(INVISIBLE, '').trim()

/** A check that fails with a rule name of our own; the phrase of that rule is what a person reads. */
export function rule<T>(name: string, holds: (value: T) => boolean, params: Record<string, string | number> = {}) {
  return z.refine<T>(holds, { params: { rule: name, ...params } })
}

/** One line of text: trimmed, without emoji, never empty, bounded. */
export function line(max: number) {
  return z.string().check(
    z.overwrite(cleaned),
    z.minLength(1),
    z.maxLength(max),
    rule('controlCharacters', (value: string) => isStorable(value) && !CONTROL.test(value)),
  )
}

/** Several lines of text. */
export function paragraph(max: number) {
  return z.string().check(
    z.overwrite(cleaned),
    z.maxLength(max),
    rule('controlCharacters', (value: string) => isStorable(value) && !CONTROL_EXCEPT_BREAKS.test(value)),
  )
}

/** Text that is data: kept to the last byte, only bounded. */
export function verbatim(max: number) {
  return z.string().check(z.maxLength(max), rule('controlCharacters', isStorable))
}

export function integer(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max))
}

/** In lower case, as the database spells it: a guid is also compared as text. */
export const guid = z.uuid().check(z.toLowerCase())

/** Which one. */
export const byGuid = z.object({ guid })

const [EARLIEST, LATEST] = [LIMITS.date.earliest, LIMITS.date.latest].map((day) => Date.parse(`${day}T00:00:00Z`)) as [
  number,
  number,
] // two in, two out

/** ISO 8601 in UTC on the wire, a Date in the server; section 5 bounds the years. */
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

/** From when until when a list is looked at. */
export const between = { startTime: z.optional(time), endTime: z.optional(time) }

/** A time that is told, never asked for: the last day that may be asked for ends a day later west of Greenwich. */
export const toldTime = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** A field of an update: "" (or null) clears it, an absent key leaves it as it is. */
export function clearable<S extends AnySchema>(schema: S) {
  return z.optional(z.nullable(schema))
}

const shorthands = new WeakMap<AnySchema, (raw: unknown) => unknown>()

/** Lets a schema accept a second, shorter spelling of its value. */
export function withShorthand<S extends AnySchema>(schema: S, expand: (raw: unknown) => unknown): S {
  shorthands.set(schema, expand)
  return schema
}

interface Unwrapped {
  schema: AnySchema
  /** What "" turns into: null where the field can be cleared, else "not given". */
  empty: null | undefined
}

function unwrap(schema: AnySchema): Unwrapped {
  let empty: null | undefined
  let inner = schema
  for (;;) {
    const def = inner._zod.def
    if (def.type === 'nullable') empty = null
    if (def.type !== 'nullable' && def.type !== 'optional' && def.type !== 'default' && def.type !== 'prefault') break
    inner = (def as z.core.$ZodOptionalDef).innerType // the four wrappers above all carry innerType
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
  // An input method may leave digits full-width.
  const digits = typeof value === 'string' ? value.normalize('NFKC') : ''
  return CANONICAL_INTEGER.test(digits) ? Number(digits) : value
}

/** How many items a list may have. */
function mostOf(schema: AnySchema): number {
  const most = (schema._zod.def.checks ?? []).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  ) // the name says which check it is
  return Math.min(Infinity, ...most)
}

/**
 * Spells `raw` the way `schema` expects. What it cannot read it leaves alone, and the schema refuses it with the right
 * rule.
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
        : value // the type says which definition it is
    }
    case 'boolean':
      if (value === 'true' || value === '1' || value === 1) return true
      if (value === 'false' || value === '0' || value === 0) return false
      return value
    case 'array': {
      const list = typeof value === 'string' ? parsed(value, 'array') : value
      // One that is too long is refused for that alone: a body of a few megabytes holds a million items, which would be
      // looked at for seconds.
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
          spelled[key] = fromWire(field, (object as Record<string, unknown>)[key]) // checked above to be a plain object
      }
      return spelled
    }
    default:
      return value
  }
}

/** The other direction: the fields of a form, as the console sends them. Undefined values travel as empty strings. */
export function toForm(payload: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(payload)) {
    if (value === undefined || value === null) form.set(key, '')
    else form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
