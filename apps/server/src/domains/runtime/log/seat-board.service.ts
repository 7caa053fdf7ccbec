// The seat board: lists seats of programs and lent ones, and releases them. Seats end by the clock. A list of ended
// seats first records those that a job has not recorded yet, so a seat is not missing from both lists.
import { isLent, lendingStateAt, machineLimits, shownSerial } from '@sealwright/contract'
import type { LendingState, SeatEnd, seatCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deskOf } from '../../lending/index.ts'
import type { Lending, LendingDesk } from '../../lending/index.ts'
import { listNamed, seatLimit } from '../../license/index.ts'
import type { NamedLicense } from '../../license/index.ts'
import type { Seat } from '../runtime.tables.ts'
import { meantBy } from './keyword.service.ts'
import * as queries from './seat-board.queries.ts'

/** How many seats a list records per statement, and in how many statements. A job records the rest. */
const STEP = 2_000
const STEPS = 5

type Payload<Name extends keyof typeof seatCalls> = z.output<(typeof seatCalls)[Name]['payload']>

/** How a lent seat ended, in the words for other seats. */
const ENDS: Partial<Record<LendingState, SeatEnd>> = { returned: 'closed', revoked: 'released', expired: 'ended' }

const ordinary = (row: Seat) => ({
  account: row.account,
  machineName: row.machineName,
  processName: row.processName,
  pid: row.pid,
  osSession: row.osSession,
  network: row.network,
  startTime: row.startedAt,
  beatTime: row.beatAt,
  until: row.until,
  endTime: row.endedAt,
  end: row.endKind,
  reason: row.reason,
  lending: null,
})

function lentAway(row: Lending, now: Date) {
  const state = lendingStateAt(row, now)
  return {
    account: null,
    machineName: row.machineName ?? '',
    processName: null,
    pid: null,
    osSession: null,
    network: row.network,
    startTime: row.createdAt,
    beatTime: row.seenAt ?? row.createdAt,
    until: row.dueAt,
    endTime: row.endedAt ?? (isLent(state) ? null : row.dueAt),
    end: ENDS[state] ?? null,
    reason: row.reason,
    lending: { state, person: row.person, lender: row.lenderName, isBorrowed: row.isBorrowed },
  }
}

function rowTold(row: queries.BoardRow, { guid: licenseGuid, family, serial, productName }: NamedLicense, now: Date) {
  const told = 'seat' in row ? ordinary(row.seat) : lentAway(row.lent, now)
  return { guid: row.guid, family, licenseGuid, serial, productName, ...told }
}

/** A license that counts no seats is limited by its devices. */
function limitsOf(license: NamedLicense | undefined) {
  const limit = license ? seatLimit(license.content) : null
  return { limit, devices: license && limit === null ? machineLimits(license.content).atOnce : null }
}

export function createSeatBoard({ database, desk }: { database: Database; desk: Pick<LendingDesk, 'revoke'> }) {
  async function find(
    scope: Scope,
    { currentPage, pageSize, sort = 'startTime', order = 'desc', keyword, ...filter }: Payload<'find'>,
  ) {
    if (!filter.isTaken)
      for (
        let step = 0;
        step < STEPS && (await queries.noteLost(database, scope.developerId, scope.asking.now, STEP)) === STEP;
        step++
      );
    const list = await queries.listSeats(scope, { ...filter, meant: await meantBy(scope, keyword) }, sort, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const held = page.rows.map((row) => ('seat' in row ? row.seat : row.lent))
    const licenses = await listNamed(
      scope,
      held.map(({ licenseGuid }) => licenseGuid),
    )
    return {
      ...page,
      rows: page.rows.flatMap((row) => {
        const { licenseGuid } = 'seat' in row ? row.seat : row.lent
        const license = licenses.get(licenseGuid)
        return license ? [rowTold(row, license, scope.asking.now)] : []
      }),
    }
  }

  async function findLicenses(scope: Scope, { currentPage, pageSize, order = 'desc', keyword }: Payload<'licenses'>) {
    const list = await queries.listHeld(scope, await meantBy(scope, keyword), order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const licenses = await listNamed(
      scope,
      page.rows.map(({ guid }) => guid),
    )
    return {
      ...page,
      rows: page.rows.flatMap(({ guid, found, taken, lent, rows }) => {
        const license = licenses.get(guid)
        if (!license) return []
        const { family, serial, productName } = license
        const seats = rows.map((row) => rowTold(row, license, scope.asking.now))
        return [{ family, licenseGuid: guid, serial, productName, taken, lent, ...limitsOf(license), found, seats }]
      }),
    }
  }

  async function count(scope: Scope, { licenseGuid }: Payload<'count'>) {
    const license = licenseGuid === undefined ? undefined : (await listNamed(scope, [licenseGuid])).get(licenseGuid)
    return { ...(await queries.countSeats(scope, licenseGuid)), ...limitsOf(license) }
  }

  /** A lent seat that ended meanwhile is not found, like any other seat. */
  async function takeBack(scope: Scope, guid: string, reason: string | undefined): Promise<void> {
    await desk.revoke(deskOf(scope), guid, reason).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('seat.notFound') : error
    })
  }

  async function release(scope: Scope, { guid, reason }: Payload<'release'>) {
    const {
      caller,
      asking: { now },
    } = scope
    const row = await queries.lockSeat(scope, guid)
    if (!row) {
      await takeBack(scope, guid, reason)
      return {}
    }
    const license = (await listNamed(scope, [row.licenseGuid])).get(row.licenseGuid)
    await queries.updateSeat(scope, guid, { endedAt: now, endKind: 'released', reason, releasedBy: caller.accountId })
    await scope.record({
      type: 'delete',
      target: { kind: 'seat', guid, name: row.machineName },
      before: {
        ...(license && { licenseGuid: shownSerial(license.family, license.serial) }),
        account: row.account,
        process: row.processName,
      },
      after: { ...(reason !== undefined && { reason }) },
    })
    return {}
  }

  return { find, findLicenses, count, release }
}
