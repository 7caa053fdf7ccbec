// Issuing in batches: every row once, paid once, with the content at the time of the request, and undone without losing
// a fen.
import {
  DAY_MS,
  TASK_STATUSES,
  billingCalls,
  integratorCalls,
  packageCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  shownCode,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import {
  createTestApprovals,
  createTestCenter,
  createVendor,
  pcTemplatePayload,
  productPayload,
  refused,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator, verifyLedger } from '../../billing/index.ts'

const CODE_FEN = 5_800
/** Callbacks by template, run in the first chunk, inside its transaction. */
const inChunk = new Map<string, () => Promise<void>>()

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({
    approvals: createTestApprovals(async ({ templateGuid }) => {
      await inChunk.get(templateGuid)?.()
      return false
    }),
  })
})
afterAll(() => center.close())

type Batch = PayloadOf<typeof pcLicenseCalls.batchIssue>

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await center.ground.database.owner.query<Row>(text, values)).rows
const open = async (of: Actor, asked: Batch) => (await of.call(pcLicenseCalls.batchIssue, asked)).taskId
const get = (of: Actor, guid: string) => of.call(taskCalls.get, { guid })
const rowsOf = (of: Actor, guid: string, state?: 'success' | 'fail' | 'skip' | 'waiting') =>
  of.call(taskCalls.findRows, { guid, state, pageSize: 100 })
const walletOf = async (of: Actor) => (await of.call(billingCalls.balance, {})).balanceFen
const codesOf = async (of: Actor) => (await of.call(pcLicenseCalls.count, { kind: 'sn' })).records
const usedOf = async (of: Actor) =>
  (
    await query<{ used: number }>('select used from quota_use where developer_id = $1 and holder = $2', [
      of.developerId,
      of.accountId,
    ])
  )[0]?.used ?? 0
const paidOf = async (of: Actor) =>
  (
    await query<{ count: number; amount_fen: number }>(
      `select count, amount_fen from billing_order
       where developer_id = $1 and category = 'issue' and status = 'charged' and not is_reversed
       order by created_at, guid`,
      [of.developerId],
    )
  ).map(({ count, amount_fen: fen }) => [count, fen])
const sentence = (key: string, params = {}) => center.ground.languages.zh(`errors.${key}`, params)

async function done(of: Actor, asked: Batch): Promise<string> {
  const taskId = await open(of, asked)
  await center.finishTask(of, taskId)
  return taskId
}

const expectLedger = async () => expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])

