// SQL of templates. Every query filters by the scope's developer; row-level security enforces the same a second time.
import { TEMPLATE_FAMILIES } from '@sealwright/contract'
import type { TEMPLATE_SORTS, TemplateFamily } from '@sealwright/contract'
import { and, asc, between, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readCounters } from '../../kernel/db/counters.ts'
import type { Slice } from '../../kernel/db/list.ts'
import { countLabeled, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { template, templateVersion } from './template.tables.ts'
import type { StoredTerms, Template, TemplateVersion } from './template.tables.ts'

export interface TemplateFilter {
  templateName?: string | undefined
  licenseId?: number[] | undefined
  adminUserId?: string | undefined
}

export interface TemplateOrder {
  sort: (typeof TEMPLATE_SORTS)[number]
  order: 'asc' | 'desc'
}

export interface ListedTemplate extends Template {
  terms: StoredTerms
}

/** A caller sees a template only if they see its products. The counters ignore row scope. */
const isLimited = ({ caller }: Scope) => caller.limited.has('product')

const isAlive = (scope: Scope) => and(eq(template.developerId, scope.developerId), isNull(template.deletedAt))
const isOne = (scope: Scope, family: TemplateFamily, guid: string) =>
  and(isAlive(scope), eq(template.family, family), eq(template.guid, guid))
const isPresent = and(
  eq(templateVersion.developerId, template.developerId),
  eq(templateVersion.templateGuid, template.guid),
  eq(templateVersion.version, template.version),
)

async function listRows(scope: Scope, guids: string[]): Promise<ListedTemplate[]> {
  const rows = await scope.db
    .select({ row: template, terms: templateVersion.terms })
    .from(template)
    .innerJoin(templateVersion, isPresent)
    .where(and(isAlive(scope), inArray(template.guid, guids)))
  return rows.map(({ row, terms }) => ({ ...row, terms }))
}

export async function countFamily(scope: Scope, family: TemplateFamily): Promise<number> {
  return (await countFamilies(scope))[family]
}

/** Counts only templates within the caller's row scope, like every count here unless its comment says otherwise. */
export async function countFamilies(scope: Scope): Promise<Record<TemplateFamily, number>> {
  if (isLimited(scope)) {
    const counts: [TemplateFamily, number][] = []
    for (const family of TEMPLATE_FAMILIES)
      counts.push([family, await countLabeled(scope, template, [`family=${family}`])])
    return Object.fromEntries(counts) as Record<TemplateFamily, number> // one for each
  }
  const counters = await readCounters(
    scope,
    TEMPLATE_FAMILIES.map((family) => `template.${family}` as const),
  )
  return Object.fromEntries(TEMPLATE_FAMILIES.map((family) => [family, counters[`template.${family}`]])) as Record<
    TemplateFamily,
    number
  > // one for each
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listTemplates(
  scope: Scope,
  family: TemplateFamily,
  { templateName: needle, licenseId, adminUserId }: TemplateFilter,
  { sort, order }: TemplateOrder,
) {
  const filters = [
    ...(licenseId === undefined ? [] : [licenseId.map((id) => `product=${id}`)]),
    ...(adminUserId === undefined ? [] : [`admin=${adminUserId}`]),
  ]
  const column = { updateTime: template.updatedAt, name: template.name, licenseId: template.licenseId }[sort]
  async function walk() {
    return walkIds(scope, {
      table: template,
      where: and(
        isAlive(scope),
        eq(template.family, family),
        adminUserId === undefined ? undefined : eq(template.createdBy, adminUserId),
      ),
      column,
      order,
      among: licenseId && { column: template.licenseId, values: licenseId },
      ...(filters.length === 0 && { count: { records: await countFamily(scope, family), isCapped: false } }),
    })
  }
  // A single filter has its own index. The exception is the product of a code template, which may have several
  // products.
  const isWalked =
    !isLimited(scope) && needle === undefined && filters.length <= 1 && (licenseId === undefined || family !== 'sn')
  const ids = isWalked
    ? await walk()
    : await searchIds(scope, { table: template, needle, labels: [`family=${family}`, ...filters], sort, column, order })
  return listOf(ids, (guids) => listRows(scope, guids))
}

export async function findTemplate(scope: Scope, family: TemplateFamily, guid: string): Promise<Template | undefined> {
  const [row] = await scope.db
    .select()
    .from(template)
    .where(isOne(scope, family, guid))
  return row
}

export async function findOfAnyFamily(scope: Scope, guid: string): Promise<Template | undefined> {
  const [row] = await scope.db
    .select()
    .from(template)
    .where(and(isAlive(scope), eq(template.guid, guid)))
  return row
}

/** Locks the template until the transaction ends, so edits of one template run one after another. */
export async function lockTemplate(scope: Scope, family: TemplateFamily, guid: string): Promise<Template | undefined> {
  const [row] = await scope.db
    .select()
    .from(template)
    .where(isOne(scope, family, guid))
    .for('update')
  return row
}

/** Locks in guid order: two batches with the same templates must not deadlock. */
export function lockTemplates(scope: Scope, family: TemplateFamily, guids: readonly string[]): Promise<Template[]> {
  return scope.db
    .select()
    .from(template)
    .where(and(isAlive(scope), eq(template.family, family), inArray(template.guid, [...guids])))
    .orderBy(asc(template.guid))
    .for('update')
}

export async function insertTemplate(scope: Scope, row: typeof template.$inferInsert): Promise<void> {
  await scope.db.insert(template).values(row)
}

export async function updateTemplates(
  scope: Scope,
  guids: readonly string[],
  changes: Partial<typeof template.$inferInsert>,
): Promise<void> {
  if (guids.length > 0)
    await scope.db
      .update(template)
      .set(changes)
      .where(and(isAlive(scope), inArray(template.guid, [...guids])))
}

export async function insertVersion(scope: Scope, row: typeof templateVersion.$inferInsert): Promise<void> {
  await scope.db.insert(templateVersion).values(row)
}

const isVersionOf = (scope: Scope, guid: string) =>
  and(eq(templateVersion.developerId, scope.developerId), eq(templateVersion.templateGuid, guid))

const holder = alias(templateVersion, 'holder')

/** A version with the content of its data areas. An earlier version may store that content; see `areasOf`. */
export async function findVersion(scope: Scope, guid: string, version: number): Promise<TemplateVersion | undefined> {
  const [found] = await scope.db
    .select({ row: templateVersion, areas: holder.areas })
    .from(templateVersion)
    .innerJoin(
      holder,
      and(
        eq(holder.developerId, templateVersion.developerId),
        eq(holder.templateGuid, templateVersion.templateGuid),
        eq(holder.version, templateVersion.areasOf),
      ),
    )
    .where(and(isVersionOf(scope, guid), eq(templateVersion.version, version)))
  return found && { ...found.row, areas: found.areas ?? [] }
}

export type ListedVersion = Omit<TemplateVersion, 'areas' | 'areasOf' | 'developerId' | 'templateGuid'>

const { version, origin, restoredVersion, terms, createdBy, createdAt } = templateVersion
const listed = { version, origin, restoredVersion, terms, createdBy, createdAt }

/** One page of versions. Version numbers have no gaps, so a page is a range of numbers. */
export function listVersions(
  scope: Scope,
  guid: string,
  newest: number,
  order: 'asc' | 'desc',
  { offset, limit, isReversed }: Slice,
): Promise<ListedVersion[]> {
  const isAscending = (order === 'asc') !== isReversed
  const [from, to] = isAscending ? [offset + 1, offset + limit] : [newest - offset - limit + 1, newest - offset]
  return scope.db
    .select(listed)
    .from(templateVersion)
    .where(and(isVersionOf(scope, guid), between(version, from, to)))
    .orderBy((isAscending ? asc : desc)(version))
}

export async function listTerms(
  scope: Scope,
  guid: string,
  versions: readonly number[],
): Promise<Map<number, StoredTerms>> {
  const rows = await scope.db
    .select({ version, terms })
    .from(templateVersion)
    .where(and(isVersionOf(scope, guid), inArray(version, [...versions])))
  return new Map(rows.map((row) => [row.version, row.terms]))
}

/** The terms of the last version, even of a deleted template. */
export async function findLastTerms(scope: Scope, guid: string): Promise<StoredTerms | undefined> {
  const [row] = await scope.db
    .select({ terms })
    .from(templateVersion)
    .where(isVersionOf(scope, guid))
    .orderBy(desc(version))
    .limit(1)
  return row?.terms
}

/** Counts templates that use a product in one license form. */
export function countUsingForm(scope: Scope, licenseId: number, licenseForm: number): Promise<number> {
  return countLabeled(scope, template, [`product=${licenseId}`, `form=${licenseForm}`])
}

/** Counts the templates of each product, in any license form. */
export async function countUsingEach(scope: Scope, licenseIds: readonly number[]): Promise<Map<number, number>> {
  if (licenseIds.length === 0) return new Map()
  if (isLimited(scope)) {
    const counts = new Map<number, number>()
    for (const id of licenseIds) counts.set(id, await countLabeled(scope, template, [`product=${id}`]))
    return counts
  }
  const counters = await readCounters(scope, licenseIds.map(counterOf))
  return new Map(licenseIds.map((id) => [id, counters[counterOf(id)] ?? 0]))
}

const counterOf = (licenseId: number) => `template.product=${licenseId}` as const

/** Counts all templates of a product, including those outside the caller's row scope. */
export async function countAllUsing(scope: Scope, licenseId: number): Promise<number> {
  const counter = counterOf(licenseId)
  return (await readCounters(scope, [counter]))[counter] ?? 0
}

/** Counts the templates that grant each of these modules of a product. */
export async function countGranting(
  scope: Scope,
  licenseId: number,
  modules: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await scope.db.execute<{ module: number; n: number }>(sql`
    select module, count(*)::int as n
    from template t
    join template_version v on v.developer_id = t.developer_id and v.template_guid = t.guid and v.version = t.version
    cross join jsonb_array_elements(v.terms -> 'grants') g
    join unnest(${sql.param(modules)}::int[]) as module on g -> 'modules' @> to_jsonb(module)
    where t.developer_id = ${scope.developerId} and t.deleted_at is null
      and ${licenseId}::bigint = any (t.license_ids) and (g ->> 'licenseId')::bigint = ${licenseId}
    group by module`)
  return new Map(rows.map(({ module, n }) => [module, n]))
}

/** Of these names, those of templates that the caller sees. Row-level security leaves out the others. */
export async function listSeenNames(
  scope: Pick<Scope, 'db' | 'developerId'>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.db
    .selectDistinct({ name: template.name })
    .from(template)
    .where(and(eq(template.developerId, scope.developerId), inArray(template.name, [...names])))
  return new Set(rows.map(({ name }) => name))
}

/** Names of templates, including deleted ones. */
export async function listTemplateNames(
  scope: Pick<Scope, 'db' | 'developerId'>,
  guids: readonly string[],
): Promise<Map<string, string>> {
  return new Map([...(await listNamedTemplates(scope, guids))].map(([guid, { name }]) => [guid, name]))
}

export async function listNamedTemplates(
  scope: Pick<Scope, 'db' | 'developerId'>,
  guids: readonly string[],
): Promise<Map<string, { name: string; deletedAt: Date | null }>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select({ guid: template.guid, name: template.name, deletedAt: template.deletedAt })
          .from(template)
          .where(and(eq(template.developerId, scope.developerId), inArray(template.guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}
