// SQL of consumed uses. One row per request makes a repeated request consume only once.
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { useTaken } from '../runtime.tables.ts'

export type Taken = typeof useTaken.$inferSelect

export async function findTaken(
  { db, developerId }: { db: Db; developerId: number },
  licenseGuid: string,
  requestId: string,
): Promise<Taken | undefined> {
  const [row] = await db
    .select()
    .from(useTaken)
    .where(
      and(
        eq(useTaken.developerId, developerId),
        eq(useTaken.licenseGuid, licenseGuid),
        eq(useTaken.requestId, requestId),
      ),
    )
  return row
}

export async function insertTaken(db: Db, row: Taken): Promise<void> {
  await db.insert(useTaken).values(row)
}
