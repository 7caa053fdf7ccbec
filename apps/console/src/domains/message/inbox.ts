// Messages and notices as one idea: rows that a person reads and deletes. The screens are written once and get one of
// these two.
import { messageCalls, noticeCalls } from '@sealwright/contract'
import type { InboxRow } from '@sealwright/contract'
import type { FindCall } from '../../blocks/list/list-state.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { INBOX_PATHS } from './inbox-paths.ts'
import type { InboxNoun } from './inbox-paths.ts'

export interface Inbox {
  noun: InboxNoun
  calls: typeof messageCalls | typeof noticeCalls
  find: FindCall<InboxRow>
  paths: (typeof INBOX_PATHS)[InboxNoun]
  hrefOf: (guid: string) => string
}

export const INBOXES: Record<InboxNoun, Inbox> = {
  message: {
    noun: 'message',
    calls: messageCalls,
    find: messageCalls.find,
    paths: INBOX_PATHS.message,
    hrefOf: (guid) => pathTo(INBOX_PATHS.message.detail, { guid }),
  },
  notice: {
    noun: 'notice',
    calls: noticeCalls,
    find: noticeCalls.find,
    paths: INBOX_PATHS.notice,
    hrefOf: (guid) => pathTo(INBOX_PATHS.notice.detail, { guid }),
  },
}
