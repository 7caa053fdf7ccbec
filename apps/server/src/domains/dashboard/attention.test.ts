// What needs attention: each kind appears with its cause and disappears with it, only for people who may see it. States
// that take long to reach are written to the database as their domain would write them.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  FAILED_TASK_DAYS,
  LIMITS,
  TASK_STATUSES,
  approveCalls,
  billingCalls,
  dashboardCalls,
  licenseCalls,
  pcLicenseCalls,
  senderCalls,
  webhookCalls,
} from '@sealwright/contract'
import type { AttentionKind, Privilege } from '@sealwright/contract'
import { createTestCenter, createVendor, registerLocks } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { SALES, approve, issue } from '@sealwright/testkit/code-requests'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS)
const items = (of: Actor) => of.call(dashboardCalls.attention, {})
const kinds = async (of: Actor) => (await items(of)).map(({ kind }) => kind)
const only = async (of: Actor, kind: AttentionKind) => (await items(of)).filter((item) => item.kind === kind)

/** The kind shows for people with the right, and for nobody with every other right. */
async function expectOnlyWith(of: Actor, right: Privilege, kind: AttentionKind, others: readonly Privilege[]) {
  expect(await kinds(await center.administrator(of, [right])), right).toContain(kind)
  expect(await kinds(await center.administrator(of, others)), `without ${right}`).not.toContain(kind)
}

it('nothing needs attention at a new developer', async () => {
  expect(await items(await center.developer())).toEqual([])
})

describe('licenses that end', () => {
  async function endingIn(days: number): Promise<Vendor> {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn', {
      isForever: false,
      billingMode: 'day',
      licStartTimeType: 1,
      licDuration: days,
    })
    await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 2 })
    return of
  }

  it('within 30 days are told as such, within 7 days with more weight, and no more once they have ended', async () => {
    onTestFinished(center.clock.freeze())
    const of = await endingIn(20)
    expect(await items(of)).toMatchObject([
      { kind: 'licenseEnding', severity: 'info', family: 'sn', days: 30, count: 2 },
    ])
    await center.daysLater(15, of)
    expect(await items(of)).toMatchObject([{ kind: 'licenseEnding', severity: 'warn', days: 7, count: 2 }])
    await center.daysLater(6, of)
    expect(await items(of)).toEqual([])
  })

  it('are told by family, for people who may view it and within their row scope', async () => {
    const of = await endingIn(5)
    await expectOnlyWith(of, 'snLicense.view', 'licenseEnding', ['accountLicense.view', 'smartLicense.view'])
    const blind = await center.administrator(of, ['snLicense.view'], { limited: ['product'] })
    expect(await items(blind)).toEqual([])
  })
})

async function paidUntil(of: Actor, days: number, feeFen = 10_000) {
  await query('update billing_terms set fee_fen = $2 where developer_id = $1', [of.developerId, feeFen])
  await query('update developer set service_until = $2 where id = $1', [of.developerId, inDays(days)])
}

describe('money', () => {
  it('a balance below the own limit is told until it is topped up', async () => {
    const of = await center.developer()
    await center.credit(of, 1_000)
    await of.call(billingCalls.updateSettings, { lowBalanceFen: 2_000 })
    expect(await items(of)).toMatchObject([{ kind: 'lowBalance', severity: 'warn', amountFen: 1_000 }])
    await expectOnlyWith(of, 'billing.view', 'lowBalance', ['product.view', 'runtime.view'])
    await center.credit(of, 1_000)
    expect(await items(of)).toEqual([])
  })

  it('the service fee is told a month ahead, stronger in the last week, and as unpaid afterwards', async () => {
    const of = await center.developer()
    const until = (days: number) => paidUntil(of, days)
    await until(Math.max(...LIMITS.billing.reminderDays) - 1)
    expect(await items(of)).toMatchObject([{ kind: 'serviceEnding', severity: 'warn' }])
    await until(3)
    expect(await items(of)).toMatchObject([{ kind: 'serviceEnding', severity: 'bad', count: 3 }])
    await until(-1)
    expect(await items(of)).toMatchObject([{ kind: 'serviceUnpaid', severity: 'bad', amountFen: 10_000 }])
    await until(300)
    expect(await items(of)).toEqual([])
  })
})

