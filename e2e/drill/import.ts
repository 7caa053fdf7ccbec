// Imports users into a real server that is killed and restarted at random moments. At the end, every user must exist
// exactly once, every count must be right, and the operation log must be complete. A file is sent again only if it did
// not become a task, as a person would do.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls, userCalls } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { allEnded, conclude, differencesIn, isOpen, numberIn, say, withDatabase } from './proof.ts'

const USERS_PER_FILE = 20_000
/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 4_000
const ENDED_WITHIN_MS = 180_000

interface Ended {
  subject: string
  status: number
  total: number
  success: number
  fail: number
  skip: number
}

const fileName = (n: number) => `drill-${n}.csv`

function fileOf(n: number, users: number): File {
  const lines = ['account,userName,address']
  for (let i = 1; i <= users; i += 1) lines.push(`drill-${n}-${i}@users.example,用户 ${i},上海市浦东新区 ${i} 号`)
  return new File([lines.join('\r\n')], fileName(n))
}

export const importsOf = async (call: Client): Promise<Ended[]> => (await call(taskCalls.find, { pageSize: 100 })).rows

/** Sends a file with this many users. */
export const sendUsers = (call: Client, n: number, users = USERS_PER_FILE) =>
  call(userCalls.import, { file: fileOf(n, users), needActivation: false })

/**
 * Sends the last file again if it did not become a task, or the next file once the last task has ended. So there is
 * always work to interrupt.
 */
async function keepBusy(call: Client, files: number): Promise<{ files: number; sent: Promise<unknown> }> {
  const last = (await importsOf(call)).find(({ subject }) => subject === fileName(files))
  if (last && isOpen(last)) return { files, sent: Promise.resolve() }
  const next = last ? files + 1 : Math.max(1, files)
  return { files: next, sent: sendUsers(call, next) }
}

/** The problems found after this many files. */
export async function problemsOfImports(
  { databaseUrl }: Pick<RunningCenter, 'databaseUrl'>,
  call: Client,
  files: number,
  users = USERS_PER_FILE,
): Promise<string[]> {
  const tasks = (await importsOf(call)).filter(({ subject }) => subject.startsWith('drill-'))
  const all = files * users
  const wrong = tasks.filter(
    ({ status, total, success }) => status !== TASK_STATUSES.completed || total !== users || success !== users,
  )
  return withDatabase(databaseUrl, async (database) => {
    const number = (query: string) => numberIn(database, query)
    return [
      ...wrong.map(
        ({ subject, status, total, success, fail, skip }) =>
          `${subject} ended as ${JSON.stringify({ status, total, success, fail, skip })}`,
      ),
      ...differencesIn({
        tasks: [tasks.length, files],
        users: [await number("select count(*) as n from end_user where account like 'drill-%'"), all],
        'different users': [
          await number("select count(distinct account) as n from end_user where account like 'drill-%'"),
          all,
        ],
        accounts: [await number("select count(*) as n from account where email like 'drill-%'"), all],
        'logged additions': [
          await number("select count(*) as n from operation_log where target_name like 'drill-%'"),
          all,
        ],
        'users with a logged addition': [
          await number(
            `select count(distinct o.target_guid) as n from operation_log o
             join end_user u on u.developer_id = o.developer_id and u.guid = o.target_guid
             where u.account like 'drill-%'`,
          ),
          all,
        ],
        'rows done': [
          await number(
            `select count(*) as n from task_row r
             join task t on t.developer_id = r.developer_id and t.guid = r.task_guid
             where r.state = 1 and t.subject like 'drill-%'`,
          ),
          all,
        ],
        'counted users': [
          await number(
            `select sum(value) as n
             from (select value from counter where name = 'user' union all select delta from counter_delta
               where name = 'user') as parts`,
          ),
          await number('select count(*) as n from end_user where deleted_at is null'),
        ],
      }),
    ]
  })
}

/** Returns the number of problems. */
export async function drillImport(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    const call = () => callerAt(center.url, headers)
    let files = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const busy = await keepBusy(call(), files)
      files = busy.files
      busy.sent.catch(() => undefined)
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      const start = performance.now()
      center = await startCenter({ isFromSource: true, folder })
      const [last] = await importsOf(call())
      say(
        `kill ${kill} after ${ms} ms, restarted in ${Math.round(performance.now() - start)} ms; ` +
          (last ? `${last.subject}: ${last.success} of ${last.total}` : 'no task yet'),
      )
    }
    const busy = await keepBusy(call(), files)
    files = busy.files
    await busy.sent
    await allEnded(() => importsOf(call()), ENDED_WITHIN_MS)
    const problems = await problemsOfImports(center, call(), files)
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['log'],
      problems,
      `${kills} kills, ${files} files, ${files * USERS_PER_FILE} users: each exactly once.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
