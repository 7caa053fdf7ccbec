// Signed calls of the open API, for scripts and other systems: Node and every runtime with `fetch` and WebCrypto. A
// secret must never reach a browser.
import { SIGNATURE_HEADERS, errorName, signedText } from '@sealwright/contract'
import type { ErrorName, FieldError } from '@sealwright/contract'

export interface AccessKey {
  keyId: string
  secret: string
}

export interface RequestToSign {
  /** `POST` unless given. */
  method?: string
  /** With the query, if there is one: `/api/v1/licenses/list`. */
  path: string
  /** Exactly as it is sent. */
  body?: string
  now?: Date
  /** New for each request. Random unless given. */
  nonce?: string
}

const utf8 = new TextEncoder()
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const base64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes))

/** The headers that sign a request. */
export async function signRequest(
  { keyId, secret }: AccessKey,
  { method = 'POST', path, body = '', now = new Date(), nonce = crypto.randomUUID() }: RequestToSign,
): Promise<Record<string, string>> {
  const time = String(Math.floor(now.getTime() / 1000))
  const bodyDigest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(body))))
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const text = utf8.encode(signedText({ method, path, bodyDigest, time, nonce }))
  return {
    [SIGNATURE_HEADERS.key]: keyId,
    [SIGNATURE_HEADERS.time]: time,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, text))),
  }
}

/** A problem document, as the open API answers it. */
export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  code?: number
  retryAfter?: number
  fields?: FieldError[]
}

/** The open API refused a call. */
export class OpenApiProblem extends Error {
  override name = 'OpenApiProblem'
  readonly status: number
  readonly problem: ProblemDocument
  /** Names the request in the log of the server. */
  readonly requestId: string | null
  /** Seconds to wait before the next attempt, if the answer says so. */
  readonly retryAfter: number | undefined

  constructor(problem: ProblemDocument, headers: Headers) {
    super(problem.detail)
    this.status = problem.status
    this.problem = problem
    this.requestId = headers.get('x-request-id')
    const seconds = headers.get('retry-after')
    this.retryAfter = seconds === null ? undefined : Number(seconds)
  }

  get error(): ErrorName | undefined {
    return this.problem.code === undefined ? undefined : errorName(this.problem.code)
  }

  get fields(): FieldError[] {
    return this.problem.fields ?? []
  }
}

export interface OpenApiSettings extends AccessKey {
  /** The address of the center, such as `https://license.example.com`. */
  url: string
  fetch?: typeof fetch
  /** For every call, such as `accept-language`. */
  headers?: Record<string, string>
}

export interface OpenCallOptions {
  /** A write with the same key is done once; a repetition gets the first answer. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  now?: Date
}

/** Sends a signed call and returns the response of the server, whatever it is. */
export async function sendOpenCall(
  { url, keyId, secret, fetch: send = fetch, headers = {} }: OpenApiSettings,
  path: string,
  payload: object = {},
  { idempotencyKey, headers: own = {}, signal, now }: OpenCallOptions = {},
): Promise<Response> {
  const target = new URL(`${url.replace(/\/$/, '')}${path}`)
  const body = JSON.stringify(payload)
  const signed = await signRequest(
    { keyId, secret },
    { path: `${target.pathname}${target.search}`, body, ...(now && { now }) },
  )
  return send(target, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...own,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...signed,
    },
    ...(signal && { signal }),
  })
}

/** The refusal in a response of the open API. Throws if something else answered, such as a proxy. */
export async function problemIn(response: Response): Promise<OpenApiProblem> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/problem+json'))
    throw new Error(`the server answered ${response.status} and no problem document`)
  return new OpenApiProblem((await response.json()) as ProblemDocument, response.headers) // as RFC 9457 says
}

/**
 * Makes a call of the open API, such as `/api/v1/licenses/issue`, and returns its answer. Throws an `OpenApiProblem` if
 * it is refused. A call that answers a file needs `sendOpenCall`.
 */
export async function callOpenApi(
  settings: OpenApiSettings,
  path: string,
  payload: object = {},
  options: OpenCallOptions = {},
): Promise<unknown> {
  const response = await sendOpenCall(settings, path, payload, options)
  if (!response.ok) throw await problemIn(response)
  return response.json()
}
