// Upgrades an installation from the first migration to the last. Rows are written after each migration, and later
// migrations must not change them.
import { createBlankDatabase, rowsOf, schemaOf } from '@sealwright/testkit'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS_DIR } from '../../compose/files.ts'
import { verifyLedger } from '../../domains/billing/index.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'

const ACCOUNT = '00000000-0000-4000-8000-0000000000a1'
const PRODUCT = '00000000-0000-4000-8000-0000000000b1'
const TEMPLATE = '00000000-0000-4000-8000-0000000000c1'
const CUSTOMER = '00000000-0000-4000-8000-0000000000d1'
const USER = '00000000-0000-4000-8000-0000000000e1'
const TASK = '00000000-0000-4000-8000-0000000000f1'
const LICENSE = '00000000-0000-4000-8000-000000000101'
/** Administrators: one who never activated the account, a disabled one of these, and an active one. */
const WAITING = '00000000-0000-4000-8000-000000000201'
const DISABLED = '00000000-0000-4000-8000-000000000202'
const ACTIVE = '00000000-0000-4000-8000-000000000203'
const NIL = '00000000-0000-0000-0000-000000000000'
const AT = "'2024-02-29T12:00:00Z'"

/** The rows written after each migration, while it was the latest one. */
const LIFE: Record<string, string> = {
  '0001_foundation.sql': `
    insert into developer (name, status, dev_type, service_status, created_at)
      values ('星图软件', 'formal', 1, 'unpaid', ${AT}), ('试用', 'trial', 0, 'normal', ${AT});
    insert into account (id, email, password_hash, created_at)
      values ('${ACCOUNT}', 'owner@vendor.example', 'hash', ${AT});
    insert into membership (developer_id, account_id, is_super, privileges, created_at)
      values (1, '${ACCOUNT}', true, '{product.find}', ${AT});
    insert into session (id, secret_hash, account_id, developer_id, state, network, created_at, last_seen_at,
        expires_at)
      values ('handle', '\\x01', '${ACCOUNT}', 1, 'active', '127.0.0.1', ${AT}, ${AT}, ${AT});
    insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid,
        target_name, after, request_id)
      values (1, ${AT}, '${ACCOUNT}', 'owner', 'product.create', 0, 'product', '${PRODUCT}', '星图', '{"name": "星图"}',
        'r');
    insert into idempotency_key (developer_id, call, key, payload_hash, created_at)
      values (1, 'product.create', 'k', '\\x02', ${AT});
    insert into mail_outbox (id, developer_id, kind, recipient, subject, body, state, created_at)
      values ('${TASK}', 1, 'test', 'owner@vendor.example', 's', 'b', 'kept', ${AT});
    insert into secret_check (value) values ('\\x03')`,
  '0002_product.sql': `
    insert into product (developer_id, guid, license_id, name, display_name, license_form, modules, rom, rom_size,
        created_by, updated_by, created_at, updated_at)
      values (1, '${PRODUCT}', 4294967295, '星图', '星图 CAD', 3, '[{"moduleId": 1, "moduleName": "导出"}]',
          '{"type": "text", "value": "x"}', 1, '${ACCOUNT}', '${ACCOUNT}', ${AT}, ${AT})`,
  '0003_identity.sql': `
    insert into sign_in (account_id, at, outcome, network) values ('${ACCOUNT}', ${AT}, 'signedIn', '127.0.0.1');
    insert into recovery_code (account_id, code_hash) values ('${ACCOUNT}', '\\x04')`,
  '0006_template.sql': `
    insert into template (developer_id, guid, family, name, license_id, license_ids, can_modify, can_modify_module,
        can_modify_data_zone, version, created_by, updated_by, created_at, updated_at)
      values (1, '${TEMPLATE}', 'sn', '年度授权', 4294967295, '{4294967295}', true, false, false, 2, '${ACCOUNT}',
          '${ACCOUNT}', ${AT}, ${AT});
    insert into template_version (developer_id, template_guid, version, origin, terms, areas_of, areas, created_by,
        created_at)
      values (1, '${TEMPLATE}', 1, 'create', '{"isForever": true}', 1, '{}', '${ACCOUNT}', ${AT}),
        (1, '${TEMPLATE}', 2, 'update', '{"isForever": false}', 1, null, '${ACCOUNT}', ${AT})`,
  '0007_people.sql': `
    insert into customer (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
      values (1, '${CUSTOMER}', '江城设计院', '${ACCOUNT}', '${ACCOUNT}', ${AT}, ${AT});
    insert into end_user (developer_id, guid, account_type, account, account_id, user_name, customer_guid, created_by,
        updated_by, created_at, updated_at)
      values (1, '${USER}', 1, 'owner@vendor.example', '${ACCOUNT}', '张工', '${CUSTOMER}', '${ACCOUNT}', '${ACCOUNT}',
          ${AT}, ${AT});
    insert into task (developer_id, guid, kind, status, subject, total, success, created_by, created_at)
      values (1, '${TASK}', 'userImport', 2, 'users.csv', 1, 1, '${ACCOUNT}', ${AT});
    insert into task_row (developer_id, task_guid, n, input, state, effect)
      values (1, '${TASK}', 1, '{"account": "a"}', 1, '{"guid": "${USER}"}')`,
  '0008_money.sql': `
    select set_config('sealwright.developer_id', '1', false);
    select post_transfer(gen_random_uuid(), 'opening', 'credit', null, null, '开户', null, null, ${AT},
      '{grants,wallet}', '{${NIL},${NIL}}', '{${NIL},${NIL}}', '{-100000,100000}');
    insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
      values ('${TASK}', '年包', 10, 5, 365, 99900, ${AT})`,
  '0010_license.sql': `
    insert into license_terms (developer_id, guid, terms, areas_of, areas, created_at)
      values (1, '${TASK}', '{"isForever": true}', '${TASK}', '{}', ${AT});
    insert into license_issue (developer_id, guid, family, template_guid, template_version, terms_guid, source, count,
        rates, issued_by, issued_at)
      values (1, '${TASK}', 'sn', '${TEMPLATE}', 2, '${TASK}', 'single', 1, '{}', '${ACCOUNT}', ${AT});
    insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
        license_ids, license_form, customer_guid, source, state, is_paid, first_used_at, issued_by, issued_at,
        updated_at)
      values (1, '${LICENSE}', 'sn', 'AAAA-BBBB-CCCC-DDDD', '${TASK}', '${TASK}', '${TEMPLATE}', 4294967295,
          '{4294967295}', 2, '${CUSTOMER}', 'single', 1, true, ${AT}, '${ACCOUNT}', ${AT}, ${AT});
    insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, state, bound_at, seen_at)
      values (1, '${TASK}', '${LICENSE}', 'f', 'PC-1', 'bound', ${AT}, ${AT})`,
  '0013_caller.sql': `
    insert into account (id, email, user_name, password_hash, activated_at, created_at)
      values ('${WAITING}', 'waiting@vendor.example', '林小满', '!', null, ${AT}),
        ('${DISABLED}', 'disabled@vendor.example', null, '!', null, ${AT}),
        ('${ACTIVE}', 'active@vendor.example', null, 'hash', ${AT}, ${AT});
    insert into membership (developer_id, account_id, is_super, privileges, is_enabled, cloud_quota, created_at)
      values (1, '${WAITING}', false, '{product.find}', true, 5, ${AT}),
        (1, '${DISABLED}', false, '{}', false, null, ${AT}),
        (1, '${ACTIVE}', false, '{}', true, null, ${AT});
    insert into role (developer_id, guid, name, privileges, created_by, updated_by, created_at, updated_at)
      values (1, '${TASK}', '销售', '{product.view}', '${ACCOUNT}', '${ACCOUNT}', ${AT}, ${AT});
    insert into membership_role (developer_id, account_id, role_guid) values (1, '${WAITING}', '${TASK}');
    insert into verification (id, purpose, target, network, code_hash, link_hash, sent_at, expires_at)
      values ('${WAITING}', 'activate', 'waiting@vendor.example', '', '', '\\x05', ${AT}, ${AT})`,
}

