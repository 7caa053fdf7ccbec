// The only SQL of products. Every query is bound to its scope's developer; the database's row-level security says the
// same once more.
import { LICENSE_FORMS } from '@sealwright/contract'
import type { PRODUCT_SORTS } from '@sealwright/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import { listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
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
  guid: product.guid,
  name: product.name,
  displayName: product.displayName,
  licenseForm: product.licenseForm,
  licenseId: product.licenseId,
  licenseVersion: product.licenseVersion,
  brief: product.brief,
  hasLogo: sql<boolean>`${product.logo} is not null`,
  moduleCount: sql<number>`jsonb_array_length(${product.modules})`,
  romSize: product.romSize,
  rawSize: product.rawSize,
  pubSize: product.pubSize,
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
}

/** The counters know of everything; who sees a part counts rows. */
const isLimited = ({ caller }: Scope) => caller.limited.has('product')

const alive = (scope: Scope) => and(eq(product.developerId, scope.developerId), isNull(product.deletedAt))

/**
 * The one form asked for, as its label and its counter have it. Both together are no filter: every product offers one
 * of them.
 */
const oneForm = (mask: number | undefined) => (mask === CLOUD ? 'cloud' : mask === SOFT ? 'soft' : undefined)

function where(scope: Scope, { productName, licenseId, licenseForm }: ProductFilter) {
  return and(
    alive(scope),
    licenseId === undefined ? undefined : eq(product.licenseId, licenseId),
    licenseForm === undefined ? undefined : offersForm(licenseForm),
    productName === undefined
      ? undefined
      : sql`product_text(name, display_name) like like_pattern(lower(${productName}))`,
  )
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listProducts(scope: Scope, filter: ProductFilter, { sort, order }: ProductOrder) {
  const form = oneForm(filter.licenseForm)

  function search(needle: string | undefined) {
    return searchIds(scope, { table: product, needle, labels: form ? [form] : [], sort, order })
  }
  async function walk() {
    const column = { updateTime: product.updatedAt, name: product.name, licenseId: product.licenseId }[sort]
    const counter = form ? (`product.${form}` as const) : 'product'
    const count =
      filter.licenseId === undefined
        ? { records: (await readCounters(scope, [counter]))[counter], isCapped: false }
        : undefined
    return walkIds(scope, { table: product, where: where(scope, filter), column, order, count })
  }

  // A license id is one row at most; a needle beside it is only checked on that row.
  const isSearched = filter.licenseId === undefined && (filter.productName !== undefined || isLimited(scope))
  const ids = isSearched ? await search(filter.productName) : await walk()
  return listOf(ids, (guids) =>
    scope.db
      .select(listed)
      .from(product)
      .where(and(alive(scope), inArray(product.guid, guids))),
  )
}

export async function findProduct(scope: Scope, guid: string): Promise<Product | undefined> {
  const [row] = await scope.db
    .select()
    .from(product)
    .where(and(alive(scope), eq(product.guid, guid)))
  return row
}

export function listLogos(scope: Scope, guids: string[]): Promise<{ guid: string; logo: Buffer | null }[]> {
  return scope.db
    .select({ guid: product.guid, logo: product.logo })
    .from(product)
    .where(and(alive(scope), inArray(product.guid, guids)))
}

/** The same, locked until the transaction ends: two edits of one product happen one after the other. */
export async function lockProduct(scope: Scope, guid: string): Promise<Product | undefined> {
  const [row] = await scope.db
    .select()
    .from(product)
    .where(and(alive(scope), eq(product.guid, guid)))
    .for('update')
  return row
}

/**
 * Inserts unless the license id was ever used; answers whether it did. A twin that inserts at the same moment is waited
 * for.
 */
export async function insertProduct(scope: Scope, row: typeof product.$inferInsert): Promise<boolean> {
  const inserted = await scope.db
    .insert(product)
    .values(row)
    .onConflictDoNothing({ target: [product.developerId, product.licenseId] })
    .returning({ guid: product.guid })
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

export async function updateProduct(
  scope: Scope,
  guid: string,
  changes: Partial<typeof product.$inferInsert>,
): Promise<void> {
  await scope.db
    .update(product)
    .set(changes)
    .where(and(alive(scope), eq(product.guid, guid)))
}

export async function countAllProducts(scope: Scope): Promise<number> {
  return (await readCounters(scope, ['product'])).product
}

/** Figures of what the caller sees. */
export async function countProducts(scope: Scope) {
  if (isLimited(scope)) {
    const count = sql<number>`count(*)::int`
    const withModules = sql<number>`(count(*) filter (where ${product.modules} <> '[]'))::int`
    const withDataArea = sql<number>`(count(*) filter (where ${product.romSize} + ${product.rawSize} + ${product.pubSize} > 0))::int`
    const [row] = await scope.db
      .select({ count, withModules, withDataArea })
      .from(product)
      .where(and(alive(scope), inArray(product.licenseId, sql`(select unnest(seen_products()))`)))
    return row ?? { count: 0, withModules: 0, withDataArea: 0 }
  }
  const counters = await readCounters(scope, ['product', 'product.withModules', 'product.withDataArea'])
  return {
    count: counters['product'],
    withModules: counters['product.withModules'],
    withDataArea: counters['product.withDataArea'],
  }
}

const grantable = {
  licenseId: product.licenseId,
  name: product.name,
  licenseForm: product.licenseForm,
  licenseVersion: product.licenseVersion,
  modules: product.modules,
  rom: product.rom,
  raw: product.raw,
  pub: product.pub,
}
export type Grantable = Pick<Product, keyof typeof grantable>

/**
 * What these products, by license id, have to grant; held against edits until the transaction ends, where it writes
 * something that relies on it.
 */
export async function findGrantables(
  scope: Scope,
  licenseIds: readonly number[],
  isHeld = false,
): Promise<Map<number, Grantable>> {
  if (licenseIds.length === 0) return new Map()
  const found = scope.db
    .select(grantable)
    .from(product)
    .where(and(alive(scope), inArray(product.licenseId, [...licenseIds])))
    .orderBy(asc(product.licenseId))
  const rows = await (isHeld ? found.for('share') : found)
  return new Map(rows.map((row) => [row.licenseId, row]))
}

/** What these products, by license id, are called. */
export async function listProductNames(scope: Scope, licenseIds: readonly number[]): Promise<Map<number, string>> {
  if (licenseIds.length === 0) return new Map()
  const rows = await scope.db
    .select({ licenseId: product.licenseId, name: product.name })
    .from(product)
    .where(and(eq(product.developerId, scope.developerId), inArray(product.licenseId, [...licenseIds])))
  return new Map(rows.map(({ licenseId, name }) => [licenseId, name]))
}

/**
 * Products to choose from, by name: those that offer any of these forms. Digits may also be a license id, which then
 * comes first.
 */
export async function listOptions(
  scope: Scope,
  { productName, licenseForm }: Pick<ProductFilter, 'productName' | 'licenseForm'>,
  limit: number,
) {
  const found = async (filter: ProductFilter) =>
    (await listProducts(scope, { licenseForm, ...filter }, { sort: 'name', order: 'asc' })).page({
      offset: 0,
      limit,
      isReversed: false,
    })
  const byId =
    productName !== undefined && /^\d{1,10}$/.test(productName) ? await found({ licenseId: Number(productName) }) : []
  const rows = [...byId, ...(await found({ productName })).filter(({ guid }) => guid !== byId[0]?.guid)]
  return rows.slice(0, limit).map(({ licenseId, name }) => ({ licenseId, productName: name }))
}
