// Reads figures: one with its series, all in short, the devices, and the daily values for other domains. Figures count
// rows in the caller's row scope, and licenses of carriers that the caller may view.
import { LIMITS, MEASURES, isByCarrier, listDays, localDay } from '@sealwright/contract'
import type {
  Carrier,
  DaySpan,
  Dimension,
  MeasureName,
  Privilege,
  StatisticAnswer,
  statisticsCalls,
} from '@sealwright/contract'
import type * as z from 'zod/mini'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listTaken } from '../runtime/index.ts'
import { nameSeries } from './names.service.ts'
import { listFigures, listPresent, needsAllDimensions } from './statistics.queries.ts'
import type { FigureFilter, FigureRow } from './statistics.queries.ts'
import { hasDimension, periodOf, privilegesOf, seenCarriers, topSeries, totalOf } from './statistics.rules.ts'
import type { AskedSpan, Period, Series } from './statistics.rules.ts'

type Asked = z.output<typeof statisticsCalls.get.payload>
const ALL = Object.keys(MEASURES) as MeasureName[] // its keys

const mayOf =
  ({ caller }: Pick<Scope, 'caller'>) =>
  (right: Privilege) =>
    caller.privileges.has(right)

/** Refuses a trial and a bad range. */
function spanOf({ caller: { developer }, asking }: Scope, asked: AskedSpan): Period {
  if (developer.status === 'trial') throw new Refusal('statistics.trial')
  const period = periodOf(asked, localDay(asking.now, developer.timeZone))
  if ('missing' in period)
    throw new Refusal('platform.badPayload', {
      violations: [{ path: period.missing, rule: 'required', params: {} }],
    })
  if ('error' in period)
    throw new Refusal(period.error, {
      field: 'first',
      ...(period.max !== undefined && { params: { max: period.max } }),
    })
  return period
}

/** Whether figures of all products are asked for and seen. */
const isWhole = ({ caller }: Scope, { licenseIds }: FigureFilter = {}) =>
  !caller.limited.has('product') && licenseIds === undefined

/** Whether the row scope leaves out any figures. */
const isLimited = ({ caller: { limited } }: Scope) =>
  limited.has('product') || limited.has('user') || limited.has('userLock')

interface AskedFigures {
  measures: readonly MeasureName[]
  days: DaySpan
  by?: Dimension | undefined
  filter?: FigureFilter
}

/** The seats sold now. */
async function soldNow(scope: Scope, day: string, { by, filter }: AskedFigures): Promise<FigureRow[]> {
  const present = await listPresent(scope, ['seats'], filter)
  return present.map(({ product, value }) => ({
    day,
    measure: 'seatSold' as const,
    key: by === 'product' ? String(product) : null,
    value,
  }))
}

/**
 * The peak of today so far, which is at least the seats in use now. A person who sees only some products gets the peak
 * of the last count, because the scope of seats differs from the scope of figures.
 */
async function peakNow(
  scope: Scope,
  day: string,
  rows: readonly FigureRow[],
  { by, filter }: AskedFigures,
): Promise<readonly FigureRow[]> {
  if (!isWhole(scope, filter) || isLimited(scope)) return rows
  const taken = await listTaken(scope)
  const peaks = new Map(rows.map(({ key, value }) => [key, value]))
  const atLeast = (key: string | null, count: number) => peaks.set(key, Math.max(peaks.get(key) ?? 0, count))
  atLeast(
    null,
    taken.reduce((sum, { count }) => sum + count, 0),
  )
  if (by === 'product') for (const { product, count } of taken) atLeast(String(product), count)
  return [...peaks].map(([key, value]) => ({ day, measure: 'seatPeak' as const, key, value }))
}

