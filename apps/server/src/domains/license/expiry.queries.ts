// SQL that records changes of status by the clock. Until then, statuses are computed for each row.
import { sql } from 'drizzle-orm'
import type { Database } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'

/** True if a license has changed its status by the clock and the change is not recorded yet. */
export async function hasDue(scope: Scope): Promise<boolean> {
  const { rows } = await scope.db.execute<{ due: boolean }>(
    sql`select exists (select from license where due_at <= ${scope.asking.now}::timestamptz and due_at < never()
      and developer_id = ${scope.developerId}) as due`,
  )
  return rows[0]?.due ?? false
}

/**
 * Records changes of status by the clock, as the owner and in its own transaction. Returns the number of changed
 * licenses.
 */
export async function noteExpired(
  { owner }: Pick<Database, 'owner'>,
  developerId: number | null,
  now: Date,
  most: number,
): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select expire_licenses($1, $2, $3) as n', [developerId, now, most])
  return rows[0]?.n ?? 0
}
