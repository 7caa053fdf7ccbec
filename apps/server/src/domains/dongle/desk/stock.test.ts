// Dongles at the platform desk: registration from files, stock, assignment, return and history.
import {
  LOCK_STATUSES,
  OPERATION_TYPES,
  controlLockCalls,
  dongleDesk,
  identityCalls,
  operationLogCalls,
  operatorDesk,
  userLockCalls,
} from '@sealwright/contract'
import { PASSWORD, createTestCenter, newRegistration, refused, registerLocks } from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Registration } from '../lock/register.rules.ts'

let center: TestCenter
let desk: DeskActor
let vendor: Actor
beforeAll(async () => {
  center = await createTestCenter()
  desk = await center.operator('support')
  vendor = await center.developer({ name: '甲公司' })
})
afterAll(() => center.close())

const HEAD = 'kind,shell,serial,produced,firmware,sign,seal,mode,days,pin'
const lineOf = ({ kind, shellNumber, serialNumber, producedAt, firmware, signKey, sealKey, pin }: Registration) =>
  [
    kind,
    shellNumber,
    serialNumber,
    producedAt.toISOString(),
    firmware,
    signKey ?? '',
    sealKey ?? '',
    kind === 'user' ? 'activation' : '',
    kind === 'user' ? 30 : '',
    pin ?? '',
  ].join()
const fileOf = (...lines: readonly string[]) => new File([[HEAD, ...lines].join('\n')], 'locks.csv')
const newLine = (given: Partial<Registration> = {}) => {
  const { row } = newRegistration(given)
  return { row, line: lineOf(row) }
}
const find = async (keyword: string) => (await desk.call(dongleDesk.find, { keyword })).rows[0]

async function stocked(given: Partial<Registration> = {}): Promise<{ guid: string; shell: string }> {
  const { row, line } = newLine(given)
  await desk.call(dongleDesk.register, { file: fileOf(line) })
  return { guid: (await find(row.shellNumber))?.guid ?? '', shell: row.shellNumber }
}
const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error

describe('a file', () => {
  it('is checked row by row without a change, then registered as a whole or not at all (rowsWrong)', async () => {
    const [known, fresh, broken] = [newLine(), newLine(), newLine({ firmware: '' })]
    await desk.call(dongleDesk.register, { file: fileOf(known.line) })
    const file = () => fileOf(known.line, fresh.line, broken.line, fresh.line)
    const checked = await desk.call(dongleDesk.check, { file: file() })
    expect(checked).toMatchObject({
      fresh: 1,
      known: 1,
      wrong: 2,
      rows: [
        { line: 4, state: 'wrong', problems: [{ column: 'firmware', problem: 'firmware' }] },
        { line: 5, problems: ['shell', 'serial', 'sign'].map((column) => ({ column, params: { line: 3 } })) },
        { line: 2, state: 'known' },
        { line: 3, state: 'new' },
      ],
    })
    expect(await refused(desk.call(dongleDesk.register, { file: file() }))).toMatchObject({
      error: 'dongle.rowsWrong',
      fields: [expect.objectContaining({ path: 'file' })],
    })
    expect(await find(fresh.row.shellNumber)).toBeUndefined()
    expect(await desk.call(dongleDesk.register, { file: fileOf(known.line, fresh.line) })).toEqual({
      added: 1,
      known: 1,
    })
    expect(await find(fresh.row.shellNumber)).toMatchObject({ developerId: null, status: null, hindrance: null })
    const log = await (await center.operator('auditor')).call(operatorDesk.log, { targetKind: 'dongle' })
    expect(log.rows[0]).toMatchObject({ targetName: 'locks.csv' })
  })

  it('can register for a developer; a lock of another place is wrong (inStock, otherDeveloper)', async () => {
    const { row, line } = newLine()
    const { developerId } = vendor
    expect(await desk.call(dongleDesk.register, { file: fileOf(line), developerId })).toEqual({ added: 1, known: 0 })
    expect(await find(row.shellNumber)).toMatchObject({ developerId, developerName: '甲公司', status: 1 })
    expect((await vendor.call(userLockCalls.find, { keyword: row.shellNumber })).records).toBe(1)
    const problemOf = async (text: string, given: object) =>
      (await desk.call(dongleDesk.check, { file: fileOf(text), ...given })).rows[0]?.problems[0]?.problem
    expect(await problemOf(line, {})).toBe('otherDeveloper')
    const other = newLine()
    await desk.call(dongleDesk.register, { file: fileOf(other.line) })
    expect(await problemOf(other.line, { developerId })).toBe('inStock')
    const changed = lineOf({ ...other.row, firmware: '9', sealKey: newRegistration().row.sealKey })
    expect(await problemOf(changed, {})).toBe('otherNumbers')
  })

  it('can be refused (fileUnreadable, fileColumns, fileEmpty, fileTooLong, developerNotFound)', async () => {
    const check = (file: File, developerId?: number) =>
      errorOf(desk.call(dongleDesk.check, { file, ...(developerId !== undefined && { developerId }) }))
    expect(await check(new File(['PK\u0003\u0004 no sheet'], 'a.xlsx'))).toBe('dongle.fileUnreadable')
    expect(await check(new File(['kind,shell\n'], 'a.csv'))).toBe('dongle.fileColumns')
    expect(await check(fileOf())).toBe('dongle.fileEmpty')
    expect(await check(fileOf(...Array.from({ length: 20_001 }, () => 'x')))).toBe('dongle.fileTooLong')
    expect(await check(fileOf(newLine().line), 999_999)).toBe('dongle.developerNotFound')
  })
})

