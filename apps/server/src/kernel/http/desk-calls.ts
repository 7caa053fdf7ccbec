// Turns the calls of the platform desk into routes. The gates, in order: network, rate limit, origin (open calls),
// session of an operator, its second factor, privilege, password confirmation (sensitive calls). After a slow body, the
// gates from the session on run again. Sessions of the console are not looked at, so they open nothing here.
import { DESK_PATH, LIMITS, MINUTE_MS, operatorDesk } from '@sealwright/contract'
import type { Call, Locale, OperatorPrivilege } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Asking } from '../asking.ts'
import { DESK_CHAIN, insertOperations } from '../audit/record.ts'
import type { OperationOrigin } from '../audit/record.ts'
import type { Clock } from '../clock.ts'
import { isOutage } from '../db/database.ts'
import type { Database, Db } from '../db/database.ts'
import { operatorCookieName } from '../desk.ts'
import type { DeskBinding, DeskScope, FindOperator, Operator } from '../desk.ts'
import type { Ids } from '../ids.ts'
import type { SecretBox } from '../keys/secret-box.ts'
import { Refusal } from '../refusal.ts'
import { originGate, rateGate } from './gates.ts'
import { checkKey, keepAnswer, replayed } from './idempotency.ts'
import { decodePayload } from './payload.ts'
import type { RateLimit } from './rate-limit.ts'
import { askingOf, isSlow, localeOf } from './register-calls.ts'
import { rememberOperators } from './remembered-operators.ts'
import { openStreams } from './streams.ts'

export interface DeskDeps {
  database: Database
  clock: Clock
  ids: Ids
  box: SecretBox
  languages: Record<Locale, Sentences>
  /** The language of a developer's log. */
  languageOf(db: Db, developerId: number): Promise<Sentences>
  findOperator: FindOperator
  /** Whether the desk is open to this address. */
  isAllowed(address: string): boolean
  rateLimit: RateLimit
  callsPerMinute: number
  publicUrl: string | undefined
  observe(call: Call, code: number, seconds: number): void
}

declare module 'fastify' {
  interface FastifyRequest {
    operator?: Operator | undefined
  }
}

function accessGate(call: Call, operator: Operator | undefined, label: (name: OperatorPrivilege) => string): void {
  const { access } = call
  if (access.kind === 'open') return
  if (!operator) throw new Refusal('session.expired')
  if (access.kind === 'pendingOperator') return
  if (operator.owes !== null || access.kind !== 'operator') throw new Refusal('session.expired')
  const { anyOf } = access
  if (anyOf.length > 0 && !anyOf.some((name) => operator.privileges.has(name)))
    throw new Refusal('platform.noPermission', { params: { privilege: anyOf.map(label).join(' / ') } })
}

function confirmationGate(call: Call, operator: Operator | undefined, { now, fingerprint }: Asking): void {
  if (!call.sensitive || !operator) return
  const { confirmedAt } = operator
  const isFresh =
    confirmedAt !== null && now.getTime() - confirmedAt.getTime() < LIMITS.session.confirmMinutes * MINUTE_MS
  if (!isFresh || (operator.fingerprint ?? undefined) !== fingerprint) throw new Refusal('identity.confirmPassword')
}

