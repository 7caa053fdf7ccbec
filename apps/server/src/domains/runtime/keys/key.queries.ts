// SQL of signing keys and their leases.
import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { lease, signingKey } from '../runtime.tables.ts'
import type { NewEvent, NewLease, SigningKeyRow } from '../runtime.tables.ts'

interface Of {
  db: Db
  developerId: number
}

/** All keys of a developer, newest first. */
export async function listKeys({ db, developerId }: Of): Promise<SigningKeyRow[]> {
  return db
    .select()
    .from(signingKey)
    .where(eq(signingKey.developerId, developerId))
    .orderBy(desc(signingKey.createdAt), desc(signingKey.kid))
}

export async function findRoot({ db, developerId }: Of): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(signingKey)
    .where(and(eq(signingKey.developerId, developerId), eq(signingKey.kind, 'root')))
  return row
}

export async function findExchange({ db, developerId }: Of): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(signingKey)
    .where(and(eq(signingKey.developerId, developerId), eq(signingKey.kind, 'exchange')))
  return row
}

/** The key that signs now: the newest of those that may. */
export async function findSigning({ db, developerId }: Of, now: Date): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(signingKey)
    .where(
      and(
        eq(signingKey.developerId, developerId),
        eq(signingKey.kind, 'lease'),
        isNull(signingKey.retiredAt),
        lte(signingKey.signsFrom, now),
        gt(signingKey.signsUntil, now),
      ),
    )
    .orderBy(desc(signingKey.signsFrom), desc(signingKey.kid))
    .limit(1)
  return row
}

/** Orders changes of keys. Of two concurrent first reads, the second waits and finds the new key. */
export async function holdKeys({ db, developerId }: Of): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('signing_key', ${developerId}))`)
}

export async function insertKey({ db }: Of, row: typeof signingKey.$inferInsert): Promise<void> {
  await db.insert(signingKey).values(row)
}

export async function updateKey(
  { db, developerId }: Of,
  kid: string,
  changes: Partial<typeof signingKey.$inferInsert>,
): Promise<void> {
  await db
    .update(signingKey)
    .set(changes)
    .where(and(eq(signingKey.developerId, developerId), eq(signingKey.kid, kid)))
}

/** Counts the valid leases of each key. */
export async function countLeases({ db, developerId }: Of, now: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ kid: lease.kid, count: sql<number>`count(*)::int` })
    .from(lease)
    .where(and(eq(lease.developerId, developerId), gt(lease.expiresAt, now)))
    .groupBy(lease.kid)
    .orderBy(asc(lease.kid))
  return new Map(rows.map(({ kid, count }) => [kid, count]))
}

/** Stores the lease of a device, which replaces its former one. `told` is the log row to write with it, if any. */
export async function keepLease({ db, developerId }: Of, leased: NewLease, told: NewEvent | null): Promise<void> {
  await db.execute(
    sql`select keep_lease(
      ${developerId}::bigint, ${JSON.stringify(leased)}::jsonb, ${told && JSON.stringify(told)}::jsonb)`,
  )
}
