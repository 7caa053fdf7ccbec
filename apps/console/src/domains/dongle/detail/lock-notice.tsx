// What a person has to know about a lock first: the change that waits or is being written, since when, and what happens
// next.
import { LOCK_STATUSES, WAITING_STATUSES, lockGroupOf } from '@sealwright/contract'
import type { LockRow } from '@sealwright/contract'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { hasEnded } from '../list/lock-status.tsx'

export type NoticeName =
  | 'waiting'
  | 'processing'
  | 'activating'
  | 'lost'
  | 'lossProcessing'
  | 'lossLocked'
  | 'locked'
  | 'cancelLost'
  | 'failed'
  | 'ended'

const TONES: Partial<Record<NoticeName, 'warn' | 'bad'>> = {
  lost: 'bad',
  lossProcessing: 'bad',
  lossLocked: 'bad',
  locked: 'warn',
  failed: 'bad',
  ended: 'warn',
}

const S = LOCK_STATUSES
const OWN: Partial<Record<number, NoticeName>> = {
  [S.firstActivation]: 'activating',
  [S.periodicActivation]: 'activating',
  [S.lost]: 'lost',
  [S.lossProcessing]: 'lossProcessing',
  [S.lossLocked]: 'lossLocked',
  [S.locked]: 'locked',
}

/** The notice of a lock; undefined if there is nothing to know. */
export function noticeOf(
  lock: Pick<LockRow, 'status' | 'command' | 'activationEnd' | 'activationMode'>,
): NoticeName | undefined {
  const { status, command } = lock
  const own = OWN[status]
  // A locked lock whose unlocking failed says so.
  if (own && !(own === 'locked' && command?.state === 'failed')) return own
  if (lockGroupOf(status) === 'changing')
    return WAITING_STATUSES.some((waiting) => waiting === status) ? 'waiting' : 'processing'
  if (command?.kind === 'cancelLost' && (command.state === 'waiting' || command.state === 'processing'))
    return 'cancelLost'
  if (command?.state === 'failed') return 'failed'
  return hasEnded(lock) ? 'ended' : undefined
}

/** Notices that are not about a command of an administrator. */
const WITHOUT_COMMAND: readonly NoticeName[] = ['activating', 'ended']

export function LockNotice({ lock }: { lock: LockRow }) {
  const t = usePhrases()
  const format = useFormat()
  const name = noticeOf(lock)
  if (!name) return null
  const { command } = lock
  const words = {
    act: command ? t(`userLock.acts.${command.kind}`) : '',
    failure: command?.failure ? t(`userLock.results.${command.failure}`) : '',
  }
  const told = WITHOUT_COMMAND.includes(name) ? null : command
  return (
    <Notice tone={TONES[name] ?? 'neutral'} title={t(`userLock.detail.notice.${name}.title`, words)}>
      {told && (
        <p>
          {t('userLock.detail.ordered', { by: told.by, time: format.time(told.time) })}
          {told.offlineDays !== null && ` ${t('userLock.detail.commands.toDays', { days: told.offlineDays })}`}
          {told.reason !== null && ` ${t('userLock.detail.because', { reason: told.reason })}`}
        </p>
      )}
      <p>{t(`userLock.detail.notice.${name}.next`, words)}</p>
    </Notice>
  )
}
