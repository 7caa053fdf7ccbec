// Leases: signed permissions to run until the next contact. Their length comes from the license: its offline days, else
// its forced authentication, else half a year. The lease of a seat ends with the seat. No lease outlives its license.
import { createHash } from 'node:crypto'
import {
  DATA_AREAS,
  DAY_MS,
  LICENSE_MODES,
  LIMITS,
  TOKEN_TYPES,
  licenseModeOf,
  machineLimits,
} from '@sealwright/contract'
import type { TemplateContent } from '@sealwright/contract'
import { signJws } from '@sealwright/exchange'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { endOrNull, readAreas, seatLimit } from '../../license/index.ts'
import type { UseFacts, UsedLicense } from '../../license/index.ts'
import type { NewEvent, NewLease, SigningKeyRow } from '../runtime.tables.ts'
import { keepLease } from './key.queries.ts'
import type { Keyring } from './keyring.service.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

export type Licensed = UseFacts & { license: UsedLicense; content: TemplateContent }

export interface Leased {
  lease: string
  leaseId: string
  expiresAt: Date
}

/** The device of a lease. The lease of a bound device has the fingerprint and parts of its row. */
export interface LeasedMachine {
  guid: string
  fingerprint: string
  parts: readonly string[]
}

/** How long a device may run without contact. */
export const offlineDays = ({ offlineDays: days, forceAuthDays }: TemplateContent) =>
  days ?? forceAuthDays ?? LIMITS.license.leaseDays

export const leaseEnd = ({ license, content }: Licensed, now: Date) =>
  new Date(Math.min(now.getTime() + offlineDays(content) * DAY_MS, license.expiresAt.getTime()))

/**
 * True if a program needs a new lease: half of its time is over, the terms have changed, or its key was retired. A
 * lease of a key that no longer signs stays valid.
 */
export function isWorn({ lease, license }: Licensed, leaseId: string | undefined, now: Date): boolean {
  if (!lease || lease.guid !== leaseId || lease.revision !== license.revision || lease.isRevoked) return true
  return now.getTime() >= lease.issuedAt.getTime() + (lease.expiresAt.getTime() - lease.issuedAt.getTime()) / 2
}

export const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('base64url')

export function createLeases({ ids, keyring }: { ids: Ids; keyring: Keyring }) {
  const digests = new Map<string, Record<string, Record<string, string>>>()

  /** SHA-256 of the read-only data areas, by product. Terms never change, so the digests are cached. */
  async function digestsOf(
    db: Db,
    developerId: number,
    { license, content }: Licensed,
  ): Promise<Record<string, Record<string, string>>> {
    const grants = [content, ...content.otherProducts]
    const known = digests.get(license.termsGuid)
    if (known) return known
    const areas = await readAreas({ db, developerId }, license.termsGuid)
    const made = Object.fromEntries(
      grants.map(({ licenseId }, index) => [
        licenseId,
        Object.fromEntries(
          DATA_AREAS.filter((area) => area !== 'raw' && areas[index]?.[area]).map((area) => [
            area,
            digestOf(areas[index]?.[area] ?? Buffer.alloc(0)),
          ]),
        ),
      ]),
    )
    if (digests.size > 10_000) digests.clear()
    digests.set(license.termsGuid, made)
    return made
  }

  async function claimsOf(
    db: Db,
    developerId: number,
    facts: Licensed,
    machine: LeasedMachine,
    now: Date,
    expiresAt: Date,
    seat: string | null,
  ) {
    const { license, content, productEnds, developer } = facts
    const zones = await digestsOf(db, developerId, facts)
    const { atOnce, ever } = machineLimits(content)
    const end = endOrNull(license.expiresAt)
    return {
      iss: String(developerId),
      jti: ids.guid(),
      sub: license.guid,
      licenseId: license.licenseId,
      revision: license.revision,
      mode: LICENSE_MODES[licenseModeOf(license.family, content)],
      ...(license.family !== 'account' && { code: license.serial }),
      ...(license.account !== null && { account: license.account }),
      machine: { id: machine.guid, fingerprint: machine.fingerprint, parts: machine.parts, counted: developer.parts },
      products: [content, ...content.otherProducts].map(({ licenseId, licenseVersion, modules }) => ({
        licenseId,
        version: licenseVersion,
        modules,
        zones: zones[licenseId] ?? {},
        ...(productEnds[licenseId] !== undefined && { end: seconds(new Date(productEnds[licenseId])) }),
      })),
      limits: {
        machines: atOnce,
        machinesEver: ever,
        seats: seatLimit(content),
        uses: content.counter,
        offlineDays: offlineDays(content),
      },
      ...(content.startTime !== null && { start: seconds(new Date(content.startTime)) }),
      ...(end && { end: seconds(end) }),
      ...(seat !== null && { seat }),
      iat: seconds(now),
      nbf: seconds(now),
      exp: seconds(expiresAt),
    }
  }

  /** Signs the lease of a bound device. The caller stores its row. */
  async function signForMachine(
    db: Db,
    developerId: number,
    facts: Licensed,
    machine: LeasedMachine,
    key: SigningKeyRow,
    now: Date,
  ): Promise<{ leased: Leased; row: NewLease }> {
    const expiresAt = leaseEnd(facts, now)
    const claims = await claimsOf(db, developerId, facts, machine, now, expiresAt, null)
    return {
      row: {
        machineGuid: machine.guid,
        licenseGuid: facts.license.guid,
        guid: claims.jti,
        kid: key.kid,
        revision: facts.license.revision,
        issuedAt: now,
        expiresAt,
      },
      leased: { lease: signJws(TOKEN_TYPES.lease, claims, keyring.privateOf(key)), leaseId: claims.jti, expiresAt },
    }
  }

  /** Signs and stores the lease of a bound device. */
  async function forMachine(
    db: Db,
    developerId: number,
    facts: Licensed,
    machine: LeasedMachine,
    key: SigningKeyRow,
    now: Date,
    told: NewEvent | null = null,
  ): Promise<Leased> {
    const { leased, row } = await signForMachine(db, developerId, facts, machine, key, now)
    await keepLease({ db, developerId }, row, told)
    return leased
  }

  /**
   * Signs the lease of a seat. It ends when the seat does without a heartbeat, and is not stored. A borrower got a
   * lending code, and must not learn the code of the license.
   */
  async function forSeat(
    db: Db,
    developerId: number,
    facts: Licensed,
    seat: { guid: string; machine: LeasedMachine; until: Date; isLent?: boolean },
    key: SigningKeyRow,
    now: Date,
  ): Promise<Leased> {
    const expiresAt = new Date(Math.min(seat.until.getTime(), facts.license.expiresAt.getTime()))
    const { code, ...rest } = await claimsOf(db, developerId, facts, seat.machine, now, expiresAt, seat.guid)
    const claims = { ...rest, ...(code !== undefined && !seat.isLent && { code }) }
    return { lease: signJws(TOKEN_TYPES.lease, claims, keyring.privateOf(key)), leaseId: claims.jti, expiresAt }
  }

  return { signForMachine, forMachine, forSeat }
}

export type Leases = ReturnType<typeof createLeases>
