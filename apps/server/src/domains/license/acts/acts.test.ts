// Acts on one or many licenses and the changes by the clock after them: quotas, money, history and undo.
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  billingCalls,
  developerCalls,
  licenseCalls,
  operationLogCalls,
  pcLicenseCalls,
  productCalls,
  shownCode,
  taskCalls,
  templateCalls,
} from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRIAL_ENDS } from '../../../compose/ground.ts'
import { verifyLedger, welcomeFormal } from '../../billing/index.ts'
import { decideApplication } from '../../developer/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const { unbound, bound, locked, deleting, deleted } = LICENSE_STATUSES

async function codes(of: Actor, templateGuid: string, count = 1): Promise<string[]> {
  return (await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], count })).licenses.map(
    ({ guid }) => guid,
  )
}
const code = async (of: Vendor, given: Parameters<Vendor['pcTemplate']>[1] = {}) =>
  (await codes(of, await of.pcTemplate('sn', given)))[0] ?? ''
const get = (of: Actor, guid: string, kind: 'sn' | 'account' = 'sn') => of.call(pcLicenseCalls.get, { kind, guid })
const statusesOf = (of: Actor, guids: readonly string[]) =>
  Promise.all(guids.map(async (guid) => (await get(of, guid)).status))
const kindsOf = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows.map(({ kind }) => kind)

const bind = (of: Pick<Actor, 'developerId'>, guid: string) => center.bind(of, guid)

async function usedOf({ developerId }: Pick<Actor, 'developerId'>): Promise<number> {
  const { rows } = await center.ground.database.owner.query<{ used: number }>(
    'select coalesce(sum(used), 0)::int as used from quota_use where developer_id = $1',
    [developerId],
  )
  return rows[0]?.used ?? 0
}

async function finished(of: Actor, { taskId }: { taskId: string }) {
  await center.finishTask(of, taskId)
  const { rows } = await of.call(taskCalls.findRows, { guid: taskId })
  return { task: await of.call(taskCalls.get, { guid: taskId }), rows }
}
const undone = async (of: Actor, guid: string) => finished(of, await of.call(taskCalls.undo, { guid }))

