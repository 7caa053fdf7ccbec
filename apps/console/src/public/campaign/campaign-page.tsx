// The page of a promotion link: the offer with two ways to take part, or why nobody can take part now, or the license.
// The form stays mounted while a page about the campaign covers it, so that nothing typed is lost. The chosen way is in
// the fragment of the address, so that the back button of a phone leads back to the offer.
import type { CampaignJoined } from '@sealwright/contract'
import { Suspense, lazy, useEffect, useLayoutEffect, useState } from 'react'
import { useTheme } from '../../lib/session/theme.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { PageHead } from '../page/page-head.tsx'
import { removeSkeleton } from '../page/skeleton.ts'
import { ClosedNotice, FaultNotice } from './closed.tsx'
import { Joined } from './joined.tsx'
import { Facts, Heading, Introduction, Ways } from './offer.tsx'
import type { Way } from './offer.tsx'
import { useVisit } from './visit-client.ts'
import page from '../page/page.module.css'
import css from './campaign.module.css'

const loadForms = () => import('./take-part.tsx')
const TakePart = lazy(async () => ({ default: (await loadForms()).TakePart }))

const WAYS: readonly Way[] = ['code', 'password']
const wayOf = (hash: string) => WAYS.find((way) => hash === `#${way}`)

function useWay(): Way | undefined {
  const [way, setWay] = useState(() => wayOf(location.hash))
  useEffect(() => {
    const read = () => setWay(wayOf(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return way
}

export function CampaignPage() {
  const t = usePhrases()
  useTheme()
  const { visited, fault, refresh, showRefusal } = useVisit()
  const [joined, setJoined] = useState<CampaignJoined & { way: Way }>()
  const way = useWay()
  const isLoading = !visited && !fault
  const title = visited && [visited.name, visited.developerName].filter(Boolean).join(' · ')

  useEffect(() => {
    if (title) document.title = title
  }, [title])
  useLayoutEffect(() => {
    if (!isLoading) removeSkeleton()
  }, [isLoading])
  // The forms load while the visitor reads.
  const isOpen = visited?.closed === null
  useEffect(() => {
    if (isOpen) void loadForms().catch(() => undefined) // opening the form tries again
  }, [isOpen])

  if (isLoading)
    return (
      <p className="sw-visually-hidden" role="status">
        {t('activity.visit.loading')}
      </p>
    )
  const isCovered = fault !== undefined || !isOpen
  return (
    <div className={page.page}>
      <PageHead of={visited} />
      <main className={page.main}>
        {fault && <FaultNotice fault={fault} developerName={visited?.developerName} onRetry={refresh} />}
        {!fault && visited?.closed && !joined && (
          <ClosedNotice visited={visited} closed={visited.closed} onStart={refresh} />
        )}
        {visited && joined && <Joined joined={joined} developerName={visited.developerName} />}
        {visited && !joined && (!isCovered || way) && (
          <div className={css.offer} hidden={isCovered}>
            <Heading visited={visited} isSmall={way !== undefined} />
            <div className={css.side}>
              <Facts visited={visited} isSmall={way !== undefined} />
              {way ? (
                <Suspense fallback={<div className={page.formCard} role="status" aria-label={t('shell.loading')} />}>
                  <TakePart
                    way={way}
                    visited={visited}
                    showRefusal={showRefusal}
                    onJoined={(answer) => setJoined({ ...answer, way })}
                  />
                </Suspense>
              ) : (
                <Ways visited={visited} />
              )}
            </div>
            <Introduction visited={visited} />
          </div>
        )}
      </main>
    </div>
  )
}
