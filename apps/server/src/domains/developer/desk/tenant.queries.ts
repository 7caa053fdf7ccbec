// SQL of developers for platform operators. It reads as the role of the desk: rows of all developers, no secrets.
// Numbers of licenses, devices, users and spending come from counters and figures, never from the rows themselves.
import {
  DESK_DEVELOPER_DAYS,
  DONGLE_LICENSE_STATUSES,
  LICENSE_FAMILIES,
  LICENSE_STATUSES,
  RISK_LIMITS,
  STATUSES_IN_FORCE,
  licenseStatusName,
} from '@sealwright/contract'
import type { ApplicationState, DeskDeveloperState, DeveloperStatus, LicenseStatusName } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import type { SuspensionRow } from '../../../kernel/suspension.ts'
import type { Contact } from '../developer.tables.ts'

const countersOf = (names: readonly LicenseStatusName[]) =>
  LICENSE_FAMILIES.flatMap((family) => names.map((name) => `license.${family}.status=${LICENSE_STATUSES[name]}`))
const LICENSES_IN_FORCE = STATUSES_IN_FORCE.map(licenseStatusName)
const IN_FORCE = [
  ...countersOf(LICENSES_IN_FORCE),
  ...[DONGLE_LICENSE_STATUSES.notUpgraded, DONGLE_LICENSE_STATUSES.upgraded].map(
    (status) => `dongleLicense.status=${status}`,
  ),
]
/** All that an approval deletes. */
const ISSUED = countersOf([...LICENSES_IN_FORCE, 'locked', 'expired', 'approving', 'rejected'])

/** The sum of counters of a developer. */
const counted = (id: SQL, names: readonly string[]) => sql`(
  select coalesce(sum(c.value), 0)::bigint from (
    select value from counter where developer_id = ${id} and name = any (${sql.param([...names])}::text[])
    union all
    select delta from counter_delta where developer_id = ${id} and name = any (${sql.param([...names])}::text[])
  ) c)`

const purse = (id: SQL, kind: 'wallet' | 'gift') => sql`(
  select coalesce(sum(a.balance), 0)::bigint from ledger_account a
  where a.developer_id = ${id} and a.kind = ${kind} and a.hold = '00000000-0000-0000-0000-000000000000')`

/** Daily figures of the last days, today included, in the calendar of the developer. */
const figures = (id: SQL, zone: SQL, measure: string, days: number, now: Date, label?: string) => sql`
  select f.day, f.value from (
    select day, value, label from figure_sum where developer_id = ${id} and measure = ${measure}
      and day > (${now}::timestamptz at time zone ${zone})::date - ${days}::int
    union all
    select day, value, label from figure_delta where developer_id = ${id} and measure = ${measure}
      and day > (${now}::timestamptz at time zone ${zone})::date - ${days}::int
  ) f ${label === undefined ? sql`` : sql`where f.label = ${label}`}`
const summed = (parts: SQL) => sql`(select coalesce(sum(value), 0)::bigint from (${parts}) s)`

const isOverdue = (now: Date) => sql`(
  exists (select from bill b where b.developer_id = d.id and b.status = 'pending' and b.due_at <= ${now})
  or case when d.service_until <= ${now} then coalesce(service_ends(d.id) <= ${now}, false) else false end)`
/** As a condition, which does not ask more of a developer than this state needs. */
const isIn = (state: DeskDeveloperState, now: Date) => {
  if (state === 'suspended') return sql`d.suspended_at is not null`
  const isDue = isOverdue(now)
  const isSo = state === 'overdue' ? isDue : sql`d.status = ${state} and not ${isDue}`
  return sql`d.suspended_at is null and ${isSo}`
}
const stateOf = (now: Date) => sql`
  case when d.suspended_at is not null then 'suspended' when ${isOverdue(now)} then 'overdue' else d.status end`

const { days: RISK_DAYS } = RISK_LIMITS
const DEVICE_DAYS = 7
/** Columns of numbers, of a developer with an id and a time zone. */
const numbers = (id: SQL, zone: SQL, now: Date) => sql`
  ${counted(id, IN_FORCE)} as licenses,
  round(${summed(figures(id, zone, 'deviceActive', DEVICE_DAYS, now))} / ${DEVICE_DAYS}::numeric)::bigint as devices,
  ${purse(id, 'wallet')} as balance_fen,
  ${summed(figures(id, zone, 'refusal', RISK_DAYS, now))} as refusals,
  ${summed(figures(id, zone, 'refusal', RISK_DAYS, now, 'codeNotFound'))} as guessing,
  (select count(*)::int from top_up t where t.developer_id = ${id} and t.status = 'failed'
    and t.created_at > ${now}::timestamptz - make_interval(days => ${RISK_DAYS}::int)) as failed_payments`

