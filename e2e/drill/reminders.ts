// Sends the daily reminders of many developers from a real server that is killed and restarted at random moments. At
// the end, every developer must have each message and each mail exactly once.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '@sealwright/contract'
import type pg from 'pg'
import { startCenter } from '../support/center-process.ts'
import { conclude, numberIn, say, withDatabase } from './proof.ts'

const DEVELOPERS = 500
/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 5_000
const ENDED_WITHIN_MS = 600_000
const NAME = 'drill-reminders'
/** A round of this week is younger. */
const RECENT_DAYS = 10
const DONE = `
  select count(*) as n from reminder_round r join developer d on d.id = r.developer_id
  where d.name = '${NAME}' and r.day > current_date - ${RECENT_DAYS}`
/** Billing, licenses, customers and the digest. */
const PARTS = 4
const EXPECTED = {
  message: ['serviceFeeEnding', 'snLicensesEnding', 'weeklyDigest'],
  mail_outbox: ['serviceFeeEnding', 'weeklyDigest', 'licensesEnding'],
}

/** A zone in which it is noon now, so that reminders are due whenever the drill runs. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Copies a row of the demo developer to every developer of the drill. */
async function copyRow(database: pg.Client, table: string, guid: string, replaced: Record<string, string> = {}) {
  const { rows } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'developer_id'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  await database.query(
    `insert into ${table} (developer_id, ${names.join(', ')})
     select d.id, ${names.map((name) => replaced[name] ?? `t.${name}`).join(', ')}
     from ${table} t cross join developer d where t.guid = $1 and d.name = $2`,
    [guid, NAME],
  )
}

/** Founds developers, each with a fee and a delivered code that end in ten days. */
async function prepare(database: pg.Client): Promise<void> {
  const ends = new Date(Date.now() + 10 * DAY_MS).toISOString()
  const founded = `
    with made as (
      insert into developer (name, status, country, time_zone, created_at, formal_at, service_until)
      select $1, 'formal', 'CN', $2, now(), now(), $3 from generate_series(1, $4::int) returning id
    ), people as (
      insert into account (id, email, password_hash, locale, activated_at, created_at)
      select gen_random_uuid(), 'drill-' || id || '@people.example', '', 'zh', now(), now() from made
      returning id, email
    ), profiles as (
      insert into developer_profile (developer_id, updated_at) select id, now() from made
    ), settings as (
      insert into developer_config (developer_id, key, value, changed_at)
      select id, 'remindCustomers', 'true', now() from made
    )
    insert into membership (developer_id, account_id, is_super, privileges, created_at)
    select m.id, p.id, true, '{}', now() from made m join people p on p.email = 'drill-' || m.id || '@people.example'`
  await database.query(founded, [NAME, noonZone(), ends, DEVELOPERS])
  await database.query(
    'update billing_terms t set fee_fen = 100 from developer d where d.id = t.developer_id and d.name = $1',
    [NAME],
  )
  // The first digest of a developer comes on a Monday only. These developers had one before.
  await database.query(
    `insert into reminder_round (developer_id, part, day)
     select id, 'digest', current_date - ${2 * RECENT_DAYS} from developer where name = $1`,
    [NAME],
  )
  const { rows } = await database.query<Record<'guid' | 'issue' | 'terms' | 'template' | 'product', string>>(
    `select l.guid, l.issue_guid as issue, l.terms_guid as terms, l.template_guid as template, p.guid as product
     from license l join product p on p.developer_id = l.developer_id and p.license_id = l.license_id
     join license_terms t on t.developer_id = l.developer_id and t.guid = l.terms_guid and t.areas_of = t.guid
     join license_issue i on i.developer_id = l.developer_id and i.guid = l.issue_guid
       and i.terms_guid = l.terms_guid
     where l.family = 'sn' and l.state in (1, 4) and l.customer_guid is null
       and cardinality(l.license_ids) = 1 limit 1`,
  )
  const [license] = rows
  if (!license) throw new Error('the demo has no license code to copy')
  await copyRow(database, 'product', license.product)
  await copyRow(database, 'template', license.template)
  await copyRow(database, 'license_terms', license.terms)
  await copyRow(database, 'license_issue', license.issue)
  await copyRow(database, 'license', license.guid, {
    expires_at: `'${ends}'::timestamptz`,
    expiry: '0',
    delivered_to: "'buyer@customer.example'",
    delivered_at: 'now()',
  })
}

/** Starts the job now, instead of at the next quarter of an hour. */
const startRound = (url: string) =>
  withDatabase(url, (database) => database.query("insert into pgboss.job (name, data) values ('reminder.round', '{}')"))

const problemsIn = (url: string) =>
  withDatabase(url, async (database) => {
    const problems: string[] = []
    for (const [table, kinds] of Object.entries(EXPECTED)) {
      const { rows } = await database.query<{ kind: string; total: number; people: number }>(
        `select t.kind, count(*)::int as total, count(distinct t.developer_id)::int as people
         from ${table} t join developer d on d.id = t.developer_id where d.name = $1 group by t.kind`,
        [NAME],
      )
      for (const kind of new Set([...kinds, ...rows.map((row) => row.kind)])) {
        const { total = 0, people = 0 } = rows.find((row) => row.kind === kind) ?? {}
        const expected = kinds.includes(kind) ? DEVELOPERS : 0
        if (total !== expected || people !== expected)
          problems.push(`${table} ${kind}: ${total} for ${people} developers instead of ${expected}`)
      }
    }
    return problems
  })

/** Returns the number of problems. */
export async function drillReminders(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  const done = () => withDatabase(center.databaseUrl, (database) => numberIn(database, DONE))
  try {
    await withDatabase(center.databaseUrl, prepare)
    for (let kill = 1; kill <= kills; kill += 1) {
      await startRound(center.databaseUrl)
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      center = await startCenter({ isFromSource: true, folder })
      say(`kill ${kill} after ${ms} ms; ${await done()} of ${DEVELOPERS * PARTS} parts done`)
    }
    await startRound(center.databaseUrl)
    const end = performance.now() + ENDED_WITHIN_MS
    while ((await done()) < DEVELOPERS * PARTS) {
      if (performance.now() > end) throw new Error('the reminders did not end')
      await pause(500)
    }
    // Once more: nothing is sent again.
    await startRound(center.databaseUrl)
    await pause(LONGEST_MS)
    const problems = await problemsIn(center.databaseUrl)
    await center.stop()
    return conclude(folder, ['log'], problems, `${kills} kills, ${DEVELOPERS} developers: each reminder exactly once.`)
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
