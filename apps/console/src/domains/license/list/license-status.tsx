// The status tag of a license, with the same tone on every screen.
import { licenseStatusName } from '@sealwright/contract'
import type { LicenseStatusName } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

const TONES: Record<LicenseStatusName, Tone> = {
  unbound: 'brand',
  bound: 'ok',
  locked: 'warn',
  expired: 'bad',
  replaced: 'neutral',
  deleting: 'neutral',
  deleted: 'neutral',
  approving: 'violet',
  rejected: 'bad',
  partlyExpired: 'warn',
}

export function LicenseStatusTag({ status }: { status: number }) {
  const t = usePhrases()
  const name = licenseStatusName(status)
  return <StatusTag tone={TONES[name]}>{t(`license.statuses.${name}`)}</StatusTag>
}
