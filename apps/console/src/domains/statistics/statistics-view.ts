// The view that an address names: period, figure, split, filters and sorting. Values that make no sense are ignored,
// and so are filters and splits that the figure does not have: they apply again once another figure is chosen.
import { CARRIERS, DEFAULT_PERIOD, LICENSE_SOURCES, MEASURES, dimensionsOf, isOfSeats } from '@sealwright/contract'
import type { Carrier, Dimension, LicenseSource, MeasureName, PayloadOf, statisticsCalls } from '@sealwright/contract'
import { usualPeriodOf } from '../../blocks/date/usual-period.ts'
import { filterValues } from '../../blocks/list/filter/list-filters.tsx'
import type { ScreenSearch } from '../../lib/place/screen.ts'

export const PATH = '/statistics'
export type StatisticsSearch = ScreenSearch[typeof PATH]
export type Span = PayloadOf<typeof statisticsCalls.overview>
export type Asked = PayloadOf<typeof statisticsCalls.get>

/** The figures in the order of the page. The figures of seats share a chart. */
export const TILES = [
  'licenseIssued',
  'licenseUpdated',
  'licenseExpired',
  'licenseDeleted',
  'userCreated',
  'campaignJoined',
  'deviceActivated',
  'deviceActive',
  'seatPeak',
  'refusal',
  'spending',
] as const satisfies MeasureName[]
/** Also for a day without a sale: the period matters, not the day. */
export const tileOf = (measure: MeasureName): MeasureName => (isOfSeats(measure) ? 'seatPeak' : measure)

/** Figures that are told by their parts first. */
const USUAL_SPLITS: Partial<Record<MeasureName, Dimension>> = {
  refusal: 'reason',
  spending: 'category',
  campaignJoined: 'campaign',
}
const DAY = /^\d{4}-\d{2}-\d{2}$/
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const ID = /^[1-9]\d{0,9}$/

const among = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text)

export function spanOf({ period, first, last }: Pick<StatisticsSearch, 'period' | 'first' | 'last'>): Span {
  return period === 'range' && first && last && DAY.test(first) && DAY.test(last)
    ? { period, first, last }
    : { period: usualPeriodOf(period) ?? DEFAULT_PERIOD }
}

/** The search for days of one's own. An open end is closed: by the same day, or by today. */
export function rangeSearch({ from, to }: { from: string; to: string }, today: string) {
  if (from === '' && to === '') return {}
  return { period: 'range', first: from || to, last: to || (from > today ? from : today) }
}

const ALL = Object.keys(MEASURES) as MeasureName[] // its keys

/** The figure of the address, or else the first that the person may see. */
export const measureOf = ({ measure }: StatisticsSearch, seen: readonly MeasureName[]): MeasureName | undefined =>
  among(
    ALL.filter((one) => seen.includes(one)),
    measure,
  ) ??
  TILES.find((one) => seen.includes(one)) ??
  seen[0]

export const splitOf = ({ by }: StatisticsSearch, measure: MeasureName): Dimension | undefined =>
  by === 'none' ? undefined : (among(dimensionsOf(measure), by) ?? USUAL_SPLITS[measure])

/** What the address says for a split. */
export const splitText = (by: Dimension | undefined, measure: MeasureName): string | undefined =>
  by === USUAL_SPLITS[measure] ? undefined : (by ?? 'none')

export interface Filters {
  licenseId?: number[]
  carrier?: Carrier[]
  templateGuid?: string
  channel?: LicenseSource
}

/** The filters that the figure has. */
export function filtersOf(search: StatisticsSearch, measure: MeasureName): Filters {
  const has = (dimension: Dimension) => dimensionsOf(measure).includes(dimension)
  const licenseId = filterValues(search.licenseId ?? '')
    .filter((id) => ID.test(id))
    .map(Number)
  const chosen = filterValues(search.carrier ?? '')
  const carrier = CARRIERS.filter((one) => chosen.includes(one))
  const channel = among(LICENSE_SOURCES, search.channel)
  return {
    ...(has('product') && licenseId.length > 0 && { licenseId }),
    ...(has('carrier') && carrier.length > 0 && { carrier }),
    ...(has('template') && GUID.test(search.templateGuid ?? '') && { templateGuid: search.templateGuid }),
    ...(has('channel') && channel && { channel }),
  }
}

/** The payload of the chart and of its files. */
export function askedOf(search: StatisticsSearch, measure: MeasureName): Asked {
  const by = splitOf(search, measure)
  return { ...spanOf(search), measure, ...(by && { by }), ...filtersOf(search, measure) }
}

/** Peaks of products do not add up: they were at different times. */
export const addsUp = (measure: MeasureName) => measure !== 'seatPeak'
