// The story of programs: what was done is written with it; what was refused, beside it, with the rules that were asked.
// A program that is refused asks again and again: what is refused alike within the hour is one row that counts.
// Machines are told apart up to a limit: who makes them up fills no disk.
import { HOUR_MS, LIMITS } from '@sealwright/contract'
import type { RuntimeAct, RuntimeReason } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { createRecent } from '../../../kernel/recent.ts'
import type { TracedUse, UseFacts } from '../../license/index.ts'
import * as queries from './log.queries.ts'

const ALIKE_MS = HOUR_MS
const MOST_ALIKE = 20_000
/** How often a count is written at most. */
const WRITE_EVERY_MS = 10_000

/** What a program said of itself. */
export interface Told {
  act: RuntimeAct
  network: string
  code?: string | undefined
  account?: string | undefined
  machineName?: string | undefined
  fingerprint?: string | undefined
}

interface Refused {
  reason: RuntimeReason
  params: PhraseParams
  trace: TracedUse[] | null
}

/**
 * A code that nobody has may be a typing error of one that somebody has: only its beginning is kept, and nothing that
 * no code has: it may be what cannot be stored.
 */
const hidden = (code: string) =>
  `${code.slice(0, 4).replace(/[^0-9A-Z]/g, '?')}${'*'.repeat(Math.max(0, Math.min(code.length, 16) - 4))}`

const isLately = <One extends { since: number }>(one: One | undefined, now: number): one is One =>
  one !== undefined && now - one.since < ALIKE_MS

interface Alike {
  guid: string
  since: number
  writtenAt: number
  unwritten: number
}

export function createRuntimeLog({ database, ids, log }: { database: Database; ids: Ids; log: Logger }) {
  const alike = createRecent<Alike>(MOST_ALIKE)
  /** How many machines were refused for the same thing from one network, and since when. */
  const crowds = createRecent<{ since: number; machines: number }>(MOST_ALIKE)

  /** What makes refusals alike. One of a crowd is counted with the others. */
  function likenessOf(
    about: string,
    fingerprint: string | undefined,
    now: number,
  ): { key: string; isOfCrowd: boolean } {
    const own = `${about}\n${fingerprint ?? ''}`
    if (fingerprint === undefined || isLately(alike.get(own), now)) return { key: own, isOfCrowd: false }
    const known = crowds.get(about)
    const crowd = isLately(known, now) ? known : { since: now, machines: 0 }
    if (crowd.machines >= LIMITS.runtime.refusedMachines) return { key: about, isOfCrowd: true }
    crowd.machines++
    crowds.set(about, crowd)
    return { key: own, isOfCrowd: false }
  }

  const rowOf = (developerId: number, facts: Partial<UseFacts> | undefined, told: Told, now: Date) => ({
    developerId,
    at: now,
    act: told.act,
    network: told.network,
    licenseGuid: facts?.license?.guid ?? null,
    userGuid: facts?.person?.guid ?? facts?.license?.userGuid ?? null,
    serial:
      facts?.license && !facts.isFormer
        ? facts.license.serial
        : told.code === undefined
          ? null
          : facts?.isFormer
            ? told.code
            : hidden(told.code),
    account: told.account ?? facts?.person?.account ?? facts?.license?.account ?? null,
    machineName: told.machineName ?? null,
    fingerprint: told.fingerprint ?? null,
  })

  /** What was done, to be written with it. */
  const doneRow = (developerId: number, facts: Partial<UseFacts> | undefined, told: Told, now: Date) => ({
    ...rowOf(developerId, facts, told, now),
    guid: ids.guid(),
    reason: null,
  })

  /** What was done, in the transaction that does it. */
  async function done(
    db: Db,
    developerId: number,
    facts: Partial<UseFacts> | undefined,
    told: Told,
    now: Date,
  ): Promise<void> {
    await queries.insertEvent(db, doneRow(developerId, facts, told, now))
  }

  /**
   * What was refused. It is noted after the answer's decision and never changes it: a log that cannot be written is a
   * warning.
   */
  async function refused(
    developerId: number,
    facts: UseFacts | undefined,
    told: Told,
    { reason, params, trace }: Refused,
    now: Date,
  ): Promise<void> {
    const row = rowOf(developerId, facts, told, now)
    const { key, isOfCrowd } = likenessOf(
      [developerId, told.act, reason, row.licenseGuid ?? row.serial ?? row.account, told.network].join('\n'),
      told.fingerprint,
      now.getTime(),
    )
    const known = alike.get(key)
    try {
      if (isLately(known, now.getTime())) {
        known.unwritten++
        if (now.getTime() - known.writtenAt < WRITE_EVERY_MS) return
        const { unwritten } = known
        known.unwritten = 0
        known.writtenAt = now.getTime()
        return await database.inTenant(developerId, 'write', (db) =>
          queries.addTimes(db, developerId, known.guid, unwritten, now),
        )
      }
      const guid = ids.guid()
      alike.set(key, { guid, since: now.getTime(), writtenAt: now.getTime(), unwritten: 0 })
      await database.inTenant(developerId, 'write', (db) =>
        queries.insertEvent(db, {
          ...row,
          ...(isOfCrowd && { fingerprint: null, machineName: null }),
          guid,
          reason,
          params,
          trace,
        }),
      )
    } catch (error) {
      log.warn({ err: error }, 'a refusal of a program could not be noted')
    }
  }

  return { done, doneRow, refused }
}

export type RuntimeLog = ReturnType<typeof createRuntimeLog>
