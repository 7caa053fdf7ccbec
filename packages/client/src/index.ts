// The typed caller of the contract: browser, tests and scripts use this one. It encodes, sends, and turns a refusal
// into a `Refusal`. It knows nothing of sessions or screens: the owner passes headers in and decides what a refusal
// means.
import { errorName, fieldErrorsOf, isEnvelope, toForm, waitOf } from '@sealwright/contract'
import type { AnswerOf, Call, ErrorName, FieldError, PayloadOf } from '@sealwright/contract'

export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, desc: string, status: number, data: unknown) {
    super(desc)
    this.code = code
    this.status = status
    this.data = data
  }

  get error(): ErrorName | undefined {
    return errorName(this.code)
  }

  get fields(): FieldError[] {
    return fieldErrorsOf(this.data)
  }

  /** The wait it asks for, where it asks for one. */
  get waitSeconds(): number | undefined {
    return waitOf(this.data)
  }
}

/** The server could not be reached, or what answered was not our server. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  headers?: Record<string, string>
}

export interface Client {
  <C extends Call>(call: C, payload: PayloadOf<C>, options?: CallOptions): Promise<AnswerOf<C>>
}

export interface ClientSettings {
  baseUrl?: string
  /** Headers of every call: session handle, fingerprint, language. */
  headers?: (call: Call) => Record<string, string> | Promise<Record<string, string>>
  fetch?: typeof fetch
}

function spelled(payload: object): Record<string, unknown> {
  // JSON drops undefined; the contract wants it as an empty string, as in a form.
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]: [string, unknown]) => [key, value === undefined ? '' : value]),
  )
}

/** As a form does, with files as they are. */
function multipart(payload: object): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(payload) as [string, unknown][])
    if (value instanceof File) form.set(key, value) // the values of a payload are of any kind
  for (const [key, value] of toForm(
    Object.fromEntries(Object.entries(payload).filter(([, value]) => !(value instanceof File))),
  ))
    form.set(key, value)
  return form
}

/** A body as the call sends it; of a multipart one the type is left to `fetch`, which knows the boundary. */
function bodyOf(call: Call, payload: object): { type?: string; body: string | FormData } {
  if (call.sends === 'multipart') return { body: multipart(payload) }
  if (call.sends === 'json') return { type: 'application/json', body: JSON.stringify(spelled(payload)) }
  return { type: 'application/x-www-form-urlencoded', body: toForm(payload).toString() }
}

/** The fields that travel in the query, and the others. */
function parted(payload: object, queryFields: readonly string[]): [Record<string, unknown>, Record<string, unknown>] {
  const [inQuery, inBody]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [key, value] of Object.entries(payload) as [string, unknown][])
    (queryFields.includes(key) ? inQuery : inBody)[key] = value // the values of a payload are of any kind
  return [inQuery, inBody]
}

/** What a bare call answers. It may still be refused in the envelope, by a gate before it. */
function isBare(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && 'msg' in body
}

export function createClient(settings: ClientSettings = {}): Client {
  const { baseUrl = '', headers, fetch: send = (...args) => fetch(...args) } = settings
  return async (call, payload, options = {}) => {
    const given = typeof payload === 'object' && payload !== null ? payload : {}
    const isQuery = call.carriage === 'query'
    const [inQuery, inBody] = isQuery ? [given, {}] : parted(given, call.queryFields ?? [])
    const query = toForm(inQuery).toString()
    const { type, body: sent } = bodyOf(call, inBody)
    const init: RequestInit = {
      method: call.method,
      credentials: 'same-origin',
      headers: {
        ...(await headers?.(call)),
        ...(!isQuery && type && { 'content-type': type }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
      },
      ...(options.signal && { signal: options.signal }),
      ...(!isQuery && { body: sent }),
    }
    let response: Response
    let body: unknown
    try {
      response = await send(baseUrl + call.path + (query ? `?${query}` : ''), init)
      body = await response.json()
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new Unreachable(`${call.path} could not be reached`, { cause })
    }
    if (call.bare && isBare(body)) return body as AnswerOf<typeof call> // the server encoded it by the same declaration; what its code means is the caller's
    if (!isEnvelope(body)) throw new Unreachable(`${call.path} answered something else`)
    if (body.code !== 0) throw new Refusal(body.code, body.desc, response.status, body.data)
    return body.data as AnswerOf<typeof call> // the server encoded it by the same declaration
  }
}
