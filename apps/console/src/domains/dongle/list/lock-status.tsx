// The status tag of a lock, with the same tone on every screen, and its activation in words.
import { LOCK_MODES, lockGroupOf, lockStatusName } from '@sealwright/contract'
import type { LockGroup, LockRow } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'

export const GROUP_TONES: Record<LockGroup, Tone> = {
  notActivated: 'neutral',
  normal: 'ok',
  changing: 'brand',
  lost: 'bad',
  locked: 'warn',
}

export function LockStatusTag({ status }: { status: number }) {
  const t = usePhrases()
  return (
    <StatusTag tone={GROUP_TONES[lockGroupOf(status)]}>{t(`userLock.statuses.${lockStatusName(status)}`)}</StatusTag>
  )
}

/** The name of a status, and its phase in brackets apart from it, for narrow columns. */
export function statusParts(words: string): { name: string; phase: string | undefined } {
  const [, name = words, phase] = /^(.+?)\s*[（(](.+)[)）]$/.exec(words) ?? []
  return { name, phase }
}

/** The status in two lines. */
export function LockStatusCell({ status }: { status: number }) {
  const t = usePhrases()
  const { name, phase } = statusParts(t(`userLock.statuses.${lockStatusName(status)}`))
  return (
    <TwoLines below={phase ?? false}>
      <StatusTag tone={GROUP_TONES[lockGroupOf(status)]}>{name}</StatusTag>
    </TwoLines>
  )
}

export const modeName = (mode: number) => (mode === LOCK_MODES.permanent ? 'permanent' : 'activation')

export const isPermanent = ({ activationMode }: Pick<LockRow, 'activationMode'>) =>
  activationMode === LOCK_MODES.permanent

export const hasEnded = ({ activationEnd, ...lock }: Pick<LockRow, 'activationEnd' | 'activationMode'>) =>
  !isPermanent(lock) && activationEnd !== null && Date.parse(activationEnd) <= Date.now()
