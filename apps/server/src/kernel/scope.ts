// The scope of a use case: the tenant, the caller and the one transaction it runs in. It is the first parameter of
// every query. Row-level security in the database enforces the tenant a second time.
import type { DeveloperStatus, Locale, Privilege, TimeFormat } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Acting } from './acting.ts'
import type { Asking } from './asking.ts'
import type { Operation } from './audit/record.ts'
import type { Db } from './db/database.ts'
import type { Ids } from './ids.ts'

/** The suspension of a developer by the platform. `suspension.ts` judges it. */
export interface Suspension {
  since: Date
  /** The developer reads it. Its customers do not. */
  reason: string
  programsUntil: Date
}

/** The account behind a session. It is loaded for every call, so a revoked privilege is gone with the next call. */
export interface Caller extends Acting {
  sessionId: string
  state: 'pending' | 'active'
  /**
   * The step that a pending session still has to complete. `factor`: the developer requires a second factor, and the
   * account has none. It is computed for each call, so it ends with the setup.
   */
  owes: 'mfa' | 'binding' | 'factor' | null
  /** The address of this call, if the developer does not allow its network. */
  refusedNetwork?: string | undefined
  /** The known device of this session. */
  deviceId: string | null
  email: string | null
  mobile: string | null
  userName: string | null
  /** The user name, or else the e-mail address, or else the mobile number. */
  displayName: string
  locale: Locale
  timeFormat: TimeFormat
  pageSize: number
  /** For display. Rules and money use the developer's time zone. */
  timeZone: string
  developer: {
    id: number
    name: string
    displayName: string
    status: DeveloperStatus
    devType: number
    serviceUntil: Date | null
    serviceStatus: 'normal' | 'unpaid'
    suspension: Suspension | null
    timeZone: string
  }
  isSuper: boolean
  privileges: ReadonlySet<Privilege>
  /** How many licenses of each form the caller may issue in total; null means no limit. */
  quotas: { cloud: number | null; soft: number | null }
  /** The super administrator who views as this account. */
  viewer: { accountId: string; name: string } | null
  /** When the password was last confirmed in this session. Sensitive calls require a recent confirmation. */
  confirmedAt: Date | null
  /** The device fingerprint at sign-in. */
  fingerprint: string | null
  /** A notice that this session has not seen. The next call is refused with it, once. */
  owedNotice: 'developer.becameFormal' | null
  /** The read-only visit of a platform operator, who looks in place of this account. */
  visit?: { guid: string; operatorGuid: string; operator: string; reason: string; endsAt: Date }
  /** The access key that makes the call. It acts as an account of its own, without a session. */
  accessKey: { guid: string; name: string } | null
}

/**
 * The account of a session, whose developer may be null: an account that belongs to no developer signs in only to
 * confirm sign-ins of programs.
 */
export interface Person extends Pick<Caller, 'sessionId' | 'accountId' | 'owes'> {
  developer: Pick<Caller['developer'], 'id'> | null
}

export interface Scope {
  db: Db
  developerId: number
  caller: Caller
  asking: Asking
  ids: Ids
  say: Sentences
  /** Writes operation log rows in the transaction of this use case. */
  record(...operations: readonly Operation[]): Promise<void>
}