describe('a lock in stock', () => {
  it('is given to a developer, who can use it at once and reads its PIN (notInStock, developerNotFound)', async () => {
    const { developerId } = vendor
    const control = await stocked({ kind: 'control', signKey: null, sealKey: null, pin: '77-31' })
    const user = await stocked()
    const guids = [control.guid, user.guid]
    expect(await errorOf(desk.call(dongleDesk.assign, { guids, developerId: 999_999 }))).toBe(
      'dongle.developerNotFound',
    )
    expect(await desk.call(dongleDesk.assign, { guids, developerId })).toEqual({ moved: 2 })
    expect(await vendor.call(userLockCalls.get, { guid: user.guid })).toMatchObject({
      shellNumber: user.shell,
      status: 1,
    })
    await vendor.call(identityCalls.confirm, { password: PASSWORD })
    expect(await vendor.call(controlLockCalls.revealPin, { guid: control.guid })).toEqual({ pin: '77-31' })
    const again = await refused(desk.call(dongleDesk.assign, { guids: [user.guid], developerId }))
    expect(again).toMatchObject({ error: 'dongle.notInStock', fields: [expect.objectContaining({ path: 'guids' })] })
    const log = await vendor.call(operationLogCalls.find, { targetGuid: user.guid })
    expect(log.rows).toMatchObject([{ type: OPERATION_TYPES.add }])
  })

  it('comes back to the same developer, or goes to another one, and its history tells all of it', async () => {
    const { guid, shell } = await stocked()
    const other = await center.developer({ name: '乙公司' })
    await desk.call(dongleDesk.assign, { guids: [guid], developerId: vendor.developerId })
    await vendor.call(userLockCalls.update, { guid, remark: '展会用' })
    for (const { developerId } of [vendor, other]) {
      await desk.call(dongleDesk.takeBack, { guids: [guid], reason: '换货' })
      expect((await vendor.call(userLockCalls.find, { keyword: shell })).records).toBe(0)
      await desk.call(dongleDesk.assign, { guids: [guid], developerId })
    }
    expect(await other.call(userLockCalls.get, { guid })).toMatchObject({ remark: null })
    expect(await errorOf(vendor.call(userLockCalls.get, { guid }))).toBe('userLock.notFound')
    const { rows } = await desk.call(dongleDesk.history, { guid, order: 'asc', pageSize: 50 })
    expect(rows.map(({ kind, developerName }) => [kind, developerName])).toEqual([
      ['stocked', null],
      ['given', '甲公司'],
      ['edited', '甲公司'],
      ['returned', '甲公司'],
      ['given', '甲公司'],
      ['returned', '甲公司'],
      ['given', '乙公司'],
    ])
    expect(rows[3]).toMatchObject({ reason: '换货', by: expect.stringContaining('Operator') as string })
    const nobody = crypto.randomUUID()
    expect(await errorOf(desk.call(dongleDesk.history, { guid: nobody }))).toBe('dongle.notFound')
    expect(await errorOf(desk.call(dongleDesk.get, { guid: nobody }))).toBe('dongle.notFound')
  })
})