export type TenantNumbers = {
  licenses: number
  devices: number
  balance_fen: number
  refusals: number
  guessing: number
  failed_payments: number
}

export type TenantLine = TenantNumbers & {
  id: number
  name: string
  state: DeskDeveloperState
  created_at: string
  seen_at: string | null
}

export interface TenantFilter {
  state?: DeskDeveloperState | undefined
  keyword?: string | undefined
}
export type TenantSort = 'createTime' | 'licenses' | 'balanceFen' | 'lastSignInTime'

const SORTS: Record<TenantSort, SQL> = {
  createTime: sql`d.created_at`,
  licenses: counted(sql`d.id`, IN_FORCE),
  balanceFen: purse(sql`d.id`, 'wallet'),
  lastSignInTime: sql`coalesce(s.at, '-infinity')`,
}

export function listTenants(db: Db, { state, keyword }: TenantFilter, now: Date) {
  const pattern = `%${keyword?.replace(/[\\%_]/g, '\\$&') ?? ''}%`
  const where = sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [isIn(state, now)]),
      ...(keyword === undefined
        ? []
        : [
            sql`(d.name ilike ${pattern} or d.display_name ilike ${pattern} or d.id::text = ${keyword}
              or exists (select from membership m join account a on a.id = m.account_id
                where m.developer_id = d.id and (a.email ilike ${pattern} or a.mobile = ${keyword})))`,
          ]),
    ],
    sql` and `,
  )
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from developer d where ${where}`)
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice, sort: TenantSort, order: 'asc' | 'desc') {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<TenantLine>(sql`
        select d.*, ${stateOf(now)} as state, ${numbers(sql`d.id`, sql`d.time_zone`, now)}
        from (
          select d.id, coalesce(d.display_name, d.name) as name, d.status, d.suspended_at, d.service_until,
            d.created_at, d.time_zone, s.at as seen_at, ${SORTS[sort]} as place
          from developer d left join developer_seen s on s.seen_id = d.id where ${where}
          order by place ${direction}, d.id ${direction} limit ${limit} offset ${offset}
        ) d order by d.place ${direction}, d.id ${direction}`)
      return rows
    },
  }
}

export type Tenant = TenantNumbers & {
  id: number
  name: string
  display_name: string | null
  status: DeveloperStatus
  state: DeskDeveloperState
  created_at: string
  formal_at: string | null
  country: string
  time_zone: string
  website: string | null
  brief: string | null
  contacts: Contact[] | null
  super_administrator: string | null
  administrators: number
  seen_at: string | null
  suspension: SuspensionRow
  service_until: string | null
  users: number
  gift_fen: number
}

export async function findTenant(db: Db, id: number, now: Date): Promise<Tenant | undefined> {
  const { rows } = await db.execute<Tenant>(sql`
    select d.id, d.name, d.display_name, d.status, ${stateOf(now)} as state, d.created_at, d.formal_at, d.country,
      d.time_zone, p.website, p.brief, p.contacts, s.at as seen_at, suspension_of(d.id) as suspension,
      service_ends(d.id) as service_until,
      (select coalesce(a.email, a.mobile) from membership m join account a on a.id = m.account_id
        where m.developer_id = d.id and m.is_super limit 1) as super_administrator,
      (select count(*)::int from membership m where m.developer_id = d.id) as administrators,
      ${counted(sql`d.id`, ['user'])} as users, ${purse(sql`d.id`, 'gift')} as gift_fen,
      ${numbers(sql`d.id`, sql`d.time_zone`, now)}
    from developer d
      left join developer_profile p on p.developer_id = d.id
      left join developer_seen s on s.seen_id = d.id
    where d.id = ${id}`)
  return rows[0]
}

/** What the developer spent, by day. Days without spending have no row. */
export async function listSpent(db: Db, id: number, timeZone: string, now: Date): Promise<Map<string, number>> {
  const daily = figures(sql`${id}::bigint`, sql`${timeZone}::text`, 'spending', DESK_DEVELOPER_DAYS, now)
  const { rows } = await db.execute<{ day: string; value: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(value)::bigint as value
    from (${daily}) f group by f.day`)
  return new Map(rows.map(({ day, value }) => [day, value]))
}

