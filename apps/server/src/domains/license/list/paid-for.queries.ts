// SQL between licenses and the orders that paid for them. An order paid for one license, or for an issue with all its
// licenses (`billing_order.paid_for`), unless a license had ended before: the rest of a withdrawn batch is ordered
// anew.
import { LIMITS, isCode, isCodeText, isEmail, isMobile, plainCode } from '@sealwright/contract'
import { and, eq, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { searchIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { PaidLicenses } from '../../billing/index.ts'
import { withSeenCustomer } from '../../customer/index.ts'
import { codeBegins, isPaidBy, license } from '../license.tables.ts'
import type { License } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

/** The number of orders for a license, whatever became of them. */
export async function countOrders(
  { db, developerId }: Tenant,
  { guid, issueGuid, endedAt }: Pick<License, 'guid' | 'issueGuid' | 'endedAt'>,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from billing_order
    where developer_id = ${developerId} and paid_for in (${guid}::uuid, ${issueGuid}::uuid)
      and (${endedAt}::timestamptz is null or created_at < ${endedAt}::timestamptz)`)
  return rows[0]?.n ?? 0
}

/** Minimum length for a search by the beginning of a code. */
const PREFIX_MIN = 3

/** Licenses with this code, beginning of a code or part of an account, at most as many as are counted. */
async function isNamed(scope: Scope, keyword: string): Promise<SQL | undefined> {
  const code = plainCode(keyword)
  if (isCode(code)) return eq(license.serial, code)
  const account = keyword.toLowerCase()
  const { ids } = await searchIds(scope, {
    table: license,
    ...(isEmail(account) || isMobile(account)
      ? { labels: [`account=${account}`] }
      : // A needle is looked for within codes too: see codeBegins.
        { needle: keyword, ...(scope.caller.visit && { labels: ['family=account'] }) }),
    sort: 'issueTime',
    column: license.issuedAt,
    order: 'desc',
  })
  const found = await ids({ offset: 0, limit: LIMITS.page.exactCount, isReversed: false })
  return or(
    sql`${license.guid} = any (${sql.param(found)}::uuid[])`,
    // Codes are stored without separators between their groups.
    code.length >= PREFIX_MIN && isCodeText(code) ? codeBegins(scope, code) : undefined,
  )
}

export const paidLicenses: PaidLicenses = {
  async query(scope, asked) {
    const isOne =
      'keyword' in asked
        ? await isNamed(scope, asked.keyword)
        : 'customerGuid' in asked
          ? eq(license.customerGuid, (await withSeenCustomer(scope, asked)).customerGuid)
          : eq(license.guid, asked.licenseGuid)
    const those = (column: SQL) =>
      sql`select ${column} as paid_for, ${license.endedAt} as ended_at from ${license}
        where ${and(eq(license.developerId, scope.developerId), isOne)}`
    return sql`${those(sql`${license.guid}`)} union all ${those(sql`${license.issueGuid}`)}`
  },
  async familyOf(scope, orderGuid) {
    const [row] = await scope.db
      .select({ family: license.family })
      .from(license)
      .where(and(eq(license.developerId, scope.developerId), isPaidBy(scope, orderGuid)))
      .limit(1)
    return row?.family ?? null
  },
}
