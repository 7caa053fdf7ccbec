// The browsers on which an account has signed in, each identified by its own cookie. A known browser is exempt from the
// delay against strangers; a trusted one skips the second factor for a while.
import { createHash } from 'node:crypto'
import { DAY_MS, DAY_SECONDS, LIMITS } from '@sealwright/contract'
import type { Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { findDeviceRow, trimDevices, upsertDevice } from './devices.queries.ts'

const COOKIE = 'sw_device'

export interface KnownDevice {
  id: string
  isTrusted: boolean
}

// The hash includes the account. A browser shared by two people is two devices, and the rows do not reveal that it is
// one.
const hashDevice = (accountId: string, secret: string) => createHash('sha256').update(`${accountId} ${secret}`).digest()

function secretOf(context: OwnContext): string | undefined {
  const secret = context.cookie(COOKIE)
  return secret !== undefined && /^[\w-]{32}$/.test(secret) ? secret : undefined
}

export async function findDevice(db: Db, context: OwnContext, accountId: string): Promise<KnownDevice | undefined> {
  const secret = secretOf(context)
  if (secret === undefined) return undefined
  const row = await findDeviceRow(db, accountId, hashDevice(accountId, secret))
  return (
    row && {
      id: row.id,
      isTrusted: isTrusted(row.trusted_until === null ? null : new Date(row.trusted_until), context.asking.now),
    }
  )
}

export interface KeptDevice {
  id: string
  /** Sets the cookie. Call it after the row is committed. */
  giveCookie(): void
}

export const trustEnd = (now: Date) => new Date(now.getTime() + LIMITS.secondFactor.trustDays * DAY_MS)
export const isTrusted = (until: Date | null, now: Date) => until !== null && until > now

/**
 * Stores this browser as a device of the account and trusts it on request. If there are too many devices, the most
 * recently seen ones stay.
 */
export async function keepDevice(
  db: Db,
  context: OwnContext,
  ids: Ids,
  accountId: string,
  isToBeTrusted: boolean,
): Promise<KeptDevice> {
  const { now, network, userAgent, fingerprint } = context.asking
  const secret = secretOf(context) ?? ids.token(24)
  const trustedUntil = isToBeTrusted ? trustEnd(now) : null
  const id = await upsertDevice(db, {
    id: ids.guid(),
    accountId,
    secretHash: hashDevice(accountId, secret),
    fingerprint: fingerprint ?? null,
    network,
    userAgent: userAgent ?? null,
    at: now,
    trustedUntil,
  })
  await trimDevices(db, accountId, LIMITS.device.kept)
  return { id, giveCookie: () => context.setCookie(COOKIE, secret, LIMITS.device.unseenDays * DAY_SECONDS) }
}
