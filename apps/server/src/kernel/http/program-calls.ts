// The runtime surface: calls of programs. There is no session, cookie or captcha. A request is JSON, an answer has no
// envelope, and a refusal is a problem document (RFC 9457). A request with a nonce gets a signed proof of its answer in
// a header. This file owns the transport only; the runtime domain authenticates programs by the developer's API
// password and signs.
import { createHash } from 'node:crypto'
import {
  ERRORS,
  NONCE,
  NONCE_HEADER,
  PROOF_HEADER,
  clientStatusOf,
  isRuntime,
  isRuntimeError,
  problemType,
  wordsTold,
} from '@sealwright/contract'
import type { AnswerClaims, Call, ErrorName, Locale, RuntimeReason } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { createRecent } from '../recent.ts'
import type { Refusal } from '../refusal.ts'
import { runtimeSentence } from '../runtime-sentence.ts'
import { addJsonParser, decodeFields, parseJson, queryOf } from './payload.ts'
import { localeOf, refusalBody } from './register-calls.ts'

/** The facts of a program's request. */
export interface ProgramContext {
  /** As sent: hexadecimal, without `Bearer`. */
  apiPassword: string
  network: string
  now: Date
  say: Sentences
  log: Logger
  /** Chosen by the program. What is signed for this request repeats it. */
  nonce: string | undefined
  /**
   * The developer whose API password the request has. The runtime domain sets it once the request is within the rate
   * limits. Before that nothing is signed, so that strangers cannot make the center sign.
   */
  admitted?: number
}

/** Signs the claims with the developer's current key: at once if the key is in memory. */
export type Prove = (developerId: number, now: Date, claims: AnswerClaims) => string | Promise<string>

declare module 'fastify' {
  interface FastifyRequest {
    program?: ProgramContext
  }
}

/** An answer that is already serialized and needs no promise. */
export class Spelled {
  readonly words: string
  constructor(words: string) {
    this.words = words
  }
}

export interface ProgramBinding {
  call: Call
  run(context: ProgramContext, payload: unknown): Promise<unknown> | Spelled
}

