// A value of a check in words: 3 hours, 12.5 GB, 80%.
import { healthUnit } from '@sealwright/contract'
import type { HealthValueName, Locale } from '@sealwright/contract'
import type { Format } from '../../lib/words/i18n.tsx'

const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Chinese phrases have a space between a number and a word. */
const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')

function inUnit(value: number, unit: string, locale: Locale): string {
  return spaced(
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value),
  )
}

function span(seconds: number, locale: Locale): string {
  // Hours up to two days: the rules for backups count in hours.
  const [unit, size] = SPANS.find(([name, step]) => seconds >= (name === 'day' ? 2 * step : step)) ?? SPANS[3]
  return inUnit(Math.floor(seconds / size), unit, locale)
}

export function amount(name: HealthValueName, value: number, locale: Locale, format: Format): string {
  switch (healthUnit(name)) {
    case 'seconds':
      return span(value, locale)
    case 'days':
      return inUnit(value, 'day', locale)
    case 'milliseconds':
      return inUnit(value, 'millisecond', locale)
    case 'bytes':
      return format.bytes(value)
    case 'ratio':
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
    case 'count':
    case 'flag':
      return format.number(value)
  }
}
