// Creates a license in every status, only by calls, devices and the clock, and tries every act in each of them. The
// state machine allows the act, or the call refuses it by name.
import {
  DAY_MS,
  LICENSE_ACTS,
  LICENSE_STATUSES,
  licenseMachine,
  licenseStatusName,
  pcLicenseCalls,
  productCalls,
} from '@sealwright/contract'
import type { LicenseAct, LicenseEvent, LicenseStatus } from '@sealwright/contract'
import {
  createTestApprovals,
  createTestCenter,
  createVendor,
  productPayload,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let of: Vendor
const approvals = createTestApprovals()
beforeAll(async () => {
  center = await createTestCenter({ approvals })
  of = await createVendor(center)
  await makeAll()
})
afterAll(() => center.close())

const { unbound, bound, locked, expired, replaced, deleting, deleted, approving, rejected, partlyExpired } =
  LICENSE_STATUSES

interface Made {
  kind: 'sn' | 'account'
  guid: string
  machineGuid: string
}
/** One license per status and act, so that acts do not affect each other. */
const made = new Map<LicenseStatus, Made[]>()
const NO_MACHINE = '00000000-0000-0000-0000-000000000000'

async function issued(template: string, isWaiting = false): Promise<{ requestGuid: string | null; made: Made[] }> {
  approvals.isOn = isWaiting
  const { requestGuid, licenses } = await of
    .call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: LICENSE_ACTS.length })
    .finally(() => (approvals.isOn = false))
  return { requestGuid, made: licenses.map(({ guid }) => ({ kind: 'sn', guid, machineGuid: NO_MACHINE })) }
}
const withMachines = (rows: readonly Made[]) =>
  Promise.all(rows.map(async (row) => ({ ...row, machineGuid: (await center.bind(of, row.guid)).machineGuid })))

async function makeAll() {
  const forever = await of.pcTemplate('sn')
  const days = { isForever: false, licStartTimeType: 1, licDuration: 30, billingMode: 'day' } as const
  const each = async (rows: readonly Made[], call: typeof pcLicenseCalls.lock) => {
    for (const { kind, guid } of rows) await of.call(call, { kind, guid })
    return [...rows]
  }
  // A device was bound before, so `recycle` applies.
  const freed = await withMachines((await issued(forever)).made)
  for (const { kind, guid, machineGuid } of freed) await of.call(pcLicenseCalls.unbind, { kind, guid, machineGuid })
  made.set(unbound, freed)
  made.set(bound, await withMachines((await issued(forever)).made))
  made.set(locked, await each(await withMachines((await issued(forever)).made), pcLicenseCalls.lock))
  made.set(deleted, await each((await issued(forever)).made, pcLicenseCalls.delete))
  made.set(approving, (await issued(forever, true)).made)
  const denied = await issued(forever, true)
  await rejectRequest(center, of, denied.requestGuid, '不同意')
  made.set(rejected, denied.made)

  const users: string[] = []
  for (const _act of LICENSE_ACTS) users.push(await of.user())
  const account = await of.pcTemplate('account')
  const give = () => of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [account], userIds: users })
  const { licenses: old } = await give()
  await give()
  made.set(
    replaced,
    old.map(({ guid }) => ({ kind: 'account', guid, machineGuid: NO_MACHINE })),
  )

  // Two products, one of which ends earlier.
  const other = productPayload({ name: '另一产品', licenseForm: 3 })
  await of.call(productCalls.create, other)
  const both = await withMachines(
    (
      await issued(
        await of.pcTemplate('sn', { ...days, licDuration: 90, otherProducts: [{ licenseId: other.licenseId }] }),
      )
    ).made,
  )
  const early = new Date(center.clock.now().getTime() + 35 * DAY_MS).toISOString().slice(0, 10)
  for (const { guid } of both)
    await of.call(pcLicenseCalls.refresh, {
      kind: 'sn',
      guid,
      changes: { productEnds: [{ licenseId: other.licenseId, endTime: early }] },
    })
  made.set(partlyExpired, both)
  made.set(expired, await withMachines((await issued(await of.pcTemplate('sn', days))).made))

  await center.daysLater(40, of)
  // After the clock moved, so the deletion is not final yet.
  made.set(deleting, await each(await withMachines((await issued(forever)).made), pcLicenseCalls.delete))
}

const pick = (status: LicenseStatus, act: LicenseAct): Made => {
  const one = made.get(status)?.[LICENSE_ACTS.indexOf(act)]
  if (!one) throw new Error(`no license is ${licenseStatusName(status)}`)
  return one
}
const statuses = Object.values(LICENSE_STATUSES)
const statusOf = async ({ kind, guid }: Made) => (await of.call(pcLicenseCalls.get, { kind, guid })).status

/** The call of each act. */
const doing: Record<LicenseAct, (license: Made) => Promise<unknown>> = {
  refresh: ({ kind, guid }) => of.call(pcLicenseCalls.refresh, { kind, guid, changes: { licenseVersion: 2 } }),
  lock: ({ kind, guid }) => of.call(pcLicenseCalls.lock, { kind, guid }),
  unlock: ({ kind, guid }) => of.call(pcLicenseCalls.unlock, { kind, guid }),
  delete: ({ kind, guid }) => of.call(pcLicenseCalls.delete, { kind, guid }),
  unbind: ({ kind, guid, machineGuid }) => of.call(pcLicenseCalls.unbind, { kind, guid, machineGuid }),
  recycle: ({ kind, guid, machineGuid }) => of.call(pcLicenseCalls.recycle, { kind, guid, machineGuid }),
}
/** Statuses in which a device is bound to each license. */
const HELD: readonly LicenseStatus[] = [bound, locked, partlyExpired, expired]
/** The event of an act when a device is bound. Unbinding the last device frees only a license in status bound. */
function eventOf(act: LicenseAct, status: LicenseStatus): LicenseEvent {
  if (HELD.includes(status) && (act === 'unlock' || act === 'delete')) return `${act}Bound`
  return status === bound && (act === 'unbind' || act === 'recycle') ? 'free' : act
}

describe.each(statuses.map((status) => ({ status, name: licenseStatusName(status) })))(
  'a license that is $name ($status)',
  ({ status }) => {
    it('has its status in the answer, the list and the filter, with the allowed acts', async () => {
      const one = pick(status, 'refresh')
      const answer = await of.call(pcLicenseCalls.get, { kind: one.kind, guid: one.guid })
      expect(answer.status).toBe(status)
      expect(answer.acts).toEqual(LICENSE_ACTS.filter((act) => licenseMachine.next(status, act) !== undefined))
      const { rows } = await of.call(pcLicenseCalls.find, { kind: one.kind, status, pageSize: 100 })
      expect(rows.map(({ guid }) => guid)).toContain(one.guid)
      for (const row of rows) expect(row.status).toBe(status)
    })

    it.each(LICENSE_ACTS)('allows %s as the state machine says, or refuses it (license.stateForbids)', async (act) => {
      const one = pick(status, act)
      if (licenseMachine.next(status, act) === undefined) {
        expect((await refused(doing[act](one))).error).toBe('license.stateForbids')
        expect(await statusOf(one)).toBe(status)
        return
      }
      await doing[act](one)
      expect(await statusOf(one)).toBe(licenseMachine.next(status, eventOf(act, status)))
    })
  },
)
