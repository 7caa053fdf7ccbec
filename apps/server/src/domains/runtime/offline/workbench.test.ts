// Files in the hands of administrators: the license page, the workbench as a task, the search by a file, row scope and
// the operation log.
import {
  DAY_MS,
  exchangeCalls,
  licenseCalls,
  operationLogCalls,
  pcLicenseCalls,
  runtimeLogCalls,
  taskCalls,
  toolCalls,
} from '@sealwright/contract'
import { createDevice, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Actor, Device, Program, TestCenter, Vendor } from '@sealwright/testkit'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueNames } from './exchange-task.service.ts'

let center: TestCenter
let vendor: Vendor
let program: Program
let template: string
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
  program = await createProgram(center, vendor)
  template = await vendor.pcTemplate('sn', { offlineBind: true, codePassword: true })
})
afterAll(() => center.close())

const owner = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const device = (name?: string) => createDevice(program, center.clock, name === undefined ? {} : { name })
/** A code with a password. Administrators need none. */
async function newCode(): Promise<{ guid: string; code: string }> {
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], password: 'secret-1' })
  return { guid: issued?.guid ?? '', code: issued?.serial ?? '' }
}
const hand = (by: Actor, licenseGuid: string, text: string, name = 'a.c2d') =>
  by.call(exchangeCalls.hand, { licenseGuid, name, text })
const boundOf = async (guid: string) => (await vendor.call(pcLicenseCalls.get, { kind: 'sn', guid })).bound
const rowsOf = async (guid: string) =>
  (await vendor.call(taskCalls.findRows, { guid, currentPage: 1, pageSize: 50 })).rows
async function exchange(by: Actor, files: readonly { name: string; text: string }[]): Promise<string> {
  const { taskId } = await by.call(toolCalls.exchange, { files: [...files] })
  await center.finishTask(by, taskId)
  return taskId
}
const download = (by: Actor, url: string, payload: object) =>
  center.center.app.inject({ method: 'POST', url, headers: by.headers, payload })
const search = (by: Actor, text: string, name = 'a.c2d') =>
  by.call(toolCalls.searchLicense, { file: new File([text], name) })

