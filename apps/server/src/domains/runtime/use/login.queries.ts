// SQL of sign-ins of users in programs. Only the digest of a token is stored.
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { seat, userToken } from '../runtime.tables.ts'

export async function insertToken(db: Db, row: typeof userToken.$inferInsert): Promise<void> {
  await db.insert(userToken).values(row)
}

export async function deleteToken(db: Db, developerId: number, digest: Buffer): Promise<void> {
  await db.delete(userToken).where(and(eq(userToken.developerId, developerId), eq(userToken.digest, digest)))
}

/** Ends the seats of a sign-in. */
export async function endSeatsOf(db: Db, developerId: number, token: Buffer, now: Date): Promise<void> {
  await db
    .update(seat)
    .set({ endedAt: now, endKind: 'ended' })
    .where(and(eq(seat.developerId, developerId), eq(seat.token, token), isNull(seat.endedAt)))
}
