// SQL for packages and offers. The ledger says what is left of a package; held amounts do not count.
import type { PackageState } from '@sealwright/contract'
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import { NONE } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { ownedPackage, packageOffer } from '../ledger/ledger.tables.ts'
import type { OwnedPackage, PackageOfferRow } from '../ledger/ledger.tables.ts'

type Of = Pick<Books, 'db' | 'developerId' | 'now'>

export interface PackageFilter {
  type?: string | undefined
  status?: readonly PackageState[] | undefined
}
export interface PackageOrder {
  sort: 'use' | 'expireTime' | 'buyTime'
  order: 'asc' | 'desc'
}
export type PackageLeft = Pick<
  OwnedPackage,
  'guid' | 'serial' | 'type' | 'licenses' | 'updates' | 'priceFen' | 'boughtAt' | 'expiresAt'
> & { remaining: number; remainingUpdates: number }

const left = (kind: 'packageLicenses' | 'packageUpdates') => sql`coalesce((
  select a.balance from ledger_account a
  where a.developer_id = p.developer_id and a.kind = ${kind} and a.ref = p.guid and a.hold = ${NONE}), 0)::bigint`
const isAnythingLeft = sql`exists (
  select from ledger_account a
  where a.developer_id = p.developer_id and a.kind in ('packageLicenses', 'packageUpdates') and a.ref = p.guid
    and a.hold = ${NONE} and a.balance > 0)`

const STATES: Record<PackageState, (now: Date) => SQL> = {
  expired: (now) => sql`p.expires_at <= ${now}`,
  available: (now) => sql`p.expires_at > ${now} and ${isAnythingLeft}`,
  usedUp: (now) => sql`p.expires_at > ${now} and not ${isAnythingLeft}`,
}

/**
 * By `use`: usable packages, then used-up ones, then expired ones; within each group, the expiry closest to now first.
 */
