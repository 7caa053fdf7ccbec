// Decides what needs attention and how severe it is. Pure: the service reads the facts.
import { CERTAIN_RISK_SCORE, ENDING_DAYS, LIMITS, SEVERITIES, daysUntil } from '@sealwright/contract'
import type { AttentionKind, LicenseFamily, RuntimeReason, Severity } from '@sealwright/contract'

export interface Attention {
  kind: AttentionKind
  severity: Severity
  count: number
  amountFen: number | null
  family: LicenseFamily | null
  days: number | null
  reason: RuntimeReason | null
  reasonCount: number | null
  allowed: number | null
  since: Date | null
}

/** So many refusals of a day are more than a few people at the end of their license. */
const MANY_REFUSALS = 100
/** The part of a trial limit from which on it is nearly reached. */
const NEARLY = 0.8

const NOTHING = {
  amountFen: null,
  family: null,
  days: null,
  reason: null,
  reasonCount: null,
  allowed: null,
  since: null,
}
const item = (
  kind: AttentionKind,
  severity: Severity,
  count: number,
  more: Partial<Omit<Attention, 'kind' | 'severity' | 'count'>> = {},
): Attention => ({ ...NOTHING, kind, severity, count, ...more })

/** The item, if it counts anything. */
export const counted = (...given: Parameters<typeof item>): Attention[] => (given[2] > 0 ? [item(...given)] : [])

interface Money {
  balanceFen: number
  giftFen: number
  isLow: boolean
  standing: { isOverdue: boolean; since: Date | null; owedFen: number }
  serviceFee: { amountFen: number; paidUntil: Date | null; isUnpaid: boolean; autoRenew: boolean }
}

/** What is owed hides what will be owed soon. */
export function moneyItems(
  { balanceFen, giftFen, isLow, standing, serviceFee }: Money,
  now: Date,
  timeZone: string,
): Attention[] {
  const { amountFen, paidUntil, isUnpaid, autoRenew } = serviceFee
  const ownFen = balanceFen + giftFen
  const daysLeft = paidUntil && paidUntil > now ? daysUntil(now, paidUntil, timeZone) : null
  const isEnding = daysLeft !== null && daysLeft <= Math.max(...LIMITS.billing.reminderDays)
  const owed = { amountFen: standing.owedFen, since: standing.since }
  if (isUnpaid) return [item('serviceUnpaid', 'bad', 1, owed)]
  if (standing.isOverdue) return [item('overdue', 'bad', 1, owed)]
  return [
    ...(isEnding && amountFen > 0 && !(autoRenew && ownFen >= amountFen)
      ? [item('serviceEnding', daysLeft <= ENDING_DAYS[0] ? 'bad' : 'warn', daysLeft, { amountFen, since: paidUntil })]
      : []),
    ...(isLow ? [item('lowBalance', 'warn', 1, { amountFen: ownFen })] : []),
  ]
}

/** The nearest period in which anything ends. */
export function endingItem(
  kind: 'licenseEnding' | 'dongleEnding',
  counts: readonly number[],
  family: LicenseFamily | null = null,
): Attention[] {
  const nearest = ENDING_DAYS.findIndex((_, index) => (counts[index] ?? 0) > 0)
  const days = ENDING_DAYS[nearest]
  if (days === undefined) return []
  return [item(kind, nearest === 0 ? 'warn' : 'info', counts[nearest] ?? 0, { days, family })]
}

/** `refusals` are sorted, the most frequent reason first. */
export function refusalItem(refusals: readonly { reason: RuntimeReason; count: number }[], since: Date): Attention[] {
  const count = refusals.reduce((sum, one) => sum + one.count, 0)
  const [top] = refusals
  return counted('refusal', count >= MANY_REFUSALS ? 'warn' : 'info', count, {
    reason: top?.reason ?? null,
    reasonCount: top?.count ?? null,
    since,
  })
}

/** `scores` are sorted, the highest first. */
export const riskItem = (scores: readonly number[]): Attention[] =>
  counted('risk', (scores[0] ?? 0) >= CERTAIN_RISK_SCORE ? 'bad' : 'warn', scores.length)

export function trialItem(
  kind: 'trialProducts' | 'trialUsers' | 'trialLicenses',
  { used, allowed }: { used: number; allowed: number },
): Attention[] {
  if (used < allowed * NEARLY) return []
  // A limit of one is reached by normal use.
  return counted(kind, used >= allowed && allowed > 1 ? 'warn' : 'info', used, { allowed })
}

/** The most severe first, otherwise in the given order. */
export const bySeverity = (items: readonly Attention[]): Attention[] =>
  items.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity))
