// Users sign in to programs with a password, of their own account or of a shadow account of the developer. An attempt
// is counted before the password check, and neither the answer nor its timing reveals whether the account exists.
// Accounts with more to lose sign in through the browser (device-login.service.ts); their password is not even compared
// here. A token ends when its password or user changes, or at sign-out.
import type { RuntimeReason, runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findSigningIn } from '../../customer/index.ts'
import { isPassword, noteSignIn, noteWrong } from '../../identity/index.ts'
import type { Guessing } from '../../identity/index.ts'
import { vendorRefusal } from '../../license/index.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import { tokenDigest } from './admission.service.ts'
import type { Admission } from './admission.service.ts'
import * as queries from './login.queries.ts'
import { placeOf } from './token.service.ts'
import type { GiveToken, SignedInAnswer } from './token.service.ts'

type Payload<Name extends 'login' | 'logout'> = z.output<(typeof runtimeCalls)[Name]['payload']>

export interface LoginDeps {
  database: Database
  ids: Ids
  admission: Admission
  log: RuntimeLog
  guessing: Guessing
  giveToken: GiveToken
}

export function createLogin({ database, ids, admission, log, guessing, giveToken }: LoginDeps) {
  async function login(
    context: ProgramContext,
    { developerId, account, password }: Payload<'login'>,
  ): Promise<SignedInAnswer> {
    const { now } = context
    const network = networkOf(context.network)
    const developer = await admission.enterDeveloper(context, developerId)
    const asked = { name: account.trim().toLowerCase(), network, now }
    const told = { act: 'login' as const, network, account: asked.name }

    async function refuse(reason: RuntimeReason): Promise<never> {
      await log.refused(developerId, undefined, told, { reason, params: {}, trace: null }, now)
      throw new Refusal(`runtime.${reason}`)
    }

    const refused = vendorRefusal(developer, now)
    if (refused) await refuse(refused.reason)
    const found = await database.inTenant(developerId, 'read', (db) => findSigningIn(db, developerId, asked, false))
    const attempt = await guessing.program({
      ...asked,
      name: found?.guessName ?? asked.name,
      developerId,
      isKnownNetwork: found?.isKnownHere ?? false,
    })
    // Without a hash, the check takes as long and fails.
    const hash = found?.needsBrowser ? undefined : found?.passwordHash
    const place = placeOf(developerId, found?.accountId ?? ids.guid(), network, now)
    if (!(await isPassword(hash, password)) || !found) {
      await noteWrong(database, place, found?.needsBrowser ? 'browserNeeded' : 'wrongPassword', attempt)
      return refuse('loginFailed')
    }
    await attempt.forgive()
    if (!found.isActive) {
      await database.outsideTenants((db) => noteSignIn(db, place, 'notActivated'))
      return refuse('accountNotActivated')
    }
    const answer = await database.inTenant(developerId, 'write', async (db) => {
      // A change of the password ends existing tokens. A sign-in in progress waits here for that transaction and is
      // then refused.
      const held = await findSigningIn(db, developerId, asked, true)
      if (held?.guid !== found.guid || held.passwordHash !== found.passwordHash || held.needsBrowser) return undefined
      return giveToken(db, developerId, held, told, now)
    })
    return answer ?? refuse('loginFailed')
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
