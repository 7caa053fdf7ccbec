import { randomUUID } from 'node:crypto'
import { productCalls } from '@sealwright/contract'
import { createBlankDatabase, createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { databaseUrl } from '@sealwright/testkit/postgres'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { MIGRATIONS_DIR } from '../../compose/files.ts'
import * as captchaTables from '../../domains/captcha/captcha.tables.ts'
import * as developerTables from '../../domains/developer/developer.tables.ts'
import * as identityTables from '../../domains/identity/identity.tables.ts'
import * as productTables from '../../domains/product/product.tables.ts'
import { openDatabase } from './database.ts'
import { cappedCount, readPage } from './list.ts'
import { migrate, readMigrations } from './migrate.ts'

let center: TestCenter
let mine: Actor
let theirs: Actor
beforeAll(async () => {
  center = await createTestCenter()
  mine = await center.developer()
  theirs = await center.developer()
  for (const actor of [mine, theirs]) await actor.call(productCalls.create, productPayload(), { idempotencyKey: 'k' })
})
afterAll(() => center.close())

async function tenantTables(): Promise<string[]> {
  const { rows } = await center.ground.database.owner.query<{ name: string }>(
    `select c.relname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'developer_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map((row) => row.name)
}

// Tables whose rows need no developer. The application cannot read the queues at all, of the outbox only rows of its
// developer without their texts, and of sessions only the columns that it needs to find a session by its handle.
// Sign-ins belong to an account and are read by its id. A code or link belongs to an address, and may name the
// developer who sent it.
const GLOBAL = [
  'mail_outbox',
  'operation_unsealed',
  'runtime_change',
  'session',
  'sign_in',
  'verification',
  'waiting_mail',
]

it('a bulk load prepares each statement with values once per connection, however it is sent', async () => {
  const load = openDatabase(center.ground.databaseUrl, pino({ level: 'silent' }), { isBulkLoad: true, poolSize: 1 })
  try {
    const byPool = await load.app.query<{ given: number }>('select $1::int as given', [7])
    expect(byPool.rows).toEqual([{ given: 7 }])
    for (const given of [8, 9])
      expect(
        await load.outsideTenants(async (db) => (await db.execute(sql`select ${given}::int as given`)).rows),
      ).toEqual([{ given }])
    const { rows } = await load.app.query('select statement from pg_prepared_statements')
    expect(rows).toEqual([{ statement: 'select $1::int as given' }])
  } finally {
    await load.close()
  }
})

describe('a brief transaction', () => {
  const named = (name: string, text: string, values: unknown[]) => ({ name, text, values })
  const seeName = named('see_name', 'select name from developer', [])
  const rename = (name: string | null) =>
    named('rename', 'update developer set display_name = $1 where id = current_developer()', [name])
  const shown = async () =>
    (
      await center.ground.database.owner.query<{ name: string }>(
        'select display_name as name from developer where id = $1',
        [mine.developerId],
      )
    ).rows[0]?.name

  it('belongs to its tenant from its first statement on, and commits its last one', async () => {
    const { database } = center.ground
    const found = await database.inTenantBriefly(mine.developerId, seeName, async (_db, rows, end) => {
      end(rename('brief'))
      return rows
    })
    expect(found).toHaveLength(1)
    expect(await shown()).toBe('brief')
  })

  it('keeps nothing if its first or its last statement fails, or its work', async () => {
    const { database } = center.ground
    const attempts = [
      database.inTenantBriefly(mine.developerId, named('wrong', 'select 1 / $1::int', [0]), async (_db, _rows, end) =>
        end(rename('never')),
      ),
      database.inTenantBriefly(mine.developerId, seeName, async (db, _rows, end) => {
        await db.execute(sql`update developer set display_name = 'never' where id = current_developer()`)
        end(named('wrong', 'select 1 / $1::int', [0]))
      }),
      database.inTenantBriefly(mine.developerId, seeName, async (_db, _rows, end) => {
        end(rename('never'))
        throw new Error('work')
      }),
    ]
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
      'error: division by zero',
      'error: division by zero',
      'Error: work',
    ])
    expect(await shown()).toBe('brief')
  })
})

describe('tenant isolation', () => {
  it('is enforced by the database: a query without a condition returns only rows of its own developer', async () => {
    const tables = (await tenantTables()).filter((name) => !GLOBAL.includes(name))
    expect(tables).toContain('product')
    for (const table of tables) {
      const seen = await center.ground.database.inTenant(mine.developerId, 'read', (db) =>
        db.execute<{ developer_id: number }>(sql.raw(`select developer_id from ${table}`)),
      )
      expect(
        seen.rows.every((row) => row.developer_id === mine.developerId),
        table,
      ).toBe(true)
      const all = await center.ground.database.owner.query(`select 1 from ${table} where developer_id = $1`, [
        theirs.developerId,
      ])
      if (
        ['product', 'operation_log', 'idempotency_key', 'counter_delta', 'membership', 'developer_profile'].includes(
          table,
        )
      )
        expect(all.rows.length, `${table} has rows of the other developer`).toBeGreaterThan(0)
    }
  })

  it('returns no rows if no tenant is set', async () => {
    for (const table of (await tenantTables()).filter((name) => !GLOBAL.includes(name))) {
      const seen = await center.ground.database.outsideTenants((db) => db.execute(sql.raw(`select 1 from ${table}`)))
      expect(seen.rows, table).toEqual([])
    }
  })

  it('keeps the texts of the outbox, the queues and all secrets unreadable to the application', async () => {
    for (const statement of [
      'select subject from mail_outbox',
      'select body from mail_outbox',
      'select html from mail_outbox',
      "update mail_outbox set recipient = ''",
      'select 1 from operation_unsealed',
      'select 1 from runtime_change',
      'select secret_hash from session',
      'select 1 from platform_key',
      'select 1 from secret_check',
    ]) {
      await expect(
        center.ground.database.outsideTenants((db) => db.execute(sql.raw(statement))),
        statement,
      ).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })

  it('grants no security definer function to the public', async () => {
    const { rows } = await center.ground.database.owner.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef
         and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
    )
    expect(rows).toEqual([])
  })

  it('refuses a row written for another developer', async () => {
    const attempt = center.ground.database.inTenant(mine.developerId, 'write', (db) =>
      db.execute(sql`
        insert into operation_log
          (developer_id, at, actor_name, call, type, target_kind, target_guid, target_name, request_id)
        values (${theirs.developerId}, now(), 'x', 'x', 0, 'product', ${randomUUID()}, 'x', 'x')`),
    )
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('puts the developer first in the primary key of every tenant table', async () => {
    for (const table of (await tenantTables()).filter((name) => !GLOBAL.includes(name))) {
      const { rows } = await center.ground.database.owner.query<{ first: string }>(
        `select a.attname as first
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = $1::regclass and i.indisprimary`,
        [table],
      )
      expect(rows[0]?.first, table).toBe('developer_id')
    }
  })

  it('uses a role that owns nothing and cannot bypass row-level security', async () => {
    const { rows } = await center.ground.database.app.query(
      `select current_user as who, rolsuper, rolbypassrls,
         (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = current_user`,
    )
    expect(rows[0]).toEqual({ who: 'sealwright_app', rolsuper: false, rolbypassrls: false, owned: 0 })
  })
})

describe('the schema', () => {
  const drizzleTables = [captchaTables, developerTables, identityTables, productTables]
    .flatMap((module) => Object.values(module))
    .filter((value): value is PgTable => typeof value === 'object')

  it('has the columns that the code declares', async () => {
    expect(drizzleTables.length).toBeGreaterThan(2)
    for (const table of drizzleTables) {
      const { rows } = await center.ground.database.owner.query<{ name: string; type: string; notNull: boolean }>(
        `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull" from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1`,
        [getTableName(table)],
      )
      const declared = Object.values(getTableColumns(table))
        .map((column) => ({ name: column.name, type: column.getSQLType(), notNull: column.notNull }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      expect(declared, getTableName(table)).toEqual(rows)
      expect(getTableConfig(table).schema).toBeUndefined()
    }
  })

  it('indexes every foreign key', async () => {
    const { rows } = await center.ground.database.owner.query<{ name: string }>(`
      select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`)
    expect(rows.map((row) => row.name)).toEqual([])
  })

  it('can be created and used by an owner that is no superuser and has only CREATEROLE', async () => {
    const cluster = inject('postgresUrl')
    const name = `plain_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: cluster })
    await admin.connect()
    await admin.query(`create role ${name} login createrole password 'plain'`)
    // As if this owner had created the roles itself: it may grant them, but not switch to them yet.
    await admin.query(`grant sealwright_app, sealwright_desk to ${name} with admin true, inherit false, set false`)
    await admin.query(`create database ${name} owner ${name}`)
    await admin.end()
    const url = new URL(databaseUrl(cluster, name))
    url.username = name
    url.password = 'plain'
    const plain = openDatabase(url.href, pino({ level: 'silent' }))
    try {
      await migrate(plain.owner, await readMigrations(MIGRATIONS_DIR), new Date())
      expect((await plain.inTenant(1, 'read', (db) => db.execute(sql`select current_user as who`))).rows).toEqual([
        { who: 'sealwright_app' },
      ])
      expect((await plain.atDesk('read', (db) => db.execute(sql`select current_user as who`))).rows).toEqual([
        { who: 'sealwright_desk' },
      ])
    } finally {
      await plain.close()
    }
  })

  it('is migrated only once if two servers start at the same time', async () => {
    const url = await createBlankDatabase()
    const twins = [0, 1].map(() => openDatabase(url, pino({ level: 'silent' })))
    const migrations = await readMigrations(MIGRATIONS_DIR)
    const applied = await Promise.all(twins.map((twin) => migrate(twin.owner, migrations, new Date())))
    expect(applied.flat().toSorted()).toEqual(migrations.map((m) => m.name))
    await Promise.all(twins.map((twin) => twin.close()))
  })
})

describe('a page', () => {
  const rows = Array.from({ length: 95 }, (_, index) => index)
  const fetchFrom = async ({ offset, limit, isReversed }: { offset: number; limit: number; isReversed: boolean }) =>
    (isReversed ? rows.toReversed() : rows).slice(offset, offset + limit)

  it('has the same rows whether it is read from the start or from the end', async () => {
    for (let currentPage = 1; currentPage <= 10; currentPage++) {
      const page = await readPage({ currentPage, pageSize: 10 }, { records: 95, isCapped: false }, fetchFrom)
      expect(page.rows).toEqual(rows.slice((currentPage - 1) * 10, currentPage * 10))
    }
  })

  it('reports a capped count', async () => {
    expect(cappedCount(10_000)).toEqual({ records: 10_000, isCapped: false })
    expect(cappedCount(10_001)).toEqual({ records: 10_000, isCapped: true })
    expect(await readPage({ currentPage: 1, pageSize: 10 }, cappedCount(10_001), fetchFrom)).toMatchObject({
      records: 10_000,
      recordsCapped: true,
      total: 1000,
    })
  })
})
