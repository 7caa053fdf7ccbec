// Devices of licenses: programs bind them, people unbind them. Programs have no session, so binding takes a tenant
// instead of a scope. Refusals come before any write. A license that is paid at its first use is charged here, in the
// transaction that binds its first device.
import { LICENSE_STATUSES, grantOf, licenseMachine, paidAt, priceOfMachines, statusAt } from '@sealwright/contract'
import type { LicenseFamily, Price, StoredStatus, TemplateContent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { tryPrice } from '../../billing/index.ts'
import type { Books, Charging } from '../../billing/index.ts'
import { insertEvents } from '../event.queries.ts'
import { lockLicenses, lockOfAnyFamily, updateLicenses } from '../license.queries.ts'
import { begunOf, endsOf, expiryAt, pricedAt, stateForbids, targetOf } from '../license.rules.ts'
import type { BoundMachine, License } from '../license.tables.ts'
import type { Reading } from '../list/reading.service.ts'
import { holdFacts } from './facts.service.ts'
import * as machines from './machine.queries.ts'
import { listMachines } from './machine.queries.ts'
import { identityAfter } from './recognize.rules.ts'
import type { Identity } from './recognize.rules.ts'
import type { UseFacts, UsedLicense } from './use.kind.ts'
import { insertPartChange, writeBinding } from './use.queries.ts'
import type { WrittenBinding } from './use.queries.ts'
import { judgeUse } from './use.rules.ts'

/** The tenant and the time of a binding. */
export type MachineTenant = Pick<Books, 'db' | 'developerId' | 'ids' | 'now'>

/**
 * The facts that a program reports about its device. An activation tells the key and the removals of its files, too;
 * otherwise both stay as they are.
 */
export type Machine = Pick<
  BoundMachine,
  'fingerprint' | 'parts' | 'name' | 'os' | 'network' | 'addresses' | 'isOffline'
> & {
  files?: Pick<BoundMachine, 'machineKey' | 'removals'>
  /** Of the program. */
  version?: number | undefined
}

export interface Bound {
  machineGuid: string
  /** False if the device was already bound. */
  isNew: boolean
  orderGuid: string | null
}

/** A binding, with the license and the device after it. */
export interface BoundHeld extends Bound {
  license: UsedLicense
  machine: Identity & { guid: string }
}

/** Whoever takes a device from a license, in their own transaction. */
export interface MachineTaker extends MachineTenant, Pick<Scope, 'say' | 'record'> {
  /** The language of the operation log, if the reader of refusals has another one. */
  logged?: Sentences
  actor: { id: string | null; name: string }
}

interface MachineAsked {
  machineGuid: string
  reason?: string | undefined
}

const { unbound, bound: boundStatus } = LICENSE_STATUSES

type Held = UseFacts & { license: UsedLicense; content: TemplateContent; issue: NonNullable<UseFacts['issue']> }

/** Facts read under the license's lock, so the license exists. */
function heldOf(facts: UseFacts): Held {
  if (!facts.license || !facts.content || !facts.issue) throw new Error('a locked license without terms or issue')
  return facts as Held // checked above
}

interface Paid {
  price: Price
  orderGuid: string | null
}

export function createMachines({ charging, reading }: { charging: Charging; reading: Reading }) {
  /** Charges this use of a license. Undefined if it costs nothing. */
  async function pay(tenant: MachineTenant, { license, content, issue, developer }: Held): Promise<Paid | undefined> {
    const { db, developerId, ids, now } = tenant
    const isByMachine = paidAt(license.family, content, false) === 'machine'
    if (developer.status === 'trial' || (license.isPaid && !isByMachine)) return undefined
    // Uses the rates of the issue, from its day on. Later updates charge the difference.
    const price = isByMachine
      ? priceOfMachines(issue.rates, license.everBound, 1)
      : tryPrice({
          rates: issue.rates,
          grant: grantOf(license.family, content, {
            now: pricedAt(issue),
            timeZone: developer.timeZone,
            isTrialDeveloper: false,
          }),
          count: 1,
        })
    if (!price) throw new Refusal('license.templateWithoutBilling', { params: { name: content.name } })
    if (price.totalFen === 0 && price.units === null) return { price, orderGuid: null }
    const purpose = isByMachine
      ? `license.machine:${license.guid}:${license.everBound + 1}`
      : `license.activation:${license.guid}`
    const books: Books = { db, developerId, ids, now, actor: null }
    return {
      price,
      orderGuid: (
        await charging.charge(books, {
          purpose,
          category: 'activation',
          subject: content.name,
          count: 1,
          price,
          packageType: content.packageName,
        })
      ).orderGuid,
    }
  }

  /** The changes of a license by a use: by a new device, by a returning one, or without a device. */
  function used(
    { license, content, productEnds }: Held,
    now: Date,
    paid: Paid | undefined,
    by: { machine: boolean; isNew: boolean },
  ) {
    const firstUsedAt = license.firstUsedAt ?? now
    const ends = endsOf(content, productEnds, begunOf({ ...license, firstUsedAt }))
    const charged =
      paid &&
      (paid.price.perLicense.machines > 0
        ? { ...license.charged, machines: paid.price.perLicense.machines }
        : paid.price.perLicense)
    return {
      state: by.machine ? boundStatus : license.state,
      firstUsedAt,
      ...ends,
      expiry: expiryAt(ends, now),
      bound: license.bound + (by.machine ? 1 : 0),
      everBound: license.everBound + (by.isNew ? 1 : 0),
      isPaid: license.isPaid || paid !== undefined,
      charged: charged ?? license.charged,
    } satisfies Partial<License>
  }

  /**
   * Binds a device to a license that the caller has locked and judged. A bound device stays bound, and an unbound one
   * is bound again. A tolerated part change gives the row another fingerprint, so the device with the former part is
   * another device from then on. `write` stores the binding; a caller may store it together with its own rows.
   */
  async function bindHeld(
    tenant: MachineTenant,
    facts: UseFacts,
    machine: Machine,
    write: (binding: WrittenBinding) => Promise<void> = (binding) =>
      writeBinding(tenant.db, tenant.developerId, binding),
  ): Promise<BoundHeld> {
    const { db, developerId, ids, now } = tenant
    const held = heldOf(facts)
    const known = held.machine
    const change = known && held.change
    const machineGuid = known?.guid ?? ids.guid()
    const isNew = known?.state !== 'bound'
    // A returning device has already paid.
    const isCounted = !known || change?.isCounted === true
    const paid = isCounted ? await pay(tenant, held) : undefined
    const orderGuid = paid?.orderGuid ?? null
    const changes = isNew || isCounted ? used(held, now, paid, { machine: isNew, isNew: isCounted }) : null
    const { fingerprint, parts } = identityAfter(known, change, machine)
    await write({
      licenseGuid: held.license.guid,
      now,
      machine: { ...machine, fingerprint, parts, guid: machineGuid },
      changes,
      eventGuid: changes && ids.guid(),
      orderGuid,
      amountFen: orderGuid === null ? null : (paid?.price.totalFen ?? null),
    })
    if (change)
      await insertPartChange(db, {
        developerId,
        guid: ids.guid(),
        licenseGuid: held.license.guid,
        machineGuid,
        part: change.part,
        before: change.before,
        after: change.after,
        isCounted: change.isCounted,
        at: now,
      })
    return {
      machineGuid,
      isNew,
      orderGuid,
      license: { ...held.license, ...changes },
      machine: { guid: machineGuid, fingerprint, parts },
    }
  }

  /** Locks, judges and binds a license by its guid. */
  async function bind(tenant: MachineTenant, guid: string, machine: Machine): Promise<Bound> {
    const facts = await holdFacts(
      tenant.db,
      tenant.developerId,
      { guid, fingerprint: machine.fingerprint, parts: machine.parts },
      tenant.now,
    )
    if (!facts?.license) throw new Refusal('license.notFound')
    const refused = judgeUse(facts, { act: 'activate', by: 'guid' }, tenant.now)
    if (refused) throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
    const { machineGuid, isNew, orderGuid } = await bindHeld(tenant, facts, machine)
    return { machineGuid, isNew, orderGuid }
  }

  /**
   * Records the first use of a license without a device, and charges it if it is paid at its first use. The caller has
   * locked and judged the license.
   */
  async function useHeld(tenant: MachineTenant, facts: UseFacts): Promise<Date> {
    const held = heldOf(facts)
    if (held.license.firstUsedAt) return held.license.expiresAt
    const paid = await pay(tenant, held)
    const changes = used(held, tenant.now, paid, { machine: false, isNew: false })
    await updateLicenses(tenant, [held.license.guid], { ...changes, updatedAt: tenant.now })
    return changes.expiresAt
  }

  /**
   * The same for a lent seat. A license that is paid by the device pays for each device that gets a seat, and counts
   * it.
   */
  async function lendHeld(tenant: MachineTenant, facts: UseFacts, isNew: boolean): Promise<void> {
    const held = heldOf(facts)
    const { license, content } = held
    if (!isNew || paidAt(license.family, content, false) !== 'machine') return void (await useHeld(tenant, facts))
    const paid = await pay(tenant, held)
    const changes = used(held, tenant.now, paid, { machine: false, isNew: true })
    await updateLicenses(tenant, [license.guid], { ...changes, updatedAt: tenant.now })
  }

  /** Unbinds a device at the request of its program. */
  async function freeHeld(tenant: MachineTenant, facts: UseFacts): Promise<void> {
    const { developerId, ids, now } = tenant
    const { license, machine } = heldOf(facts)
    if (machine?.state !== 'bound') return
    await machines.updateMachine(
      tenant,
      { licenseGuid: license.guid, guid: machine.guid },
      { state: 'unbound', endedAt: now },
    )
    const left = license.bound - 1
    await updateLicenses(tenant, [license.guid], {
      state: license.state === boundStatus && left === 0 ? unbound : license.state,
      bound: left,
      updatedAt: now,
    })
    await insertEvents(tenant, [
      {
        developerId,
        guid: ids.guid(),
        licenseGuid: license.guid,
        kind: 'unbind',
        at: now,
        actorId: null,
        actorName: machine.name,
        about: machine.name,
      },
    ])
  }

  /** Unbinds a device, or blocks it permanently (recycle). The license is locked. */
  async function take(
    by: MachineTaker,
    kind: 'unbind' | 'recycle',
    row: License,
    { machineGuid, reason }: MachineAsked,
  ) {
    const { developerId, ids, say, logged = say, now, actor } = by
    const status = statusAt(row, now)
    if (licenseMachine.next(status, kind) === undefined) throw stateForbids(say, row, status)
    const machine = await machines.findMachine(by, row.guid, machineGuid)
    if (!machine) throw new Refusal('license.machineNotFound')
    const isBound = machine.state === 'bound'
    if (machine.state === 'recycled' || (kind === 'unbind' && !isBound))
      throw new Refusal('license.unbindFailed', { params: { name: machine.name } })
    await machines.updateMachine(by, machine, {
      state: kind === 'unbind' ? 'unbound' : 'recycled',
      endedAt: machine.endedAt ?? now,
    })
    const left = row.bound - (isBound ? 1 : 0)
    const state: StoredStatus = row.state === boundStatus && left === 0 ? unbound : row.state
    await updateLicenses(by, [row.guid], { state, bound: left, revision: row.revision + 1, updatedAt: now })
    await insertEvents(by, [
      {
        developerId,
        guid: ids.guid(),
        licenseGuid: row.guid,
        kind,
        at: now,
        actorId: actor.id,
        actorName: actor.name,
        about: machine.name,
        reason: reason || null,
      },
    ])
    const told = (of: BoundMachine['state'], count: number) => ({
      bound: count,
      machineGuid: `${machine.name} (${logged(`license.machineStates.${of}`)})`,
    })
    await by.record({
      type: 'update',
      target: targetOf(row),
      before: told(machine.state, row.bound),
      after: { ...told(kind === 'unbind' ? 'unbound' : 'recycled', left), ...(reason && { reason }) },
    })
    return {}
  }

  const taking =
    (kind: 'unbind' | 'recycle') =>
    async (scope: Scope, family: LicenseFamily, { guid, ...asked }: MachineAsked & { guid: string }) => {
      const { caller, asking } = scope
      const row = (await lockLicenses(scope, family, [guid])).get(guid)
      if (!row) throw new Refusal('license.notFound')
      const actor = { id: caller.accountId, name: caller.displayName }
      return take({ ...scope, now: asking.now, actor }, kind, row, asked)
    }

  /** Unbinds a device for somebody without an account, such as a customer. */
  async function unbindOne(by: MachineTaker, { guid, machineGuid }: MachineAsked & { guid: string }) {
    const row = await lockOfAnyFamily(by, guid)
    if (!row) throw new Refusal('license.notFound')
    return take(by, 'unbind', row, { machineGuid })
  }

  /** The current and former devices of a license, most recently bound first by default. */
  async function list(
    scope: Scope,
    family: LicenseFamily,
    {
      guid,
      currentPage,
      pageSize,
      order = 'desc',
    }: { guid: string; currentPage: number; pageSize: number; order?: 'asc' | 'desc' | undefined },
  ) {
    await reading.getRow(scope, family, guid)
    const found = await listMachines(scope, guid, order)
    const page = await readPage({ currentPage, pageSize }, found.count, found.page)
    return {
      ...page,
      rows: page.rows.map(
        ({ guid: machineGuid, name, os, network, addresses, isOffline, state, boundAt, seenAt, endedAt }) => ({
          guid: machineGuid,
          name,
          os,
          network,
          addresses,
          isOffline,
          state,
          bindTime: boundAt,
          seenTime: seenAt,
          endTime: endedAt,
        }),
      ),
    }
  }

  return {
    bind,
    bindHeld,
    useHeld,
    lendHeld,
    freeHeld,
    unbind: taking('unbind'),
    recycle: taking('recycle'),
    unbindOne,
    list,
  }
}

export type Machines = ReturnType<typeof createMachines>
