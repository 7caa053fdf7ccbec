// The browsers an account has signed in on, each known by a cookie of its own. A known one is exempt from the slow-down
// against strangers; a trusted one skips the second factor for a while.
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

// The account is part of it: one browser that two people use is two devices, and nobody can tell that it is one.
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
  /** To be given once the row is there for good. */
  giveCookie(): void
}

export const trustEnd = (now: Date) => new Date(now.getTime() + LIMITS.secondFactor.trustDays * DAY_MS)
export const isTrusted = (until: Date | null, now: Date) => until !== null && until > now

/**
 * Remembers this browser as one of the account's, and trusts it where that was asked for. Of too many, the ones seen
 * last stay.
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
