// The entries of the licenses in dongles in the screen table. They name their privileges instead of importing the
// calls, as the screens of offline files do.
import { privilege } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

/** `licenseId` and `status` are one value or a JSON array. */
type DongleLicenseFilterName =
  | 'keyword'
  | 'licenseId'
  | 'templateGuid'
  | 'status'
  | 'upgradeStatus'
  | 'lockGuid'
  | 'customerGuid'
  | 'adminUserId'
  | 'integratorGuid'
  | 'startTime'
  | 'endTime'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/pc/license/dongle': ListSearch<DongleLicenseFilterName>
    /** `lockGuid` preselects a lock, `sourcePath` is the page to return to, `issued` names the new packages. */
    '/pc/license/dongle/new': { templateGuid?: string; lockGuid?: string; sourcePath?: string; issued?: string }
    /** `handed` names locks that another page handed over. `task` is a checked batch; `state` and `page` its rows. */
    '/pc/license/dongle/batch': {
      templateGuid?: string
      handed?: string
      task?: string
      state?: string
      page?: string
    }
    '/pc/license/dongle/refresh': { guid: string; sourcePath?: '/pc/license/dongle/view' }
    '/pc/license/dongle/view': { guid: string; tab?: string }
    '/pc/license/dongle/empty': { lockGuid?: string; handed?: string; task?: string; state?: string; page?: string }
  }
}

/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'dongle-license'
const PATH = '/pc/license/dongle'
const search = z.object({ guid: z.uuid() })

export const dongleLicenseScreens = [
  defineScreen({
    path: PATH,
    domain,
    title: 'dongleLicense.titles.list',
    menu: { group: 'license', icon: Usb, order: 4 },
    access: privilege('dongleLicense.view'),
    load: () => import('./list/dongle-license-list.screen.tsx'),
  }),
  defineScreen({
    path: `${PATH}/new`,
    domain,
    title: 'dongleLicense.titles.new',
    parent: PATH,
    access: privilege('dongleLicense.issue'),
    load: () => import('./issue/dongle-new.screen.tsx'),
  }),
  defineScreen({
    path: `${PATH}/batch`,
    domain,
    title: 'dongleLicense.titles.batch',
    parent: PATH,
    access: privilege('dongleLicense.issue'),
    load: () => import('./issue/dongle-batch.screen.tsx'),
  }),
  defineScreen({
    path: `${PATH}/empty`,
    domain,
    title: 'dongleLicense.titles.empty',
    parent: PATH,
    access: privilege('dongleLicense.delete'),
    load: () => import('./issue/dongle-empty.screen.tsx'),
  }),
  defineScreen({
    path: `${PATH}/refresh`,
    domain,
    title: 'dongleLicense.titles.refresh',
    parent: PATH,
    access: privilege('dongleLicense.update'),
    load: () => import('./update/dongle-refresh.screen.tsx'),
    search,
  }),
  defineScreen({
    path: `${PATH}/view`,
    shows: { kind: 'dongleLicense' },
    domain,
    title: 'dongleLicense.titles.view',
    parent: PATH,
    access: privilege('dongleLicense.view'),
    load: () => import('./detail/dongle-license-detail.screen.tsx'),
    search,
  }),
]