let upgraded: Database
let fresh: Database
let migrations: Migration[]
/** Rows that a migration changed, with the name of the migration. */
const changed: string[] = []

beforeAll(async () => {
  const silent = pino({ level: 'silent' })
  upgraded = openDatabase(await createBlankDatabase(), silent)
  fresh = openDatabase(await createBlankDatabase(), silent)
  migrations = await readMigrations(MIGRATIONS_DIR)
  await migrate(fresh.owner, migrations, new Date())
  for (const [index, { name }] of migrations.entries()) {
    const before = await rowsOf(upgraded.owner)
    await migrate(upgraded.owner, migrations.slice(0, index + 1), new Date())
    const after = await rowsOf(upgraded.owner)
    for (const [table, rows] of Object.entries(before))
      changed.push(...missing(rows, after[table] ?? []).map((row) => `${table} after ${name}: ${row}`))
    await withClient(upgraded.owner, (client) => client.query(LIFE[name] ?? ''))
  }
})
afterAll(() => Promise.all([upgraded.close(), fresh.close()]))

type Row = Record<string, unknown>

/** The rows that are missing among the others, compared by the columns that both have. */
function missing(rows: readonly Row[], others: readonly Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => others.length === 0 || column in (others[0] ?? {}))
  const told = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
  const found = new Set(others.map(told))
  return rows.map(told).filter((row) => !found.has(row))
}