describe('thousands of codes', () => {
  it('are issued once per row, paid per chunk, and listed in the rows and the file of the task', async () => {
    const of = await createVendor(center, { yuan: 1_500 * 58 })
    const template = await of.pcTemplate('sn', { name: '专业版' })
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 1_500, remark: '展会' })
    expect(await get(of, taskId)).toMatchObject({
      kind: 'snIssue',
      subject: '专业版',
      status: TASK_STATUSES.completed,
      total: 1_500,
      success: 1_500,
    })
    expect(await paidOf(of)).toEqual([
      [1_000, 1_000 * CODE_FEN],
      [500, 500 * CODE_FEN],
    ])
    expect(await walletOf(of)).toBe(0)
    const {
      rows: [last],
    } = await of.call(pcLicenseCalls.find, { kind: 'sn', pageSize: 1 })
    expect(last).toMatchObject({ source: 'batch', remark: '展会', templateGuid: template, status: 1 })
    const all = await query<{ serial: string }>('select serial from license where developer_id = $1', [of.developerId])
    expect(new Set(all.map(({ serial }) => serial)).size).toBe(1_500)
    const {
      rows: [first],
    } = await rowsOf(of, taskId)
    expect(first?.cells.map(({ field }) => field)).toEqual(['serial', 'templateName'])
    expect(all.map(({ serial }) => shownCode(serial))).toContain(first?.cells[0]?.value)
    const file = await center.center.app.inject({
      method: 'POST',
      url: taskCalls.download.path,
      headers: of.headers,
      payload: { guid: taskId, format: 'csv' },
    })
    for (const { serial } of all.slice(0, 20)) expect(file.body).toContain(shownCode(serial))
    expect(
      (await query<{ n: number }>('select count(*)::int as n from license_issue where task_guid = $1', [taskId]))[0]?.n,
    ).toBe(2)
    await expectLedger()
  })

  it('are issued as far as the money lasts: 1,234 of 2,000, and a retry after a top-up issues the rest', async () => {
    const of = await createVendor(center, { yuan: 1_234 * 58 + 57 })
    const template = await of.pcTemplate('sn')
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 2_000 })
    expect(await get(of, taskId)).toMatchObject({ status: TASK_STATUSES.partly, success: 1_234, fail: 766 })
    const {
      rows: [row],
    } = await rowsOf(of, taskId, 'fail')
    expect(row).toMatchObject({
      n: 1_235,
      reason: sentence('billing.insufficientBalance', { amount: '58.00', balance: '57.00' }),
    })
    expect([await codesOf(of), await walletOf(of)]).toEqual([1_234, 5_700])
    await center.credit(of, 766 * CODE_FEN)
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect(await get(of, taskId)).toMatchObject({ status: TASK_STATUSES.completed, success: 2_000, fail: 0 })
    expect([await codesOf(of), await walletOf(of)]).toEqual([2_000, 5_700])
    expect(await paidOf(of)).toEqual([
      [1_000, 1_000 * CODE_FEN],
      [234, 234 * CODE_FEN],
      [766, 766 * CODE_FEN],
    ])
    await expectLedger()
  })

  it('stop when gifts or packages run out: billing.giftsUsedUp, package.usedUp', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    await center.credit(of, 7, 'giftLicenses')
    const offer = center.ground.ids.guid()
    await query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, '批量包', 5, 0, 365, 100, now())`,
      [offer],
    )
    await of.call(packageCalls.buy, { guid: offer, count: 2, priceFen: 100 })
    const gift = await of.pcTemplate('sn', {
      deductMode: 3,
      billingMode: undefined,
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
    })
    const packaged = await of.pcTemplate('sn', { deductMode: 2, packageName: '批量包', billingMode: undefined })
    const [gifts, packs] = [
      await done(of, { kind: 'sn', templateGuids: [gift], count: 20 }),
      await done(of, { kind: 'sn', templateGuids: [packaged], count: 20 }),
    ]
    expect(await get(of, gifts)).toMatchObject({ success: 7, fail: 13 })
    expect((await rowsOf(of, gifts, 'fail')).rows[0]?.reason).toBe(sentence('billing.giftsUsedUp', { count: 1 }))
    expect(await get(of, packs)).toMatchObject({ success: 10, fail: 10 })
    expect((await rowsOf(of, packs, 'fail')).rows[0]?.reason).toBe(
      sentence('package.usedUp', { type: '批量包', count: 1 }),
    )
    await expectLedger()
  })

  it('of several templates lock stocks before purses in any order, so they never deadlock', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    await center.credit(of, 7, 'giftLicenses')
    const turns: string[] = []
    const timed = { isForever: false, licStartTimeType: 1, licDuration: 30, licBindLimit: 2 } as const
    const templates: string[] = []
    for (const [name, paid] of Object.entries({
      balance: { billingMode: 'day' },
      gift: { deductMode: 3, billingMode: undefined },
    } as const)) {
      const product = productPayload({ licenseForm: 3 })
      await of.call(productCalls.create, product)
      const { guid } = await of.call(
        pcTemplateCalls.create,
        pcTemplatePayload('account', product.licenseId, { ...timed, ...paid }),
      )
      inChunk.set(guid, async () => void turns.push(name))
      templates.push(guid)
    }
    await done(of, { kind: 'account', templateGuids: templates, userIds: [await of.user()] })
    expect(turns).toEqual(['gift', 'balance'])
  })

  it('in parallel batches never exceed one quota (license.quotaUsedUp)', async () => {
    const of = await createVendor(center, { yuan: 100_000 })
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view'], { softQuota: 1_000 })
    const tasks = await Promise.all(
      Array.from({ length: 4 }, () => open(staff, { kind: 'sn', templateGuids: [template], count: 400 })),
    )
    await Promise.all(tasks.map((taskId) => center.finishTask(staff, taskId)))
    const ended = await Promise.all(tasks.map((taskId) => get(staff, taskId)))
    expect(ended.reduce((sum, { success }) => sum + success, 0)).toBe(1_000)
    expect(ended.reduce((sum, { fail }) => sum + fail, 0)).toBe(600)
    expect([await codesOf(of), await usedOf(staff)]).toEqual([1_000, 1_000])
    const short = tasks[ended.findIndex(({ fail }) => fail > 0)] ?? ''
    expect((await rowsOf(staff, short, 'fail')).rows[0]?.reason).toBe(
      sentence('license.quotaUsedUp', { form: center.ground.languages.zh('license.forms.soft'), left: 0, count: 1 }),
    )
    await expectLedger()
  })

  it('in parallel batches never exceed one wallet: each code has its charge', async () => {
    const of = await createVendor(center, { yuan: 1_000 * 58 })
    const template = await of.pcTemplate('sn')
    const tasks = await Promise.all(
      Array.from({ length: 4 }, () => open(of, { kind: 'sn', templateGuids: [template], count: 400 })),
    )
    await Promise.all(tasks.map((taskId) => center.finishTask(of, taskId)))
    expect([await codesOf(of), await walletOf(of)]).toEqual([1_000, 0])
    expect((await paidOf(of)).reduce((sum, [count = 0]) => sum + count, 0)).toBe(1_000)
    await expectLedger()
  })

  it('for stock cost nothing yet', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const template = await of.pcTemplate('sn')
    await done(of, { kind: 'sn', templateGuids: [template], count: 10, isPreIssued: true })
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).rows[0]).toMatchObject({ source: 'preIssue' })
    expect(await paidOf(of)).toEqual([])
  })
})

describe('during a batch', () => {
  it('a template may be edited or deleted: all rows use one version', async () => {
    const of = await createVendor(center, { yuan: 400_000 })
    const [edited, deleted] = [await of.pcTemplate('sn', { machineNum: 2, useMode: 2 }), await of.pcTemplate('sn')]
    inChunk.set(edited, async () => {
      inChunk.delete(edited)
      await of.call(pcTemplateCalls.update, { kind: 'sn', guid: edited, machineNum: 9 })
    })
    const taskId = await done(of, { kind: 'sn', templateGuids: [edited], count: 1_100 })
    expect((await get(of, taskId)).success).toBe(1_100)
    expect(
      await query(
        `select distinct i.template_version as version, t.terms ->> 'machineNum' as machines from license l
           join license_issue i on i.guid = l.issue_guid join license_terms t on t.guid = l.terms_guid
         where l.template_guid = $1`,
        [edited],
      ),
    ).toEqual([{ version: 1, machines: '2' }])
    const waiting = await open(of, { kind: 'sn', templateGuids: [deleted], count: 5 })
    await of.call(pcTemplateCalls.delete, { kind: 'sn', templateGuid: deleted })
    await center.finishTask(of, waiting)
    expect((await get(of, waiting)).success).toBe(5)
  })

  it('a cancellation keeps the issued licenses and stops further charges', async () => {
    const of = await createVendor(center, { yuan: 400_000 })
    const template = await of.pcTemplate('sn')
    const taskId = await open(of, { kind: 'sn', templateGuids: [template], count: 3_000 })
    let cancelling: Promise<unknown> | undefined
    // The chunk continues only once the cancellation waits for its lock, so the cancellation comes next.
    inChunk.set(template, async () => {
      cancelling ??= of.call(taskCalls.cancel, { guid: taskId })
      await expect
        .poll(
          async () =>
            (
              await query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).length,
        )
        .toBeGreaterThan(0)
    })
    await center.finishTask(of, taskId)
    await cancelling
    const { status, success } = await get(of, taskId)
    expect(status).toBe(TASK_STATUSES.cancelled)
    expect([1_000, 2_000]).toContain(success)
    expect([await codesOf(of), await walletOf(of)]).toEqual([success, 40_000_000 - success * CODE_FEN])
    await center.undoTask(of, taskId)
    expect([await codesOf(of), await walletOf(of)]).toEqual([0, 40_000_000])
  })

  it('a lost privilege fails the remaining rows: platform.noPermission', async () => {
    const of = await createVendor(center, { yuan: 400_000 })
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue'])
    inChunk.set(
      template,
      async () =>
        void (await query("update membership set privileges = '{}' where account_id = $1", [staff.accountId])),
    )
    const taskId = await done(staff, { kind: 'sn', templateGuids: [template], count: 1_500 })
    expect(await get(staff, taskId)).toMatchObject({
      status: TASK_STATUSES.partly,
      success: 1_000,
      fail: 500,
      error: sentence('platform.noPermission', { privilege: center.ground.languages.zh('privileges.snLicense.issue') }),
    })
    expect(await codesOf(of)).toBe(1_000)
  })

  it('a server crash in a chunk leaves no trace: every row has one code, every code one charge', async () => {
    const own = await createTestCenter()
    try {
      const of = await createVendor(own, { yuan: 400_000 })
      const template = await of.pcTemplate('sn')
      // Every other chunk fails as in a power cut, after its codes, charge and log are written.
      await own.ground.database.owner.query(
        `create sequence chunks; grant usage on sequence chunks to sealwright_app;
         create function cut() returns trigger language plpgsql as $$ begin
           if nextval('chunks') % 2 = 1 then raise exception 'cut' using errcode = '57P01'; end if; return null;
         end $$;
         create trigger cut after insert on operation_log for each statement execute function cut()`,
      )
      const taskId = await (async () => {
        for (;;) {
          const opened = await of
            .call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count: 3_000 })
            .catch(() => undefined)
          if (opened) return opened.taskId
        }
      })()
      let cuts = 0
      while ((await of.call(taskCalls.get, { guid: taskId })).status < TASK_STATUSES.completed)
        await own.finishTask(of, taskId).catch(() => void (cuts += 1))
      expect(cuts).toBeGreaterThan(1)
      expect((await of.call(taskCalls.get, { guid: taskId })).success).toBe(3_000)
      expect((await of.call(pcLicenseCalls.count, { kind: 'sn' })).records).toBe(3_000)
      expect((await of.call(billingCalls.balance, {})).balanceFen).toBe(40_000_000 - 3_000 * CODE_FEN)
      const { rows } = await own.ground.database.owner.query(
        `select count(distinct r.effect ->> 'guid')::int as codes from task_row r
           join license l on l.guid = (r.effect ->> 'guid')::uuid
         where r.task_guid = $1`,
        [taskId],
      )
      expect(rows).toEqual([{ codes: 3_000 }])
      expect((await verifyLedger(own.ground.database.owner)).problems).toEqual([])
    } finally {
      await own.close()
    }
  })
})

async function secondProduct(of: Vendor): Promise<number> {
  const payload = productPayload({ name: '星河', licenseForm: 3 })
  await of.call(productCalls.create, payload)
  return payload.licenseId
}

describe('licenses for many users', () => {
  it('are issued for templates × users; duplicate and deleted users are skipped', async () => {
    const of = await createVendor(center)
    const [one, two, gone] = [await of.user(), await of.user({ account: 'second@users.example' }), await of.user()]
    const templates = [
      await of.pcTemplate('account', { name: '甲' }),
      await of.pcTemplate('account', { name: '乙', licenseId: await secondProduct(of) }),
    ]
    const taskId = await open(of, { kind: 'account', templateGuids: templates, userIds: [one, two, two, gone] })
    await of.call(userCalls.delete, { guid: gone })
    await center.finishTask(of, taskId)
    expect(await get(of, taskId)).toMatchObject({
      kind: 'accountIssue',
      subject: '甲, 乙',
      total: 8,
      success: 4,
      skip: 4,
      status: TASK_STATUSES.completed,
    })
    const { rows } = await rowsOf(of, taskId)
    expect(rows.map(({ state }) => state)).toEqual([
      'success',
      'success',
      'skip',
      'skip',
      'success',
      'success',
      'skip',
      'skip',
    ])
    expect(rows[1]?.cells).toEqual([
      { field: 'account', value: 'second@users.example' },
      { field: 'serial', value: expect.stringMatching(/^LC/) as string },
      { field: 'templateName', value: '甲' },
      { field: 'replaces', value: '' },
    ])
    expect(rows[2]?.reason).toBe(center.ground.languages.zh('rules.duplicateUser', { account: 'second@users.example' }))
    expect(rows[3]?.reason).toBe(sentence('user.notFound'))
    expect(
      (await of.call(pcLicenseCalls.find, { kind: 'account', userGuid: one })).rows
        .map(({ templateName }) => templateName)
        .toSorted(),
    ).toEqual(['乙', '甲'].toSorted())
  })

  it('are issued by tags or for all users, and their source shows which', async () => {
    const of = await createVendor(center)
    const { guid: tag } = await of.call(tagCalls.create, { name: '批量' })
    const tagged = await of.user({ tags: ['批量'] })
    await of.user()
    const template = await of.pcTemplate('account')
    await done(of, { kind: 'account', templateGuids: [template], tagGuids: [tag] })
    expect((await of.call(pcLicenseCalls.find, { kind: 'account' })).rows).toMatchObject([
      { userGuid: tagged, source: 'batch' },
    ])
    await done(of, { kind: 'account', templateGuids: [template], allUsers: true })
    const { rows } = await of.call(pcLicenseCalls.find, { kind: 'account' })
    expect(rows.map(({ source }) => source)).toEqual(['full', 'full'])
    expect((await of.call(pcLicenseCalls.find, { kind: 'account', status: 7 })).records).toBe(1)
  })
})

describe('a dry run', () => {
  it('shows at which row money or quota runs out, and does nothing until it is started', async () => {
    const of = await createVendor(center, { yuan: 58 * 3 + 10 })
    const users = [await of.user(), await of.user(), await of.user(), await of.user()]
    const templates = [
      await of.pcTemplate('account'),
      await of.pcTemplate('account', { licenseId: await secondProduct(of) }),
    ]
    const held = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [templates[0] ?? ''],
      userIds: [users[0] ?? ''],
    })
    const draft = await open(of, {
      kind: 'account',
      templateGuids: templates,
      userIds: [...users, users[0] ?? '', center.ground.ids.guid()],
      dryRun: true,
    })
    const { rows } = await rowsOf(of, draft)
    // A user who already has a license gets a new one, which replaces it.
    expect(rows.map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'fail',
      'fail',
      'skip',
      'skip',
      'fail',
      'fail',
      'fail',
      'fail',
      'skip',
      'skip',
    ])
    expect(rows[2]?.reason).toBe(sentence('billing.insufficientBalance', { amount: '174.00', balance: '126.00' }))
    expect((await get(of, draft)).cost).toEqual({ totalFen: 11_600, eachFen: 5_800, units: [], paidLater: [] })
    expect((await of.call(pcLicenseCalls.find, { kind: 'account' })).rows.map(({ guid }) => guid)).toEqual(
      held.licenses.map(({ guid }) => guid),
    )
    await center.credit(of, 100_000)
    await of.call(taskCalls.start, { guid: draft })
    await center.finishTask(of, draft)
    expect(await get(of, draft)).toMatchObject({ success: 8, skip: 4, fail: 0 })
  })

  it('counts a quota over all rows, even above a thousand', async () => {
    const of = await createVendor(center, { yuan: 200_000 })
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue'], { softQuota: 1_500 })
    const draft = await open(staff, { kind: 'sn', templateGuids: [template], count: 2_500, dryRun: true })
    expect(await get(staff, draft)).toMatchObject({ isDraft: true, total: 2_500, fail: 1_000, success: 0 })
    expect((await rowsOf(staff, draft, 'fail')).rows[0]).toMatchObject({
      n: 1_501,
      reason: sentence('license.quotaUsedUp', {
        form: center.ground.languages.zh('license.forms.soft'),
        left: 1_500,
        count: 1_501,
      }),
    })
  })

  it('applies the trial limits: license.trialLimit, license.trialTooLong', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const users = [await of.user(), await of.user(), await of.user()]
    await query(
      `insert into billing_terms (developer_id, limits) values ($1, $2)
       on conflict (developer_id) do update set limits = excluded.limits`,
      [of.developerId, { trialLicenses: 2 }],
    )
    const term = (days: number) => ({
      licenseForm: 1,
      billingMode: 'day' as const,
      isForever: false,
      licStartTimeType: 1,
      licDuration: days,
      offlineDays: undefined,
      licBindLimit: undefined,
    })
    const template = await of.pcTemplate('account', term(30))
    const asked = { kind: 'account', templateGuids: [template], userIds: users } as const
    const draft = await open(of, { ...asked, userIds: users, templateGuids: [template], dryRun: true })
    expect((await rowsOf(of, draft)).rows.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'fail'])
    const taskId = await done(of, { ...asked, userIds: users, templateGuids: [template] })
    expect(await get(of, taskId)).toMatchObject({ success: 2, fail: 1 })
    expect((await rowsOf(of, taskId, 'fail')).rows[0]?.reason).toBe(sentence('license.trialLimit', { max: 2, left: 0 }))
    await center.undoTask(of, taskId)
    const long = await done(of, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account', term(91))],
      userIds: users,
    })
    expect((await rowsOf(of, long, 'fail')).rows[0]?.reason).toBe(sentence('license.trialTooLong', { max: 90 }))
  })
})

describe('a batch is refused as a whole', () => {
  it('if fields are missing, too many or of the other kind; the refusal names them', async () => {
    const of = await createVendor(center)
    const [account, again, sn] = [
      await of.pcTemplate('account'),
      await of.pcTemplate('account'),
      await of.pcTemplate('sn'),
    ]
    const user = await of.user()
    const { guid: tag } = await of.call(tagCalls.create, { name: '空' })
    const wrongs: [Batch, string][] = [
      [{ kind: 'account', templateGuids: [account] }, 'userIds: required'],
      [{ kind: 'account', templateGuids: [account], userIds: [user], tagGuids: [tag] }, 'tagGuids: notApplicable'],
      [{ kind: 'account', templateGuids: [account], allUsers: true, userIds: [user] }, 'userIds: notApplicable'],
      [{ kind: 'account', templateGuids: [account], userIds: [user], count: 3 }, 'count: notApplicable'],
      [{ kind: 'account', templateGuids: [account, again], userIds: [user] }, 'templateGuids.1: duplicateProduct'],
      [{ kind: 'sn', templateGuids: [sn] }, 'count: required'],
      [{ kind: 'sn', templateGuids: [sn, sn], count: 1 }, 'templateGuids: tooMany'],
      [{ kind: 'sn', templateGuids: [sn], count: 1, userIds: [user] }, 'userIds: notApplicable'],
      [{ kind: 'sn', templateGuids: [sn], count: 1, password: 'secret-1' }, 'password: notApplicable'],
      [{ kind: 'sn', templateGuids: [sn], count: 100_001 }, 'count: tooBig'],
    ]
    for (const [asked, wrong] of wrongs)
      expect(
        (await refused(open(of, asked))).fields.map(({ path, rule }) => `${path}: ${rule}`),
        wrong,
      ).toEqual([wrong])
    const nobody = await refused(open(of, { kind: 'account', templateGuids: [account], tagGuids: [tag] }))
    expect([nobody.error, nobody.fields[0]?.path]).toEqual(['user.notFound', 'tagGuids'])
  })

  it('if a template is of another kind, the changes are not allowed, or the privilege is missing', async () => {
    const of = await createVendor(center)
    const sn = await of.pcTemplate('sn')
    const missing = await refused(
      open(of, { kind: 'account', templateGuids: [await of.pcTemplate('account'), sn], userIds: [await of.user()] }),
    )
    expect([missing.error, missing.fields[0]?.path]).toEqual(['template.notFound', 'templateGuids.1'])
    expect(
      (await refused(open(of, { kind: 'sn', templateGuids: [sn], count: 2, changes: { machineNum: 3, useMode: 2 } })))
        .error,
    ).toBe('license.changeNotAllowed')
    const staff = await center.administrator(of, ['accountLicense.issue'])
    expect((await refused(open(staff, { kind: 'sn', templateGuids: [sn], count: 2 }))).error).toBe(
      'platform.noPermission',
    )
  })

  it('while a bill is overdue: billing.overdue', async () => {
    const of = await createVendor(center)
    const sn = await of.pcTemplate('sn')
    const day = new Date(center.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    await createOperator(center.ground).bill(of.developerId, {
      amountFen: 100,
      day,
      note: '欠费',
    })
    await query("update bill set due_at = due_at - interval '10 days' where developer_id = $1", [of.developerId])
    expect((await refused(open(of, { kind: 'sn', templateGuids: [sn], count: 2 }))).error).toBe('billing.overdue')
    const draft = await open(of, { kind: 'sn', templateGuids: [sn], count: 2, dryRun: true })
    expect((await rowsOf(of, draft)).rows[0]?.reason).toBe(sentence('billing.overdue'))
  })
})

describe('undoing a batch', () => {
  it('returns money and quota, once', async () => {
    const of = await createVendor(center, { yuan: 1_500 * 58 })
    const template = await of.pcTemplate('sn')
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 1_500 })
    const back = await center.undoTask(of, taskId)
    expect(await get(of, back)).toMatchObject({
      isUndo: true,
      status: TASK_STATUSES.completed,
      success: 1_500,
      skip: 0,
    })
    expect([await codesOf(of), await walletOf(of), await usedOf(of)]).toEqual([0, 1_500 * CODE_FEN, 0])
    expect((await of.call(pcLicenseCalls.count, { kind: 'sn', status: 9 })).records).toBe(1_500)
    expect((await refused(of.call(taskCalls.undo, { guid: taskId }))).error).toBe('task.notUndoable')
    await expectLedger()
  })

  it('skips changed licenses, which stay paid at their price: license.changedSince', async () => {
    const of = await createVendor(center, { yuan: 30 * 58 })
    const template = await of.pcTemplate('sn')
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 30 })
    const { rows } = await of.call(pcLicenseCalls.find, { kind: 'sn', pageSize: 100 })
    const given = rows.slice(0, 3).map(({ guid }) => guid)
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: given, channel: 'handed', recipient: '王女士' })
    const preview = await of.call(taskCalls.previewUndo, { guid: taskId })
    expect(preview).toMatchObject({ tried: 30, undone: 27, skip: 3, fail: 0, amountFen: 27 * CODE_FEN, units: 0 })
    expect(preview.reasons).toMatchObject([{ count: 3 }])
    expect([await codesOf(of), await walletOf(of)]).toEqual([30, 0])
    const back = await center.undoTask(of, taskId)
    expect(await get(of, back)).toMatchObject({ success: 27, skip: 3 })
    expect(await get(of, taskId)).toMatchObject({ status: TASK_STATUSES.undone })
    const [row] = (await rowsOf(of, back, 'skip')).rows
    expect(row?.reason).toBe(sentence('license.changedSince', { serial: row?.cells[0]?.value }))
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).rows.map(({ guid }) => guid).toSorted()).toEqual(
      given.toSorted(),
    )
    expect([await paidOf(of), await walletOf(of), await usedOf(of)]).toEqual([[[3, 3 * CODE_FEN]], 27 * CODE_FEN, 3])
    const {
      rows: [issue],
    } = await center.ground.database.owner.query<{ amount: number }>(
      `select o.amount_fen as amount from license_issue i join billing_order o on o.guid = i.order_guid
       where i.task_guid = $1`,
      [taskId],
    )
    expect(issue?.amount).toBe(3 * CODE_FEN)
    await expectLedger()
  })

  it('skips stock that was assigned to an integrator since', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const taskId = await done(of, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 5,
      isPreIssued: true,
    })
    const {
      rows: [one],
    } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '华东集成' })
    await of.call(pcLicenseCalls.assign, { kind: 'sn', guids: [one?.guid ?? ''], integratorGuid })
    await center.undoTask(of, taskId)
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).rows.map(({ guid }) => guid)).toEqual([one?.guid])
  })

  it('whose chunks differ from its issues returns the right part of each', async () => {
    const of = await createVendor(center, { yuan: 700 * 58 })
    const template = await of.pcTemplate('sn')
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 1_500 })
    await center.credit(of, 800 * CODE_FEN)
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect((await paidOf(of)).map(([count]) => count)).toEqual([700, 800])
    await center.undoTask(of, taskId)
    expect([await paidOf(of), await codesOf(of), await walletOf(of)]).toEqual([[], 0, 1_500 * CODE_FEN])
    await expectLedger()
  })

  it('restores replaced licenses to their former state, unless a newer one exists', async () => {
    const of = await createVendor(center)
    const users = [await of.user(), await of.user(), await of.user()]
    const template = await of.pcTemplate('account')
    const first = await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: users })
    const [plain, locked] = first.licenses.map(({ guid }) => guid)
    await query('update license set state = 5 where guid = $1', [locked])
    const taskId = await done(of, { kind: 'account', templateGuids: [template], userIds: users })
    const {
      licenses: [later],
    } = await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [users[2] ?? ''] })
    const before = await walletOf(of)
    const back = await center.undoTask(of, taskId)
    expect(await get(of, back)).toMatchObject({ success: 2, skip: 1 })
    expect(await walletOf(of)).toBe(before + 2 * CODE_FEN)
    const { rows } = await of.call(pcLicenseCalls.find, { kind: 'account' })
    expect(new Map(rows.map(({ guid, status }) => [guid, status]))).toEqual(
      new Map([
        [plain, 1],
        [locked, 5],
        [later?.guid, 1],
      ]),
    )
    expect((await of.call(pcLicenseCalls.get, { kind: 'account', guid: plain ?? '' })).replacedBy).toBeNull()
    const events = await query<{ kind: string }>(
      'select kind from license_event where license_guid = $1 order by at, guid',
      [plain],
    )
    expect(events.map(({ kind }) => kind)).toEqual(['replace', 'restore'])
    await expectLedger()
  })

  it('while the same users get another license refuses nobody and leaves each with one', async () => {
    const of = await createVendor(center, { yuan: 100_000 })
    const users = [await of.user(), await of.user(), await of.user()]
    const template = await of.pcTemplate('account')
    await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: users })
    for (let round = 0; round < 5; round++) {
      const taskId = await done(of, { kind: 'account', templateGuids: [template], userIds: users })
      await Promise.all([
        center.undoTask(of, taskId),
        ...users
          .toReversed()
          .map((user) =>
            of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [user] }),
          ),
      ])
    }
    expect(
      (await of.call(pcLicenseCalls.find, { kind: 'account' })).rows.map(({ userGuid }) => userGuid ?? '').toSorted(),
    ).toEqual(users.toSorted())
    await expectLedger()
  })

  it('does nothing if the remaining licenses cannot be charged again, as from an expired package', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const offer = center.ground.ids.guid()
    await query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, '短包', 10, 0, 365, 100, now())`,
      [offer],
    )
    await of.call(packageCalls.buy, { guid: offer, count: 1, priceFen: 100 })
    const template = await of.pcTemplate('sn', { deductMode: 2, packageName: '短包', billingMode: undefined })
    const taskId = await done(of, { kind: 'sn', templateGuids: [template], count: 10 })
    const {
      rows: [one],
    } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
    await of.call(pcLicenseCalls.deliver, {
      kind: 'sn',
      guids: [one?.guid ?? ''],
      channel: 'handed',
      recipient: '李先生',
    })
    await query(
      `update package set bought_at = bought_at - interval '400 days', expires_at = expires_at - interval '400 days'
       where developer_id = $1`,
      [of.developerId],
    )
    const back = await center.undoTask(of, taskId)
    expect(await get(of, back)).toMatchObject({ success: 0, skip: 10 })
    expect([await codesOf(of), await paidOf(of)]).toEqual([10, [[10, 0]]])
    await expectLedger()
  })
})

it('a dry run names the license that the new one would replace', async () => {
  const of = await createVendor(center)
  const [template, holder, other] = [await of.pcTemplate('account'), await of.user(), await of.user()]
  const {
    licenses: [held],
  } = await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [holder] })
  const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
    kind: 'account',
    templateGuids: [template],
    userIds: [holder, other],
    dryRun: true,
  })
  const { rows } = await of.call(taskCalls.findRows, { guid: taskId })
  expect(rows.map(({ cells }) => cells.find(({ field }) => field === 'replaces')?.value)).toEqual([held?.serial, ''])
})
