// Attempts to get more out of dongles than one's rights: as an administrator without the PIN or with a row scope, and
// as a developer who does not pay.
import { Refusal } from '@sealwright/client'
import {
  PRIVILEGES,
  TASK_STATUSES,
  UPGRADE_STATUSES,
  customerCalls,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  taskCalls,
  toolCalls,
  upgradeCalls,
  userLockCalls,
} from '@sealwright/contract'
import {
  PASSWORD,
  createProgram,
  createTestCenter,
  createTestDongle,
  createVendor,
  customerPayload,
  lockOf,
  refused,
  registerLocks,
} from '@sealwright/testkit'
import type { TestCenter, TestDongle, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PIN = 'abcdefgh12345678'
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

async function newVendor(): Promise<Vendor> {
  const vendor = await createVendor(center)
  await vendor.call(identityCalls.confirm, { password: PASSWORD })
  await vendor.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  return vendor
}
async function newLock(vendor: Vendor): Promise<TestDongle> {
  const [lock] = await registerLocks(center, vendor, 1)
  if (!lock) throw new Error('no lock')
  return createTestDongle(await createProgram(center, vendor), center.clock, lock)
}

describe('an administrator', () => {
  it('who no longer knows the PIN cannot let an earlier batch sign again', async () => {
    const vendor = await newVendor()
    const lock = await newLock(vendor)
    const asked = { templateGuids: [await vendor.pcTemplate('dongle')], guids: [lock.guid], pin: PIN }
    const { packages } = await vendor.call(dongleLicenseCalls.issue, asked)
    const staff = await center.administrator(vendor, PRIVILEGES)
    // The license exists already, so the batch fails.
    const { taskId } = await staff.call(dongleLicenseCalls.batchIssue, asked)
    await center.finishTask(staff, taskId)
    expect(await staff.call(taskCalls.get, { guid: taskId })).toMatchObject({ status: TASK_STATUSES.error, fail: 1 })
    await vendor.call(upgradeCalls.withdraw, { guids: packages.map(({ guid }) => guid) })
    const pin = `${PIN}new`
    await vendor.call(developerCalls.setPin, { pin, confirmPin: pin })
    expect((await refused(staff.call(taskCalls.retry, { guid: taskId }))).error).toBe('task.stateForbids')
    const start = (known: string) => staff.call(dongleLicenseCalls.start, { taskId, pin: known })
    expect((await refused(start(PIN))).error).toBe('dongleLicense.pinWrong')
    const count = async () => (await vendor.call(upgradeCalls.find, { lockGuid: lock.guid })).records
    expect(await count()).toBe(1)
    // With the PIN, the failed rows are tried again.
    await start(pin)
    await center.finishTask(staff, taskId)
    expect(await staff.call(taskCalls.get, { guid: taskId })).toMatchObject({ success: 1, fail: 0 })
    expect(await count()).toBe(2)
  })

  it('signs again and takes back only packages that they may make', async () => {
    const vendor = await newVendor()
    const lock = await newLock(vendor)
    const { taskId } = await vendor.call(dongleLicenseCalls.empty, { guids: [lock.guid], pin: PIN })
    await center.finishTask(vendor, taskId)
    const [clear] = (await vendor.call(upgradeCalls.find, { lockGuid: lock.guid })).rows
    expect(clear).toMatchObject({ kind: 'clear', canWithdraw: true })
    const guids = [clear?.guid ?? '']
    const rights = ['dongleLicense.view', 'dongleLicense.issue', 'userLock.view'] as const
    const issuer = await center.administrator(vendor, rights)
    const limited = await center.administrator(vendor, [...rights, 'dongleLicense.delete'], { limited: ['product'] })
    const check = async () => {
      for (const staff of [issuer, limited]) {
        const [row] = (await staff.call(upgradeCalls.find, { lockGuid: lock.guid })).rows
        expect(row).toMatchObject({ guid: clear?.guid, canReissue: false, canWithdraw: false })
        const withdrawn = staff.call(upgradeCalls.withdraw, { guids })
        expect((await refused(withdrawn)).error).toBe('platform.noPermission')
        const reissued = staff.call(upgradeCalls.reissue, { guids, pin: PIN })
        expect((await refused(reissued)).error).toBe('platform.noPermission')
      }
    }
    await check()
    // Nobody fetched it, and it has ended.
    await query("update dongle_package set valid_until = now() - interval '1 day' where guid = $1", guids)
    await check()
    expect((await vendor.call(upgradeCalls.reissue, { guids, pin: PIN })).packages).toHaveLength(1)
  })

  it('who does not see the customer of a lock cannot clear it with a file', async () => {
    const vendor = await newVendor()
    const lock = await newLock(vendor)
    const { guid: customerGuid } = await vendor.call(customerCalls.create, customerPayload({}))
    await vendor.call(userLockCalls.update, { guid: lock.guid, customerGuid })
    const clerk = await center.administrator(vendor, ['userLock.view', 'userLock.update'], {
      limited: ['customer', 'userLock'],
      assigned: { userLock: [lock.guid] },
    })
    // As the clerk would export it.
    const rows = `shellNumber,customerName,remark\n${lock.shellNumber},,x\n`
    const { taskId } = await clerk.call(userLockCalls.import, { file: new File([rows], 'locks.csv') })
    await center.finishTask(clerk, taskId)
    expect(await lockOf(vendor, lock.guid)).toMatchObject({ customerGuid, remark: 'x' })
  })
})

it('a developer whose grace is over cannot activate locks with files of the workbench', async () => {
  const vendor = await newVendor()
  const lock = await newLock(vendor)
  await lock.contact('activate')
  await query('update billing_terms set fee_fen = 100 where developer_id = $1', [vendor.developerId])
  await query("update developer set service_until = now() - interval '99 days' where id = $1", [vendor.developerId])
  const exchange = async (act: 'activate' | 'fetch') => {
    const files = [{ name: 'lock.c2d', text: lock.request(act) }]
    const [told] = (await vendor.call(toolCalls.read, { files })).files
    expect(told?.reason).toBe(act === 'activate' ? 'vendorAccount' : null)
    const { taskId } = await vendor.call(toolCalls.exchange, { files })
    await center.finishTask(vendor, taskId)
    return (await vendor.call(taskCalls.get, { guid: taskId })).success
  }
  expect(await exchange('activate')).toBe(0)
  expect(await exchange('fetch')).toBe(1)
})

describe('at the same moment', () => {
  const errorsOf = (all: readonly PromiseSettledResult<unknown>[]) =>
    all.flatMap((one) => (one.status === 'rejected' && one.reason instanceof Refusal ? [one.reason.error] : []))

  it('a license is issued once, and its package withdrawn or handed out, never both', async () => {
    const vendor = await newVendor()
    const lock = await newLock(vendor)
    const asked = { templateGuids: [await vendor.pcTemplate('dongle')], guids: [lock.guid], pin: PIN }
    const issues = await Promise.allSettled([1, 2, 3].map(() => vendor.call(dongleLicenseCalls.issue, asked)))
    expect(errorsOf(issues)).toEqual(['dongleLicense.unfit', 'dongleLicense.unfit'])
    const records = async () => (await vendor.call(upgradeCalls.find, { lockGuid: lock.guid })).rows
    const guids = (await records()).map(({ guid }) => guid)
    const [withdrawal] = await Promise.allSettled([
      vendor.call(upgradeCalls.withdraw, { guids }),
      lock.contact('fetch'),
    ])
    const isInside = lock.state.licenses.size === 1
    const [first] = await records()
    expect(first?.status).toBe(isInside ? UPGRADE_STATUSES.downloaded : UPGRADE_STATUSES.withdrawn)
    if (isInside) expect(errorsOf([withdrawal])).toEqual(['dongleLicense.cannotWithdraw'])
  })

  it('a package that failed is reissued once', async () => {
    const vendor = await newVendor()
    const lock = await newLock(vendor)
    const asked = { templateGuids: [await vendor.pcTemplate('dongle')], guids: [lock.guid], pin: PIN }
    const { packages } = await vendor.call(dongleLicenseCalls.issue, asked)
    lock.state.last = 9
    await lock.contact('report')
    const payload = { guids: packages.map(({ guid }) => guid), pin: PIN }
    const tries = await Promise.allSettled([1, 2, 3].map(() => vendor.call(upgradeCalls.reissue, payload)))
    expect(errorsOf(tries)).toEqual(['dongleLicense.cannotReissue', 'dongleLicense.cannotReissue'])
    expect((await vendor.call(upgradeCalls.find, { lockGuid: lock.guid })).records).toBe(2)
  })
})
