// SQL of read-write data areas that programs have written.
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { licenseData } from '../runtime.tables.ts'

type Written = typeof licenseData.$inferSelect

/** Undefined if nothing was written. The terms then have the content. */
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

/** The caller has locked the license and compared the revision. */
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
