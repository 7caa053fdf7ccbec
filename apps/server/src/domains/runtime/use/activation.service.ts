// Activates, validates and deactivates licenses on devices. Validation is answered from memory. Changes are judged
// again under the license's lock, in their transaction.
import {
  CHARGE_ERRORS,
  CLIENT_STATUSES,
  LICENSE_MODES,
  licenseModeOf,
  machineLimits,
  runtimeCalls,
} from '@sealwright/contract'
import type { ClientStatus } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db, End } from '../../../kernel/db/database.ts'
import { createSpelling } from '../../../kernel/http/program-calls.ts'
import type { ProgramContext, Spelled } from '../../../kernel/http/program-calls.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { createTurns } from '../../../kernel/turns.ts'
import { endOrNull, holdingFacts, judgeUse, usesBinding } from '../../license/index.ts'
import type { MachineTenant, Use, UseFacts, UseRefused, UseSubject } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import { isWorn, leaseEnd } from '../keys/lease.service.ts'
import type { Leased, Leases, Licensed } from '../keys/lease.service.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import type { SeenMachines } from '../log/seen.service.ts'
import { nameOf, partsOf } from './admission.service.ts'
import type { Asked, Admission, Met } from './admission.service.ts'
import type { FactsMemory } from './facts.service.ts'
import type { LicenseUse } from './license-use.kind.ts'

type Payload<Name extends keyof typeof runtimeCalls> = z.output<(typeof runtimeCalls)[Name]['payload']>
type Answer<Name extends keyof typeof runtimeCalls> = z.output<(typeof runtimeCalls)[Name]['answer']>

const IS_CHARGE_ERROR: ReadonlySet<string> = new Set(CHARGE_ERRORS)
export const isChargeError = (error: unknown) => error instanceof Refusal && IS_CHARGE_ERROR.has(error.error)

export interface ActivationDeps {
  database: Database
  ids: Ids
  admission: Admission
  facts: FactsMemory
  currentKeys: CurrentKeys
  leases: Leases
  log: RuntimeLog
  license: LicenseUse
  seen: SeenMachines
}

/** The license in an answer. */
export function licenseAnswer(
  { license, content }: Licensed,
  offlineUntil: Date | null,
): Answer<'validate'>['license'] {
  return {
    guid: license.guid,
    mode: LICENSE_MODES[licenseModeOf(license.family, content)],
    licenseId: license.licenseId,
    revision: license.revision,
    startTime: content.startTime === null ? null : new Date(content.startTime),
    expireTime: endOrNull(license.expiresAt),
    offlineUntil,
    bound: license.bound,
    machineLimit: machineLimits(content).atOnce,
    usesLeft: content.counter === null ? null : Math.max(0, content.counter - license.usesTaken),
  }
}

/** Facts of a judged use, which has a license. */
export function licensedOf(facts: UseFacts): Licensed {
  if (!facts.license || !facts.content) throw new Error('an allowed use without a license')
  return facts as Licensed // checked above
}

