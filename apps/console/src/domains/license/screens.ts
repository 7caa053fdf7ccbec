// The license screens' rows of the screen table: three families, the same screens each, and two of batches.
import { LICENSE_FAMILIES } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { Cpu, KeyRound, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import { PLACES } from './license-places.ts'
import type { LicensePath } from './license-places.ts'

/** `tagGuids` is an array, spelled in JSON. */
export type LicenseFilterName =
  | 'keyword'
  | 'licenseId'
  | 'templateGuid'
  | 'status'
  | 'effective'
  | 'source'
  | 'adminUserId'
  | 'tagGuids'
  | 'customerGuid'
  | 'integratorGuid'
  | 'delivered'
  | 'startTime'
  | 'endTime'
  | 'expiringDays'

type LicenseSearch = { [Path in LicensePath]: ListSearch<LicenseFilterName> } & {
  /**
   * `templateGuid` chooses the template, `userGuid` and `customerGuid` for whom; `sourcePath` is where it leads back
   * to, when it is not the list. `issued` is what was just issued; `task` a batch that was checked, of which `state`
   * and `page` say which rows are shown.
   */
  [Path in `${LicensePath}/new`]: {
    templateGuid?: string
    userGuid?: string
    customerGuid?: string
    sourcePath?: string
    issued?: string
    task?: string
    state?: string
    page?: string
  }
} & {
  /** `sourcePath` is where saving leads back to, when it is not the list. */
  [Path in `${LicensePath}/refresh`]: { guid: string; sourcePath?: `${LicensePath}/view` }
} & { [Path in `${LicensePath}/view`]: { guid: string; tab?: string; page?: string } }

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch extends LicenseSearch {
    /** `task` is a batch that was checked; `state` and `page` say which of its rows are shown. */
    '/pc/license/account/batch': { templateGuid?: string; task?: string; state?: string; page?: string }
    /** `guids` is an array, spelled in JSON. */
    '/pc/license/sn/batchUpdate': { guids?: string }
  }
}

const ICONS: Record<LicenseFamily, LucideIcon> = { smart: Cpu, account: UserRound, sn: KeyRound }
const search = z.object({ guid: z.uuid() })

const familyScreens = LICENSE_FAMILIES.flatMap((family, index) => {
  const { path, access } = PLACES[family]
  return [
    defineScreen({
      path,
      domain: 'license',
      title: `license.families.${family}`,
      menu: { group: 'license', icon: ICONS[family], order: index + 1 },
      access: access.view,
      load: async () => (await import('./list/license-list.screen.tsx')).loadedOf(family),
    }),
    defineScreen({
      path: `${path}/new`,
      domain: 'license',
      title: `license.issue.titles.${family}`,
      parent: path,
      access: access.issue,
      load: async () => ({ Screen: (await import('./issue/license-new.screen.tsx')).screenOf(family) }),
    }),
    defineScreen({
      path: `${path}/view`,
      domain: 'license',
      title: `license.list.titles.view.${family}`,
      parent: path,
      access: access.view,
      load: async () => ({ Screen: (await import('./detail/license-detail.screen.tsx')).screenOf(family) }),
      search,
    }),
    defineScreen({
      path: `${path}/refresh`,
      domain: 'license',
      title: `license.detail.titles.refresh.${family}`,
      parent: path,
      access: access.update,
      load: async () => ({ Screen: (await import('./update/license-refresh.screen.tsx')).screenOf(family) }),
      search,
    }),
  ]
})

export const licenseScreens = [
  ...familyScreens,
  defineScreen({
    path: '/pc/license/account/batch',
    domain: 'license',
    title: 'license.issue.batch.title',
    parent: PLACES.account.path,
    access: PLACES.account.access.issue,
    load: () => import('./issue/license-batch.screen.tsx'),
  }),
  defineScreen({
    path: '/pc/license/sn/batchUpdate',
    domain: 'license',
    title: 'license.detail.titles.batchUpdate',
    parent: PLACES.sn.path,
    access: PLACES.sn.access.update,
    load: () => import('./update/license-batch-update.screen.tsx'),
  }),
]
