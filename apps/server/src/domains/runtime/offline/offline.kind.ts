// Files that somebody hands in for a device: who, what, and the answer. The code page and the calls of this domain
// share these types.
import type { ExchangeKind, ExchangeWay } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type { Acting } from '../../../kernel/acting.ts'
import type { Operation } from '../../../kernel/audit/record.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Whoever hands in a file. They have proven their right already; a program proves it with the API password. */
export interface HandedBy {
  developerId: number
  way: ExchangeWay
  actorId: string | null
  /** Null: the device itself. */
  actorName: string | null
  network: string
  now: Date
  log: Logger
  say: Sentences
  /** The row scope of an administrator. Without it, all licenses of the developer are visible. */
  acting?: Acting | undefined
  taskGuid?: string | undefined
  /** Writes to the operation log, in the transaction of the exchange. */
  record?(db: Db, ...operations: readonly Operation[]): Promise<void>
}

export interface Handed {
  name: string
  text: string
  /** The license that the file must be for. Without it, the file names its license. */
  licenseGuid?: string | undefined
}

export interface HandedOut {
  /** The guid of the exchange. */
  guid: string
  kind: ExchangeKind
  licenseGuid: string
  machineName: string
  /** The name of the D2C file, and its text. */
  name: string
  text: string
  /** Null for a removal. */
  validUntil: Date | null
  /** The file was exchanged before. The answer is the same. */
  isRepeated: boolean
}

/** Exchanges a C2D for a D2C. Throws a refusal `runtime.*`, which the runtime log explains. */
export type HandIn = (by: HandedBy, handed: Handed) => Promise<HandedOut>
