// Borrowing and returning seats: lending codes in every state, seats that programs borrow themselves, and that no crowd
// gets more seats than there are.
import { Refusal } from '@sealwright/client'
import { CODE_ALPHABET, DAY_MS, LENDING_STATES, LIMITS, lendingCalls, pcLicenseCalls } from '@sealwright/contract'
import { lendingCodeOf, lendingMachine, runtimeLogCalls, seatCalls } from '@sealwright/contract'
import type { LendingState, runtimeCalls } from '@sealwright/contract'
import { CROWD, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Program, TestCenter, Vendor } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Given = Parameters<Vendor['pcTemplate']>[1]

let center: TestCenter
let vendor: Vendor
let program: Program
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
  vendor = await createVendor(center, { yuan: 1_000_000 })
  program = await createProgram(center, vendor)
})
afterAll(() => center.close())

const lends = { lending: true, lendingDays: 30 }
const group = (groupUsers: number, given: Given = {}): Given => ({
  licenseKeyType: 2,
  concurrentType: 'machine',
  groupUsers,
  ...given,
})
const many = (machineNum: number, given: Given = {}): Given => ({
  useMode: 2,
  machineNum,
  ...lends,
  lendingSeats: machineNum,
  ...given,
})

const templates = new Map<string, Promise<string>>()
/** A new code. Codes with the same terms share a template. */
async function coded(given: Given, password?: string) {
  const key = JSON.stringify(given)
  const template = templates.get(key) ?? vendor.pcTemplate('sn', given)
  templates.set(key, template)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await template],
    ...(password && { password }),
  })
  return { guid: issued?.guid ?? '', code: issued?.serial ?? '' }
}
const lend = (licenseGuid: string, given: { person?: string; days?: number } = {}) =>
  vendor.call(lendingCalls.create, { licenseGuid, person: '周敏', days: 10, ...given })