describe('the page of a license', () => {
  it('exchanges a file without the password of the code, and shows and logs what was exchanged', async () => {
    const { guid, code } = await newCode()
    const pc = await device()
    const text = pc.request('bind', { code })
    const done = await hand(vendor, guid, text, '实验室 1.c2d')
    expect(done).toMatchObject({ kind: 'bind', machineName: 'lab-pc', name: '实验室 1.d2c', isRepeated: false })
    expect(pc.open(done.text).re).toBeTruthy()
    expect(await hand(vendor, guid, text, 'other.c2d')).toEqual({ ...done, isRepeated: true })
    const { rows } = await vendor.call(exchangeCalls.find, { licenseGuid: guid, currentPage: 1, pageSize: 10 })
    expect(rows).toMatchObject([
      {
        guid: done.guid,
        kind: 'bind',
        state: 'ready',
        way: 'console',
        name: '实验室 1.c2d',
        serial: code,
        answerName: done.name,
      },
    ])
    expect((await download(vendor, exchangeCalls.download.path, { guid: done.guid })).body).toBe(done.text)
    expect(
      (await vendor.call(pcLicenseCalls.history, { kind: 'sn', guid, currentPage: 1, pageSize: 10 })).rows,
    ).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'exchange', about: 'lab-pc', reason: rows[0]?.digest })]),
    )
    const log = await vendor.call(operationLogCalls.find, {
      targetKind: 'offline',
      targetGuid: done.guid,
      currentPage: 1,
      pageSize: 10,
    })
    expect(log.rows).toMatchObject([{ targetName: 'lab-pc' }])
    await hand(vendor, guid, pc.request('unbind', { code }), 'out.c2d')
    const after = await vendor.call(exchangeCalls.find, {
      licenseGuid: guid,
      currentPage: 1,
      pageSize: 10,
      kind: 'unbind',
    })
    expect(after.rows).toMatchObject([{ state: 'removed', validUntil: null }])
  })

  it('refuses a file of another license, and explains refusals in the runtime log', async () => {
    const [mine, other] = [await newCode(), await newCode()]
    const pc = await device()
    expect(await refused(hand(vendor, mine.guid, pc.request('bind', { code: other.code })))).toMatchObject({
      error: 'runtime.fileOtherLicense',
    })
    expect(await refused(hand(vendor, mine.guid, 'hello'))).toMatchObject({ error: 'runtime.fileUnreadable' })
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: mine.guid })
    expect(await refused(hand(vendor, mine.guid, pc.request('bind', { code: mine.code })))).toMatchObject({
      error: 'runtime.locked',
    })
    const { rows } = await vendor.call(runtimeLogCalls.find, { licenseGuid: mine.guid, currentPage: 1, pageSize: 10 })
    expect(rows).toMatchObject([{ act: 'offline', reason: 'locked' }])
    expect(await boundOf(other.guid)).toBe(0)
  })

  it('downloads no answer that has ended: offline.ended, offline.notFound', async () => {
    const { guid, code } = await newCode()
    const pc = await device()
    const done = await hand(vendor, guid, pc.request('bind', { code }))
    await owner('update exchange set valid_until = $2 where guid = $1', [
      done.guid,
      new Date(center.clock.now().getTime() - DAY_MS),
    ])
    expect((await download(vendor, exchangeCalls.download.path, { guid: done.guid })).json()).toMatchObject({
      code: expect.any(Number) as number,
    })
    expect(await refused(vendor.call(exchangeCalls.download, { guid: done.guid }) as Promise<unknown>)).toMatchObject({
      error: 'offline.ended',
    })
    expect(await refused(vendor.call(exchangeCalls.download, { guid }) as Promise<unknown>)).toMatchObject({
      error: 'offline.notFound',
    })
    expect(
      (await vendor.call(exchangeCalls.find, { licenseGuid: guid, currentPage: 1, pageSize: 10 })).rows,
    ).toMatchObject([{ state: 'ended', answerName: null }])
  })
})

