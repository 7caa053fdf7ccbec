// The typed client of the contract, for the browser, tests and scripts. It encodes and sends calls and throws a
// `Refusal` for a refused one. It does not handle sessions: its owner provides the headers and reacts to refusals.
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

  /** Seconds to wait, if the refusal says so. */
  get waitSeconds(): number | undefined {
    return waitOf(this.data)
  }
}

/** The server could not be reached, or something other than our server answered. */
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
  /** Headers for every call: session handle, fingerprint, language. */
  headers?: (call: Call) => Record<string, string> | Promise<Record<string, string>>
  fetch?: typeof fetch
}

function spelled(payload: object): Record<string, unknown> {
  // JSON drops undefined. The contract expects an empty string instead, as in a form.
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]: [string, unknown]) => [key, value === undefined ? '' : value]),
  )
}

/** Encoded like a form, but with files. */
function multipart(payload: object): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(payload) as [string, unknown][])
    if (value instanceof File) form.set(key, value) // payload values have any type
  for (const [key, value] of toForm(
    Object.fromEntries(Object.entries(payload).filter(([, value]) => !(value instanceof File))),
  ))
    form.set(key, value)
  return form
}

/** The encoded body. For multipart, `fetch` sets the content type, because it chooses the boundary. */
function bodyOf(call: Call, payload: object): { type?: string; body: string | FormData } {
  if (call.sends === 'multipart') return { body: multipart(payload) }
  if (call.sends === 'json') return { type: 'application/json', body: JSON.stringify(spelled(payload)) }
  return { type: 'application/x-www-form-urlencoded', body: toForm(payload).toString() }
}

/** Splits the fields into those sent in the query and the rest. */
function parted(payload: object, queryFields: readonly string[]): [Record<string, unknown>, Record<string, unknown>] {
  const [inQuery, inBody]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [key, value] of Object.entries(payload) as [string, unknown][])
    (queryFields.includes(key) ? inQuery : inBody)[key] = value // payload values have any type
  return [inQuery, inBody]
}

/** Whether this is the answer of a bare call. A gate before the call can still refuse it with an envelope. */
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
    if (call.bare && isBare(body)) return body as AnswerOf<typeof call> // encoded by this declaration
    if (!isEnvelope(body)) throw new Unreachable(`${call.path} returned an unexpected answer`)
    if (body.code !== 0) throw new Refusal(body.code, body.desc, response.status, body.data)
    return body.data as AnswerOf<typeof call> // encoded by this declaration
  }
}
