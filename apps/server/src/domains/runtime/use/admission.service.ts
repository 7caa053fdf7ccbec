// Admits calls of programs: authentication, rate limits, and which license a call is about. A wrong password and an
// unknown developer have the same answer. So do an unknown code and a code of another developer, because only the
// developer's own codes are searched. Rate limits are counted per process, wrong passwords of a code also in the
// database.
import { createHash, timingSafeEqual } from 'node:crypto'
import { LICENSE_STATUSES, LIMITS, isCode, plainCode } from '@sealwright/contract'
import type { MachinePart, RuntimeAct } from '@sealwright/contract'
import type pg from 'pg'
import type { Db } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { RateLimit } from '../../../kernel/http/rate-limit.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { createRecent } from '../../../kernel/recent.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { openApiPassword } from '../../developer/index.ts'
import type { Guessing } from '../../identity/index.ts'
import { asksPassword, isCodePassword, judgeUse, readFacts, traceUse } from '../../license/index.ts'
import type { Use, UseFacts, UseRefused, UseSubject, UsedDeveloper } from '../../license/index.ts'
import type { RuntimeLog, Told } from '../log/log.service.ts'
import type { FactsMemory } from './facts.service.ts'

/** Rate limits. Tests and benchmarks raise them, because they send more calls from one network than anyone does. */
export type AdmissionLimits = Pick<
  typeof LIMITS.runtime,
  | 'callsPerMinute'
  | 'callsPerMinuteOfCode'
  | 'callsPerMinuteOfDeveloper'
  | 'unknownCodesPerHour'
  | 'wrongPasswordsPerHour'
>

/** The decoded fields that the calls share. */
export interface Asked {
  developerId: number
  code?: string | undefined
  token?: string | undefined
  licenseId?: number | undefined
  leaseId?: string | undefined
  codePassword?: string | undefined
  version?: number | undefined
  machine?:
    | {
        fingerprint: string
        parts: readonly { kind: MachinePart; digest: string }[]
        name?: string | undefined
        os?: string | undefined
        addresses: { ip: string; mac: string }[]
      }
    | undefined
}

export interface AdmissionDeps {
  app: Pick<pg.Pool, 'query'>
  box: SecretBox
  facts: FactsMemory
  log: RuntimeLog
  rateLimit: RateLimit
  guessing: Pick<Guessing, 'codePassword'>
  limits?: { [Name in keyof AdmissionLimits]: number }
}

export const tokenDigest = (token: string) => createHash('sha256').update(token).digest()
export const partsOf = (machine: Asked['machine']) =>
  (machine?.parts ?? []).map(({ kind, digest }) => `${kind}=${digest}`).toSorted()
export const nameOf = (machine: NonNullable<Asked['machine']>) => machine.name ?? machine.fingerprint.slice(0, 12)

/** The license of a call: by code, else by token, else by lease. */
export function subjectOf({ code, token, licenseId, leaseId, machine }: Asked): UseSubject & { by: Use['by'] } {
  const missing = (path: string) =>
    new Refusal('platform.badPayload', { violations: [{ path, rule: 'required', params: {} }] })
  const of = { fingerprint: machine?.fingerprint, parts: partsOf(machine) }
  if (code !== undefined) return { ...of, by: 'code', code: plainCode(code) }
  if (token !== undefined) {
    if (licenseId === undefined) throw missing('licenseId')
    return { ...of, by: 'token', token: tokenDigest(token), licenseId }
  }
  if (leaseId === undefined) throw missing('code')
  return { ...of, by: 'lease', leaseId }
}

/** Right passwords of codes, each for the network that gave it. */
const MOST_PASSWORDS = 20_000

const API_PASSWORD = /^[\da-f]+$/i

interface Meant {
  by: Use['by']
  subject: UseSubject
  /** The key of its cached facts. */
  key: string
  /** The rate limits that count this call, besides the one of the network. */
  counted: Counted
}

interface Counted {
  developer: string
  code?: string
}

