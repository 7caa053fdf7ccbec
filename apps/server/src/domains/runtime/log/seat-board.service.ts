// The seat board: lists seats and releases them. Seats end by the clock. A list of ended seats first records those that
// a job has not recorded yet, so a seat is not missing from both lists.
import { shownSerial } from '@sealwright/contract'
import type { seatCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listNamed, seatLimit } from '../../license/index.ts'
import * as queries from './seat-board.queries.ts'

/** How many seats a list records per statement, and in how many statements. A job records the rest. */
const STEP = 2_000
const STEPS = 5

type Payload<Name extends keyof typeof seatCalls> = z.output<(typeof seatCalls)[Name]['payload']>

export function createSeatBoard({ database }: { database: Database }) {
  async function find(
    scope: Scope,
    { currentPage, pageSize, sort = 'startTime', order = 'desc', ...filter }: Payload<'find'>,
  ) {
    if (!filter.isTaken)
      for (
        let step = 0;
        step < STEPS && (await queries.noteLost(database, scope.developerId, scope.asking.now, STEP)) === STEP;
        step++
      );
    const list = await queries.listSeats(scope, filter, sort, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const licenses = await listNamed(
      scope,
      page.rows.map(({ licenseGuid }) => licenseGuid),
    )
    return {
      ...page,
      rows: page.rows.flatMap((row) => {
        const license = licenses.get(row.licenseGuid)
        if (!license) return []
        const {
          guid,
          licenseGuid,
          account,
          machineName,
          processName,
          pid,
          osSession,
          network,
          startedAt,
          beatAt,
          until,
          endedAt,
          endKind,
          reason,
        } = row
        return [
          {
            guid,
            family: license.family,
            licenseGuid,
            serial: license.serial,
            productName: license.productName,
            account,
            machineName,
            processName,
            pid,
            osSession,
            network,
            startTime: startedAt,
            beatTime: beatAt,
            until,
            endTime: endedAt,
            end: endKind,
            reason,
          },
        ]
      }),
    }
  }

  async function count(scope: Scope, { licenseGuid }: Payload<'count'>) {
    const license = licenseGuid === undefined ? undefined : (await listNamed(scope, [licenseGuid])).get(licenseGuid)
    return { ...(await queries.countSeats(scope, licenseGuid)), limit: license ? seatLimit(license.content) : null }
  }

  async function release(scope: Scope, { guid, reason }: Payload<'release'>) {
    const {
      caller,
      asking: { now },
    } = scope
    const row = await queries.lockSeat(scope, guid)
    if (!row) throw new Refusal('seat.notFound')
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
      after: { reason },
    })
    return {}
  }

  return { find, count, release }
}
