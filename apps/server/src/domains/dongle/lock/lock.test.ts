// User locks and control locks through their calls. The rules of a lock's life have tests of their own.
import {
  LIMITS,
  LOCK_STATUSES,
  OPERATION_TYPES,
  controlLockCalls,
  customerCalls,
  identityCalls,
  integratorCalls,
  operationLogCalls,
  tagCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import {
  PASSWORD,
  createTestCenter,
  customerPayload,
  lockOf,
  newRegistration,
  refused,
  registerLocks,
  userPayload,
} from '@sealwright/testkit'
import type { Actor, TestCenter, TestLock } from '@sealwright/testkit'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../../kernel/sheets/sheets.ts'
import { dongle } from '../dongle.tables.ts'
import { registerDongles } from '../index.ts'
import { listCommandLives, lockLock } from './life.queries.ts'
import { handToLock, lifeScopeOf, takeFromLock } from './life.service.ts'

const S = LOCK_STATUSES
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is none')
  return one
}
const newCustomer = async ({ call }: Actor, name: string) =>
  (await call(customerCalls.create, customerPayload({ name }))).guid
const numbersOf = async ({ call }: Actor, filter: PayloadOf<typeof userLockCalls.find>) =>
  (await call(userLockCalls.find, { pageSize: 100, ...filter })).rows.map(({ shellNumber }) => shellNumber)
const sorted = (locks: readonly TestLock[]) => locks.map(({ shellNumber }) => shellNumber).toSorted()

async function download(by: Actor, path: string, payload: object): Promise<string[][]> {
  const response = await center.center.app.inject({
    method: 'POST',
    url: path,
    headers: { ...by.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...payload, format: 'csv' }),
  })
  expect(response.statusCode).toBe(200)
  const rows: string[][] = []
  const file = new File([new Uint8Array(response.rawPayload)], 'answer.csv')
  for await (const row of readSheet(file, { ...LIMITS.userImport })) rows.push(row)
  return rows
}

/** A contact of a lock, as the runtime makes it: results first, then what waits. */
async function contact(by: Actor, guid: string, request: 'activate' | 'fetch') {
  return center.asPerson(by, async (scope) => {
    const life = { ...lifeScopeOf(scope), actor: { id: null, name: 'lock' } }
    const lock = await lockLock(scope, guid)
    if (!lock) throw new Error('no such lock')
    const number = lock.lastNumber + 1
    const until = new Date(life.now.getTime() + 30 * 86_400_000)
    const commands = (await listCommandLives(scope, [guid])).get(guid) ?? []
    const { operations } = await handToLock(life, { lock, commands }, { request, number, until })
    await scope.db.update(dongle).set({ lastNumber: number }).where(eq(dongle.guid, guid))
    return { number, operations }
  })
}
async function report(by: Actor, guid: string, sent: Awaited<ReturnType<typeof contact>>) {
  await center.asPerson(by, async (scope) => {
    const lock = await lockLock(scope, guid)
    if (!lock) throw new Error('no such lock')
    const reports = [{ ...sent, results: sent.operations.map(() => 'done' as const) }]
    await takeFromLock({ ...lifeScopeOf(scope), actor: { id: null, name: 'lock' } }, lock, { reports, until: null })
  })
}