/** The license of a call, before the use is judged. */
export interface Met extends Meant {
  /** The cached facts. Present only if the API password was correct. */
  known: UseFacts | undefined
}

export interface Entered {
  facts: UseFacts
  use: Use
  subject: UseSubject
  key: string
}

export function createAdmission({ app, box, facts, log, rateLimit, guessing, limits = LIMITS.runtime }: AdmissionDeps) {
  /** Decrypted passwords, cached as long as the facts that contain them. */
  const passwords = new WeakMap<Buffer, Buffer>()

  function isApiPassword(
    developerId: number,
    { apiPassword: sealed }: Pick<UsedDeveloper, 'apiPassword'>,
    given: string,
  ): boolean {
    // `Buffer.from` would silently stop at the first character that is not hexadecimal.
    if (sealed === null || !API_PASSWORD.test(given)) return false
    let known = passwords.get(sealed)
    if (!known) {
      known = openApiPassword(box, developerId, sealed)
      passwords.set(sealed, known)
    }
    const shown = Buffer.from(given, 'hex')
    return shown.length === known.length && timingSafeEqual(shown, known)
  }

  function slowDown(seconds: number) {
    if (seconds > 0) throw new Refusal('runtime.tooManyTries', { params: { seconds } })
  }

  /**
   * Runs before any query: calls per minute of a network, a code and a developer. Guessing callers are refused before
   * they use up the shared limits.
   */
  function limit(
    context: ProgramContext,
    developerId: number,
    { developer, code }: Counted,
    known: UseFacts | undefined,
  ) {
    const from = networkOf(context.network)
    slowDown(rateLimit.take(`runtime ${from}`, limits.callsPerMinute))
    // With the correct password, a call about cached facts is not a guess.
    const isProgram = known !== undefined && isApiPassword(developerId, known.developer, context.apiPassword)
    if (!isProgram) refuseGuesser(from, developerId)
    if (known && !isProgram) refuseStranger(from)
    slowDown(rateLimit.take(developer, limits.callsPerMinuteOfDeveloper))
    if (code !== undefined) slowDown(rateLimit.take(code, limits.callsPerMinuteOfCode))
    if (isProgram) context.admitted = developerId
  }
  const countedOf = (developerId: number, code?: string): Counted => ({
    developer: `runtime developer ${developerId}`,
    ...(code !== undefined && { code: `runtime code ${developerId} ${code}` }),
  })

  // Buckets that refill over an hour. Callers with a wrong password are counted per network. Programs are counted per
  // network and developer, so errors of one developer's program do not affect another's.
  const strangers = (from: string) =>
    [`runtime stranger ${from}`, limits.unknownCodesPerHour / 60, limits.unknownCodesPerHour] as const
  const guesses = (from: string, developerId: number) =>
    [`runtime guess ${developerId} ${from}`, limits.unknownCodesPerHour / 60, limits.unknownCodesPerHour] as const
  /** Counted over all networks, before those that the database counts over all processes. */
  const wrongPasswords = (developerId: number, licenseGuid: string) =>
    [
      `runtime password ${developerId} ${licenseGuid}`,
      limits.wrongPasswordsPerHour / 60,
      limits.wrongPasswordsPerHour,
    ] as const

  /**
   * After too many misses, every call about facts that are not cached must wait. Otherwise a wait would distinguish a
   * miss from a hit.
   */
  function refuseGuesser(from: string, developerId: number) {
    slowDown(rateLimit.wait(...strangers(from)))
    slowDown(rateLimit.wait(...guesses(from, developerId)))
  }

  function refuseStranger(from: string): never {
    rateLimit.owe(...strangers(from))
    throw new Refusal('runtime.unauthorized')
  }

  /**
   * Checks the API password, unless the request is admitted already. A wrong password and an unknown developer have the
   * same refusal.
   */
  function admit(context: ProgramContext, developerId: number, found: UseFacts | undefined): UseFacts {
    const isAdmitted = context.admitted === developerId
    if (!found || (!isAdmitted && !isApiPassword(developerId, found.developer, context.apiPassword)))
      refuseStranger(networkOf(context.network))
    context.admitted = developerId
    return found
  }

  const toldOf = (context: ProgramContext, act: RuntimeAct, { code, machine }: Asked): Told => ({
    act,
    network: networkOf(context.network),
    code: code && plainCode(code),
    machineName: machine?.name,
    fingerprint: machine?.fingerprint,
  })

  const useOf = ({ licenseId, version }: Asked, act: Use['act'], by: Use['by'], amount?: number): Use => ({
    act,
    by,
    licenseId,
    version,
    amount,
  })

  const right = createRecent<true>(MOST_PASSWORDS)
  const trying = new Map<string, Promise<boolean>>()

  async function tryPassword({ now }: ProgramContext, guid: string, passwordBox: string, given: string) {
    const attempt = await guessing.codePassword('program', guid, now)
    const isRight = isCodePassword(box, passwordBox, given)
    if (isRight) await attempt.forgive()
    return isRight
  }

  /**
   * The use with the check of the code's password, if the use asks for one. A try is counted before it is checked. What
   * one network has given rightly is not counted there again, and devices that give the same at once share a try.
   */
  async function withPassword(
    context: ProgramContext,
    { developerId, codePassword }: Asked,
    found: UseFacts,
    use: Use,
  ): Promise<Use> {
    const { license } = found
    if (use.isPasswordRight || codePassword === undefined || !license || license.passwordBox === null) return use
    if (!asksPassword(found, use, context.now)) return use
    const { guid, passwordBox } = license
    slowDown(rateLimit.wait(...wrongPasswords(developerId, guid)))
    const given = [guid, passwordBox, networkOf(context.network), codePassword]
    const key = createHash('sha256').update(JSON.stringify(given)).digest('base64')
    if (right.get(key)) return { ...use, isPasswordRight: true }
    let attempt = trying.get(key)
    if (!attempt) {
      attempt = tryPassword(context, guid, passwordBox, codePassword).finally(() => trying.delete(key))
      trying.set(key, attempt)
    }
    const isPasswordRight = await attempt
    if (isPasswordRight) right.set(key, true)
    else rateLimit.owe(...wrongPasswords(developerId, guid))
    return { ...use, isPasswordRight }
  }

  /** Counts and logs a refusal. With `db`, the row is a part of that transaction. */
  async function tell(
    context: ProgramContext,
    asked: Asked,
    act: RuntimeAct,
    found: UseFacts,
    use: Use | undefined,
    refused: UseRefused,
    isUnpaid = false,
    db?: Db,
  ): Promise<void> {
    const { reason } = refused
    if (reason === 'codeNotFound' || reason === 'codePassword' || reason === 'lendingNotFound')
      rateLimit.owe(...guesses(networkOf(context.network), asked.developerId))
    await log.refused(
      asked.developerId,
      found,
      toldOf(context, act, asked),
      { ...refused, trace: use ? traceUse(found, use, context.now, isUnpaid ? refused : undefined) : null },
      context.now,
      db,
    )
  }

  /** Refuses and logs the reason. */
  async function refuse(
    context: ProgramContext,
    asked: Asked,
    act: RuntimeAct,
    found: UseFacts,
    use: Use | undefined,
    refused: UseRefused,
    isUnpaid = false,
  ): Promise<never> {
    await tell(context, asked, act, found, use, refused, isUnpaid)
    throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
  }

  /** The license of a payload, computed once per payload object. A repeated payload is the same object. */
  const meant = new WeakMap<Asked, Meant>()
  function meaningOf(asked: Asked): Meant {
    const known = meant.get(asked)
    if (known) return known
    const { developerId, machine } = asked
    const { by, ...subject } = subjectOf(asked)
    const named = subject.code ?? asked.token ?? subject.leaseId
    const key = `${developerId} ${by} ${named} ${subject.licenseId ?? ''} ${machine?.fingerprint ?? ''}`
    // A malformed code is searched too, so the timing reveals nothing.
    const meaning = {
      by,
      key,
      counted: countedOf(developerId, subject.code),
      subject: subject.code !== undefined && !isCode(subject.code) ? { ...subject, code: '' } : subject,
    }
    meant.set(asked, meaning)
    return meaning
  }

  /** The license of a call, after the rate limits. */
  function meet(context: ProgramContext, asked: Asked): Met {
    const meaning = meaningOf(asked)
    const known = facts.get(meaning.key)
    limit(context, asked.developerId, meaning.counted, known)
    return { ...meaning, known }
  }

  /** Enters from memory, without waiting. Undefined if the facts are not cached or the use is refused. */
  function enterKnown(context: ProgramContext, asked: Asked, met: Met, act: Use['act']): Entered | undefined {
    const { by, key, subject, known } = met
    if (!known) return undefined
    const use = useOf(asked, act, by)
    return judgeUse(known, use, context.now) ? undefined : { facts: known, use, subject, key }
  }

  /** Admits and judges a call, from memory if cached. Refuses if the license may not be used. */
  async function enter(
    context: ProgramContext,
    asked: Asked,
    act: Use['act'],
    { met = meet(context, asked), ...wanted }: Pick<Use, 'isPublic'> & { met?: Met } = {},
  ): Promise<Entered> {
    const { developerId } = asked
    const { by, key, known, subject } = met
    const admitted =
      known ??
      admit(
        context,
        developerId,
        await facts.look(
          key,
          developerId,
          () => readFacts(app, developerId, subject, context.now),
          (found) => isKept(found, subject.fingerprint),
        ),
      )
    const use = await withPassword(context, asked, admitted, { ...useOf(asked, act, by), ...wanted })
    const refused = judgeUse(admitted, use, context.now)
    if (refused) await refuse(context, asked, act, admitted, use, refused)
    return { facts: admitted, use, subject, key }
  }

  /** Admits a call that is about no license. */
  async function enterDeveloper(context: ProgramContext, developerId: number): Promise<UsedDeveloper> {
    limit(context, developerId, countedOf(developerId), facts.get(`${developerId}`))
    return admitDeveloper(context, developerId)
  }

  /**
   * Admits a call with a file, before the file is opened. The file may name any code, so callers who guess must wait,
   * as for facts that are not cached.
   */
  async function enterFile(context: ProgramContext, developerId: number): Promise<UsedDeveloper> {
    limit(context, developerId, countedOf(developerId), undefined)
    return admitDeveloper(context, developerId)
  }

  /** Counts a call about a code that its file names. */
  function countCode(developerId: number, named: string) {
    const { code } = countedOf(developerId, plainCode(named))
    if (code !== undefined) slowDown(rateLimit.take(code, limits.callsPerMinuteOfCode))
  }

  /** The same for a call that the rate limits have counted: only checks the API password. */
  async function admitDeveloper(context: ProgramContext, developerId: number): Promise<UsedDeveloper> {
    const key = `${developerId}`
    const read = () => readFacts(app, developerId, {}, context.now)
    const found = facts.get(key) ?? (await facts.look(key, developerId, read, () => true))
    return admit(context, developerId, found).developer
  }

  return {
    meet,
    enter,
    enterKnown,
    admit,
    enterDeveloper,
    enterFile,
    countCode,
    admitDeveloper,
    tell,
    refuse,
    useOf,
    withPassword,
    toldOf,
  }
}

const GONE: readonly number[] = [LICENSE_STATUSES.deleting, LICENSE_STATUSES.deleted, LICENSE_STATUSES.replaced]

/**
 * Only these facts may be cached: a bound device with exactly this fingerprint and no changed part, on a license
 * without counted uses.
 * Facts of an ended license are not cached, because another license may take its place without an invalidation.
 */
function isKept({ license, content, machine, change }: UseFacts, fingerprint: string | undefined): boolean {
  return (
    machine?.fingerprint === fingerprint &&
    change === null &&
    license !== null &&
    !GONE.includes(license.state) &&
    content !== null &&
    content.counter === null &&
    machine?.state === 'bound'
  )
}

export type Admission = ReturnType<typeof createAdmission>
