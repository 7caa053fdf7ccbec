// SQL of the runtime log for administrators, latest first by default, ties by guid. The database limits callers with a
// row scope to events of their licenses, and hides events without a license.
import type { RuntimeAct, RuntimeReason } from '@sealwright/contract'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { inRange, listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findCustomersByName } from '../../customer/index.ts'
import { runtimeEvent } from '../runtime.tables.ts'
import type { RuntimeEvent } from '../runtime.tables.ts'
import type { Meant } from './keyword.kind.ts'

interface LogFilter {
  licenseGuid?: string | undefined
  act?: RuntimeAct | undefined
  refused?: boolean | undefined
  reason?: RuntimeReason | undefined
  /** A text can be the name of a customer, too. */
  meant?: Meant | undefined
  startTime?: Date | undefined
  endTime?: Date | undefined
}

/** Licenses of a customer that are searched one by one. */
const FEW = 200

const isOurs = ({ developerId }: Scope) => eq(runtimeEvent.developerId, developerId)

async function about(scope: Scope, meant: Meant) {
  if ('networks' in meant) return inArray(runtimeEvent.network, meant.networks)
  if ('licenseGuid' in meant) return eq(runtimeEvent.licenseGuid, meant.licenseGuid)
  const { text } = meant
  const account = eq(runtimeEvent.accountKey, sql`lower(${text})`)
  if (meant.isAccount) return account
  const customer = (await findCustomersByName(scope, [text], false)).get(text)
  if (customer !== undefined) {
    const held = sql`select l.guid from license l
      where l.developer_id = ${scope.developerId} and l.customer_guid = ${customer}`
    const { rows } = await scope.db.execute<{ guid: string }>(sql`${held} limit ${FEW + 1}`)
    // Where few licenses are named, PostgreSQL knows that they have few events.
    return inArray(runtimeEvent.licenseGuid, rows.length > FEW ? sql`(${held})` : rows.map(({ guid }) => guid))
  }
  return or(
    account,
    eq(runtimeEvent.serial, text),
    eq(runtimeEvent.machineName, text),
    eq(runtimeEvent.fingerprint, text),
  )
}

export async function listLog(
  scope: Scope,
  { licenseGuid, act, refused, reason, meant, startTime, endTime }: LogFilter,
  order: 'asc' | 'desc',
) {
  const where = and(
    isOurs(scope),
    licenseGuid === undefined ? undefined : eq(runtimeEvent.licenseGuid, licenseGuid),
    act === undefined ? undefined : eq(runtimeEvent.act, act),
    refused === undefined ? undefined : refused ? isNotNull(runtimeEvent.reason) : isNull(runtimeEvent.reason),
    reason === undefined ? undefined : eq(runtimeEvent.reason, reason),
    meant && (await about(scope, meant)),
    inRange(runtimeEvent.at, { from: startTime, until: endTime && new Date(endTime.getTime() + 1) }),
  )
  const ids = await walkIds(scope, { table: runtimeEvent, where, column: runtimeEvent.at, order })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(runtimeEvent)
      .where(and(isOurs(scope), inArray(runtimeEvent.guid, guids))),
  )
}

export async function findEvent(scope: Scope, guid: string): Promise<RuntimeEvent | undefined> {
  const [row] = await scope.db
    .select()
    .from(runtimeEvent)
    .where(and(isOurs(scope), eq(runtimeEvent.guid, guid)))
  return row
}

/** How often programs were refused, by reason, the most frequent first. `latest` limits the events that count. */
export async function listRefusals(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  { since, until, latest }: { since: Date; until: Date; latest?: number },
): Promise<{ reason: RuntimeReason; count: number }[]> {
  const { rows } = await db.execute<{ reason: RuntimeReason; count: number }>(sql`
    select reason, sum(times)::int as count from (
      select reason, times from runtime_event
      where developer_id = ${developerId} and reason is not null and at >= ${since}::timestamptz
        and at < ${until}::timestamptz
      order by at desc limit ${latest ?? null}::bigint
    ) refused
    group by reason order by count desc, reason`)
  return rows
}
