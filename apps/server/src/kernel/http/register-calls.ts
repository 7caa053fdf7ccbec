// Turns declarations into routes: every call of the contract, except those of programs (program-calls.ts), becomes one
// Fastify route with the same gates in the same order. A handler gets a decoded payload inside one transaction. Its
// answer is encoded by the declaration, so undeclared fields never leave the server.
import { DEFAULT_LOCALE, ERRORS, captchaAccount, isRuntime } from '@sealwright/contract'
import type { BareCodes, Call, Locale, Privilege } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Asking } from '../asking.ts'
import type { Clock } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Person } from '../scope.ts'
import type { Binding, CaptchaGate, FindCaller, FindPerson } from './context.ts'
import {
  accessGate,
  confirmationGate,
  originGate,
  pageOrigin,
  personGate,
  rateGate,
  serviceFeeGate,
  sessionGate,
  suspensionGate,
  viewingGate,
} from './gates.ts'
import { checkKey, isKept } from './idempotency.ts'
import { decodePayload } from './payload.ts'
import type { RateLimit } from './rate-limit.ts'
import { createRunning } from './run-call.ts'
import type { RunningDeps } from './run-call.ts'

const SLOW_BODY_MS = 2_000

/** After a slow body the caller is checked again, because the session may have ended or changed meanwhile. */
export const isSlow = ({ startedAt }: Pick<FastifyRequest, 'startedAt'>, now: Date) =>
  now.getTime() - startedAt.getTime() > SLOW_BODY_MS

export interface CallDeps extends RunningDeps {
  clock: Clock
  languages: Record<Locale, Sentences>
  findCaller: FindCaller
  findPerson: FindPerson
  /** Clears the pending notice. True for the one call that has to show it. */
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
    person?: Person | undefined
    startedAt: Date
    call?: Call
  }
}

/** The language of an answer: that of the request, or else of the account, or else Chinese. */
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
  if (refusal.field !== undefined)
    fields.push({
      path: refusal.field,
      rule: refusal.error as never, // a refusal on a field has its error name in place of a rule
      message: desc,
    })
  // A wait is also sent as a number, so that a page can count it down.
  const seconds = refusal.params['seconds']
  const data = { ...(fields.length > 0 && { fields }), ...(typeof seconds === 'number' && { seconds }) }
  return { code: ERRORS[refusal.error].code, desc, data: Object.keys(data).length > 0 ? data : null }
}

/** A refusal of a bare call, in the codes of its own protocol. All mistakes of the sender are `malformed`. */
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
  const runCall = createRunning(app, deps)
  for (const call of calls.filter((one) => !isRuntime(one))) {
    const binding = byName.get(call.name)
    if (!binding) throw new Error(`${call.name} is declared but nothing answers it`)
    registerCall(app, call, binding, deps, runCall)
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

function registerCall(
  app: FastifyInstance,
  call: Call,
  binding: Binding,
  deps: CallDeps,
  runCall: ReturnType<typeof createRunning>,
): void {
  const { database } = deps

  /** Runs after the body is read and before the use case. Replaying a stored answer needs no captcha. */
  async function captchaGate(
    request: FastifyRequest,
    asking: Asking,
    payload: unknown,
    key: string | undefined,
  ): Promise<void> {
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
      account: captchaAccount(payload) ?? caller?.accountId,
      cookie: (name: string) => request.cookies[name],
    }
    if (!(await deps.captcha.spend(call, typeof id === 'string' ? id : undefined, visitor, asking.now)))
      throw new Refusal('captcha.listStale')
  }

  /** Loads the caller as of now and runs the gates about the caller. */
  async function enter(request: FastifyRequest): Promise<void> {
    request.startedAt = deps.clock.now()
    request.caller = await sessionGate(deps.findCaller, request, request.startedAt, call.streams === 'events')
    const { caller } = request
    request.person = await personGate(deps.findPerson, call, request, caller, request.startedAt)
    if (
      caller?.owedNotice &&
      !call.background &&
      call.access.kind !== 'open' &&
      call.access.kind !== 'pending' &&
      (await deps.takeNotice(caller))
    )
      throw new Refusal(caller.owedNotice)
    accessGate(call, caller, privilegeLabel(deps.languages[localeOf(request)]), request.person)
    viewingGate(call, caller)
    confirmationGate(call, caller, askingOf(request, deps.publicUrl))
    suspensionGate(call, caller)
    serviceFeeGate(call, caller)
  }

  /** The same account with what it may now, for long streams and for calls that waited for their turn. */
  async function callerStill(request: FastifyRequest, { accountId }: Caller): Promise<Caller> {
    const caller = await sessionGate(deps.findCaller, request, deps.clock.now(), true)
    accessGate(call, caller, privilegeLabel(deps.languages[localeOf(request)]))
    viewingGate(call, caller)
    suspensionGate(call, caller)
    serviceFeeGate(call, caller)
    // Starting or ending to view as another account changes the account of the session.
    if (caller?.accountId !== accountId) throw new Refusal('session.expired')
    return caller
  }

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const payload = decodePayload(call, request)
    const key = call.idempotent ? checkKey(request.headers['idempotency-key']) : undefined
    const asking = askingOf(request, deps.publicUrl)
    const locale = localeOf(request)
    const say = deps.languages[locale]
    await captchaGate(request, asking, payload, key)
    const { caller } = request
    if (!binding.runOwn) {
      if (!caller) throw new Error(`${call.name} needs a caller`)
      return runCall(
        { caller, asking, say, payload, key, reply, callerStill: () => callerStill(request, caller) },
        binding,
      )
    }
    const isSecure = deps.publicUrl?.startsWith('https:') ?? false
    const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
    const answer = await binding.runOwn(
      {
        asking,
        caller,
        person: request.person,
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
      if (isSlow(request, deps.clock.now())) await enter(request)
      const answer = await run(request, reply)
      return call.bare || call.streams ? answer : { code: 0, desc: '', data: answer ?? null }
    },
    onResponse: async (_request, reply) => deps.observe(call, reply.statusCode, reply.elapsedTime / 1000),
  })
}