export function registerDeskCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  bindings: readonly DeskBinding[],
  deps: DeskDeps,
): void {
  const { database, ids, box } = deps
  const streams = openStreams(app)
  const byName = new Map(bindings.map((binding) => [binding.call.name, binding]))
  if (byName.size !== bindings.length) throw new Error('a call of the desk is bound twice')

  const labels = (request: FastifyRequest) => (name: OperatorPrivilege) =>
    deps.languages[localeOf(request)](`operator.privileges.${name}`)

  const remembered = rememberOperators()

  async function operatorOf(request: FastifyRequest): Promise<Operator | undefined> {
    const handle = request.headers['x-session-id']
    if (typeof handle !== 'string' || !/^[\w-]{20,64}$/.test(handle)) return undefined
    const secret = request.cookies[operatorCookieName(handle)]
    if (secret === undefined || secret.length > 128) return undefined
    const { startedAt: now, call } = request
    const found = await deps.findOperator(handle, secret, now).catch((error: unknown) => {
      const known = call?.duringOutage && isOutage(error) ? remembered.find(handle, secret, now) : undefined
      if (known) return known
      throw error
    })
    remembered.note(handle, secret, found, now)
    return found
  }

  function scopeOf(db: Db, request: FastifyRequest, call: Call, operator: Operator): DeskScope {
    const asking = askingOf(request, deps.publicUrl)
    const origin = (developerId: number, actorId: string | null, actorName: string): OperationOrigin => ({
      developerId,
      actorId,
      actorName,
      call: call.name,
      requestId: asking.requestId,
      network: developerId === DESK_CHAIN ? asking.network : null,
      fingerprint: null,
      now: asking.now,
    })
    const locale = localeOf(request)
    return {
      db,
      operator,
      asking,
      ids,
      locale,
      say: deps.languages[locale],
      record: (...operations) => insertOperations(db, origin(DESK_CHAIN, operator.guid, operator.name), operations),
      async recordAt(developerId, ...operations) {
        const sayThere = await deps.languageOf(db, developerId)
        const actor = sayThere('operator.log.visitor', { name: operator.name })
        await insertOperations(db, origin(developerId, null, actor), operations)
      },
    }
  }

  async function runScoped(
    request: FastifyRequest,
    call: Call,
    operator: Operator,
    payload: unknown,
    run: NonNullable<DeskBinding['runScoped']>,
  ): Promise<unknown> {
    const key = call.idempotent ? checkKey(request.headers['idempotency-key']) : undefined
    return database.atDesk(call.effect === 'write' ? 'write' : 'read', async (db) => {
      const idempotency =
        key === undefined ? undefined : { db, developerId: DESK_CHAIN, call: call.name, key, now: request.startedAt }
      const earlier = idempotency && (await replayed(idempotency, { payload, by: operator.guid }, box))
      if (earlier) return earlier.answer
      const answer: unknown = z.encode(call.answer, await run(scopeOf(db, request, call, operator), payload))
      if (idempotency) await keepAnswer(idempotency, answer, box)
      return answer
    })
  }

  async function answerCall(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call,
    binding: DeskBinding,
  ): Promise<unknown> {
    const payload = decodePayload(call, request)
    const asking = askingOf(request, deps.publicUrl)
    const locale = localeOf(request)
    const say = deps.languages[locale]
    const { operator } = request
    if (binding.runOwn) {
      const cookie = {
        path: DESK_PATH,
        httpOnly: true,
        sameSite: 'strict',
        secure: deps.publicUrl?.startsWith('https:') ?? false,
      } as const
      const context = {
        asking,
        operator,
        locale,
        say,
        setCookie: (name: string, value: string, maxAge: number, path: string = DESK_PATH) =>
          void reply.setCookie(name, value, { ...cookie, path, maxAge }),
        clearCookie: (name: string) => void reply.clearCookie(name, cookie),
        write: <T>(work: (scope: DeskScope) => Promise<T>) => {
          if (!operator) throw new Refusal('session.expired')
          return database.atDesk('write', (db) => work(scopeOf(db, request, call, operator)))
        },
      }
      return z.encode(call.answer, await binding.runOwn(context, payload))
    }
    if (!operator) throw new Error(`${call.name} needs an operator`)
    if (binding.runFile) {
      const signal = streams.open(reply, 'file', operator.guid)
      const read = async <T>(work: (scope: DeskScope) => Promise<T>) => {
        request.startedAt = deps.clock.now()
        const still = await operatorOf(request)
        accessGate(call, still, labels(request))
        if (still?.guid !== operator.guid) throw new Refusal('session.expired')
        return database.atDesk('read', (db) => work(scopeOf(db, request, call, still)))
      }
      return streams.sendFile(
        reply,
        await binding.runFile({ operator, asking, ids, locale, say, signal, read }, payload),
      )
    }
    if (!binding.runScoped) throw new Error(`${call.name} needs a use case`)
    return runScoped(request, call, operator, payload, binding.runScoped)
  }

  /** Loads the operator as of now and runs the gates about the operator. */
  async function enter(request: FastifyRequest, call: Call): Promise<void> {
    request.startedAt = deps.clock.now()
    if (call.access.kind !== 'open') request.operator = await operatorOf(request)
    accessGate(call, request.operator, labels(request))
    confirmationGate(call, request.operator, askingOf(request, deps.publicUrl))
  }

  function register(call: Call, binding: DeskBinding): void {
    app.route({
      method: call.method,
      url: call.path,
      ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
      onRequest: async (request) => {
        request.call = call
        // As if there were no desk.
        if (!deps.isAllowed(request.ip)) throw new Refusal('platform.invalidUrl')
        rateGate(deps.rateLimit, call, request, deps.callsPerMinute)
        if (call.access.kind === 'open') originGate(request, deps.publicUrl)
        await enter(request, call)
      },
      handler: async (request, reply) => {
        if (isSlow(request, deps.clock.now())) await enter(request, call)
        const answer = await answerCall(request, reply, call, binding)
        if (call.name === operatorDesk.logout.name && request.operator) remembered.forget(request.operator.sessionId)
        return call.streams ? answer : { code: 0, desc: '', data: answer ?? null }
      },
      onResponse: async (_request, reply) => deps.observe(call, reply.statusCode, reply.elapsedTime / 1000),
    })
  }

  for (const call of calls) {
    const binding = byName.get(call.name)
    if (!binding) throw new Error(`${call.name} is declared but nothing answers it`)
    register(call, binding)
  }
}
