// From declarations to routes: every call of the contract becomes one Fastify route with the same gates in the same order. Handlers see a decoded
// payload inside one transaction; what they return is encoded by the declaration, so that nothing undeclared leaves.
import { ERRORS } from '@sealwright/contract'
import type { Call, Locale, Privilege } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { insertOperation } from '../audit/record.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import type { SecretBox } from '../keys/secret-box.ts'
import type { Refusal } from '../refusal.ts'
import type { Asking, Caller, Scope } from '../scope.ts'
import type { Binding, FindCaller } from './context.ts'
import { accessGate, originGate, rateGate, sessionGate } from './gates.ts'
import { checkKey, keepAnswer, replayed } from './idempotency.ts'
import { decodePayload } from './payload.ts'
import type { RateLimit } from './rate-limit.ts'

export interface CallDeps {
  database: Database
  clock: Clock
  ids: Ids
  box: SecretBox
  languages: Record<Locale, Sentences>
  findCaller: FindCaller
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
  return asked === 'en' || asked === 'zh' ? asked : (request.caller?.locale ?? 'zh')
}

export function refusalBody(refusal: Refusal, say: Sentences, domain: string) {
  const desc = errorSentence(say, refusal.error, refusal.params)
  const fields = refusal.violations.map((violation) => ({ path: violation.path, rule: violation.rule, message: violationSentence(say, domain, violation) }))
  if (refusal.field !== undefined) fields.push({ path: refusal.field, rule: refusal.error as never, message: desc }) // a refusal on a field is named by its error instead of a rule
  return { code: ERRORS[refusal.error].code, desc, data: fields.length > 0 ? { fields } : null }
}

export function registerCalls(app: FastifyInstance, calls: readonly Call[], bindings: readonly Binding[], deps: CallDeps): void {
  const byName = new Map(bindings.map((binding) => [binding.call.name, binding]))
  if (byName.size !== bindings.length) throw new Error('a call is bound twice')
  for (const call of calls) {
    const binding = byName.get(call.name)
    if (!binding) throw new Error(`${call.name} is declared but nothing answers it`)
    registerCall(app, call, binding, deps)
  }
}

function askingOf(request: FastifyRequest): Asking {
  const fingerprint = request.headers['x-device-fingerprint']
  return {
    requestId: request.id,
    network: request.ip,
    fingerprint: typeof fingerprint === 'string' ? fingerprint.slice(0, 128) : undefined,
    userAgent: request.headers['user-agent']?.slice(0, 256),
    now: request.startedAt,
    log: request.log as Logger, // Fastify was given a pino logger
  }
}

function registerCall(app: FastifyInstance, call: Call, binding: Binding, deps: CallDeps): void {
  const { database, box, ids } = deps
  const privilegeLabel = (say: Sentences) => (name: Privilege) => say(`privileges.${name}`)

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const payload = decodePayload(call, request)
    const key = call.idempotent ? checkKey(request.headers['idempotency-key']) : undefined
    const asking = askingOf(request)
    const locale = localeOf(request)
    const say = deps.languages[locale]
    if (binding.runOwn) {
      const isSecure = deps.publicUrl?.startsWith('https:') ?? false
      const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
      const answer = await binding.runOwn(
        {
          asking, caller: request.caller, locale, say,
          setCookie: (name, value, maxAge) => void reply.setCookie(name, value, { ...cookie, maxAge }),
          clearCookie: (name) => void reply.clearCookie(name, cookie),
        },
        payload,
      )
      return z.encode(call.answer, answer)
    }
    const { caller } = request
    const runScoped = binding.runScoped
    if (!caller || !runScoped) throw new Error(`${call.name} needs a caller and a use case`)
    const developerId = caller.developer.id
    return database.inTenant(developerId, call.effect === 'write' ? 'write' : 'read', async (db) => {
      const scope: Scope = {
        db, developerId, caller, asking, ids, say,
        record: (operation) =>
          insertOperation(db, { developerId, actorId: caller.accountId, actorName: caller.displayName, call: call.name, requestId: asking.requestId, network: asking.network, fingerprint: asking.fingerprint ?? null, now: asking.now }, operation),
      }
      const idempotency = key === undefined ? undefined : { db, developerId, call: call.name, key, now: asking.now }
      const earlier = idempotency && (await replayed(idempotency, payload, box))
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
      request.startedAt = deps.clock.now()
      rateGate(deps.rateLimit, call, request, deps.callsPerMinute)
      if (call.access.kind === 'open') originGate(request, deps.publicUrl)
      else request.caller = await sessionGate(deps.findCaller, request, request.startedAt)
      accessGate(call, request.caller, privilegeLabel(deps.languages[localeOf(request)]))
    },
    handler: async (request, reply) => ({ code: 0, desc: '', data: (await run(request, reply)) ?? null }),
    onResponse: async (_request, reply) => deps.observe(call, reply.statusCode, reply.elapsedTime / 1000),
  })
}
