// Pure decisions about messages: the text, the ways of a reader, and when a mail is due.
import { audienceOf, daysAfter, initialWay, instantOf, localDay } from '@sealwright/contract'
import type { MessageKind, MessageWay, QuietHours } from '@sealwright/contract'
import type { PhraseParams, Sentences } from '@sealwright/phrases'
import type { MessageParams } from '../../kernel/notify.ts'
import type { MailHours, Person, Ways } from './message.kind.ts'

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

/** Whether a person can get messages of a kind. Members of integrators get only messages to persons. */
export function canGet({ isSuper, privileges, integratorGuid }: Person, kind: MessageKind): boolean {
  const audience = audienceOf(kind)
  if (audience === 'person') return true
  return integratorGuid === null && (isSuper || (audience !== 'super' && privileges.has(audience)))
}

/** The first instant after `now` with this time of day. */
function nextAt(now: Date, clock: string, zone: string): Date {
  const day = localDay(now, zone)
  const today = instantOf(`${day}T${clock}:00`, zone)
  return today > now ? today : instantOf(`${daysAfter(day, 1)}T${clock}:00`, zone)
}

/**
 * The end of the last quiet hours that began. Compares instants, not times of day: when the clocks go back, some times
 * of day come twice, and quiet hours that are over stay over.
 */
function lastQuietEnd(now: Date, { from, until }: QuietHours, zone: string): Date {
  const day = localDay(now, zone)
  const today = instantOf(`${day}T${from}:00`, zone)
  return nextAt(today <= now ? today : instantOf(`${daysAfter(day, -1)}T${from}:00`, zone), until, zone)
}

/** When a mail of this moment is sent; null for at once. A daily mail whose hour is quiet waits as well. */
export function dueAt(now: Date, { quietHours, dailyHour, timeZone }: MailHours): Date | null {
  const planned = dailyHour === null ? now : nextAt(now, `${String(dailyHour).padStart(2, '0')}:00`, timeZone)
  const quietEnd = quietHours && lastQuietEnd(planned, quietHours, timeZone)
  if (quietEnd && quietEnd > planned) return quietEnd
  return dailyHour === null ? null : planned
}
