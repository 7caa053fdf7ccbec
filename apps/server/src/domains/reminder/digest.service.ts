// The weekly digest of the super administrator: what ends soon, what was refused and spent last week, and what waits.
// Weeks without any of it have no digest. Part of the daily round, on Mondays; after an outage it comes later, about
// the same days. A new developer gets the first one on a Monday.
import { LICENSE_FAMILIES, LIMITS, dayEnd, daysAfter, localDay, mondayOf, yuanText } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { RoundPart } from '../../kernel/daily-round.ts'
import type { Notify } from '../../kernel/notify.ts'
import { countDueBills, readSpent } from '../billing/index.ts'
import { languageOf } from '../developer/index.ts'
import { countApproving, countEnding } from '../license/index.ts'
import { listRefusals } from '../runtime/index.ts'

const { digestBackDays, digestAheadDays, digestReasons } = LIMITS.reminder

export function createDigest({
  notify,
  languages,
}: {
  notify: Notify
  languages: Record<Locale, Sentences>
}): RoundPart {
  return {
    name: 'digest',
    dayOf: mondayOf,
    async run(round) {
      const { now, timeZone, day: monday, lastDay } = round
      if (lastDay === null && localDay(now, timeZone) !== monday) return
      const pastDays = Array.from({ length: digestBackDays }, (_, index) => daysAfter(monday, -1 - index))
      const since = dayEnd(daysAfter(monday, -1 - digestBackDays), timeZone)
      const ending = await countEnding(round, LICENSE_FAMILIES, {
        from: now,
        until: dayEnd(daysAfter(monday, digestAheadDays), timeZone),
      })
      const refusals = await listRefusals(round, { since, until: dayEnd(daysAfter(monday, -1), timeZone) })
      const refused = refusals.reduce((sum, { count }) => sum + count, 0)
      const spentFen = await readSpent(round, pastDays)
      const [bills, approvals] = [await countDueBills(round), await countApproving(round)]
      if ([ending, refused, spentFen, bills, approvals].every((figure) => figure === 0)) return
      // There is one reader, so the reasons are in that reader's language already.
      const say = await languageOf(round.db, round.developerId, languages)
      const reasons = refusals
        .slice(0, digestReasons)
        .map(({ reason, count }) => say('message.reason', { reason: say(`runtime.reasons.${reason}`), count }))
      await notify(round, {
        kind: 'weeklyDigest',
        link: '/dashboard',
        params: {
          day: monday,
          ending,
          ahead: digestAheadDays,
          back: digestBackDays,
          refused,
          reasons: reasons.join(say('message.comma')),
          spent: yuanText(spentFen),
          bills,
          approvals,
        },
      })
    },
  }
}
