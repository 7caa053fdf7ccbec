// The rows of the screen table for approval flows, and for requests: the same three screens for each license family.
import { LICENSE_FAMILIES, approveCalls, auditPath, licensePrivilege, privilege } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { Cpu, KeyRound, UserRound, Waypoints } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import { defineScreen } from '../../lib/place/screen.ts'

type AuditPath = ReturnType<typeof auditPath>

type AuditSearch = {
  /** `view` is the open tab. */
  [Path in AuditPath]: ListSearch<'view' | 'event' | 'state' | 'requesterId' | 'keyword' | 'startTime' | 'endTime'>
} & { [Path in `${AuditPath}/view`]: { guid: string; tab?: string; page?: string } } & {
  /** For an approver who edits codes, and for a requester who submits again. */
  [Path in `${AuditPath}/edit`]: { guid: string }
}

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch extends AuditSearch {
    '/approveList': ListSearch<'name' | 'family' | 'event' | 'isOn'>
    /** `copyOf` is the guid of a flow to start from. */
    '/approve/create': { copyOf?: string }
    /** `version` is an earlier version. */
    '/approve/view': { guid: string; version?: string; tab?: string }
    /** Saving leads back to `sourcePath`, or to the list. */
    '/approve/edit': { guid: string; sourcePath?: '/approve/view' }
  }
}

const ICONS: Record<LicenseFamily, LucideIcon> = { smart: Cpu, account: UserRound, sn: KeyRound }
const ORDER: Record<LicenseFamily, number> = { account: 1, sn: 2, smart: 3 }
const search = z.object({ guid: z.uuid() })

// Requesters see their own requests, so the rights to issue and to update a family open its pages too.
const requestScreens = LICENSE_FAMILIES.flatMap((family) => {
  const path = auditPath(family)
  const below = {
    domain: 'approval',
    parent: path,
    access: privilege(
      'audit.view',
      'audit.decide',
      licensePrivilege(family, 'issue'),
      licensePrivilege(family, 'update'),
    ),
    search,
  } as const
  return [
    defineScreen({
      path,
      domain: 'approval',
      title: `audit.titles.${family}`,
      menu: { group: 'approval', icon: ICONS[family], order: ORDER[family] },
      access: below.access,
      load: async () => (await import('./request/request-queue.screen.tsx')).loadedOf(family),
    }),
    defineScreen({
      ...below,
      path: `${path}/view`,
      title: 'audit.titles.view',
      shows: { kind: 'audit' },
      load: async () => ({ Screen: (await import('./request/request-detail.screen.tsx')).screenOf(family) }),
    }),
    defineScreen({
      ...below,
      path: `${path}/edit`,
      title: 'audit.titles.edit',
      load: async () => ({ Screen: (await import('./request/request-edit.screen.tsx')).screenOf(family) }),
    }),
  ]
})

const flowScreens = entityScreens({
  domain: 'approval',
  kind: 'approve',
  titles: 'approve.titles',
  menu: { group: 'approval', icon: Waypoints, order: 4 },
  list: {
    path: '/approveList',
    access: approveCalls.find.access,
    load: () => import('./flow/flow-list.screen.tsx'),
  },
  new: {
    path: '/approve/create',
    access: approveCalls.create.access,
    load: () => import('./flow/flow-new.screen.tsx'),
  },
  edit: {
    path: '/approve/edit',
    access: approveCalls.update.access,
    load: () => import('./flow/flow-edit.screen.tsx'),
  },
  view: {
    path: '/approve/view',
    access: approveCalls.get.access,
    load: () => import('./flow/flow-detail.screen.tsx'),
  },
})

export const approvalScreens = [...requestScreens, ...flowScreens]
