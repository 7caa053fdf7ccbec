// Statistics: figures per day of the developer's time zone, read from daily roll-ups. A trial developer has none.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { guid, integer, oneOrMore, rule } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LICENSE_SOURCES } from './license/license-rules.ts'
import { isDay } from './statistic-days.ts'
import { DEFAULT_PERIOD, USUAL_PERIODS } from './statistic-periods.ts'

/** The usual periods, and a range of days. */
export const STATISTIC_PERIODS = [...USUAL_PERIODS, 'range'] as const
export type StatisticPeriod = (typeof STATISTIC_PERIODS)[number]

/** What a figure can be split by. */
export const DIMENSIONS = [
  'carrier',
  'product',
  'template',
  'channel',
  'admin',
  'integrator',
  'reason',
  'category',
  'campaign',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** Carriers of licenses: the three families and dongles. */
export const CARRIERS = ['smart', 'account', 'sn', 'dongle'] as const
export type Carrier = (typeof CARRIERS)[number]

const OF_LICENSES = ['carrier', 'product', 'template', 'channel', 'admin', 'integrator'] as const
const OF_DEVICES = ['carrier', 'product', 'template', 'integrator'] as const

interface Measure {
  by: readonly Dimension[]
  /** How the values of several days make one number. */
  total: 'sum' | 'max' | 'average'
  unit: 'count' | 'fen'
}

/**
 * The figures. Each is a number per day. `licenseExpired` counts licenses by the day of their end, once it has passed.
 * `deviceActive` counts devices that contacted the center on a day. Seats are the peak and the average of a day, and
 * the seats of the licenses in force.
 */
export const MEASURES = {
  licenseIssued: { by: OF_LICENSES, total: 'sum', unit: 'count' },
  licenseUpdated: { by: OF_LICENSES, total: 'sum', unit: 'count' },
  licenseExpired: { by: OF_LICENSES, total: 'sum', unit: 'count' },
  licenseDeleted: { by: OF_LICENSES, total: 'sum', unit: 'count' },
  userCreated: { by: [], total: 'sum', unit: 'count' },
  deviceActivated: { by: OF_DEVICES, total: 'sum', unit: 'count' },
  deviceActive: { by: OF_DEVICES, total: 'average', unit: 'count' },
  seatPeak: { by: ['product'], total: 'max', unit: 'count' },
  seatAverage: { by: ['product'], total: 'average', unit: 'count' },
  seatSold: { by: ['product'], total: 'max', unit: 'count' },
  refusal: { by: ['reason', 'product'], total: 'sum', unit: 'count' },
  spending: { by: ['category'], total: 'sum', unit: 'fen' },
  campaignJoined: { by: ['campaign'], total: 'sum', unit: 'count' },
} as const satisfies Record<string, Measure>
export type MeasureName = keyof typeof MEASURES
/** Swept from the rows of seats, rather than counted by triggers. */
export const SEAT_MEASURES = ['seatPeak', 'seatAverage', 'seatSold'] as const satisfies readonly MeasureName[]
export const isOfSeats = (measure: MeasureName) => SEAT_MEASURES.some((one) => one === measure)
const measures = Object.keys(MEASURES) as [MeasureName, ...MeasureName[]] // not empty

export const dimensionsOf = (measure: MeasureName): readonly Dimension[] => MEASURES[measure].by
/** Whether a figure counts only licenses of carriers that the caller may view. */
export const isByCarrier = (measure: MeasureName) => dimensionsOf(measure).includes('carrier')

const day = z.string().check(rule('notDay', isDay))

const span = {
  period: z._default(z.enum(STATISTIC_PERIODS), DEFAULT_PERIOD),
  /** For the period `range`: both days are included. */
  first: z.optional(day),
  last: z.optional(day),
}
const view = {
  ...span,
  measure: z.enum(measures),
  by: z.optional(z.enum(DIMENSIONS)),
  licenseId: z.optional(oneOrMore(integer(1, LIMITS.product.licenseIdMax))),
  carrier: z.optional(oneOrMore(z.enum(CARRIERS))),
  templateGuid: z.optional(guid),
  channel: z.optional(z.enum(LICENSE_SOURCES)),
}

/** `before`: the same figure in the period of the same length before. */
const compared = { total: z.number(), before: z.number() }
const days = z.array(z.string())

const statisticAnswer = z.object({
  first: z.string(),
  last: z.string(),
  days,
  ...compared,
  /** One value per day. */
  values: z.array(z.number()),
  /** The days before that it is compared with. For a month they may be fewer. */
  beforeFirst: z.string(),
  beforeLast: z.string(),
  beforeValues: z.array(z.number()),
  /**
   * The largest first. `key` is null for the sum of all further ones and empty for rows without one; `name` is in the
   * caller's language.
   */
  series: z.array(
    z.object({ key: z.nullable(z.string()), name: z.string(), ...compared, values: z.array(z.number()) }),
  ),
})
export type StatisticAnswer = z.input<typeof statisticAnswer>

const SPAN_ERRORS = ['statistics.trial', 'statistics.badRange', 'statistics.rangeTooLong'] as const

export const statisticsCalls = defineCalls('statistics', {
  get: defineCall({
    method: 'POST',
    path: '/statistics/get.do',
    access: privilege('statistics.view'),
    effect: 'read',
    payload: z.object(view),
    answer: statisticAnswer,
    errors: [...SPAN_ERRORS, 'statistics.noSuchSplit', 'platform.noPermission'],
    summary:
      "Returns a figure per day of the developer's time zone, compared with the period before, split by a dimension. " +
      'Filters and the split must be dimensions of the figure. Only rows in the row scope of the caller count, and ' +
      'only licenses of carriers that the caller may view.',
  }),
  overview: defineCall({
    method: 'POST',
    path: '/statistics/overview.do',
    access: privilege('statistics.view'),
    effect: 'read',
    payload: z.object(span),
    answer: z.object({
      first: z.string(),
      last: z.string(),
      days,
      /** Figures that the caller may see. */
      figures: z.array(z.object({ measure: z.enum(measures), ...compared, values: z.array(z.number()) })),
    }),
    errors: SPAN_ERRORS,
    summary: 'Returns the total of every figure that the caller may see, with its values per day.',
  }),
  devices: defineCall({
    method: 'POST',
    path: '/statistics/devices.do',
    access: privilege('statistics.view'),
    effect: 'read',
    payload: z.object({ licenseId: view.licenseId }),
    answer: z.object({
      total: z.int(),
      /** The most frequent first. A null name means unknown. */
      systems: z.array(z.object({ name: z.nullable(z.string()), count: z.int() })),
      versions: z.array(z.object({ name: z.nullable(z.string()), count: z.int() })),
    }),
    errors: ['statistics.trial', 'platform.noPermission'],
    summary:
      'Counts the bound devices, and lists the most frequent operating systems and versions of the program. Their ' +
      'counts may add up to less than the total.',
  }),
  export: defineCall({
    method: 'POST',
    path: '/statistics/export.do',
    access: privilege('statistics.export'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...view, format: sheetFormat }),
    answer: z.object({}),
    errors: [...SPAN_ERRORS, 'statistics.noSuchSplit', 'platform.noPermission'],
    summary: 'Downloads the table of a figure as a spreadsheet or CSV file.',
  }),
})
