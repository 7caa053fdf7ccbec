// Imports users into a real server that is killed and restarted at random moments. At the end, every user must exist
// exactly once, every count must be right, and the operation log must be complete. A file is sent again only if it did
// not become a task, as a person would do.
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls, userCalls } from '@sealwright/contract'
import type { RunningCenter } from '../support/center-process.ts'
import { drillBatches } from './batches.ts'
import { differencesIn, numberIn, withDatabase } from './proof.ts'

const USERS_PER_FILE = 20_000
/** Of the files, and of the accounts in them. */
const PREFIX = 'drill-'

interface Ended {
  subject: string
  status: number
  total: number
  success: number
  fail: number
  skip: number
}

function fileOf(n: number, users: number): File {
  const lines = ['account,userName,address']
  for (let i = 1; i <= users; i += 1) lines.push(`${PREFIX}${n}-${i}@users.example,用户 ${i},上海市浦东新区 ${i} 号`)
  return new File([lines.join('\r\n')], `${PREFIX}${n}.csv`)
}

export const importsOf = async (call: Client): Promise<Ended[]> => (await call(taskCalls.find, { pageSize: 100 })).rows

/** Sends a file with this many users. */
export const sendUsers = (call: Client, n: number, users = USERS_PER_FILE) =>
  call(userCalls.import, { file: fileOf(n, users), needActivation: false })

/** The problems found after this many files. */
export async function problemsOfImports(
  { databaseUrl }: Pick<RunningCenter, 'databaseUrl'>,
  call: Client,
  files: number,
  users = USERS_PER_FILE,
): Promise<string[]> {
  const tasks = (await importsOf(call)).filter(({ subject }) => subject.startsWith(PREFIX))
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

export const drillImport = (kills: number) =>
  drillBatches(
    {
      name: PREFIX,
      kind: 'userImport',
      rows: USERS_PER_FILE,
      request: (call, _template, { count }) => sendUsers(call, count),
      problemsIn: (databaseUrl, _template, files, call) => problemsOfImports({ databaseUrl }, call, files),
      checks: ['log'],
      proven: (users) => `${users} users: each exactly once.`,
    },
    kills,
  )
