// Users sign in to programs, with their own account or a shadow account of the developer. An attempt is counted before
// the password check, and neither the answer nor its timing reveals whether the account exists. A token ends when its
// password or user changes, or at sign-out.
import { DAY_MS, LICENSE_MODES, LIMITS, licenseModeOf } from '@sealwright/contract'
import type { RuntimeReason, runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findSigningIn } from '../../customer/index.ts'
import { createGuessing, isPassword } from '../../identity/index.ts'
import { endOrNull, isGraceOver, listInForce } from '../../license/index.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import { tokenDigest } from './admission.service.ts'
import type { Admission } from './admission.service.ts'
import * as queries from './login.queries.ts'

type Payload<Name extends 'login' | 'logout'> = z.output<(typeof runtimeCalls)[Name]['payload']>
type Answer = z.output<(typeof runtimeCalls)['login']['answer']>

const TOKEN_BYTES = 32
const TOKEN_MS = LIMITS.runtime.tokenDays * DAY_MS

export function createLogin({
  database,
  ids,
  admission,
  log,
}: {
  database: Database
  ids: Ids
  admission: Admission
  log: RuntimeLog
}) {
  const guessing = createGuessing(database)

  async function login(context: ProgramContext, { developerId, account, password }: Payload<'login'>): Promise<Answer> {
    const { now } = context
    const network = networkOf(context.network)
    const developer = await admission.enterDeveloper(context, developerId)
    const asked = { name: account.trim().toLowerCase(), network, now }
    const told = { act: 'login' as const, network, account: asked.name }

    async function refuse(reason: RuntimeReason): Promise<never> {
      await log.refused(developerId, undefined, told, { reason, params: {}, trace: null }, now)
      throw new Refusal(`runtime.${reason}`)
    }

    if (isGraceOver(developer, now)) await refuse('vendorAccount')
    const found = await database.inTenant(developerId, 'read', (db) => findSigningIn(db, developerId, asked, false))
    const attempt = await guessing.program({ ...asked, developerId, isKnownNetwork: found?.isKnownHere ?? false })
    if (!(await isPassword(found?.passwordHash, password)) || !found) return refuse('loginFailed')
    await attempt.forgive()
    if (!found.isActive) return refuse('accountNotActivated')

    const token = ids.token(TOKEN_BYTES)
    const expiresAt = new Date(now.getTime() + TOKEN_MS)
    const licenses = await database.inTenant(developerId, 'write', async (db) => {
      // A change of the password ends existing tokens. A sign-in in progress waits here for that transaction and is
      // then refused.
      const held = await findSigningIn(db, developerId, asked, true)
      if (held?.guid !== found.guid || held.passwordHash !== found.passwordHash) return undefined
      await queries.insertToken(db, {
        developerId,
        digest: tokenDigest(token),
        userGuid: found.guid,
        network,
        createdAt: now,
        expiresAt,
      })
      await log.done(
        db,
        developerId,
        { person: { ...found, until: expiresAt } },
        { ...told, account: found.account },
        now,
      )
      return listInForce({ db, developerId }, found.guid, now)
    })
    if (!licenses) return refuse('loginFailed')
    return {
      token,
      expireTime: expiresAt,
      account: found.account,
      userName: found.userName,
      licenses: licenses.map(({ guid, licenseId, content, expiresAt: end }) => ({
        guid,
        licenseId,
        mode: LICENSE_MODES[licenseModeOf('account', content)],
        expireTime: endOrNull(end),
      })),
    }
  }

  /** An unknown or expired token is accepted, so signing out twice succeeds. */
  async function logout(context: ProgramContext, { developerId, token }: Payload<'logout'>) {
    await admission.enterDeveloper(context, developerId)
    const digest = tokenDigest(token)
    await database.inTenant(developerId, 'write', async (db) => {
      await queries.deleteToken(db, developerId, digest)
      await queries.endSeatsOf(db, developerId, digest, context.now)
    })
    return {}
  }

  return { login, logout }
}
