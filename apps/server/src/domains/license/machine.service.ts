// Machines on licenses: bound by themselves, taken off by people. A machine comes without a session, hence binding takes a tenant and no scope.
// Whatever refuses does so before anything is written. Surprise: what is paid by use is paid here, in the transaction of its first machine.
import { LICENSE_STATUSES, grantOf, licenseMachine, machineLimits, paidAt, priceOfMachines, shownSerial, statusAt } from '@sealwright/contract'
import type { LicenseFamily, Price, StoredStatus, TemplateContent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tryPrice } from '../billing/index.ts'
import type { Books, ChargingDesk } from '../billing/index.ts'
import { findDeveloper } from '../developer/index.ts'
import { contentOf } from '../template/index.ts'
import * as queries from './license.queries.ts'
import { begunOf, endsOf, expiryAt, stateForbids, targetOf } from './license.rules.ts'
import type { BoundMachine, License, LicenseIssue } from './license.tables.ts'
import * as machines from './machine.queries.ts'
import type { Reading } from './reading.service.ts'

/** For whom a machine comes, and when. */
export interface MachineTenant extends Pick<Books, 'db' | 'developerId' | 'ids' | 'now'> {
  say: Sentences
}

/** What a machine tells of itself. */
export type Machine = Pick<BoundMachine, 'fingerprint' | 'name' | 'os' | 'network' | 'addresses' | 'isOffline'>

export interface Bound {
  machineGuid: string
  /** False where the machine held the license already. */
  isNew: boolean
  orderGuid: string | null
}

interface MachineAsked {
  guid: string
  machineGuid: string
  reason?: string | undefined
}

const { unbound, bound: boundStatus } = LICENSE_STATUSES

interface Paid {
  price: Price
  orderGuid: string | null
}

