// The license screens' entries in the screen table: the same screens for each of the three families, and two batch
// screens.
import { LICENSE_FAMILIES } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { Cpu, KeyRound, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import { PLACES } from './license-places.ts'
import type { LicensePath } from './license-places.ts'

/** `tagGuids` is a JSON array. */
type LicenseFilterName =
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
  | 'orderGuid'
  | 'delivered'
  | 'startTime'
  | 'endTime'
  | 'expiringDays'
  | 'expireStart'
  | 'expireEnd'

type LicenseSearch = { [Path in LicensePath]: ListSearch<LicenseFilterName> } & {
  /**
   * `templateGuid` preselects the template, `userGuid` or `customerGuid` the recipient. `sourcePath` is the page to
   * return to, if it is not the list. `issued` identifies the licenses that were just issued, `task` a checked batch;
   * `state` and `page` select the rows of that batch.
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
  /** `sourcePath` is the page to return to after saving, if it is not the list. */
  [Path in `${LicensePath}/refresh`]: { guid: string; sourcePath?: `${LicensePath}/view` }
} & { [Path in `${LicensePath}/view`]: { guid: string; tab?: string; page?: string } }

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch extends LicenseSearch {
    /**
     * `handed` names the users that another page handed over (issue/handed-users.ts), and `sourcePath` is that page.
     * `task` is a checked batch; `state` and `page` select its rows.
     */
    '/pc/license/account/batch': {
      templateGuid?: string
      handed?: string
      sourcePath?: string
      task?: string
      state?: string
      page?: string
    }
    /** `guids` is a JSON array. */
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
      shows: { kind: `${family}License` },
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
