// The lending tab of a code's page. Its content is loaded when the tab is opened.
import { lendingCalls } from '@sealwright/contract'
import { Suspense, lazy } from 'react'
import type { Tab } from '../../../blocks/control/tabs.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { LendingLicense } from './license-lending.tsx'

const LicenseLending = lazy(async () => ({ default: (await import('./license-lending.tsx')).LicenseLending }))

interface TabbedLicense extends LendingLicense {
  /** Whether licenses of this kind can lend at all. */
  canLend: boolean
  /** The terms of the license. */
  lends: boolean
}

/** A tab for codes that lend. A code that no longer lends keeps it while seats are lent or somebody lends them. */
export function useLendingTab({ canLend, lends, ...license }: TabbedLicense): Tab[] {
  const t = usePhrases()
  const canSee = useCan(lendingCalls.seats) && canLend
  const { licenseGuid } = license
  const { data: seats } = useAnswer(lendingCalls.seats, { licenseGuid }, { enabled: canSee && !lends })
  const isInUse = seats !== undefined && (seats.lent > 0 || seats.late > 0 || seats.administrators.length > 0)
  if (!canSee || !(lends || isInUse)) return []
  return [
    {
      key: 'lending',
      title: t('lending.titles.list'),
      content: (
        <Suspense fallback={<SettingsSkeleton rows={3} />}>
          <LicenseLending {...license} />
        </Suspense>
      ),
    },
  ]
}