describe('the workbench', () => {
  it('tells what each file says and whether it would be exchanged, and changes nothing', async () => {
    const [good, locked] = [await newCode(), await newCode()]
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: locked.guid })
    const pc = await device('office')
    const stranger = await createDevice(await createProgram(center, await center.developer()), center.clock)
    const { files } = await vendor.call(toolCalls.read, {
      files: [
        { name: 'good.c2d', text: pc.request('bind', { code: good.code }) },
        { name: 'locked.c2d', text: pc.request('bind', { code: locked.code }) },
        { name: 'typo.c2d', text: pc.request('bind', { code: 'AAAA-AAAA-AAAA-AAAA' }) },
        { name: 'foreign.c2d', text: stranger.request('bind', { code: good.code }) },
        { name: 'bad.c2d', text: 'hello' },
      ],
    })
    expect(files.map(({ isAllowed, reason }) => [isAllowed, reason])).toEqual([
      [true, null],
      [false, 'locked'],
      [false, 'codeNotFound'],
      [false, 'fileForeign'],
      [false, 'fileUnreadable'],
    ])
    expect(files[0]?.told).toMatchObject({
      file: 'C2D',
      kind: 'bind',
      machine: { name: 'office', os: 'Linux' },
      licenses: [{ guid: good.guid }],
      exchange: null,
    })
    expect(files[1]).toMatchObject({ message: expect.any(String) as string, fix: expect.any(String) as string })
    expect([files[3]?.told, files[4]?.told]).toEqual([null, null])
    expect(await boundOf(good.guid)).toBe(0)
    expect((await owner('select 1 from runtime_event where license_guid = $1', [locked.guid])).rows).toEqual([])
  })

  it('exchanges good and bad files as a task, with a reason for each bad one and a zip of the good ones', async () => {
    const [one, two, locked] = [await newCode(), await newCode(), await newCode()]
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: locked.guid })
    const [a, b] = [await device('pc'), await device('pc')]
    const made = { iat: Math.floor(center.clock.now().getTime() / 1000) }
    const bad = { name: 'locked.c2d', text: b.request('bind', { code: locked.code }) }
    const removal = { name: 'out.c2d', text: b.request('unbind', { code: two.code }) }
    const taskId = await exchange(vendor, [
      { name: 'same.png', text: a.request('bind', { code: one.code, ...made }) },
      { name: 'same.png', text: b.request('bind', { code: two.code, ...made }) },
      bad,
      { name: 'bad.c2d', text: 'hello' },
      removal,
      removal,
    ])
    const rows = await rowsOf(taskId)
    expect(rows.map(({ state }) => state)).toEqual(['success', 'success', 'fail', 'fail', 'success', 'fail'])
    expect(rows[0]?.cells.map(({ value }) => value)).toEqual(['same.png', 'pc', expect.stringContaining('-') as string])
    expect(rows[3]?.reason).toBeTruthy()
    const zip = unzipSync((await download(vendor, toolCalls.download.path, { taskId })).rawPayload)
    expect(Object.keys(zip)).toHaveLength(3)
    const answers = Object.values(zip).map((file) => strFromU8(file))
    expect(a.open(answers[0] ?? '').packages[0]?.kind).toBe('lease')
    expect(b.open(answers[1] ?? '').packages[0]?.kind).toBe('lease')
    expect(Object.keys(zip)[1]).toMatch(/ \(2\)\.d2c$/)

    // The failed rows succeed later, the others stay as they are.
    await vendor.call(pcLicenseCalls.unlock, { kind: 'sn', guid: locked.guid })
    await vendor.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(vendor, taskId)
    expect((await rowsOf(taskId)).map(({ state }) => state)).toEqual([
      'success',
      'success',
      'success',
      'fail',
      'success',
      'fail',
    ])
    expect(await Promise.all([one, two, locked].map(({ guid }) => boundOf(guid)))).toEqual([1, 0, 1])
  })

  it('loses and repeats no file if the server is killed in the middle of a batch', async () => {
    const codes = await Promise.all([newCode(), newCode(), newCode()])
    const pc = await device()
    const { taskId } = await vendor.call(toolCalls.exchange, {
      files: [
        ...codes.map(({ code }, n) => ({ name: `${n}.c2d`, text: pc.request('bind', { code }) })),
        { name: 'out.c2d', text: pc.request('unbind', { code: codes[0]?.code ?? '' }) },
      ],
    })
    const guids = codes.map(({ guid }) => guid)
    // The batch has written its exchanges, and waits here before its outcomes.
    const other = await center.ground.database.owner.connect()
    await other.query('begin')
    await other.query('lock table operation_log in exclusive mode')
    const killed = center.finishTask(vendor, taskId).then(
      () => 'finished',
      () => 'killed',
    )
    const waiting = async () =>
      (await owner(`select pid from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'operation_log'`, []))
        .rows[0]?.['pid']
    let pid = await waiting()
    while (pid === undefined) pid = await waiting()
    await owner('select pg_terminate_backend($1)', [pid])
    expect(await killed).toBe('killed')
    await other.query('rollback')
    other.release()
    expect((await owner('select 1 from exchange where license_guid = any ($1)', [guids])).rows).toEqual([])

    await center.finishTask(vendor, taskId)
    expect((await rowsOf(taskId)).map(({ state }) => state)).toEqual(['success', 'success', 'success', 'success'])
    expect(await Promise.all(codes.map(({ guid }) => boundOf(guid)))).toEqual([0, 1, 1])
    expect((await owner('select 1 from exchange where license_guid = any ($1)', [guids])).rows).toHaveLength(4)
  })

  it('judges the files of one license one after the other, and answers the same file the same', async () => {
    const [one, two] = [await newCode(), await newCode()]
    const [a, b] = [await device('a'), await device('b')]
    const first = { name: 'a.c2d', text: a.request('bind', { code: one.code }) }
    const jti = 'the-same-id-of-two-files'
    const taskId = await exchange(vendor, [
      first,
      { name: 'b.c2d', text: b.request('bind', { code: one.code }) },
      first,
      { name: 'a.c2d', text: a.request('unbind', { code: one.code }) },
      { name: 'b.c2d', text: b.request('bind', { code: one.code, jti }) },
      { name: 'b.c2d', text: b.request('bind', { code: two.code, jti }) },
    ])
    const rows = await rowsOf(taskId)
    expect(rows.map(({ state }) => state)).toEqual(['success', 'fail', 'success', 'success', 'success', 'fail'])
    expect(rows[1]?.reason).toMatch(/1/)
    expect(await Promise.all([one, two].map(({ guid }) => boundOf(guid)))).toEqual([1, 0])
    const { rows: kept } = await owner('select kind from exchange where license_guid = $1 order by made_at, at, guid', [
      one.guid,
    ])
    expect(kept).toHaveLength(3)
    const { rows: told } = await owner(
      'select reason from runtime_event where license_guid = any ($1) and reason is not null order by reason',
      [[one.guid, two.guid]],
    )
    expect(told).toEqual([{ reason: 'fileForged' }, { reason: 'machineLimit' }])
  })

  it('binds and charges each file once, also if programs hand in the same files meanwhile', async () => {
    const payer = await createVendor(center, { yuan: 0 })
    const payers = await createProgram(center, payer)
    const terms = { offlineBind: true, licenseKeyType: 3, deductMode: 4, billingMode: undefined }
    const { licenses } = await payer.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await payer.pcTemplate('sn', terms)],
      count: 8,
    })
    const pc = await createDevice(payers, center.clock)
    const files = licenses.map(({ serial }) => ({ name: 'a.c2d', text: pc.request('bind', { code: serial }) }))
    // Without money, all of them are refused, each with its row in the runtime log.
    const taskId = await exchange(payer, files)
    const guids = licenses.map(({ guid }) => guid)
    const count = async (sql: string) => (await owner(`select count(*)::int as n ${sql}`, [guids])).rows[0]?.['n']
    expect(await count(`from runtime_event where license_guid = any ($1) and reason = 'vendorAccount'`)).toBe(8)
    expect(await count('from bound_machine where license_guid = any ($1)')).toBe(0)

    await center.credit(payer, 1_000_000)
    await payer.call(taskCalls.retry, { guid: taskId })
    const [, ...answers] = await Promise.all([
      center.finishTask(payer, taskId),
      ...files.toReversed().map(({ text }) => payers.ask('offline', { file: text })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
    const task = await payer.call(taskCalls.get, { guid: taskId })
    expect([task.success, task.fail]).toEqual([8, 0])
    expect(await count('from exchange where license_guid = any ($1)')).toBe(8)
    expect(await count('from bound_machine where license_guid = any ($1)')).toBe(8)
    expect(await count('from license_event where license_guid = any ($1) and order_guid is not null')).toBe(8)
  })

  it('starts more tasks at the same moment than the server has connections', async () => {
    const { code } = await newCode()
    const files = [{ name: 'a.c2d', text: (await device()).request('bind', { code }) }]
    const started = await Promise.all(Array.from({ length: 24 }, () => vendor.call(toolCalls.exchange, { files })))
    expect(new Set(started.map(({ taskId }) => taskId)).size).toBe(24)
  })

  it('takes at most 30 files, and refuses 31 on the field', async () => {
    const files = Array.from({ length: 31 }, (_, n) => ({ name: `${n}.c2d`, text: 'hello' }))
    for (const call of [toolCalls.exchange, toolCalls.read] as const)
      expect((await refused(vendor.call(call, { files }))).fields).toMatchObject([{ path: 'files', rule: 'tooMany' }])
    expect((await vendor.call(toolCalls.read, { files: files.slice(1) })).files).toHaveLength(30)
  })

  it('has no zip for a task of somebody else, or without an answer: task.notFound, offline.notFound', async () => {
    const taskId = await exchange(vendor, [{ name: 'bad.c2d', text: 'hello' }])
    expect(await refused(vendor.call(toolCalls.download, { taskId }) as Promise<unknown>)).toMatchObject({
      error: 'offline.notFound',
    })
    const colleague = await center.administrator(vendor, ['offline.exchange'])
    expect(await refused(colleague.call(toolCalls.download, { taskId }) as Promise<unknown>)).toMatchObject({
      error: 'task.notFound',
    })
  })

  it('gives the files of a zip names that are safe and differ', () => {
    expect(uniqueNames(['a.d2c', 'A.d2c', '../../etc/passwd', 'C:\\x.d2c', '.d2c', 'a (2).d2c'])).toEqual([
      'a.d2c',
      'A (2).d2c',
      'etc passwd.d2c',
      'C x.d2c',
      'device.d2c',
      'a (2) (2).d2c',
    ])
  })
})

