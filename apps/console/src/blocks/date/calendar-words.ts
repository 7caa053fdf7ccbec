// The names that a calendar shows, in the console's language, and the day that its weeks begin with. The formatters are
// made when the first calendar opens, and kept.
import { LANGUAGE_TAGS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'

export interface CalendarWords {
  /** 0 is Sunday. */
  firstWeekday: number
  /** From the first day of the week on. */
  weekdays: readonly { short: string; long: string }[]
  months: readonly string[]
  year: (year: number) => string
  /** `Sunday, January 31, 2027` */
  day: (day: string) => string
  month: (day: string) => string
}

const MONDAY = 1
const SUNDAY = 0
/** Any week that begins on a Sunday. */
const SUNDAY_MS = Date.UTC(2026, 0, 4)
const FORMS = {
  zh: { weekday: 'narrow', month: 'short' },
  en: { weekday: 'short', month: 'long' },
} as const satisfies Record<Locale, Intl.DateTimeFormatOptions>

/** Monday in China. English is spoken where weeks begin on different days: the browser says which one is meant. */
export function firstWeekdayOf(locale: Locale, browserTags: readonly string[] = navigator.languages): number {
  if (locale === 'zh') return MONDAY
  const tag = browserTags.find((one) => /^en-/i.test(one)) ?? LANGUAGE_TAGS[locale]
  try {
    // Not every browser has it.
    const known = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
    // Here 7 is Sunday.
    return (known.getWeekInfo?.().firstDay ?? SUNDAY) % 7
  } catch {
    return SUNDAY
  }
}

function wordsOf(locale: Locale): CalendarWords {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: 'UTC' })
  const firstWeekday = firstWeekdayOf(locale)
  const weekday = { short: formatter({ weekday: FORMS[locale].weekday }), long: formatter({ weekday: 'long' }) }
  const month = formatter({ month: FORMS[locale].month })
  const [year, monthYear, full] = [
    formatter({ year: 'numeric' }),
    formatter({ year: 'numeric', month: 'long' }),
    formatter({ dateStyle: 'full' }),
  ]
  return {
    firstWeekday,
    weekdays: Array.from({ length: 7 }, (_, index) => {
      const one = new Date(SUNDAY_MS)
      one.setUTCDate(one.getUTCDate() + firstWeekday + index)
      return { short: weekday.short.format(one), long: weekday.long.format(one) }
    }),
    months: Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index))),
    year: (one) => year.format(Date.UTC(one, 0)),
    day: (day) => full.format(new Date(day)),
    month: (day) => monthYear.format(new Date(day)),
  }
}

const known = new Map<Locale, CalendarWords>()

export function calendarWords(locale: Locale): CalendarWords {
  const found = known.get(locale) ?? wordsOf(locale)
  known.set(locale, found)
  return found
}
