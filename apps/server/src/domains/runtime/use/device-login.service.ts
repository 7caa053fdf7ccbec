// Sign-in through the browser (RFC 8628). A program requests a code and shows it; a person who has signed in to the
// console, with captcha and second factor, confirms it there; the program then collects a token. The person sees the
// developer's name from the database. Only a user of that developer can confirm, and a code is used once.
import { randomInt } from 'node:crypto'
import {
  DEVICE_PAGE,
  LIMITS,
  MINUTE_MS,
  USER_CODE_LETTERS,
  USER_CODE_PARAMETER,
  plainUserCode,
  shownUserCode,
} from '@sealwright/contract'
import type { RuntimeReason, deviceLoginCalls, runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { sessionCookieName } from '../../../kernel/http/context.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import { keyedDigest } from '../../../kernel/keys/secret-box.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Person } from '../../../kernel/scope.ts'
import { findSigningIn, findUserOfAccount } from '../../customer/index.ts'
import { deleteSession, hasSession, noteSignIn } from '../../identity/index.ts'
import { vendorRefusal } from '../../license/index.ts'
import type { Told } from '../log/log.service.ts'
import { tokenDigest } from './admission.service.ts'
import * as queries from './device-login.queries.ts'
import type { LoginDeps } from './login.service.ts'
import { SECRET_BYTES, placeOf } from './token.service.ts'
import type { SignedInAnswer } from './token.service.ts'

type Payload<Name extends 'deviceLogin' | 'deviceToken'> = z.output<(typeof runtimeCalls)[Name]['payload']>
type Typed = z.output<typeof deviceLoginCalls.get.payload>

const { minutes, intervalSeconds, userCodeLetters } = LIMITS.deviceLogin
/** Two requests that are sent on time may arrive this much closer together. */
const POLLING = { leewaySeconds: 1, addedSeconds: 5 }
const FULL_WAIT_SECONDS = 60

const newUserCode = () =>
  Array.from({ length: userCodeLetters }, () => USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length))).join('')

export interface DeviceLoginDeps extends LoginDeps {
  box: SecretBox
  /** The URL of this center, without a trailing slash. */
  baseUrl(): string
}