describe('a license', () => {
  it('can be locked and unlocked; it shows the reason while locked, and history and log keep it', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: '欠款' })
    expect(await get(of, guid)).toMatchObject({
      status: locked,
      revision: 2,
      acts: ['unlock', 'delete', 'unbind', 'recycle'],
      statusReason: '欠款',
    })
    await of.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
    expect(await get(of, guid)).toMatchObject({ status: unbound, revision: 3, statusReason: null })
    const { rows } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(rows.map(({ kind, reason, actor }) => [kind, reason, actor])).toEqual([
      ['unlock', null, of.account],
      ['lock', '欠款', of.account],
      ['issue', null, of.account],
    ])
    const log = await of.call(operationLogCalls.find, { targetKind: 'snLicense', targetGuid: guid })
    expect(log.rows[1]?.changes).toEqual([
      { field: 'reason', before: null, after: '欠款' },
      { field: 'status', before: '未绑定', after: '已锁定' },
    ])
  })

  it('with bound devices is bound again after it is unlocked', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await bind(of, guid)
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid })
    await of.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
    expect((await get(of, guid)).status).toBe(bound)
  })

  it('whose status forbids the act is refused with its code and status: license.stateForbids', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const { serial } = await get(of, guid)
    const refusal = await refused(of.call(pcLicenseCalls.unlock, { kind: 'sn', guid }))
    expect(refusal.error).toBe('license.stateForbids')
    expect(refusal.message).toContain(shownCode(serial))
    expect(refusal.message).toContain('未绑定')
  })

  it('that is unknown or of another kind is not found: license.notFound', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    for (const call of [pcLicenseCalls.lock, pcLicenseCalls.unlock, pcLicenseCalls.delete] as const)
      expect((await refused(of.call(call, { kind: 'sn', guid: of.productGuid }))).error).toBe('license.notFound')
    expect(
      (await refused(of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid: of.productGuid, password: null }))).error,
    ).toBe('license.notFound')
    expect((await refused(of.call(pcLicenseCalls.lock, { kind: 'account', guid }))).error).toBe('license.notFound')
    expect((await refused(of.call(licenseCalls.delete, { guid }))).error).toBe('license.notFound')
    expect((await refused(of.call(pcLicenseCalls.history, { kind: 'account', guid }))).error).toBe('license.notFound')
    expect((await refused(of.call(pcLicenseCalls.machines, { kind: 'account', guid }))).error).toBe('license.notFound')
  })

  it('that was never used is deleted at once, without a refund', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const guid = await code(of)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid, reason: '发错' })
    expect(await get(of, guid)).toMatchObject({ status: deleted, acts: [], endedTime: expect.any(String) as string })
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(0)
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn', status: deleted })).rows.map((row) => row.guid)).toEqual([
      guid,
    ])
    expect((await of.call(billingCalls.balance, {})).balanceFen).toBe(4_200)
    expect(await kindsOf(of, guid)).toEqual(['delete', 'issue'])
    expect((await refused(of.call(pcLicenseCalls.delete, { kind: 'sn', guid }))).error).toBe('license.stateForbids')
  })

  it('with bound devices is being deleted until their last lease must have ended', async () => {
    const of = await createVendor(center)
    const leases: [Parameters<Vendor['pcTemplate']>[1], number][] = [
      [{ forceAuthDays: 3 }, 3],
      [{}, LIMITS.license.leaseDays],
    ]
    const user = await of.user()
    const {
      licenses: [account],
    } = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account', { offlineDays: 30 })],
      userIds: [user],
    })
    const deletes: { kind: 'sn' | 'account'; guid: string; days: number }[] = [
      { kind: 'account', guid: account?.guid ?? '', days: 30 },
    ]
    for (const [given, days] of leases) deletes.push({ kind: 'sn', guid: await code(of, given), days })
    for (const { kind, guid } of deletes) {
      await bind(of, guid)
      await of.call(pcLicenseCalls.delete, { kind, guid })
      expect((await get(of, guid, kind)).status).toBe(deleting)
    }
    const { owner } = center.ground.database
    for (const { guid, days } of deletes) {
      const {
        rows: [row],
      } = await owner.query<{ final_at: Date; ended_at: Date }>(
        'select final_at, ended_at from license where guid = $1',
        [guid],
      )
      expect((row?.final_at.getTime() ?? 0) - (row?.ended_at.getTime() ?? 0)).toBe(days * DAY_MS)
    }
  })

  it('that was never used returns its quota when deleted; a used one does not', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view', 'snLicense.delete'], {
      softQuota: 2,
    })
    const [fresh = '', used = ''] = await codes(staff, template, 2)
    await bind(of, used)
    expect((await refused(codes(staff, template))).error).toBe('license.quotaUsedUp')
    await staff.call(pcLicenseCalls.delete, { kind: 'sn', guid: used })
    expect((await refused(codes(staff, template))).error).toBe('license.quotaUsedUp')
    // The quota is the issuer's, whoever deletes the license.
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: fresh })
    expect(await codes(staff, template)).toHaveLength(1)
    expect((await refused(codes(staff, template))).error).toBe('license.quotaUsedUp')
  })

  it('that 20 callers delete at once is deleted by one of them', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => of.call(pcLicenseCalls.delete, { kind: 'sn', guid })),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      new Set(settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { error?: string }).error] : []))),
    ).toEqual(new Set(['license.stateForbids'])) // the client's refusal has a name
    expect(await usedOf(of)).toBe(0)
    expect(await kindsOf(of, guid)).toEqual(['delete', 'issue'])
  })
})

