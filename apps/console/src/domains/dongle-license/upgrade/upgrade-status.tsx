// The status tags of packages and of licenses in dongles, with the same tone on every screen. A failed package tells
// why.
import { dongleLicenseStatusName, upgradeStatusName } from '@sealwright/contract'
import type { DongleLicenseStatusName, LockResult, UpgradeStatusName } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'

const UPGRADE_TONES: Record<UpgradeStatusName, Tone> = {
  waiting: 'brand',
  downloaded: 'violet',
  withdrawn: 'neutral',
  upgraded: 'ok',
  failed: 'bad',
  notReported: 'warn',
}

const TONES: Record<DongleLicenseStatusName, Tone> = { notUpgraded: 'brand', upgraded: 'ok', expired: 'bad' }

export function UpgradeStatusTag({ status }: { status: number }) {
  const t = usePhrases()
  const name = upgradeStatusName(status)
  return <StatusTag tone={UPGRADE_TONES[name]}>{t(`dongleLicense.upgradeStatuses.${name}`)}</StatusTag>
}

/** The status above the reason why the lock did not write it. */
export function UpgradeStatus({ status, reason }: { status: number; reason: LockResult | null }) {
  const t = usePhrases()
  return (
    <TwoLines
      className="upgrade-reason"
      below={reason !== null && reason !== 'done' && t(`userLock.results.${reason}`)}
    >
      <UpgradeStatusTag status={status} />
    </TwoLines>
  )
}

export function DongleLicenseStatusTag({ status }: { status: number }) {
  const t = usePhrases()
  const name = dongleLicenseStatusName(status)
  return <StatusTag tone={TONES[name]}>{t(`dongleLicense.statuses.${name}`)}</StatusTag>
}
