// Contacts of locks: activation, commands, results and the files of the workbench, against everything that can be
// claimed, repeated or done at the same time.
import {
  DAY_MS,
  DEFAULT_TIME_ZONE,
  LOCK_STATUSES,
  UPGRADE_STATUSES,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  runtimeLogCalls,
  exchangeCalls,
  toolCalls,
  upgradeCalls,
  userLockCalls,
  wallTime,
} from '@sealwright/contract'
import type { LockRequestClaims } from '@sealwright/contract'
import { fileNameOf, splitFiles } from '@sealwright/exchange'
import {
  PASSWORD,
  createProgram,
  createTestCenter,
  createTestDongle,
  createVendor,
  lockOf,
  refused,
  registerLocks,
} from '@sealwright/testkit'
import type { Program, TestCenter, TestDongle, Vendor } from '@sealwright/testkit'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PIN = 'abcdefgh12345678'
const S = LOCK_STATUSES
const { waiting, downloaded, upgraded, failed } = UPGRADE_STATUSES
let center: TestCenter
let of: Vendor
let program: Program
let template: string
beforeAll(async () => {
  center = await createTestCenter()
  of = await createVendor(center)
  program = await createProgram(center, of)
  await of.call(identityCalls.confirm, { password: PASSWORD })
  await of.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  template = await of.pcTemplate('dongle')
})
afterAll(() => center.close())

const query = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)

async function newLock(given: Parameters<typeof registerLocks>[3] = {}): Promise<TestDongle> {
  const [lock] = await registerLocks(center, of, 1, given)
  if (!lock) throw new Error('no lock')
  return createTestDongle(program, center.clock, lock)
}
const issue = async ({ guid }: TestDongle, templateGuids = [template]) =>
  (await of.call(dongleLicenseCalls.issue, { templateGuids, guids: [guid], pin: PIN })).packages[0]?.guid ?? ''
const act = (lock: TestDongle, name: 'reportLost' | 'cancelLost' | 'lock' | 'unlock' | 'toPermanent' | 'takeBack') =>
  of.call(userLockCalls.act, { guid: lock.guid, act: name })
const statusOf = async ({ guid }: TestDongle) => (await lockOf(of, guid)).status
const recordsOf = async ({ guid }: TestDongle) => (await of.call(upgradeCalls.find, { lockGuid: guid })).rows
const ask = (file: string) => program.ask('dongle', { file })
const typeOf = async (file: string) => {
  const { status, body } = await ask(file)
  return status === 200 ? 'done' : body['type']
}