describe('the password of a code', () => {
  const PASSWORD = 'Tiger-2041-leaps'

  it('can be set and cleared, and is in neither the history nor the log', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid, password: PASSWORD })
    expect(await get(of, guid)).toMatchObject({ hasPassword: true, revision: 2 })
    await of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid, password: null })
    expect((await get(of, guid)).hasPassword).toBe(false)
    const history = await of.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(history.rows.map(({ kind }) => kind)).toEqual(['password', 'password', 'issue'])
    const log = await of.call(operationLogCalls.find, { targetKind: 'snLicense', targetGuid: guid })
    expect(log.rows).toHaveLength(3)
    const { rows } = await center.ground.database.owner.query(
      "select * from operation_log where developer_id = $1 and (before::text || after::text) like '%Tiger%'",
      [of.developerId],
    )
    expect(rows).toEqual([])
    expect(JSON.stringify([history, log])).not.toContain('Tiger')
  })

  it('is not cleared if the payload omits it', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid, password: PASSWORD })
    expect((await refused(of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid }))).fields).toMatchObject([
      { path: 'password', rule: 'required' },
    ])
    expect((await get(of, guid)).hasPassword).toBe(true)
  })

  it('exists only for codes that have not ended: license.notCode, license.stateForbids', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    expect(
      (await refused(of.call(pcLicenseCalls.setPassword, { kind: 'account', guid, password: PASSWORD }))).error,
    ).toBe('license.notCode')
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid })
    expect((await refused(of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid, password: PASSWORD }))).error).toBe(
      'license.stateForbids',
    )
  })
})

