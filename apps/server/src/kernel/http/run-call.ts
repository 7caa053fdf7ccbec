// Runs the use case of a call for a caller whom the gates let through, whatever surface the call came from: in one
// transaction, or as a file or events. A repeated `Idempotency-Key` gets the first answer. The declaration encodes the
// answer. A visiting operator gets it with its texts masked.
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Asking } from '../asking.ts'
import type { Database } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { inScope } from '../in-scope.ts'
import type { SecretBox } from '../keys/secret-box.ts'
import type { Caller, Scope } from '../scope.ts'
import { maskTexts } from '../visitor-view.ts'
import type { MaskText } from '../visitor-view.ts'
import type { Binding } from './context.ts'
import { keepAnswer, replayed } from './idempotency.ts'
import { openStreams } from './streams.ts'

const LONG_WAIT_MS = 2_000

/** Whose events these are: a visiting operator's and a viewer's are not those of the account that they look as. */
const listenerOf = ({ accountId, viewer, visit }: Caller) => visit?.operatorGuid ?? viewer?.accountId ?? accountId

export interface RunningDeps {
  database: Database
  ids: Ids
  box: SecretBox
  /** For a visiting operator. */
  mask: MaskText
}

export interface Run {
  caller: Caller
  asking: Asking
  say: Sentences
  /** Decoded by the call. */
  payload: unknown
  /** The checked `Idempotency-Key`, if the call honors it. */
  key: string | undefined
  reply: FastifyReply
  /** The caller with the current rights, for a stream that outlives its first transaction. */
  callerStill(): Promise<Caller>
}

export function createRunning(app: FastifyInstance, { database, ids, box, mask }: RunningDeps) {
  const streams = openStreams(app)
  return async function runCall(
    { caller, asking, say, payload, key, reply, callerStill }: Run,
    { call, runFile, runEvents, runScoped }: Binding,
  ): Promise<unknown> {
    const given = { caller, asking, ids, say, call }
    const encode = (told: unknown) => {
      const answer: unknown = z.encode(call.answer, told)
      return caller.visit ? maskTexts(answer, mask) : answer
    }
    if (runFile ?? runEvents) {
      const context = {
        caller,
        asking,
        ids,
        say,
        signal: runFile
          ? streams.open(reply, 'file', caller.accountId)
          : streams.open(reply, 'events', caller.sessionId, listenerOf(caller)),
        read: async <T>(work: (scope: Scope) => Promise<T>) =>
          inScope(database, { ...given, caller: await callerStill() }, 'read', work),
      }
      if (runFile) return streams.sendFile(reply, await runFile(context, payload))
      if (runEvents) return streams.sendEvents(reply, runEvents(context, payload), encode)
    }
    if (!runScoped) throw new Error(`${call.name} needs a use case`)
    const developerId = caller.developer.id
    const askedAt = performance.now()
    return database.inTurnOf(developerId, async () => {
      // A call that waited for its turn runs with the rights of now.
      const present = performance.now() - askedAt > LONG_WAIT_MS ? { ...given, caller: await callerStill() } : given
      return inScope(database, present, call.effect === 'write' ? 'write' : 'read', async (scope) => {
        const { db } = scope
        const idempotency = key === undefined ? undefined : { db, developerId, call: call.name, key, now: asking.now }
        // The account is part of the payload: another account may not be allowed to see the stored answer.
        const earlier = idempotency && (await replayed(idempotency, { payload, by: caller.accountId }, box))
        if (earlier) return earlier.answer
        const answer = encode(await runScoped(scope, payload))
        if (idempotency) await keepAnswer(idempotency, answer, box)
        return answer
      })
    })
  }
}