const machine = (fingerprint: string) => ({ fingerprint: `machine-${fingerprint}`, name: `PC-${fingerprint}` })
const borrow = (lendingCode: string, device = 'a') => program.ask('borrow', { lendingCode, machine: machine(device) })
const giveBack = (lendingCode: string, device = 'a') => program.ask('return', { lendingCode, machine: machine(device) })
const outcome = async (asked: ReturnType<Program['ask']>) => {
  const { status, body } = await asked
  return status === 200 ? 'done' : body['type']
}
const seats = (licenseGuid: string) => vendor.call(lendingCalls.seats, { licenseGuid })
const claimsOf = (body: Record<string, unknown>) =>
  JSON.parse(Buffer.from(String(body['lease']).split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number
    seat: string
    machine: { fingerprint: string; parts: string[] }
  }
const later = (days: number) => center.daysLater(days, vendor)

describe('a lending code', () => {
  it('binds one device, which gets the same seat again, with a lease that ends with the loan', async () => {
    const { guid } = await coded(many(5))
    const { code, dueTime, guid: seat } = await lend(guid)
    const first = await borrow(code)
    expect(first.body).toMatchObject({ lendingCode: code, until: dueTime, status: 1, license: { guid, bound: 0 } })
    expect(claimsOf(first.body)).toMatchObject({
      exp: Math.floor(Date.parse(dueTime) / 1000),
      seat,
      machine: { fingerprint: 'machine-a' },
    })
    expect(await outcome(borrow(code.toLowerCase()))).toBe('done')
    expect(await outcome(borrow(code, 'b'))).toBe('LENDING_BOUND')
    const { rows } = await vendor.call(lendingCalls.find, { licenseGuid: guid })
    expect(rows).toMatchObject([{ code, state: 'bound', machineName: 'PC-a', isLate: false, isBorrowed: false }])
    expect(await seats(guid)).toMatchObject({ seats: 5, taken: 0, lent: 1, lendable: 5, left: 4 })
  })

  it('binds nothing once it is taken back, or once its license lends no more', async () => {
    const off = await coded(many(3, { lending: false, lendingDays: undefined, lendingSeats: undefined }))
    expect((await refused(lend(off.guid))).error).toBe('lending.off')
    await vendor.call(pcLicenseCalls.refresh, {
      kind: 'sn',
      guid: off.guid,
      changes: { lending: true, lendingDays: 10, lendingSeats: 2 },
    })
    const [one, two] = [await lend(off.guid), await lend(off.guid)]
    expect(await outcome(borrow(one.code))).toBe('done')
    await vendor.call(lendingCalls.revoke, { guid: one.guid, reason: '项目结束' })
    expect(await outcome(borrow(one.code))).toBe('LENDING_REVOKED')
    await vendor.call(pcLicenseCalls.refresh, { kind: 'sn', guid: off.guid, changes: { lending: false } })
    expect(await outcome(borrow(two.code))).toBe('LENDING_OFF')
    const { rows } = await vendor.call(pcLicenseCalls.history, { kind: 'sn', guid: off.guid })
    expect(rows.filter(({ kind }) => kind === 'takeBack' || kind === 'lend')).toMatchObject([
      { kind: 'takeBack', about: '周敏', reason: '项目结束' },
      { kind: 'lend', about: '周敏' },
      { kind: 'lend', about: '周敏' },
    ])
  })

  it('is still of its device if one part of that changes, but never of another device, part by part', async () => {
    const { guid } = await coded(many(3))
    const { code } = await lend(guid)
    const parts = (disk: string, board = 'board-one') => [
      { kind: 'systemId', digest: 'system-one' },
      { kind: 'board', digest: board },
      { kind: 'cpu', digest: 'cpu-one-one' },
      { kind: 'disk', digest: disk },
    ]
    const ask = (fingerprint: string, of: ReturnType<typeof parts>) =>
      program.ask('borrow', { lendingCode: code, machine: { fingerprint, parts: of } })
    expect(await outcome(ask('print-one', parts('disk-one')))).toBe('done')
    const changed = await ask('print-two', parts('disk-two'))
    // The lease is for the device as it was at first.
    expect(claimsOf(changed.body).machine).toMatchObject({ fingerprint: 'print-one' })
    expect(await outcome(ask('print-three', parts('disk-two', 'board-two')))).toBe('LENDING_BOUND')
  })

  const ended = {
    returned: 'LENDING_RETURNED',
    revoked: 'LENDING_REVOKED',
    expired: 'LENDING_EXPIRED',
    deleted: 'LENDING_DELETED',
  }
  const actsIn: Record<'borrow' | 'return' | 'otherReturn', Record<LendingState, string>> = {
    borrow: { created: 'done', bound: 'done', ...ended },
    return: { created: 'MACHINE_UNBOUND', bound: 'done', ...ended },
    otherReturn: { created: 'MACHINE_UNBOUND', bound: 'LENDING_BOUND', ...ended },
  }
  it('allows and refuses, in each of its states, what its machine says', async () => {
    const { guid } = await coded(many(50))
    const make: Record<LendingState, (code: string, of: string) => Promise<unknown>> = {
      created: async () => undefined,
      bound: (code) => borrow(code),
      returned: async (code) => [await borrow(code), await giveBack(code)],
      revoked: async (code, of) => [await borrow(code), await vendor.call(lendingCalls.revoke, { guid: of })],
      expired: (code) => borrow(code),
      deleted: (_code, of) => vendor.call(lendingCalls.delete, { guid: of }),
    }
    const ACTS = ['borrow', 'return', 'otherReturn', 'revoke', 'delete', 'send']
    const lendIn = async (state: LendingState) => {
      const lending = await lend(guid, { days: state === 'expired' ? 1 : 20 })
      await make[state](lending.code, lending.guid)
      return lending
    }
    const made = await Promise.all(
      LENDING_STATES.map(async (state) => {
        // An ended code refuses every act, so all acts can try the same one.
        const shared = state in ended ? lendIn(state) : undefined
        const each = await Promise.all(ACTS.map(async (act) => [act, await (shared ?? lendIn(state))] as const))
        return { state, of: Object.fromEntries(each) }
      }),
    )
    await later(2)
    const found: Record<string, Record<string, unknown>> = {}
    for (const { state, of } of made) {
      const staff = async (call: Promise<unknown>) =>
        call.then(
          () => 'done',
          async () => (await refused(call)).error,
        )
      found[state] = {
        borrow: await outcome(borrow(of['borrow']?.code ?? '')),
        return: await outcome(giveBack(of['return']?.code ?? '')),
        otherReturn: await outcome(giveBack(of['otherReturn']?.code ?? '', 'b')),
        revoke: await staff(vendor.call(lendingCalls.revoke, { guid: of['revoke']?.guid ?? '' })),
        delete: await staff(vendor.call(lendingCalls.delete, { guid: of['delete']?.guid ?? '' })),
        send: await staff(vendor.call(lendingCalls.send, { guid: of['send']?.guid ?? '', email: 'zhou@test.example' })),
      }
    }
    const by = (state: LendingState, event: 'revoke' | 'delete') =>
      lendingMachine.next(state, event) === undefined ? 'lending.stateForbids' : 'done'
    expect(found).toEqual(
      Object.fromEntries(
        LENDING_STATES.map((state) => [
          state,
          {
            borrow: actsIn.borrow[state],
            return: actsIn.return[state],
            otherReturn: actsIn.otherReturn[state],
            revoke: by(state, 'revoke'),
            delete: by(state, 'delete'),
            send: state === 'created' || state === 'bound' ? 'done' : 'lending.stateForbids',
          },
        ]),
      ),
    )
  })

  it('ends at the next contact once its license is locked, over or deleted, but can be returned', async () => {
    const timed = many(5, { isForever: false, billingMode: 'day', licStartTimeType: 1, licDuration: 40 })
    const [locked, over, gone] = [await coded(many(5)), await coded(timed), await coded(many(5))]
    const codes = await Promise.all([locked, over, gone].map(async ({ guid }) => (await lend(guid, { days: 30 })).code))
    for (const code of codes) expect(await outcome(borrow(code))).toBe('done')
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: locked.guid, reason: '欠款' })
    await vendor.call(pcLicenseCalls.delete, { kind: 'sn', guid: gone.guid, reason: '退订' })
    await later(20)
    const { dueTime } = await lend(over.guid, { days: 30 })
    // A loan does not outlive its license.
    expect(Date.parse(dueTime) - center.clock.now().getTime()).toBeLessThanOrEqual(20 * DAY_MS)
    await center.ground.database.owner.query('update license set expires_at = $2 where guid = $1', [
      over.guid,
      center.clock.now(),
    ])
    expect(await Promise.all(codes.map((code) => outcome(borrow(code))))).toEqual([
      'LOCKED',
      'LICENSE_EXPIRED',
      'LICENSE_DELETED',
    ])
    expect(await Promise.all(codes.map((code) => outcome(giveBack(code))))).toEqual(['done', 'done', 'done'])
    expect((await refused(lend(locked.guid))).error).toBe('license.stateForbids')
  })

  it('that is unknown counts as a guess, has a row in the log, and looks like one of another developer', async () => {
    const other = await createVendor(center)
    const stranger = await createProgram(center, other)
    const { guid } = await coded(many(3))
    const { code } = await lend(guid)
    const ask = (lendingCode: string, network: string) =>
      stranger.ask('borrow', { lendingCode, machine: machine('a') }, { network })
    const [foreign, made, junk] = [
      await ask(code, '198.51.100.50'),
      await ask(lendingCodeOf(Array.from({ length: 10 }, (_, n) => n)), '198.51.100.50'),
      await ask('nonsense', '198.51.100.50'),
    ]
    expect([foreign, made, junk].map(({ status, body }) => [status, body['type'], body['detail']])).toEqual(
      Array.from({ length: 3 }, () => [404, 'LENDING_NOT_FOUND', foreign.body['detail']]),
    )
    const { rows } = await other.call(runtimeLogCalls.find, { act: 'borrow' })
    const { rules } = await other.call(runtimeLogCalls.why, { guid: rows[0]?.guid ?? '' })
    expect([rows[0]?.serial?.includes('*'), rules.find(({ outcome: told }) => told === 'fail')?.rule]).toEqual([
      true,
      'lending',
    ])
    for (let n = 3; n < LIMITS.runtime.unknownCodesPerHour; n++)
      await ask(lendingCodeOf(Array.from({ length: 10 }, (_, at) => (at * n) % CODE_ALPHABET.length)), '198.51.100.50')
    expect((await ask(code, '198.51.100.50')).body['type']).toBe('TOO_MANY_TRIES')
    expect((await ask(code, '198.51.100.51')).body['type']).toBe('LENDING_NOT_FOUND')
  })
})

