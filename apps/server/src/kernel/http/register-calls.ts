// From declarations to routes: every call of the contract becomes one Fastify route with the same gates in the same
// order. Handlers see a decoded payload inside one transaction; what they return is encoded by the declaration, so that
// nothing undeclared leaves.
import { DEFAULT_LOCALE, ERRORS, isRuntime } from '@sealwright/contract'
import type { BareCodes, Call, Locale, Privilege } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { inScope } from '../in-scope.ts'
import type { SecretBox } from '../keys/secret-box.ts'
import { Refusal } from '../refusal.ts'
import type { Asking, Caller, Scope } from '../scope.ts'
import type { Binding, CaptchaGate, FindCaller } from './context.ts'
import {
  accessGate,
  confirmationGate,
  originGate,
  pageOrigin,
  rateGate,
  serviceFeeGate,
  sessionGate,
  viewingGate,
} from './gates.ts'
import { checkKey, isKept, keepAnswer, replayed } from './idempotency.ts'
import { decodePayload } from './payload.ts'
import type { RateLimit } from './rate-limit.ts'
import { openStreams } from './streams.ts'
import type { Streams } from './streams.ts'

/** A body that takes longer than this to arrive was begun by somebody who may be nobody by now. */
const SLOW_BODY_MS = 2_000

export interface CallDeps {
  database: Database
  clock: Clock
  ids: Ids
  box: SecretBox
  languages: Record<Locale, Sentences>
  findCaller: FindCaller
  /** Tells whether this very call is the one to tell the notice, and forgets it. */
  takeNotice(caller: Caller): Promise<boolean>
  captcha: CaptchaGate
  rateLimit: RateLimit
  callsPerMinute: number
  publicUrl: string | undefined
  observe(call: Call, code: number, seconds: number): void
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller | undefined
    startedAt: Date
    call?: Call
  }
}

/** The language of an answer: what the request asks for, else what the account chose, else Chinese. */
export function localeOf(request: FastifyRequest): Locale {
  const asked = request.headers['accept-language']?.trim().slice(0, 2).toLowerCase()
  return asked === 'en' || asked === 'zh' ? asked : (request.caller?.locale ?? DEFAULT_LOCALE)
}

export function refusalBody(refusal: Refusal, say: Sentences, domain: string) {
  const desc = errorSentence(say, refusal.error, refusal.params)
  const fields = refusal.violations.map((violation) => ({
    path: violation.path,
    rule: violation.rule,
    message: violationSentence(say, domain, violation),
  }))
  if (refusal.field !== undefined) fields.push({ path: refusal.field, rule: refusal.error as never, message: desc }) // a refusal on a field is named by its error instead of a rule
  // A wait is also told as a number, so that a page can count it down.
  const seconds = refusal.params['seconds']
  const data = { ...(fields.length > 0 && { fields }), ...(typeof seconds === 'number' && { seconds }) }
  return { code: ERRORS[refusal.error].code, desc, data: Object.keys(data).length > 0 ? data : null }
}

/** A bare call speaks in the numbers of its own protocol. Everything that is the sender's is `malformed`. */
export function bareRefusalBody(refusal: Refusal, say: Sentences, codes: BareCodes) {
  const { status } = ERRORS[refusal.error]
  const code = status === 429 ? codes.tooMany : status >= 500 ? codes.failed : codes.malformed
  return {
    status: status === 200 ? 400 : status,
    body: { code, msg: errorSentence(say, refusal.error, refusal.params), data: null },
  }
}

export function registerCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  bindings: readonly Binding[],
  deps: CallDeps,
): void {
  const byName = new Map(bindings.map((binding) => [binding.call.name, binding]))
  if (byName.size !== bindings.length) throw new Error('a call is bound twice')
  const streams = openStreams(app)
  for (const call of calls.filter((one) => !isRuntime(one))) {
    const binding = byName.get(call.name)
    if (!binding) throw new Error(`${call.name} is declared but nothing answers it`)
    registerCall(app, call, binding, deps, streams)
  }
}

function fingerprintOf(request: FastifyRequest): string | undefined {
  const fingerprint = request.headers['x-device-fingerprint']
  return typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint.slice(0, 128) : undefined
}

export const privilegeLabel = (say: Sentences) => (name: Privilege) => say(`privileges.${name}`)

export function askingOf(request: FastifyRequest, publicUrl: string | undefined): Asking {
  return {
    requestId: request.id,
    network: request.ip,
    fingerprint: fingerprintOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 256),
    origin: pageOrigin(request, publicUrl),
    now: request.startedAt,
    log: request.log as Logger, // Fastify was given a pino logger
  }
}