it('requests wait for approvers, in their family, until they are decided', async () => {
  const of = await createVendor(center, { yuan: 1_000 })
  const [sales, li] = [await center.administrator(of, SALES), await center.administrator(of, ['audit.decide'])]
  await of.call(approveCalls.create, {
    name: '签发审批',
    families: ['sn'],
    events: ['issue'],
    steps: [{ userIds: [li.accountId] }],
  })
  const { guid } = await issue(sales, await of.pcTemplate('sn'))
  expect(await items(li)).toMatchObject([{ kind: 'approval', family: 'sn', count: 1 }])
  expect([await kinds(sales), await kinds(of)]).toEqual([[], []])
  await approve(li, guid)
  expect(await items(li)).toEqual([])
})

it('failed and partly failed tasks are told to their creator and the super administrator for some days', async () => {
  const of = await center.developer()
  const clerk = await center.administrator(of, ['user.create'])
  const other = await center.administrator(of, ['user.create'])
  const add = async (status: keyof typeof TASK_STATUSES, at = center.clock.now()) => {
    const guid = randomUUID()
    await query(
      `insert into task (developer_id, guid, kind, status, subject, total, created_by, created_at)
       values ($1, $2, 'userImport', $3, 'users.csv', 1, $4, $5)`,
      [of.developerId, guid, TASK_STATUSES[status], clerk.accountId, at],
    )
    return guid
  }
  const [partly] = [await add('partly'), await add('error'), await add('completed'), await add('cancelled')]
  await add('error', inDays(-FAILED_TASK_DAYS))
  for (const who of [of, clerk]) expect(await items(who)).toMatchObject([{ kind: 'failedTask', count: 2 }])
  expect(await items(other)).toEqual([])
  await query('update task set undone_by = gen_random_uuid() where guid = $1', [partly])
  expect(await items(of)).toMatchObject([{ kind: 'failedTask', count: 1 }])
})

it('a sender is told while it fails', async () => {
  const of = await center.developer()
  await of.call(senderCalls.create, {
    email: 'shop@yunfan.example',
    host: 'mail.yunfan.example',
    port: 465,
    tls: 'tls',
    smtpUser: 'shop',
    password: 'secret',
  })
  expect(await items(of)).toEqual([])
  const fail = (since: Date | null, problem: string | null) =>
    query('update sender set failing_since = $2, problem = $3 where developer_id = $1', [
      of.developerId,
      since,
      problem,
    ])
  await fail(center.clock.now(), 'refused')
  expect(await items(of)).toMatchObject([{ kind: 'failingSender', severity: 'bad', count: 1 }])
  await expectOnlyWith(of, 'sender.view', 'failingSender', ['product.view', 'activity.view'])
  await fail(null, null)
  expect(await items(of)).toEqual([])
})

it('an endpoint of webhooks is told while its deliveries fail, unless it is disabled', async () => {
  const of = await center.developer()
  const { guid } = await of.call(webhookCalls.create, { url: 'https://shop.example/hook', events: ['license.issued'] })
  expect(await items(of)).toEqual([])
  await query('update webhook set failing_since = $2 where guid = $1', [guid, center.clock.now()])
  expect(await items(of)).toMatchObject([{ kind: 'failingWebhook', severity: 'bad', count: 1 }])
  await expectOnlyWith(of, 'webhook.view', 'failingWebhook', ['sender.view', 'config.view'])
  await of.call(webhookCalls.setEnabled, { guid, isEnabled: false })
  expect(await items(of)).toEqual([])
})

