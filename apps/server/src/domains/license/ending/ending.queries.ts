// SQL for licenses in force that end in a period. The index of ends serves it, so the cost depends on the licenses of
// the period, not on all licenses.
import { LICENSE_FAMILIES, LICENSE_STATUSES } from '@sealwright/contract'
import type { LicenseFamily, Locale, ReminderWindow } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { readCounters } from '../../../kernel/db/counters.ts'
import type { Scope } from '../../../kernel/scope.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>
type Period = Pick<ReminderWindow, 'from' | 'until'>

const { bound, unbound } = LICENSE_STATUSES

const endsIn = ({ developerId }: Tenant, { from, until }: Period) => sql`
  l.developer_id = ${developerId} and l.ended_at is null and l.state in (${unbound}, ${bound})
    and l.expires_at >= ${from}::timestamptz and l.expires_at < ${until}::timestamptz`

/** Counts only licenses within the row scope of the transaction. */
export async function countEnding(tenant: Tenant, families: readonly LicenseFamily[], period: Period): Promise<number> {
  const { rows } = await tenant.db.execute<{ n: number }>(sql`
    select count(*)::int as n from license l where ${endsIn(tenant, period)} and l.family in ${[...families]}`)
  return rows[0]?.n ?? 0
}

/** The number of licenses that wait for an approval. */
export async function countApproving(tenant: Tenant): Promise<number> {
  const counters = LICENSE_FAMILIES.map((family) => `license.${family}.status=${LICENSE_STATUSES.approving}` as const)
  return Object.values(await readCounters(tenant, counters)).reduce((sum, count) => sum + count, 0)
}

/** A person whose licenses end on one day. */
export interface Holder {
  address: string
  day: string
  userName: string | null
  /** The language of the account with this address, if there is one. */
  locale: Locale | null
  userGuid: string | null
  licenseGuids: string[]
  licenseIds: number[]
}

/**
 * The people with an e-mail address who hold an account license or received a code that ends in the period, by day and
 * address, after the given one.
 */
export async function listHolders(
  tenant: Tenant,
  { period, timeZone, after, limit }: { period: Period; timeZone: string; after: Holder | undefined; limit: number },
): Promise<Holder[]> {
  const { rows } = await tenant.db.execute<Holder & Record<string, unknown>>(sql`
    with held as (
      select lower(coalesce(l.account, l.delivered_to)) as address,
        to_char(l.expires_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, l.guid, l.user_guid, l.license_ids
      from license l
      where ${endsIn(tenant, period)} and coalesce(l.account, l.delivered_to) like '%@%'
    ), people as (
      select address, day, jsonb_agg(guid) as guids, min(user_guid::text)::uuid as user_guid,
        jsonb_agg(distinct license_ids) as ids
      from held
      where (day, address) > (${after?.day ?? ''}, ${after?.address ?? ''})
      group by day, address order by day, address limit ${limit}
    )
    select p.address, p.day, u.user_name as "userName", a.locale, u.guid as "userGuid", p.guids as "licenseGuids",
      array(
        select distinct one.id::bigint
        from jsonb_array_elements(p.ids) as list (ids), jsonb_array_elements_text(list.ids) as one (id)) as "licenseIds"
    from people p
      left join end_user u on u.developer_id = ${tenant.developerId} and u.guid = p.user_guid
      left join account a on a.email = p.address
    order by p.day, p.address`)
  return rows.map((row) => ({ ...row, licenseIds: row.licenseIds.map(Number) }))
}