describe('a return', () => {
  it('needs an empty lock at rest (isInStock, isLost, isLocked, isChanging, hasLicenses, hasPackages)', async () => {
    const { lost, locked, lockWaiting, activated } = LOCK_STATUSES
    const [lock] = await registerLocks(center, vendor, 1)
    const guid = lock?.guid ?? ''
    const { owner } = center.ground.database
    const set = (text: string) =>
      owner.query(`update dongle set ${text} where developer_id = $1 and guid = $2`, [vendor.developerId, guid])
    const back = () => desk.call(dongleDesk.takeBack, { guids: [guid], reason: '停用' })
    const cases = [
      [`status = ${lost}`, 'dongle.isLost', 'lost'],
      [`status = ${locked}`, 'dongle.isLocked', 'locked'],
      [`status = ${lockWaiting}`, 'dongle.isChanging', 'changing'],
      [`status = ${activated}, licenses = 1`, 'dongle.hasLicenses', 'licenses'],
    ] as const
    for (const [text, error, hindrance] of cases) {
      await set(text)
      expect(await errorOf(back())).toBe(error)
      expect(await desk.call(dongleDesk.get, { guid })).toMatchObject({ hindrance })
    }
    await set('licenses = 0')
    const issue = crypto.randomUUID()
    const by = [vendor.developerId, issue, vendor.accountId]
    await owner.query(
      `insert into dongle_issue (developer_id, guid, kind, operations, license_ids, at, actor_id, actor_name)
       values ($1, $2, 'clear', '[]', '{}', now(), $3, 'x')`,
      by,
    )
    await owner.query(
      `insert into dongle_package (developer_id, guid, dongle_guid, shell_number, issue_guid, license_ids, number,
         status, digest, file_name, made_at, valid_until, actor_id, actor_name)
       values ($1, $2, $4, $5, $2, '{}', 1, 0, decode(repeat('00', 32), 'hex'), 'x', $6, $7, $3, 'x')`,
      [...by, guid, lock?.shellNumber, center.clock.now(), new Date(center.clock.now().getTime() + 1000)],
    )
    expect(await errorOf(back())).toBe('dongle.hasPackages')
    center.clock.advance(2000)
    expect(await back()).toEqual({ moved: 1 })
    expect(await errorOf(back())).toBe('dongle.isInStock')
  })
})

describe('the list', () => {
  it('finds locks by number, kind, place, developer and status', async () => {
    const one = await center.developer({ name: '丙公司' })
    const [lost] = await registerLocks(center, one, 1, { status: LOCK_STATUSES.lost })
    await registerLocks(center, one, 1)
    const { shell } = await stocked()
    const { developerId } = one
    const shells = async (filter: object) =>
      (await desk.call(dongleDesk.find, { sort: 'shellNumber', order: 'asc', ...filter })).rows.map(
        (r) => r.shellNumber,
      )
    expect(await shells({ developerId })).toHaveLength(2)
    expect(await shells({ developerId, group: 'lost' })).toEqual([lost?.shellNumber])
    expect(await shells({ keyword: lost?.serialNumber.slice(0, 12).toUpperCase() })).toEqual([lost?.shellNumber])
    expect(await shells({ developerId, kind: 'control' })).toEqual([])
    expect(await shells({ keyword: shell, place: 'stock' })).toEqual([shell])
    expect(await shells({ keyword: shell, place: 'developer' })).toEqual([])
    expect((await desk.call(dongleDesk.developers, { keyword: '丙' })).rows).toEqual([
      { developerId, name: '丙公司', locks: 2 },
    ])
  })
})
