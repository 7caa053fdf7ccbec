// Pure: the answers made of rows, and the days and months of a calendar.
import { FEN_A_YUAN, LIMITS, instantOf, wallTime } from '@sealwright/contract'
import type { ChargeCategory } from '@sealwright/contract'
import type { Bill, BillingOrder } from '../ledger/ledger.tables.ts'

export function billAnswer({
  developerId: _developer,
  createdBy: _maker,
  dueAt,
  createdAt,
  settledAt,
  ...rest
}: Bill & { orderId: string }) {
  return { ...rest, dueTime: dueAt, createTime: createdAt, settleTime: settledAt }
}

export function orderAnswer({
  guid,
  orderId,
  category,
  subject,
  count,
  amountFen,
  chargedFen,
  status,
  isReversed,
  createdAt,
  creator,
}: BillingOrder) {
  return {
    guid,
    orderId,
    category,
    subject,
    count,
    amountFen,
    chargedFen,
    status,
    isReversed,
    createTime: createdAt,
    creator,
  }
}

/** For a spreadsheet, which adds up numbers but not text. Exact to the fen for every realistic amount. */
export const yuanNumber = (fen: number) => fen / FEN_A_YUAN

const { spendingDays, spendingMonths } = LIMITS.billing

/** The last days (`2026-11-15`) or months (`2026-11`) of a calendar, the current one last. */
export function bucketsUpTo(now: Date, timeZone: string, unit: 'day' | 'month'): string[] {
  const [year = 0, month = 0, day = 0] = wallTime(now, timeZone).slice(0, 10).split('-').map(Number)
  const isDay = unit === 'day'
  const count = isDay ? spendingDays : spendingMonths
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    return new Date(isDay ? Date.UTC(year, month - 1, day - back) : Date.UTC(year, month - 1 - back))
      .toISOString()
      .slice(0, isDay ? 10 : 7)
  })
}

/** The counter of spending on such a day or month. */
export const spentCounter = (bucket: string, category: ChargeCategory) => `spent:${bucket}:${category}` as const

/** The end of such a day or month: the first moment of the next one. */
export function endOf(bucket: string, timeZone: string): Date {
  const [year = 0, month = 0, day] = bucket.split('-').map(Number)
  const next = new Date(day === undefined ? Date.UTC(year, month) : Date.UTC(year, month - 1, day + 1))
  return instantOf(`${next.toISOString().slice(0, 10)}T00:00:00`, timeZone)
}