export function createActivation({
  database,
  ids,
  admission,
  facts: memory,
  currentKeys,
  leases,
  log,
  license,
  seen,
}: ActivationDeps) {
  const inTurn = createTurns()

  const told = (context: ProgramContext, machine: NonNullable<Asked['machine']>, version: number | undefined) => ({
    fingerprint: machine.fingerprint,
    parts: partsOf(machine),
    name: nameOf(machine),
    os: machine.os ?? null,
    network: context.network,
    addresses: machine.addresses,
    isOffline: false,
    version,
  })

  /** Writes a tolerated part change before the use: what is not written is not counted. Activation binds by itself. */
  async function settled(
    tenant: MachineTenant & { db: Db },
    held: Licensed,
    context: ProgramContext,
    { machine, version }: Asked,
    use: Use,
  ): Promise<Licensed> {
    if (!held.machine || !held.change || !machine || use.act === 'activate' || !usesBinding(held.content, use))
      return held
    const bound = await license.bindHeld(tenant, held, told(context, machine, version))
    return { ...held, license: bound.license, machine: { ...held.machine, ...bound.machine }, change: null }
  }

  /** The use with what the payload says, and why it is refused, if so. */
  async function judge(
    context: ProgramContext,
    asked: Asked,
    use: Use,
    held: UseFacts,
  ): Promise<{ given: Use; refused: UseRefused | undefined }> {
    const said = { ...use, ...admission.useOf(asked, use.act, use.by, use.amount) }
    // Somebody with a right of their own needs no password of the code.
    const given = await admission.withPassword(context, asked, held, said)
    return { given, refused: judgeUse(held, given, context.now) }
  }

  /**
   * Locks the license, judges the use and does the work, in one transaction. A refusal is logged after the rollback. If
   * `before` returns a result, the use is not judged again.
   */
  async function holding<T>(
    context: ProgramContext,
    asked: Asked,
    use: Use,
    subject: UseSubject,
    work: (tenant: MachineTenant & { db: Db }, held: Licensed, end: End) => Promise<T>,
    before?: (tenant: MachineTenant & { db: Db }, held: Licensed) => Promise<T | undefined>,
  ): Promise<T> {
    const { developerId } = asked
    const { now } = context
    const named = subject.guid ?? subject.code ?? subject.leaseId ?? subject.token?.toString('hex')
    const facts = holdingFacts(developerId, subject, now)
    let held: UseFacts | undefined
    let given = use
    try {
      return await inTurn(`${developerId} ${named} ${subject.licenseId}`, () =>
        database.inTenantBriefly(developerId, facts.statement, async (db, rows, end) => {
          held = admission.admit(context, developerId, facts.read(rows))
          const tenant = { db, developerId, ids, now }
          const done = held.license && (await before?.(tenant, licensedOf(held)))
          if (done) return done
          const judged = await judge(context, asked, use, held)
          given = judged.given
          const { refused } = judged
          if (refused) throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
          return work(tenant, await settled(tenant, licensedOf(held), context, asked, given), end)
        }),
      )
    } catch (error) {
      // A rate limit is not a judgment.
      if (!(error instanceof Refusal) || !held || error.error === 'runtime.tooManyTries') throw error
      const refused = judgeUse(held, given, now)
      const act = use.file ? 'offline' : use.act
      if (refused) await admission.refuse(context, asked, act, held, given, refused)
      if (isChargeError(error))
        await admission.refuse(context, asked, act, held, given, { reason: 'vendorAccount', params: {} }, true)
      throw error
    }
  }

  function answer(facts: Licensed, status: ClientStatus, leased: Leased | null, now: Date): Answer<'validate'> {
    const known =
      leased ?? (facts.lease && { lease: null, leaseId: facts.lease.guid, expiresAt: facts.lease.expiresAt })
    return {
      status,
      lease: leased?.lease ?? null,
      leaseId: known?.leaseId ?? null,
      license: licenseAnswer(facts, known?.expiresAt ?? leaseEnd(facts, now)),
      serverTime: now,
    }
  }

  async function activate(context: ProgramContext, asked: Payload<'activate'>): Promise<Answer<'activate'>> {
    const { developerId, machine } = asked
    const { now } = context
    const { by, subject } = admission.meet(context, asked)
    // Check the API password before a key is created.
    if (!currentKeys.has(developerId)) await admission.admitDeveloper(context, developerId)
    const key = await currentKeys.of(developerId, now)
    return holding(context, asked, { act: 'activate', by }, subject, async (tenant, held) => {
      const { db } = tenant
      // A removal that the device wrote before is known from now on. A device without files has forgotten its key.
      const files = { machineKey: machine.key ?? null, removals: machine.removals ?? 0 }
      const bound = await license.bindHeld(tenant, held, { ...told(context, machine, asked.version), files })
      const after = { ...held, license: bound.license }
      const leased = await leases.forMachine(
        db,
        developerId,
        after,
        bound.machine,
        key,
        now,
        bound.isNew ? log.doneRow(developerId, held, admission.toldOf(context, 'activate', asked), now) : null,
      )
      return answer(after, CLIENT_STATUSES.normal, leased, now)
    })
  }

  /** The answer for a cached, valid license. Only the time differs between calls. */
  const spell = createSpelling(runtimeCalls.validate, (facts: Licensed, now) =>
    answer(facts, CLIENT_STATUSES.normal, null, now),
  )

  const isChanged = ({ license: { revision: present } }: Licensed, { revision }: Payload<'validate'>) =>
    revision !== undefined && revision !== present
  const isGood = (facts: Licensed, asked: Payload<'validate'>, now: Date) =>
    !isChanged(facts, asked) && !isWorn(facts, asked.leaseId, now)

  /** Answers from memory if nothing has changed. */
  function validate(context: ProgramContext, asked: Payload<'validate'>): Promise<Answer<'validate'>> | Spelled {
    const { now } = context
    const met = admission.meet(context, asked)
    const known = admission.enterKnown(context, asked, met, 'validate')
    if (!known) return look(context, asked, met)
    const facts = licensedOf(known.facts)
    if (!isGood(facts, asked, now)) return look(context, asked, met)
    if (facts.machine) seen.note(asked.developerId, facts.machine.guid, now, asked.version)
    return spell(facts, now)
  }

  /** Answers if something must be read, refused or signed first. */
  async function look(context: ProgramContext, asked: Payload<'validate'>, met: Met): Promise<Answer<'validate'>> {
    const { developerId } = asked
    const { now } = context
    const entered = await admission.enter(context, asked, 'validate', { met })
    const facts = licensedOf(entered.facts)
    const { machine: known } = facts
    if (known) seen.note(developerId, known.guid, now, asked.version)
    if (!facts.change && isGood(facts, asked, now)) return answer(facts, CLIENT_STATUSES.normal, null, now)
    const key = await currentKeys.of(developerId, now)
    const sign = (db: Db, { machine, ...judged }: Licensed) => {
      if (!machine) throw new Error('a validated license without a device')
      return leases.forMachine(db, developerId, { ...judged, machine }, machine, key, now)
    }
    const leased = facts.change
      ? await holding(context, asked, entered.use, entered.subject, ({ db }, held) => sign(db, held))
      : await database.inTenant(developerId, 'write', (db) => sign(db, facts))
    // The cached facts have the former lease.
    memory.forget(entered.key)
    return answer(facts, isChanged(facts, asked) ? CLIENT_STATUSES.changed : CLIENT_STATUSES.normal, leased, now)
  }

  async function deactivate(context: ProgramContext, asked: Payload<'deactivate'>) {
    const { use, subject, key } = await admission.enter(context, asked, 'deactivate')
    await holding(context, asked, use, subject, async (tenant, held) => {
      await license.freeHeld(tenant, held)
      await log.done(tenant.db, asked.developerId, held, admission.toldOf(context, 'deactivate', asked), tenant.now)
    })
    memory.forget(key)
    return {}
  }

  return { activate, validate, deactivate, holding, judge, settled }
}

export type Activation = ReturnType<typeof createActivation>
