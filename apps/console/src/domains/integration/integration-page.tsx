// The frame of the integration page: its heading and its tabs. A tab is a screen of its own, so choosing one leads to
// its address.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { Tabs } from '../../blocks/control/tabs.tsx'
import { goToHref } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './integration.css'
import { useIntegrationTabs } from './tabs.ts'
import type { IntegrationTab } from './tabs.ts'

/** Set while a chosen tab is loading: its page takes over the focus, so that the arrow keys go on. */
let isMoving = false

interface IntegrationPageProps {
  tab: IntegrationTab
  /** The primary action of the tab. */
  actions?: ReactNode
  children: ReactNode
}

export function IntegrationPage({ tab, actions, children }: IntegrationPageProps) {
  const t = usePhrases()
  const page = useRef<HTMLDivElement>(null)
  const tabs = useIntegrationTabs()
  useEffect(() => {
    if (isMoving) page.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
    isMoving = false
  }, [])
  return (
    <div ref={page} className="integration-page">
      <PageHead title={t('integration.titles.index')} sentence={t('integration.sentence')} actions={actions} />
      <Tabs
        label={t('integration.titles.index')}
        open={tab}
        onOpen={(key) => {
          const to = tabs.find((one) => one.key === key)
          if (!to || key === tab) return
          isMoving = true
          goToHref(to.path)
        }}
        tabs={tabs.map(({ key }) => ({
          key,
          title: t(`integration.tabs.${key}`),
          content: key === tab && children,
        }))}
      />
    </div>
  )
}
