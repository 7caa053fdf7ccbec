// Lifts the caller's row scope for a part of a transaction. Approvals need it: whoever may decide on a request decides
// on all of its licenses. The tenant stays.
import { sql } from 'drizzle-orm'
import type { Scope } from './scope.ts'

/** Runs the work on all rows of the tenant, then restores the row scope. */
export async function wholeView<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { db, caller } = scope
  const { rows } = await db.execute<{ limited: string | null }>(
    sql`select current_setting('sealwright.limited', true) as limited`,
  )
  const setLimited = (kinds: string) => db.execute(sql`select set_config('sealwright.limited', ${kinds}, true)`)
  const before = rows[0]?.limited ?? ''
  if (before === '') return work(scope)
  await setLimited('')
  try {
    const result = await work({ ...scope, caller: { ...caller, limited: new Set() } })
    await setLimited(before)
    return result
  } catch (error) {
    // After a failed statement this fails too. The rollback then restores the setting.
    await setLimited(before).catch(() => undefined)
    throw error
  }
}
