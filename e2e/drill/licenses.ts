// Generates license codes on a real server that is killed and restarted at random moments. At the end, every task row
// must have exactly one code, every code one row and one charge, and the ledger and the operation log must be complete.
// A batch is requested again, with the same key, only if it did not become a task.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, pcLicenseCalls, pcTemplateCalls, productCalls, taskCalls } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, signInDemo } from '../support/demo-seat.ts'
import { allEnded, conclude, differencesIn, isOpen, numberIn, say, withDatabase } from './proof.ts'

const CODES_A_BATCH = 20_000
const WALLET_FEN = 1_000_000_000_000
const CODE_FEN = 5_800
/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 4_000
const ENDED_WITHIN_MS = 300_000
const NAME = 'drill-licenses'
const LICENSE_ID = 77_002

async function prepare(call: Client, databaseUrl: string): Promise<string> {
  await withDatabase(databaseUrl, (database) => giveMoney(database, WALLET_FEN))
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  return (
    await call(pcTemplateCalls.create, {
      kind: 'sn',
      name: NAME,
      licenseId: LICENSE_ID,
      billingMode: 'oneTime',
      isForever: true,
    })
  ).guid
}

const tasksOf = async (call: Client) =>
  (await call(taskCalls.find, { kind: 'snIssue', pageSize: 100 })).rows.filter(({ subject }) => subject === NAME)

interface Batches {
  /** The idempotency key of the last batch. */
  key: string
  count: number
}

/**
 * Requests the last batch again if it did not become a task, or the next one once the last task has ended. So there is
 * always work to interrupt.
 */
async function keepBusy(
  call: Client,
  template: string,
  { key, count }: Batches,
): Promise<Batches & { asked: Promise<unknown> }> {
  const tasks = await tasksOf(call)
  if (tasks.some(isOpen)) return { key, count, asked: Promise.resolve() }
  const next = tasks.length < count ? { key, count } : { key: randomUUID(), count: count + 1 }
  return {
    ...next,
    asked: call(
      pcLicenseCalls.batchIssue,
      { kind: 'sn', templateGuids: [template], count: CODES_A_BATCH },
      { idempotencyKey: next.key },
    ),
  }
}

const problemsIn = (url: string, template: string, batches: number) =>
  withDatabase(url, async (database) => {
    const number = (query: string) => numberIn(database, query, [template])
    const all = batches * CODES_A_BATCH
    return differencesIn({
      codes: [await number('select count(*) as n from license where template_guid = $1'), all],
      'different codes': [
        await number('select count(distinct serial) as n from license where template_guid = $1'),
        all,
      ],
      'rows with an existing code': [
        await number(
          `select count(distinct l.guid) as n from task_row r join task t on t.guid = r.task_guid
           join license l on l.guid = (r.effect ->> 'guid')::uuid and l.serial = r.effect ->> 'serial'
           where r.state = 1 and l.template_guid = $1`,
        ),
        all,
      ],
      'codes of a paid issue': [
        await number(
          `select coalesce(sum(i.count), 0) as n from license_issue i
           join billing_order o on o.developer_id = i.developer_id and o.guid = i.order_guid and o.count = i.count
             and o.status = 'charged'
           where i.template_guid = $1`,
        ),
        all,
      ],
      'issues with a wrong count': [
        await number(
          `select count(*) as n from license_issue i
           where i.template_guid = $1 and i.count <> (select count(*) from license l
             where l.developer_id = i.developer_id and l.issue_guid = i.guid)`,
        ),
        0,
      ],
      'fen charged': [
        await number(
          `select coalesce(sum(o.charged_fen), 0) as n from billing_order o
           where o.subject = (select name from template where guid = $1)`,
        ),
        all * CODE_FEN,
      ],
      'fen that left the wallet': [
        await number(
          `select -coalesce(sum(e.amount), 0) as n from ledger_entry e
           join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
           where e.kind in ('wallet', 'gift') and t.movement = 'charge'
             and t.subject = (select name from template where guid = $1)`,
        ),
        all * CODE_FEN,
      ],
      'logged additions': [
        await number(
          `select count(distinct o.target_guid) as n from operation_log o
           join license l on l.developer_id = o.developer_id and l.guid = o.target_guid
           where o.target_kind = 'snLicense' and l.template_guid = $1`,
        ),
        all,
      ],
      'counted codes': [
        await number(
          `select coalesce(sum(value), 0) as n
           from (select value from counter where name = 'license.template=' || $1 union all select delta
             from counter_delta where name = 'license.template=' || $1) as parts`,
        ),
        all,
      ],
    })
  })

/** Returns the number of problems. */
export async function drillLicenses(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    const call = () => callerAt(center.url, headers)
    const template = await prepare(call(), center.databaseUrl)
    let batches: Batches = { key: '', count: 0 }
    for (let kill = 1; kill <= kills; kill += 1) {
      const { asked, ...busy } = await keepBusy(call(), template, batches)
      batches = busy
      asked.catch(() => undefined)
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      const start = performance.now()
      center = await startCenter({ isFromSource: true, folder })
      const [last] = await tasksOf(call())
      say(
        `kill ${kill} after ${ms} ms, restarted in ${Math.round(performance.now() - start)} ms; ` +
          (last ? `batch ${batches.count}: ${last.success} of ${last.total}` : 'no task yet'),
      )
    }
    const { asked, ...busy } = await keepBusy(call(), template, batches)
    batches = busy
    await asked
    await allEnded(() => tasksOf(call()), ENDED_WITHIN_MS)
    const tasks = await tasksOf(call())
    const problems = [
      ...(tasks.length === batches.count ? [] : [`tasks: ${tasks.length} instead of ${batches.count}`]),
      ...tasks.flatMap(({ guid, status, success, fail, skip }) =>
        status === TASK_STATUSES.completed && success === CODES_A_BATCH && fail + skip === 0
          ? []
          : [`task ${guid} ended as ${JSON.stringify({ status, success, fail, skip })}`],
      ),
      ...(await problemsIn(center.databaseUrl, template, batches.count)),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${kills} kills, ${batches.count} batches, ${batches.count * CODES_A_BATCH} codes: ` +
        'each issued and charged exactly once.',
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
