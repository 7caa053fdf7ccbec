// SQL for undoing an issue: counting the licenses that stay paid, and ending the others.
import { LICENSE_STATUSES } from '@sealwright/contract'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { license } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

/** Counts the licenses of an issue that its order pays for: all that were not undone, whatever their state. */
export async function countPaid({ db, developerId }: Tenant, issueGuid: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(license)
    .where(and(eq(license.developerId, developerId), eq(license.issueGuid, issueGuid), license.isPaid))
  return row?.n ?? 0
}

/** Ends licenses as if they had never been issued: nothing paid, no quota used. */
export async function takeBack({ db, developerId }: Tenant, guids: readonly string[], now: Date): Promise<void> {
  if (guids.length === 0) return
  await db
    .update(license)
    .set({
      state: LICENSE_STATUSES.deleted,
      endedAt: now,
      updatedAt: now,
      isPaid: false,
      charged: {},
      quotaHolder: null,
      revision: sql`${license.revision} + 1`,
    })
    .where(and(eq(license.developerId, developerId), inArray(license.guid, [...guids])))
}
