// Seats of programs: who holds one, how many there are, and the answers to heartbeats. The tests move the clock and
// never wait.
import {
  DAY_MS,
  HOUR_MS,
  LICENSE_STATUSES,
  pcLicenseCalls,
  problemType,
  runtimeLogCalls,
  seatCalls,
} from '@sealwright/contract'
import {
  CROWD,
  PASSWORD,
  PASSWORD_HASH,
  createProgram,
  createTestCenter,
  createVendor,
  refused,
} from '@sealwright/testkit'
import type { Program, ProgramAnswer, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true, runtime: { unknownCodesPerHour: 1_000_000 } })
})
afterAll(() => center.close())

const owner = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)
const day = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

type Given = Parameters<Vendor['pcTemplate']>[1]
const CLOUD: Given = {
  licenseForm: 1,
  billingMode: 'day',
  isForever: false,
  licStartTimeType: 1,
  licDuration: 30,
  offlineDays: undefined,
  licBindLimit: undefined,
}
const group = (concurrentType: 'process' | 'win_user_session' | 'machine', groupUsers: number): Given => ({
  licenseKeyType: 2,
  concurrentType,
  groupUsers,
  useMode: undefined,
  machineNum: undefined,
})

interface Held {
  vendor: Vendor
  program: Program
  guid: string
  /** Identifies the license. */
  by: Record<string, unknown>
}

async function coded(given: Given = {}, issue: object = {}): Promise<Held & { code: string }> {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await vendor.pcTemplate('sn', given)],
    ...issue,
  })
  const code = issued?.serial ?? ''
  return { vendor, program: await createProgram(center, vendor), guid: issued?.guid ?? '', code, by: { code } }
}

/** A signed-in user with a license. */
async function signedIn(given: Given = CLOUD): Promise<Held & { token: string }> {
  const vendor = await createVendor(center)
  const program = await createProgram(center, vendor)
  const userGuid = await vendor.user()
  const {
    rows: [user],
  } = await owner<{ account: string; account_id: string }>(
    'update end_user set activated_at = now() where guid = $1 returning account, account_id',
    [userGuid],
  )
  await owner('update account set password_hash = $2, activated_at = now() where id = $1', [
    user?.account_id,
    PASSWORD_HASH,
  ])
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [await vendor.pcTemplate('account', given)],
    userIds: [userGuid],
  })
  const { body } = await program.ask('login', { account: user?.account, password: PASSWORD })
  const token = String(body['token'])
  return { vendor, program, guid: issued?.guid ?? '', token, by: { token, licenseId: vendor.licenseId } }
}

const on = (fingerprint: string) => ({ machine: { fingerprint: `machine-${fingerprint}`, name: `PC-${fingerprint}` } })
const running = (pid: number, startedAt?: number) => ({ process: { name: 'app.exe', pid, startedAt } })
const open = ({ program, by }: Held, given: object) => program.ask('openSession', { ...by, ...given })
const beat = ({ program }: Held, { body }: { body: Record<string, unknown> }, given: object = {}) =>
  program.ask('heartbeat', { session: body['session'], ...given })
const close = ({ program }: Held, { body }: { body: Record<string, unknown> }) =>
  program.ask('closeSession', { session: body['session'] })
