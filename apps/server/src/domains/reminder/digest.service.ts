// The weekly digest of the super administrator: what ends soon, what was refused and spent last week, and what waits.
// Weeks without any of it have no digest. Part of the daily round, on Mondays.
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
      const { now, timeZone } = round
      const today = localDay(now, timeZone)
      const pastDays = Array.from({ length: digestBackDays }, (_, index) => daysAfter(today, -1 - index))
      const since = dayEnd(daysAfter(today, -1 - digestBackDays), timeZone)
      const ending = await countEnding(round, LICENSE_FAMILIES, {
        from: now,
        until: dayEnd(daysAfter(today, digestAheadDays), timeZone),
      })
      const refusals = await listRefusals(round, { since, until: dayEnd(daysAfter(today, -1), timeZone) })
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
          day: today,
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
