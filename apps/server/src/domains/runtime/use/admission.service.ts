// The admission of the runtime: who calls, how often, and which license they mean. A wrong password and a developer that
// does not exist are answered alike, as are a code of nobody and one of another developer: it is looked for among this
// developer's alone. Limits are buckets of this process.
import { createHash, timingSafeEqual } from 'node:crypto'
import { LICENSE_STATUSES, LIMITS, isCode, plainCode } from '@sealwright/contract'
import type { MachinePart, RuntimeAct } from '@sealwright/contract'
import type pg from 'pg'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { RateLimit } from '../../../kernel/http/rate-limit.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { openApiPassword } from '../../developer/index.ts'
import { isCodePassword, judgeUse, readFacts, traceUse } from '../../license/index.ts'
import type { Use, UseFacts, UseRefused, UseSubject, UsedDeveloper } from '../../license/index.ts'
import type { RuntimeLog, Told } from '../log/log.service.ts'
import type { FactsMemory } from './facts.service.ts'

/** How often may be asked; tests and benchmarks ask more often from one place than anybody does. */
export type AdmissionLimits = Pick<
  typeof LIMITS.runtime,
  | 'callsPerMinute'
  | 'callsPerMinuteOfCode'
  | 'callsPerMinuteOfDeveloper'
  | 'unknownCodesPerHour'
  | 'wrongPasswordsPerHour'
>

/** What the calls have in common, decoded. */
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
  limits?: { [Name in keyof AdmissionLimits]: number }
}

export const tokenDigest = (token: string) => createHash('sha256').update(token).digest()
export const partsOf = (machine: Asked['machine']) =>
  (machine?.parts ?? []).map(({ kind, digest }) => `${kind}=${digest}`).toSorted()
export const nameOf = (machine: NonNullable<Asked['machine']>) => machine.name ?? machine.fingerprint.slice(0, 12)

/** Which license is meant: by a code or a token, and by the lease that is held where neither is given. */
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

const API_PASSWORD = /^[\da-f]+$/i

interface Meant {
  by: Use['by']
  subject: UseSubject
  /** What is known of it is remembered by this. */
  key: string
  /** Whose questions are counted, besides the network's. */
  counted: Counted
}

interface Counted {
  developer: string
  code?: string
}

/** A license that is meant, before anybody looked whether it may be used. */
export interface Met extends Meant {
  /** To whoever has shown the password. */
  known: UseFacts | undefined
}

export interface Entered {
  facts: UseFacts
  use: Use
  subject: UseSubject
  key: string
}