export function createDeviceLogin({
  database,
  ids,
  admission,
  log,
  guessing,
  giveToken,
  box,
  baseUrl,
}: DeviceLoginDeps) {
  /** A user code has few letters, so its digest has a key: a copy of the database does not reveal open codes. */
  const digestOf = keyedDigest(box.derive('device-login'))

  /** Admits the program. */
  async function enter(context: ProgramContext, developerId: number): Promise<Told> {
    const told: Told = { act: 'login', network: networkOf(context.network) }
    const developer = await admission.enterDeveloper(context, developerId)
    const refused = vendorRefusal(developer, context.now)
    if (refused) await refuse(context, developerId, told, refused.reason)
    return told
  }

  async function refuse(
    { now }: ProgramContext,
    developerId: number,
    told: Told,
    reason: RuntimeReason,
  ): Promise<never> {
    await log.refused(developerId, undefined, told, { reason, params: {}, trace: null }, now)
    throw new Refusal(`runtime.${reason}`)
  }

  async function start(context: ProgramContext, { developerId, programName, machineName }: Payload<'deviceLogin'>) {
    const { now } = context
    const { network } = await enter(context, developerId)
    const deviceCode = ids.token(SECRET_BYTES)
    const userCode = await database.inTenant(developerId, 'write', async (db) => {
      if (await queries.isFull(db, developerId, network, now))
        throw new Refusal('runtime.tooManyTries', { params: { seconds: FULL_WAIT_SECONDS } })
      for (;;) {
        const code = newUserCode()
        const isNew = await queries.insertRequest(db, {
          developerId,
          digest: tokenDigest(deviceCode),
          userCode: digestOf(code),
          programName: programName ?? null,
          machineName: machineName ?? null,
          network,
          state: 'open',
          intervalSeconds,
          createdAt: now,
          expiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
        })
        if (isNew) return shownUserCode(code)
      }
    })
    const verificationUri = `${baseUrl()}${DEVICE_PAGE}`
    return {
      deviceCode,
      userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?${USER_CODE_PARAMETER}=${userCode}`,
      expiresIn: minutes * 60,
      interval: intervalSeconds,
    }
  }

  async function collect(
    context: ProgramContext,
    { developerId, deviceCode }: Payload<'deviceToken'>,
  ): Promise<SignedInAnswer> {
    const { now } = context
    const entered = await enter(context, developerId)
    const digest = tokenDigest(deviceCode)
    const found = await database.inTenant(developerId, 'write', (db) =>
      queries.poll(db, developerId, digest, { now, ...POLLING }),
    )
    // Programs ask every few seconds, so the answers without a decision are not logged.
    if (!found) throw new Refusal('runtime.codeExpired')
    const { state, userGuid, isEarly, intervalSeconds: seconds } = found
    const told = { ...entered, machineName: found.machineName ?? undefined }
    if (state === 'denied') return refuse(context, developerId, told, 'accessDenied')
    if (state === 'open' || userGuid === null)
      throw new Refusal(isEarly ? 'runtime.slowDown' : 'runtime.authorizationPending', { params: { seconds } })
    const answer = await database.inTenant(developerId, 'write', async (db) => {
      // Holds the account first: a change of its password deletes the request, and waits for us or we for it.
      const user = await findSigningIn(db, developerId, { userGuid, network: told.network, now }, true)
      if (user && !user.isActive) return 'accountNotActivated'
      if (!user || !(await queries.takeConfirmed(db, developerId, digest))) return 'codeExpired'
      return giveToken(db, developerId, user, told, now)
    })
    return typeof answer === 'string' ? refuse(context, developerId, told, answer) : answer
  }

  /** Runs a decision about the open request of a code, in a transaction of its developer. Wrong codes are counted. */
  async function decide<T>(
    { asking, person }: OwnContext,
    typed: string,
    run: (
      db: Db,
      request: { developerId: number; code: string; person: Person; user: { guid: string; account: string } },
    ) => Promise<T>,
  ): Promise<T> {
    if (!person) throw new Refusal('session.expired')
    const { now } = asking
    const attempt = await guessing.userCode(person.accountId, networkOf(asking.network), now)
    const code = digestOf(plainUserCode(typed))
    const developerId = await database.outsideTenants((db) => queries.findDeveloperOfCode(db, code, now))
    if (developerId === undefined) throw notFound()
    await attempt.forgive()
    return database.inTenant(developerId, 'write', async (db) => {
      const user = await findUserOfAccount(db, developerId, person.accountId)
      if (!user) throw new Refusal('deviceLogin.notUser')
      return run(db, { developerId, code, person, user })
    })
  }
  const notFound = () => new Refusal('deviceLogin.notFound', { field: 'userCode' })

  /** Checks that the session still exists. One that was only for this decision ends with it. */
  async function useSession(db: Db, { sessionId, developer }: Person) {
    const isThere = developer ? await hasSession(db, sessionId) : await deleteSession(db, sessionId)
    if (!isThere) throw new Refusal('session.expired')
  }
  function signedOut({ person, clearCookie }: OwnContext) {
    const isSignedOut = person?.developer === null
    if (isSignedOut) clearCookie(sessionCookieName(person.sessionId))
    return { isSignedOut }
  }

  const get = (context: OwnContext, { userCode }: Typed) =>
    decide(context, userCode, async (db, { developerId, code, user }) => {
      const found = await queries.findOpen(db, developerId, code, context.asking.now)
      if (!found) throw notFound()
      const { createdAt: createTime, ...facts } = found
      return { ...facts, createTime, userCode: shownUserCode(plainUserCode(userCode)), account: user.account }
    })

  async function confirm(context: OwnContext, { userCode }: Typed) {
    const { now, network } = context.asking
    await decide(context, userCode, async (db, { developerId, code, person, user: { guid: userGuid } }) => {
      // Holds the account: after a change of its password, this session is gone.
      if (!(await findSigningIn(db, developerId, { userGuid, network, now }, true)))
        throw new Refusal('deviceLogin.notUser')
      await useSession(db, person)
      const { accountId } = person
      if (!(await queries.decide(db, developerId, code, { state: 'confirmed', userGuid, accountId }, now)))
        throw notFound()
    })
    return signedOut(context)
  }

  async function deny(context: OwnContext, { userCode }: Typed) {
    const { now } = context.asking
    await decide(context, userCode, async (db, { developerId, code, person }) => {
      const found = await queries.findOpen(db, developerId, code, now)
      if (!found || !(await queries.decide(db, developerId, code, { state: 'denied' }, now))) throw notFound()
      await noteSignIn(db, placeOf(developerId, person.accountId, found.network, now), 'denied')
      await useSession(db, person)
    })
    return signedOut(context)
  }

  return { start, collect, get, confirm, deny }
}
