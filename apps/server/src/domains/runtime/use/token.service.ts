// Gives a user the token of a sign-in, by password or through the browser: the token, its rows in the developer's log
// and in the person's own history, and the answer.
import { DAY_MS, LICENSE_MODES, LIMITS, licenseModeOf } from '@sealwright/contract'
import type { runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { SigningInUser } from '../../customer/index.ts'
import { noteSignIn } from '../../identity/index.ts'
import { endOrNull, listInForce } from '../../license/index.ts'
import type { RuntimeLog, Told } from '../log/log.service.ts'
import { tokenDigest } from './admission.service.ts'
import { insertToken } from './login.queries.ts'

export type SignedInAnswer = z.output<(typeof runtimeCalls)['login']['answer']>

export const SECRET_BYTES = 32
const TOKEN_MS = LIMITS.runtime.tokenDays * DAY_MS

/**
 * A sign-in to a program in the history of the account. Without an account, `accountId` is random: no row is written.
 */
export const placeOf = (developerId: number, accountId: string, network: string, now: Date) => ({
  accountId,
  at: now,
  network,
  userAgent: null,
  deviceId: null,
  developerId,
})

export function createTokens({ ids, log }: { ids: Ids; log: RuntimeLog }) {
  /** Runs in the transaction that holds the user. */
  return async function give(
    db: Db,
    developerId: number,
    user: SigningInUser,
    told: Told,
    now: Date,
  ): Promise<SignedInAnswer> {
    const { guid, account, userName, accountId } = user
    const token = ids.token(SECRET_BYTES)
    const expiresAt = new Date(now.getTime() + TOKEN_MS)
    const { network } = told
    await insertToken(db, {
      developerId,
      digest: tokenDigest(token),
      userGuid: guid,
      network,
      createdAt: now,
      expiresAt,
    })
    await log.done(db, developerId, { person: { ...user, until: expiresAt } }, { ...told, account }, now)
    if (accountId !== null) await noteSignIn(db, placeOf(developerId, accountId, network, now), 'signedIn')
    const licenses = await listInForce({ db, developerId }, guid, now)
    return {
      token,
      expireTime: expiresAt,
      account,
      userName,
      licenses: licenses.map((license) => ({
        guid: license.guid,
        licenseId: license.licenseId,
        mode: LICENSE_MODES[licenseModeOf('account', license.content)],
        expireTime: endOrNull(license.expiresAt),
      })),
    }
  }
}
export type GiveToken = ReturnType<typeof createTokens>