describe('a list of locks', () => {
  it('is found by number, remark, mode, status, customer, tags, administrator, integrator and end', async () => {
    const main = await center.developer()
    const [activation, permanent] = [
      await registerLocks(center, main, 3),
      await registerLocks(center, main, 2, { home: S.permanent }),
    ]
    const all = [...activation, ...permanent]
    const [one, two, three] = activation as [TestLock, TestLock, TestLock] // three
    expect(await numbersOf(main, {})).toEqual(sorted(all))
    expect(await numbersOf(main, { keyword: one.shellNumber.slice(0, 12) })).toContain(one.shellNumber)
    expect(await numbersOf(main, { keyword: two.serialNumber.slice(0, 10).toUpperCase() })).toEqual([two.shellNumber])
    expect(await numbersOf(main, { activationMode: 0 })).toEqual(sorted(permanent))
    await query('update dongle set status = 16 where guid = $1', [three.guid])
    expect(await numbersOf(main, { status: [S.notActivated, S.locked] })).toEqual(sorted(activation))
    expect(await numbersOf(main, { group: 'locked' })).toEqual([three.shellNumber])
    expect(await numbersOf(main, { group: 'locked', status: [S.permanent] })).toEqual([])

    const customer = await newCustomer(main, '云帆')
    await main.call(userLockCalls.update, { guid: one.guid, customerGuid: customer, remark: '三号楼 2024' })
    expect(await numbersOf(main, { customerGuid: customer })).toEqual([one.shellNumber])
    expect(await numbersOf(main, { keyword: '三号楼' })).toEqual([one.shellNumber])
    expect(await numbersOf(main, { keyword: '2024' })).toEqual([one.shellNumber])
    await main.call(userCalls.create, userPayload({ customerName: '云帆', tags: ['重点', '华东'] }))
    const tags = (await main.call(tagCalls.list, {})).map(({ guid }) => guid)
    expect(await numbersOf(main, { tagGuids: tags })).toEqual([one.shellNumber])
    expect(await numbersOf(main, { tagGuids: [...tags, customer] })).toEqual([])

    const staff = await center.administrator(main, ['userLock.view'], { assigned: { userLock: [two.guid] } })
    expect(await numbersOf(main, { adminUserId: staff.accountId })).toEqual([two.shellNumber])
    const { guid: integrator } = await main.call(integratorCalls.create, { name: '集成商甲' })
    await main.call(userLockCalls.assign, { guids: [three.guid], integratorGuid: integrator })
    expect(await numbersOf(main, { integratorGuid: integrator })).toEqual([three.shellNumber])

    await query(`update dongle set active_until = now() + interval '10 days' where guid = any ($1)`, [
      [one.guid, two.guid],
    ])
    await query(`update dongle set active_until = now() - interval '1 day' where guid = $1`, [three.guid])
    expect(await numbersOf(main, { endingDays: 15, sort: 'activationEnd' })).toHaveLength(2)
    expect(await numbersOf(main, { endingDays: 7 })).toEqual([])
    expect(await numbersOf(main, { endingDays: 15, customerGuid: customer })).toEqual([one.shellNumber])
    expect(await numbersOf(main, { ended: true })).toEqual([three.shellNumber])
    expect(await numbersOf(main, { ended: false })).toHaveLength(4)

    expect(await main.call(userLockCalls.find, { keyword: one.shellNumber })).toMatchObject({
      records: 1,
      rows: [
        {
          customerName: '云帆',
          remark: '三号楼 2024',
          activationMode: 1,
          offlineDays: 30,
          waitingPackages: 0,
          command: null,
          acts: ['toPermanent', 'reportLost', 'lock', 'setOfflineDays'],
        },
      ],
    })
    expect(await lockOf(main, two.guid)).toMatchObject({ admins: [{ userId: staff.accountId }], lastNumber: 0 })
    expect(await lockOf(main, three.guid)).toMatchObject({ integratorName: '集成商甲', admins: [] })
    expect((await staff.call(userLockCalls.find, { keyword: one.shellNumber })).rows[0]?.acts).toEqual([])
  })

  it('leaves as a file whose columns can be imported', async () => {
    const main = await center.developer()
    const [lock] = await registerLocks(center, main, 1, { firmware: '=1+1' })
    const [head = [], row = []] = await download(main, userLockCalls.export.path, { activationMode: 1 })
    expect([head[0], row[0], row[1], row[9]]).toEqual(['外壳号', lock?.shellNumber, lock?.serialNumber, '未激活'])
    expect(head).toEqual(expect.arrayContaining(['客户', '备注']))
    expect(await download(main, userLockCalls.export.path, { activationMode: 0 })).toHaveLength(1)
  })
})

