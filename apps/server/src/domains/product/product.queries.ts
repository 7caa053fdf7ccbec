// The only SQL of products. Every query filters by the developer of its scope; row-level security enforces the same.
import { LICENSE_FORMS, LIMITS } from '@sealwright/contract'
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
  licenseId?: number[] | undefined
  licenseForm?: number | undefined
}

export interface ProductOrder {
  sort: (typeof PRODUCT_SORTS)[number]
  order: 'asc' | 'desc'
}

const { cloud: CLOUD, soft: SOFT } = LICENSE_FORMS

/**
 * The products that offer any of the requested forms. Written like the conditions of the indexes, so that they are
 * used.
 */
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

/** The counters cover all products, so rows are counted for a caller with row scope. */
const isLimited = ({ caller }: Scope) => caller.limited.has('product')

const alive = (scope: Scope) => and(eq(product.developerId, scope.developerId), isNull(product.deletedAt))

/**
 * The only requested form, as its label and its counter are named. Both forms together are no filter: every product
 * offers one of them.
 */
const oneForm = (mask: number | undefined) => (mask === CLOUD ? 'cloud' : mask === SOFT ? 'soft' : undefined)

function where(scope: Scope, { productName, licenseId, licenseForm }: ProductFilter) {
  return and(
    alive(scope),
    licenseId && inArray(product.licenseId, licenseId),
    licenseForm === undefined ? undefined : offersForm(licenseForm),
    productName === undefined
      ? undefined
      : sql`product_text(name, display_name) like like_pattern(lower(${productName}))`,
  )
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listProducts(scope: Scope, filter: ProductFilter, { sort, order }: ProductOrder) {
  const form = oneForm(filter.licenseForm)
  const column = { updateTime: product.updatedAt, name: product.name, licenseId: product.licenseId }[sort]

  function search(needle: string | undefined) {
    return searchIds(scope, { table: product, needle, labels: form ? [form] : [], sort, column, order })
  }
  async function walk() {
    const counter = form ? (`product.${form}` as const) : 'product'
    const count =
      filter.licenseId === undefined
        ? { records: (await readCounters(scope, [counter]))[counter], isCapped: false }
        : undefined
    return walkIds(scope, { table: product, where: where(scope, filter), column, order, count })
  }

  // License ids match one row each at most. A search text beside them is only checked on these rows.
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

/** Like `findProduct`, and locks the product until the transaction ends, so that two edits run one after the other. */
export async function lockProduct(scope: Scope, guid: string): Promise<Product | undefined> {
  const [row] = await scope.db
    .select()
    .from(product)
    .where(and(alive(scope), eq(product.guid, guid)))
    .for('update')
  return row
}

/**
 * Inserts the product unless its license id was ever used. Returns whether it did. A concurrent insert of the same
 * license id is waited for.
 */
export async function insertProduct(scope: Scope, row: typeof product.$inferInsert): Promise<boolean> {
  const inserted = await scope.db
    .insert(product)
    .values(row)
    .onConflictDoNothing({ target: [product.developerId, product.licenseId] })
    .returning({ guid: product.guid })
  return inserted.length > 0
}

/** A license id that no product of the developer has or had, whatever the caller's row scope. It is not reserved. */
export async function findNextLicenseId(scope: Scope): Promise<number> {
  const { rows } = await scope.db.execute<{ id: string }>(
    sql`select next_license_id(${LIMITS.product.licenseIdMax}) as id`,
  )
  return Number(rows[0]?.id)
}

/** The product that has or had this license id; undefined if it is outside the caller's row scope. */
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

/** Figures within the caller's row scope. */
export async function countProducts(scope: Scope) {
  if (isLimited(scope)) {
    const count = sql<number>`count(*)::int`
    const withModules = sql<number>`(count(*) filter (where ${product.modules} <> '[]'))::int`
    const [row] = await scope.db
      .select({ count, withModules })
      .from(product)
      .where(and(alive(scope), inArray(product.licenseId, sql`(select unnest(seen_products()))`)))
    return row ?? { count: 0, withModules: 0 }
  }
  const counters = await readCounters(scope, ['product', 'product.withModules'])
  return { count: counters['product'], withModules: counters['product.withModules'] }
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
 * What these products can grant, by license id. `isHeld` locks them against edits until the transaction ends, for a
 * transaction that writes something that relies on them.
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

/** The names of these products, by license id. */
export async function listProductNames(
  scope: Pick<Scope, 'db' | 'developerId'>,
  licenseIds: readonly number[],
): Promise<Map<number, string>> {
  if (licenseIds.length === 0) return new Map()
  const rows = await scope.db
    .select({ licenseId: product.licenseId, name: product.name })
    .from(product)
    .where(and(eq(product.developerId, scope.developerId), inArray(product.licenseId, [...licenseIds])))
  return new Map(rows.map(({ licenseId, name }) => [licenseId, name]))
}

/** These products by the names that customers know. */
export async function listDisplayNames(
  scope: Pick<Scope, 'db' | 'developerId'>,
  licenseIds: readonly number[],
): Promise<Map<number, string>> {
  if (licenseIds.length === 0) return new Map()
  const rows = await scope.db
    .select({ licenseId: product.licenseId, displayName: product.displayName })
    .from(product)
    .where(and(eq(product.developerId, scope.developerId), inArray(product.licenseId, [...licenseIds])))
  return new Map(rows.map(({ licenseId, displayName }) => [licenseId, displayName]))
}

/** The guids of these products. */
export async function listProductGuids(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  licenseIds: readonly number[],
): Promise<string[]> {
  if (licenseIds.length === 0) return []
  const rows = await db
    .select({ guid: product.guid })
    .from(product)
    .where(and(eq(product.developerId, developerId), inArray(product.licenseId, [...licenseIds])))
  return rows.map(({ guid }) => guid)
}

/**
 * Products to choose from, by name: those that offer any of these forms. If the text is a number, the product with that
 * license id comes first.
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
    productName !== undefined && /^\d{1,10}$/.test(productName) ? await found({ licenseId: [Number(productName)] }) : []
  const rows = [...byId, ...(await found({ productName })).filter(({ guid }) => guid !== byId[0]?.guid)]
  return rows.slice(0, limit).map(({ licenseId, name }) => ({ licenseId, productName: name }))
}

/** Products that offer none of these forms, by name, within the caller's row scope. */
export async function listUnfit(
  scope: Scope,
  { productName, licenseForm = 0 }: Pick<ProductFilter, 'productName' | 'licenseForm'>,
  limit: number,
) {
  return scope.db
    .select({ licenseId: product.licenseId, productName: product.name })
    .from(product)
    .where(and(where(scope, { productName }), sql`${product.licenseForm} & ${licenseForm} = 0`))
    .orderBy(asc(product.name), asc(product.guid))
    .limit(limit)
}
