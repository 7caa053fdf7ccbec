// The state at a glance: counts from counters or up to a limit, and curves from daily figures. A part is null without
// the privilege to see it. A trial developer has no curves.
import { CARRIERS, DASHBOARD_DAYS, daysAfter, localDay } from '@sealwright/contract'
import type { Carrier, MeasureName, Privilege } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { createCustomer } from '../customer/index.ts'
import type { DongleDomain } from '../dongle/index.ts'
import type { LicenseDomain } from '../license/index.ts'
import { countTaken } from '../runtime/index.ts'

/** Port: figures per day from the statistics. */
export interface DailyFigures {
  /** The values of each measure, one per day from `first` to `last`. Only rows that the caller sees count. */
  figures(
    scope: Scope,
    asked: { measures: readonly MeasureName[]; first: string; last: string },
  ): Promise<Partial<Record<MeasureName, number[]>>>
  /** The licenses issued per day, by carrier that the caller may view. */
  issuedByCarrier(scope: Scope, asked: { first: string; last: string }): Promise<Partial<Record<Carrier, number[]>>>
}

export interface GlanceDeps {
  customer: Pick<ReturnType<typeof createCustomer>, 'countSeenUsers'>
  dongle: Pick<DongleDomain, 'countInForce'>
  license: Pick<LicenseDomain, 'figures'>
  statistics: DailyFigures
}

export const maySee = ({ caller }: Pick<Scope, 'caller'>, right: Privilege) => caller.privileges.has(right)

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const mean = (values: readonly number[]) => (values.length === 0 ? 0 : sum(values) / values.length)
const most = (values: readonly number[]) => Math.max(0, ...values)

/** The last days of the developer's time zone, twice as many as are shown: the days before are compared. */
function daysOf({ caller: { developer }, asking }: Scope) {
  const today = localDay(asking.now, developer.timeZone)
  const shown = Array.from({ length: DASHBOARD_DAYS }, (_, index) => daysAfter(today, index + 1 - DASHBOARD_DAYS))
  return { shown, first: daysAfter(today, 1 - 2 * DASHBOARD_DAYS), last: today }
}

/** The curve of the shown days, compared with the days before. */
function curveOf(values: readonly number[] | undefined, total: (values: readonly number[]) => number) {
  if (!values) return null
  const [before, shown] = [values.slice(0, DASHBOARD_DAYS), values.slice(DASHBOARD_DAYS)]
  return { values: shown, total: total(shown), before: total(before) }
}

export function createGlance({ customer, dongle, license, statistics }: GlanceDeps) {
  return async function glance(scope: Scope) {
    const { caller } = scope
    const isTrial = caller.developer.status === 'trial'
    const { shown, first, last } = daysOf(scope)
    const licenses = await license.figures(scope)
    const seesDongles = maySee(scope, 'dongleLicense.view')
    const [seesRuntime, seesUsers] = [maySee(scope, 'runtime.view'), maySee(scope, 'user.view')]
    const seesLicenses = licenses !== null || seesDongles

    const measures: MeasureName[] = [
      ...(seesRuntime ? (['deviceActive', 'seatPeak', 'seatSold'] as const) : []),
      // Created users have no row scope.
      ...(seesUsers && !caller.limited.has('user') ? (['userCreated'] as const) : []),
    ]
    const values = measures.length > 0 ? await statistics.figures(scope, { measures, first, last }) : {}
    const issued = seesLicenses && !isTrial ? await statistics.issuedByCarrier(scope, { first, last }) : null
    const issuedOn = (index: number) => sum(CARRIERS.map((carrier) => issued?.[carrier]?.[index] ?? 0))
    const curve = (measure: MeasureName, total: (values: readonly number[]) => number) =>
      isTrial ? null : curveOf(values[measure], total)

    const inDongles = seesDongles ? await dongle.countInForce(scope) : null
    return {
      total: seesLicenses ? (licenses?.total ?? 0) + (inDongles ?? 0) : null,
      // Licenses in dongles are checked by the dongle, without a contact.
      isUsed: licenses?.isUsed === true || (inDongles ?? 0) > 0,
      glance: {
        inForce: seesLicenses
          ? {
              byCarrier: {
                ...(licenses?.inForce ?? { smart: null, account: null, sn: null }),
                dongle: inDongles,
              },
              curve:
                issued &&
                curveOf(
                  Array.from({ length: 2 * DASHBOARD_DAYS }, (_, index) => issuedOn(index)),
                  sum,
                ),
            }
          : null,
        devices: seesRuntime ? { count: values.deviceActive?.at(-1) ?? 0, curve: curve('deviceActive', mean) } : null,
        seats: seesRuntime
          ? { count: await countTaken(scope), sold: values.seatSold?.at(-1) ?? 0, curve: curve('seatPeak', most) }
          : null,
        users: seesUsers ? { count: await customer.countSeenUsers(scope), curve: curve('userCreated', sum) } : null,
      },
      issuedByDay:
        issued &&
        shown.map((day, index) => {
          const on = (carrier: Carrier) => issued[carrier]?.[DASHBOARD_DAYS + index] ?? 0
          return { day, smart: on('smart'), account: on('account'), sn: on('sn'), dongle: on('dongle') }
        }),
    }
  }
}
