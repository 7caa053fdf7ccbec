// SQL of the settings of the center, its terms and its invitation codes.
import { centerDesk } from '@sealwright/contract'
import type { CenterInvitationState, RegistrationMode } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { DESK_CHAIN } from '../../kernel/audit/record.ts'
import type { Db } from '../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'

export type SettingRow = {
  revision: number
  name_zh: string | null
  name_en: string | null
  logo_version: number | null
  registration: RegistrationMode
  captcha_urls: string[] | null
}

/** The row of settings in the log, which has no guid of its own. */
export const SETTING_TARGET = { kind: 'setting', guid: '00000000-0000-4000-8000-000000000000' } as const

/** Without the logo itself. Its version is null without a logo. */
const COLUMNS = sql`revision, name_zh, name_en, case when logo is not null then logo_version end as logo_version,
  registration, captcha_urls`

async function one<Row extends Record<string, unknown>>(db: Db, query: ReturnType<typeof sql>): Promise<Row> {
  const { rows } = await db.execute(query)
  const row = rows[0] as Row | undefined // the caller names the columns of its own query
  if (!row) throw new Error('the center has no settings')
  return row
}

export const readSettings = (db: Db) => one<SettingRow>(db, sql`select ${COLUMNS} from center_setting`)
export const lockSettings = (db: Db) => one<SettingRow>(db, sql`select ${COLUMNS} from center_setting for update`)

/** What an operator settled of the first steps. */
export type Settled = 'registration' | 'prices' | 'all'
const settledKey = (step: Settled) => `center.step.${step}`

/** False if it was settled before. */
export async function settleStep(db: Db, step: Settled): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into platform_setting (key, value) values (${settledKey(step)}, 'true') on conflict do nothing returning 1`)
  return rows.length > 0
}

/** The facts that decide which first steps are done. Runs as the database owner, for an operator. */
export function readStepFacts(db: Db, { operatorGuid, newSince }: { operatorGuid: string; newSince: Date }) {
  const isSettled = (step: Settled) => sql`exists (select from platform_setting where key = ${settledKey(step)})`
  return one<{
    mail: boolean
    names: boolean
    registration: boolean
    account: boolean
    prices: boolean
    developer: boolean
    backup: boolean
    is_away: boolean
    is_old: boolean
    mode: RegistrationMode
  }>(
    db,
    sql`select
      exists (select from operation_log where developer_id = ${DESK_CHAIN} and target_kind = ${SETTING_TARGET.kind}
        and target_guid = ${SETTING_TARGET.guid} and call = ${centerDesk.testMail.name}
        and after ->> 'outcome' = 'sent') as mail,
      name_zh is not null or name_en is not null as names,
      registration <> 'open' or ${isSettled('registration')} as registration,
      exists (select from operator_recovery_code
        where operator_guid = ${operatorGuid} and used_at is null) as account,
      exists (select from price_version where priced_id is null) or ${isSettled('prices')} as prices,
      exists (select from developer where status = 'formal') as developer,
      exists (select from health_result where kind = 'backup') as backup,
      ${isSettled('all')} as is_away,
      exists (select from developer where created_at < ${newSince}) as is_old,
      registration as mode
      from center_setting`,
  )
}

export async function findLogo(db: Db): Promise<Buffer | null> {
  return (await one<{ logo: Buffer | null }>(db, sql`select logo from center_setting`)).logo
}

export interface SettingChange {
  nameZh: string | null
  nameEn: string | null
  registration: RegistrationMode
  captchaUrls: readonly string[] | null
}

/** Returns the new revision. */
export async function writeSettings(db: Db, { nameZh, nameEn, registration, captchaUrls }: SettingChange) {
  const row = await one<{ revision: number }>(
    db,
    sql`update center_setting set revision = revision + 1, name_zh = ${nameZh}, name_en = ${nameEn},
      registration = ${registration}, captcha_urls = ${sql.param(captchaUrls && [...captchaUrls])}::text[]
      returning revision`,
  )
  return row.revision
}

export async function writeLogo(db: Db, logo: Buffer | null): Promise<number> {
  const row = await one<{ revision: number }>(
    db,
    sql`update center_setting set revision = revision + 1, logo = ${logo}::bytea, logo_version = logo_version + 1
      returning revision`,
  )
  return row.revision
}

export type TermsRow = { version: number; zh: string; en: string; at: string }

/** The latest version, even if it is empty. */
export async function findTerms(db: Db): Promise<TermsRow | undefined> {
  const { rows } = await db.execute<TermsRow>(
    sql`select version, zh, en, at from center_terms order by version desc limit 1`,
  )
  return rows[0]
}

export async function insertTerms(
  db: Db,
  { zh, en, now, byName }: { zh: string; en: string; now: Date; byName: string },
): Promise<void> {
  await db.execute(sql`
    insert into center_terms (version, zh, en, at, by_name)
    select coalesce(max(version), 0) + 1, ${zh}::text, ${en}::text, ${now}::timestamptz, ${byName}::text
    from center_terms`)
}

export async function insertConsent(db: Db, developerId: number, version: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into center_consent (holder_id, version, at) values (${developerId}, ${version}, ${now})`)
}

/** Uses up a code. False if there is no such open code: of two callers, one gets true. */
export async function useInvitation(db: Db, code: string, developerId: number, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update center_invitation set used_at = ${now}, used_by = ${developerId}
    where code = ${code} and used_at is null and revoked_at is null returning 1`)
  return rows.length > 0
}

const STATE = sql`case when i.used_at is not null then 'used' when i.revoked_at is not null then 'revoked' else 'open'
  end`

export type InvitationLine = {
  guid: string
  code: string
  note: string | null
  state: CenterInvitationState
  by_name: string
  created_at: string
  used_at: string | null
  developer_name: string | null
}

/** By the time of their making, then by guid. */
export function listInvitations(db: Db, state: CenterInvitationState | undefined, order: 'asc' | 'desc') {
  const where = state === undefined ? sql`true` : sql`${STATE} = ${state}`
  return {
    count: () => countCapped(db, sql`center_invitation i where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<InvitationLine>(sql`
        select i.guid, i.code, i.note, ${STATE} as state, i.by_name, i.created_at, i.used_at, d.name as developer_name
        from center_invitation i left join developer d on d.id = i.used_by
        where ${where} order by i.created_at ${direction}, i.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export async function countOpenInvitations(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from center_invitation where used_at is null and revoked_at is null`)
  return rows[0]?.n ?? 0
}

export interface NewInvitation {
  guid: string
  code: string
  note: string | null
  byName: string
  now: Date
}

export async function insertInvitation(db: Db, row: NewInvitation): Promise<void> {
  await db.execute(sql`
    insert into center_invitation (guid, code, note, by_name, created_at)
    values (${row.guid}, ${row.code}, ${row.note}, ${row.byName}, ${row.now})`)
}

/** Its note, or undefined if it is not open. */
export async function revokeInvitation(db: Db, guid: string, now: Date): Promise<{ note: string | null } | undefined> {
  const { rows } = await db.execute<{ note: string | null }>(sql`
    update center_invitation set revoked_at = ${now}
    where guid = ${guid} and used_at is null and revoked_at is null returning note`)
  return rows[0]
}