describe('an action', () => {
  it('waits as a command, is fetched and done by the lock, and is in history and log', async () => {
    const main = await center.developer()
    const { guid, shellNumber } = first(await registerLocks(center, main, 1))
    const ordered = await main.call(userLockCalls.act, { guid, act: 'lock', reason: '欠款' })
    expect(ordered).toEqual({ status: S.lockWaiting, commandGuid: expect.any(String) as string })
    expect(await lockOf(main, guid)).toMatchObject({
      status: S.lockWaiting,
      command: { kind: 'lock', state: 'waiting', reason: '欠款', failure: null },
      acts: ['takeBack'],
    })
    const sent = await contact(main, guid, 'activate')
    expect(sent.operations).toEqual([{ op: 'lock' }])
    expect(await lockOf(main, guid)).toMatchObject({ status: S.lockProcessing, acts: [] })
    expect((await refused(main.call(userLockCalls.act, { guid, act: 'takeBack' }))).error).toBe(
      'userLock.stillProcessing',
    )
    await report(main, guid, sent)
    expect(await lockOf(main, guid)).toMatchObject({ status: S.locked, command: { state: 'done' }, acts: ['unlock'] })
    const { rows } = await main.call(userLockCalls.history, { guid })
    expect(rows.map(({ kind, command, reason }) => [kind, command, reason])).toEqual([
      ['commandDone', 'lock', null],
      ['command', 'lock', '欠款'],
      ['registered', null, null],
    ])
    expect((await main.call(userLockCalls.commands, { guid })).rows).toMatchObject([{ kind: 'lock', state: 'done' }])
    const log = await main.call(operationLogCalls.find, { targetGuid: guid })
    expect(log.rows[0]).toMatchObject({ targetKind: 'userLock', targetName: shellNumber })
  })

  it('that the status forbids is refused with its reason, and an unknown lock is not found', async () => {
    const main = await center.developer()
    const [activation, permanent] = [
      first(await registerLocks(center, main, 1)),
      first(await registerLocks(center, main, 1, { home: S.permanent })),
    ]
    const errorOf = async (payload: PayloadOf<typeof userLockCalls.act>) =>
      (await refused(main.call(userLockCalls.act, payload))).error
    expect(await errorOf({ guid: permanent.guid, act: 'reportLost' })).toBe('userLock.permanentNotLost')
    expect(await errorOf({ guid: activation.guid, act: 'unlock' })).toBe('userLock.stateForbids')
    expect(await errorOf({ guid: activation.guid, act: 'setOfflineDays' })).toBe('userLock.daysNeeded')
    expect(await errorOf({ guid: activation.guid, act: 'setOfflineDays', offlineDays: 30 })).toBe('userLock.sameDays')
    const other = await center.developer()
    const foreign = refused(other.call(userLockCalls.act, { guid: activation.guid, act: 'lock' }))
    expect((await foreign).error).toBe('userLock.notFound')
    for (const call of [userLockCalls.get, userLockCalls.commands, userLockCalls.history, userLockCalls.update])
      expect((await refused(other.call(call, { guid: activation.guid }))).error).toBe('userLock.notFound')
  })

  it('of two operators and a contact of the lock at the same moment leaves one exact outcome', async () => {
    const main = await center.developer()
    const other = await center.administrator(main, ['userLock.lock', 'userLock.view'])
    const locks = await registerLocks(center, main, 8)
    const outcomes = await Promise.all(
      locks.map(({ guid }) =>
        Promise.allSettled([
          main.call(userLockCalls.act, { guid, act: 'lock' }),
          other.call(userLockCalls.act, { guid, act: 'toPermanent' }),
          contact(main, guid, 'activate'),
        ]),
      ),
    )
    for (const [index, [lock, permanent, met]] of outcomes.entries()) {
      const { guid } = first(locks.slice(index))
      // Either operator comes first, and the other is refused. The contact comes before or after.
      expect([lock.status, permanent.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = lock.status === 'fulfilled' ? 'lock' : 'toPermanent'
      const operations = met.status === 'fulfilled' ? met.value.operations.map(({ op }) => op) : []
      const isSent = operations.includes(winner)
      expect(await lockOf(main, guid)).toMatchObject({
        status: (winner === 'lock' ? S.lockWaiting : S.toPermanentWaiting) + (isSent ? 1 : 0),
        command: { kind: winner, state: isSent ? 'processing' : 'waiting' },
      })
      if (!isSent) expect(operations).toEqual(['activate'])
      expect((await main.call(userLockCalls.commands, { guid })).records).toBe(1)
    }
  })
})

describe('an edit', () => {
  it('names the person who changed the lock meanwhile, and refuses a customer that is not there', async () => {
    const main = await center.developer()
    const { guid } = first(await registerLocks(center, main, 1))
    const customer = await newCustomer(main, '云帆')
    expect(await main.call(userLockCalls.update, { guid, revision: 1, customerGuid: customer })).toEqual({
      revision: 2,
    })
    const stale = await refused(main.call(userLockCalls.update, { guid, revision: 1, remark: 'x' }))
    expect([stale.error, stale.message]).toEqual(['platform.stale', expect.stringContaining(main.account)])
    const gone = await refused(main.call(userLockCalls.update, { guid, customerGuid: crypto.randomUUID() }))
    expect(gone.error).toBe('customer.notFound')
    await main.call(customerCalls.delete, { guid: customer })
    expect(await lockOf(main, guid)).toMatchObject({ customerGuid: null })
  })

  it('of the customer by which the caller sees the lock keeps the lock in sight', async () => {
    const main = await center.developer()
    const { guid } = first(await registerLocks(center, main, 1))
    const customer = await newCustomer(main, '云帆')
    await main.call(userLockCalls.update, { guid, customerGuid: customer })
    const staff = await center.administrator(main, ['userLock.view', 'userLock.update', 'userLock.lock'], {
      limited: ['userLock'],
      assigned: { customer: [customer] },
    })
    expect((await staff.call(userLockCalls.act, { guid, act: 'lock' })).status).toBe(S.lockWaiting)
    await staff.call(userLockCalls.update, { guid, customerGuid: null })
    expect(await lockOf(staff, guid)).toMatchObject({ admins: [{ userId: staff.accountId }] })
  })
})

describe('the stock of an integrator', () => {
  it('is seen by its members, who change nothing, until it is taken back', async () => {
    const main = await center.developer()
    const [one, two] = (await registerLocks(center, main, 2)) as [TestLock, TestLock] // two
    const { guid: integratorGuid } = await main.call(integratorCalls.create, { name: '集成商' })
    await main.call(integratorCalls.addMember, { guid: integratorGuid, account: 'stock@member.example' })
    const member = await center.accept('stock@member.example')
    expect(await main.call(userLockCalls.assign, { guids: [one.guid, one.guid], integratorGuid })).toEqual({
      assigned: 1,
    })
    expect(await numbersOf(member, {})).toEqual([one.shellNumber])
    expect(await lockOf(member, one.guid)).toMatchObject({ acts: [] })
    expect((await refused(lockOf(member, two.guid))).error).toBe('userLock.notFound')
    expect((await refused(member.call(userLockCalls.act, { guid: one.guid, act: 'lock' }))).error).toBe(
      'platform.noPermission',
    )
    expect(await main.call(userLockCalls.assign, { guids: [one.guid], integratorGuid: null })).toEqual({ assigned: 1 })
    expect(await numbersOf(member, {})).toEqual([])
    const { rows } = await main.call(userLockCalls.history, { guid: one.guid })
    expect(rows.slice(0, 2).map(({ kind, about }) => [kind, about])).toEqual([
      ['assigned', null],
      ['assigned', '集成商'],
    ])
    const errorOf = async (payload: PayloadOf<typeof userLockCalls.assign>) =>
      (await refused(main.call(userLockCalls.assign, payload))).error
    const nobody = crypto.randomUUID()
    expect(await errorOf({ guids: [one.guid], integratorGuid: nobody })).toBe('integrator.notFound')
    expect(await errorOf({ guids: [one.guid, nobody], integratorGuid })).toBe('userLock.notFound')
  })
})

describe('the dashboard', () => {
  it('counts modes, statuses, ends and activations, and for a caller with a row scope only their locks', async () => {
    const main = await center.developer()
    const locks = await registerLocks(center, main, 4)
    await registerLocks(center, main, 2, { home: S.permanent })
    const [one, two, three] = locks as [TestLock, TestLock, TestLock] // four
    await main.call(userLockCalls.act, { guid: one.guid, act: 'reportLost' })
    await query(`update dongle set active_until = now() + interval '10 days' where guid = $1`, [two.guid])
    await query(`update dongle set active_until = now() - interval '10 days' where guid = $1`, [three.guid])
    const today = new Date(center.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    await query(
      `insert into dongle_contact (developer_id, guid, dongle_guid, file_id, digest, request, way, at, actor_name,
         status, activation_day, valid_until)
       select $1, gen_random_uuid(), guid, guid::text, sha256(guid::text::bytea), 'activate', 'runtime', now(), 'x', 4,
         $3::date, now() from dongle where guid = any ($2)`,
      [main.developerId, [one.guid, two.guid], today],
    )
    const told = await main.call(userLockCalls.dashboard, { period: '7' })
    expect(told).toMatchObject({
      total: 6,
      modes: [
        { mode: 0, count: 2 },
        { mode: 1, count: 4 },
      ],
      ending: [
        { days: 7, count: 0 },
        { days: 15, count: 1 },
        { days: 30, count: 1 },
      ],
      ended: 1,
    })
    expect(told.groups.filter(({ count }) => count > 0)).toEqual([
      { group: 'notActivated', count: 3 },
      { group: 'normal', count: 2 },
      { group: 'lost', count: 1 },
    ])
    expect(told.activations.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 2])
    const month = await main.call(userLockCalls.dashboard, { period: 'month' })
    expect(month.activations[0]?.day).toBe(`${today.slice(0, 8)}01`)
    expect(month.activations.at(-1)).toEqual({ day: today, count: 2 })
    const staff = await center.administrator(main, ['userLock.view'], {
      limited: ['userLock'],
      assigned: { userLock: [one.guid, three.guid] },
    })
    const part = await staff.call(userLockCalls.dashboard, { period: '7' })
    expect(part).toMatchObject({ total: 2, ended: 1, ending: [{ count: 0 }, { count: 0 }, { count: 0 }] })
    expect(part.activations.at(-1)).toEqual({ day: today, count: 1 })
  })
})

describe('a control lock', () => {
  it('shows its initial PIN after the password is typed again, and the log records each time', async () => {
    const main = await center.developer()
    const nobody = crypto.randomUUID()
    const pin = '7731-initial-PIN'
    expect((await refused(main.call(controlLockCalls.revealPin, { guid: nobody }))).error).toBe(
      'identity.confirmPassword',
    )
    await main.call(identityCalls.confirm, { password: PASSWORD })
    const given = { kind: 'control' as const, signKey: null, sealKey: null, home: S.permanent }
    const [secret, plain] = [newRegistration({ ...given, pin }), newRegistration(given)]
    await registerDongles(center.ground, main.developerId, [secret.row, plain.row])
    await registerLocks(center, main, 1)
    const { rows } = await main.call(controlLockCalls.find, { keyword: secret.row.shellNumber })
    expect(rows).toMatchObject([{ shellNumber: secret.row.shellNumber, hasPin: true }])
    expect((await main.call(controlLockCalls.find, {})).records).toBe(2)
    const { guid } = first(rows)
    expect(await main.call(controlLockCalls.revealPin, { guid })).toEqual({ pin })
    await main.call(controlLockCalls.revealPin, { guid })
    const log = await main.call(operationLogCalls.find, { targetGuid: guid })
    expect(log.rows.map(({ type }) => type)).toEqual([
      OPERATION_TYPES.update,
      OPERATION_TYPES.update,
      OPERATION_TYPES.add,
    ])
    expect(JSON.stringify(log)).not.toContain(pin)
    const bare = first((await main.call(controlLockCalls.find, { keyword: plain.row.shellNumber })).rows)
    expect((await refused(main.call(controlLockCalls.revealPin, { guid: bare.guid }))).error).toBe('controlLock.noPin')
    expect((await refused(main.call(controlLockCalls.revealPin, { guid: nobody }))).error).toBe('controlLock.notFound')
  })
})
