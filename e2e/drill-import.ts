// Imports users into a real server that is killed again and again at random moments, and started anew each time. At the end
// every user must be there exactly once, every count must be right and the operation log whole. A file that no task came of is sent once more, as a
// person would; one that a task came of never is.
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls, userCalls } from '@sealwright/contract'
import pg from 'pg'
import { startCenter } from './center-process.ts'
import type { RunningCenter } from './center-process.ts'
import { callerAt, signInDemo } from './demo-seat.ts'

const USERS_PER_FILE = 20_000
/** A kill comes so soon after the server is up again. */
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

const say = (line: string) => void process.stdout.write(`${line}\n`)
const fileName = (n: number) => `drill-${n}.csv`

function fileOf(n: number): File {
  const lines = ['account,userName,address']
  for (let i = 1; i <= USERS_PER_FILE; i += 1) lines.push(`drill-${n}-${i}@users.example,用户 ${i},上海市浦东新区 ${i} 号`)
  return new File([lines.join('\r\n')], fileName(n))
}

const tasksOf = async (call: Client): Promise<Ended[]> => (await call(taskCalls.find, { pageSize: 100 })).rows

const send = (call: Client, n: number) => call(userCalls.import, { file: fileOf(n), needActivation: false })

const isOpen = ({ status }: Ended) => status === TASK_STATUSES.waiting || status === TASK_STATUSES.processing

/** Sends the last file again if nothing came of it, or the next one once the last has ended: there is always something to break into. */
async function keepBusy(call: Client, files: number): Promise<{ files: number; sent: Promise<unknown> }> {
  const last = (await tasksOf(call)).find(({ subject }) => subject === fileName(files))
  if (last && isOpen(last)) return { files, sent: Promise.resolve() }
  const next = last ? files + 1 : Math.max(1, files)
  return { files: next, sent: send(call, next) }
}

async function checked(center: RunningCenter, call: Client, files: number): Promise<string[]> {
  const problems: string[] = []
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
  const tasks = (await tasksOf(call)).filter(({ subject }) => subject.startsWith('drill-'))
  expect('tasks', tasks.length, files)
  for (const { subject, status, total, success, fail, skip } of tasks) expect(subject, [status, total, success, fail, skip], [TASK_STATUSES.completed, USERS_PER_FILE, USERS_PER_FILE, 0, 0])
  const database = new pg.Client({ connectionString: center.databaseUrl })
  await database.connect()
  try {
    const number = async (query: string) => Number((await database.query<{ n: string }>(query)).rows[0]?.n)
    const count = async (what: string, query: string) => expect(what, await number(query), files * USERS_PER_FILE)
    await count('users', "select count(*) as n from end_user where account like 'drill-%'")
    await count('different users', "select count(distinct account) as n from end_user where account like 'drill-%'")
    await count('accounts', "select count(*) as n from account where email like 'drill-%'")
    await count('logged additions', "select count(*) as n from operation_log where target_name like 'drill-%'")
    await count('users with a logged addition', "select count(distinct o.target_guid) as n from operation_log o join end_user u on u.developer_id = o.developer_id and u.guid = o.target_guid where u.account like 'drill-%'")
    await count('rows done', "select count(*) as n from task_row r join task t on t.developer_id = r.developer_id and t.guid = r.task_guid where r.state = 1 and t.subject like 'drill-%'")
    const counted = "select sum(value) as n from (select value from counter where name = 'user' union all select delta from counter_delta where name = 'user') as parts"
    expect('counted users', await number(counted), await number('select count(*) as n from end_user where deleted_at is null'))
  } finally {
    await database.end()
  }
  return problems
}

/** Answers how many problems there were. */
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
      const [last] = await tasksOf(call())
      say(`kill ${kill} after ${ms} ms, up again in ${Math.round(performance.now() - start)} ms; ${last ? `${last.subject}: ${last.success} of ${last.total}` : 'no task yet'}`)
    }
    const busy = await keepBusy(call(), files)
    files = busy.files
    await busy.sent
    const end = performance.now() + ENDED_WITHIN_MS
    while ((await tasksOf(call())).some(isOpen)) {
      if (performance.now() > end) throw new Error('a task did not end')
      await pause(200)
    }
    const problems = await checked(center, call(), files)
    // Its end is signed when it stops.
    await center.stop()
    const log = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../apps/server/src/verify-log.ts')], { env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: folder }, encoding: 'utf8' })
    say(log.stdout.trim())
    if (log.status !== 0) problems.push(`the operation log: ${log.stderr}`)
    for (const problem of problems) say(`✗ ${problem}`)
    say(problems.length === 0 ? `${kills} kills, ${files} files, ${files * USERS_PER_FILE} users: each exactly once.` : `${problems.length} problems found.`)
    return problems.length
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
