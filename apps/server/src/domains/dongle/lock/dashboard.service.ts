// The numbers of user locks: from counters, or from the rows for a caller with a row scope.
import { DAY_MS, LIMITS, LOCK_GROUPS, LOCK_GROUP_NAMES, daysOfPeriod, listDays, localDay } from '@sealwright/contract'
import type { LockStatus, userLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Scope } from '../../../kernel/scope.ts'
import { countActivations, countEnds, countStates } from './lock.queries.ts'

export async function dashboard(scope: Scope, { period }: z.output<typeof userLockCalls.dashboard.payload>) {
  const { now } = scope.asking
  const { statuses, modes } = await countStates(scope)
  const countOf = (some: readonly LockStatus[]) =>
    some.reduce<number>((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  const [ended = 0, ...ending] = await countEnds(scope, [
    { until: now },
    ...LIMITS.dongle.endingDays.map((within) => ({ from: now, until: new Date(now.getTime() + within * DAY_MS) })),
  ])
  const shown = listDays(daysOfPeriod(period, localDay(now, scope.caller.developer.timeZone)))
  const activations = await countActivations(scope, shown)
  return {
    total: countOf([...statuses.keys()]),
    modes: [...modes].map(([mode, count]) => ({ mode, count })),
    groups: LOCK_GROUP_NAMES.map((group) => ({ group, count: countOf(LOCK_GROUPS[group]) })),
    statuses: [...statuses].map(([status, count]) => ({ status, count })),
    ending: LIMITS.dongle.endingDays.map((within, index) => ({ days: within, count: ending[index] ?? 0 })),
    ended,
    activations: shown.map((day) => ({ day, count: activations.get(day) ?? 0 })),
  }
}
