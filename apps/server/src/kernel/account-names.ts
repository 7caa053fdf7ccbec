// Names of accounts, for answers and refusals that mention a person. Accounts are global, so the tenant does not matter
// here.
import { sql } from 'drizzle-orm'
import type { Scope } from './scope.ts'

export async function findAccountName(scope: Pick<Scope, 'db'>, accountId: string): Promise<string | undefined> {
  return (await listAccountNames(scope, [accountId])).get(accountId)
}

/** The same for several accounts. Unknown ids have no entry. */
export async function listAccountNames(
  { db }: Pick<Scope, 'db'>,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, coalesce(user_name, email, mobile) as name
    from account where id = any (${sql.param([...new Set(accountIds)])}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
