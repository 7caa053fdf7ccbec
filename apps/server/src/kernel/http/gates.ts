// The gates before a body is read, in order: rate limit, session (handle and cookie, both), what the session must be
// told first, right, and a password typed again for what is sensitive; whoever only views as another gets no further
// than looking. Each either passes or refuses; none looks at the payload. The order is visible in `register-calls.ts`,
// which passes those about the caller once more after a body that came slowly.
import { LIMITS, MINUTE_MS } from '@sealwright/contract'
import type { Call, Privilege } from '@sealwright/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Asking, Caller } from '../scope.ts'
import type { FindCaller } from './context.ts'
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
 * A call without a session is protected from other sites by its Origin; one with a session by the handle that only our
 * pages can send.
 */
export function originGate(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, host } = request.headers
  if (origin === undefined || request.method === 'GET') return
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw new Refusal('platform.wrongOrigin')
}

/** The page's own address as the browser tells it, or nothing where another one than ours is told. */
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

/** Who has this handle and the cookie that belongs to it. */
export async function callerOf(
  findCaller: FindCaller,
  request: FastifyRequest,
  handle: unknown,
  now: Date,
  isListening: boolean,
): Promise<Caller | undefined> {
  if (typeof handle !== 'string' || !/^[\w-]{20,64}$/.test(handle)) return undefined
  const secret = request.cookies[sessionCookieName(handle)]
  if (secret === undefined || secret.length > 128) return undefined
  return findCaller(handle, secret, now, isListening)
}

export function accessGate(call: Call, caller: Caller | undefined, privilegeLabel: (name: Privilege) => string): void {
  const { access } = call
  // A program shows its developer's password in the body's company: its own surface looks at it.
  if (access.kind === 'open' || access.kind === 'program') return
  if (!caller) throw new Refusal('session.expired')
  if (access.kind === 'pending') return
  if (caller.state === 'pending') throw new Refusal('session.expired')
  if (access.kind === 'session' || caller.isSuper) return
  if (access.kind === 'super') throw new Refusal('platform.superOnly')
  requireAnyPrivilege(caller, access.anyOf, privilegeLabel)
}

/** Whether the password was typed again lately; on a device that looks unlike the one that signed in, it was not. */
export function isConfirmed(caller: Caller, fingerprint: string | undefined, now: Date): boolean {
  const isFresh =
    caller.confirmedAt !== null &&
    now.getTime() - caller.confirmedAt.getTime() < LIMITS.session.confirmMinutes * MINUTE_MS
  return isFresh && (caller.fingerprint ?? undefined) === fingerprint
}

/**
 * A session that turns up on a device that looks unlike the one that signed in may have been carried off: the operator
 * can read of it.
 */
export function tellOtherDevice(
  { log, fingerprint }: Pick<Asking, 'log' | 'fingerprint'>,
  caller: Caller,
  call: Call,
): void {
  if ((caller.fingerprint ?? undefined) !== fingerprint)
    log.warn(
      { accountId: caller.accountId, developerId: caller.developer.id, call: call.name },
      'a session is used on another device than before',
    )
}

export function confirmationGate(call: Call, caller: Caller | undefined, asking: Asking): void {
  if (!call.sensitive || !caller) return
  tellOtherDevice(asking, caller, call)
  if (!isConfirmed(caller, asking.fingerprint, asking.now)) throw new Refusal('identity.confirmPassword')
}

/** Whoever views as another changes nothing, and sees nothing that is that person's own affair. */
export function viewingGate(call: Call, caller: Caller | undefined): void {
  if (!caller?.viewer || call.whileViewing || call.access.kind === 'open') return
  if (call.personal || call.effect !== 'read')
    throw new Refusal('access.viewOnly', { params: { name: caller.displayName } })
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
  if (caller.isSuper || anyOf.some((name) => caller.privileges.has(name))) return
  throw new Refusal('platform.noPermission', { params: { privilege: anyOf.map(privilegeLabel).join(' / ') } })
}
