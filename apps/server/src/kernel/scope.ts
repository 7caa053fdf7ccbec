// The scope of a use case: whose rows it sees, who is asking, and the one transaction it runs in. It is the first
// parameter of every query. Row-level security enforces the tenant a second time, in the database.
import type { DeveloperStatus, Locale, Privilege, ScopeKind, TimeFormat } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type { Operation } from './audit/record.ts'
import type { Db } from './db/database.ts'
import type { Ids } from './ids.ts'

/** Of which kinds somebody sees only a part: what they made, and what is assigned to them or to their integrator. */
export interface Acting {
  accountId: string
  limited: ReadonlySet<ScopeKind>
  integratorGuid: string | null
}

/** For whom somebody acts: their integrator, else themselves. What is assigned and what counts goes by this. */
export const actsFor = ({ integratorGuid, accountId }: Pick<Acting, 'integratorGuid' | 'accountId'>) =>
  integratorGuid ?? accountId

/** Who is behind a session. Read afresh for every call, so that a withdrawn right is gone with the next one. */
export interface Caller extends Acting {
  sessionId: string
  state: 'pending' | 'active'
  /** What a pending session waits for. */
  owes: 'mfa' | 'binding' | null
  /** The known device that this session is on. */
  deviceId: string | null
  email: string | null
  mobile: string | null
  userName: string | null
  /** The first present of user name, e-mail, mobile. */
  displayName: string
  locale: Locale
  timeFormat: TimeFormat
  pageSize: number
  /** How times are shown to this person; rules and money count in the developer's zone. */
  timeZone: string
  developer: {
    id: number
    name: string
    displayName: string
    status: DeveloperStatus
    devType: number
    serviceUntil: Date | null
    serviceStatus: 'normal' | 'unpaid'
    timeZone: string
  }
  isSuper: boolean
  privileges: ReadonlySet<Privilege>
  /** How many licenses of each form may be issued in all; null: no limit. */
  quotas: { cloud: number | null; soft: number | null }
  /** The super administrator who only looks at what this person would see. */
  viewer: { accountId: string; name: string } | null
  /** When the password was typed again in this session, for calls that want it fresh. */
  confirmedAt: Date | null
  /** The device this session was signed in on. */
  fingerprint: string | null
  /** The one thing this session must be told before its next call runs. */
  owedNotice: 'developer.becameFormal' | null
}

/** What a call knows beside its payload. */
export interface Asking {
  requestId: string
  network: string
  fingerprint: string | undefined
  userAgent: string | undefined
  /** The page's own address as the browser tells it, where it is one of ours: what a passkey is bound to. */
  origin: string | undefined
  now: Date
  log: Logger
}

export interface Scope {
  db: Db
  developerId: number
  caller: Caller
  asking: Asking
  ids: Ids
  say: Sentences
  /** Writes the operation-log rows of this use case, in its transaction. */
  record(...operations: readonly Operation[]): Promise<void>
}
