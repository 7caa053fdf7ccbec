// Times in the words of a visitor, in the zone of the browser.
import type { Translate } from '../../lib/words/i18n.tsx'

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

function parts(t: Translate, iso: string) {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    year: String(at.getFullYear()),
    month: t(`visitor.months.${MONTHS[at.getMonth()] ?? '1'}`),
    day: String(at.getDate()),
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

export const timeWords = (t: Translate, iso: string) => t('visitor.dateTime', parts(t, iso))

/** The day of a time. */
export function dateWords(t: Translate, iso: string): string {
  const { time: _time, ...day } = parts(t, iso)
  return t('visitor.date', day)
}

/** The last day of a term: one that ends at midnight ends with the day before. */
export const dayWords = (t: Translate, iso: string) => dateWords(t, new Date(Date.parse(iso) - 1).toISOString())
