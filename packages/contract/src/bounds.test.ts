// Rules of the payloads of all calls. Lists have a maximum length, so that a body cannot make the server do more
// work than the call is for.
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CALLS, DESK_CALLS } from './index.ts'

type Schema = z.core.$ZodType
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** The schemas directly inside a schema, whatever its type calls them, by name. */
function insideOf({ _zod: { def } }: Schema): [string, Schema][] {
  if (def.type === 'lazy') return [['', (def as z.core.$ZodLazyDef).getter()]]
  return Object.entries(def).flatMap(([key, value]: [string, unknown]): [string, Schema][] => {
    if (isSchema(value)) return [[key === 'element' ? '[]' : '', value]]
    return key === 'shape' || key === 'options' || key === 'items'
      ? Object.entries(value as Record<string, Schema>).filter(([, inner]) => isSchema(inner))
      : []
  })
}

/** The paths of lists without a maximum length. */
function unbounded(schema: Schema, path: string, above: readonly Schema[] = []): string[] {
  if (above.includes(schema)) return []
  const { type, checks = [] } = schema._zod.def
  const isFree = type === 'array' && !checks.some(({ _zod: { def } }) => def.check === 'max_length')
  return [
    ...(isFree ? [path] : []),
    ...insideOf(schema).flatMap(([name, inner]) =>
      unbounded(inner, name === '' ? path : `${path}.${name}`, [...above, schema]),
    ),
  ]
}

it('a list without a maximum is found at any depth', () => {
  const bounded = z.array(z.string()).check(z.minLength(1), z.maxLength(2))
  const payload = z.object({
    a: bounded,
    b: z.optional(z.array(z.object({ c: z._default(z.array(z.string()), []) }))),
    d: z.union([bounded, z.nullable(z.array(z.int()))]),
    e: z.record(
      z.string(),
      z.lazy(() => z.array(z.int())),
    ),
  })
  expect(unbounded(payload, 'p')).toEqual(['p.b', 'p.b.[].c', 'p.d.1', 'p.e'])
})

it('every list in a payload has a maximum length', () => {
  const calls = [...CALLS, ...DESK_CALLS]
  expect(calls.flatMap(({ name, payload }) => unbounded(payload, name))).toEqual([])
})

/** The paths of fields whose name matches `field` and that accept `text`. */
function accepting(text: string, field: RegExp, schema: Schema, path: string, above: readonly Schema[] = []): string[] {
  if (above.includes(schema)) return []
  return insideOf(schema).flatMap(([name, inner]) => {
    const at = name === '' ? path : `${path} ${name}`
    const found = field.test(name) && z.safeParse(inner, text).success ? [at] : []
    return [...found, ...accepting(text, field, inner, at, [...above, schema])]
  })
}

/** Searches, names of files, and reports of programs. */
const FREE = /\/(?:find\w*|list\w*|templates)\.do$|^\/(?:code\/exchange|exchange\/hand)\.do$|^\/runtime\//
/** Names of files, and items of data areas. The default names of modules are checked in the object around them. */
const FREE_FIELDS = / fileName$| files \[\] name$| (?:rom|raw|pub) items \[\] name$| modules \[\] moduleName$/

it('section 5: a name that is given contains no special character', () => {
  const taking = [...CALLS, ...DESK_CALLS].filter(({ path }) => !FREE.test(path))
  const found = taking.flatMap(({ path, payload }) => accepting('a*b', /name(?:Zh|En)?$/i, payload, path))
  expect(found.filter((path) => !FREE_FIELDS.test(path))).toEqual([])
})
