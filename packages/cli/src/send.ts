// Sends a call, and again after a lost connection or a busy server. A write has one idempotency key for all attempts,
// so it is done once. A refusal becomes a failure with the right exit code.
import { problemIn, sendOpenCall } from '@sealwright/client/open-api'
import type { OpenApiProblem } from '@sealwright/client/open-api'
import type { Locale } from '@sealwright/contract'
import { EXIT, Failure } from './exit.ts'
import { kebab } from './flags.ts'
import type { Profile } from './profiles.ts'
import type { Words } from './words.ts'
import type { World } from './world.ts'

export interface Sending {
  world: World
  words: Words
  locale: Locale
  key: Profile
  retries: number
}

const BUSY = new Set([429, 502, 503, 504])
const LONGEST_WAIT_SECONDS = 120

/** Seconds before the next attempt, as the server says, or more and more. */
const waitOf = (attempt: number, told: number | undefined) =>
  told !== undefined && Number.isFinite(told) ? Math.max(1, told) : 2 ** attempt

function failureOf(refusal: OpenApiProblem, words: Words): Failure {
  const { status, problem, fields, requestId, error } = refusal
  // A single field has the whole sentence already.
  const isRepeated = fields.length === 1 && fields[0]?.message === problem.detail
  const lines = [
    ...(isRepeated ? [] : [problem.detail]),
    ...fields.map(({ path, message }) => `  --${kebab(path)}: ${message}`),
  ]
  if (status >= 500 && requestId !== null) lines.push(words.requestId(requestId))
  const isOfKey = status === 401 || (status === 403 && error?.startsWith('accessKey.'))
  const exit = isOfKey ? EXIT.notSignedIn : status >= 500 || status === 429 ? EXIT.unreachable : EXIT.refused
  return new Failure(exit, lines.join('\n'))
}

type Attempt = { response: Response } | { failure: Failure; isWorthAnother: boolean; after?: number }

async function attempt(
  { world, words, locale, key }: Sending,
  path: string,
  payload: object,
  idempotencyKey: string | undefined,
): Promise<Attempt> {
  let response: Response
  try {
    response = await sendOpenCall(
      { ...key, fetch: world.fetch, headers: { 'accept-language': locale, accept: '*/*' } },
      path,
      payload,
      { now: world.now(), ...(idempotencyKey !== undefined && { idempotencyKey }) },
    )
  } catch (error) {
    return { failure: new Failure(EXIT.unreachable, words.unreachable(key.url, causeOf(error))), isWorthAnother: true }
  }
  if (response.ok) return { response }
  const isWorthAnother = BUSY.has(response.status)
  try {
    const refusal = await problemIn(response)
    return {
      failure: failureOf(refusal, words),
      // The first attempt may still run on the server.
      isWorthAnother: isWorthAnother || refusal.error === 'idempotency.inProgress',
      ...(refusal.retryAfter !== undefined && { after: refusal.retryAfter }),
    }
  } catch (error) {
    // A proxy answered.
    return { failure: new Failure(EXIT.unreachable, words.unreachable(key.url, causeOf(error))), isWorthAnother }
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}

/** The response to a call, after as many attempts as allowed. */
export async function send(
  sending: Sending,
  path: string,
  payload: object,
  idempotencyKey?: string,
): Promise<Response> {
  const { world, words, retries } = sending
  for (let tried = 0; ; tried += 1) {
    const result = await attempt(sending, path, payload, idempotencyKey)
    if ('response' in result) return result.response
    const seconds = waitOf(tried, result.after)
    if (!result.isWorthAnother || tried >= retries || seconds > LONGEST_WAIT_SECONDS) throw result.failure
    world.err(`${words.waiting(seconds, result.failure.message)}\n`)
    await world.pause(seconds * 1000)
  }
}

/** The answer of a call that answers JSON. A connection that is lost within it counts as lost. */
export async function ask<Answer>(
  sending: Sending,
  path: string,
  payload: object,
  idempotencyKey?: string,
): Promise<Answer> {
  const { world, words, key, retries } = sending
  for (let tried = 0; ; tried += 1) {
    const response = await send(sending, path, payload, idempotencyKey)
    try {
      return (await response.json()) as Answer // as the contract says
    } catch (error) {
      const failure = new Failure(EXIT.unreachable, words.unreachable(key.url, causeOf(error)))
      if (tried >= retries) throw failure
      await world.pause(waitOf(tried, undefined) * 1000)
    }
  }
}
