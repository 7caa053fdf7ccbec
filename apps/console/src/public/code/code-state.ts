// What a code is worth now, in the words of a customer, and how long it lasts.
import { licenseStatusName } from '@sealwright/contract'
import type { ShownCode } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'
import { dateWords, dayWords } from '../page/visitor-time.ts'

export type CodeState =
  | 'inForce'
  | 'notStarted'
  | 'locked'
  | 'expired'
  | 'partlyExpired'
  | 'replaced'
  | 'deleted'
  | 'waiting'

export type CodeTone = 'ok' | 'warn' | 'bad' | 'plain'

export const CODE_TONES: Record<CodeState, CodeTone> = {
  inForce: 'ok',
  notStarted: 'warn',
  locked: 'bad',
  expired: 'bad',
  partlyExpired: 'warn',
  replaced: 'plain',
  deleted: 'plain',
  waiting: 'warn',
}

type Timed = Pick<ShownCode, 'status' | 'startTime' | 'expireTime' | 'startsWithUse'>

export function codeStateOf({ status, startTime, expireTime }: Timed, now: number): CodeState {
  const name = licenseStatusName(status)
  switch (name) {
    case 'locked':
    case 'expired':
    case 'replaced':
    case 'deleted':
      return name
    case 'deleting':
      return 'deleted'
    case 'approving':
    case 'rejected':
      return 'waiting'
    default:
      // The end comes by the clock, also while the page is open.
      if (expireTime !== null && Date.parse(expireTime) <= now) return 'expired'
      if (startTime !== null && Date.parse(startTime) > now) return 'notStarted'
      return name === 'partlyExpired' ? 'partlyExpired' : 'inForce'
  }
}

export function termOf(t: Translate, { startTime, expireTime, startsWithUse }: Timed, now: number): string {
  if (expireTime === null && startsWithUse) return t('codePage.code.withUse')
  const starts = startTime !== null && Date.parse(startTime) > now ? dateWords(t, startTime) : undefined
  if (expireTime === null) return starts ? t('codePage.code.starts', { date: starts }) : t('codePage.code.forever')
  const end = dayWords(t, expireTime)
  return starts ? t('codePage.code.between', { start: starts, end }) : t('codePage.code.until', { date: end })
}
