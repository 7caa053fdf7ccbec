// Times and terms in the words of a visitor. Times are in the zone of the browser.
import type { CampaignVisited } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'

const SECONDS = { day: 86_400, hour: 3_600, minute: 60 } as const
const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

function parts(t: Translate, iso: string) {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    year: String(at.getFullYear()),
    month: t(`activity.visit.months.${MONTHS[at.getMonth()] ?? '1'}`),
    day: String(at.getDate()),
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

export const timeWords = (t: Translate, iso: string) => t('activity.visit.dateTime', parts(t, iso))

/** The last day of a term: one that ends at midnight ends with the day before. */
export function dayWords(t: Translate, iso: string): string {
  const { time: _time, ...day } = parts(t, new Date(Date.parse(iso) - 1).toISOString())
  return t('activity.visit.date', day)
}

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
