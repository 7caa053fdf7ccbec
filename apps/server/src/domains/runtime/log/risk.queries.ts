// SQL of signs of abuse: counts over the last 30 days, along an index and limited to the latest rows. The database
// limits callers with a row scope to their licenses; unknown codes belong to no license.
import { DAY_MS } from '@sealwright/contract'
import type { RiskKind } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import type { RiskSign } from './risk.kind.ts'

const DAYS = 30
/** The number of latest rows to read, and of signs per kind to judge. */
const LATEST = 20_000
const SIGNS = 200

type SignRow = {
  license_guid: string | null
  network: string | null
  count: number
  refusals: number
  machine: string | null
  last_at: string
}

/** The query of each kind since a moment, for one license or all. */
const COUNTED: Record<RiskKind, (since: (time: SQL) => SQL) => SQL> = {
  // Includes devices that were refused at the limit.
  manyMachines: (since) => sql`
    select license_guid, null as network, count(distinct fingerprint)::int as count,
      coalesce(sum(times) filter (where reason is not null), 0)::int as refusals, null as machine, max(at) as last_at
    from (
      select license_guid, fingerprint, reason, times, at from runtime_event
      where ${since(sql`at`)} and act = 'activate' and license_guid is not null and fingerprint is not null
        and (reason is null or reason in ('machineLimit', 'machineEverLimit'))
      order by at desc limit ${LATEST}
    ) e
    group by license_guid having count(distinct fingerprint) > 2 order by count desc limit ${SIGNS}`,
  // Two seats of a device with overlapping times from different networks. IPv4 and IPv6 at the same time are normal for
  // one device.
  clonedMachine: (since) => sql`
    select license_guid, null as network, count(distinct one)::int as count, 0 as refusals, fingerprint as machine,
      max(started_at) as last_at
    from (
      select license_guid, fingerprint, network, started_at, lag(network) over seats as before,
        max(beat_at) over (seats rows between unbounded preceding and 1 preceding) as kept_until
      from (select license_guid, fingerprint, network, started_at, beat_at from seat
        where ${since(sql`started_at`)} and network is not null order by started_at desc limit ${LATEST}) s
      window seats as (partition by license_guid, fingerprint order by started_at, network)
    ) o, unnest(array[network, before]) as one
    where before <> network and (before like '%:%') = (network like '%:%') and kept_until > started_at
    group by license_guid, fingerprint order by count desc limit ${SIGNS}`,
  manyNetworks: (since) => sql`
    select license_guid, null as network, count(distinct network)::int as count, 0 as refusals, null as machine,
      max(at) as last_at
    from (
      (select license_guid, network, at from runtime_event
        where ${since(sql`at`)} and license_guid is not null and network is not null order by at desc limit ${LATEST})
      union all (select license_guid, network, started_at from seat
        where ${since(sql`started_at`)} and network is not null order by started_at desc limit ${LATEST})
    ) n
    group by license_guid having count(distinct network) > 5 order by count desc limit ${SIGNS}`,
  driftingMachine: (since) => sql`
    select license_guid, null as network, drifts as count, 0 as refusals, name as machine, seen_at as last_at
    from bound_machine where ${since(sql`seen_at`)} and drifts > 2 order by seen_at desc limit ${SIGNS}`,
  guessing: (since) => sql`
    select null as license_guid, network, sum(times)::int as count, 0 as refusals, null as machine, max(at) as last_at
    from (select network, times, at from runtime_event
      where ${since(sql`at`)} and reason = 'codeNotFound' and license_guid is null and network is not null
      order by at desc limit ${LATEST}) g
    group by network order by count desc limit ${SIGNS}`,
}

export async function readRisks(
  { db, developerId, now }: Pick<Scope, 'db' | 'developerId'> & { now: Date },
  licenseGuid: string | undefined,
): Promise<RiskSign[]> {
  const from = new Date(now.getTime() - DAYS * DAY_MS)
  const since = (time: SQL) =>
    sql`developer_id = ${developerId} and ${time} > ${from}::timestamptz
      ${licenseGuid === undefined ? sql`` : sql`and license_guid = ${licenseGuid}::uuid`}`
  const found: RiskSign[] = []
  for (const [kind, counted] of Object.entries(COUNTED) as [RiskKind, (typeof COUNTED)[RiskKind]][]) {
    // a record by kind
    const { rows } = await db.execute<SignRow>(counted(since))
    found.push(
      ...rows.map(({ license_guid: guid, last_at: lastAt, ...row }) => ({
        ...row,
        kind,
        licenseGuid: guid,
        lastAt: new Date(lastAt),
      })),
    )
  }
  return found
}
