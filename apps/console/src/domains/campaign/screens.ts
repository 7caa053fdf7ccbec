// The rows of the screen table for campaigns, their participants, report and blacklist. The addresses say `activity`.
import { activityCalls, blacklistCalls, campaignReportCalls } from '@sealwright/contract'
import { Ban, Gift } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/activity': ListSearch<'name' | 'status' | 'templateGuid'>
    /** `copyOf` is the guid of a campaign to start from. */
    '/activity/new': { copyOf?: string }
    /** Saving leads back to `sourcePath`, or to the list. */
    '/activity/edit': { guid: string; sourcePath?: '/activity/view' }
    '/activity/editOngoing': { guid: string; sourcePath?: '/activity/view' }
    '/activity/view': { guid: string; tab?: string }
    '/activity/user': { guid: string } & ListSearch<
      'account' | 'linkGuid' | 'via' | 'used' | 'isNew' | 'accountType' | 'startTime' | 'endTime'
    >
    /** `period` is a usual period; `startDay` and `endDay` are a period of one's own. Without, the whole campaign. */
    '/activity/chart': {
      guid: string
      period?: string
      startDay?: string
      endDay?: string
      figure?: string
      view?: 'table'
    }
    '/activity/blacklist': ListSearch<'kind' | 'value' | 'tab' | 'entryGuid' | 'guid'>
  }
}

const search = z.object({ guid: z.uuid() })
const below = { domain: 'campaign', parent: '/activity', search } as const

export const campaignScreens = [
  ...entityScreens({
    domain: 'campaign',
    kind: 'activity',
    titles: 'activity.titles',
    menu: { group: 'marketing', icon: Gift, order: 1 },
    list: {
      path: '/activity',
      access: activityCalls.find.access,
      load: () => import('./manage/campaign-list.screen.tsx'),
    },
    new: {
      path: '/activity/new',
      access: activityCalls.create.access,
      load: () => import('./manage/campaign-new.screen.tsx'),
    },
    edit: {
      path: '/activity/edit',
      access: activityCalls.update.access,
      load: () => import('./manage/campaign-edit.screen.tsx'),
    },
    view: {
      path: '/activity/view',
      access: activityCalls.get.access,
      load: () => import('./manage/campaign-detail.screen.tsx'),
    },
  }),
  defineScreen({
    ...below,
    path: '/activity/editOngoing',
    title: 'activity.titles.editOngoing',
    access: activityCalls.updateOngoing.access,
    load: () => import('./manage/campaign-adjust.screen.tsx'),
  }),
  defineScreen({
    ...below,
    path: '/activity/user',
    title: 'activity.titles.user',
    access: campaignReportCalls.findUsers.access,
    load: () => import('./report/participants.screen.tsx'),
  }),
  defineScreen({
    ...below,
    path: '/activity/chart',
    title: 'activity.titles.chart',
    access: campaignReportCalls.chart.access,
    load: () => import('./report/chart.screen.tsx'),
  }),
  defineScreen({
    path: '/activity/blacklist',
    domain: 'campaign',
    title: 'activity.titles.blacklist',
    menu: { group: 'marketing', icon: Ban, order: 4 },
    access: blacklistCalls.findBlacklist.access,
    load: () => import('./blacklist/blacklist.screen.tsx'),
  }),
]
