// Which events each act writes: exactly these, in the transaction of the act, only if an enabled endpoint wants them,
// and with the data that the contract describes. Nothing is delivered here.
import {
  DAY_MS,
  WEBHOOK_BODIES,
  WEBHOOK_EVENTS,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  pcLicenseCalls,
  userCalls,
  webhookCalls,
} from '@sealwright/contract'
import type { WebhookEvent } from '@sealwright/contract'
import {
  PASSWORD,
  approveRequest,
  createProgram,
  createTestApprovals,
  createTestCenter,
  createTestDongle,
  createVendor,
  registerLocks,
  rejectRequest,
  userPayload,
} from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let center: TestCenter
let of: Vendor
const approvals = createTestApprovals()
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
beforeEach(async () => {
  approvals.isOn = false
  of = await createVendor(center)
})
afterAll(() => center.close())

interface Event {
  kind: WebhookEvent
  subject: string
  about: string
  at: Date
  data: Record<string, Record<string, unknown> | undefined>
}
const query = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
/** The kinds whose data was held to the contract. */
const seen = new Set<WebhookEvent>()
const eventsOf = async (subject?: string) => {
  const { rows } = await query<Event>(
    `select kind, subject, about, at, data from webhook_event
     where developer_id = $1 and ($2::uuid is null or subject = $2) order by id`,
    [of.developerId, subject ?? null],
  )
  for (const { kind, data } of rows) {
    // Parsing drops fields that the schema does not have.
    expect(data, kind).toEqual(WEBHOOK_BODIES[kind].data.parse(data))
    seen.add(kind)
  }
  return rows
}
const kindsOf = async (subject?: string) => (await eventsOf(subject)).map(({ kind }) => kind)
const listen = (events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  of.call(webhookCalls.create, { url: 'https://hooks.test.example/all', events: [...events] })
const codes = async (count = 1, given: Parameters<Vendor['pcTemplate']>[1] = {}) =>
  of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn', given)], count })
const ofLicenses: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((event) => /^(?:license|device)\./.test(event))

describe('an act writes', () => {
  it('one event for each issued license, with what other systems need', async () => {
    await listen(ofLicenses)
    const { licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 3,
      remark: '双十一',
    })
    const events = await eventsOf()
    expect(events.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual(
      licenses.map(({ guid }) => `license.issued ${guid}`).toSorted(),
    )
    const [first] = events
    const { about = '', subject = '', data = {} }: Partial<Event> = first ?? {}
    const serial = licenses.find(({ guid }) => guid === subject)?.serial ?? ''
    expect(data['license']).toMatchObject({
      guid: subject,
      serial,
      family: 'sn',
      status: 1,
      source: 'batch',
      licenseId: of.licenseId,
      productName: '星图',
      remark: '双十一',
      expireTime: null,
      issueTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
    })
    expect(about.replaceAll('-', '')).toBe(serial)
  })

  it('an event for each change of a license, in their order', async () => {
    await listen(ofLicenses)
    const { licenses } = await codes()
    const guid = licenses[0]?.guid ?? ''
    const one = { kind: 'sn', guid } as const
    await of.call(pcLicenseCalls.refresh, { ...one, changes: { machineNum: 5 } })
    const { machineGuid } = await center.bind(of, guid, 'print-1')
    await of.call(pcLicenseCalls.unbind, { ...one, machineGuid })
    await of.call(pcLicenseCalls.recycle, { ...one, machineGuid })
    await of.call(pcLicenseCalls.lock, { ...one, reason: '欠款' })
    await of.call(pcLicenseCalls.unlock, one)
    // These change nothing that other systems hear of.
    await of.call(pcLicenseCalls.setPassword, { ...one, password: 'hush-hush-2' })
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [guid], channel: 'handed', recipient: '王越' })
    await of.call(pcLicenseCalls.delete, one)
    const events = await eventsOf(guid)
    expect(events.map(({ kind }) => kind)).toEqual([
      'license.issued',
      'license.updated',
      'device.bound',
      'device.unbound',
      'device.unbound',
      'license.locked',
      'license.unlocked',
      'license.deleted',
    ])
    expect(events[2]?.data).toMatchObject({
      device: { guid: machineGuid, fingerprint: 'print-1' },
      license: { bound: 1 },
    })
    expect(events[5]?.data).toMatchObject({ reason: '欠款', license: { status: 5 } })
    expect(JSON.stringify(events)).not.toContain('hush')
  })

  it('replacement, approval, rejection and expiry', async () => {
    await listen(ofLicenses)
    const user = await of.user()
    const template = await of.pcTemplate('account')
    const give = async () =>
      (await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [user] })).licenses[0]
        ?.guid ?? ''
    const [old, next] = [await give(), await give()]
    expect(await kindsOf(old)).toEqual(['license.issued', 'license.replaced'])
    expect((await eventsOf(old)).at(-1)?.data['license']).toMatchObject({ status: 7, replacedBy: next })
    approvals.isOn = true
    const [good, bad] = [await codes(), await codes()]
    approvals.isOn = false
    await approveRequest(center, of, good.requestGuid)
    await rejectRequest(center, of, bad.requestGuid, '不同意')
    expect(await kindsOf(good.licenses[0]?.guid)).toEqual(['license.issued', 'license.approved'])
    expect(await kindsOf(bad.licenses[0]?.guid)).toEqual(['license.issued', 'license.rejected'])
    const { licenses } = await codes(1, {
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      billingMode: 'day',
    })
    const short = licenses[0]?.guid ?? ''
    await center.daysLater(31, of)
    await query('select expire_licenses(null, $1, 5000)', [center.clock.now()])
    await query('select expire_licenses(null, $1, 5000)', [center.clock.now()])
    const events = await eventsOf(short)
    expect(events.map(({ kind }) => kind)).toEqual(['license.issued', 'license.expired'])
    expect(events[1]?.data['license']).toMatchObject({ status: 6 })
    expect(Math.round((Number(events[1]?.at) - Number(events[0]?.at)) / DAY_MS)).toBe(30)
  })

  it('events of users, for what people see of them', async () => {
    await listen(['user.created', 'user.updated', 'user.deleted'])
    const guid = await of.user({ userName: '周敏', tags: ['重点'] })
    await of.call(userCalls.update, { guid, userName: '周敏敏' })
    await of.call(userCalls.update, { guid, userName: '周敏敏' })
    await query('update end_user set revision = revision + 1 where guid = $1', [guid])
    await of.call(userCalls.delete, { guid })
    const events = await eventsOf(guid)
    expect(events.map(({ kind }) => kind)).toEqual(['user.created', 'user.updated', 'user.deleted'])
    expect(events[1]?.data['user']).toMatchObject({
      userName: '周敏敏',
      tags: ['重点'],
      isActive: expect.any(Boolean) as boolean,
    })
    expect(JSON.stringify(events)).not.toMatch(/password|argon/i)
  })

  it('events of orders and tasks', async () => {
    await listen(['order.charged', 'task.finished'])
    const { licenses } = await codes(2)
    const { taskId } = await of.call(pcLicenseCalls.batchAct, {
      kind: 'sn',
      guids: licenses.map(({ guid }) => guid),
      act: 'lock',
    })
    await center.finishTask(of, taskId)
    const [order, task, ...more] = await eventsOf()
    expect(more).toEqual([])
    expect(order).toMatchObject({ kind: 'order.charged', data: { order: { count: 2, chargedFen: 11_600 } } })
    expect(task).toMatchObject({ kind: 'task.finished', subject: taskId, data: { task: { status: 2, success: 2 } } })
  })

  it('events of user locks and their packages', async () => {
    await listen(['dongle.changed', 'upgrade.reported'])
    const pin = 'abcdefgh12345678'
    await of.call(identityCalls.confirm, { password: PASSWORD })
    await of.call(developerCalls.setPin, { pin, confirmPin: pin })
    const [lock] = await registerLocks(center, of, 1)
    if (!lock) throw new Error('no lock')
    const dongle = await createTestDongle(await createProgram(center, of), center.clock, lock)
    await of.call(dongleLicenseCalls.issue, {
      templateGuids: [await of.pcTemplate('dongle')],
      guids: [lock.guid],
      pin,
    })
    await dongle.contact('activate')
    await dongle.contact('report')
    const events = await eventsOf(lock.guid)
    expect(events.map(({ kind }) => kind)).toEqual(['dongle.changed', 'upgrade.reported', 'dongle.changed'])
    expect(events[1]?.data).toMatchObject({ upgrade: { status: 3 }, lock: { guid: lock.guid } })
  })
})

