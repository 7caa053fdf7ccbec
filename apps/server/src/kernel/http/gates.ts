// The gates of a call before its body is read, in order: rate limit, origin (open calls), session (handle and cookie),
// network, a second factor that the developer requires, privilege, view-only mode, password confirmation (sensitive
// calls) and service fee. Each gate passes or refuses; none reads the payload. `register-calls.ts` calls them, and
// repeats the gates about the caller after a slow body.
import { LIMITS, MINUTE_MS, identityCalls } from '@sealwright/contract'
import type { Call, Privilege } from '@sealwright/contract'
import type { FastifyRequest } from 'fastify'
import type { Asking } from '../asking.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Person } from '../scope.ts'
import { refuseSuspended } from '../suspension.ts'
import type { FindCaller, FindPerson } from './context.ts'
import { sessionCookieName } from './context.ts'
import { networkOf } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

export function rateGate(limit: RateLimit, call: Call, request: FastifyRequest, callsPerMinute: number): void {
  const network = networkOf(request.ip)
  const wait = Math.max(
    limit.take(network, callsPerMinute),
    call.perMinute === undefined ? 0 : limit.take(`${call.name} ${network}`, call.perMinute),
  )
  if (wait > 0) throw new Refusal('platform.tooFrequent', { params: { seconds: wait } })
}

/**
 * Protects calls without a session from other sites. Calls with a session are protected by the handle, which only our
 * pages can send.
 */
export function originGate(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, host } = request.headers
  if (origin === undefined || request.method === 'GET') return
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw new Refusal('platform.wrongOrigin')
}

/** The `Origin` of the request if it is one of ours, or else undefined. */
export function pageOrigin(
  { headers: { origin, host } }: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined
  const isOurs = publicUrl === undefined ? new URL(origin).host === host : origin === new URL(publicUrl).origin
  return isOurs ? origin : undefined
}

export function sessionGate(
  findCaller: FindCaller,
  request: FastifyRequest,
  now: Date,
  isListening: boolean,
): Promise<Caller | undefined> {
  return callerOf(findCaller, request, request.headers['x-session-id'], now, isListening)
}

/** The caller or, for the calls of accounts without a developer, such an account. */
export async function personGate(
  findPerson: FindPerson,
  call: Call,
  request: FastifyRequest,
  caller: Caller | undefined,
  now: Date,
): Promise<Person | undefined> {
  if (caller || (call.access.kind !== 'pending' && call.access.kind !== 'person')) return caller
  const session = sessionOf(request, request.headers['x-session-id'])
  return session && findPerson(session.handle, session.secret, now)
}

/** A session handle and its secret, if the request has the cookie of that handle. */
function sessionOf(request: FastifyRequest, handle: unknown): { handle: string; secret: string } | undefined {
  if (typeof handle !== 'string' || !/^[\w-]{20,64}$/.test(handle)) return undefined
  const secret = request.cookies[sessionCookieName(handle)]
  return secret === undefined || secret.length > 128 ? undefined : { handle, secret }
}

/** The caller of a session handle, if the request also has the cookie of that handle. */
export async function callerOf(
  findCaller: FindCaller,
  request: FastifyRequest,
  handle: unknown,
  now: Date,
  isListening: boolean,
): Promise<Caller | undefined> {
  const session = sessionOf(request, handle)
  return session && findCaller(session.handle, session.secret, now, isListening, request.ip)
}

export function accessGate(
  call: Call,
  caller: Caller | undefined,
  privilegeLabel: (name: Privilege) => string,
  person: Person | undefined = caller,
): void {
  const { access } = call
  // Programs have no session. The runtime surface checks the developer's API password.
  if (access.kind === 'open' || access.kind === 'program') return
  if (!person) throw new Refusal('session.expired')
  if (caller?.refusedNetwork !== undefined && !call.fromAnyNetwork)
    throw new Refusal('identity.networkRefused', { params: { network: caller.refusedNetwork } })
  if (access.kind === 'pending') return
  if (person.owes === 'factor' && !call.settlesFactor) throw new Refusal('identity.factorOwed')
  if (access.kind === 'person') {
    if (person.owes !== null) throw new Refusal('session.expired')
    return
  }
  if (!caller || (caller.state === 'pending' && caller.owes !== 'factor')) throw new Refusal('session.expired')
  if (access.kind === 'session' || caller.isSuper) return
  if (access.kind === 'super') throw new Refusal('platform.superOnly')
  // Calls of the desk are not registered here.
  if (access.kind !== 'privilege') throw new Refusal('session.expired')
  requireAnyPrivilege(caller, access.anyOf, privilegeLabel)
}

/** Whether the password was confirmed recently, on a device with the same fingerprint as at sign-in. */
export function isConfirmed(caller: Caller, fingerprint: string | undefined, now: Date): boolean {
  const isFresh =
    caller.confirmedAt !== null &&
    now.getTime() - caller.confirmedAt.getTime() < LIMITS.session.confirmMinutes * MINUTE_MS
  return isFresh && (caller.fingerprint ?? undefined) === fingerprint
}

/** Logs a session that is used with another fingerprint than at sign-in: it may have been stolen. */
export function tellOtherDevice(
  { log, fingerprint }: Pick<Asking, 'log' | 'fingerprint'>,
  caller: Caller,
  call: Call,
): void {
  if ((caller.fingerprint ?? undefined) !== fingerprint)
    log.warn(
      { accountId: caller.accountId, developerId: caller.developer.id, call: call.name },
      'a session is used on another device than at sign-in',
    )
}

export function confirmationGate(call: Call, caller: Caller | undefined, asking: Asking): void {
  if (!call.sensitive || !caller) return
  tellOtherDevice(asking, caller, call)
  if (!isConfirmed(caller, asking.fingerprint, asking.now)) throw new Refusal('identity.confirmPassword')
}

/** A visiting operator reads, and neither sees secrets nor takes data along. */
function visitGate(call: Call): void {
  if (call.access.kind === 'open' || call.name === identityCalls.logout.name) return
  if (call.effect !== 'read' || call.personal || call.sensitive || call.streams === 'file')
    throw new Refusal('operator.visitOnly')
}

/** While viewing as another account, a super administrator changes nothing and makes none of its personal calls. */
export function viewingGate(call: Call, caller: Caller | undefined): void {
  if (caller?.visit) visitGate(call)
  if (!caller?.viewer || call.whileViewing || call.access.kind === 'open') return
  if (call.personal || call.effect !== 'read')
    throw new Refusal('access.viewOnly', { params: { name: caller.displayName } })
}

/**
 * A suspended developer changes nothing. Its people still sign in, see to their own accounts and write to the platform.
 */
export function suspensionGate(call: Call, caller: Caller | undefined): void {
  const { access, effect } = call
  const isOwn = call.personal && access.kind !== 'super'
  if (effect === 'read' || isOwn || call.whileSuspended || access.kind === 'open' || access.kind === 'pending') return
  refuseSuspended(caller?.developer.suspension ?? null)
}

export function serviceFeeGate(call: Call, caller: Caller | undefined): void {
  if (call.needsServiceFee && caller?.developer.serviceStatus === 'unpaid')
    throw new Refusal('developer.serviceFeeUnpaid')
}

export function requireAnyPrivilege(
  caller: Caller,
  anyOf: readonly Privilege[],
  privilegeLabel: (name: Privilege) => string,
): void {
  if (anyOf.some((name) => caller.privileges.has(name))) return
  throw new Refusal('platform.noPermission', { params: { privilege: anyOf.map(privilegeLabel).join(' / ') } })
}
