// The row of the screen table for senders.
import { senderCalls } from '@sealwright/contract'
import { Send } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/addresserList': ListSearch<'email' | 'state'>
  }
}

export const senderScreens = [
  defineScreen({
    path: '/addresserList',
    domain: 'sender',
    title: 'sender.titles.list',
    menu: { group: 'marketing', icon: Send, order: 2 },
    guide: 'senders',
    access: senderCalls.find.access,
    load: () => import('./sender-list.screen.tsx'),
  }),
]