const problemOf = ({ type }: Record<string, unknown>) => (typeof type === 'string' ? type : 'done')
/** Repeats the call while the center is busy. */
async function answered(ask: () => Promise<ProgramAnswer>): Promise<string> {
  const { status, body } = await ask()
  return status === 503 ? answered(ask) : `${status} ${problemOf(body)}`
}
/** Counts the answers of many concurrent calls. */
async function atOnce(many: number, ask: (index: number) => Promise<ProgramAnswer>): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: many }, (_, index) => answered(() => ask(index))))
  return Object.fromEntries(
    [...Map.groupBy(answers, (answer) => answer)].map(([answer, given]) => [answer, given.length]),
  )
}
const claimsOf = (jws: unknown) =>
  JSON.parse(Buffer.from(String(jws).split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('a cloud license', () => {
  it('has one terminal, until it leaves or times out: runtime.seatLimit, runtime.seatLost', async () => {
    onTestFinished(center.clock.freeze())
    const held = await signedIn()
    const first = await open(held, { ...on('a'), timeoutSeconds: 60 })
    expect([first.status, first.body]).toMatchObject([
      200,
      { seats: { taken: 1, limit: 1 }, timeoutSeconds: 60, license: { guid: held.guid } },
    ])
    expect(claimsOf(first.body['lease'])).toMatchObject({
      seat: first.body['session'],
      machine: { fingerprint: 'machine-a' },
    })
    expect(await open(held, on('b'))).toMatchObject({ status: 409, body: { type: 'SEAT_LIMIT' } })
    expect((await close(held, first)).status).toBe(200)
    const second = await open(held, { ...on('b'), timeoutSeconds: 60 })
    expect(second.status).toBe(200)
    center.clock.advance(59_000)
    expect((await beat(held, second)).status).toBe(200)
    center.clock.advance(59_999)
    expect(await open(held, on('a'))).toMatchObject({ status: 409, body: { type: 'SEAT_LIMIT' } })
    center.clock.advance(1)
    const third = await open(held, on('a'))
    expect(third.status).toBe(200)
    expect(await beat(held, second)).toMatchObject({ status: 410, body: { type: 'SEAT_LOST' } })
    const board = await held.vendor.call(seatCalls.find, { licenseGuid: held.guid, currentPage: 1, pageSize: 10 })
    expect(board.rows).toMatchObject([{ guid: third.body['session'], machineName: 'PC-a' }])
  })

  it('with kick-out moves to the latest terminal, and the first one is told: runtime.kickedOut', async () => {
    const held = await signedIn({ ...CLOUD, kickOut: true })
    const first = await open(held, on('a'))
    const second = await open(held, on('b'))
    expect([second.status, second.body]).toMatchObject([200, { seats: { taken: 1, limit: 1 } }])
    expect(await beat(held, first)).toMatchObject({ status: 409, body: { type: 'KICKED_OUT' } })
    expect((await beat(held, second)).status).toBe(200)
  })

  it('has one seat for all programs of a terminal, and consumes one use', async () => {
    const held = await signedIn({ ...CLOUD, counter: 1 })
    const first = await open(held, { ...on('a'), ...running(1), timeoutSeconds: 60 })
    const second = await open(held, { ...on('a'), ...running(2), timeoutSeconds: 600 })
    expect(second.body).toMatchObject({
      session: first.body['session'],
      timeoutSeconds: 600,
      license: { usesLeft: 0 },
      seats: { taken: 1 },
    })
    await close(held, first)
    expect(await open(held, on('a'))).toMatchObject({ status: 403, body: { type: 'USES_EXHAUSTED' } })
  })

  it('cannot be bound to devices: runtime.onlineOnly', async () => {
    const held = await signedIn()
    expect(await held.program.ask('activate', { ...held.by, ...on('a') })).toMatchObject({
      status: 409,
      body: { type: 'ONLINE_ONLY' },
    })
  })

  it('starts its time with its first seat', async () => {
    const held = await signedIn({
      ...CLOUD,
      licStartTimeType: 0,
      licDuration: undefined,
      spanTime: 10,
      endTime: day(300),
    })
    await open(held, on('a'))
    const {
      rows: [row],
    } = await owner<{ expires_at: Date }>(
      'select expires_at from license where guid = $1 and first_used_at is not null',
      [held.guid],
    )
    expect(row?.expires_at.getTime()).toBeCloseTo(center.clock.now().getTime() + 10 * DAY_MS, -5)
  })
})

describe('the seats of a group', () => {
  it('are processes if the license counts processes: the same process keeps its seat', async () => {
    const held = await coded(group('process', 3))
    const [first] = [
      await open(held, { ...on('a'), ...running(1, 5) }),
      await open(held, { ...on('a'), ...running(2, 5) }),
      await open(held, { ...on('b'), ...running(1, 5) }),
    ]
    expect(await open(held, { ...on('a'), ...running(1, 5) })).toMatchObject({
      status: 200,
      body: { session: first.body['session'], seats: { taken: 3, limit: 3 } },
    })
    expect(await open(held, { ...on('a'), ...running(1, 6) })).toMatchObject({
      status: 409,
      body: { type: 'SEAT_LIMIT' },
    })
    expect(await open(held, on('c'))).toMatchObject({
      status: 400,
      body: { type: 'BAD_PAYLOAD', fields: [{ path: 'process', rule: 'required' }] },
    })
    await close(held, first)
    expect((await open(held, { ...on('c'), ...running(9) })).body).toMatchObject({ seats: { taken: 3, limit: 3 } })
  })

  it('are system sessions if the license counts those: two programs in one session share a seat', async () => {
    const held = await coded(group('win_user_session', 3))
    const [first, again] = [
      await open(held, { ...on('a'), ...running(1), osSession: '1' }),
      await open(held, { ...on('a'), ...running(2), osSession: '1' }),
    ]
    expect(again.body['session']).toBe(first.body['session'])
    await open(held, { ...on('a'), osSession: '2' })
    expect((await open(held, { ...on('b'), osSession: '1' })).body).toMatchObject({ seats: { taken: 3, limit: 3 } })
    expect(await open(held, { ...on('b'), osSession: '2' })).toMatchObject({
      status: 409,
      body: { type: 'SEAT_LIMIT' },
    })
    expect(await open(held, { ...on('b'), ...running(1) })).toMatchObject({
      status: 400,
      body: { type: 'BAD_PAYLOAD', fields: [{ path: 'osSession', rule: 'required' }] },
    })
  })

  it('are devices if the license counts devices', async () => {
    const held = await coded(group('machine', 2))
    const [first, again] = [
      await open(held, { ...on('a'), ...running(1) }),
      await open(held, { ...on('a'), ...running(2) }),
    ]
    expect(again.body['session']).toBe(first.body['session'])
    expect((await open(held, on('b'))).status).toBe(200)
    expect((await open(held, on('c'))).status).toBe(409)
  })

  it('become free after their timeout, and not before', async () => {
    onTestFinished(center.clock.freeze())
    const held = await coded(group('machine', 1))
    const first = await open(held, { ...on('a'), timeoutSeconds: 60 })
    center.clock.advance(59_999)
    expect((await open(held, on('b'))).status).toBe(409)
    center.clock.advance(1)
    expect((await open(held, on('b'))).status).toBe(200)
    expect((await beat(held, first)).body).toMatchObject({ type: 'SEAT_LOST' })
    // A program that lost its seat takes a new one, even on the same device.
    center.clock.advance(600_000)
    const later = await open(held, on('a'))
    expect([later.status, later.body['session'] === first.body['session']]).toEqual([200, false])
  })

  it('never exceed the limit if many programs come at once', async () => {
    const held = await coded(group('machine', 10))
    expect(await atOnce(CROWD, (index) => open(held, on(`many-${index}`)))).toEqual({
      '200 done': 10,
      '409 SEAT_LIMIT': CROWD - 10,
    })
    expect(
      (await owner('select count(*)::int as n from seat where license_guid = $1 and ended_at is null', [held.guid]))
        .rows,
    ).toEqual([{ n: 10 }])
  })
})

describe('devices', () => {
  it('never exceed the limit if many come at once', async () => {
    const held = await coded({ machineNum: 10, useMode: 2 })
    expect(
      await atOnce(CROWD, (index) => held.program.ask('activate', { ...held.by, ...on(`many-${index}`) })),
    ).toEqual({ '200 done': 10, '409 MACHINE_LIMIT': CROWD - 10 })
    expect(
      (
        await owner(
          `select bound, ever_bound, (select count(*)::int from bound_machine m where m.license_guid = l.guid) as n
           from license l where guid = $1`,
          [held.guid],
        )
      ).rows,
    ).toEqual([{ bound: 10, ever_bound: 10, n: 10 }])
  })
})

describe('a session', () => {
  it('on a bound device is not counted, and each program has its own', async () => {
    const held = await coded()
    expect(await open(held, { ...on('a'), ...running(1) })).toMatchObject({
      status: 403,
      body: { type: 'MACHINE_UNBOUND' },
    })
    await held.program.ask('activate', { ...held.by, ...on('a') })
    const [first, second] = [
      await open(held, { ...on('a'), ...running(1) }),
      await open(held, { ...on('a'), ...running(2) }),
    ]
    expect([first.status, second.body['seats']]).toEqual([200, { taken: 2, limit: null }])
    expect(second.body['session']).not.toBe(first.body['session'])
  })

  it('requires the password of the code, if it has one: runtime.codePassword', async () => {
    const held = await coded({ ...group('machine', 2), codePassword: true }, { password: 'open-sesame' })
    expect(await open(held, on('a'))).toMatchObject({ status: 401, body: { type: 'CODE_PASSWORD' } })
    expect((await open(held, { ...on('a'), codePassword: 'open-sesame' })).status).toBe(200)
  })

  it.each([
    ['runtime.codeNotFound', 404, { code: 'AAAA-AAAA-AAAA-AAAA' }, on('a')],
    ['runtime.productNotIncluded', 404, {}, { ...on('a'), licenseId: 999_999 }],
    ['runtime.versionTooLow', 403, {}, { ...on('a'), version: 9 }],
  ] as const)('is refused with %s', async (error, status, by, given) => {
    const held = await coded({ ...group('machine', 2), licenseVersion: 3 })
    expect(await open({ ...held, by: { ...held.by, ...by } }, given)).toMatchObject({
      status,
      body: { type: problemType(error) },
    })
  })

  it('is refused if the user has no license for the product: runtime.licenseNotFound', async () => {
    const held = await signedIn()
    expect(await open({ ...held, by: { ...held.by, licenseId: 999_999 } }, on('a'))).toMatchObject({
      status: 404,
      body: { type: 'LICENSE_NOT_FOUND' },
    })
  })

  it.each([
    ['runtime.locked', LICENSE_STATUSES.locked],
    ['runtime.licenseDeleted', LICENSE_STATUSES.deleted],
    ['runtime.licenseReplaced', LICENSE_STATUSES.replaced],
    ['runtime.underApproval', LICENSE_STATUSES.approving],
    ['runtime.approvalRejected', LICENSE_STATUSES.rejected],
  ] as const)('ends when its license changes: %s', async (error, state) => {
    const held = await coded(group('machine', 2))
    const session = await open(held, on('a'))
    expect((await beat(held, session)).status).toBe(200)
    await owner('update license set state = $2, ended_at = case when $2 in (7, 9) then now() end where guid = $1', [
      held.guid,
      state,
    ])
    await expect.poll(async () => (await beat(held, session)).body['type']).toBe(problemType(error))
    expect((await owner('select end_kind from seat where license_guid = $1', [held.guid])).rows).toEqual([
      { end_kind: 'ended' },
    ])
    expect((await open(held, on('a'))).body['type']).toBe(problemType(error))
  })

  it('is refused if the product of the license has expired: runtime.productExpired', async () => {
    const held = await coded(group('machine', 2))
    const { licenseId } = held.vendor
    await owner(
      'update license_terms set product_ends = $2 where guid = (select terms_guid from license where guid = $1)',
      [held.guid, { [licenseId]: '2020-01-01T00:00:00Z' }],
    )
    expect(await open(held, { ...on('a'), licenseId })).toMatchObject({
      status: 403,
      body: { type: 'PRODUCT_EXPIRED' },
    })
  })

  it('is refused with a replaced code and works with the new one: runtime.codeReplaced', async () => {
    const held = await coded(group('machine', 2))
    const { serial } = await held.vendor.call(pcLicenseCalls.rekey, { kind: 'sn', guid: held.guid, reason: '泄露' })
    expect(await open(held, on('a'))).toMatchObject({ status: 410, body: { type: 'CODE_REPLACED' } })
    expect((await open({ ...held, by: { code: serial } }, on('a'))).status).toBe(200)
  })

  it('that ended with its license does not come back when the license does: runtime.seatNotFound', async () => {
    const held = await coded(group('machine', 2))
    const session = await open(held, on('a'))
    await held.vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: held.guid, reason: '欠款' })
    await expect.poll(async () => (await beat(held, session)).body['type']).toBe('LOCKED')
    await held.vendor.call(pcLicenseCalls.unlock, { kind: 'sn', guid: held.guid })
    await expect.poll(async () => (await beat(held, session)).body['type']).toBe('SEAT_NOT_FOUND')
    expect((await open(held, on('a'))).status).toBe(200)
  })

  it('ends with its license: runtime.licenseExpired', async () => {
    const held = await signedIn({ ...CLOUD, licDuration: 1 })
    const session = await open(held, { ...on('a'), timeoutSeconds: 43_200 })
    for (const hours of [11, 11]) {
      center.clock.advance(hours * HOUR_MS)
      expect((await beat(held, session)).status).toBe(200)
    }
    center.clock.advance(3 * HOUR_MS)
    expect(await beat(held, session)).toMatchObject({ status: 403, body: { type: 'LICENSE_EXPIRED' } })
    expect(await open(held, on('a'))).toMatchObject({ status: 403, body: { type: 'LICENSE_EXPIRED' } })
  })

  it('is refused before its license starts: runtime.notStarted', async () => {
    const held = await coded({
      ...group('machine', 2),
      billingMode: 'day',
      isForever: false,
      licStartTimeType: 0,
      startTime: `${day(5)} 00:00:00`,
      endTime: `${day(50)} 23:59:59`,
    })
    expect(await open(held, on('a'))).toMatchObject({ status: 403, body: { type: 'NOT_STARTED' } })
  })

  it('ends with its device: runtime.machineUnbound, runtime.machineRecycled', async () => {
    for (const [act, type] of [
      ['unbind', 'MACHINE_UNBOUND'],
      ['recycle', 'MACHINE_RECYCLED'],
    ] as const) {
      const held = await coded()
      await held.program.ask('activate', { ...held.by, ...on('a') })
      const session = await open(held, { ...on('a'), ...running(1) })
      const {
        rows: [machine],
      } = await held.vendor.call(pcLicenseCalls.machines, { kind: 'sn', guid: held.guid, currentPage: 1, pageSize: 10 })
      await held.vendor.call(pcLicenseCalls[act], { kind: 'sn', guid: held.guid, machineGuid: machine?.guid ?? '' })
      await expect.poll(async () => (await beat(held, session)).body['type']).toBe(type)
    }
  })

  it("is refused when the developer's grace period is over: runtime.vendorAccount", async () => {
    const held = await coded(group('machine', 2))
    const session = await open(held, on('a'))
    await owner('update billing_terms set fee_fen = 100 where developer_id = $1', [held.vendor.developerId])
    await owner('update developer set service_until = $2 where id = $1', [
      held.vendor.developerId,
      new Date(center.clock.now().getTime() - 16 * DAY_MS),
    ])
    await expect.poll(async () => (await beat(held, session)).body['type']).toBe('VENDOR_ACCOUNT')
    expect(await open(held, on('a'))).toMatchObject({ status: 402, body: { type: 'VENDOR_ACCOUNT' } })
  })

  it('that an administrator released gets the reason: runtime.seatReleased', async () => {
    const held = await coded(group('machine', 1))
    const session = await open(held, on('a'))
    await held.vendor.call(seatCalls.release, { guid: String(session.body['session']), reason: '电脑已报废' })
    const told = await beat(held, session)
    expect([told.status, told.body]).toMatchObject([
      409,
      { type: 'SEAT_RELEASED', detail: '席位已被管理员收回：电脑已报废', reason: '电脑已报废' },
    ])
    expect((await open(held, on('b'))).status).toBe(200)
    const [row] = (await held.vendor.call(runtimeLogCalls.find, { reason: 'seatReleased' })).rows
    expect(row?.message).toBe('席位已被管理员收回：电脑已报废')
  })

  it('released without a reason gets none, and a reason is one line of 200 characters', async () => {
    const held = await coded(group('machine', 1))
    const session = await open(held, on('a'))
    const guid = String(session.body['session'])
    for (const reason of ['x'.repeat(201), 'a\u001B[2Jb'])
      expect((await refused(held.vendor.call(seatCalls.release, { guid, reason }))).fields[0]?.path).toBe('reason')
    await held.vendor.call(seatCalls.release, { guid })
    const { body } = await beat(held, session)
    expect(body).toMatchObject({ type: 'SEAT_RELEASED', detail: '席位已被管理员收回' })
    expect(body).not.toHaveProperty('reason')
  })

  it('can be closed twice, and then does not exist', async () => {
    const held = await coded(group('machine', 1))
    const session = await open(held, on('a'))
    expect([(await close(held, session)).status, (await close(held, session)).status]).toEqual([200, 200])
    expect(await beat(held, session)).toMatchObject({ status: 404, body: { type: 'SEAT_NOT_FOUND' } })
  })

  it('of another developer is not found: runtime.seatNotFound, runtime.unauthorized', async () => {
    const [mine, theirs] = [await coded(group('machine', 1)), await coded(group('machine', 1))]
    const session = await open(mine, on('a'))
    expect([await beat(theirs, session), await close(theirs, session)]).toMatchObject([
      { status: 404, body: { type: 'SEAT_NOT_FOUND' } },
      { status: 404, body: { type: 'SEAT_NOT_FOUND' } },
    ])
    for (const call of ['heartbeat', 'closeSession'] as const)
      expect(
        await mine.program.ask(call, { session: session.body['session'] }, { apiPassword: theirs.program.apiPassword }),
      ).toMatchObject({ status: 401, body: { type: 'UNAUTHORIZED' } })
    expect((await beat(mine, session)).status).toBe(200)
  })

  it('gets a new lease after half of its time, with a wrong lease id, or after a change of terms', async () => {
    const held = await coded(group('machine', 1))
    const session = await open(held, { ...on('a'), timeoutSeconds: 600 })
    const leaseId = session.body['leaseId']
    expect((await beat(held, session, { leaseId })).body).toMatchObject({ status: 1, lease: null, leaseId })
    const other = await beat(held, session)
    expect(other.body).toMatchObject({ status: 1, lease: expect.any(String) as string })
    center.clock.advance(301_000)
    const worn = await beat(held, session, { leaseId: other.body['leaseId'] })
    expect(claimsOf(worn.body['lease'])).toMatchObject({
      seat: session.body['session'],
      exp: Math.floor(new Date(String(worn.body['until'])).getTime() / 1000),
    })
    await owner('update license set revision = revision + 1 where guid = $1', [held.guid])
    await expect.poll(async () => (await beat(held, session, { leaseId: worn.body['leaseId'] })).body['status']).toBe(2)
  })
})
