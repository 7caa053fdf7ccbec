// Writes the runtime log. A successful act is written in its own transaction; a refusal separately, with the results of
// its rules. Programs repeat refused calls, so equal refusals within an hour are one row with a count. Devices and
// networks are distinguished only up to a limit, so made-up ones cannot fill the disk.
import { DAY_MS, HOUR_MS, LIMITS } from '@sealwright/contract'
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
/** The minimum interval between writes of a count. */
const WRITE_EVERY_MS = 10_000

/** The facts that a program reports about itself. */
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
 * An unknown code may be a typo of a real one, so only its beginning is stored. Characters that no code has are
 * replaced, because some cannot be stored.
 */
const hidden = (code: string) =>
  `${code.slice(0, 4).replace(/[^0-9A-Z]/g, '?')}${'*'.repeat(Math.max(0, Math.min(code.length, 16) - 4))}`

const isLately = <One extends { since: number }>(one: One | undefined, now: number, within = ALIKE_MS): one is One =>
  one !== undefined && now - one.since < within

interface Alike {
  guid: string
  since: number
  writtenAt: number
  unwritten: number
}

export function createRuntimeLog({ database, ids, log }: { database: Database; ids: Ids; log: Logger }) {
  const alike = createRecent<Alike>(MOST_ALIKE)
  /** How many devices were refused for the same reason from one network, and since when. */
  const crowds = createRecent<{ since: number; machines: number }>(MOST_ALIKE)

  /** How many rows the refusals of a license have made, and since when. */
  const ofLicenses = createRecent<{ since: number; rows: number }>(MOST_ALIKE)
  const { refusalRowsPerHour, refusalRowsPerDay } = LIMITS.runtime

  /** Counts a new row of a license. False above the limits. */
  function hasRoom(licenseGuid: string, now: number): boolean {
    const counts = (
      [
        ['hour', HOUR_MS, refusalRowsPerHour],
        ['day', DAY_MS, refusalRowsPerDay],
      ] as const
    ).map(([name, within, most]) => {
      const key = `${licenseGuid} ${name}`
      const known = ofLicenses.get(key)
      return { key, most, count: isLately(known, now, within) ? known : { since: now, rows: 0 } }
    })
    if (counts.some(({ count, most }) => count.rows >= most)) return false
    for (const { key, count } of counts) {
      count.rows++
      ofLicenses.set(key, count)
    }
    return true
  }

  /** The key that equal refusals share. Above the limit of devices, the key has no fingerprint. */
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

  /** The row of a successful act, for a caller that writes it. */
  const doneRow = (developerId: number, facts: Partial<UseFacts> | undefined, told: Told, now: Date) => ({
    ...rowOf(developerId, facts, told, now),
    guid: ids.guid(),
    reason: null,
  })

  /** Writes a successful act, in its transaction. */
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
   * Writes a refusal, in its own transaction or in that of a batch. It never changes the answer: if its own transaction
   * fails, only a warning follows.
   */
  async function refused(
    developerId: number,
    facts: UseFacts | undefined,
    told: Told,
    { reason, params, trace }: Refused,
    now: Date,
    db?: Db,
  ): Promise<void> {
    const write = (work: (own: Db) => Promise<void>) => (db ? work(db) : database.inTenant(developerId, 'write', work))
    const row = rowOf(developerId, facts, told, now)
    const { licenseGuid } = row
    const likeness = likenessOf(
      [developerId, told.act, reason, licenseGuid ?? row.serial ?? row.account, told.network].join('\n'),
      told.fingerprint,
      now.getTime(),
    )
    const isFull =
      licenseGuid !== null && !isLately(alike.get(likeness.key), now.getTime()) && !hasRoom(licenseGuid, now.getTime())
    const key = isFull ? [developerId, reason, licenseGuid].join('\n') : likeness.key
    const known = alike.get(key)
    try {
      if (isLately(known, now.getTime())) {
        known.unwritten++
        if (now.getTime() - known.writtenAt < WRITE_EVERY_MS) return
        const { unwritten } = known
        known.unwritten = 0
        known.writtenAt = now.getTime()
        return await write((own) => queries.addTimes(own, developerId, known.guid, unwritten, now))
      }
      const guid = ids.guid()
      alike.set(key, { guid, since: now.getTime(), writtenAt: now.getTime(), unwritten: 0 })
      await write((own) =>
        queries.insertEvent(own, {
          ...row,
          ...((isFull || likeness.isOfCrowd) && { fingerprint: null, machineName: null }),
          ...(isFull && { network: null }),
          guid,
          reason,
          params,
          trace,
        }),
      )
    } catch (error) {
      if (db) throw error
      log.warn({ err: error }, 'cannot write a refusal to the runtime log')
    }
  }

  return { done, doneRow, refused }
}

export type RuntimeLog = ReturnType<typeof createRuntimeLog>