function registerCall(app: FastifyInstance, call: Call, binding: Binding, deps: CallDeps, streams: Streams): void {
  const { database, box, ids } = deps

  /**
   * After the body and before the use case. What was done already under this key is only answered once more, and wants
   * no captcha.
   */
  async function captchaGate(request: FastifyRequest, asking: Asking, key: string | undefined): Promise<void> {
    if (!deps.captcha.isWanted(call)) return
    const { caller } = request
    if (
      caller &&
      key !== undefined &&
      (await database.inTenant(caller.developer.id, 'read', (db) =>
        isKept({ db, developerId: caller.developer.id, call: call.name, key }),
      ))
    )
      return
    const id = request.headers['x-captcha-id']
    const visitor = {
      sessionId: caller?.sessionId,
      fingerprint: asking.fingerprint,
      network: asking.network,
      cookie: (name: string) => request.cookies[name],
    }
    if (!(await deps.captcha.spend(call, typeof id === 'string' ? id : undefined, visitor, asking.now)))
      throw new Refusal('captcha.listStale')
  }

  /** Who asks, as of now, and whether they may. */
  async function enter(request: FastifyRequest): Promise<void> {
    request.startedAt = deps.clock.now()
    request.caller = await sessionGate(deps.findCaller, request, request.startedAt, call.streams === 'events')
    const { caller } = request
    if (
      caller?.owedNotice &&
      call.access.kind !== 'open' &&
      call.access.kind !== 'pending' &&
      (await deps.takeNotice(caller))
    )
      throw new Refusal(caller.owedNotice)
    accessGate(call, caller, privilegeLabel(deps.languages[localeOf(request)]))
    viewingGate(call, caller)
    confirmationGate(call, caller, askingOf(request, deps.publicUrl))
    serviceFeeGate(call, caller)
  }

  /** The same person with the rights they have by now: a stream goes on for long, and ends with the right to it. */
  async function callerStill(request: FastifyRequest, { accountId }: Caller): Promise<Caller> {
    const caller = await sessionGate(deps.findCaller, request, deps.clock.now(), true)
    accessGate(call, caller, privilegeLabel(deps.languages[localeOf(request)]))
    viewingGate(call, caller)
    // Whoever begins or ends viewing as another is another account in the same session.
    if (caller?.accountId !== accountId) throw new Refusal('session.expired')
    return caller
  }

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const payload = decodePayload(call, request)
    const key = call.idempotent ? checkKey(request.headers['idempotency-key']) : undefined
    const asking = askingOf(request, deps.publicUrl)
    const locale = localeOf(request)
    const say = deps.languages[locale]
    await captchaGate(request, asking, key)
    if (binding.runOwn) {
      const isSecure = deps.publicUrl?.startsWith('https:') ?? false
      const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
      const answer = await binding.runOwn(
        {
          asking,
          caller: request.caller,
          locale,
          say,
          cookie: (name) => request.cookies[name],
          setCookie: (name, value, maxAge) => void reply.setCookie(name, value, { ...cookie, maxAge }),
          clearCookie: (name) => void reply.clearCookie(name, cookie),
        },
        payload,
      )
      return z.encode(call.answer, answer)
    }
    const { caller } = request
    if (!caller) throw new Error(`${call.name} needs a caller`)
    const given = { caller, asking, ids, say, call }
    if (binding.runFile ?? binding.runEvents) {
      const context = {
        caller,
        asking,
        ids,
        say,
        signal: binding.runFile
          ? streams.open(reply, 'file', caller.accountId)
          : streams.open(reply, 'events', caller.sessionId),
        read: async <T>(work: (scope: Scope) => Promise<T>) =>
          inScope(database, { ...given, caller: await callerStill(request, caller) }, 'read', work),
      }
      if (binding.runFile) return streams.sendFile(reply, await binding.runFile(context, payload))
      if (binding.runEvents)
        return streams.sendEvents(reply, binding.runEvents(context, payload), (event) => z.encode(call.answer, event))
    }
    const runScoped = binding.runScoped
    if (!runScoped) throw new Error(`${call.name} needs a use case`)
    const developerId = caller.developer.id
    return inScope(database, given, call.effect === 'write' ? 'write' : 'read', async (scope) => {
      const { db } = scope
      const idempotency = key === undefined ? undefined : { db, developerId, call: call.name, key, now: asking.now }
      // Of the same person: somebody else may not be allowed what was answered.
      const earlier = idempotency && (await replayed(idempotency, { payload, by: caller.accountId }, box))
      if (earlier) return earlier.answer
      const answer: unknown = z.encode(call.answer, await runScoped(scope, payload))
      if (idempotency) await keepAnswer(idempotency, answer, box)
      return answer
    })
  }

  app.route({
    method: call.method,
    url: call.path,
    ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
    onRequest: async (request) => {
      request.call = call
      rateGate(deps.rateLimit, call, request, deps.callsPerMinute)
      if (call.access.kind === 'open') originGate(request, deps.publicUrl)
      await enter(request)
    },
    handler: async (request, reply) => {
      if (deps.clock.now().getTime() - request.startedAt.getTime() > SLOW_BODY_MS) await enter(request)
      const answer = await run(request, reply)
      return call.bare || call.streams ? answer : { code: 0, desc: '', data: answer ?? null }
    },
    onResponse: async (_request, reply) => deps.observe(call, reply.statusCode, reply.elapsedTime / 1000),
  })
}
