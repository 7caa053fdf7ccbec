// The only SQL of products. Every query is bound to its scope's developer; the database's row-level security says the same once more.
import { LIMITS, PRODUCT_SORTS } from '@sealwright/contract'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import { cappedCount } from '../../kernel/db/list.ts'
import type { Count, Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { product } from './product.tables.ts'
import type { Product } from './product.tables.ts'

export interface ProductFilter {
  productName?: string | undefined
  licenseId?: number | undefined
  licenseForm?: number | undefined
}

export interface ProductOrder {
  sort: (typeof PRODUCT_SORTS)[number]
  order: 'asc' | 'desc'
}

const CLOUD = 1
const SOFT = 2

/** The forms whose rows offer any of the asked ones; written as the indexes are, so that they serve it. */
function offersForm(mask: number): SQL {
  if (mask === CLOUD) return sql`license_form in (1, 3)`
  if (mask === SOFT) return sql`license_form in (2, 3)`
  return sql`license_form in (1, 2, 3)`
}

const listed = {
  guid: product.guid, name: product.name, displayName: product.displayName, licenseForm: product.licenseForm, licenseId: product.licenseId,
  licenseVersion: product.licenseVersion, brief: product.brief, hasLogo: sql<boolean>`${product.logo} is not null`, moduleCount: sql<number>`jsonb_array_length(${product.modules})`,
  romSize: product.romSize, rawSize: product.rawSize, pubSize: product.pubSize, createdAt: product.createdAt, updatedAt: product.updatedAt,
}

const alive = (scope: Scope) => and(eq(product.developerId, scope.developerId), isNull(product.deletedAt))

/** What a needle finds: few enough to sort by hand, or so many that walking the order and filtering is quicker. */
async function matching(scope: Scope, needle: string): Promise<{ guids: string[]; isMany: boolean }> {
  const most = LIMITS.page.exactCount + 1
  const { rows } = await scope.db.execute<{ guid: string }>(sql`select guid from product_matching(${needle}, ${most}) as guid`)
  return { guids: rows.map((row) => row.guid), isMany: rows.length >= most }
}

function where(scope: Scope, filter: ProductFilter, match: { guids: string[]; isMany: boolean } | undefined) {
  return and(
    alive(scope),
    filter.licenseId === undefined ? undefined : eq(product.licenseId, filter.licenseId),
    filter.licenseForm === undefined ? undefined : offersForm(filter.licenseForm),
    match === undefined
      ? undefined
      : match.isMany
        ? sql`(name ilike like_pattern(${filter.productName}) or display_name ilike like_pattern(${filter.productName}))`
        : sql`${product.guid} = any(${sql.param(match.guids)}::uuid[])`,
  )
}

/** Counts exactly: from counters where the filter has one, else by counting up to the cap. */
async function count(scope: Scope, filter: ProductFilter, match: { guids: string[]; isMany: boolean } | undefined): Promise<Count> {
  if (match === undefined && filter.licenseId === undefined) {
    const name = filter.licenseForm === CLOUD ? 'product.cloud' : filter.licenseForm === SOFT ? 'product.soft' : 'product'
    return { records: (await readCounters(scope, [name]))[name], isCapped: false }
  }
  if (match?.isMany && filter.licenseId === undefined && filter.licenseForm === undefined) return { records: LIMITS.page.exactCount, isCapped: true }
  const capped = scope.db.select({ one: sql`1` }).from(product).where(where(scope, filter, match)).limit(LIMITS.page.exactCount + 1).as('capped')
  const [row] = await scope.db.select({ n: sql<number>`count(*)::int` }).from(capped)
  return cappedCount(row?.n ?? 0)
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listProducts(scope: Scope, filter: ProductFilter, { sort, order }: ProductOrder) {
  const match = filter.productName === undefined ? undefined : await matching(scope, filter.productName)
  const condition = where(scope, filter, match)
  const column = { updateTime: product.updatedAt, name: product.name, licenseId: product.licenseId }[sort]
  return {
    count: await count(scope, filter, match),
    // Ids first, from the index alone; then the rows of one page.
    async page({ offset, limit, isReversed }: Slice) {
      const direction = (order === 'asc') === isReversed ? desc : asc
      const ids = await scope.db.select({ guid: product.guid }).from(product).where(condition).orderBy(direction(column), direction(product.guid)).limit(limit).offset(offset)
      const guids = ids.map((row) => row.guid)
      if (guids.length === 0) return []
      const rows = await scope.db.select(listed).from(product).where(and(alive(scope), inArray(product.guid, guids)))
      const byGuid = new Map(rows.map((row) => [row.guid, row]))
      return guids.flatMap((guid) => byGuid.get(guid) ?? [])
    },
  }
}

export async function findProduct(scope: Scope, guid: string): Promise<Product | undefined> {
  const [row] = await scope.db.select().from(product).where(and(alive(scope), eq(product.guid, guid)))
  return row
}

export async function findLogo(scope: Scope, guid: string): Promise<{ logo: Buffer | null } | undefined> {
  const [row] = await scope.db.select({ logo: product.logo }).from(product).where(and(alive(scope), eq(product.guid, guid)))
  return row
}

/** The same, locked until the transaction ends: two edits of one product happen one after the other. */
export async function lockProduct(scope: Scope, guid: string): Promise<Product | undefined> {
  const [row] = await scope.db.select().from(product).where(and(alive(scope), eq(product.guid, guid))).for('update')
  return row
}

/** Inserts unless the license id was ever used; answers whether it did. A twin that inserts at the same moment is waited for. */
export async function insertProduct(scope: Scope, row: typeof product.$inferInsert): Promise<boolean> {
  const inserted = await scope.db.insert(product).values(row).onConflictDoNothing({ target: [product.developerId, product.licenseId] }).returning({ guid: product.guid })
  return inserted.length > 0
}

/** Who has or had this license id. */
export async function findHolder(scope: Scope, licenseId: number) {
  const [row] = await scope.db
    .select({ name: product.name, deletedAt: product.deletedAt })
    .from(product)
    .where(and(eq(product.developerId, scope.developerId), eq(product.licenseId, licenseId)))
  return row
}

export async function updateProduct(scope: Scope, guid: string, changes: Partial<typeof product.$inferInsert>): Promise<void> {
  await scope.db.update(product).set(changes).where(and(alive(scope), eq(product.guid, guid)))
}

export async function countProducts(scope: Scope) {
  const counters = await readCounters(scope, ['product', 'product.withModules', 'product.withDataArea'])
  return { count: counters['product'], withModules: counters['product.withModules'], withDataArea: counters['product.withDataArea'] }
}

export async function findAccountName(scope: Scope, accountId: string): Promise<string | undefined> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`select coalesce(user_name, email, mobile) as name from account where id = ${accountId}`)
  return rows[0]?.name
}
