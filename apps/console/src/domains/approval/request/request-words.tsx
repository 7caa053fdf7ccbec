// The words of approval requests that the queue and the pages share: state, step, people, subject and expiry.
import { DAY_MS, shownSerial } from '@sealwright/contract'
import type { AuditRow, RequestState } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'

const TONES: Record<RequestState, Tone> = {
  gathering: 'neutral',
  waiting: 'violet',
  applying: 'brand',
  approved: 'ok',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'warn',
}
const NAMED = 3
const SOON_DAYS = 3

export function RequestStateTag({ state }: { state: RequestState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`audit.states.${state}`)}</StatusTag>
}

/** The first names, and the number of the others. */
function peopleWords(t: Translate, people: readonly { name: string }[]): string {
  if (people.length === 0) return t('audit.queue.nobody')
  const names = people.slice(0, NAMED).map(({ name }) => name)
  const joined = names.join(t('blocks.list.comma'))
  const more = people.length - names.length
  return more > 0 ? t('audit.queue.people', { names: joined, more }) : joined
}

/** The present step; of a waiting request, also the people who can decide. */
export function stepWords(t: Translate, { state, step, steps, waitsFor }: AuditRow): string {
  const position = `${step} / ${steps}`
  return state === 'waiting' ? t('audit.queue.waitsFor', { position, names: peopleWords(t, waitsFor) }) : position
}

type Subject = Pick<AuditRow, 'family' | 'subject' | 'count'>

/** A code shows in groups. */
const firstOf = ({ family, subject }: Subject) => (family === 'account' ? subject : shownSerial(family, subject))

/** The first license, and the number of the others in words. */
export const subjectWords = (t: Translate, row: Subject) =>
  row.count > 1 ? t('audit.queue.andMore', { subject: firstOf(row), more: row.count - 1 }) : firstOf(row)

/** The same for a narrow column. */
export const shortSubject = (row: Subject) => (row.count > 1 ? `${firstOf(row)} +${row.count - 1}` : firstOf(row))

/** The days until a waiting request expires, if they are few. */
export function daysLeft({ state, expireTime }: Pick<AuditRow, 'state' | 'expireTime'>): number | undefined {
  const days = Math.max(0, Math.floor((Date.parse(expireTime) - Date.now()) / DAY_MS))
  return state === 'waiting' && days < SOON_DAYS ? days : undefined
}