describe('a batch', () => {
  it('locks the licenses it can, gives a reason for the others, and can be undone', async () => {
    const of = await createVendor(center)
    const [a = '', b = '', c = ''] = await codes(of, await of.pcTemplate('sn'), 3)
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid: c })
    const { task, rows } = await finished(
      of,
      await of.call(pcLicenseCalls.batchAct, {
        kind: 'sn',
        guids: [a, b, c, a, of.productGuid],
        act: 'lock',
        reason: '盘点',
      }),
    )
    expect(task).toMatchObject({ kind: 'snLock', success: 2, skip: 2, fail: 0 })
    expect(rows.map(({ state }) => state)).toEqual(['success', 'success', 'skip', 'skip'])
    expect(rows[2]?.reason).toContain('已锁定')
    expect(rows[3]?.reason).toContain('没有这个许可')
    expect(await statusesOf(of, [a, b, c])).toEqual([locked, locked, locked])
    // One license has changed since.
    await of.call(pcLicenseCalls.setPassword, { kind: 'sn', guid: b, password: 'Tiger-2041-leaps' })
    const back = await undone(of, task.guid)
    expect(back.task).toMatchObject({ isUndo: true, success: 1, skip: 1 })
    expect(back.rows.find(({ state }) => state === 'skip')?.reason).toContain('没有撤销')
    expect(await statusesOf(of, [a, b, c])).toEqual([unbound, locked, locked])
    expect(await kindsOf(of, a)).toEqual(['unlock', 'lock', 'issue'])
  })

  it('unlocks, and its undo locks again with the former reasons', async () => {
    const of = await createVendor(center)
    const guids = await codes(of, await of.pcTemplate('sn'), 2)
    const reasons = ['尾款未付', null]
    for (const [index, guid] of guids.entries())
      await of.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: reasons[index] ?? undefined })
    const { task } = await finished(of, await of.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'unlock' }))
    expect(task).toMatchObject({ kind: 'snLock', success: 2 })
    expect(await statusesOf(of, guids)).toEqual([unbound, unbound])
    await undone(of, task.guid)
    expect(await statusesOf(of, guids)).toEqual([locked, locked])
    expect(await Promise.all(guids.map(async (guid) => (await get(of, guid)).statusReason))).toEqual(reasons)
  })

  it('deletes, and its undo restores the former states and the quota', async () => {
    const of = await createVendor(center)
    const guids = await codes(of, await of.pcTemplate('sn'), 3)
    const [fresh = '', held = '', shut = ''] = guids
    await bind(of, held)
    await bind(of, shut)
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid: shut })
    expect(await usedOf(of)).toBe(3)
    const { task } = await finished(of, await of.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'delete' }))
    expect(task).toMatchObject({ kind: 'snDelete', success: 3 })
    expect(await statusesOf(of, guids)).toEqual([deleted, deleting, deleting])
    expect(await usedOf(of)).toBe(2)
    const back = await undone(of, task.guid)
    expect(back.task).toMatchObject({ success: 3, skip: 0, fail: 0 })
    expect(await statusesOf(of, guids)).toEqual([unbound, bound, locked])
    expect(await usedOf(of)).toBe(3)
    expect(await kindsOf(of, fresh)).toEqual(['restore', 'delete', 'issue'])
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(3)
    // The quota is counted once, so deleting again returns one.
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: fresh })
    expect(await usedOf(of)).toBe(2)
  })

  it('of account licenses is undone only for users without a newer license: license.changedSince', async () => {
    const of = await createVendor(center)
    const [one, two] = [await of.user(), await of.user()]
    const template = await of.pcTemplate('account')
    const issue = async (userIds: string[]) =>
      (await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds })).licenses.map(
        ({ guid }) => guid,
      )
    const guids = await issue([one, two])
    const { task } = await finished(
      of,
      await of.call(pcLicenseCalls.batchAct, { kind: 'account', guids, act: 'delete' }),
    )
    const [newer = ''] = await issue([one])
    const back = await undone(of, task.guid)
    expect(back.task).toMatchObject({ success: 1, skip: 1 })
    expect(back.rows.find(({ state }) => state === 'skip')?.reason).toContain('没有撤销')
    const { rows } = await of.call(pcLicenseCalls.find, { kind: 'account' })
    expect(rows.map(({ guid }) => guid).toSorted()).toEqual([newer, guids[1] ?? ''].toSorted())
  })

  it('cannot be undone beyond the quota', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view', 'snLicense.delete'], {
      softQuota: 3,
    })
    const guids = await codes(staff, template, 3)
    const { task } = await finished(
      staff,
      await staff.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'delete' }),
    )
    await codes(staff, template, 2)
    const back = await undone(staff, task.guid)
    expect(back.task).toMatchObject({ success: 1, fail: 2 })
    expect(back.rows.find(({ state }) => state === 'fail')?.reason).toContain('额度')
    expect(await usedOf(of)).toBe(3)
  })

  it('requires the privilege of its act', async () => {
    const of = await createVendor(center)
    const guids = await codes(of, await of.pcTemplate('sn'))
    const [locker, remover] = [
      await center.administrator(of, ['snLicense.view', 'snLicense.lock']),
      await center.administrator(of, ['snLicense.view', 'snLicense.delete']),
    ]
    expect((await refused(locker.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'delete' }))).error).toBe(
      'platform.noPermission',
    )
    expect((await refused(remover.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'lock' }))).error).toBe(
      'platform.noPermission',
    )
    expect((await refused(locker.call(pcLicenseCalls.batchAct, { kind: 'account', guids, act: 'lock' }))).error).toBe(
      'platform.noPermission',
    )
    expect(
      (await finished(locker, await locker.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'lock' }))).task
        .success,
    ).toBe(1)
  })

  it('also locks smart licenses and account licenses', async () => {
    const of = await createVendor(center)
    const { licenses: smart } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 2 })
    expect(
      (await finished(of, await of.call(licenseCalls.batchAct, { guids: smart.map(({ guid }) => guid), act: 'lock' })))
        .task,
    ).toMatchObject({ kind: 'smartLock', success: 2 })
    expect(
      (
        await finished(
          of,
          await of.call(licenseCalls.batchAct, { guids: smart.map(({ guid }) => guid), act: 'delete' }),
        )
      ).task,
    ).toMatchObject({ kind: 'smartDelete', success: 2 })
    const { licenses: account } = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account')],
      userIds: [await of.user()],
    })
    expect(
      (
        await finished(
          of,
          await of.call(pcLicenseCalls.batchAct, {
            kind: 'account',
            guids: account.map(({ guid }) => guid),
            act: 'lock',
          }),
        )
      ).task,
    ).toMatchObject({ kind: 'accountLock', success: 1 })
  })
})

