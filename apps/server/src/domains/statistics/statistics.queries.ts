// SQL of figures. A value is what is folded plus the deltas that are not folded yet. Row-level security limits both to
// the caller's row scope.
import { MEASURES, isByCarrier, isOfSeats } from '@sealwright/contract'
import type { Carrier, DaySpan, Dimension, LicenseSource, MeasureName } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'

export interface FigureFilter {
  carriers?: readonly Carrier[] | undefined
  licenseIds?: readonly number[] | undefined
  templateGuid?: string | undefined
  channel?: LicenseSource | undefined
}

const COLUMNS: Record<Dimension, SQL> = {
  carrier: sql`carrier`,
  product: sql`product`,
  template: sql`template_guid`,
  channel: sql`channel`,
  admin: sql`admin`,
  integrator: sql`integrator`,
  reason: sql`label`,
  category: sql`label`,
  campaign: sql`label`,
}

/** Whether the table with fewer dimensions does not have what is asked for. */
export const needsAllDimensions = (by: Dimension | undefined, { templateGuid, channel }: FigureFilter = {}) =>
  templateGuid !== undefined ||
  channel !== undefined ||
  by === 'template' ||
  by === 'channel' ||
  by === 'admin' ||
  by === 'integrator'

/** Figures of licenses and devices, which are limited to carriers. Others may have a carrier for the row scope. */
const OF_CARRIERS = [
  ...(Object.keys(MEASURES) as MeasureName[]).filter(isByCarrier), // its keys
  'deviceSystem',
  'deviceVersion',
]

export interface FigureRow extends Record<string, unknown> {
  day: string
  measure: MeasureName
  /** The value of the dimension. */
  key: string | null
  value: number
}

function conditions({ carriers, licenseIds, templateGuid, channel }: FigureFilter): SQL {
  const parts = [
    carriers &&
      sql`(carrier = any (${sql.param([...carriers])}::text[]) or measure <> all (${sql.param(OF_CARRIERS)}::text[]))`,
    licenseIds && sql`product = any (${sql.param([...licenseIds])}::bigint[])`,
    templateGuid && sql`template_guid = ${templateGuid}::uuid`,
    channel && sql`channel = ${channel}`,
  ]
  return sql.join([sql`true`, ...parts.filter((part) => part !== undefined && part !== '')], sql` and `)
}

/**
 * Figures by day and dimension. Days without any have no row. The peak of all products together has a row of its own:
 * unless split by product, it is taken if the caller asks for the whole, and otherwise the peaks of the products.
 */
export async function listFigures(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  {
    measures,
    days,
    by,
    isWhole,
    isSummed,
    filter = {},
  }: {
    measures: readonly MeasureName[]
    days: DaySpan
    by?: Dimension | undefined
    isWhole: boolean
    /** Whether fewer dimensions are enough: see `needsAllDimensions`. */
    isSummed: boolean
    filter?: FigureFilter
  },
): Promise<FigureRow[]> {
  const key = by ? sql`${COLUMNS[by]}::text` : sql`null::text`
  const peaks = by === 'product' ? sql`` : sql`and (measure <> 'seatPeak' or (product is null) = ${isWhole}::boolean)`
  const part = (table: SQL, some: readonly MeasureName[]) => sql`
    select day, measure, ${key} as key, sum(value) as value from ${table}
    where developer_id = ${developerId} and measure = any (${sql.param([...some])}::text[])
      and day between ${days.first}::date and ${days.last}::date ${peaks} and ${conditions(filter)}
    group by 1, 2, 3`
  const [summed, fine] = isSummed
    ? [measures.filter((measure) => !isOfSeats(measure)), measures.filter(isOfSeats)]
    : [[], measures]
  const parts = [
    ...(summed.length > 0 ? [part(sql`figure_sum`, summed)] : []),
    ...(fine.length > 0 ? [part(sql`figure_day`, fine)] : []),
    part(sql`figure_delta`, measures),
  ]
  const { rows } = await db.execute<FigureRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, measure, key, sum(value)::bigint as value
    from (${sql.join(parts, sql` union all `)}) parts group by parts.day, measure, key`)
  return rows
}

/** Figures about the present, by label or by product: systems, versions, seats. */
export async function listPresent(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  measures: readonly ('deviceSystem' | 'deviceVersion' | 'seats')[],
  filter: FigureFilter = {},
): Promise<{ measure: string; label: string | null; product: number | null; value: number }[]> {
  const where = sql`developer_id = ${developerId} and measure = any (${sql.param([...measures])}::text[])
    and day = '-infinity' and ${conditions(filter)}`
  const isSeats = measures.includes('seats')
  const { rows } = await db.execute<{ measure: string; label: string | null; product: number | null; value: number }>(
    sql`select measure, label, ${isSeats ? sql`product` : sql`null::bigint as product`}, sum(value)::bigint as value
      from (
        select measure, label, product, value from figure_day where ${where}
        union all select measure, label, product, value from figure_delta where ${where}
      ) parts group by 1, 2, 3 having sum(value) > 0`,
  )
  return rows
}

const NAMED: Partial<Record<Dimension, (keys: SQL, developerId: number) => SQL>> = {
  product: (keys, of) =>
    sql`select license_id::text as key, name from product
      where developer_id = ${of} and license_id::text = any (${keys})`,
  template: (keys, of) =>
    sql`select guid::text as key, name from template where developer_id = ${of} and guid = any (${keys}::uuid[])`,
  admin: (keys) =>
    sql`select id::text as key, coalesce(user_name, email, mobile) as name from account
      where id = any (${keys}::uuid[])`,
  integrator: (keys, of) =>
    sql`select guid::text as key, name from integrator where developer_id = ${of} and guid = any (${keys}::uuid[])`,
  campaign: (keys, of) =>
    sql`select guid::text as key, name from campaign where developer_id = ${of} and guid = any (${keys}::uuid[])`,
}

/** The names of rows that the figures are split by. Rows that the caller does not see have none. */
export async function listNames(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  by: Dimension,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const query = NAMED[by]
  if (!query || keys.length === 0) return new Map()
  const { rows } = await db.execute<{ key: string; name: string }>(
    query(sql`${sql.param([...keys])}::text[]`, developerId),
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}