describe('the search by a file', () => {
  it('tells what a C2D and its D2C are, and the license they belong to', async () => {
    const { guid, code } = await newCode()
    const pc = await device()
    const request = pc.request('bind', { code })
    expect(await search(vendor, request)).toMatchObject({
      file: 'C2D',
      licenses: [{ guid, serial: code }],
      exchange: null,
    })
    const done = await hand(vendor, guid, request)
    expect(await search(vendor, request)).toMatchObject({ exchange: { guid: done.guid, way: 'console' } })
    const quoted = done.text.replaceAll('\n', '\r\n> ')
    expect(await search(vendor, quoted, 'a.d2c')).toMatchObject({
      file: 'D2C',
      kind: 'bind',
      machine: { name: 'lab-pc', fingerprint: pc.fingerprint },
      licenses: [{ guid }],
      packages: ['lease'],
      exchange: { guid: done.guid },
    })
  })

  it('tells nothing about a file of another developer: offline.notOurs, offline.unreadable', async () => {
    const { guid, code } = await newCode()
    const pc = await device()
    const request = pc.request('bind', { code })
    const answer = (await hand(vendor, guid, request)).text
    const stranger = await center.developer()
    await createProgram(center, stranger)
    expect(await refused(search(stranger, request))).toMatchObject({ error: 'offline.notOurs' })
    expect(await refused(search(stranger, answer, 'a.d2c'))).toMatchObject({ error: 'offline.notOurs' })
    expect(await refused(search(vendor, 'hello'))).toMatchObject({ error: 'offline.unreadable' })
  })
})