/** Rows with the seats of today as they are now: a job writes the day every few minutes. */
async function withSeatsToday(scope: Scope, rows: readonly FigureRow[], asked: AskedFigures): Promise<FigureRow[]> {
  const { measures, days } = asked
  const today = localDay(scope.asking.now, scope.caller.developer.timeZone)
  if (today < days.first || today > days.last) return [...rows]
  const isOf = (name: MeasureName) => (row: FigureRow) => row.measure === name && row.day === today
  const [isSold, isPeak] = [isOf('seatSold'), isOf('seatPeak')]
  return [
    ...rows.filter((row) => !isSold(row) && !isPeak(row)),
    ...(measures.includes('seatSold') ? await soldNow(scope, today, asked) : []),
    ...(measures.includes('seatPeak') ? await peakNow(scope, today, rows.filter(isPeak), asked) : []),
  ]
}

/** An average of seats is stored in thousandths. */
const shown = (measure: MeasureName, value: number) =>
  measure === 'seatAverage' ? Math.round(value / 10) / 100 : value

/** One value per day. */
function valuesOf(measure: MeasureName, rows: readonly FigureRow[], days: DaySpan): number[] {
  const values = new Map(listDays(days).map((day) => [day, 0]))
  for (const { day, value } of rows) {
    const sum = values.get(day)
    if (sum !== undefined) values.set(day, sum + value)
  }
  return [...values.values()].map((value) => shown(measure, value))
}

function comparedOf(measure: MeasureName, rows: readonly FigureRow[], period: Period) {
  const values = valuesOf(measure, rows, period)
  const beforeValues = valuesOf(measure, rows, period.before)
  return { total: totalOf(measure, values), before: totalOf(measure, beforeValues), values, beforeValues }
}

/** The rows of the period and of the days that it is compared with. */
async function readFigures(scope: Scope, asked: AskedFigures): Promise<FigureRow[]> {
  const rows = await listFigures(scope, {
    ...asked,
    isWhole: isWhole(scope, asked.filter),
    isSummed: !isLimited(scope) && !needsAllDimensions(asked.by, asked.filter),
  })
  return withSeatsToday(scope, rows, asked)
}

const spanning = ({ last, before }: Period): DaySpan => ({ first: before.first, last })

/** The carriers that are counted; undefined if nothing is left out. */
function carriersOf(scope: Scope, measure: MeasureName, asked?: readonly Carrier[]): Carrier[] | undefined {
  if (!isByCarrier(measure)) return undefined
  requireAnyPrivilege(scope.caller, privilegesOf(measure, asked), (name) => scope.say(`privileges.${name}`))
  const seen = seenCarriers(mayOf(scope))
  return asked ? seen.filter((carrier) => asked.includes(carrier)) : seen
}

/** Refuses figures that the caller may not see, and dimensions that the figure does not have. */
function filterOf(scope: Scope, { measure, by, licenseId, carrier, templateGuid, channel }: Asked): FigureFilter {
  const used = [
    { field: 'by', dimension: by },
    { field: 'licenseId', dimension: licenseId && 'product' },
    { field: 'carrier', dimension: carrier && 'carrier' },
    { field: 'templateGuid', dimension: templateGuid && 'template' },
    { field: 'channel', dimension: channel && 'channel' },
  ] as const
  const wrong = used.find(({ dimension }) => dimension && !hasDimension(measure, dimension))
  if (wrong) throw new Refusal('statistics.noSuchSplit', { field: wrong.field })
  // Users of a part of the customers are not counted by day.
  const isHidden = measure === 'userCreated' && scope.caller.limited.has('user')
  if (isHidden || !isByCarrier(measure))
    requireAnyPrivilege(
      isHidden ? { ...scope.caller, isSuper: false, privileges: new Set() } : scope.caller,
      privilegesOf(measure),
      (name) => scope.say(`privileges.${name}`),
    )
  return { carriers: carriersOf(scope, measure, carrier), licenseIds: licenseId, templateGuid, channel }
}

function seriesOf(measure: MeasureName, rows: readonly FigureRow[], period: Period): Series[] {
  const byKey = Map.groupBy(rows, ({ key }) => key ?? '')
  return [...byKey]
    .map(([key, own]) => ({ key, ...comparedOf(measure, own, period) }))
    .filter(({ total, values }) => total !== 0 || values.some((value) => value !== 0))
    .map(({ key, total, before, values }) => ({ key, total, before, values }))
}

