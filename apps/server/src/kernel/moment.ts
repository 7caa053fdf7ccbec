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
export const shownMoment = (at: Date, locale: Locale, timeZone: string) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'zh-CN', { ...MOMENT, timeZone }).format(at)
