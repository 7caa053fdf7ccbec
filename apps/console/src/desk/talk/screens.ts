// What the platform says to developers and hears from them.
import { feedbackDesk, mailDesk, messageDesk } from '@sealwright/contract'
import { Construction, Inbox, Mails, Megaphone, MessageSquareText } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/notices': ListSearch<'state' | 'audience'>
    '/platform/notices/view': { guid: string }
    /** Without a guid, it is for a new notice. */
    '/platform/notices/edit': { guid?: string }
    '/platform/messages': ListSearch<'developerId'>
    '/platform/feedback': ListSearch<'state' | 'kind' | 'developerId'>
    '/platform/feedback/view': { guid: string }
    '/platform/outbox': ListSearch<'recipient' | 'state' | 'channel' | 'kind' | 'startTime' | 'endTime'>
    '/platform/banner': Record<string, never>
  }
}

const oneOf = z.object({ guid: z.uuid() })
const domain = 'talk'

export const talkScreens = [
  defineDeskScreen({
    path: '/platform/notices',
    domain,
    title: 'talk.titles.notices',
    entry: { group: 'talk', icon: Megaphone, order: 10 },
    access: messageDesk.findNotices.access,
    load: () => import('./notice-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/notices/view',
    parent: '/platform/notices',
    domain,
    title: 'talk.titles.notice',
    access: messageDesk.getNotice.access,
    load: () => import('./notice-detail.screen.tsx'),
    search: oneOf,
  }),
  defineDeskScreen({
    path: '/platform/notices/edit',
    parent: '/platform/notices',
    domain,
    title: 'talk.titles.editNotice',
    access: messageDesk.createNotice.access,
    load: () => import('./notice-edit.screen.tsx'),
    search: z.object({ guid: z.optional(z.uuid()) }),
  }),
  defineDeskScreen({
    path: '/platform/messages',
    domain,
    title: 'talk.titles.messages',
    entry: { group: 'talk', icon: Mails, order: 20 },
    access: messageDesk.find.access,
    load: () => import('./message-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/feedback',
    domain,
    title: 'talk.titles.feedback',
    entry: { group: 'talk', icon: MessageSquareText, order: 30, waiting: 'feedback' },
    access: feedbackDesk.find.access,
    load: () => import('./feedback-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/feedback/view',
    parent: '/platform/feedback',
    domain,
    title: 'talk.titles.oneFeedback',
    access: feedbackDesk.get.access,
    load: () => import('./feedback-detail.screen.tsx'),
    search: oneOf,
  }),
  defineDeskScreen({
    path: '/platform/outbox',
    domain,
    title: 'talk.titles.outbox',
    entry: { group: 'talk', icon: Inbox, order: 40 },
    access: mailDesk.find.access,
    load: () => import('./outbox.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/banner',
    domain,
    title: 'talk.titles.banner',
    entry: { group: 'talk', icon: Construction, order: 50 },
    access: messageDesk.banner.access,
    load: () => import('./banner.screen.tsx'),
  }),
]
