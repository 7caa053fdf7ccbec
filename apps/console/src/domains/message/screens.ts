// The screens of messages, notices and message settings, opened from the bell. Their access is written here instead of
// taken from the calls, which then load with the screens.
import { anySession } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import { INBOX_PATHS } from './inbox-paths.ts'

type InboxSearch = ListSearch<'kind' | 'startTime' | 'endTime'>

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/message/allMessage': InboxSearch
    '/message/unreadMessage': InboxSearch
    '/message/readedMessage': InboxSearch
    '/message/messageDetail': { guid: string }
    '/notice/allNotice': InboxSearch
    '/notice/unreadNotice': InboxSearch
    '/notice/readedNotice': InboxSearch
    '/notice/noticeDetail': { guid: string }
    '/messageSetting': NoSearch
  }
}

const ROW = { domain: 'message', access: anySession }

export const messageScreens = [
  ...(['message', 'notice'] as const).flatMap((noun) => [
    ...(['all', 'unread', 'read'] as const).map((state) =>
      defineScreen({
        ...ROW,
        path: INBOX_PATHS[noun][state],
        title: `message.titles.${noun}.${state}`,
        load: async () => (await import('./inbox-list.screen.tsx')).loadedOf(noun, state),
      }),
    ),
    defineScreen({
      ...ROW,
      path: INBOX_PATHS[noun].detail,
      parent: INBOX_PATHS[noun].all,
      title: `message.titles.${noun}.detail`,
      search: z.object({ guid: z.uuid() }),
      load: async () => ({ Screen: (await import('./inbox-detail.screen.tsx')).screenOf(noun) }),
    }),
  ]),
  defineScreen({
    ...ROW,
    path: '/messageSetting',
    title: 'message.titles.preferences',
    load: () => import('./preferences.screen.tsx'),
  }),
]
