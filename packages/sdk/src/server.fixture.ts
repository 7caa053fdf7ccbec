// A server for tests: a function per call that answers, with proofs. Without one, the call finds no network.
import { createHash } from 'node:crypto'
import { NONCE_HEADER, PROOF_HEADER } from '@sealwright/contract/runtime-tokens'
import { DEVELOPER, SIGNING, exchangeKeyOf, keysOf, proofOf, seconds } from './authority.fixture.ts'

type Answer = (body: Record<string, unknown>, nonce: string) => Response

export const json = (body: object, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
export const problem = (type: string, status = 403) =>
  json({ type, detail: `because ${type}`, fix: 'do something' }, status, 'application/problem+json')

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

export function createServer(now: () => number) {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const answers: Record<string, Answer | undefined> = {
    keys: (_body, nonce) => json({ ...keysOf([SIGNING], [], now(), nonce), exchangeKey: exchangeKeyOf() }),
  }
  /** Awaited before an answer leaves. */
  const held = { until: Promise.resolve() }
  const server: typeof fetch = async (input, init) => {
    const { pathname: call } = new URL(input as string) // the SDK passes a string
    const path = call.replace('/runtime/v1/', '')
    const text = typeof init?.body === 'string' ? init.body : ''
    const body = JSON.parse(text || '{}') as Record<string, unknown> // an object
    asked.push({ path, body })
    const answer = answers[path]
    if (!answer) throw new TypeError('fetch failed')
    const nonce = new Headers(init?.headers).get(NONCE_HEADER) ?? ''
    const response = answer(body, nonce)
    await held.until
    const claims = {
      iss: String(DEVELOPER),
      nonce,
      call,
      request: digestOf(text),
      status: response.status,
      answer: digestOf(await response.clone().text()),
      iat: seconds(now()),
    }
    response.headers.set(PROOF_HEADER, proofOf(claims))
    return response
  }
  return { fetch: server, answers, asked, held }
}
