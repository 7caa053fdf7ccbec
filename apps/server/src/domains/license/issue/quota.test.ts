// Quotas and wallets are locked in one order, so concurrent issues, undos and deletions wait and never deadlock.
import { identityCalls, licenseCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import { createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const refusals = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { error?: string }).error ?? String(one.reason)] : [],
  ) // a refusal has a name

it('the super administrator undoes batches of two forms while their issuer keeps issuing', async () => {
  const of = await createVendor(center)
  const [cloud, soft] = [
    await of.pcTemplate('account', {
      licenseForm: 1,
      billingMode: 'day',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      offlineDays: undefined,
      licBindLimit: undefined,
    }),
    await of.pcTemplate('sn'),
  ]
  const staff = await center.administrator(of, ['accountLicense.issue', 'snLicense.issue', 'user.view'], {
    cloudQuota: 1_000,
    softQuota: 1_000,
  })
  const users = await Promise.all(Array.from({ length: 8 }, () => of.user()))
  const tasks: string[] = []
  for (const user of users) {
    const [{ taskId: first }, { taskId: second }] = [
      await staff.call(pcLicenseCalls.batchIssue, { kind: 'account', templateGuids: [cloud], userIds: [user] }),
      await staff.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [soft], count: 2 }),
    ]
    for (const taskId of [first, second]) {
      await center.finishTask(staff, taskId)
      tasks.push(taskId)
    }
  }
  const undos = await Promise.all(tasks.map(async (guid) => (await of.call(taskCalls.undo, { guid })).taskId))
  const settled = await Promise.allSettled([
    ...undos.map((taskId) => center.finishTask(of, taskId)),
    ...[of, staff].flatMap((issuer) =>
      Array.from({ length: 12 }, () => issuer.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [soft] })),
    ),
  ])
  expect(refusals(settled)).toEqual([])
  for (const guid of undos) expect(await of.call(taskCalls.get, { guid })).toMatchObject({ fail: 0, skip: 0 })
  const { rows } = await center.ground.database.owner.query<{ used: number }>(
    "select used from quota_use where developer_id = $1 and holder = $2 and form = 'soft'",
    [of.developerId, staff.accountId],
  )
  expect(rows[0]?.used).toBe(12)
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
})

it('a trial developer sees how many licenses it has issued and may issue', async () => {
  const of = await createVendor(center, { status: 'trial', yuan: 0 })
  const templateGuid = await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 90 })
  await center.ground.database.owner.query('update billing_terms set limits = $2 where developer_id = $1', [
    of.developerId,
    { trialLicenses: 5 },
  ])
  await of.call(licenseCalls.issue, { templateGuid, count: 3 })
  expect((await of.call(identityCalls.current, {})).developer.devInfo.trial?.licenses).toEqual({ used: 3, allowed: 5 })
})