export async function get(scope: Scope, asked: Asked): Promise<StatisticAnswer> {
  const { measure, by } = asked
  const period = spanOf(scope, asked)
  const filter = filterOf(scope, asked)
  const rows = await readFigures(scope, { measures: [measure], days: spanning(period), by, filter })
  // Split by product, the peak of all products together is a row without a product.
  const isPeakOfAll = measure === 'seatPeak' && by === 'product'
  const ofEach = isPeakOfAll ? rows.filter(({ key }) => key !== null) : rows
  const ofAll = isPeakOfAll && isWhole(scope, filter) ? rows.filter(({ key }) => key === null) : ofEach
  return {
    first: period.first,
    last: period.last,
    days: listDays(period),
    ...comparedOf(measure, ofAll, period),
    beforeFirst: period.before.first,
    beforeLast: period.before.last,
    series: by ? await nameSeries(scope, by, topSeries(measure, seriesOf(measure, ofEach, period))) : [],
  }
}

/** Figures that the caller may see. */
function seenMeasures(scope: Scope): MeasureName[] {
  const may = mayOf(scope)
  return ALL.filter(
    (measure) => privilegesOf(measure).some(may) && (measure !== 'userCreated' || !scope.caller.limited.has('user')),
  )
}

export async function overview(scope: Scope, asked: z.output<typeof statisticsCalls.overview.payload>) {
  const period = spanOf(scope, asked)
  const measures = seenMeasures(scope)
  const rows = await readFigures(scope, {
    measures,
    days: spanning(period),
    filter: { carriers: seenCarriers(mayOf(scope)) },
  })
  const byMeasure = Map.groupBy(rows, ({ measure }) => measure)
  return {
    first: period.first,
    last: period.last,
    days: listDays(period),
    figures: measures.map((measure) => {
      const { total, before, values } = comparedOf(measure, byMeasure.get(measure) ?? [], period)
      return { measure, total, before, values }
    }),
  }
}

/** The most frequent systems and versions. Their counts may add up to less than the total. */
export async function devices(scope: Scope, { licenseId }: z.output<typeof statisticsCalls.devices.payload>) {
  if (scope.caller.developer.status === 'trial') throw new Refusal('statistics.trial')
  const rows = await listPresent(scope, ['deviceSystem', 'deviceVersion'], {
    carriers: carriersOf(scope, 'deviceActive') ?? [],
    licenseIds: licenseId,
  })
  const ranked = (measure: string) =>
    rows
      .filter((row) => row.measure === measure)
      .toSorted((a, b) => b.value - a.value || ((a.label ?? '') < (b.label ?? '') ? -1 : 1))
      .map(({ label, value }) => ({ name: label, count: value }))
  const systems = ranked('deviceSystem')
  return {
    total: systems.reduce((sum, { count }) => sum + count, 0),
    systems: systems.slice(0, LIMITS.statistics.series),
    versions: ranked('deviceVersion').slice(0, LIMITS.statistics.series),
  }
}

/** Daily values of figures for other domains, which check the privileges. Row scope applies. */
export async function figures(
  scope: Scope,
  { measures, first, last }: { measures: readonly MeasureName[]; first: string; last: string },
): Promise<Partial<Record<MeasureName, number[]>>> {
  const rows = await readFigures(scope, { measures, days: { first, last } })
  return Object.fromEntries(
    measures.map((measure) => [
      measure,
      valuesOf(
        measure,
        rows.filter((row) => row.measure === measure),
        { first, last },
      ),
    ]),
  )
}

/** The licenses issued per day, by carrier that the caller may view. */
export async function issuedByCarrier(scope: Scope, days: DaySpan): Promise<Partial<Record<Carrier, number[]>>> {
  const carriers = seenCarriers(mayOf(scope))
  const rows = await readFigures(scope, {
    measures: ['licenseIssued'],
    days,
    by: 'carrier',
    filter: { carriers },
  })
  return Object.fromEntries(
    carriers.map((carrier) => [
      carrier,
      valuesOf(
        'licenseIssued',
        rows.filter(({ key }) => key === carrier),
        days,
      ),
    ]),
  )
}