describe('an activation lock', () => {
  it('runs for its offline days after each activation, and its status follows what it reports', async () => {
    const lock = await newLock({ offlineDays: 7 })
    const end = Math.floor((center.clock.now().getTime() + 7 * DAY_MS) / 1000)
    expect(await lock.contact('activate')).toEqual({ status: S.firstActivation, results: [['done']] })
    expect(lock.state.until).toBeGreaterThanOrEqual(end)
    expect(await lock.contact('report')).toMatchObject({ status: S.activated })
    expect((await lock.contact('activate')).status).toBe(S.periodicActivation)
    expect((await lock.contact('report')).status).toBe(S.activated)
    const told = await lockOf(of, lock.guid)
    expect(told).toMatchObject({ status: S.activated, activationEnd: expect.any(String) as string })
    const { activations } = await of.call(userLockCalls.dashboard, {})
    expect(activations.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2)
  })

  it('that is lost gets no activation and stops; after the report is cancelled it works again', async () => {
    const lock = await newLock()
    await lock.contact('activate')
    await lock.contact('report')
    await act(lock, 'reportLost')
    const { until } = lock.state
    expect(await lock.contact('activate')).toEqual({ status: S.lossProcessing, results: [['done']] })
    expect(lock.state).toMatchObject({ isLost: true, until })
    expect((await lock.contact('report')).status).toBe(S.lossLocked)
    await act(lock, 'cancelLost')
    expect(await statusOf(lock)).toBe(S.activated)
    expect(lock.state.isLost).toBe(true)
    await lock.contact('activate')
    expect(lock.state.isLost).toBe(false)
    await lock.contact('report')
    const { rows } = await of.call(userLockCalls.commands, { guid: lock.guid })
    expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
      ['cancelLost', 'done'],
      ['reportLost', 'done'],
    ])
  })

  it('that is permanent needs no activation and offers no loss report', async () => {
    const lock = await newLock({ home: S.permanent })
    expect(await lock.contact('activate')).toEqual({ status: S.permanent, results: [] })
    expect((await refused(act(lock, 'reportLost'))).error).toBe('userLock.permanentNotLost')
    expect((await lockOf(of, lock.guid)).acts).not.toContain('reportLost')
  })

  it('gets a command again until it reports it', async () => {
    const lock = await newLock()
    await act(lock, 'lock')
    const lostAnswer = await ask(lock.request('fetch'))
    expect(lostAnswer.body).toMatchObject({ status: S.lockProcessing })
    expect((await refused(act(lock, 'takeBack'))).error).toBe('userLock.stillProcessing')
    expect((await lock.contact('fetch')).results).toEqual([['done']])
    expect(lock.state.isLocked).toBe(true)
    expect((await lock.contact('report')).status).toBe(S.locked)
    await act(lock, 'unlock')
    await lock.contact('fetch')
    await lock.contact('report')
    expect(lock.state.isLocked).toBe(false)
    expect(await statusOf(lock)).toBe(S.notActivated)
  })
})

