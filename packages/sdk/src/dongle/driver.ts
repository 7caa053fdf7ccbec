// The interface between the SDK and dongles. `localDongles` implements it for virtual dongles; vendors implement it for
// their hardware.
import type { LockRequest, LockResult, SeatKind } from '@sealwright/contract/dongle-files'
import type { DataArea, LicenseFile } from '../face.ts'
import type { DongleReason } from './refusal.ts'

/** A dongle on this computer. */
export interface DongleInfo {
  /** 32 hexadecimal digits. */
  serial: string
  /** The number that is printed on it. */
  shell: string
  firmware: string
  developerId: number
  mode: 'activation' | 'permanent'
  offlineDays: number
  /** Whether its licenses can be opened, and otherwise why not. */
  state: 'working' | 'notActivated' | 'activationEnded' | 'locked' | 'lost'
  /** It works until then. Null: no end, or it was never activated. */
  until: Date | null
  /** Its own clock, which decides. */
  clock: Date
  /** The number of the last package that it took. */
  lastPackage: number
  /** How many licenses are inside. */
  held: number
}

/** A license in a dongle, without its data areas. */
export interface DongleLicense {
  licenseId: number
  version: number | null
  start: Date | null
  end: Date | null
  /** Days from the first use. */
  spanDays: number | null
  firstUse: Date | null
  /** When it ends by all its limits. Null: never, or not known before the first use. */
  endsAt: Date | null
  usesLeft: number | null
  /** What counts as a seat, and how many there are. Null: one program at a time. */
  seats: { kind: SeatKind; most: number | null } | null
  modules: readonly number[]
}

export interface DongleDetails extends DongleInfo {
  licenses: readonly DongleLicense[]
}

/** What a program tells when it opens a license. */
export interface DongleOpening {
  licenseId: number
  /** The version of the program. */
  version?: number | undefined
  /** New and random, for each call. */
  nonce: string
  pid: number
  /** The user session of the operating system. */
  osSession: string
}

/** An open license. It takes a seat until it is closed or its program ends. */
export interface DongleHandle {
  /** What the dongle signed for the nonce: a JWS of the type `sealwright-lock-challenge+jwt`. */
  readonly challenge: string
  /** The root key of the developer names the key of the dongle: `sealwright-lock-identity+jwt`. */
  readonly identity: string
  /** Judges the license again and signs a new nonce. Takes no use. */
  beat(nonce: string): Promise<string>
  read(area: DataArea): Promise<Uint8Array>
  /** Replaces the content of the read-write area. */
  write(content: Uint8Array): Promise<void>
  close(): Promise<void>
  /** Calls the listener once, as soon as the driver knows that the dongle is gone or has stopped the license. */
  onStop(listener: (reason: DongleReason) => void): void
}

/** What became of a package: the result of each operation, or why the dongle did not take it. */
export type DonglePackage =
  | { number: number; results: readonly LockResult[] }
  | { number: number | null; reason: DongleReason }

/**
 * Gives the SDK access to dongles. A driver for hardware must guarantee:
 *
 * - The private keys never leave the dongle. It signs only the documents of this interface, and requests.
 * - It takes a package only if all of this holds: sealed to its key; signed by a key that the root key of its developer
 *   certified and no list revoked, not even an older one; its own serial; not past its end by its own clock; a number
 *   above that of the last package that it took.
 * - It writes the effect of a package, its number and its results at once: after a loss of power, all of it is there,
 *   or nothing.
 * - Its clock never goes back, and the numbers of its requests grow.
 * - Each successful `open` takes a use of a counted license and starts a span at the first use, before it signs.
 * - It counts seats as the license says. A seat is free again when its program ends, also by a crash.
 * - If it is locked, reported lost or no longer activated, it stops every open license at once.
 * - It remembers results until a package says that the center knows them.
 *
 * Each function throws `DongleFault` with a reason. If the dongle is not there or does not answer within five seconds,
 * the reason is `DONGLE_MISSING`.
 */
export interface DongleDriver {
  /** The dongles on this computer. */
  list(): Promise<readonly DongleInfo[]>
  info(serial: string): Promise<DongleDetails>
  open(serial: string, opening: DongleOpening): Promise<DongleHandle>
  /** Reads the public area, which needs no open license. */
  readPublic(serial: string, licenseId: number): Promise<Uint8Array>
  /**
   * Imports a text with one or more packages (D2C), in order. Packages that were imported before or can no longer be
   * imported are skipped; any other refusal ends the import. Throws if no package was taken.
   */
  importPackages(serial: string, text: string): Promise<readonly DonglePackage[]>
  /** Writes a request (C2D): to activate, to fetch packages, or only to report results. */
  request(serial: string, act: LockRequest): Promise<LicenseFile>
}
