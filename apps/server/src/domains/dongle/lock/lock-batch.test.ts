// Batches of actions on user locks, and the import of customers and remarks. The engine under them has its own tests.
import { LIMITS, LOCK_STATUSES, customerCalls, taskCalls, userLockCalls } from '@sealwright/contract'
import type { PayloadOf, SheetFormat } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { createTestCenter, customerPayload, lockOf, refused, registerLocks } from '@sealwright/testkit'
import type { Actor, TestCenter, TestLock } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet, writeSheet } from '../../../kernel/sheets/sheets.ts'

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

async function fileOf(rows: readonly (readonly string[])[], format: SheetFormat = 'csv'): Promise<File> {
  const parts: Uint8Array[] = []
  for await (const part of writeSheet(format, rows)) parts.push(part)
  return new File([new Uint8Array(Buffer.concat(parts))], `锁.${format}`)
}

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

async function rowsOf(by: Actor, taskId: string) {
  const { rows } = await by.call(taskCalls.findRows, { guid: taskId, pageSize: 100 })
  return rows.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()).toSorted()
}
const said = (...error: Parameters<typeof errorSentence> extends [unknown, ...infer Rest] ? Rest : never) =>
  errorSentence(center.ground.languages.zh, ...error)

describe('a batch of actions', () => {
  it('tells each row its result, by selection, number and filter, and is undone for what nobody fetched', async () => {
    const main = await center.developer()
    const [one, two, three] = (await registerLocks(center, main, 3)) as [TestLock, TestLock, TestLock] // three
    const permanent = first(await registerLocks(center, main, 1, { home: S.permanent }))
    const payload = {
      act: 'reportLost' as const,
      reason: '遗失',
      guids: [one.guid],
      shellNumbers: [two.shellNumber, ` ${permanent.shellNumber} `, '99999999'],
      filter: { keyword: three.shellNumber },
    }
    const { taskId: draft } = await main.call(userLockCalls.batchAct, { ...payload, dryRun: true })
    await center.finishTask(main, draft)
    const refusals = [`fail ${said('userLock.notFound')}`, `skip ${said('userLock.permanentNotLost')}`]
    expect(await rowsOf(main, draft)).toEqual(expect.arrayContaining(refusals))
    expect(await lockOf(main, one.guid)).toMatchObject({ status: S.notActivated })
    await main.call(taskCalls.start, { guid: draft })
    await center.finishTask(main, draft)
    expect(await main.call(taskCalls.get, { guid: draft })).toMatchObject({ success: 3, skip: 1, fail: 1 })
    expect(await lockOf(main, three.guid)).toMatchObject({ status: S.lost, command: { reason: '遗失' } })
    // The lock fetched it meanwhile.
    await query(`update dongle_command set state = 'processing', number = 1, until = now() where dongle_guid = $1`, [
      two.guid,
    ])
    await query('update dongle set status = $2 where guid = $1', [two.guid, S.lossProcessing])
    const undo = await center.undoTask(main, draft)
    expect(await rowsOf(main, undo)).toEqual([expect.stringMatching(/^skip /), 'success', 'success'])
    expect(await lockOf(main, one.guid)).toMatchObject({ status: S.notActivated, command: { state: 'cancelled' } })
    expect(await lockOf(main, two.guid)).toMatchObject({ status: S.lossProcessing })
  })

  it('needs locks, not more than allowed, and days if it sets them', async () => {
    const main = await center.developer()
    const errorOf = async (payload: PayloadOf<typeof userLockCalls.batchAct>) =>
      (await refused(main.call(userLockCalls.batchAct, payload))).error
    expect(await errorOf({ act: 'lock' })).toBe('userLock.noneChosen')
    expect(await errorOf({ act: 'lock', filter: {} })).toBe('userLock.noneChosen')
    expect(await errorOf({ act: 'setOfflineDays', shellNumbers: ['99999999'] })).toBe('userLock.daysNeeded')
    const many = Array.from({ length: LIMITS.dongle.batchLocks }, (_, n) => String(10_000_000 + n))
    const guids = [crypto.randomUUID()]
    expect(await errorOf({ act: 'lock', shellNumbers: many, guids })).toBe('userLock.tooMany')
  })

  it('takes its numbers from a file: the column of that name, or the first one', async () => {
    const main = await center.developer()
    const read = async (file: File) => main.call(userLockCalls.readFile, { file })
    const named = await fileOf([['备注', 'Shell number'], ['x', '12345678'], [], ['y', '12345678'], ['z', '87654321']])
    expect(await read(named)).toEqual({ shellNumbers: ['12345678', '87654321'] })
    expect(await read(new File(['12345678\r\n23456789 34567890\n'], 'list.txt'))).toEqual({
      shellNumbers: ['12345678', '23456789', '34567890'],
    })
    const errorOf = async (file: File) => (await refused(read(file))).error
    expect(await errorOf(new File(['外壳号\n'], 'list.csv'))).toBe('userLock.fileEmpty')
    expect(await errorOf(new File(['no sheet'], 'list.xlsx'))).toBe('userLock.fileUnreadable')
    const many = Array.from({ length: LIMITS.dongle.batchLocks + 1 }, (_, n) => String(10_000_000 + n)).join('\n')
    expect(await errorOf(new File([many], 'list.csv'))).toBe('userLock.tooMany')
  })
})

