// The SQL of the registration of dongles, as the database owner.
import type { LockHome, LockMove } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { dongle, dongleStock } from '../dongle.tables.ts'
import type { Dongle } from '../dongle.tables.ts'

/** A registered dongle. In stock, it has no developer. */
export type Known = Pick<Dongle, 'kind' | 'shellNumber' | 'serialNumber' | 'signKey' | 'sealKey'> & {
  developerId: number | null
}
type Given = Omit<Known, 'developerId' | 'kind' | 'sealKey'>

/** The registered dongles that share a number or a key with one of these. */
export async function findKnown(db: Db, rows: readonly Given[]): Promise<Known[]> {
  const texts = (of: (row: Given) => string | null) => sql`${sql.param(rows.map(of))}::text[]`
  const numbers = [texts((row) => row.shellNumber), texts((row) => row.serialNumber), texts((row) => row.signKey)]
  const shared = sql`shell_number = any (${numbers[0]}) or serial_number = any (${numbers[1]})
    or sign_key = any (${numbers[2]})`
  const columns = sql`kind, shell_number as "shellNumber", serial_number as "serialNumber", sign_key as "signKey",
    seal_key as "sealKey"`
  const { rows: known } = await db.execute<Known & Record<string, unknown>>(sql`
    select developer_id as "developerId", ${columns} from dongle where deleted_at is null and (${shared})
    union all select null, ${columns} from dongle_stock where ${shared}`)
  return known
}

/** Whoever registers or moves dongles waits for the others. */
export async function waitForOthers(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('register dongles'))`)
}

/** A dongle that its developer once returned comes back in its old row, so that its history goes on. */
export async function insertDongles(db: Db, rows: (typeof dongle.$inferInsert)[]): Promise<void> {
  const given = (column: string) => sql.raw(`excluded.${column}`)
  await db
    .insert(dongle)
    .values(rows)
    .onConflictDoUpdate({
      target: [dongle.developerId, dongle.guid],
      set: {
        status: given('status'),
        home: given('home'),
        activatedAt: null,
        activeUntil: given('active_until'),
        offlineDays: given('offline_days'),
        pinBox: given('pin_box'),
        lastNumber: given('last_number'),
        registeredAt: given('registered_at'),
        updatedAt: given('updated_at'),
        deletedAt: null,
        revision: sql`dongle.revision + 1`,
      },
      setWhere: sql`dongle.deleted_at is not null`,
    })
}

export interface NewStock extends Omit<Known, 'developerId'>, Pick<Dongle, 'guid' | 'producedAt' | 'firmware'> {
  pinBox: Buffer | null
  home: LockHome
  offlineDays: number
  registeredAt: Date
}

export async function insertStock(db: Db, rows: NewStock[]): Promise<void> {
  await db.insert(dongleStock).values(rows)
}

export interface NewMove {
  guid: string
  dongleGuid: string
  kind: LockMove
  at: Date
  holderId: number | null
  byName: string | null
  reason?: string
}

export async function insertMoves(db: Db, rows: readonly NewMove[]): Promise<void> {
  await db.execute(sql`
    insert into dongle_move (guid, dongle_guid, kind, at, holder_id, by_name, reason)
    select m.guid, m."dongleGuid", m.kind, m.at, m."holderId", m."byName", m.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (guid uuid, "dongleGuid" uuid, kind text,
      at timestamptz, "holderId" bigint, "byName" text, reason text)`)
}
