// SQL of what programs wrote into read-write areas.
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { licenseData } from '../runtime.tables.ts'

type Written = typeof licenseData.$inferSelect

/** Undefined where nobody wrote yet: then it is what the terms say. */
export async function findWritten(
  { db, developerId }: { db: Db; developerId: number },
  licenseGuid: string,
  licenseId: number,
): Promise<Written | undefined> {
  const [row] = await db
    .select()
    .from(licenseData)
    .where(
      and(
        eq(licenseData.developerId, developerId),
        eq(licenseData.licenseGuid, licenseGuid),
        eq(licenseData.licenseId, licenseId),
      ),
    )
  return row
}

/** Whoever writes holds the license and has compared the revision. */
export async function putWritten(db: Db, row: Written): Promise<void> {
  const { content, revision, writtenAt } = row
  await db
    .insert(licenseData)
    .values(row)
    .onConflictDoUpdate({
      target: [licenseData.developerId, licenseData.licenseGuid, licenseData.licenseId],
      set: { content, revision, writtenAt },
    })
}