describe('the end of a trial', () => {
  const apply = (of: Vendor) =>
    of.call(developerCalls.apply, {
      companyName: '云帆',
      contactName: '王越',
      contactPhone: '010-62345678',
      acceptDeletion: true,
    })
  const approve = (of: Vendor) =>
    decideApplication(
      { ...center.ground, trialEnds: TRIAL_ENDS, welcome: welcomeFormal },
      { developerId: of.developerId, event: 'approve', reason: null },
    )
  const term = { isForever: false, licStartTimeType: 1, licDuration: 30 } as const

  /** Starts requests while a statement holds its rows. `waiting` waits until that many of them wait for a lock. */
  async function whileHeld<Started>(
    statement: string,
    values: unknown[],
    start: (waiting: (count: number) => Promise<void>) => Promise<Started>,
  ): Promise<Started> {
    const { owner } = center.ground.database
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(statement, values)
      return await start(async (count) => {
        const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query ~ 'quota_use|license|session'`
        await expect.poll(async () => (await owner.query(text)).rowCount).toBe(count)
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('cannot be undone: a batch that deleted licenses before it does not bring them back', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const { licenses } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(term), count: 2 })
    const guids = licenses.map(({ guid }) => guid)
    const { task } = await finished(of, await of.call(licenseCalls.batchAct, { guids, act: 'delete' }))
    await apply(of)
    await approve(of)
    await refused(of.call(productCalls.find, {})) // tells the developer
    const back = await undone(of, task.guid)
    expect(back.task).toMatchObject({ success: 0, skip: 2 })
    for (const guid of guids) expect((await of.call(licenseCalls.get, { guid })).status).toBe(deleted)
    expect(await usedOf(of)).toBe(0)
  })

  it('ends what is being issued at that moment', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const templateGuid = await of.smartTemplate(term)
    await of.call(licenseCalls.issue, { templateGuid, count: 1 }) // makes the row of the quota
    await apply(of)
    const { issued, decided } = await whileHeld(
      'select from quota_use where developer_id = $1 for update',
      [of.developerId],
      async (waiting) => {
        const issued = of.call(licenseCalls.issue, { templateGuid, count: 1 })
        await waiting(1)
        const decided = approve(of)
        await waiting(2)
        return { issued, decided }
      },
    )
    expect(await decided).toMatchObject({ deletedLicenses: 2 })
    await refused(of.call(productCalls.find, {})) // tells the developer
    expect((await of.call(licenseCalls.get, { guid: (await issued).licenses[0]?.guid ?? '' })).status).toBe(deleted)
    expect(await usedOf(of)).toBe(0)
  })

  it('refuses what waits for it to be issued: license.trialEnded', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const templateGuid = await of.smartTemplate(term)
    await of.call(licenseCalls.issue, { templateGuid, count: 1 })
    await apply(of)
    // The decision writes to the sessions after it has ended the licenses.
    const { issued, decided } = await whileHeld(
      'select from session where developer_id = $1 for update',
      [of.developerId],
      async (waiting) => {
        const decided = approve(of)
        await waiting(1)
        const issued = refused(of.call(licenseCalls.issue, { templateGuid, count: 1 }))
        await waiting(2)
        return { issued, decided }
      },
    )
    expect(await decided).toMatchObject({ deletedLicenses: 1 })
    expect((await issued).error).toBe('license.trialEnded')
    await refused(of.call(productCalls.find, {})) // tells the developer
    expect((await of.call(licenseCalls.find, {})).records).toBe(0)
    expect(await usedOf(of)).toBe(0)
  })

  it('ends what an undo restores at that moment', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const { licenses } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(term), count: 1 })
    const guid = licenses[0]?.guid ?? ''
    await bind(of, guid)
    const { task } = await finished(of, await of.call(licenseCalls.batchAct, { guids: [guid], act: 'delete' }))
    await apply(of)
    const { back, decided } = await whileHeld(
      'select from license where guid = $1 for update',
      [guid],
      async (waiting) => {
        const back = undone(of, task.guid)
        await waiting(1)
        const decided = approve(of)
        await waiting(2)
        return { back, decided }
      },
    )
    expect(await decided).toMatchObject({ deletedLicenses: 1 })
    await Promise.allSettled([back, of.call(productCalls.find, {})]) // one of them tells the developer
    expect((await of.call(licenseCalls.get, { guid })).status).toBe(deleted)
  })

  it('deletes its licenses and quota use; products and templates stay', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const template = await of.smartTemplate(term)
    const issue = async (count: number) =>
      (await of.call(licenseCalls.issue, { templateGuid: template, count })).licenses.map(({ guid }) => guid)
    const guids = await issue(3)
    const [fresh = '', held = '', gone = ''] = guids
    await bind(of, held)
    await of.call(licenseCalls.delete, { guid: gone })
    // Two licenses, each counted in the issuer's quota and in the trial limit.
    expect(await usedOf(of)).toBe(4)
    const bystander = await createVendor(center)
    const other = await code(bystander)
    await apply(of)
    expect(await approve(of)).toMatchObject({ isDecided: true, deletedLicenses: 2 })
    expect((await refused(of.call(productCalls.find, {}))).error).toBe('developer.becameFormal')
    for (const guid of guids) expect((await of.call(licenseCalls.get, { guid })).status).toBe(deleted)
    expect((await of.call(licenseCalls.find, {})).records).toBe(0)
    expect(await usedOf(of)).toBe(0)
    expect((await of.call(productCalls.find, {})).records).toBe(1)
    expect((await of.call(templateCalls.get, { guid: template })).licenseCount).toBe(0)
    const {
      rows: [event],
    } = await of.call(licenseCalls.history, { guid: fresh })
    expect(event).toMatchObject({ kind: 'delete', actor: '平台' })
    const log = await of.call(operationLogCalls.find, { targetKind: 'smartLicense', targetGuid: fresh })
    expect(log.rows[0]).toMatchObject({
      actor: '平台',
      changes: [{ field: 'status', before: '未绑定', after: '已删除' }],
    })
    expect((await get(bystander, other)).status).toBe(unbound)
    expect(await issue(1)).toHaveLength(1)
  })
})

// Last: it moves the clock far ahead.
describe('the clock', () => {
  const note = () => center.center.license.jobs[0]?.run({}, { isLast: true })
  const stored = async (guid: string) =>
    (
      await center.ground.database.owner.query<{ state: number; expiry: number }>(
        'select state, expiry from license where guid = $1',
        [guid],
      )
    ).rows[0]

  it('is recorded by the job: expired licenses and final deletions', async () => {
    const of = await createVendor(center)
    const [short, held] = [
      await code(of, { isForever: false, licStartTimeType: 1, licDuration: 10, billingMode: 'day' }),
      await code(of, { forceAuthDays: 3 }),
    ]
    await bind(of, held)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: held })
    await note()
    expect([await stored(short), await stored(held)]).toEqual([
      { state: unbound, expiry: 0 },
      { state: deleting, expiry: 0 },
    ])
    center.clock.advance(4 * DAY_MS)
    await note()
    expect(await stored(held)).toEqual({ state: deleted, expiry: 0 })
    center.clock.advance(7 * DAY_MS)
    await note()
    expect(await stored(short)).toEqual({ state: unbound, expiry: 2 })
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})
