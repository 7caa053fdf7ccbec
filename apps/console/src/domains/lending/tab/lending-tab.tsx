// The lending tab of a code's page. Its content is loaded when the tab is opened. Only the access of a call is named
// here, so that the page does not load the calls of lending.
import { lendingCalls } from '@sealwright/contract'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Tab } from '../../../blocks/control/tabs.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { LendingLicense } from './license-lending.tsx'

const load = () => import('./license-lending.tsx')
const LicenseLending = lazy(async () => ({ default: (await load()).LicenseLending }))

interface TabbedLicense extends LendingLicense {
  /** The term of the license. Null where licenses never lend. */
  lending: boolean | null
}

/** Whether a code that no longer lends still has loans or administrators. */
function useLeftovers(licenseGuid: string, isAsked: boolean): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!isAsked) return undefined
    let isGone = false
    const look = async () => {
      const has = await (await load()).hasLeftovers(licenseGuid)
      if (!isGone) setFound(has)
    }
    // Without an answer there is no tab; the page works without it.
    void look().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [licenseGuid, isAsked])
  return isAsked && found
}

/** A tab for codes that lend, and for those that stopped lending while something is lent. */
export function useLendingTab({ lending, ...license }: TabbedLicense): Tab[] {
  const t = usePhrases()
  const canSee = hasAccess(useSession(), lendingCalls.seats.access)
  const hasLeftovers = useLeftovers(license.licenseGuid, canSee && lending === false)
  if (!canSee || !(lending || hasLeftovers)) return []
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
