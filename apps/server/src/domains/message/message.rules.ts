// Pure decisions about messages: the text, the ways of a reader, and when a mail is due.
import { DAY_MS, initialWay, instantOf, wallTime } from '@sealwright/contract'
import type { MessageKind, MessageWay, QuietHours } from '@sealwright/contract'
import type { PhraseParams, Sentences } from '@sealwright/phrases'
import type { MessageParams } from '../../kernel/notify.ts'
import type { MailHours, Ways } from './message.kind.ts'

interface Worded {
  kind: MessageKind
  params: MessageParams
}

const spelled = (say: Sentences, params: MessageParams): PhraseParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? say(value.phrase, spelled(say, value.params ?? {})) : value,
    ]),
  )

export function wordsOf(say: Sentences, { kind, params }: Worded): { title: string; text: string } {
  const values = spelled(say, params)
  return { title: say(`message.kinds.${kind}.title`, values), text: say(`message.kinds.${kind}.body`, values) }
}

export const wayOf = (ways: Ways, kind: MessageKind): MessageWay => ways[kind] ?? initialWay(kind)
export const showsInConsole = (way: MessageWay) => way === 'both' || way === 'console'
export const sendsMail = (way: MessageWay) => way === 'both' || way === 'mail'

const DAY_LENGTH = 'YYYY-MM-DD'.length
const dayOf = (instant: Date, zone: string) => wallTime(instant, zone).slice(0, DAY_LENGTH)
const daysFrom = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, DAY_LENGTH)

/** The first instant after `now` with this time of day. */
function nextAt(now: Date, clock: string, zone: string): Date {
  const day = dayOf(now, zone)
  const today = instantOf(`${day}T${clock}:00`, zone)
  return today > now ? today : instantOf(`${daysFrom(day, 1)}T${clock}:00`, zone)
}

/**
 * The end of the last quiet hours that began. Compares instants, not times of day: when the clocks go back, some times
 * of day come twice, and quiet hours that are over stay over.
 */
function lastQuietEnd(now: Date, { from, until }: QuietHours, zone: string): Date {
  const day = dayOf(now, zone)
  const today = instantOf(`${day}T${from}:00`, zone)
  return nextAt(today <= now ? today : instantOf(`${daysFrom(day, -1)}T${from}:00`, zone), until, zone)
}

/** When a mail of this moment is sent; null for at once. A daily mail whose hour is quiet waits as well. */
export function dueAt(now: Date, { quietHours, dailyHour, timeZone }: MailHours): Date | null {
  const planned = dailyHour === null ? now : nextAt(now, `${String(dailyHour).padStart(2, '0')}:00`, timeZone)
  const quietEnd = quietHours && lastQuietEnd(planned, quietHours, timeZone)
  if (quietEnd && quietEnd > planned) return quietEnd
  return dailyHour === null ? null : planned
}
