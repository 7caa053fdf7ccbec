// SQL of the contacts of locks.
import type { LockOperation } from '@sealwright/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Of, PackageOutcome } from '../dongle.kind.ts'
import { dongle, dongleContact, donglePackage } from '../dongle.tables.ts'
import type { Dongle, DongleContact } from '../dongle.tables.ts'

const ofSerial = ({ developerId }: Of, serialNumber: string) =>
  and(
    eq(dongle.developerId, developerId),
    eq(dongle.serialNumber, serialNumber),
    eq(dongle.kind, 'user'),
    isNull(dongle.deletedAt),
  )

export async function findBySerial(of: Of, serialNumber: string): Promise<Dongle | undefined> {
  const [row] = await of.db.select().from(dongle).where(ofSerial(of, serialNumber))
  return row
}

export async function findLock({ db, developerId }: Of, guid: string): Promise<Dongle | undefined> {
  const [row] = await db
    .select()
    .from(dongle)
    .where(and(eq(dongle.developerId, developerId), eq(dongle.guid, guid)))
  return row
}

/** Locked: contacts of one lock come one after the other, and so do orders of administrators. */
export async function lockBySerial(of: Of, serialNumber: string): Promise<Dongle | undefined> {
  const [row] = await of.db.select().from(dongle).where(ofSerial(of, serialNumber)).for('update')
  return row
}

export async function findContact({ db, developerId }: Of, fileId: string): Promise<DongleContact | undefined> {
  const [row] = await db
    .select()
    .from(dongleContact)
    .where(and(eq(dongleContact.developerId, developerId), eq(dongleContact.fileId, fileId)))
  return row
}

export async function listContacts({ db, developerId }: Of, guids: readonly string[]): Promise<DongleContact[]> {
  if (guids.length === 0) return []
  return db
    .select()
    .from(dongleContact)
    .where(and(eq(dongleContact.developerId, developerId), inArray(dongleContact.guid, [...guids])))
}

/** The contact whose package has this digest. */
export async function findByDigest({ db, developerId }: Of, digest: Buffer): Promise<DongleContact | undefined> {
  const [row] = await db
    .select()
    .from(dongleContact)
    .where(and(eq(dongleContact.developerId, developerId), eq(dongleContact.fileDigest, digest)))
  return row
}

/** The operations of the packages that contacts of a lock made, by number. */
export async function listHanded(
  { db, developerId }: Of,
  lockGuid: string,
  numbers: readonly number[],
): Promise<Map<number, LockOperation[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .select({ number: dongleContact.number, operations: dongleContact.operations })
    .from(dongleContact)
    .where(
      and(
        eq(dongleContact.developerId, developerId),
        eq(dongleContact.dongleGuid, lockGuid),
        inArray(dongleContact.number, [...numbers]),
      ),
    )
  return new Map(rows.flatMap(({ number, operations }) => (number === null ? [] : [[number, operations]])))
}

export async function insertContact({ db }: Of, row: typeof dongleContact.$inferInsert): Promise<void> {
  await db.insert(dongleContact).values(row)
}

/** The files of packages, in order of number. Those that have ended have none. */
export async function listFiles({ db, developerId }: Of, guids: readonly string[]): Promise<string[]> {
  if (guids.length === 0) return []
  const rows = await db
    .select({ file: donglePackage.file })
    .from(donglePackage)
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...guids])))
    .orderBy(asc(donglePackage.number))
  return rows.flatMap(({ file }) => file ?? [])
}

export async function writeOutcomes(
  { db, developerId }: Of,
  outcomes: readonly PackageOutcome[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  await db.execute(sql`
    update dongle_package p set status = o.status, reason = o.reason, reported_at = ${now}::timestamptz, file = null,
      results = case when jsonb_typeof(o.results) = 'array'
        then array(select jsonb_array_elements_text(o.results)) end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (guid uuid, status int, results jsonb, reason text)
    where p.developer_id = ${developerId} and p.guid = o.guid`)
}

export async function updateSeen(
  { db, developerId }: Of,
  guid: string,
  seen: Pick<Dongle, 'lastNumber' | 'takenNumber' | 'lastSeq' | 'seenAt' | 'licenses' | 'firmware' | 'updatedAt'>,
): Promise<void> {
  await db
    .update(dongle)
    .set(seen)
    .where(and(eq(dongle.developerId, developerId), eq(dongle.guid, guid)))
}
