// The tab of locks on the page of a customer or an integrator. Its content is loaded when the tab is opened. Only a
// privilege is named here, so that the page does not load the calls of locks.
import { privilege } from '@sealwright/contract'
import { Suspense, lazy } from 'react'
import type { Tab } from '../../../blocks/control/tabs.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import type { ListSearch } from '../../../blocks/list/list-state.ts'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { LocksOwner } from './locks-of.tsx'

const LocksOf = lazy(async () => ({ default: (await import('./locks-of.tsx')).LocksOf }))

/** Search parameters that the tab adds to its page's address. */
export type LocksTabSearch = ListSearch<'keyword' | 'group'>

export function useLocksTab({ title, ...owner }: LocksOwner & { title?: string }): Tab[] {
  const t = usePhrases()
  if (!hasAccess(useSession(), privilege('userLock.view'))) return []
  return [
    {
      key: owner.tab,
      title: title ?? t('userLock.titles.list'),
      content: (
        <Suspense fallback={<SettingsSkeleton rows={3} />}>
          <LocksOf {...owner} />
        </Suspense>
      ),
    },
  ]
}
