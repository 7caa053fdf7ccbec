// Reviews of e-mail templates.
import { emailTemplateDesk } from '@sealwright/contract'
import { MailCheck } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/reviews': ListSearch<'status' | 'type' | 'developerId'>
    '/platform/reviews/view': { guid: string; tab?: string }
  }
}

export const reviewScreens = [
  defineDeskScreen({
    path: '/platform/reviews',
    domain: 'review',
    title: 'review.titles.list',
    entry: { group: 'review', icon: MailCheck, order: 10, waiting: 'reviews' },
    access: emailTemplateDesk.find.access,
    load: () => import('./review-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/reviews/view',
    parent: '/platform/reviews',
    domain: 'review',
    title: 'review.titles.view',
    access: emailTemplateDesk.get.access,
    load: () => import('./review-detail.screen.tsx'),
    search: z.object({ guid: z.uuid() }),
  }),
]
