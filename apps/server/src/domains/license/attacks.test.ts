// Attacks and mistakes with licenses. Each test closes one way to learn, take or break something.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  billingCalls,
  integratorCalls,
  pcLicenseCalls,
  productCalls,
  shownCode,
  taskCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import {
  approveRequest,
  createTestApprovals,
  createTestCenter,
  createVendor,
  productPayload,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
const approvals = createTestApprovals()
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())

type Template = Parameters<Vendor['pcTemplate']>[1]
const DAYS: Template = { isForever: false, billingMode: 'day', licStartTimeType: 1, licDuration: 30 }

const query = async (text: string, values: unknown[]) =>
  (await center.ground.database.owner.query<Record<string, unknown>>(text, values)).rows
const dayAhead = (days: number) =>
  new Date(Math.floor(center.clock.now().getTime() / 1000) * 1000 + days * DAY_MS).toISOString()

async function codes(of: Vendor, given: Template = {}, how: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {}) {
  const { licenses, requestGuid } = await of.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await of.pcTemplate('sn', given)],
    ...how,
  })
  return {
    requestGuid,
    guids: licenses.map(({ guid }) => guid),
    guid: licenses[0]?.guid ?? '',
    serial: licenses[0]?.serial ?? '',
  }
}
const get = (of: Actor, guid: string) => of.call(pcLicenseCalls.get, { kind: 'sn', guid })

async function finished(of: Actor, { taskId }: { taskId: string }) {
  await center.finishTask(of, taskId)
  return { taskId, rows: (await of.call(taskCalls.findRows, { guid: taskId })).rows }
}

describe('a time out of range', () => {
  it('is refused as the end of a product, so the license stays readable (timeOutOfRange)', async () => {
    const of = await createVendor(center)
    const other = productPayload({ licenseForm: 3 })
    await of.call(productCalls.create, other)
    const { guid } = await codes(of, { otherProducts: [{ licenseId: other.licenseId }] })
    for (const endTime of ['9999-01-01T00:00:00Z', '2106-01-01T00:00:00Z', '1969-12-31T00:00:00Z']) {
      const changes = { productEnds: [{ licenseId: other.licenseId, endTime }] }
      const rulesOf = async (attempt: Promise<unknown>) =>
        (await refused(attempt)).fields?.map(({ path, rule }) => [path, rule])
      expect(await rulesOf(of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes })), endTime).toEqual([
        ['changes.productEnds.0.endTime', 'timeOutOfRange'],
      ])
    }
    expect(await get(of, guid)).toMatchObject({ revision: 1, productEnds: [] })
  })

  it('is refused as the end of a license; a preview reports it and shows the present expiry', async () => {
    const of = await createVendor(center)
    const { guid } = await codes(of, { isForever: false, billingMode: 'day', endTime: dayAhead(30) })
    const { expireTime } = await get(of, guid)
    for (const endTime of ['1969-12-31T00:00:00Z', '9999-01-01T00:00:00Z']) {
      const { rules, ...preview } = await of.call(pcLicenseCalls.previewRefresh, {
        kind: 'sn',
        guid,
        changes: { endTime },
      })
      expect(preview, endTime).toMatchObject({ isAllowed: false, expireTime })
      expect(
        rules.find(({ rule }) => rule === 'content'),
        endTime,
      ).toMatchObject({ outcome: 'fail', field: 'changes.endTime' })
    }
  })
})

