// Signs packages for 10,000 locks on a real server that is killed and restarted at random moments. At the end, every
// row of a task must have exactly one package, every lock one package of each batch, and its numbers no gap.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import {
  OPERATION_TYPES,
  TASK_STATUSES,
  dongleLicenseCalls,
  pcTemplateCalls,
  productCalls,
  taskCalls,
} from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { PIN, addLocks, setDemoPin } from '../support/demo-locks.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { allEnded, conclude, differencesIn, isOpen, numberIn, say, withDatabase } from './proof.ts'

const LOCKS = 10_000
/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 4_000
const ENDED_WITHIN_MS = 300_000
const NAME = 'drill-dongles'
const LICENSE_ID = 77_005
const PREFIX = '6277'

async function prepare(call: Client, databaseUrl: string): Promise<string> {
  await withDatabase(databaseUrl, (database) => addLocks(database, PREFIX, LOCKS))
  await setDemoPin(call)
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  // Forced, so that a later batch can write the same locks.
  const template = { kind: 'dongle', name: NAME, licenseId: LICENSE_ID, isForever: true, forceWrite: true } as const
  return (await call(pcTemplateCalls.create, template)).guid
}

const tasksOf = async (call: Client) =>
  (await call(taskCalls.find, { kind: 'dongleIssue', pageSize: 100 })).rows.filter(({ subject }) => subject === NAME)

interface Batches {
  /** The idempotency key of the last batch. */
  key: string
  count: number
}

/** Requests the last batch again if it did not become a task, or the next one once the last task has ended. */
async function keepBusy(call: Client, template: string, { key, count }: Batches) {
  const tasks = await tasksOf(call)
  if (tasks.some(isOpen)) return { key, count, asked: Promise.resolve() }
  const next = tasks.length < count ? { key, count } : { key: randomUUID(), count: count + 1 }
  const asked = { templateGuids: [template], filter: { keyword: PREFIX }, pin: PIN }
  return { ...next, asked: call(dongleLicenseCalls.batchIssue, asked, { idempotencyKey: next.key }) }
}

const problemsIn = (url: string, batches: number) =>
  withDatabase(url, async (database) => {
    const number = (query: string) => numberIn(database, query, [`${PREFIX}%`])
    const all = batches * LOCKS
    const ours = "shell_number like $1 and kind = 'user'"
    return differencesIn({
      packages: [await number('select count(*) as n from dongle_package where shell_number like $1'), all],
      'packages of a row': [
        await number(
          `select count(distinct p.guid) as n from task_row r join dongle_package p
             on p.guid = (r.effect ->> 'package')::uuid and p.task_guid = r.task_guid
           where r.state = 1 and p.shell_number like $1`,
        ),
        all,
      ],
      'locks with a gap in their numbers': [
        await number(
          `select count(*) as n from dongle d where ${ours} and (d.last_number <> ${batches} or d.last_number <>
             (select count(distinct p.number) from dongle_package p where p.dongle_guid = d.guid))`,
        ),
        0,
      ],
      licenses: [
        await number('select count(*) as n from dongle_license where shell_number like $1 and ended_at is null'),
        LOCKS,
      ],
      'licenses that do not show their latest package': [
        await number(
          `select count(*) as n from dongle_license l join dongle_package p on p.guid = l.package_guid
           where l.shell_number like $1 and p.number <> ${batches}`,
        ),
        0,
      ],
      'events of packages': [
        await number(
          `select count(*) as n from dongle_event e join dongle d on d.guid = e.dongle_guid
           where d.shell_number like $1 and e.kind = 'package'`,
        ),
        all,
      ],
      'logged packages': [
        await number(
          `select count(*) as n from operation_log o join dongle d on d.guid = o.target_guid
           where d.shell_number like $1 and o.target_kind = 'userLock'
             and o.type = ${OPERATION_TYPES.update}`,
        ),
        all,
      ],
    })
  })

/** Returns the number of problems. */
export async function drillDongles(kills: number): Promise<number> {
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
      center = await startCenter({ isFromSource: true, folder })
      const [last] = await tasksOf(call())
      say(
        `kill ${kill} after ${ms} ms; ` +
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
        status === TASK_STATUSES.completed && success === LOCKS && fail + skip === 0
          ? []
          : [`task ${guid} ended as ${JSON.stringify({ status, success, fail, skip })}`],
      ),
      ...(await problemsIn(center.databaseUrl, batches.count)),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['log'],
      problems,
      `${kills} kills, ${batches.count} batches, ${batches.count * LOCKS} packages: one for each lock and batch.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
