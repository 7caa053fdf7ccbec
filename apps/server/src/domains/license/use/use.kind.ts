// What is to be known to judge whether a license may be used now: facts, never decisions. A process may keep them in
// memory; each use is judged against the clock.
import type {
  DeveloperStatus,
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

export interface UsedDeveloper {
  status: DeveloperStatus
  timeZone: string
  serviceUntil: Date | null
  /** Since when, or from when on, a bill of the platform is due. */
  owedSince: Date | null
  graceDays: number
  /** The parts of a machine that count. */
  parts: readonly MachinePart[]
  /** Sealed. */
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
}

export interface UsedMachine {
  guid: string
  fingerprint: string
  /** `kind=digest` each. */
  parts: readonly string[]
  name: string
  state: 'bound' | 'unbound' | 'recycled'
  drifts: number
}

export interface UsedLease {
  guid: string
  machineGuid: string
  kid: string
  /** Its key was retired: programs that hear of it trust it no longer. */
  isRevoked: boolean
  revision: number
  issuedAt: Date
  expiresAt: Date
}

export interface UseFacts {
  developer: UsedDeveloper
  /** Whom a token stands for. */
  person: { guid: string; account: string; userName: string | null; until: Date } | null
  license: UsedLicense | null
  /** Without what its data areas hold. */
  content: TemplateContent | null
  productEnds: Readonly<Record<string, string>>
  /** Only for whoever holds the license. */
  issue: { rates: Rates; issuedAt: Date } | null
  /** The machine that asks, as the license knows it. */
  machine: UsedMachine | null
  lease: UsedLease | null
  seats: { taken: number; mine: string | null } | null
  /** The code was replaced by another one. */
  isFormer: boolean
}

/** What is wanted of a license. */
export interface Use {
  act: 'activate' | 'validate' | 'deactivate' | 'session' | 'consume' | 'data'
  /** How the license was meant. */
  by: 'code' | 'token' | 'lease' | 'guid'
  licenseId?: number | undefined
  version?: number | undefined
  /** How many uses; of a session one. */
  amount?: number | undefined
  /** Whether the password of the code is right, where one was asked for. */
  isPasswordRight?: boolean | undefined
  /** Only what is anybody's who knows the license: it needs no machine, and need not be in force. */
  isPublic?: boolean | undefined
}

export interface UseRefused {
  reason: RuntimeReason
  params: PhraseParams
}
