// The open API: calls of a developer's own systems, signed with an access key. There is no session, cookie or captcha.
// A request is JSON, an answer has no envelope, and a refusal is a problem document (RFC 9457). This file owns the
// gates and the transport; the access-key domain knows the keys. A use case runs as for the console (run-call.ts).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS, OPEN_CALLS, SIGNATURE_HEADERS, cursorQuery, isList, signedText } from '@sealwright/contract'
import type { AccessKeyState, Call, CallResult, OpenCall } from '@sealwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seekPage } from '../db/list.ts'
import type { Seek } from '../db/list.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from '../scope.ts'
import type { Binding, CaptchaGate } from './context.ts'
import { createCursors } from './cursors.ts'
import { accessGate, rateGate, serviceFeeGate, suspensionGate } from './gates.ts'
import { checkKey } from './idempotency.ts'
import { isInNetworks } from './networks.ts'
import { decodeFields, parseJson, textOf } from './payload.ts'
import { networkOf } from './rate-limit.ts'
import { askingOf, localeOf, privilegeLabel } from './register-calls.ts'
import type { CallDeps } from './register-calls.ts'
import { createRunning } from './run-call.ts'

export const OPEN_PREFIX = '/api/'

/** A key as it is now, with the caller that it acts as. */
export interface OpenKey {
  guid: string
  keyId: string
  /** One, or two while a rotation overlaps. */
  secrets: readonly string[]
  state: AccessKeyState
  /** Empty: any. */
  networks: readonly string[]
  caller: Caller
}

/** The port to the access-key domain. */
export interface OpenKeys {
  find(keyId: string, now: Date): Promise<OpenKey | undefined>
  /** False if the key has used this nonce before, on any process. */
  takeNonce(key: OpenKey, nonce: string, until: Date): Promise<boolean>
  /** Counts a call. */
  used(key: OpenKey, use: { result: CallResult; network: string; now: Date }): void
}

export interface OpenDeps extends Pick<
  CallDeps,
  'database' | 'clock' | 'ids' | 'box' | 'mask' | 'languages' | 'rateLimit' | 'callsPerMinute' | 'publicUrl' | 'observe'
> {
  keys: OpenKeys
  captcha: Pick<CaptchaGate, 'isWanted'>
  /** Calls of one key per minute. */
  callsPerKey: number
}

declare module 'fastify' {
  interface FastifyRequest {
    openKey?: OpenKey
  }
}

interface Signature {
  keyId: string
  time: string
  nonce: string
  given: string
}

const NONCE = new RegExp(`^[\\x21-\\x7E]{${LIMITS.accessKey.nonceMin},${LIMITS.accessKey.nonceMax}}$`)

function signatureOf({ headers }: FastifyRequest): Signature {
  const read = (header: string, shape: RegExp) => {
    const value = headers[header]
    if (typeof value !== 'string' || !shape.test(value))
      throw new Refusal('accessKey.unsigned', {
        params: { header: header.replace(/\b[a-z]/g, (c) => c.toUpperCase()) },
      })
    return value
  }
  return {
    keyId: read(SIGNATURE_HEADERS.key, /^[\x21-\x7E]{1,64}$/),
    time: read(SIGNATURE_HEADERS.time, /^\d{1,12}$/),
    nonce: read(SIGNATURE_HEADERS.nonce, NONCE),
    given: read(SIGNATURE_HEADERS.signature, /^[\x21-\x7E]{1,128}$/),
  }
}

function requireTime({ time }: Signature, now: Date): void {
  const { skewSeconds } = LIMITS.accessKey
  if (Math.abs(now.getTime() / 1000 - Number(time)) > skewSeconds)
    throw new Refusal('accessKey.badTime', { params: { tolerance: skewSeconds } })
}

/** A nonce is kept longer than its time is accepted: a call may wait for the database, and clocks differ. */
const NONCE_SLACK_SECONDS = 60

/** Stands in for the secret of an unknown key, so that it takes as long as a known one. */
const NO_SECRET = 'there is no such key'

function isSigned(secrets: readonly string[], text: string, given: string): boolean {
  const sent = Buffer.from(given, 'base64')
  const fits = secrets.map((secret) => {
    const right = createHmac('sha256', secret).update(text).digest()
    return sent.length === right.length && timingSafeEqual(sent, right)
  })
  return fits.includes(true)
}

function requireUsable({ state, networks }: OpenKey, network: string): void {
  if (state === 'disabled') throw new Refusal('accessKey.disabled')
  if (state === 'ended') throw new Refusal('accessKey.ended')
  if (networks.length > 0 && !isInNetworks(networks, network))
    throw new Refusal('accessKey.networkNotAllowed', { params: { network } })
}

function resultOf(status: number): CallResult {
  if (status < 400) return 'done'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}