describe('a seat of a group code', () => {
  const own = (code: string, device: string, days = 2, given = {}) =>
    program.ask('borrow', { code, days, machine: machine(device), ...given })
  const open = (code: string, device: string) => program.ask('openSession', { code, machine: machine(device) })

  it('is borrowed for two days, so that two of three are left, and comes back by itself when it is due', async () => {
    const { guid, code } = await coded(group(3, { lanBorrow: 7 }))
    const first = await own(code, 'a')
    expect(first.body).toMatchObject({ status: 1, license: { guid } })
    expect(await outcome(own(code, 'a'))).toBe('done')
    expect((await open(code, 'b')).body['seats']).toEqual({ taken: 2, limit: 3 })
    expect(await outcome(open(code, 'c'))).toBe('done')
    expect(await outcome(open(code, 'd'))).toBe('SEAT_LIMIT')
    expect(await outcome(own(code, 'd'))).toBe('SEAT_LIMIT')
    const board = await vendor.call(seatCalls.find, { licenseGuid: guid })
    expect(board.rows.map(({ machineName, lending }) => [machineName, lending?.isBorrowed ?? null])).toEqual(
      expect.arrayContaining([
        ['PC-a', true],
        ['PC-b', null],
        ['PC-c', null],
      ]) as unknown[],
    )
    expect(await vendor.call(seatCalls.count, { licenseGuid: guid })).toEqual({
      taken: 2,
      lent: 1,
      limit: 3,
      devices: null,
      licenses: 1,
    })
    await later(2)
    for (const device of ['b', 'c', 'd']) expect(await outcome(open(code, device))).toBe('done')
    expect(await outcome(borrow(String(first.body['lendingCode'])))).toBe('LENDING_EXPIRED')
  })

  it('is returned early by its device only, and is released on the seat board, with its reason', async () => {
    const { guid, code } = await coded(group(2, { lanBorrow: 0 }))
    const [first, second] = [await own(code, 'a', 180), await own(code, 'b')]
    const lendingCode = String(first.body['lendingCode'])
    expect(await outcome(giveBack(lendingCode, 'b'))).toBe('LENDING_BOUND')
    // The program renews its lease with the code that it got.
    expect(await outcome(borrow(lendingCode))).toBe('done')
    expect(await outcome(giveBack(lendingCode))).toBe('done')
    const { rows } = await vendor.call(seatCalls.find, { licenseGuid: guid })
    expect(rows).toMatchObject([{ machineName: 'PC-b', end: null }])
    await vendor.call(seatCalls.release, { guid: rows[0]?.guid ?? '', reason: '电脑丢失' })
    expect((await refused(vendor.call(seatCalls.release, { guid: rows[0]?.guid ?? '', reason: '-' }))).error).toBe(
      'seat.notFound',
    )
    const code2 = String(second.body['lendingCode'])
    expect((await borrow(code2, 'b')).body).toMatchObject({
      type: 'LENDING_REVOKED',
      detail: '借阅码已被收回：电脑丢失',
      reason: '电脑丢失',
    })
    // Another device that knows the code does not learn the reason.
    const { body: other } = await borrow(code2, 'c')
    expect(other).toMatchObject({ type: 'LENDING_REVOKED', detail: '借阅码已被收回' })
    expect(other).not.toHaveProperty('reason')
    const ended = await vendor.call(seatCalls.find, { licenseGuid: guid, isTaken: false })
    expect(ended.rows.map(({ machineName, end, reason }) => [machineName, end, reason])).toEqual(
      expect.arrayContaining([
        ['PC-a', 'closed', null],
        ['PC-b', 'released', '电脑丢失'],
      ]),
    )
  })

  it('is refused if borrowing is closed, for too many days, without days, and without the password', async () => {
    const [closed, short, secret, single] = [
      await coded(group(2)),
      await coded(group(2, { lanBorrow: 5 })),
      await coded(group(2, { lanBorrow: 5, codePassword: true }), 'secret-1'),
      await coded(many(2)),
    ]
    expect(await outcome(own(closed.code, 'a'))).toBe('BORROW_CLOSED')
    expect(await outcome(own(single.code, 'a'))).toBe('BORROW_CLOSED')
    expect(await outcome(own(short.code, 'a', 6))).toBe('BORROW_TOO_LONG')
    expect(await outcome(program.ask('borrow', { code: short.code, machine: machine('a') }))).toBe('BAD_PAYLOAD')
    expect(await outcome(program.ask('borrow', { machine: machine('a') }))).toBe('BAD_PAYLOAD')
    expect(await outcome(own(secret.code, 'a'))).toBe('CODE_PASSWORD')
    expect(await outcome(own(secret.code, 'a', 2, { codePassword: 'secret-1' }))).toBe('done')
  })

  it('stops being renewed when the template closes borrowing', async () => {
    const { guid, code } = await coded(group(2, { lanBorrow: 5 }))
    const { body } = await own(code, 'a')
    await vendor.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { lanBorrow: -1 } })
    expect(await outcome(borrow(String(body['lendingCode'])))).toBe('BORROW_CLOSED')
  })
})

