// What crosses the socket of a virtual dongle: lines of JSON. A question has an id, which its answer repeats. The
// dongle also tells by itself that it stops an open license. Times are seconds since 1970, contents are base64.
import type { LockLicense, LockRequest } from '@sealwright/contract/dongle-files'
import type { DataArea, LicenseFile } from '../face.ts'
import type { DongleInfo, DongleOpening, DonglePackage } from './driver.ts'

export type ToldLicense = Omit<LockLicense, 'rom' | 'raw' | 'pub'>
export type ToldLock = Omit<DongleInfo, 'until' | 'clock'> & { until: number | null; clock: number }

export interface LockCalls {
  info: { withLicenses: boolean }
  open: DongleOpening
  beat: { handle: string; nonce: string }
  /** With a handle, or of the public area. */
  read: { handle?: string; licenseId?: number; area: DataArea }
  write: { handle: string; content: string }
  close: { handle: string }
  import: { text: string }
  request: { act: LockRequest }
  /** For trials. */
  clock: { to: number }
  unplug: object
}
export type LockCall = keyof LockCalls

export interface LockAnswers {
  info: { lock: ToldLock; licenses: ToldLicense[] }
  open: { handle: string; challenge: string; identity: string }
  beat: { challenge: string }
  read: { content: string }
  write: object
  close: object
  import: { packages: DonglePackage[] }
  request: LicenseFile
  clock: { now: number }
  unplug: object
}