/** Binds a runtime call to its use case, which opens its own transactions. */
export function answersProgram<C extends Call>(
  call: C,
  run: (context: ProgramContext, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>> | Spelled,
): ProgramBinding {
  // The route decodes the payload by the same call.
  return { call, run }
}

/**
 * Serializes answers that repeat and differ only in `serverTime`, their last field. The rest of an answer is serialized
 * once for each object in `of`.
 */
export function createSpelling<C extends Call, Of extends object>(
  call: C,
  tell: (of: Of, now: Date) => z.output<C['answer']> & { serverTime: Date },
): (of: Of, now: Date) => Spelled {
  const beginnings = new WeakMap<Of, string>()
  return (of, now) => {
    let beginning = beginnings.get(of)
    if (beginning === undefined) {
      const words = JSON.stringify(z.encode(call.answer, tell(of, now)))
      const ending = `${JSON.stringify(now)}}`
      if (!words.endsWith(`"serverTime":${ending}`)) throw new Error(`${call.name} does not end with serverTime`)
      beginning = words.slice(0, -ending.length)
      beginnings.set(of, beginning)
    }
    return new Spelled(`${beginning}"${now.toISOString()}"}`)
  }
}

export interface ProgramDeps {
  clock: Clock
  languages: Record<Locale, Sentences>
  observe(call: Call, code: number, seconds: number): void
  prove: Prove
}

const sentence = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')

const runtimeStatus = (error: ErrorName) => (ERRORS[error].status === 200 ? 400 : ERRORS[error].status)

/** A refusal as a problem document: `type` is for the program, `detail` and `fix` are for its user. */
export function problemOf(
  refusal: Refusal,
  say: Sentences,
  { domain, status, type }: { domain: string; status: number; type: string } = {
    domain: 'runtime',
    status: runtimeStatus(refusal.error),
    type: problemType(refusal.error),
  },
) {
  const { error, params } = refusal
  const { code, desc, data } = refusalBody(refusal, say, domain)
  const reason = isRuntimeError(error) ? (error.slice('runtime.'.length) as RuntimeReason) : undefined // its suffix
  const clientStatus = reason && clientStatusOf(reason)
  const words = reason && wordsTold(reason, params)
  const seconds = params['seconds']
  return {
    status,
    body: {
      type,
      title: reason ? say(`runtime.reasons.${reason}`) : sentence(type),
      status,
      detail: reason ? runtimeSentence(say, reason, params) : desc,
      ...(reason && { fix: say(`runtime.fixes.${reason}`) }),
      ...(words !== undefined && { reason: words }),
      code,
      ...(clientStatus !== undefined && { clientStatus }),
      ...(typeof seconds === 'number' && { retryAfter: seconds }),
      ...(data?.fields && { fields: data.fields }),
    },
  }
}

function passwordOf(request: FastifyRequest): string {
  const { authorization = '' } = request.headers
  return authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
}

function nonceOf({ headers: { [NONCE_HEADER]: nonce } }: FastifyRequest): string | undefined {
  return typeof nonce === 'string' && NONCE.test(nonce) ? nonce : undefined
}

const digestOf = (words: unknown) =>
  createHash('sha256')
    .update(typeof words === 'string' ? words : '')
    .digest('base64url')

/** How many payloads are remembered of a call that repeats. */
const MOST_PAYLOADS = 20_000
/** Longer bodies are not remembered. */
const LONGEST_REMEMBERED = 2_048

/**
 * Returns how to run a call for a request. Programs repeat the same body, so the decoded payload of an answered body is
 * remembered. Later requests get the same object, so a use case must not change its payload.
 */
function runningOf(
  call: Call,
  { run }: ProgramBinding,
): (context: ProgramContext, request: FastifyRequest) => Promise<unknown> | Spelled {
  if (call.carriage === 'query') return (context, request) => run(context, decodeFields(call, queryOf(request)))
  const decode = (words: string) => decodeFields(call, parseJson(words))
  const wordsOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')
  if (!call.repeats) return (context, request) => run(context, decode(wordsOf(request)))
  const known = createRecent<unknown>(MOST_PAYLOADS)
  return (context, request) => {
    const words = wordsOf(request)
    const remembered = known.get(words)
    if (remembered !== undefined) return run(context, remembered)
    const payload = decode(words)
    // Remember only answered bodies, so that strangers cannot fill the cache.
    const keep = <Answer>(answer: Answer) => {
      if (words.length <= LONGEST_REMEMBERED) known.set(words, payload)
      return answer
    }
    const answer = run(context, payload)
    return answer instanceof Spelled ? keep(answer) : answer.then(keep)
  }
}

export async function registerProgramCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  bindings: readonly ProgramBinding[],
  { clock, languages, observe, prove }: ProgramDeps,
): Promise<void> {
  /** Proves an answer, or a refusal, of an admitted request with a nonce. A server error proves nothing. */
  function proofOf(call: Call, { program, body }: FastifyRequest, status: number, answer: unknown) {
    if (program?.nonce === undefined || program.admitted === undefined || status >= 500) return undefined
    const { nonce, admitted, now } = program
    return prove(admitted, now, {
      iss: String(admitted),
      nonce,
      call: call.path,
      request: digestOf(body),
      status,
      answer: digestOf(answer),
      iat: Math.floor(now.getTime() / 1000),
    })
  }

  const byName = new Map(bindings.map((binding) => [binding.call.name, binding]))
  await app.register(async (surface) => {
    addJsonParser(surface)
    surface.decorateRequest('program')
    for (const call of calls.filter(isRuntime)) {
      const binding = byName.get(call.name)
      if (!binding) throw new Error(`${call.name} is declared but nothing answers it`)
      const run = runningOf(call, binding)
      surface.route({
        method: call.method,
        url: call.path,
        // Programs call all the time, so requests are not logged. Refusals are in the runtime event log.
        logLevel: 'warn',
        ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
        onRequest: (request, reply, done) => {
          request.call = call
          request.startedAt = clock.now()
          void reply.headers({
            'x-request-id': request.id,
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          done()
        },
        handler: (request, reply) => {
          const context = {
            apiPassword: passwordOf(request),
            network: request.ip,
            now: request.startedAt,
            say: languages[localeOf(request)],
            log: request.log as Logger, // Fastify was given a pino logger
            nonce: nonceOf(request),
          }
          request.program = context
          const answer = run(context, request)
          if (answer instanceof Spelled) return reply.type('application/json; charset=utf-8').send(answer.words)
          return answer.then((told) => z.encode(call.answer, told))
        },
        onSend: (request, reply, answer, done) => {
          const proof = proofOf(call, request, reply.statusCode, answer)
          const send = (proven?: string) => {
            if (proven !== undefined) void reply.header(PROOF_HEADER, proven)
            done(null, answer)
          }
          if (typeof proof !== 'object') return send(proof)
          proof.then(send, (error: unknown) => {
            // The program asks again, as if it had got no answer.
            request.log.error({ err: error }, 'an answer could not be signed')
            send()
          })
        },
        onResponse: (_request, reply, done) => {
          observe(call, reply.statusCode, reply.elapsedTime / 1000)
          done()
        },
      })
    }
  })
}
