// Turns bytes into a decoded payload: a form, JSON, multipart or query becomes plain fields, which the call's schema
// decodes. A repeated key is refused in forms and queries (JSON keeps the last one, as every parser does). Undeclared
// fields are dropped. Keys that reach an object's prototype are refused by name, wherever they are.
import { MIMEType } from 'node:util'
import { filled, fromWire, violationsOf } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'

type Fields = Record<string, unknown>

/** Far more than any call takes. Without a limit, a body of a few megabytes with a million keys blocks the process. */
const MOST_FIELDS = 1_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function textOf(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('platform.unreadableBody')
  }
}

const PROTO = '__proto__'
/** Cheap test of a text, before its keys are searched. An escaped letter may hide a key. */
const MAY_FORBID = /__proto__|prototype|\\u/

const forbidden = (key: string) => new Refusal('platform.forbiddenKey', { params: { key } })
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Searches parsed JSON without recursion: it can be nested deeper than the stack. */
function refuseForbidden(value: unknown): void {
  const open = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isObject(one)) continue
    if (Object.hasOwn(one, PROTO)) throw forbidden(PROTO)
    const made: unknown = Object.getOwnPropertyDescriptor(one, 'constructor')?.value
    if (isObject(made) && Object.hasOwn(made, 'prototype')) throw forbidden('constructor.prototype')
    for (const inner of Object.values(one)) if (isObject(inner)) open.push(inner)
  }
}

/** In forms and queries, some clients write a path as a key: `a[__proto__]`, `constructor.prototype`. */
function refuseForbiddenKey(key: string): void {
  const path = key.split(/[.[\]]+/)
  if (path.includes(PROTO)) throw forbidden(PROTO)
  if (path.some((part, index) => part === 'constructor' && path[index + 1] === 'prototype'))
    throw forbidden('constructor.prototype')
}

function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields: Fields = Object.create(null) as Fields // no prototype, so no key is there from the start
  for (const [key, value] of entries) {
    refuseForbiddenKey(key)
    if (key in fields) throw new Refusal('platform.duplicateKey', { params: { key: key.slice(0, 64) } })
    fields[key] = value
  }
  return fields
}

/** Refuses a body that has too many parts, before it is parsed. */
function countPieces(body: Buffer, separator: string): void {
  let pieces = 0
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    if (++pieces > MOST_FIELDS) throw new Refusal('platform.unreadableBody')
  }
}

function parseForm(body: Buffer): Fields {
  countPieces(body, '&')
  return collect(new URLSearchParams(textOf(body)))
}

export function parseJson(body: string): Fields {
  if (body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new Refusal('platform.unreadableBody')
  }
  if (!isObject(value) || Array.isArray(value)) throw new Refusal('platform.unreadableBody')
  if (MAY_FORBID.test(body)) refuseForbidden(value)
  return value as Fields // a JSON object
}

async function parseMultipart(request: FastifyRequest, body: Buffer): Promise<Fields> {
  const type = request.headers['content-type'] ?? ''
  try {
    // Read the boundary as the parser below does, so that the count is right.
    const boundary = new MIMEType(type).params.get('boundary')
    if (!boundary) throw new Refusal('platform.unreadableBody')
    countPieces(body, `--${boundary}`)
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return collect(form.entries())
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('platform.unreadableBody')
  }
}

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJson(textOf(body)),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseForm(body),
  )
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parseMultipart)
}

/** For programs. Keeps the body as text, so that a repeated body is recognized without parsing it. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request: FastifyRequest, body: string, done) =>
    done(null, body),
  )
}

/** A form sends lists and objects as JSON, so their keys are searched too. Other text is data. */
function refuseForbiddenText(call: Pick<Call, 'payload'>, raw: unknown): void {
  if (!isObject(raw)) return
  // It is an object if it has a shape.
  const { shape = {} } = call.payload._zod.def as { shape?: Record<string, z.core.$ZodType> }
  for (const [key, text] of Object.entries(raw)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (typeof text !== 'string' || !field || !MAY_FORBID.test(text)) continue
    if (!['array', 'object', 'record'].includes(filled(field)._zod.def.type)) continue
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      continue // the schema refuses it
    }
    refuseForbidden(value)
  }
}

/** Decodes raw fields as the payload of a call. */
export function decodeFields<C extends Pick<Call, 'payload'>>(call: C, raw: unknown): z.output<C['payload']> {
  refuseForbiddenText(call, raw)
  const spelled = fromWire(call.payload, raw)
  const result = z.safeDecode(call.payload, spelled)
  if (!result.success) throw new Refusal('platform.badPayload', { violations: violationsOf(result.error, spelled) })
  return result.data as z.output<C['payload']> // decoded by the same schema
}

export function queryOf({ url }: Pick<FastifyRequest, 'url'>): Fields {
  // Only the first question mark starts the query.
  const queryAt = url.indexOf('?')
  return collect(new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1)))
}

export function decodePayload<C extends Call>(call: C, request: FastifyRequest): z.output<C['payload']> {
  return decodeFields(
    call,
    call.carriage === 'query'
      ? queryOf(request)
      : call.queryFields
        ? { ...(request.body as Fields | null), ...queryOf(request) }
        : (request.body ?? {}),
  ) // the parsers above return fields
}