const KEYS: Record<PackageOrder['sort'], (now: Date) => SQL[]> = {
  use: (now) => [
    sql`case when ${STATES.expired(now)} then 2 when ${isAnythingLeft} then 0 else 1 end`,
    sql`abs(extract(epoch from p.expires_at - ${now}::timestamptz))`,
  ],
  expireTime: () => [sql`p.expires_at`],
  buyTime: () => [sql`p.bought_at`],
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listPackages(
  { db, developerId, now }: Of,
  { type, status }: PackageFilter,
  { sort, order }: PackageOrder,
) {
  const where = sql`p.developer_id = ${developerId}
    ${type === undefined ? sql`` : sql`and p.type = ${type}`}
    ${status === undefined ? sql`` : sql`and (${or(...status.map((state) => STATES[state](now)))})`}`
  return {
    count: await countCapped(db, sql`package p where ${where}`),
    async page({ offset, limit, isReversed }: Slice): Promise<PackageLeft[]> {
      const direction = directionOf(order, isReversed)
      const keys = [...KEYS[sort](now), sql`p.guid`].map((key) => sql`${key} ${direction}`)
      const { rows } = await db.execute<{
        guid: string
        serial: string
        type: string
        licenses: number
        updates: number
        price_fen: number
        bought_at: string
        expires_at: string
        remaining: number
        remaining_updates: number
      }>(sql`
        select p.guid, p.serial, p.type, p.licenses, p.updates, p.price_fen, p.bought_at, p.expires_at,
          ${left('packageLicenses')} as remaining, ${left('packageUpdates')} as remaining_updates
        from package p where ${where} order by ${sql.join(keys, sql`, `)} limit ${limit} offset ${offset}`)
      return rows.map((row) => ({
        guid: row.guid,
        serial: row.serial,
        type: row.type,
        licenses: row.licenses,
        updates: row.updates,
        priceFen: row.price_fen,
        boughtAt: new Date(row.bought_at),
        expiresAt: new Date(row.expires_at),
        remaining: row.remaining,
        remainingUpdates: row.remaining_updates,
      }))
    },
  }
}

type PackageType = { type: string; remaining: number; remainingUpdates: number; isOwned: boolean }

/**
 * The types of the developer's unexpired packages, with what is left in them, and the types on offer. Each says whether
 * the developer ever had a package of it. `only` restricts the list to one type.
 */
export async function listTypes({ db, developerId, now }: Of, only?: string): Promise<PackageType[]> {
  const asked = (column: SQL) => (only === undefined ? sql`` : sql`and ${column} = ${only}`)
  const { rows } = await db.execute<PackageType>(sql`
    select type, sum(remaining)::bigint as remaining, sum(updates)::bigint as "remainingUpdates",
      exists (select from package p where p.developer_id = ${developerId} and p.type = known.type) as "isOwned"
    from (
      select p.type, ${left('packageLicenses')} as remaining, ${left('packageUpdates')} as updates
      from package p where p.developer_id = ${developerId} and p.expires_at > ${now} ${asked(sql`p.type`)}
      union all
      select o.type, 0, 0 from package_offer o
      where o.retired_at is null and coalesce(o.starts_at <= ${now}, true) and coalesce(o.ends_at > ${now}, true)
        ${asked(sql`o.type`)}
    ) known group by type order by type`)
  return rows
}

/** Whether an offer can be bought at a moment. */
const isOnOffer = (now: Date) =>
  and(
    isNull(packageOffer.retiredAt),
    or(isNull(packageOffer.startsAt), lte(packageOffer.startsAt, now)),
    or(isNull(packageOffer.endsAt), gt(packageOffer.endsAt, now)),
  )

/** The current offers, by type. */
export async function listOffers(db: Db, now: Date): Promise<PackageOfferRow[]> {
  return db.select().from(packageOffer).where(isOnOffer(now)).orderBy(asc(packageOffer.type))
}

export async function findOffer(db: Db, guid: string, now: Date): Promise<PackageOfferRow | undefined> {
  const [row] = await db
    .select()
    .from(packageOffer)
    .where(and(eq(packageOffer.guid, guid), isOnOffer(now)))
  return row
}

/** Ignores case. Without a moment, also an offer that has not begun or whose time is over. */
export async function findOfferOfType(db: Db, type: string, now: Date | null): Promise<PackageOfferRow | undefined> {
  const [row] = await db
    .select()
    .from(packageOffer)
    .where(
      and(
        sql`lower(${packageOffer.type}) = lower(${type})`,
        now === null ? isNull(packageOffer.retiredAt) : isOnOffer(now),
      ),
    )
  return row
}

/** Runs as the database owner. The offer stays locked until the transaction ends. */
export async function lockOffer(db: Db, guid: string): Promise<PackageOfferRow | undefined> {
  const [row] = await db.select().from(packageOffer).where(eq(packageOffer.guid, guid)).for('update')
  return row
}

/** Runs as the database owner. Retires offers of this type whose time is over. */
export async function endOffers(db: Db, type: string, now: Date): Promise<void> {
  await db.execute(sql`
    update package_offer set retired_at = ends_at
    where lower(type) = lower(${type}) and retired_at is null and ends_at <= ${now}`)
}

/** Runs as the database owner. False if the type is already on offer. */
export async function insertOffer(db: Db, row: PackageOfferRow): Promise<boolean> {
  const inserted = await db
    .insert(packageOffer)
    .values(row)
    .onConflictDoNothing()
    .returning({ guid: packageOffer.guid })
  return inserted.length > 0
}

/** Runs as the database owner. */
export async function retireOffer(db: Db, guid: string, now: Date): Promise<void> {
  await db.update(packageOffer).set({ retiredAt: now }).where(eq(packageOffer.guid, guid))
}

export async function insertPackages({ db }: Pick<Books, 'db'>, rows: readonly OwnedPackage[]): Promise<void> {
  await db.insert(ownedPackage).values([...rows])
}
