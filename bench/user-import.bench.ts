// Imports a hundred thousand users through the real call, on a server in its own process, against a bare script that
// writes the same rows: accounts, users, operation log and task rows, in the same tables with the same indexes and
// triggers. It also measures the peak memory of the server.
import { randomUUID } from 'node:crypto'
import type { Client } from '@sealwright/client'
import { OPERATION_TYPES, userCalls } from '@sealwright/contract'
import { writeSheet } from '@sealwright/server/kernel/sheets/sheets.ts'
import type pg from 'pg'
import { BARE_CHUNK, completed, measureBatch } from './batch.ts'
import { defineBench } from './harness.ts'

const FULL = { users: 100_000, rounds: 2 }
const QUICK = { users: 10_000, rounds: 1 }
const CUSTOMERS = 50
const TAG = '导入'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const userOf = (batch: string, n: number) => ({
  account: `${batch}-${n}@users.example`,
  userName: `用户 ${n}`,
  phone: `138${String(n).padStart(8, '0')}`,
  address: `上海市浦东新区张江路 ${n} 号`,
  customerName: `客户 ${n % CUSTOMERS}`,
  tags: TAG,
})

async function fileOf(batch: string, users: number): Promise<File> {
  function* rows() {
    yield Object.keys(userOf('', 0))
    for (const n of numbers(1, users)) yield Object.values(userOf(batch, n))
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of writeSheet('xlsx', rows())) parts.push(new Uint8Array(part))
  return new File(parts, `${batch}.xlsx`)
}

/** From the first byte of the file to the end of its task. */
async function imported(call: Client, file: File, users: number): Promise<void> {
  const { taskId } = await call(userCalls.import, { file, needActivation: false })
  await completed(call, taskId, users)
}

interface Bare {
  developerId: string
  accountId: string
  customers: string[]
  tag: string
}

/** Another developer of the same database, with the customers and the tag of its users. */
async function prepareBare(db: pg.Client): Promise<Bare> {
  const {
    rows: [owner],
  } = await db.query<{ developer_id: string; account_id: string }>(
    `select m.developer_id, m.account_id from membership m join account a on a.id = m.account_id
     where a.email = 'trial@sealwright.example'`,
  )
  if (!owner) throw new Error('the demo has no second developer')
  const [developerId, accountId, tag] = [owner.developer_id, owner.account_id, randomUUID()]
  const customers = numbers(1, CUSTOMERS).map(() => randomUUID())
  await db.query(
    `insert into customer (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
     select $1, guid, '客户 ' || n, $3, $3, now(), now() from unnest($2::uuid[]) with ordinality as c (guid, n)`,
    [developerId, customers, accountId],
  )
  await db.query('insert into tag (developer_id, guid, name, created_by, created_at) values ($1, $2, $3, $4, now())', [
    developerId,
    tag,
    TAG,
    accountId,
  ])
  return { developerId, accountId, customers, tag }
}

/** Only writes the rows, as fast as a script can: no checks, no reads. */
async function writtenBare(
  db: pg.Client,
  { developerId, accountId, customers, tag }: Bare,
  batch: string,
  users: number,
): Promise<void> {
  const task = randomUUID()
  await db.query(
    `insert into task (developer_id, guid, kind, status, subject, total, success, created_by, created_at)
     values ($1, $2, 'userImport', 2, $3, $4, $4, $5, now())`,
    [developerId, task, batch, users, accountId],
  )
  for (let from = 1; from <= users; from += BARE_CHUNK) {
    const rows = numbers(from, Math.min(users, from + BARE_CHUNK - 1)).map((n) => ({
      n,
      ...userOf(batch, n),
      guid: randomUUID(),
      accountId: randomUUID(),
    }))
    const column = (of: (row: (typeof rows)[number]) => unknown) => rows.map(of)
    const facts = column(({ account, userName, phone, address, customerName, tags }) =>
      JSON.stringify({ account, userName, phone, address, customerName, tags }),
    )
    await db.query('begin')
    await db.query(
      `insert into account (id, email, password_hash, locale, activated_at, created_at)
       select id, email, '!', 'zh', now(), now() from unnest($1::uuid[], $2::text[]) as a (id, email)`,
      [column((row) => row.accountId), column((row) => row.account)],
    )
    await db.query(
      `insert into end_user (developer_id, guid, account_type, account, account_id, user_name, phone, address,
         customer_guid, tag_guids, activated_at, created_by, updated_by, created_at, updated_at)
       select $1, guid, 1, account, account_id, user_name, phone, address, customer, array[$2::uuid], now(), $3,
         $3, now(), now()
       from unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::uuid[])
         as u (guid, account, account_id, user_name, phone, address, customer)`,
      [
        developerId,
        tag,
        accountId,
        column((row) => row.guid),
        column((row) => row.account),
        column((row) => row.accountId),
        column((row) => row.userName),
        column((row) => row.phone),
        column((row) => row.address),
        column((row) => customers[row.n % CUSTOMERS]),
      ],
    )
    await db.query(
      `insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid,
         target_name, after, request_id)
       select $1, now(), $2, 'bench', 'task.userImport', $3, 'user', guid, name, after, $4
       from unnest($5::uuid[], $6::text[], $7::jsonb[]) as o (guid, name, after)`,
      [
        developerId,
        accountId,
        OPERATION_TYPES.add,
        task,
        column((row) => row.guid),
        column((row) => row.account),
        facts,
      ],
    )
    await db.query(
      `insert into task_row (developer_id, task_guid, n, input, state, effect)
       select $1, $2, n, input, 1, jsonb_build_object('guid', guid, 'revision', 1)
       from unnest($3::int[], $4::jsonb[], $5::uuid[]) as r (n, input, guid)`,
      [developerId, task, column((row) => row.n), facts, column((row) => row.guid)],
    )
    await db.query('commit')
  }
}

async function prepare(call: Client, db: pg.Client, users: number) {
  const bare = await prepareBare(db)
  return {
    ours: async (batch: string) => {
      const file = await fileOf(batch, users)
      return () => imported(call, file, users)
    },
    baseline: async (batch: string) => () => writtenBare(db, bare, batch, users),
  }
}

export const userImport = defineBench({
  name: 'user-import',
  bar: { ratioAtLeast: 0.4, peakAtMostMb: 400 },
  sides: ({ isQuick }) => ({
    ours: `${(isQuick ? QUICK : FULL).users.toLocaleString('en')} users by the call`,
    baseline: 'a bare script that writes the same rows',
  }),
  run: (_stage, { isQuick, tell }) => {
    const { users, rounds } = isQuick ? QUICK : FULL
    return measureBatch({
      what: 'users imported',
      rows: users,
      rounds,
      tell,
      prepare: (call, db) => prepare(call, db, users),
    })
  },
})