describe('an administrator who sees a part of the licenses', () => {
  let clerk: Actor
  let pc: Device
  beforeAll(async () => {
    clerk = await center.administrator(vendor, ['offline.exchange', 'offline.view', 'snLicense.view'], {
      limited: ['product'],
    })
    pc = await device()
  })

  it('neither exchanges nor finds files of the others', async () => {
    const { guid, code } = await newCode()
    const text = pc.request('bind', { code })
    expect(await refused(hand(clerk, guid, text))).toMatchObject({ error: 'license.notFound' })
    const { files } = await clerk.call(toolCalls.read, { files: [{ name: 'a.c2d', text }] })
    expect(files).toMatchObject([{ isAllowed: false, reason: 'codeNotFound', told: { code: null, licenses: [] } }])
    const taskId = await exchange(clerk, [{ name: 'a.c2d', text }])
    expect((await vendor.call(taskCalls.findRows, { guid: taskId, currentPage: 1, pageSize: 5 })).rows).toMatchObject([
      { state: 'fail' },
    ])
    expect(await boundOf(guid)).toBe(0)
    const done = await hand(vendor, guid, text)
    expect(await search(clerk, text)).toMatchObject({ licenses: [], exchange: null })
    expect(await refused(search(clerk, done.text, 'a.d2c'))).toMatchObject({ error: 'offline.notOurs' })
    expect((await clerk.call(exchangeCalls.find, { currentPage: 1, pageSize: 10 })).rows).toEqual([])
    expect(await refused(clerk.call(exchangeCalls.download, { guid: done.guid }) as Promise<unknown>)).toMatchObject({
      error: 'offline.notFound',
    })
  })
})

it('a smart license can always be bound by a file', async () => {
  const {
    licenses: [issued],
  } = await vendor.call(licenseCalls.issue, { templateGuid: await vendor.smartTemplate(), count: 1 })
  const pc = await device()
  expect(await hand(vendor, issued?.guid ?? '', pc.request('bind', { code: issued?.serial ?? '' }))).toMatchObject({
    kind: 'bind',
  })
})