describe('no event is written', () => {
  it('without an endpoint, for one that is disabled, and of a kind that none wants', async () => {
    await codes()
    expect(await eventsOf()).toEqual([])
    const { guid } = await listen(['license.locked'])
    const { licenses } = await codes()
    const license = { kind: 'sn', guid: licenses[0]?.guid ?? '' } as const
    expect(await eventsOf()).toEqual([])
    await of.call(pcLicenseCalls.lock, license)
    expect(await kindsOf()).toEqual(['license.locked'])
    await of.call(webhookCalls.setEnabled, { guid, isEnabled: false })
    await of.call(pcLicenseCalls.unlock, license)
    await of.call(pcLicenseCalls.lock, license)
    expect(await kindsOf()).toEqual(['license.locked'])
    expect((await of.call(webhookCalls.deliveries, { guid })).rows).toMatchObject([{ state: 'dropped' }])
  })

  it('by a transaction that is rolled back', async () => {
    await listen()
    const { licenses } = await codes()
    const before = await kindsOf()
    const undone = center.ground.database.inTenant(of.developerId, 'write', async (db) => {
      await db.execute(`insert into license_event (developer_id, guid, license_guid, kind, at, actor_name)
        values (${of.developerId}, gen_random_uuid(), '${licenses[0]?.guid}', 'lock', now(), 'x')`)
      const { rows } = await db.execute("select from webhook_event where kind = 'license.locked'")
      expect(rows).toHaveLength(1)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await kindsOf()).toEqual(before)
  })

  it('for an endpoint of another developer', async () => {
    await listen()
    const mine = await kindsOf()
    of = await createVendor(center)
    await of.call(userCalls.create, userPayload())
    expect([mine, await eventsOf()]).toEqual([[], []])
  })
})

describe('the events of a license', () => {
  const TOLD: Readonly<Record<string, WebhookEvent>> = {
    issue: 'license.issued',
    refresh: 'license.updated',
    rekey: 'license.updated',
    restore: 'license.updated',
    lock: 'license.locked',
    unlock: 'license.unlocked',
    delete: 'license.deleted',
    bind: 'device.bound',
    unbind: 'device.unbound',
    recycle: 'device.unbound',
  }
  const ACTS = [
    'lock',
    'unlock',
    'refresh',
    'bind',
    'unbind',
    'recycle',
    'rekey',
    'delete',
    'lockBoth',
    'undo',
  ] as const

  it('equal its history, whatever happens to it', async () => {
    await listen(ofLicenses)
    let task: string | undefined
    let n = 0
    const machines = new Map<string, string>()
    const run: Record<(typeof ACTS)[number], (guid: string, all: string[]) => Promise<unknown>> = {
      lock: (guid) => of.call(pcLicenseCalls.lock, { kind: 'sn', guid }),
      unlock: (guid) => of.call(pcLicenseCalls.unlock, { kind: 'sn', guid }),
      delete: (guid) => of.call(pcLicenseCalls.delete, { kind: 'sn', guid }),
      rekey: (guid) => of.call(pcLicenseCalls.rekey, { kind: 'sn', guid }),
      refresh: (guid) => of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { machineNum: 3 + (n++ % 5) } }),
      bind: async (guid) => machines.set(guid, (await center.bind(of, guid, `print-${n++ % 3}`)).machineGuid),
      unbind: (guid) => of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid: machines.get(guid) ?? guid }),
      recycle: (guid) => of.call(pcLicenseCalls.recycle, { kind: 'sn', guid, machineGuid: machines.get(guid) ?? guid }),
      async lockBoth(_guid, guids) {
        ;({ taskId: task } = await of.call(pcLicenseCalls.batchAct, { kind: 'sn', guids, act: 'delete' }))
        await center.finishTask(of, task)
      },
      undo: async () => task !== undefined && center.undoTask(of, task),
    }
    const template = await of.pcTemplate('sn', { machineNum: 3 })
    const acts = fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.boolean()), { minLength: 6, maxLength: 14 })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(acts, async (chosen) => {
        const { licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 2 })
        const all = licenses.map(({ guid }) => guid)
        task = undefined
        // What its status forbids is refused, and leaves no event.
        for (const [act, isFirst] of chosen) await run[act](all[isFirst ? 0 : 1] ?? '', all).catch(() => undefined)
        for (const guid of all) {
          const history = await of.call(pcLicenseCalls.history, { kind: 'sn', guid, order: 'asc', pageSize: 100 })
          const told = history.rows.flatMap(({ kind }) => TOLD[kind] ?? [])
          expect(await kindsOf(guid)).toEqual(told)
          compared += told.length
        }
      }),
      { numRuns: 6 },
    )
    expect(compared).toBeGreaterThan(12)
  })
})

it('the data of every kind of event was held to the contract here', () => {
  expect([...seen].toSorted()).toEqual(WEBHOOK_EVENTS.toSorted())
})
