// The first tab of the integration page: the values of programs. A person without access to them is led to the first
// tab that they may open; so is an address that names a tab.
import { useEffect } from 'react'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { goToHref, useSearchOf } from '../../lib/place/navigate.tsx'
import { IntegrationPage } from './integration-page.tsx'
import { Program } from './program.tsx'
import { useIntegrationTabs } from './tabs.ts'

export function Screen() {
  const { tab } = useSearchOf('/integration')
  const tabs = useIntegrationTabs()
  const wanted = tabs.find(({ key }) => key === tab) ?? tabs[0]
  const elsewhere = wanted && wanted.key !== 'program' ? wanted.path : undefined
  useEffect(() => {
    if (elsewhere) goToHref(elsewhere, { replace: true })
  }, [elsewhere])
  return <IntegrationPage tab="program">{elsewhere ? <SettingsSkeleton rows={4} /> : <Program />}</IntegrationPage>
}
