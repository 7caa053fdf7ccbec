// The addresses of the lists and details, in the words of the specification. The screen table and the screens share
// them.
export const INBOX_PATHS = {
  message: {
    all: '/message/allMessage',
    unread: '/message/unreadMessage',
    read: '/message/readedMessage',
    detail: '/message/messageDetail',
  },
  notice: {
    all: '/notice/allNotice',
    unread: '/notice/unreadNotice',
    read: '/notice/readedNotice',
    detail: '/notice/noticeDetail',
  },
} as const
export type InboxNoun = keyof typeof INBOX_PATHS