export function createMachines({ desk, reading }: { desk: ChargingDesk; reading: Reading }) {
  /** What this use of a license is charged; undefined where nothing is. */
  async function pay(tenant: MachineTenant, row: License, issue: LicenseIssue, content: TemplateContent): Promise<Paid | undefined> {
    const { db, developerId, ids, now } = tenant
    const found = await findDeveloper(tenant)
    if (!found) throw new Error('a license has its developer')
    const { status, timeZone } = found.developer
    const isByMachine = paidAt(row.family, content, false) === 'machine'
    if (status === 'trial' || (row.isPaid && !isByMachine)) return undefined
    // By the terms and rates of the issue, from its day on: what is changed later is charged by the difference.
    const price = isByMachine ? priceOfMachines(issue.rates, row.everBound, 1) : tryPrice({ rates: issue.rates, grant: grantOf(row.family, content, { now: issue.issuedAt, timeZone, isTrialDeveloper: false }), count: 1 })
    if (!price) throw new Refusal('license.templateWithoutBilling', { params: { name: content.name } })
    if (price.totalFen === 0 && price.units === null) return { price, orderGuid: null }
    const purpose = isByMachine ? `license.machine:${row.guid}:${row.everBound + 1}` : `license.activation:${row.guid}`
    const books: Books = { db, developerId, ids, now, actor: null }
    return { price, orderGuid: (await desk.charge(books, { purpose, category: 'activation', subject: content.name, count: 1, price, packageType: content.packageName })).orderGuid }
  }

  /** What a license is once one more machine holds it: a new one, or one that came back. */
  function used(row: License, content: TemplateContent, productEnds: Readonly<Record<string, string>>, isNew: boolean, paid: Paid | undefined, now: Date): Partial<License> {
    const firstUsedAt = row.firstUsedAt ?? now
    const ends = endsOf(content, productEnds, begunOf({ ...row, firstUsedAt }))
    const charged = paid && (paid.price.perLicense.machines > 0 ? { ...row.charged, machines: paid.price.perLicense.machines } : paid.price.perLicense)
    return { state: boundStatus, firstUsedAt, ...ends, expiry: expiryAt(ends, now), bound: row.bound + 1, everBound: row.everBound + (isNew ? 1 : 0), updatedAt: now, ...(charged && { isPaid: true, charged }) }
  }

  /** Gives a machine a license; one that has it keeps it, and one that had it gets it back. `of` is the license's guid, or the license where the caller holds its lock. */
  async function bind(tenant: MachineTenant, of: string | License, machine: Machine): Promise<Bound> {
    const { developerId, ids, now, say } = tenant
    const row = typeof of === 'string' ? await machines.lockLicense(tenant, of) : of
    if (!row) throw new Refusal('license.notFound')
    const status = statusAt(row, now)
    if (licenseMachine.next(status, 'bind') === undefined) throw stateForbids(say, row, status)
    const known = await machines.findMachine(tenant, row.guid, machine)
    if (known?.state === 'recycled') throw new Refusal('license.machineWithdrawn', { params: { name: known.name, serial: shownSerial(row.family, row.serial) } })
    if (known?.state === 'bound') {
      await machines.updateMachine(tenant, known, { ...machine, seenAt: now })
      return { machineGuid: known.guid, isNew: false, orderGuid: null }
    }
    const terms = (await queries.findTerms(tenant, [row.termsGuid])).get(row.termsGuid)
    const issue = (await queries.findIssues(tenant, [row.issueGuid])).get(row.issueGuid)
    if (!terms || !issue) throw new Error('a license has its terms and its issue')
    const content = contentOf(terms.terms, terms.areas)
    if (content.startTime !== null && new Date(content.startTime) > now) throw new Refusal('license.notStarted', { params: { serial: shownSerial(row.family, row.serial), start: content.startTime } })
    const { atOnce, ever } = machineLimits(content)
    const isFull = (atOnce !== null && row.bound >= atOnce) || (!known && ever !== null && row.everBound >= ever)
    if (isFull) throw new Refusal('license.machineLimit', { params: { serial: shownSerial(row.family, row.serial), limit: atOnce ?? 0, isCounted: String(ever !== null), ever: ever ?? 0 } })
    // One that was there before has paid.
    const paid = known ? undefined : await pay(tenant, row, issue, content)
    const machineGuid = known?.guid ?? ids.guid()
    const present = { ...machine, state: 'bound' as const, boundAt: now, seenAt: now, endedAt: null }
    await (known ? machines.updateMachine(tenant, known, present) : machines.insertMachine(tenant, { developerId, guid: machineGuid, licenseGuid: row.guid, ...present }))
    await queries.updateLicenses(tenant, [row.guid], used(row, content, terms.productEnds, !known, paid, now))
    const orderGuid = paid?.orderGuid ?? null
    await queries.insertEvents(tenant, [{ developerId, guid: ids.guid(), licenseGuid: row.guid, kind: 'bind', at: now, actorId: null, actorName: machine.name, about: machine.name, orderGuid, amountFen: orderGuid === null ? null : (paid?.price.totalFen ?? null) }])
    return { machineGuid, isNew: true, orderGuid }
  }

  /** Takes a machine off: for now, or for good. */
  const taking = (kind: 'unbind' | 'recycle') => async (scope: Scope, family: LicenseFamily, { guid, machineGuid, reason }: MachineAsked) => {
    const { developerId, ids, say, caller, asking: { now } } = scope
    const row = (await queries.lockLicenses(scope, family, [guid])).get(guid)
    if (!row) throw new Refusal('license.notFound')
    const status = statusAt(row, now)
    if (licenseMachine.next(status, kind) === undefined) throw stateForbids(say, row, status)
    const machine = await machines.findMachine(scope, guid, { guid: machineGuid })
    if (!machine) throw new Refusal('license.machineNotFound')
    const isBound = machine.state === 'bound'
    if (machine.state === 'recycled' || (kind === 'unbind' && !isBound)) throw new Refusal('license.unbindFailed', { params: { name: machine.name } })
    await machines.updateMachine(scope, machine, { state: kind === 'unbind' ? 'unbound' : 'recycled', endedAt: machine.endedAt ?? now })
    const left = row.bound - (isBound ? 1 : 0)
    const state: StoredStatus = row.state === boundStatus && left === 0 ? unbound : row.state
    await queries.updateLicenses(scope, [guid], { state, bound: left, revision: row.revision + 1, updatedAt: now })
    await queries.insertEvents(scope, [{ developerId, guid: ids.guid(), licenseGuid: guid, kind, at: now, actorId: caller.accountId, actorName: caller.displayName, about: machine.name, reason: reason || null }])
    const told = (of: BoundMachine['state'], count: number) => ({ bound: count, machineGuid: `${machine.name} (${say(`license.machineStates.${of}`)})` })
    await scope.record({ type: 'update', target: targetOf(row), before: told(machine.state, row.bound), after: { ...told(kind === 'unbind' ? 'unbound' : 'recycled', left), ...(reason && { reason }) } })
    return {}
  }

  /** The machines that hold or held a license, the last bound first. */
  async function list(scope: Scope, family: LicenseFamily, { guid, currentPage, pageSize, order = 'desc' }: { guid: string; currentPage: number; pageSize: number; order?: 'asc' | 'desc' | undefined }) {
    await reading.getRow(scope, family, guid)
    const found = await queries.listMachines(scope, guid, order)
    const page = await readPage({ currentPage, pageSize }, found.count, found.page)
    return { ...page, rows: page.rows.map(({ guid: machineGuid, name, os, network, addresses, isOffline, state, boundAt, seenAt, endedAt }) => ({ guid: machineGuid, name, os, network, addresses, isOffline, state, bindTime: boundAt, seenTime: seenAt, endTime: endedAt })) }
  }

  return { bind, unbind: taking('unbind'), recycle: taking('recycle'), list }
}

export type Machines = ReturnType<typeof createMachines>
