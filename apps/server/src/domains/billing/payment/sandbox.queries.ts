// SQL for the payments of the sandbox provider. They belong to no developer and are accessed without a tenant.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { sandboxPayment } from '../ledger/ledger.tables.ts'

export type SandboxPayment = typeof sandboxPayment.$inferSelect

/** Reopens a failed or closed payment. A paid one stays paid. */
export async function openPayment(
  db: Db,
  row: Pick<SandboxPayment, 'serial' | 'amountFen' | 'subject' | 'returnUrl' | 'notifyUrl' | 'createdAt'>,
): Promise<void> {
  await db
    .insert(sandboxPayment)
    .values({ ...row, state: 'pending', isRefunded: false, paidAt: null })
    .onConflictDoUpdate({
      target: sandboxPayment.serial,
      set: { state: 'pending' },
      setWhere: sql`${sandboxPayment.state} in ('failed', 'closed')`,
    })
}

export async function findPayment(db: Db, serial: string): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(sandboxPayment).where(eq(sandboxPayment.serial, serial))
  return row
}

export async function lockPayment(db: Db, serial: string): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(sandboxPayment).where(eq(sandboxPayment.serial, serial)).for('no key update')
  return row
}

export async function updatePayment(
  db: Db,
  serial: string,
  change: Partial<Pick<SandboxPayment, 'state' | 'isRefunded' | 'paidAt'>>,
): Promise<void> {
  await db.update(sandboxPayment).set(change).where(eq(sandboxPayment.serial, serial))
}
