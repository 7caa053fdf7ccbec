// The runtime calls over HTTP, with the developer id, the API password and a new nonce. A problem document is a
// refusal. Any other failure is Unreachable, because the error page of a proxy says nothing about a license. Nothing is
// trusted here: contact.ts verifies the proofs.
import { createHash, randomBytes } from 'node:crypto'
import { NONCE_HEADER, PROOF_HEADER } from '@sealwright/contract/runtime-tokens'
import { isJson } from '@sealwright/exchange'
import type { Json } from '@sealwright/exchange'
import { publishedIn } from './lease.ts'
import type { Exchanged, PublishedKeys } from './lease.ts'
import { Unreachable } from './refusal.ts'
import type { Language, RefusalDetails } from './refusal.ts'

const SURFACE = '/runtime/v1'
const PATHS = {
  login: '/login',
  logout: '/logout',
  deviceLogin: '/deviceLogin',
  deviceToken: '/deviceToken',
  activate: '/activate',
  validate: '/validate',
  deactivate: '/deactivate',
  openSession: '/sessions',
  heartbeat: '/sessions/heartbeat',
  closeSession: '/sessions/close',
  consume: '/consume',
  readData: '/data/read',
  writeData: '/data/write',
  borrow: '/borrow',
  return: '/return',
  dongle: '/dongle',
} as const
export type SurfaceCall = keyof typeof PATHS

export interface SurfaceOptions {
  url: string
  developerId: number
  apiPassword: string
  language: Language
  fetch: typeof fetch
  timeoutMs: number
}

/** A question and its answer, as they crossed the network. */
export interface Exchange {
  answer: Json
  /** Present if the answer is a refusal. */
  refusal: RefusalDetails | undefined
  proof: string | undefined
  exchanged: Exchanged
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const MESSAGE_MAX = 1_000
const REASON_MAX = 200
/**
 * Text for people, on one line. Control characters and changes of the writing direction are removed, so that text from
 * the network cannot command a terminal or disguise itself.
 */
const shownOf = (value: unknown, max: number) =>
  textOf(value)
    ?.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .slice(0, max)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const digestOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('base64url')

function parsed(bytes: Uint8Array): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function createSurface({ url, developerId, apiPassword, language, fetch, timeoutMs }: SurfaceOptions) {
  const base = url.replace(/\/+$/, '')

  async function ask(path: string, payload: object | undefined, query = ''): Promise<Exchange> {
    const nonce = randomBytes(16).toString('base64url')
    const call = SURFACE + path
    const body = payload && JSON.stringify(payload)
    const response = await fetch(base + call + query, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: {
        authorization: `Bearer ${apiPassword}`,
        'accept-language': language,
        [NONCE_HEADER]: nonce,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new Unreachable(language === 'zh' ? '无法连接授权服务器' : 'The licensing server cannot be reached', {
        cause,
      })
    })
    const { status, headers, ok: isOk } = response
    const bytes = new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer(0)))
    const answer = parsed(bytes)
    const type = textOf(answer?.['type'])
    const isProblem = (headers.get('content-type') ?? '').startsWith('application/problem+json')
    if (!answer || (!isOk && (type === undefined || !isProblem || status >= 500)))
      throw new Unreachable(
        language === 'zh'
          ? `授权服务器未能正常应答（${status}）`
          : `The licensing server did not answer correctly (${status})`,
      )
    return {
      answer,
      refusal:
        isOk || type === undefined
          ? undefined
          : {
              type,
              message: shownOf(answer['detail'], MESSAGE_MAX) ?? type,
              fix: shownOf(answer['fix'], MESSAGE_MAX),
              reason: shownOf(answer['reason'], REASON_MAX),
              clientStatus: numberOf(answer['clientStatus']),
              retryAfter: numberOf(answer['retryAfter']),
            },
      proof: headers.get(PROOF_HEADER) ?? undefined,
      exchanged: {
        iss: String(developerId),
        nonce,
        call,
        request: digestOf(body ?? ''),
        status,
        answer: digestOf(bytes),
      },
    }
  }

  return {
    call: (name: SurfaceCall, payload: object) => ask(PATHS[name], { developerId, ...payload }),
    /** The published keys, and the nonce that the root must have signed with them. */
    async keys(): Promise<{ published: PublishedKeys; nonce: string; exchangeKey: string | undefined }> {
      const { answer, exchanged } = await ask('/keys', undefined, `?developerId=${developerId}`)
      return {
        published: publishedIn(answer),
        nonce: exchanged.nonce,
        exchangeKey: textOf(answer['exchangeKey']),
      }
    },
  }
}

export type Surface = ReturnType<typeof createSurface>
