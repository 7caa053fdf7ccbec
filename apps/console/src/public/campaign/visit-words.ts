// Terms and waits in the words of a visitor.
import type { CampaignVisited } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'
import { dayWords } from '../page/visitor-time.ts'

const SECONDS = { day: 86_400, hour: 3_600, minute: 60 } as const

/** How long the license lasts; undefined if only the uses are limited. */
export function termWords(
  t: Translate,
  { licenseDays: days, licenseDeadline: deadline }: Pick<CampaignVisited, 'licenseDays' | 'licenseDeadline'>,
): string | undefined {
  if (days === null) return deadline === null ? undefined : t('activity.visit.until', { date: dayWords(t, deadline) })
  return deadline === null
    ? t('activity.visit.days', { days })
    : t('activity.visit.daysUntil', { days, date: dayWords(t, deadline) })
}

/** A duration in its two largest units. */
export function durationWords(t: Translate, seconds: number): string {
  const days = Math.floor(seconds / SECONDS.day)
  const hours = Math.floor((seconds % SECONDS.day) / SECONDS.hour)
  const minutes = Math.floor((seconds % SECONDS.hour) / SECONDS.minute)
  if (days > 0) return t('activity.visit.closed.duration.days', { days, hours })
  if (hours > 0) return t('activity.visit.closed.duration.hours', { hours, minutes })
  const rest = { minutes, seconds: seconds % SECONDS.minute }
  return minutes > 0
    ? t('activity.visit.closed.duration.minutes', rest)
    : t('activity.visit.closed.duration.seconds', { seconds: rest.seconds })
}

/** Whether so few places are left that the page should stress it. */
export const isScarce = ({ left, maxParticipants }: Pick<CampaignVisited, 'left' | 'maxParticipants'>) =>
  left <= Math.max(5, maxParticipants / 5)
