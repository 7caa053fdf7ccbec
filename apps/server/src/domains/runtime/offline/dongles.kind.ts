// The port to dongles: their requests come as files or calls like those of devices, and the dongle domain answers them.
import type { ContactWay, LockRequestClaims } from '@sealwright/contract'
import type { Acting } from '../../../kernel/acting.ts'
import type { Operation } from '../../../kernel/audit/record.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { UseRefused } from '../../license/index.ts'

/** The request of a dongle, signed by the key that it names. */
export interface LockFile {
  claims: LockRequestClaims
  /** SHA-256 of the signed document. */
  digest: Buffer
}

/** Who brings the request. */
export interface ContactBy {
  developerId: number
  way: ContactWay
  actorId: string | null
  /** Null: the dongle itself. */
  actorName: string | null
  network: string
  now: Date
  /** The row scope of an administrator. */
  acting?: Acting | undefined
  taskGuid?: string | undefined
  /** Writes to the operation log, in the transaction of the contact. */
  record?(db: Db, operation: Operation): Promise<void>
}

export interface Contacted {
  /** The guid of the contact. */
  guid: string
  lockGuid: string
  shellNumber: string
  /** For the dongle, in the order in which it takes them. */
  packages: string[]
  at: Date
  status: number
  activationEnd: Date | null
  validUntil: Date
  /** The request was answered before. */
  isRepeated: boolean
}

/** A dongle as the tools for files tell it. */
export interface ToldLock {
  guid: string
  shellNumber: string
  serialNumber: string
  firmware: string
  status: number
  /** The package of a D2C. */
  upgrade: { guid: string; number: number; status: number } | null
}

export interface ToldContact {
  guid: string
  time: Date
  by: string
  way: ContactWay
}

type Of = { db: Db; developerId: number }

export interface Dongles {
  /** Answers a request. All effects are one transaction; the same request gets the same answer. */
  contact(by: ContactBy, file: LockFile): Promise<Contacted | { refused: UseRefused }>
  /** The dongle of a request and its earlier contact, within the row scope of the transaction. */
  tellRequest(of: Of, file: LockFile): Promise<{ lock: ToldLock; contact: ToldContact | null } | undefined>
  /** Why a request would be refused now. */
  judge(of: Of, file: LockFile, now: Date): Promise<UseRefused | undefined>
  /** The dongle for which this center made a D2C with this digest. */
  tellPackage(
    of: Of,
    digest: Buffer,
    now: Date,
  ): Promise<
    { lock: ToldLock; madeAt: Date; validUntil: Date; operations: number; contact: ToldContact | null } | undefined
  >
  /** The answers of contacts that have not ended, in this order. Their names tell the time in this zone. */
  listAnswers(
    of: Of,
    guids: readonly string[],
    now: Date,
    timeZone: string,
  ): Promise<{ guid: string; name: string; text: string }[]>
}