describe('an import', () => {
  it('sets customers and remarks, names wrong rows, and its undo restores what was there before', async () => {
    const main = await center.developer()
    const [one, two, three] = (await registerLocks(center, main, 3)) as [TestLock, TestLock, TestLock] // three
    const [cloud, river] = [await newCustomer(main, '云帆'), await newCustomer(main, '长河')]
    await main.call(userLockCalls.update, { guid: one.guid, customerGuid: river, remark: '旧' })
    const template = await download(main, userLockCalls.importTemplate.path, {})
    const [head = [], example = []] = template
    expect(head).toEqual(['外壳号', '客户', '备注'])
    const rows = [
      head,
      example,
      [one.shellNumber, '云帆', ''],
      [two.shellNumber, '', '新'],
      [three.shellNumber, '没有的客户', ''],
      [one.shellNumber, '', ''],
      ['123', '', ''],
      ['99999999', '', 'x'],
      [two.shellNumber.slice(0, -1), '', 'x'.repeat(LIMITS.dongle.remarkMax + 1)],
    ]
    const { taskId } = await main.call(userLockCalls.import, { file: await fileOf(rows, 'xlsx'), dryRun: true })
    await center.finishTask(main, taskId)
    expect(await lockOf(main, one.guid)).toMatchObject({ customerGuid: river })
    await main.call(taskCalls.start, { guid: taskId })
    await center.finishTask(main, taskId)
    const rowStates = await rowsOf(main, taskId)
    expect(rowStates.map((state) => state.split(' ')[0])).toEqual([
      'fail',
      'fail',
      'fail',
      'fail',
      'skip',
      'success',
      'success',
    ])
    expect(rowStates).toEqual(
      expect.arrayContaining([
        `fail ${said('userLock.customerUnknown', { name: '没有的客户' })}`,
        `fail ${said('userLock.notFound')}`,
        `skip ${said('userLock.duplicateInFile', { row: 3 })}`,
      ]),
    )
    expect(await lockOf(main, one.guid)).toMatchObject({ customerGuid: cloud, remark: null })
    expect(await lockOf(main, two.guid)).toMatchObject({ customerGuid: null, remark: '新' })
    await main.call(userLockCalls.update, { guid: two.guid, remark: '更新' })
    const undo = await center.undoTask(main, taskId)
    expect(await rowsOf(main, undo)).toEqual([`skip ${said('userLock.changedSince')}`, 'success'])
    expect(await lockOf(main, one.guid)).toMatchObject({ customerGuid: river, remark: '旧' })
    expect(await lockOf(main, two.guid)).toMatchObject({ remark: '更新' })
  })

  it('leaves columns that the file does not have, and needs the columns of its name', async () => {
    const main = await center.developer()
    const { guid, shellNumber } = first(await registerLocks(center, main, 1))
    await main.call(userLockCalls.update, { guid, remark: '旧', customerGuid: await newCustomer(main, '云帆') })
    const { taskId } = await main.call(userLockCalls.import, {
      file: await fileOf([
        ['shellNumber', 'remark'],
        [shellNumber, ''],
      ]),
    })
    await center.finishTask(main, taskId)
    expect(await lockOf(main, guid)).toMatchObject({ remark: null, customerName: '云帆' })
    const errorOf = async (rows: readonly (readonly string[])[]) =>
      (await refused(main.call(userLockCalls.import, { file: await fileOf(rows) }))).error
    expect(await errorOf([['外壳号'], [shellNumber]])).toBe('userLock.fileColumns')
    expect(await errorOf([['外壳号', '备注']])).toBe('userLock.fileEmpty')
  })
})
