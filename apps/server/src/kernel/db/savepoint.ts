// Parts of a transaction that can be rolled back alone.
import { sql } from 'drizzle-orm'
import type { Scope } from '../scope.ts'

/** Runs work that may fail halfway. A failure rolls back only its own writes, and the transaction continues. */
export async function inSavepoint<T>({ db }: Pick<Scope, 'db'>, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`savepoint attempt`)
  try {
    const answer = await work()
    await db.execute(sql`release savepoint attempt`)
    return answer
  } catch (error) {
    await db.execute(sql`rollback to savepoint attempt`)
    throw error
  }
}

/** Runs work and rolls back what it wrote, whatever happens. Its locks are released too. */
export async function rolledBack<T>({ db }: Pick<Scope, 'db'>, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`savepoint trial`)
  try {
    return await work()
  } finally {
    await db.execute(sql`rollback to savepoint trial`)
  }
}
