// A moment in a text for people whom the center does not know: visitors of public pages and readers of mails.
import type { Locale } from '@sealwright/contract'

const MOMENT = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const

/** The time in the reader's words. It names the zone, because readers are anywhere. */
export function shownMoment(at: Date, locale: Locale, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'zh-CN', { ...MOMENT, timeZone }).formatToParts(at)
  const text = (from: typeof parts) => from.map(({ value }) => value).join('')
  // In Chinese, the formatter puts the zone between day and hour.
  const zone = parts.findIndex(({ type }) => type === 'timeZoneName')
  if (locale === 'en' || zone < 0) return text(parts)
  return `${text(parts.toSpliced(zone, 2))} ${parts[zone]?.value ?? ''}`
}
