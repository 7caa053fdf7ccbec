// Seats that a device takes away from the network until a date: that of a lending code, or one of a group code whose
// template allows it. Taking is exact, under the license's lock. The lease ends with the loan, so a seat that is taken
// back or whose license is locked works until the next contact. The device is compared with what it was at first.
import { CHARGE_ERRORS, CLIENT_STATUSES, LIMITS, isLendingCode, lendingStateAt, plainCode } from '@sealwright/contract'
import type { RuntimeAct, runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { readConfig } from '../../../kernel/developer-config.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { createTurns } from '../../../kernel/turns.ts'
import {
  dueOf,
  findByCode,
  insertLending,
  isHolder,
  listBorrowed,
  lockLending,
  newCode,
  updateLending,
} from '../../lending/index.ts'
import type { Lending } from '../../lending/index.ts'
import { holdFacts, insertEvents, judgeUse, seatLimit } from '../../license/index.ts'
import type { MachineTenant, Use, UseFacts } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import type { Leases, Licensed } from '../keys/lease.service.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import { licenseAnswer, licensedOf } from './activation.service.ts'
import { nameOf, partsOf } from './admission.service.ts'
import type { Admission, Asked } from './admission.service.ts'
import type { LicenseUse } from './license-use.kind.ts'
import { takenSeats } from './session.queries.ts'

type Payload<Name extends 'borrow' | 'return'> = z.output<(typeof runtimeCalls)[Name]['payload']>
type Answer = z.output<(typeof runtimeCalls)['borrow']['answer']>
type Tenant = MachineTenant & { db: Db }

const IS_CHARGE_ERROR: ReadonlySet<string> = new Set(CHARGE_ERRORS)

const missing = (path: string) =>
  new Refusal('platform.badPayload', { violations: [{ path, rule: 'required', params: {} }] })

export interface BorrowDeps {
  database: Database
  ids: Ids
  admission: Admission
  currentKeys: CurrentKeys
  leases: Leases
  license: LicenseUse
  log: RuntimeLog
}

export function createBorrowing({ database, ids, admission, currentKeys, leases, license, log }: BorrowDeps) {
  const inTurn = createTurns()

  /** Lending codes can be guessed like license codes, so the same limits apply. */
  async function enter(context: ProgramContext, developerId: number, code: string): Promise<void> {
    await admission.enterFile(context, developerId)
    admission.countCode(developerId, code)
  }

  /** The facts with the lent seat, seen from the calling device. */
  function withLending(
    facts: UseFacts,
    lending: Lending | undefined,
    machine: Payload<'borrow'>['machine'],
    now: Date,
  ) {
    if (!lending) return facts
    const device = { fingerprint: machine.fingerprint, parts: partsOf(machine) }
    const isMine = isHolder(lending, device, facts.developer.parts)
    return {
      ...facts,
      lending: {
        state: lendingStateAt(lending, now),
        dueAt: lending.dueAt,
        isMine,
        isBorrowed: lending.isBorrowed,
        // Another device that knows the code does not learn why the seat was taken back.
        reason: isMine ? lending.reason : null,
      },
    }
  }

  /** Runs work in one transaction. A refusal is logged after the rollback, with the facts that it was judged by. */
  async function judging<T>(
    context: ProgramContext,
    asked: Asked & { machine: Payload<'borrow'>['machine'] },
    act: Extract<RuntimeAct, 'borrow' | 'return'>,
    turn: string,
    work: (tenant: Tenant, judge: (facts: UseFacts, use: Use) => UseFacts) => Promise<T>,
  ): Promise<T> {
    const { developerId } = asked
    const { now } = context
    let judged: { facts: UseFacts; use: Use } | undefined
    try {
      return await inTurn(`${developerId} ${turn}`, () =>
        database.inTenant(developerId, 'write', (db) =>
          work({ db, developerId, ids, now }, (facts, use) => {
            judged = { facts, use }
            const refused = judgeUse(facts, use, now)
            if (refused) throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
            return facts
          }),
        ),
      )
    } catch (error) {
      if (!(error instanceof Refusal) || !judged || error.error === 'runtime.tooManyTries') throw error
      const { facts, use } = judged
      const refused = judgeUse(facts, use, now)
      if (refused) await admission.refuse(context, asked, act, facts, use, refused)
      if (IS_CHARGE_ERROR.has(error.error))
        await admission.refuse(context, asked, act, facts, use, { reason: 'vendorAccount', params: {} }, true)
      if (error.error === 'runtime.seatLimit')
        await admission.refuse(context, asked, act, facts, use, { reason: 'seatLimit', params: error.params })
      throw error
    }
  }

  /** The lent seat of a code and its license, locked in this order: license, seat. */
  async function holdLent(tenant: Tenant, context: ProgramContext, asked: Payload<'return'>) {
    const { db, developerId, now } = tenant
    const { machine } = asked
    const code = plainCode(asked.lendingCode)
    // A malformed code is searched too, so the timing reveals nothing.
    const known = await findByCode(tenant, isLendingCode(code) ? code : '')
    const subject = known ? { guid: known.licenseGuid, fingerprint: machine.fingerprint, parts: partsOf(machine) } : {}
    const facts = admission.admit(context, developerId, await holdFacts(db, developerId, subject, now))
    const lending = known && (await lockLending(tenant, known.guid))
    return { lending, facts: withLending(facts, lending, machine, now) }
  }

  /** Signs the lease of a lent seat, for the device as it was at first. */
  async function answer(
    { db, developerId, now }: Tenant,
    held: Licensed,
    { guid, code, fingerprint, parts, dueAt }: Lending,
    key: SigningKeyRow,
  ): Promise<Answer> {
    if (fingerprint === null) throw new Error('a lease for a seat without a device')
    const leased = await leases.forSeat(
      db,
      developerId,
      held,
      { guid, machine: { guid, fingerprint, parts }, until: dueAt, isLent: true },
      key,
      now,
    )
    return {
      lendingCode: code,
      until: leased.expiresAt,
      status: CLIENT_STATUSES.normal,
      lease: leased.lease,
      leaseId: leased.leaseId,
      license: licenseAnswer(held, leased.expiresAt),
      serverTime: now,
    }
  }

  const deviceOf = (context: ProgramContext, machine: Payload<'borrow'>['machine']) => ({
    fingerprint: machine.fingerprint,
    parts: partsOf(machine),
    machineName: nameOf(machine),
    os: machine.os ?? null,
    network: networkOf(context.network),
  })

  /** Records the first use, and reads the license again: the first use sets its end. */
  async function used(tenant: Tenant, held: Licensed, isNew: boolean): Promise<Licensed> {
    const { db, developerId, now } = tenant
    await license.lendHeld(tenant, held, isNew)
    return licensedOf((await holdFacts(db, developerId, { guid: held.license.guid }, now)) ?? held)
  }

  async function borrowLent(context: ProgramContext, asked: Payload<'borrow'> & { lendingCode: string }) {
    const { developerId, lendingCode, machine, licenseId, version } = asked
    const code = plainCode(lendingCode)
    await enter(context, developerId, code)
    const key = await currentKeys.of(developerId, context.now)
    const named = { developerId, code, machine }
    return judging(context, named, 'borrow', code, async (tenant, judge) => {
      const { lending, facts: found } = await holdLent(tenant, context, { developerId, lendingCode, machine })
      const { content } = found
      // A seat that a device has already stays lent. The switch only ends new ones.
      const isOff = lending?.state === 'created' && !(await readConfig(tenant, 'lending'))
      const facts = isOff && content ? { ...found, content: { ...content, lending: false } } : found
      const held = licensedOf(judge(facts, { act: 'borrow', by: 'lending', licenseId, version }))
      if (!lending) throw new Error('an allowed use without a lent seat')
      const isNew = lending.state === 'created'
      const after = await used(tenant, held, isNew)
      const { now } = tenant
      const device = deviceOf(context, machine)
      const changes = isNew
        ? { ...device, state: 'bound' as const, boundAt: now, seenAt: now }
        : { network: device.network, seenAt: now }
      await updateLending(tenant, lending.guid, changes)
      if (isNew) await log.done(tenant.db, developerId, held, admission.toldOf(context, 'borrow', named), now)
      return answer(tenant, after, { ...lending, ...changes }, key)
    })
  }

  /** A seat of a group code, which the program takes by itself. */
  async function insert(
    tenant: Tenant,
    context: ProgramContext,
    held: Licensed,
    { machine, days }: { machine: Payload<'borrow'>['machine']; days: number },
  ): Promise<Lending> {
    const { developerId, now } = tenant
    const device = deviceOf(context, machine)
    const row: Omit<Lending, 'code'> = {
      ...device,
      developerId,
      guid: ids.guid(),
      licenseGuid: held.license.guid,
      state: 'bound',
      person: device.machineName.slice(0, LIMITS.lending.personMax),
      email: null,
      days,
      note: null,
      isBorrowed: true,
      adminGuid: null,
      actorId: null,
      lenderName: device.machineName,
      requestId: null,
      createdAt: now,
      dueAt: dueOf(days, held.license, now),
      boundAt: now,
      seenAt: now,
      endedAt: null,
      reason: null,
    }
    await insertEvents(tenant, [
      {
        developerId,
        guid: ids.guid(),
        licenseGuid: row.licenseGuid,
        kind: 'lend',
        at: now,
        actorId: null,
        actorName: row.lenderName,
        about: row.person,
      },
    ])
    for (;;) {
      const made = { ...row, code: newCode() }
      if (await insertLending(tenant, made)) return made
    }
  }

  async function borrowOwn(context: ProgramContext, asked: Payload<'borrow'>) {
    const { developerId, machine, days } = asked
    if (days === undefined) throw missing('days')
    const { subject } = admission.meet(context, asked)
    await admission.admitDeveloper(context, developerId)
    const key = await currentKeys.of(developerId, context.now)
    const turn = subject.code ?? ''
    return judging(context, asked, 'borrow', turn, async (tenant, judge) => {
      const { db, now } = tenant
      const found = admission.admit(
        context,
        developerId,
        await holdFacts(db, developerId, { ...subject, holder: '' }, now),
      )
      const device = { fingerprint: machine.fingerprint, parts: partsOf(machine) }
      const borrowed = found.license ? await listBorrowed(tenant, found.license.guid, now) : []
      const mine = borrowed.find((row) => isHolder(row, device, found.developer.parts))
      const facts = withLending(found, mine, machine, now)
      const said = { ...admission.useOf(asked, 'borrow', 'code'), days }
      const held = licensedOf(judge(facts, await admission.withPassword(context, asked, facts, said)))
      const after = await used(tenant, held, !mine)
      if (mine) {
        const changes = { network: networkOf(context.network), seenAt: now }
        await updateLending(tenant, mine.guid, changes)
        return answer(tenant, after, mine, key)
      }
      // A seat that seemed expired may have been renewed meanwhile, so count again.
      const [taken, limit] = [
        (await takenSeats(tenant, held.license.guid, now)) + held.license.lent,
        seatLimit(held.content),
      ]
      if (limit !== null && taken >= limit) throw new Refusal('runtime.seatLimit', { params: { taken, limit } })
      const lent = await insert(tenant, context, after, { machine, days })
      await log.done(db, developerId, held, admission.toldOf(context, 'borrow', asked), now)
      return answer(tenant, after, lent, key)
    })
  }

  return {
    async borrow(context: ProgramContext, asked: Payload<'borrow'>): Promise<Answer> {
      const { lendingCode } = asked
      if (lendingCode !== undefined) return borrowLent(context, { ...asked, lendingCode })
      if (asked.code === undefined) throw missing('lendingCode')
      return borrowOwn(context, asked)
    },

    async giveBack(context: ProgramContext, asked: Payload<'return'>) {
      const { developerId, machine } = asked
      const code = plainCode(asked.lendingCode)
      await enter(context, developerId, code)
      const named = { developerId, code, machine }
      await judging(context, named, 'return', code, async (tenant, judge) => {
        const { lending, facts } = await holdLent(tenant, context, asked)
        judge(facts, { act: 'return', by: 'lending' })
        if (!lending) throw new Error('an allowed use without a lent seat')
        const { now } = tenant
        await updateLending(tenant, lending.guid, { state: 'returned', endedAt: now, seenAt: now })
        await insertEvents(tenant, [
          {
            developerId,
            guid: ids.guid(),
            licenseGuid: lending.licenseGuid,
            kind: 'giveBack',
            at: now,
            actorId: null,
            actorName: lending.machineName ?? nameOf(machine),
            about: lending.person,
          },
        ])
        await log.done(tenant.db, developerId, facts, admission.toldOf(context, 'return', named), now)
      })
      return {}
    },
  }
}
