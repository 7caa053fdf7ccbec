// A point in time as a person types it and as the field shows it again. Reading is forgiving about separators, missing
// zeros and the full-width characters of an input method. What is shown is read back as the same instant: a time format
// without seconds grows where it would hide part of the value.
import { LIMITS, SECOND_MS, TIME_FORMATS, isMoment, momentOf, wallTime } from '@sealwright/contract'
import type { TimeFormat } from '@sealwright/contract'
import { dayOf } from './calendar-days.ts'

/** What a bare day means: its first second, or its last one. */
export type Edge = 'start' | 'end'

const SEPARATED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?:?)?$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?: ?(\d\d):?(\d\d)(?::?(\d\d))?)?$/

/** In these years an instant has a year of four digits in every zone, so that it can be shown and read again. */
const isShowable = (text: string) => isMoment(text) && /^(?!0|9999)/.test(text)

const two = (digits: string) => digits.padStart(2, '0')

/** `2027-01-05`, or that with a time, as the contract reads it; undefined for a text that is no date. */
function spelledOut(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim()
  if (isShowable(text)) return text
  const plain = text
    .replaceAll(/\s*[年月/.。–—]\s*/g, '-')
    .replaceAll(/\s*[时時点點分:]\s*/g, ':')
    .replaceAll(/[日秒T\s]+/g, ' ')
    .trim()
  const [, year, month = '', day = '', hour, minute = '0', second] = SEPARATED.exec(plain) ?? COMPACT.exec(plain) ?? []
  if (year === undefined) return undefined
  const time = hour === undefined ? '' : ` ${two(hour)}:${two(minute)}${second === undefined ? '' : `:${two(second)}`}`
  const moment = `${year}-${two(month)}-${two(day)}${time}`
  return isShowable(moment) ? moment : undefined
}

export function readMoment(typed: string, edge: Edge, zone: string): Date | undefined {
  const moment = spelledOut(typed)
  return moment === undefined ? undefined : momentOf(moment, edge, zone)
}

/** A day that the product knows; a time beside it is left out. */
export function readDay(typed: string): string | undefined {
  const day = dayOf(spelledOut(typed) ?? '')
  return day >= LIMITS.date.earliest && day <= LIMITS.date.latest ? day : undefined
}

/** In the person's format, or as much longer as the value needs. */
export function momentText(instant: Date, edge: Edge, zone: string, format: TimeFormat): string {
  const wall = wallTime(instant, zone).replace('T', ' ')
  const seconds = Math.floor(instant.getTime() / SECOND_MS)
  const texts = TIME_FORMATS.filter(({ length }) => length >= format.length).map(({ length }) => wall.slice(0, length))
  return texts.find((text) => momentOf(text, edge, zone).getTime() === seconds * SECOND_MS) ?? wall
}