describe('seats', () => {
  it('go to exactly ten of the programs that borrow at the same time', async () => {
    const { guid, code } = await coded(group(10, { lanBorrow: 5 }))
    const asked = await Promise.all(
      Array.from({ length: CROWD }, (_, n) =>
        outcome(program.ask('borrow', { code, days: 3, machine: machine(`crowd-${n}`) })),
      ),
    )
    expect(Map.groupBy(asked, (one) => one).get('done')).toHaveLength(10)
    expect(Map.groupBy(asked, (one) => one).get('SEAT_LIMIT')).toHaveLength(CROWD - 10)
    expect(await seats(guid)).toMatchObject({ lent: 10, taken: 0, seats: 10 })
  })

  it('of programs and borrowers together are never more than the code has, in whatever order', async () => {
    const [LIMIT, LENDABLE] = [4, 3]
    const act = fc.record({
      act: fc.constantFrom('open', 'close', 'lend', 'revoke', 'borrow', 'giveBack', 'own', 'wait'),
      n: fc.nat(6),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 }),
        async (rounds) => {
          const { guid, code } = await coded(group(LIMIT, { ...lends, lendingSeats: LENDABLE, lanBorrow: 5 }))
          const lent: { guid: string; code: string }[] = []
          const sessions = new Map<number, string>()
          const of = (n: number) => lent[n % Math.max(1, lent.length)] ?? { guid: '', code: '' }
          /** Whatever is refused, nothing fails. */
          const staff = (call: Promise<unknown>) =>
            call.then(
              () => 200,
              (error: unknown) => (error instanceof Refusal ? error.status : 500),
            )
          const run = async (call: keyof typeof runtimeCalls, payload: object) =>
            (await program.ask(call, { ...payload })).status
          const ofLent = (call: 'borrow' | 'return', n: number) =>
            lent.length === 0 ? Promise.resolve(200) : run(call, { lendingCode: of(n).code, machine: machine(`b${n}`) })
          const acts: Record<string, (n: number) => Promise<number>> = {
            open: async (n) => {
              const { status, body } = await program.ask('openSession', { code, machine: machine(`p${n}`) })
              if (status === 200) sessions.set(n, String(body['session']))
              return status
            },
            close: (n) => run('closeSession', { session: sessions.get(n) ?? guid }),
            lend: (n) => staff(lend(guid, { days: (n % 3) + 1 }).then((made) => lent.push(made))),
            revoke: (n) => staff(vendor.call(lendingCalls.revoke, { guid: of(n).guid || guid })),
            borrow: (n) => ofLent('borrow', n),
            giveBack: (n) => ofLent('return', n),
            own: (n) => run('borrow', { code, days: 2, machine: machine(`o${n}`) }),
            wait: async () => {
              center.clock.advance(20 * 60_000)
              return 200
            },
          }
          for (const round of rounds) {
            expect(
              await Promise.all(round.map(({ act: name, n }) => acts[name]?.(n) ?? Promise.resolve(0))),
            ).not.toContain(500)
            const { taken, lent: away } = await vendor.call(seatCalls.count, { licenseGuid: guid })
            expect(taken + away).toBeLessThanOrEqual(LIMIT)
          }
        },
      ),
      { numRuns: 5 },
    )
  })

  it('of devices and lent ones of a code that is no group code share its devices, in any order', async () => {
    const { guid, code } = await coded(many(2))
    const activate = (device: string) => outcome(program.ask('activate', { code, machine: machine(device) }))
    expect(await activate('a')).toBe('done')
    const { guid: lent } = await lend(guid)
    expect(await activate('b')).toBe('MACHINE_LIMIT')
    expect((await refused(lend(guid))).error).toBe('lending.noSeat')
    await vendor.call(lendingCalls.revoke, { guid: lent })
    expect(await activate('b')).toBe('done')
    expect((await refused(lend(guid))).error).toBe('lending.noSeat')
  })

  it('of a code that is paid by the device are paid when a device gets one, once', async () => {
    const paid = await coded(many(3, { licenseKeyType: 3, deductMode: 4, billingMode: undefined }))
    const { code } = await lend(paid.guid)
    const ever = async () => (await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid: paid.guid })).everBound
    expect(await ever()).toBe(0)
    await borrow(code)
    await borrow(code)
    expect(await ever()).toBe(1)
    await program.ask('activate', { code: paid.code, machine: machine('z') })
    expect(await ever()).toBe(2)
  })
})