describe('a code is not shown', () => {
  it('to an administrator who may lock only account licenses and passes its guid', async () => {
    const of = await createVendor(center)
    const { guid, serial } = await codes(of)
    const clerk = await center.administrator(of, ['accountLicense.lock'])
    const { taskId, rows } = await finished(
      clerk,
      await clerk.call(pcLicenseCalls.batchAct, { kind: 'account', guids: [guid], act: 'lock' }),
    )
    expect(rows).toMatchObject([{ state: 'skip', cells: [{ field: 'serial', value: '' }] }])
    const { subject } = await clerk.call(taskCalls.get, { guid: taskId })
    expect([serial, shownCode(serial)]).not.toContain(subject)
    expect((await get(of, guid)).status).toBe(LICENSE_STATUSES.unbound)
  })

  it('in the batch that issued it, after its issuer has lost the privilege to issue', async () => {
    const of = await createVendor(center)
    const clerk = await center.administrator(of, ['snLicense.issue', 'snLicense.view'])
    const { taskId, rows } = await finished(
      clerk,
      await clerk.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn')], count: 2 }),
    )
    const serialsOf = (told: typeof rows) =>
      told.map(({ cells }) => cells.find(({ field }) => field === 'serial')?.value ?? '')
    const made = serialsOf(rows)
    expect(made.every((serial) => serial.length > 0)).toBe(true)
    const file = async (by: Actor) =>
      (
        await center.center.app.inject({
          method: 'POST',
          url: taskCalls.download.path,
          headers: by.headers,
          payload: { guid: taskId, format: 'csv' },
        })
      ).body
    expect(await file(clerk)).toContain(made[0])
    await query("update membership set privileges = '{product.view}' where account_id = $1", [clerk.accountId])
    expect(serialsOf((await clerk.call(taskCalls.findRows, { guid: taskId })).rows)).toEqual(['', ''])
    const lost = await file(clerk)
    for (const serial of made) expect(lost).not.toContain(serial)
    expect(serialsOf((await of.call(taskCalls.findRows, { guid: taskId })).rows)).toEqual(made)
    expect(await file(of)).toContain(made[0])
  })
})

describe('a code that cannot be delivered', () => {
  const newIntegrator = async (of: Actor) =>
    (await of.call(integratorCalls.create, { name: `集成商 ${randomUUID().slice(0, 8)}` })).guid
  const stock = { isPreIssued: true }

  it('cannot move between stocks once it was deleted, bound or delivered (license.stateForbids)', async () => {
    const of = await createVendor(center)
    const [mine, others] = [await newIntegrator(of), await newIntegrator(of)]
    const {
      guids: [gone = '', used = '', given = '', free = ''],
    } = await codes(of, {}, { ...stock, count: 4, integratorGuid: mine })
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: gone })
    await center.bind(of, used)
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [given], channel: 'handed', recipient: '王越' })
    for (const [guid, status] of [
      [gone, '已删除'],
      [used, '已绑定'],
      [given, '已发放'],
    ] as const) {
      for (const integratorGuid of [others, null]) {
        const refusal = await refused(
          of.call(pcLicenseCalls.assign, { kind: 'sn', guids: [free, guid], integratorGuid }),
        )
        expect([refusal.error, refusal.message.includes(status)], status).toEqual(['license.stateForbids', true])
      }
      expect((await get(of, guid)).integratorGuid).toBe(mine)
    }
    expect((await get(of, free)).integratorGuid).toBe(mine)
  })

  it('is not delivered while it waits for approval or after a rejection (license.stateForbids)', async () => {
    const of = await createVendor(center)
    approvals.isOn = true
    const { requestGuid, guid } = await codes(of, {}, stock).finally(() => (approvals.isOn = false))
    const deliver = () =>
      of.call(pcLicenseCalls.deliver, {
        kind: 'sn',
        guids: [guid],
        channel: 'mail',
        recipient: `${randomUUID()}@test.example`,
      })
    expect((await refused(deliver())).error).toBe('license.stateForbids')
    await rejectRequest(center, of, requestGuid)
    expect((await refused(deliver())).error).toBe('license.stateForbids')
    expect(await get(of, guid)).toMatchObject({ status: LICENSE_STATUSES.rejected, deliveredTo: null })
  })
})

describe('a trial', () => {
  it('counts each license once, even if a quota has no room to undo a whole deletion', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const template = await of.pcTemplate('account', {
      ...DAYS,
      licenseForm: 1,
      licDuration: 5,
      offlineDays: undefined,
      licBindLimit: undefined,
    })
    const clerk = await center.administrator(
      of,
      ['accountLicense.issue', 'accountLicense.delete', 'accountLicense.view'],
      { cloudQuota: 3 },
    )
    const { licenses } = await clerk.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [template],
      userIds: [await of.user(), await of.user(), await of.user()],
    })
    const { taskId } = await finished(
      clerk,
      await clerk.call(pcLicenseCalls.batchAct, {
        kind: 'account',
        guids: licenses.map(({ guid }) => guid),
        act: 'delete',
      }),
    )
    await query('update membership set cloud_quota = 1 where account_id = $1', [clerk.accountId])
    const { rows } = await finished(clerk, await clerk.call(taskCalls.undo, { guid: taskId }))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['fail', 'fail', 'success'])
    expect(
      await query('select form, used from quota_use where developer_id = $1 order by form', [of.developerId]),
    ).toEqual([
      { form: 'cloud', used: 1 },
      { form: 'trial', used: 1 },
    ])
  })
})