export type ApplicationLine = {
  developer_id: number
  developer_name: string
  state: ApplicationState
  company_name: string
  contact_name: string
  contact_phone: string
  contact_email: string | null
  statement: string | null
  reason: string | null
  applied_at: string
  decided_at: string | null
  trial_licenses: number
}

export function listApplicationLines(
  db: Db,
  filter: { state?: ApplicationState | undefined; id?: number | undefined },
) {
  const where = sql.join(
    [
      sql`true`,
      ...(filter.state === undefined ? [] : [sql`f.state = ${filter.state}`]),
      ...(filter.id === undefined ? [] : [sql`f.developer_id = ${filter.id}`]),
    ],
    sql` and `,
  )
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from formal_application f where ${where}`,
      )
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice, order: 'asc' | 'desc') {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<ApplicationLine>(sql`
        select f.developer_id, coalesce(d.display_name, d.name) as developer_name, f.state, f.company_name,
          f.contact_name, f.contact_phone, f.contact_email, f.statement, f.reason, f.applied_at, f.decided_at,
          case when f.state = 'pending' then ${counted(sql`f.developer_id`, ISSUED)} else 0 end as trial_licenses
        from formal_application f join developer d on d.id = f.developer_id
        where ${where} order by f.state <> 'pending' ${sql.raw(isReversed ? 'desc' : 'asc')},
          f.applied_at ${direction}, f.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export async function countPending(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from formal_application where state = 'pending'`,
  )
  return rows[0]?.n ?? 0
}

export type HistoryLine = {
  id: number
  at: string
  actor_name: string
  type: number
  target_kind: string
  target_name: string
  before: LoggedFacts | null
  after: LoggedFacts | null
}

/** Operations of the platform in the log of a developer: of commands, of scheduled work and of operators. */
export function listHistory(db: Db, id: number) {
  const where = sql`l.developer_id = ${id} and l.actor_id is null
    and (l.call like 'platform.%' or l.call like 'operator.%' or l.call like '%Desk.%')`
  return {
    count: () => countCapped(db, sql`operation_log l where ${where}`),
    async page({ offset, limit, isReversed }: Slice, order: 'asc' | 'desc') {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<HistoryLine>(sql`
        select l.id, l.at, l.actor_name, l.type, l.target_kind, l.target_name, l.before, l.after
        from operation_log l where ${where}
        order by l.at ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export type NoteLine = { guid: string; operator_guid: string; operator_name: string; text: string; created_at: string }

/** The latest notes about a developer. */
export async function listNotes(db: Db, id: number, most: number): Promise<NoteLine[]> {
  const { rows } = await db.execute<NoteLine>(sql`
    select guid, operator_guid, operator_name, text, created_at from operator_note
    where noted_id = ${id} order by created_at desc, guid desc limit ${most}`)
  return rows
}

export async function insertNote(
  db: Db,
  row: { guid: string; developerId: number; operatorGuid: string; operatorName: string; text: string; now: Date },
): Promise<void> {
  await db.execute(sql`
    insert into operator_note (guid, noted_id, operator_guid, operator_name, text, created_at)
    values (${row.guid}, ${row.developerId}, ${row.operatorGuid}, ${row.operatorName}, ${row.text}, ${row.now})`)
}

/** Deletes a note of this operator. Undefined if there is none. */
export async function deleteNote(
  db: Db,
  guid: string,
  operatorGuid: string,
): Promise<{ developerId: number; text: string } | undefined> {
  const { rows } = await db.execute<{ developerId: number; text: string }>(sql`
    delete from operator_note where guid = ${guid} and operator_guid = ${operatorGuid}
    returning noted_id as "developerId", text`)
  return rows[0]
}

export type Suspendable = {
  id: number
  name: string
  status: DeveloperStatus
  timeZone: string
  suspension: SuspensionRow
}

/** Locks the developer, so that two decisions about it run one after the other. */
export async function lockTenant(db: Db, id: number): Promise<Suspendable | undefined> {
  const { rows } = await db.execute<Suspendable>(sql`
    select id, coalesce(display_name, name) as name, status, time_zone as "timeZone",
      suspension_of(id) as suspension
    from developer where id = ${id} for no key update`)
  return rows[0]
}

export async function setSuspension(
  db: Db,
  id: number,
  given: { since: Date; reason: string; programsUntil: Date } | null,
): Promise<void> {
  await db.execute(sql`
    update developer set suspended_at = ${given?.since ?? null}, suspended_reason = ${given?.reason ?? null},
      programs_until = ${given?.programsUntil ?? null}
    where id = ${id}`)
}
