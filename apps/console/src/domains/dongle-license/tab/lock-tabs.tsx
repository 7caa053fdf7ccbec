// The tabs of a lock's page about its licenses and packages. Their content is loaded when a tab is opened.
import { Suspense, lazy } from 'react'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'

const Licenses = lazy(async () => ({ default: (await import('./lock-licenses.tsx')).LicensesOfLock }))
const Records = lazy(async () => ({ default: (await import('../upgrade/upgrade-records.tsx')).UpgradeRecords }))

interface OfLock {
  lockGuid: string
}

export const LockLicenses = ({ lockGuid }: OfLock) => (
  <Suspense fallback={<SettingsSkeleton rows={2} />}>
    <Licenses lockGuid={lockGuid} />
  </Suspense>
)

export const LockUpgrades = ({ lockGuid }: OfLock) => (
  <Suspense fallback={<SettingsSkeleton rows={2} />}>
    <Records lockGuid={lockGuid} />
  </Suspense>
)