describe('an upgrade from the first migration to the last, with rows of every version', () => {
  it('keeps each row unchanged in every column that still exists', async () => {
    // Memberships to which nobody agreed, and their links, become invitations. Terms gain the operation on seats.
    const isMeant = (row: string) =>
      row.includes(WAITING) ||
      row.includes(DISABLED) ||
      /^public\.(?:license_terms|template_version) after 0030_dongle/.test(row)
    expect(changed.filter((row) => !isMeant(row))).toEqual([])
    expect(
      Object.keys(LIFE).filter((name) => !migrations.some((migration) => migration.name === name)),
      'steps that do not exist',
    ).toEqual([])
    expect((await rowsOf(upgraded.owner))['public.license']).toMatchObject([
      { guid: LICENSE, serial: 'AAAA-BBBB-CCCC-DDDD', uses_taken: 0 },
    ])
  })

  it('converts old columns: an unpaid developer gets a past service end, and a formal one gets formal_at', async () => {
    const { rows } = await upgraded.owner.query(
      'select name, formal_at is not null as is_formal, service_until <= now() as is_over from developer order by id',
    )
    expect(rows).toEqual([
      { name: '星图软件', is_formal: true, is_over: true },
      { name: '试用', is_formal: false, is_over: null },
    ])
    // Developers from earlier versions get the rows that new developers get when they register.
    expect(
      (
        await upgraded.owner.query(
          `select (select count(*)::int from developer_profile) as profiles,
             (select count(*)::int from billing_terms) as terms`,
        )
      ).rows,
    ).toEqual([{ profiles: 2, terms: 2 }])
  })

  it('makes invitations of administrators who never activated their account, and leaves the others', async () => {
    const rows = async (text: string) => (await upgraded.owner.query<Row>(text)).rows
    expect(
      await rows(`select guid, address, user_name, privileges, cloud_quota, created_by, expires_at > now() as is_open
        from invitation order by guid`),
    ).toEqual([
      {
        guid: WAITING,
        address: 'waiting@vendor.example',
        user_name: '林小满',
        privileges: ['product.find'],
        cloud_quota: 5,
        created_by: ACCOUNT,
        is_open: true,
      },
      {
        guid: DISABLED,
        address: 'disabled@vendor.example',
        user_name: null,
        privileges: [],
        cloud_quota: null,
        created_by: ACCOUNT,
        is_open: false,
      },
    ])
    expect(await rows('select account_id from membership order by account_id')).toEqual([
      { account_id: ACCOUNT },
      { account_id: ACTIVE },
    ])
    expect(await rows('select invitation_guid, role_guid from invitation_role')).toEqual([
      { invitation_guid: WAITING, role_guid: TASK },
    ])
    expect(await rows('select purpose, developer_id from verification')).toEqual([
      { purpose: 'invitation', developer_id: 1 },
    ])
  })

  it('ends with the schema of a fresh installation and a consistent ledger', async () => {
    expect(await schemaOf(upgraded.owner)).toEqual(await schemaOf(fresh.owner))
    expect(await verifyLedger(upgraded.owner)).toMatchObject({ transfers: 1, problems: [] })
  })

  it('knows migrations by the checksums that they had before they were reformatted', async () => {
    const reformatted = migrations.map(({ name, checksum }) => ({ name, sql: '', checksum: 'new', former: checksum }))
    expect(await migrate(upgraded.owner, reformatted, new Date())).toEqual([])
  })

  it('is refused if a migration was changed, is unknown or fails, and a failed one leaves nothing', async () => {
    expect(await migrate(upgraded.owner, migrations, new Date())).toEqual([])
    await expect(
      migrate(
        upgraded.owner,
        migrations.map((m) => ({ ...m, checksum: 'other' })),
        new Date(),
      ),
    ).rejects.toThrow(/was changed after it was applied/)
    await expect(migrate(upgraded.owner, migrations.slice(0, 1), new Date())).rejects.toThrow(
      /made by a newer Sealwright/,
    )
    await expect(
      migrate(
        upgraded.owner,
        [...migrations, { name: '9999_bad.sql', sql: 'create table half (a int); select nonsense', checksum: 'x' }],
        new Date(),
      ),
    ).rejects.toThrow(/9999_bad.sql failed/)
    expect((await upgraded.owner.query("select to_regclass('half') as t")).rows[0]).toEqual({ t: null })
  })
})

async function withClient(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await work(client)
    await client.query('reset all')
  } finally {
    client.release()
  }
}