describe('a request', () => {
  it('that comes again gets the same answer, and nothing happens twice', async () => {
    const lock = await newLock()
    await issue(lock)
    const file = lock.request('activate')
    const [first, second] = [await ask(file), await ask(file)]
    expect(second.body['packages']).toEqual(first.body['packages'])
    expect((await recordsOf(lock))[0]).toMatchObject({ downloads: 1, status: downloaded })
    const { rows } = await query<{ n: number }>(
      'select count(*)::int as n from dongle_contact where dongle_guid = $1',
      [lock.guid],
    )
    expect(rows).toEqual([{ n: 1 }])
    await query("update dongle_contact set valid_until = now() - interval '1 hour' where dongle_guid = $1", [lock.guid])
    expect(await typeOf(file)).toBe('FILE_OVERDUE')
  })

  it('is refused if it is old, forged, foreign, too large or from an unknown lock', async () => {
    const lock = await newLock()
    const [stranger] = await registerLocks(center, await createVendor(center), 1)
    const other = await newLock()
    await lock.contact('report')
    const seq = (claims: Partial<LockRequestClaims>) => lock.request('activate', claims)
    const edited = lock.request('activate')
    const [, body = ''] = edited.split('\n')
    const jti = 'a'.repeat(22)
    await ask(lock.request('fetch', { jti }))
    const cases: [string, string][] = [
      ['FILE_OVERTAKEN', seq({ seq: 1 })],
      ['FILE_FORGED', lock.request('activate', {}, other.pair)],
      ['FILE_FORGED', lock.request('activate', { serial: other.serialNumber })],
      ['FILE_FORGED', seq({ shell: '6100000000001' })],
      ['FILE_FORGED', seq({ last: 2 ** 50 })],
      ['FILE_FORGED', seq({ jti })],
      ['FILE_FORGED', other.request('fetch', { jti })],
      ['DONGLE_UNKNOWN', seq({ serial: 'f'.repeat(32) })],
      ['DONGLE_UNKNOWN', seq({ serial: stranger?.serialNumber ?? '' })],
      ['FILE_FOREIGN', seq({ iss: '999' })],
      ['FILE_AHEAD', seq({ iat: Math.floor(center.clock.now().getTime() / 1000) + 30 * 86_400 })],
      ['FILE_UNREADABLE', edited.replace(body, `${body.slice(0, -1)}${body.endsWith('A') ? 'B' : 'A'}`)],
      ['FILE_TOO_LARGE', edited + ' '.repeat(5_000)],
    ]
    for (const [type, file] of cases) expect([type, await typeOf(file)]).toEqual([type, type])
    // Of a file that took its time, the age counts too.
    const old = seq({ iat: Math.floor(center.clock.now().getTime() / 1000) - 91 * 86_400 })
    expect((await program.ask('offline', { file: old })).body['type']).toBe('FILE_OVERDUE')
    expect(await typeOf(seq({ seq: 500 }))).toBe('done')
    const { rows } = await of.call(runtimeLogCalls.find, { pageSize: 100 })
    expect(rows.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['dongleUnknown', 'fileOvertaken']))
  })

  it('reports results: 1 → 3; a failing part → 4 with its reason; a package passed over → overtaken', async () => {
    const lock = await newLock()
    const done = await issue(lock)
    await lock.contact('fetch')
    await lock.contact('report')
    lock.state.licenses.clear()
    const update = await of.pcTemplate('dongle', { opType: 1, isForever: true })
    const missing = await issue(lock, [update])
    expect((await lock.contact('fetch')).results[0]).toEqual(['missing'])
    await lock.contact('report')
    const passed = await issue(lock, [update])
    const open = await issue(lock, [update])
    const answer = await ask(lock.request('fetch'))
    lock.take((answer.body['packages'] as string[])[1] ?? '') // of the center
    await lock.contact('report')
    const byGuid = new Map((await recordsOf(lock)).map((row) => [row.guid, row]))
    expect([done, missing, passed, open].map((guid) => [byGuid.get(guid)?.status, byGuid.get(guid)?.reason])).toEqual([
      [upgraded, null],
      [failed, 'missing'],
      [failed, 'overtaken'],
      [failed, 'missing'],
    ])
  })

  it('that contradicts what was reported, or tells of packages that were never made, changes nothing', async () => {
    const lock = await newLock()
    const guid = await issue(lock)
    await lock.contact('fetch')
    await lock.contact('report')
    const claims = {
      last: 1,
      results: [
        [1, 'exists'],
        [77, 'done'],
        [0, 'done'],
      ] as LockRequestClaims['results'],
    }
    expect(await typeOf(lock.request('report', claims))).toBe('done')
    expect((await recordsOf(lock)).map((row) => [row.guid, row.status])).toEqual([[guid, upgraded]])
    // A lock with higher numbers than the center: the center was restored from a backup. It goes on above them.
    await ask(lock.request('report', { last: 40 }))
    lock.state.last = 40
    await issue(lock, [await of.pcTemplate('dongle', { forceWrite: true })])
    expect((await lock.contact('fetch')).results[0]).toEqual(['done'])
  })
})

