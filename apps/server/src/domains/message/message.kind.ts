// The shared types of messages: readers, their preferences, and mails that are due.
import type {
  InboxState,
  Locale,
  MessageKind,
  MessageWay,
  Privilege,
  QuietHours,
  ScopeKind,
} from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'
import type { Period } from '../../kernel/db/list.ts'
import type { MessageParams, NewMessage } from '../../kernel/notify.ts'

export interface Tenant {
  db: Db
  developerId: number
  now: Date
}

export type Ways = Partial<Record<MessageKind, MessageWay>>

export interface MailHours {
  quietHours: QuietHours | null
  dailyHour: number | null
  timeZone: string
}

export type Address = {
  email: string | null
  mobile: string | null
  locale: Locale
}

export interface Reader extends Address, MailHours {
  accountId: string
  isSuper: boolean
  limited: ScopeKind[]
  ways: Ways
}

/** What decides which messages a person can get. */
export interface Person {
  isSuper: boolean
  privileges: ReadonlySet<Privilege>
  integratorGuid: string | null
}

export interface Watched {
  developerId: number
  accountId: string
}

export interface InboxFilter<Kind> extends Period {
  state: InboxState
  kind?: readonly Kind[] | undefined
}

export interface DueMail extends Address, Person, Pick<Reader, 'limited'> {
  developerId: number
  accountId: string
  kind: MessageKind
  params: MessageParams
  link: string
  about: NewMessage['about']
  isDaily: boolean
  canSignIn: boolean
  ways: Ways
}
