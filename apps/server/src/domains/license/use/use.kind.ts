// The facts for judging whether a license may be used now. They contain no decisions, so a process may cache them; each
// use is judged against the clock.
import type {
  DeveloperStatus,
  ExchangeKind,
  LendingState,
  LicenseFamily,
  LicenseSource,
  LineKind,
  MachinePart,
  Rates,
  RuntimeReason,
  StoredStatus,
  TemplateContent,
} from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import type { Suspension } from '../../../kernel/scope.ts'

export interface UsedDeveloper {
  status: DeveloperStatus
  timeZone: string
  serviceUntil: Date | null
  /** When the earliest pending platform bill is or becomes due. */
  owedSince: Date | null
  graceDays: number
  /** Since when nothing new is bound, and until when bound devices run. Null: not suspended. */
  suspension: Pick<Suspension, 'programsUntil'> | null
  /** The parts that identify a device. */
  parts: readonly MachinePart[]
  /** Encrypted. */
  apiPassword: Buffer | null
}

export interface UsedLicense {
  guid: string
  family: LicenseFamily
  serial: string
  state: StoredStatus
  expiresAt: Date
  partlyUntil: Date
  firstUsedAt: Date | null
  approvedAt: Date | null
  issuedAt: Date
  source: LicenseSource
  bound: number
  everBound: number
  isPaid: boolean
  charged: Partial<Record<LineKind, number>>
  usesTaken: number
  revision: number
  termsGuid: string
  issueGuid: string
  licenseId: number
  licenseIds: readonly number[]
  passwordBox: string | null
  userGuid: string | null
  account: string | null
  /** Seats that are lent now. */
  lent: number
}

export interface UsedMachine {
  guid: string
  fingerprint: string
  /** `kind=digest` each. */
  parts: readonly string[]
  name: string
  state: 'bound' | 'unbound' | 'recycled'
  drifts: number
  /** The key that signs its files. Null if it was bound online. */
  key: string | null
  /** How many removals of it the center has taken in. */
  removals: number
}

/** The file that brings a request. */
export interface UsedFile {
  kind: ExchangeKind
  madeAt: Date
  key: string
  counter: number
  /** Why it is refused, whatever its license says: its id or its code was replaced, or its answer has ended. */
  refused?: UseRefused
}

/** A seat that is lent. */
export interface UsedLending {
  state: LendingState
  dueAt: Date
  /** The calling device holds it. */
  isMine: boolean
  /** Borrowed by the program itself. */
  isBorrowed: boolean
  /** Why it was taken back, if the calling device held it. */
  reason: string | null
}

/** The tolerated part changes of a license so far. */
export interface PartChanges {
  perMonth: number
  perYear: number
  inMonth: number
  inYear: number
  /** The latest ones of the year, newest first. */
  latest: readonly { part: MachinePart; at: Date }[]
  /** All changes of the devices that a call may be from, oldest first. */
  ofMachines: readonly { machineGuid: string; part: MachinePart; before: string; isCounted: boolean }[]
}

/** A part of the calling device that differs from a device of the license. */
export interface PartChange extends Pick<PartChanges, 'perMonth' | 'perYear' | 'latest'> {
  machine: UsedMachine
  part: MachinePart
  before: string
  after: string
  /** With it, more than half of the parts have changed, so the device counts again toward the cumulative limit. */
  isCounted: boolean
  /**
   * Null: tolerated; the next use writes it. Otherwise the caller is another device: the limits are used up, the device
   * has given up this very part before, or the cumulative limit is reached.
   */
  denied: 'usedUp' | 'givenUp' | 'everLimit' | null
}

export interface UsedLease {
  guid: string
  machineGuid: string
  kid: string
  /** Its key was retired, so programs that fetch the revocations no longer trust it. */
  isRevoked: boolean
  revision: number
  issuedAt: Date
  expiresAt: Date
}

export interface UseFacts {
  developer: UsedDeveloper
  /** The user of a token. */
  person: { guid: string; account: string; userName: string | null; until: Date } | null
  license: UsedLicense | null
  /** Without the content of its data areas. */
  content: TemplateContent | null
  productEnds: Readonly<Record<string, string>>
  /** Present only if the facts were read under the license's lock. */
  issue: { rates: Rates & { pricedAt?: string }; issuedAt: Date } | null
  /** The calling device, if the license has a row for it. */
  machine: UsedMachine | null
  change: PartChange | null
  lease: UsedLease | null
  seats: { taken: number; mine: string | null } | null
  /** The code was replaced by another one. */
  isFormer: boolean
  /** The earlier exchange of a file, by its columns. Read only for files. */
  exchanged?: Readonly<Record<string, unknown>> | null
  /** For a lent seat: the one of the code, or the one that this device has borrowed already. */
  lending?: UsedLending | null
}

/** The requested use of a license. */
export interface Use {
  act: 'activate' | 'validate' | 'deactivate' | 'session' | 'consume' | 'data' | 'borrow' | 'return'
  /** How the caller identified the license. */
  by: 'code' | 'token' | 'lease' | 'guid' | 'lending'
  licenseId?: number | undefined
  version?: number | undefined
  /** Number of uses. A session takes one. */
  amount?: number | undefined
  /** Whether the given password of the code is correct, if it has one. */
  isPasswordRight?: boolean | undefined
  /** Public data: needs no device, and the license need not be in force. */
  isPublic?: boolean | undefined
  file?: UsedFile | undefined
  /** For a seat that is borrowed by a group code. */
  days?: number | undefined
}

export interface UseRefused {
  reason: RuntimeReason
  params: PhraseParams
}