export async function registerOpenCalls(
  app: FastifyInstance,
  bindings: readonly Binding[],
  deps: OpenDeps,
): Promise<void> {
  const { clock, languages, rateLimit, callsPerKey, callsPerMinute, keys, box } = deps
  const byName = new Map(bindings.map((binding) => [binding.call.name, binding]))
  const cursors = createCursors(box.derive('open-api-cursor'))
  const label = (request: FastifyRequest) => privilegeLabel(languages[localeOf(request)])

  /** Tells the limit of the key, or before it is known that of the network. */
  function tellLimit(request: FastifyRequest, reply: FastifyReply): void {
    const { openKey } = request
    const limit = openKey ? callsPerKey : callsPerMinute
    const { tokens, fullAfterSeconds } = rateLimit.state(openKey ? `key ${openKey.guid}` : networkOf(request.ip), limit)
    void reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(tokens),
      'ratelimit-reset': String(fullAfterSeconds),
    })
  }

  function requirePatience(wait: number): void {
    if (wait > 0) throw new Refusal('platform.tooFrequent', { params: { seconds: wait } })
  }

  /**
   * Admits a request: a right signature first, then what the key may. Only then is a nonce used up, and after it the
   * limit of the key: whoever plays back a recorded request must not use up that limit.
   */
  async function admit(request: FastifyRequest, body: Buffer): Promise<OpenKey> {
    const signature = signatureOf(request)
    const now = request.startedAt
    // Again, because a body can arrive so slowly that the nonce is forgotten meanwhile.
    requireTime(signature, now)
    const key = await keys.find(signature.keyId, now)
    const text = signedText({
      method: request.method,
      path: request.raw.url ?? '',
      bodyDigest: createHash('sha256').update(body).digest('hex'),
      time: signature.time,
      nonce: signature.nonce,
    })
    if (!isSigned(key?.secrets ?? [NO_SECRET], text, signature.given) || !key)
      throw new Refusal('accessKey.badSignature')
    request.openKey = key
    request.caller = key.caller
    requireUsable(key, request.ip)
    const limit = [`key ${key.guid}`, callsPerKey] as const
    requirePatience(rateLimit.wait(...limit))
    const until = new Date((Number(signature.time) + LIMITS.accessKey.skewSeconds + NONCE_SLACK_SECONDS) * 1000)
    if (!(await keys.takeNonce(key, signature.nonce, until))) throw new Refusal('accessKey.replayed')
    requirePatience(rateLimit.take(...limit))
    return key
  }

  /** The key with what it may now, for long downloads and for calls that waited for their turn. */
  async function callerStill(request: FastifyRequest, call: Call, { keyId }: OpenKey): Promise<Caller> {
    const key = await keys.find(keyId, clock.now())
    if (!key) throw new Refusal('accessKey.badSignature')
    requireUsable(key, request.ip)
    accessGate(call, key.caller, label(request))
    suspensionGate(call, key.caller)
    serviceFeeGate(call, key.caller)
    return key.caller
  }

  await app.register(async (surface) => {
    const runCall = createRunning(surface, deps)
    surface.removeAllContentTypeParsers()
    // The signature is over these very bytes.
    surface.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    surface.decorateRequest('openKey')

    function register({ path, call, given }: OpenCall): void {
      const binding = byName.get(call.name)
      if (!binding || binding.runOwn) throw new Error(`nothing answers ${path}`)
      if (call.sensitive || call.personal || call.access.kind === 'super' || deps.captcha.isWanted(call))
        throw new Error(`${call.name} cannot be open`)

      const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        request.startedAt = clock.now()
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const key = await admit(request, body)
        const { caller } = key
        accessGate(call, caller, label(request))
        suspensionGate(call, caller)
        serviceFeeGate(call, caller)
        const fields = { ...given, ...parseJson(textOf(body)) }
        const page = isList(call) ? decodeFields({ payload: cursorQuery }, fields) : undefined
        const payload: unknown = decodeFields(call, page ? { ...fields, currentPage: 1, pageSize: page.limit } : fields)
        const run = {
          caller,
          asking: askingOf(request, deps.publicUrl),
          say: languages[localeOf(request)],
          payload,
          key: call.effect === 'write' && !call.streams ? checkKey(request.headers['idempotency-key']) : undefined,
          reply,
          callerStill: () => callerStill(request, call, key),
        }
        if (!page) return (await runCall(run, binding)) ?? {}
        const list = { path, developerId: caller.developer.id, payload }
        const seek: Seek = {
          limit: page.limit,
          after: page.cursor === undefined ? undefined : cursors.open(list, page.cursor),
        }
        return cursors.pageOf(list, seek, await seekPage(seek, () => runCall(run, binding)))
      }

      surface.route({
        method: call.method,
        url: path,
        ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
        onRequest: async (request, reply) => {
          request.call = call
          request.startedAt = clock.now()
          void reply.headers({
            'x-request-id': request.id,
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          rateGate(rateLimit, call, request, callsPerMinute)
          requireTime(signatureOf(request), request.startedAt)
        },
        handler: answer,
        onSend: async (request, reply) => tellLimit(request, reply),
        onResponse: async (request, reply) => {
          deps.observe(call, reply.statusCode, reply.elapsedTime / 1000)
          if (request.openKey)
            keys.used(request.openKey, {
              result: resultOf(reply.statusCode),
              network: request.ip,
              now: request.startedAt,
            })
        },
      })
    }
    for (const open of OPEN_CALLS) register(open)
  })
}
