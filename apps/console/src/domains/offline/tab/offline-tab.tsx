// The offline tab of a license's page. Its content is loaded when the tab is opened. Only the access of a call is named
// here, so that the page does not load the calls.
import { exchangeCalls } from '@sealwright/contract'
import { Suspense, lazy } from 'react'
import type { Tab } from '../../../blocks/control/tabs.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { OfflineLicense } from './license-offline.tsx'

const LicenseOffline = lazy(async () => ({ default: (await import('./license-offline.tsx')).LicenseOffline }))

/** No tab for licenses that live in the network, and for people who may not see exchanges. */
export function useOfflineTab(license: OfflineLicense & { isCloud: boolean }): Tab[] {
  const t = usePhrases()
  const canSee = hasAccess(useSession(), exchangeCalls.find.access)
  if (!canSee || license.isCloud) return []
  return [
    {
      key: 'offline',
      title: t('offline.tab.title'),
      content: (
        <Suspense fallback={<SettingsSkeleton rows={2} />}>
          <LicenseOffline {...license} />
        </Suspense>
      ),
    },
  ]
}
