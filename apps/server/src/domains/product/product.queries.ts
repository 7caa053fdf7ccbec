// The only SQL of products. Every query is bound to its scope's developer; the database's row-level security says the same once more.
import { LICENSE_FORMS, LIMITS } from '@sealwright/contract'
import type { PRODUCT_SORTS } from '@sealwright/contract'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import { cappedCount, packedIds } from '../../kernel/db/list.ts'
import type { Count, PackedIds, Slice } from '../../kernel/db/list.ts'
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

const { cloud: CLOUD, soft: SOFT } = LICENSE_FORMS

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

// Both forms together are no filter: every product offers one of them.
const oneForm = (mask: number | undefined) => (mask === CLOUD || mask === SOFT ? mask : null)

/** What a needle finds, ascending in this order; null when it is beyond the exact count. */
async function findMatching(scope: Scope, needle: string, form: number | null, sort: ProductOrder['sort']): Promise<PackedIds | null> {
  const { rows } = await scope.db.execute<{ guids: Buffer | null }>(sql`select product_matching(${needle}, ${form}, ${sort}, ${LIMITS.page.exactCount}) as guids`)
  return rows[0]?.guids ? packedIds(rows[0].guids) : null
}

function where(scope: Scope, { productName, licenseId, licenseForm }: ProductFilter) {
  return and(
    alive(scope),
    licenseId === undefined ? undefined : eq(product.licenseId, licenseId),
    licenseForm === undefined ? undefined : offersForm(licenseForm),
    productName === undefined ? undefined : sql`product_text(name, display_name) like like_pattern(lower(${productName}))`,
  )
}

/** Counts what is not searched: from counters where the filter has one, else by counting up to the cap. */
async function count(scope: Scope, filter: ProductFilter): Promise<Count> {
  if (filter.licenseId === undefined) {
    const name = filter.licenseForm === CLOUD ? 'product.cloud' : filter.licenseForm === SOFT ? 'product.soft' : 'product'
    return { records: (await readCounters(scope, [name]))[name], isCapped: false }
  }
  const capped = scope.db.select({ one: sql`1` }).from(product).where(where(scope, filter)).limit(LIMITS.page.exactCount + 1).as('capped')
  const [row] = await scope.db.select({ n: sql<number>`count(*)::int` }).from(capped)
  return cappedCount(row?.n ?? 0)
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listProducts(scope: Scope, filter: ProductFilter, { sort, order }: ProductOrder) {
  const column = { updateTime: product.updatedAt, name: product.name, licenseId: product.licenseId }[sort]
  const form = oneForm(filter.licenseForm)
  // A license id is one row at most; a needle beside it is only checked on that row.
  const needle = filter.licenseId === undefined ? filter.productName : undefined
  const matches = needle === undefined ? null : await findMatching(scope, needle, form, sort)

  async function pageIds(isAscending: boolean, offset: number, limit: number): Promise<string[]> {
    if (matches) return matches.slice(isAscending, offset, limit)
    const direction = isAscending ? asc : desc
    const ids = needle === undefined
      ? await scope.db.select({ guid: product.guid }).from(product).where(where(scope, filter)).orderBy(direction(column), direction(product.guid)).limit(limit).offset(offset)
      : (await scope.db.execute<{ guid: string }>(sql`select guid from product_page_of_many(${needle}, ${form}, ${sort}, ${isAscending}, ${offset}, ${limit}) as guid`)).rows
    return ids.map((row) => row.guid)
  }

  return {
    count: matches ? { records: matches.count, isCapped: false } : needle !== undefined ? { records: LIMITS.page.exactCount, isCapped: true } : await count(scope, filter),
    // Ids first, from an index alone where it can be; then the rows of one page.
    async page({ offset, limit, isReversed }: Slice) {
      const guids = await pageIds((order === 'asc') !== isReversed, offset, limit)
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

export function listLogos(scope: Scope, guids: string[]): Promise<{ guid: string; logo: Buffer | null }[]> {
  return scope.db.select({ guid: product.guid, logo: product.logo }).from(product).where(and(alive(scope), inArray(product.guid, guids)))
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