describe('the use of programs', () => {
  const refuse = (of: Actor, reason: string, times: number, given: { at?: Date; network?: string } = {}) =>
    query(
      `insert into runtime_event (developer_id, guid, at, act, reason, times, network)
       values ($1, gen_random_uuid(), $2, 'activate', $3, $4, $5)`,
      [of.developerId, given.at ?? center.clock.now(), reason, times, given.network ?? null],
    )

  it('refusals of the last 24 hours are told with their most frequent reason', async () => {
    const of = await center.developer()
    await refuse(of, 'expired', 3, { at: new Date(center.clock.now().getTime() - 1) })
    await refuse(of, 'machineLimit', 5, { at: new Date(center.clock.now().getTime() - 1) })
    await refuse(of, 'locked', 50, { at: inDays(-1.01) })
    const found = { kind: 'refusal', severity: 'info', count: 8, reason: 'machineLimit', reasonCount: 5 }
    expect(await only(of, 'refusal')).toMatchObject([found])
    await expectOnlyWith(of, 'runtime.view', 'refusal', ['product.view', 'snLicense.view'])
    const blind = await center.administrator(of, ['runtime.view'], { limited: ['product'] })
    expect(await items(blind)).toEqual([])
  })

  it('signs of abuse are told, the surer the more severe', async () => {
    const of = await center.developer()
    await refuse(of, 'codeNotFound', 30, { network: '192.0.2.1', at: inDays(-2) })
    expect(await only(of, 'risk')).toMatchObject([{ severity: 'warn', count: 1 }])
    await refuse(of, 'codeNotFound', 1_000, { network: '192.0.2.2', at: inDays(-2) })
    expect(await only(of, 'risk')).toMatchObject([{ severity: 'bad', count: 2 }])
    await expectOnlyWith(of, 'runtime.view', 'risk', ['product.view', 'snLicense.view'])
  })
})

it('activations of dongles that end soon are told within the row scope', async () => {
  const of = await center.developer()
  const [lock] = await registerLocks(center, of, 2)
  const end = (at: Date) => query('update dongle set active_until = $2 where guid = $1', [lock?.guid, at])
  await end(inDays(3))
  expect(await items(of)).toMatchObject([{ kind: 'dongleEnding', severity: 'warn', days: 7, count: 1 }])
  await expectOnlyWith(of, 'userLock.view', 'dongleEnding', ['product.view', 'dongleLicense.view'])
  const limited = ['userLock'] as const
  const holder = await center.administrator(of, ['userLock.view'], {
    limited,
    assigned: { userLock: [lock?.guid ?? ''] },
  })
  expect(await kinds(holder)).toEqual(['dongleEnding'])
  expect(await items(await center.administrator(of, ['userLock.view'], { limited }))).toEqual([])
  await end(inDays(100))
  expect(await items(of)).toEqual([])
})

it('the limits of a trial are told when they are nearly reached', async () => {
  const of = await createVendor(center, { status: 'trial' })
  expect(await items(of)).toMatchObject([{ kind: 'trialProducts', severity: 'info', count: 1, allowed: 1 }])
  await expectOnlyWith(of, 'product.view', 'trialProducts', ['user.view'])
  await query("insert into quota_use (developer_id, holder, form, used) values ($1, $2, 'trial', $3)", [
    of.developerId,
    '00000000-0000-0000-0000-000000000000',
    1_000,
  ])
  expect(await kinds(of)).toEqual(['trialLicenses', 'trialProducts'])
  await expectOnlyWith(of, 'smartLicense.view', 'trialLicenses', ['product.view', 'user.view'])
  await query("update developer set status = 'formal' where id = $1", [of.developerId])
  expect(await items(of)).toEqual([])
})

it('the most severe comes first', async () => {
  const of = await createVendor(center)
  const short = await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 20 })
  await of.call(licenseCalls.issue, { templateGuid: short })
  await of.call(billingCalls.updateSettings, { lowBalanceFen: 100_000_000 })
  await paidUntil(of, 3, 2_000_000)
  expect(await kinds(of)).toEqual(['serviceEnding', 'lowBalance', 'licenseEnding'])
})
