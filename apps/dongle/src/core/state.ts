// What a virtual dongle remembers, in one file that is replaced as a whole. Real hardware keeps its keys where nobody
// reads them; here they lie in this file, so whoever copies the folder copies the dongle.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockLicense, LockRequestClaims } from '@sealwright/contract/dongle-files'
import { isJson, makePair, pairOf } from '@sealwright/exchange'
import type { StoredPair } from '@sealwright/exchange'
import { writeAtomically } from '@sealwright/sdk/device'

export interface LockState {
  version: 1
  /** 32 hexadecimal digits. */
  serial: string
  shell: string
  firmware: string
  /** When it was made, in seconds. All times are. */
  producedAt: number
  keys: StoredPair
  developerId: number
  /** The root key of the developer, and the certificate of the key to which requests are sealed. */
  rootKey: string
  exchangeKey: string
  isPermanent: boolean
  offlineDays: number
  /** It works until then. Null: it has no end, or was never activated. */
  until: number | null
  isLocked: boolean
  isLost: boolean
  /** The number of its last request. */
  seq: number
  /** The number of the last package that it took. */
  last: number
  results: LockRequestClaims['results']
  licenses: readonly LockLicense[]
  /** The root key names the key of this dongle. It comes with the first package. */
  identity: string | null
  /** The newest list of revoked keys that it has seen. */
  revocations: string | null
  /** The latest time it knows, and how far its clock is ahead of that of the computer. */
  latest: number
  ahead: number
}

const FIRMWARE = '1.0.0'

export interface Making {
  shell: string
  developerId: number
  rootKey: string
  exchangeKey: string
  isPermanent: boolean
  offlineDays: number
}

export const makeState = (making: Making, now: number): LockState => ({
  ...making,
  version: 1,
  serial: randomBytes(16).toString('hex'),
  firmware: FIRMWARE,
  producedAt: now,
  keys: makePair(),
  until: null,
  isLocked: false,
  isLost: false,
  seq: 0,
  last: 0,
  results: [],
  licenses: [],
  identity: null,
  revocations: null,
  latest: now,
  ahead: 0,
})

const pathOf = (folder: string, serial: string) => join(folder, serial, 'state.json')

/** Throws if there is no dongle, or its file is damaged. */
export function readState(folder: string, serial: string): LockState {
  const value: unknown = JSON.parse(readFileSync(pathOf(folder, serial), 'utf8'))
  const state = value as LockState // checked below as far as a damaged file can be told
  const isWhole =
    isJson(value) && state.version === 1 && Array.isArray(state.licenses) && isJson(state.keys) && pairOf(state.keys)
  if (!isWhole) throw new Error(`${pathOf(folder, serial)} is damaged`)
  return state
}

export function writeState(folder: string, state: LockState): void {
  writeAtomically(pathOf(folder, state.serial), JSON.stringify(state))
}