describe('at the same moment', () => {
  it('two requests of one lock come one after the other: numbers differ and each package is handed out', async () => {
    const lock = await newLock()
    await issue(lock)
    const files = [lock.request('activate'), lock.request('activate'), lock.request('activate')]
    const answers = await Promise.all(files.map((file) => ask(file)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { body } of answers.filter(({ status }) => status !== 200)) expect(body['type']).toBe('FILE_OVERTAKEN')
    const { rows } = await query<{ n: number; distinct: number; last: number; top: number }>(
      `select count(*)::int as n, count(distinct number)::int as distinct, max(number)::int as top,
         (select last_number::int from dongle where guid = $1) as last from dongle_contact where dongle_guid = $1`,
      [lock.guid],
    )
    expect(rows[0]).toEqual({ n: done.length, distinct: done.length, top: done.length + 1, last: done.length + 1 })
  })

  it('an operator orders while locks ask: every command is either sent or waits, and none is lost', async () => {
    const locks = await Promise.all(Array.from({ length: 5 }, () => newLock()))
    await Promise.all(locks.flatMap((lock) => [lock.contact('activate'), act(lock, 'lock'), issue(lock)]))
    for (const lock of locks) {
      await lock.contact('fetch')
      await lock.contact('report')
      expect([lock.state.isLocked, await statusOf(lock)]).toEqual([true, S.locked])
      expect(lock.state.licenses.size).toBe(1)
      expect((await recordsOf(lock)).map(({ status }) => status)).toEqual([upgraded])
    }
  })
})

describe('by file', () => {
  it('the answer is one text with all packages in order, from the call and from the workbench', async () => {
    const lock = await newLock()
    await issue(lock)
    const { body } = await program.ask('offline', { file: lock.request('activate') })
    const inBeijing = (at: Date) => fileNameOf('D2C', lock.shellNumber, wallTime(at, DEFAULT_TIME_ZONE))
    expect(body).toMatchObject({ kind: 'dongle', name: inBeijing(center.clock.now()) })
    expect(splitFiles(String(body['file']))).toHaveLength(2)
    expect(lock.take(String(body['file']))).toEqual([['done'], ['done']])
    const text = lock.request('report')
    const file = { name: 'lock.c2d', text }
    const read = await of.call(toolCalls.read, { files: [file] })
    expect(read.files[0]).toMatchObject({
      isAllowed: true,
      told: { kind: 'dongle', lock: { guid: lock.guid, request: 'report' }, machine: { name: lock.shellNumber } },
    })
    const forged = { name: 'x.c2d', text: lock.request('report', {}, (await newLock()).pair) }
    const { taskId } = await of.call(toolCalls.exchange, { files: [file, forged] })
    await center.finishTask(of, taskId)
    expect((await recordsOf(lock))[0]?.status).toBe(upgraded)
    expect(await statusOf(lock)).toBe(S.activated)
    const zip = await center.center.app.inject({
      method: 'POST',
      url: toolCalls.download.path,
      headers: { ...of.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ taskId }),
    })
    const files = unzipSync(new Uint8Array(zip.rawPayload))
    expect(Object.keys(files)).toEqual([inBeijing(center.clock.now())])
    const answers = Object.values(files)
    expect(answers).toHaveLength(1)
    const answer = Buffer.from(answers[0] ?? '').toString()
    // It can also be downloaded alone.
    const told = (await of.call(toolCalls.read, { files: [file] })).files[0]?.told
    const alone = await center.center.app.inject({
      method: 'POST',
      url: exchangeCalls.download.path,
      headers: { ...of.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ guid: told?.exchange?.guid }),
    })
    expect(alone.body).toBe(answer)
    // The answer only tells that the results are known.
    expect(lock.take(answer)).toEqual([[]])
    expect(lock.state.results).toHaveLength(1)
  })

  it('an administrator who does not see the lock learns nothing of it', async () => {
    const lock = await newLock()
    await issue(lock)
    const staff = await center.administrator(of, ['offline.exchange'], { limited: ['userLock'] })
    const file = { name: 'lock.c2d', text: lock.request('fetch') }
    const read = await staff.call(toolCalls.read, { files: [file] })
    expect(read.files[0]).toMatchObject({ isAllowed: false, reason: 'dongleUnknown', told: { lock: null } })
    const { taskId } = await staff.call(toolCalls.exchange, { files: [file] })
    await center.finishTask(staff, taskId)
    expect((await recordsOf(lock))[0]?.status).toBe(waiting)
  })

  it('a package and an answer are found again by what is in them', async () => {
    const lock = await newLock()
    const guid = await issue(lock)
    const { body } = await program.ask('offline', { file: lock.request('fetch') })
    const [made = ''] = splitFiles(String(body['file']))
    const told = await of.call(toolCalls.searchLicense, { file: new File([made], 'a.d2c') })
    expect(told).toMatchObject({
      file: 'D2C',
      kind: 'dongle',
      lock: { guid: lock.guid, upgrade: { guid, number: 1, status: downloaded } },
      packages: ['operation'],
    })
  })
})
