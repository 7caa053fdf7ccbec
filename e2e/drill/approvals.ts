// A batch of license codes that an approval flow catches, on a real server that is killed and restarted at random
// moments: first while the batch gathers its request, then while the approval takes effect as a task. At the end, every
// code must be in force and charged exactly once, and the ledger and the operation log must be complete.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import {
  LICENSE_STATUSES,
  approveCalls,
  auditCalls,
  identityCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  taskCalls,
} from '@sealwright/contract'
import type { Privilege, RequestState, TaskKind } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, signInDemo, turnFlowsOff } from '../support/demo-seat.ts'
import { allEnded, conclude, differencesIn, isOpen, numberIn, say, withDatabase } from './proof.ts'

const CODES = 10_000
const WALLET_FEN = 1_000_000_000_000
const CODE_FEN = 5_800
/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 5_000
const ENDED_WITHIN_MS = 300_000
const NAME = 'drill-approvals'
const LICENSE_ID = 77_003
const STAFF = 'staff@sealwright.example'
const RIGHTS: readonly Privilege[] = ['snLicense.issue', 'snLicense.view']

/** A template, and a flow that catches everything from it. The super administrator decides on requests of the staff. */
async function prepare(call: Client, databaseUrl: string): Promise<string> {
  await withDatabase(databaseUrl, async (database) => {
    await giveMoney(database, WALLET_FEN)
    await database.query(
      `update membership set privileges = $1, limited = '{}', soft_quota = null
       where account_id = (select id from account where email = $2)`,
      [RIGHTS, STAFF],
    )
  })
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  const { guid } = await call(pcTemplateCalls.create, {
    kind: 'sn',
    name: NAME,
    licenseId: LICENSE_ID,
    billingMode: 'oneTime',
    isForever: true,
  })
  const { account } = await call(identityCalls.current, {})
  // They come first and would catch the batch.
  await turnFlowsOff(call)
  await call(approveCalls.create, {
    name: NAME,
    families: ['sn'],
    events: ['issue'],
    templateGuids: [guid],
    steps: [{ userIds: [account.id] }],
  })
  return guid
}

const problemsIn = (url: string, template: string) =>
  withDatabase(url, async (database) => {
    const number = (query: string) => numberIn(database, query, [template])
    const { unbound } = LICENSE_STATUSES
    return differencesIn({
      codes: [await number('select count(distinct serial) as n from license where template_guid = $1'), CODES],
      'codes in force': [
        await number(
          `select count(*) as n from license where template_guid = $1 and state = ${unbound}
           and approved_at is not null and (charged ->> 'term')::int = ${CODE_FEN}`,
        ),
        CODES,
      ],
      requests: [
        await number(
          `select count(distinct request_guid) as n from license_issue
           where template_guid = $1 and request_guid is not null`,
        ),
        1,
      ],
      'approvals in the history': [
        await number(
          `select count(*) as n from license_event e
           join license l on l.developer_id = e.developer_id and l.guid = e.license_guid
           where l.template_guid = $1 and e.kind = 'approve'`,
        ),
        CODES,
      ],
      'fen charged': [
        await number(
          `select coalesce(sum(o.charged_fen), 0) as n from billing_order o
           where o.subject = (select name from template where guid = $1)`,
        ),
        CODES * CODE_FEN,
      ],
      'fen that left the wallet': [
        await number(
          `select -coalesce(sum(e.amount), 0) as n from ledger_entry e
           join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
           where e.kind in ('wallet', 'gift') and t.subject = (select name from template where guid = $1)`,
        ),
        CODES * CODE_FEN,
      ],
      'orders still on hold': [
        await number(
          `select count(*) as n from billing_order o
           where o.subject = (select name from template where guid = $1) and o.status = 'notCharged'`,
        ),
        0,
      ],
      'logged approvals': [
        await number(
          `select count(*) as n from operation_log o
           join license l on l.developer_id = o.developer_id and l.guid = o.target_guid
           where o.target_kind = 'snLicense' and l.template_guid = $1`,
        ),
        2 * CODES,
      ],
    })
  })

/** Returns the number of problems. */
export async function drillApprovals(kills: number): Promise<number> {
  let center: RunningCenter = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const [boss, staff] = [await signInDemo(center.url), await signInDemo(center.url, STAFF)]
    const call = () => callerAt(center.url, boss)
    const template = await prepare(call(), center.databaseUrl)
    const begun = Date.now()
    let killed = 0

    const tasksOf = async (kind: TaskKind) =>
      (await call()(taskCalls.find, { kind, pageSize: 100 })).rows.filter(
        ({ createTime }) => Date.parse(createTime) >= begun,
      )

    /** Kills the server while this work goes on. The work is requested again until it has become a task. */
    async function interrupt(kind: TaskKind, most: number, request: () => Promise<unknown>): Promise<void> {
      for (let kill = 0; kill < most; kill += 1) {
        const tasks = await tasksOf(kind)
        if (tasks.length > 0 && !tasks.some(isOpen)) break
        const asked = tasks.length > 0 ? Promise.resolve() : request()
        asked.catch(() => undefined)
        const ms = Math.round(Math.random() * LONGEST_MS)
        await pause(ms)
        await center.kill()
        center = await startCenter({ isFromSource: true, folder })
        const [last] = await tasksOf(kind)
        killed += 1
        say(`kill ${killed} after ${ms} ms; ${kind}: ${last ? `${last.success} of ${last.total}` : 'no task yet'}`)
      }
      if ((await tasksOf(kind)).length === 0) await request()
      await allEnded(() => tasksOf(kind), ENDED_WITHIN_MS)
    }

    const key = randomUUID()
    await interrupt('snIssue', Math.ceil(kills / 2), () =>
      callerAt(center.url, staff)(
        pcLicenseCalls.batchIssue,
        { kind: 'sn', templateGuids: [template], count: CODES },
        { idempotencyKey: key },
      ),
    )
    const requestsOf = async () =>
      (await call()(auditCalls.find, { view: 'all', family: 'sn' })).rows.filter(({ flowName }) => flowName === NAME)
    const [request] = await requestsOf()
    if (request?.state !== ('waiting' satisfies RequestState) || request.count !== CODES)
      return conclude(folder, [], [`the request of the batch: ${JSON.stringify(request)}`], '')
    await interrupt('approvalSettle', kills - killed, () =>
      call()(auditCalls.approve, { guid: request.guid, revision: request.revision }),
    )
    const after = await requestsOf()
    const problems = [
      ...after.flatMap(({ number, state }) =>
        state === ('approved' satisfies RequestState) ? [] : [`request ${number} is ${state}`],
      ),
      ...(await problemsIn(center.databaseUrl, template)),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${killed} kills, ${CODES} codes: caught, approved and charged exactly once.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