describe('a search', () => {
  it('does not treat the dash in an account as a separator of a code', async () => {
    const of = await createVendor(center)
    const account = 'john-smith@test.example'
    await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account')],
      userIds: [await of.user({ account }), await of.user()],
    })
    for (const keyword of ['john-smith', 'JOHN-SM', 'smith@'])
      expect(
        (await of.call(pcLicenseCalls.find, { kind: 'account', keyword })).rows.map((row) => row.account),
        keyword,
      ).toEqual([account])
    const { serial, guid } = await codes(of)
    expect(
      (
        await of.call(pcLicenseCalls.find, {
          kind: 'sn',
          keyword: shownCode(serial).slice(0, LIMITS.license.codeGroup + 1),
        })
      ).rows.map((row) => row.guid),
    ).toEqual([guid])
  })
})

describe('a license that row scope hides from the caller', () => {
  /**
   * The clerk sees the product, the users and one template, but no licenses that others issued from another template.
   */
  async function held() {
    const of = await createVendor(center)
    const [user, free] = [await of.user(), await of.user()]
    const [unseen, templateGuid] = [await of.pcTemplate('account'), await of.pcTemplate('account')]
    const clerk = await center.administrator(
      of,
      ['accountLicense.issue', 'accountLicense.delete', 'accountLicense.view'],
      { limited: ['product', 'template'], assigned: { product: [of.productGuid] } },
    )
    await query('update template set assigned_to = array[$2::uuid] where guid = $1', [templateGuid, clerk.accountId])
    const issueUnseen = async () =>
      (await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [unseen], userIds: [user] })).licenses[0]
        ?.guid ?? ''
    const asked = (...userIds: string[]) => ({ kind: 'account' as const, templateGuids: [templateGuid], userIds })
    const holds = async (guid: string) =>
      (await of.call(pcLicenseCalls.find, { kind: 'account', userGuid: guid })).rows.map((row) => row.guid)
    return { of, user, free, clerk, issueUnseen, asked, holds }
  }

  it('is not replaced; nothing is charged, and other rows of a batch succeed (license.heldUnseen)', async () => {
    const { of, user, free, clerk, issueUnseen, asked, holds } = await held()
    const guid = await issueUnseen()
    const balance = async () => (await of.call(billingCalls.balance, {})).balanceFen
    const before = await balance()
    expect((await clerk.call(pcLicenseCalls.find, { kind: 'account' })).rows).toEqual([])
    const refusal = await refused(clerk.call(pcLicenseCalls.issue, asked(free, user)))
    expect(refusal.error).toBe('license.heldUnseen')
    expect([await holds(user), await holds(free), await balance()]).toEqual([[guid], [], before])
    const { rows } = await finished(clerk, await clerk.call(pcLicenseCalls.batchIssue, asked(user, free)))
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['fail', refusal.message],
      ['success', null],
    ])
    expect([await holds(user), (await holds(free)).length]).toEqual([[guid], 1])
  })

  it('stays when a deletion is undone', async () => {
    const { user, free, clerk, issueUnseen, asked, holds } = await held()
    const { licenses } = await clerk.call(pcLicenseCalls.issue, asked(user, free))
    const { taskId } = await finished(
      clerk,
      await clerk.call(pcLicenseCalls.batchAct, {
        kind: 'account',
        guids: licenses.map((one) => one.guid),
        act: 'delete',
      }),
    )
    const guid = await issueUnseen()
    const { rows } = await finished(clerk, await clerk.call(taskCalls.undo, { guid: taskId }))
    expect(rows.map(({ state, reason }) => [state, reason?.slice(0, 11) ?? null])).toEqual([
      ['fail', '用户已有该产品的许可，'],
      ['success', null],
    ])
    expect([await holds(user), (await holds(free)).length]).toEqual([[guid], 1])
  })

  it('stays when that caller approves a waiting license', async () => {
    const { user, clerk, issueUnseen, asked, holds } = await held()
    approvals.isOn = true
    const { requestGuid } = await clerk.call(pcLicenseCalls.issue, asked(user)).finally(() => (approvals.isOn = false))
    const guid = await issueUnseen()
    expect(await approveRequest(center, clerk, requestGuid)).toEqual({ count: 0, refusals: ['license.heldUnseen'] })
    expect(await holds(user)).toContain(guid)
  })
})