export function createAdmission({ app, box, facts, log, rateLimit, limits = LIMITS.runtime }: AdmissionDeps) {
  /** Opened once for as long as the facts that hold it are known. */
  const passwords = new WeakMap<Buffer, Buffer>()

  function isApiPassword(
    developerId: number,
    { apiPassword: sealed }: Pick<UsedDeveloper, 'apiPassword'>,
    given: string,
  ): boolean {
    // What is no hexadecimal would be read up to where it ends.
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
   * Before anything is looked up: what one network, one code and one developer may ask in a minute. Whoever only
   * guesses is refused before they use up what others share.
   */
  function limit(
    context: Pick<ProgramContext, 'network' | 'apiPassword'>,
    developerId: number,
    { developer, code }: Counted,
    known: UseFacts | undefined,
  ) {
    const from = networkOf(context.network)
    slowDown(rateLimit.take(`runtime ${from}`, limits.callsPerMinute))
    // What this process knows is nobody's guess, to whoever has the password.
    const isProgram = known !== undefined && isApiPassword(developerId, known.developer, context.apiPassword)
    if (!isProgram) refuseGuesser(from, developerId)
    if (known && !isProgram) refuseStranger(from)
    slowDown(rateLimit.take(developer, limits.callsPerMinuteOfDeveloper))
    if (code !== undefined) slowDown(rateLimit.take(code, limits.callsPerMinuteOfCode))
  }
  const countedOf = (developerId: number, code?: string): Counted => ({
    developer: `runtime developer ${developerId}`,
    ...(code !== undefined && { code: `runtime code ${developerId} ${code}` }),
  })

  // Buckets of an hour: their size, refilled over sixty minutes. Strangers are counted by their network, programs by
  // their developer as well: what one vendor's program gets wrong is not held against another's.
  const strangers = (from: string) =>
    [`runtime stranger ${from}`, limits.unknownCodesPerHour / 60, limits.unknownCodesPerHour] as const
  const guesses = (from: string, developerId: number) =>
    [`runtime guess ${developerId} ${from}`, limits.unknownCodesPerHour / 60, limits.unknownCodesPerHour] as const
  /** However many networks they come from. */
  const wrongPasswords = (developerId: number, licenseGuid: string) =>
    [
      `runtime password ${developerId} ${licenseGuid}`,
      limits.wrongPasswordsPerHour / 60,
      limits.wrongPasswordsPerHour,
    ] as const

  /**
   * Whoever misses too often waits, whatever they ask for next that this process does not know: else a wait would tell
   * a miss from a hit.
   */
  function refuseGuesser(from: string, developerId: number) {
    slowDown(rateLimit.wait(...strangers(from)))
    slowDown(rateLimit.wait(...guesses(from, developerId)))
  }

  function refuseStranger(from: string): never {
    rateLimit.owe(...strangers(from))
    throw new Refusal('runtime.unauthorized')
  }

  /** Whose program this is; refused alike where the password is wrong and where there is no such developer. */
  function admit(context: ProgramContext, developerId: number, found: UseFacts | undefined): UseFacts {
    if (!found || !isApiPassword(developerId, found.developer, context.apiPassword))
      refuseStranger(networkOf(context.network))
    return found
  }

  const toldOf = (context: ProgramContext, act: RuntimeAct, { code, machine }: Asked): Told => ({
    act,
    network: networkOf(context.network),
    code: code && plainCode(code),
    machineName: machine?.name,
    fingerprint: machine?.fingerprint,
  })

  function useOf(asked: Asked, act: Use['act'], by: Use['by'], found: UseFacts | undefined, amount?: number): Use {
    const { licenseId, version, codePassword } = asked
    const passwordBox = found?.license?.passwordBox ?? null
    if (passwordBox !== null && codePassword !== undefined && found?.license)
      slowDown(rateLimit.wait(...wrongPasswords(asked.developerId, found.license.guid)))
    return {
      act,
      by,
      licenseId,
      version,
      amount,
      isPasswordRight:
        passwordBox === null || (codePassword !== undefined && isCodePassword(box, passwordBox, codePassword)),
    }
  }

  /** Refuses, and keeps why. */
  async function refuse(
    context: ProgramContext,
    asked: Asked,
    act: RuntimeAct,
    found: UseFacts,
    use: Use | undefined,
    refused: UseRefused,
    isUnpaid = false,
  ): Promise<never> {
    const { reason } = refused
    if (reason === 'codeNotFound' || reason === 'codePassword')
      rateLimit.owe(...guesses(networkOf(context.network), asked.developerId))
    if (reason === 'codePassword' && found.license)
      rateLimit.owe(...wrongPasswords(asked.developerId, found.license.guid))
    await log.refused(
      asked.developerId,
      found,
      toldOf(context, act, asked),
      { ...refused, trace: use ? traceUse(found, use, context.now, isUnpaid ? refused : undefined) : null },
      context.now,
    )
    throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
  }

  /** Which license a payload means. Worked out once for a payload that comes again as the same object. */
  const meant = new WeakMap<Asked, Meant>()
  function meaningOf(asked: Asked): Meant {
    const known = meant.get(asked)
    if (known) return known
    const { developerId, machine } = asked
    const { by, ...subject } = subjectOf(asked)
    const key = `${developerId} ${by} ${subject.code ?? asked.token ?? subject.leaseId} ${subject.licenseId ?? ''} ${machine?.fingerprint ?? ''}`
    // A code that cannot be one is looked for nevertheless: how long it takes tells nothing.
    const meaning = {
      by,
      key,
      counted: countedOf(developerId, subject.code),
      subject: subject.code !== undefined && !isCode(subject.code) ? { ...subject, code: '' } : subject,
    }
    meant.set(asked, meaning)
    return meaning
  }

  /** Which license is meant, once the limits let it be looked for. */
  function meet(context: ProgramContext, asked: Asked): Met {
    const meaning = meaningOf(asked)
    const known = facts.get(meaning.key)
    limit(context, asked.developerId, meaning.counted, known)
    return { ...meaning, known }
  }

  function judge(
    context: ProgramContext,
    asked: Asked,
    { by, key, subject }: Met,
    admitted: UseFacts,
    act: Use['act'],
    wanted: Pick<Use, 'isPublic'>,
  ): Entered & { refused: UseRefused | undefined } {
    const use = { ...useOf(asked, act, by, admitted), ...wanted }
    return { facts: admitted, use, subject, key, refused: judgeUse(admitted, use, context.now) }
  }

  /** The license that is meant where this process knows it and it may be used so: nothing is waited for. */
  function enterKnown(context: ProgramContext, asked: Asked, met: Met, act: Use['act']): Entered | undefined {
    if (!met.known) return undefined
    const entered = judge(context, asked, met, met.known, act, {})
    return entered.refused ? undefined : entered
  }

  /** The license that is meant and may be used so, from memory where it is known. */
  async function enter(
    context: ProgramContext,
    asked: Asked,
    act: Use['act'],
    { met = meet(context, asked), ...wanted }: Pick<Use, 'isPublic'> & { met?: Met } = {},
  ): Promise<Entered> {
    const { developerId } = asked
    const { key, known, subject } = met
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
    const { refused, ...entered } = judge(context, asked, met, admitted, act, wanted)
    if (refused) await refuse(context, asked, act, entered.facts, entered.use, refused)
    return entered
  }

  /** For calls that look at no license: whose program it is. */
  async function enterDeveloper(context: ProgramContext, developerId: number): Promise<UsedDeveloper> {
    const key = `${developerId}`
    const known = facts.get(key)
    limit(context, developerId, countedOf(developerId), known)
    const admitted =
      known ??
      admit(
        context,
        developerId,
        await facts.look(
          key,
          developerId,
          () => readFacts(app, developerId, {}, context.now),
          () => true,
        ),
      )
    return admitted.developer
  }

  return { meet, enter, enterKnown, admit, enterDeveloper, refuse, useOf, toldOf }
}

const GONE: readonly number[] = [LICENSE_STATUSES.deleting, LICENSE_STATUSES.deleted, LICENSE_STATUSES.replaced]

/**
 * What may be remembered: a machine that holds a license whose uses are not counted, known by its very fingerprint. A
 * license that is gone may be followed by another, of which nobody is told.
 */
function isKept({ license, content, machine }: UseFacts, fingerprint: string | undefined): boolean {
  return (
    machine?.fingerprint === fingerprint &&
    license !== null &&
    !GONE.includes(license.state) &&
    content !== null &&
    content.counter === null &&
    machine?.state === 'bound'
  )
}

export type Admission = ReturnType<typeof createAdmission>
