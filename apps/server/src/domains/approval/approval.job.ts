// The clock of requests: expiry, reminders, steps whose approvers changed, and decisions that did not take effect. It
// can run at any time and any number of times, in several processes: each request is handled in its own transaction,
// under its lock, and looked at again there. A request that somebody else holds is left for the next run.
import { HOUR_MS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { recordByPlatform } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Ids } from '../../kernel/ids.ts'
import { inScope } from '../../kernel/in-scope.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import { listMembers } from '../access/index.ts'
import type { Member } from '../access/index.ts'
import type { Request } from './approval.tables.ts'
import type { Deciding } from './deciding.service.ts'
import { momentOf } from './filing.service.ts'
import { logRequest } from './request-log.service.ts'
import { insertEvents, listStuck, listTenants, listWaiting, tryLockRequest, updateRequest } from './request.queries.ts'
import { idsOf, place, placeOne, stepOf } from './turn.service.ts'
import type { Placed, Turns } from './turn.service.ts'

export interface WatchDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  languages: Record<Locale, Sentences>
  /** An account with its current privileges. */
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
  /** Processes the failed rows of a task again. Refuses if it has none. */
  retryTask(scope: Scope, guid: string): Promise<unknown>
  deciding: Deciding
  turns: Turns
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Whether a waiting request has something to do now. */
const isDue = ({ row, turn }: Placed, now: Date) =>
  row.expiresAt <= now ||
  (row.remindAt !== null && row.remindAt <= now) ||
  turn.isPassed ||
  (turn.isOrphaned && !row.isEscalated && turn.deciders.length > 0) ||
  !isSame(row.approverIds, idsOf(turn.deciders))

export function createWatch(deps: WatchDeps) {
  const { database, clock, ids, log, languages, deciding, turns } = deps

  /** Runs a transaction as the super administrator, whose rows the log shows as those of the platform. */
  async function asCenter(developerId: number, superId: string, work: (scope: Scope) => Promise<void>): Promise<void> {
    const now = clock.now()
    const caller = await deps.findMember(developerId, superId, now)
    if (!caller) return
    const asking = {
      requestId: 'approval.watch',
      network: '',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now,
      log,
    }
    const say = languages[caller.locale]
    // The history of licenses names who acted.
    const platform = { ...caller, displayName: say('developer.log.platform') }
    const given = { caller: platform, asking, ids, say, call: { name: 'approval.watch' } }
    await inScope(database, given, 'write', (scope) =>
      work({
        ...scope,
        record: (...operations) =>
          recordByPlatform({ db: scope.db, developerId, now }, say, 'approval.watch', ...operations),
      }),
    )
  }

  async function expire(scope: Scope, { row: before, content }: Placed): Promise<void> {
    const of = momentOf(scope)
    await insertEvents(of, ids, before.guid, { kind: 'expire', actorId: null })
    const days = content.expireDays
    const words = { reason: null, licenses: scope.say('audit.expiredReason', { days }) }
    const row = await deciding.end(scope, before, 'expire', words)
    await turns.tell(of, row, 'approvalExpired', { days }, [row.requesterId])
    await logRequest(scope, row, 'update', before)
  }

  /** Reminds the approvers once, and lets the super administrator decide too. */
  async function remind(scope: Scope, { row, content, turn }: Placed): Promise<Request> {
    const of = momentOf(scope)
    const { remindHours } = stepOf(content, row.step)
    const hours = remindHours ?? Math.round((of.now.getTime() - row.stepAt.getTime()) / HOUR_MS)
    await insertEvents(of, ids, row.guid, { kind: 'remind', actorId: null, step: row.step })
    await turns.tell(of, row, 'approvalReminder', { hours }, idsOf(turn.deciders))
    const isNew = !row.isEscalated && !turn.deciders.some(({ isSuper }) => isSuper)
    const after = await updateRequest(of, row, { remindAt: null, isEscalated: true })
    // Whoever decides already needs no second message, and nobody decides on their own request.
    if (isNew && row.requesterId !== scope.caller.accountId) await turns.escalate(of, after)
    return after
  }

  async function tend(scope: Scope, guid: string): Promise<void> {
    const of = momentOf(scope)
    const locked = await tryLockRequest(scope, guid)
    if (locked?.state !== 'waiting') return
    const members: readonly Member[] = await listMembers(scope, of.now)
    let placed = await placeOne(scope, locked, members)
    if (placed.row.expiresAt <= of.now) return expire(scope, placed)
    if (placed.turn.isPassed) {
      const row = await deciding.advance(scope, placed.row, placed.content, members)
      return logRequest(scope, row, 'update', locked)
    }
    if (placed.row.remindAt !== null && placed.row.remindAt <= of.now)
      placed = await placeOne(scope, await remind(scope, placed), members)
    const isFalling = placed.turn.isOrphaned && !placed.row.isEscalated && placed.turn.deciders.length > 0
    const row = await updateRequest(of, placed.row, {
      approverIds: idsOf(placed.turn.deciders),
      isEscalated: placed.row.isEscalated || isFalling,
    })
    if (isFalling) await turns.escalate(of, row)
  }

  /**
   * Tries decisions again that took no effect for an hour. It does not lock the request: a task locks itself first,
   * then its request.
   */
  async function retry(developerId: number, superId: string, failed: (error: unknown) => void): Promise<void> {
    const since = new Date(clock.now().getTime() - HOUR_MS)
    const stuck = await database.inTenant(developerId, 'read', (db) => listStuck({ db, developerId }, since))
    for (const guid of stuck)
      await asCenter(developerId, superId, async (scope) => void (await deps.retryTask(scope, guid))).catch(
        (error: unknown) => {
          // It is still at work, or somebody was faster.
          if (!(error instanceof Refusal && error.error === 'task.stateForbids')) failed(error)
        },
      )
  }

  /** The requests of a developer that have something to do now. */
  function listDue(developerId: number): Promise<string[]> {
    const now = clock.now()
    return database.inTenant(developerId, 'read', async (db) => {
      const of = { db, developerId }
      const rows = await listWaiting(of)
      const placed = rows.length === 0 ? [] : await place(of, rows, await listMembers(of, now))
      return placed.filter((one) => isDue(one, now)).map(({ row }) => row.guid)
    })
  }

  async function run(): Promise<void> {
    // A failure stops neither the other requests nor the other developers. The next run tries again.
    for (const { developerId, superId } of await listTenants(database.owner)) {
      const failed = (err: unknown) => log.error({ err, developerId }, 'an approval request was not tended')
      const due = await listDue(developerId).catch((err: unknown) => {
        failed(err)
        return []
      })
      for (const guid of due) await asCenter(developerId, superId, (scope) => tend(scope, guid)).catch(failed)
      await retry(developerId, superId, failed).catch(failed)
    }
  }

  return { run }
}

export function watchJob(deps: WatchDeps): Job {
  const { run } = createWatch(deps)
  return defineJob({ name: 'approval.watch', payload: z.object({}), schedule: '* * * * *', retries: 0, run })
}
