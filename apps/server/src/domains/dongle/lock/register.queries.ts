// The SQL of the registration of dongles, as the database owner.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { dongle } from '../dongle.tables.ts'
import type { Dongle } from '../dongle.tables.ts'

export type Known = Pick<Dongle, 'developerId' | 'kind' | 'shellNumber' | 'serialNumber' | 'signKey' | 'sealKey'>
type Given = Omit<Known, 'developerId' | 'kind' | 'sealKey'>

/** The registered dongles that share a number or a key with one of these. */
export async function findKnown(db: Db, rows: readonly Given[]): Promise<Known[]> {
  const texts = (of: (row: Given) => string | null) => sql`${sql.param(rows.map(of))}::text[]`
  const { rows: known } = await db.execute<Known & Record<string, unknown>>(sql`
    select developer_id as "developerId", kind, shell_number as "shellNumber", serial_number as "serialNumber",
      sign_key as "signKey", seal_key as "sealKey" from dongle
    where shell_number = any (${texts((row) => row.shellNumber)})
      or serial_number = any (${texts((row) => row.serialNumber)}) or sign_key = any (${texts((row) => row.signKey)})`)
  return known
}

/** Two commands at the same moment: one waits for the other. */
export async function waitForOthers(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('register dongles'))`)
}

export async function insertDongles(db: Db, rows: (typeof dongle.$inferInsert)[]): Promise<void> {
  await db.insert(dongle).values(rows)
}
