// Users in and out of files, and the batches that can be taken back. The engine under them has tests of its own.
import {
  LIMITS,
  TASK_STATUSES,
  customerCalls,
  operationLogCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { ErrorName, PayloadOf, SheetFormat } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { createTestCenter, refused, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet, writeSheet } from '../../kernel/sheets/sheets.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}

const fileOf = async (rows: readonly (readonly string[])[], format: SheetFormat = 'csv') =>
  new File([new Uint8Array(await bytesOf(writeSheet(format, rows)))], `用户.${format}`)

async function rowsOf(file: File): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of readSheet(file, { ...LIMITS.userImport })) rows.push(row)
  return rows
}

/** What a call that answers a file answers, read back. */
async function download(
  by: Actor,
  path: string,
  payload: object,
  format: SheetFormat,
): Promise<{ name: string; file: File }> {
  const response = await center.center.app.inject({
    method: 'POST',
    url: path,
    headers: { ...by.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...payload, format }),
  })
  expect(response.statusCode).toBe(200)
  return {
    name: decodeURIComponent(
      /filename\*=UTF-8''(.*)$/.exec(String(response.headers['content-disposition']))?.[1] ?? '',
    ),
    file: new File([new Uint8Array(response.rawPayload)], `answer.${format}`),
  }
}

/** A reason as the list of rows says it. */
const said = (name: ErrorName, params: Record<string, string | number> = {}) =>
  errorSentence(center.ground.languages.zh, name, params)

type Options = Omit<PayloadOf<typeof userCalls.import>, 'file'>
const imported = async ({ call }: Actor, rows: readonly (readonly string[])[], options: Options = {}) =>
  call(userCalls.import, { file: await fileOf(rows), ...options })

async function finished(by: Actor, taskId: string) {
  await center.finishTask(by, taskId)
  const { success, fail, skip, status } = await by.call(taskCalls.get, { guid: taskId })
  const { rows } = await by.call(taskCalls.findRows, { guid: taskId, pageSize: 100 })
  return { counts: { success, fail, skip, status }, rows: rows.map(({ state, reason }) => [state, reason]) }
}

const HEAD = ['账号', '姓名', '性别', '电话', '地址', '客户', '描述', '标签']
const accountsOf = async ({ call }: Actor) =>
  (await call(userCalls.find, { sort: 'account', pageSize: 100 })).rows.map((row) => row.account)
/** So many other users. */
const fill = ({ developerId, accountId }: Actor, count: number) =>
  query(
    `insert into end_user (developer_id, guid, account_type, account, password_hash, activated_at,
       created_by, updated_by, created_at, updated_at)
     select $1, gen_random_uuid(), 4, 'filler-' || n, 'x', now(), $2, $2, now(), now()
     from generate_series(1, $3::int) n`,
    [developerId, accountId, count],
  )
const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)

describe('an import', () => {
  it('takes a template filled in, Chinese or English, .xlsx or .csv, with every column', async () => {
    for (const format of ['xlsx', 'csv'] as const) {
      for (const [locale, gender] of [
        ['zh-CN', '女'],
        ['en', 'Female'],
      ] as const) {
        const actor = await center.developer()
        const { file } = await download(
          { ...actor, headers: { ...actor.headers, 'accept-language': locale } },
          userCalls.importTemplate.path,
          {},
          format,
        )
        const [head = [], example = []] = await rowsOf(file)
        expect(example).toHaveLength(head.length)
        const filled = await fileOf(
          [
            head,
            ['Lin@Import.example', '林小满', gender, '010-12345678', '北京市', '云帆', '说明', '甲; 乙；丙,丁、戊'],
            ['13800138000'],
          ],
          format,
        )
        const { taskId } = await actor.call(userCalls.import, { file: filled })
        expect((await finished(actor, taskId)).counts).toEqual({
          success: 2,
          fail: 0,
          skip: 0,
          status: TASK_STATUSES.completed,
        })
        const {
          rows: [mobile, found],
        } = await actor.call(userCalls.find, { sort: 'account' })
        expect(mobile).toMatchObject({ account: '13800138000', accountType: 2, gender: 0 })
        expect(found).toMatchObject({
          account: 'lin@import.example',
          accountType: 1,
          userName: '林小满',
          gender: 2,
          phone: '010-12345678',
          address: '北京市',
          customerName: '云帆',
          description: '说明',
          activated: false,
        })
        // A comma belongs to a tag's name.
        expect(found?.tags.map((tag) => tag.name).toSorted()).toEqual(['丙,丁、戊', '乙', '甲'])
      }
    }
  })

  it('leaves out the example of its own template, which would break no rule', async () => {
    const actor = await center.developer()
    const { file, name } = await download(actor, userCalls.importTemplate.path, {}, 'xlsx')
    expect(name).toBe('用户导入模板.xlsx')
    expect(await refused(actor.call(userCalls.import, { file }))).toMatchObject({ error: 'user.fileEmpty' })
    const [head = [], example = []] = await rowsOf(file)
    const { taskId } = await imported(actor, [head, example, ['lin@import.example', ...example.slice(1)]])
    expect((await finished(actor, taskId)).counts).toMatchObject({ success: 1, skip: 0, fail: 0 })
    expect(await accountsOf(actor)).toEqual(['lin@import.example'])
  })

  it('says of each row what became of it, and a dry run said the same before anything was done', async () => {
    const actor = await center.developer()
    await actor.call(userCalls.create, userPayload({ account: 'old@import.example' }))
    const rows = [
      HEAD,
      ['new@import.example', '', '', '', '', '云帆', '', '甲'],
      ['OLD@import.example'],
      ['bad', '', '', '12-34'],
      [],
      ['New@Import.example'],
      ['x@import.example', '', '男女', '', '', '', '', '1;2;3;4;5;6'],
      ['', '没有账号'],
      ['kiosk-1'],
    ]
    const expected = [
      ['skip', said('user.accountTaken', { account: 'old@import.example' })],
      ['fail', expect.stringContaining('账号格式不正确') as string],
      ['skip', said('user.duplicateInFile', { row: 2 })],
      ['fail', expect.stringContaining('性别格式不正确') as string],
      ['fail', expect.stringContaining('账号不能为空') as string],
      ['fail', expect.stringContaining('账号格式不正确') as string],
    ]
    const { taskId } = await imported(actor, rows, { dryRun: true })
    const dry = await actor.call(taskCalls.findRows, { guid: taskId, pageSize: 100 })
    expect(dry.rows.map(({ state, reason }) => [state, reason])).toEqual([['waiting', null], ...expected])
    expect(dry.rows[2]?.reason).toContain('电话格式不正确')
    // As the sheet counts them, with its headings and the empty row.
    expect(dry.rows.map(({ n }) => n)).toEqual([2, 3, 4, 6, 7, 8, 9])
    expect(await accountsOf(actor)).toEqual(['old@import.example'])
    expect(await actor.call(tagCalls.list, {})).toEqual([])
    expect(await actor.call(customerCalls.list, {})).toEqual([])
    await actor.call(taskCalls.start, { guid: taskId })
    const done = await finished(actor, taskId)
    expect(done).toEqual({
      counts: { success: 1, fail: 4, skip: 2, status: TASK_STATUSES.partly },
      rows: [['success', null], ...expected],
    })
    expect(await accountsOf(actor)).toEqual(['new@import.example', 'old@import.example'])
  })

  it('finds a duplicate across the whole file, however far apart', async () => {
    const actor = await center.developer()
    const many = Array.from({ length: 1500 }, (_, index) => [`u${index}@far.example`])
    const { taskId } = await imported(actor, [['账号'], ...many, ['U3@far.example']])
    await center.finishTask(actor, taskId)
    expect(await actor.call(taskCalls.get, { guid: taskId })).toMatchObject({
      success: 1500,
      skip: 1,
      status: TASK_STATUSES.completed,
    })
    expect((await actor.call(taskCalls.findRows, { guid: taskId, state: 'skip' })).rows).toMatchObject([
      { n: 1502, reason: said('user.duplicateInFile', { row: 5 }) },
    ])
    expect(await actor.call(userCalls.count, {})).toBe(1500)
    expect((await actor.call(operationLogCalls.find, { targetKind: 'user' })).records).toBe(1500)
  })

  it('takes a row whose account stood before only in a row that could not be added', async () => {
    const actor = await center.developer()
    const { taskId } = await imported(actor, [
      ['账号', '电话'],
      ['a@twice.example', '12-34'],
      ['A@twice.example', '13800138000'],
      ['a@twice.example'],
    ])
    expect((await finished(actor, taskId)).rows).toEqual([
      ['fail', expect.stringContaining('电话格式不正确') as string],
      ['success', null],
      ['skip', said('user.duplicateInFile', { row: 3 })],
    ])
  })

  it('counts the tags that it would make once, whatever their case and however far apart', async () => {
    const actor = await center.developer()
    await query(
      `insert into tag (developer_id, guid, name, created_by, created_at)
       select $1, gen_random_uuid(), 't' || n, $2, now() from generate_series(1, $3::int) n`,
      [actor.developerId, actor.accountId, LIMITS.tag.perDeveloper - 1],
    )
    const many = Array.from({ length: 1100 }, (_, index) => [`u${index}@tags.example`, ''])
    const { taskId } = await imported(
      actor,
      [
        ['账号', '标签'],
        ['a@tags.example', 'Last'],
        ['b@tags.example', 'LAST'],
        ...many,
        ['c@tags.example', 'last'],
        ['d@tags.example', '多了'],
      ],
      { dryRun: true },
    )
    const full = [{ n: 1105, reason: said('tag.limit', { max: LIMITS.tag.perDeveloper }) }]
    expect((await actor.call(taskCalls.findRows, { guid: taskId, state: 'fail' })).rows).toMatchObject(full)
    await actor.call(taskCalls.start, { guid: taskId })
    await center.finishTask(actor, taskId)
    expect((await actor.call(taskCalls.findRows, { guid: taskId, state: 'fail' })).rows).toMatchObject(full)
  })

  it('sends the messages that are wanted, and none unless they are', async () => {
    const actor = await center.developer()
    const known = userPayload()
    await (await center.developer()).call(userCalls.create, { ...known, needActivation: false })
    const quiet = await imported(actor, [['账号'], ['quiet@mail.example']])
    await center.finishTask(actor, quiet.taskId)
    await expect(center.message('quiet@mail.example')).rejects.toThrow('there is no message')
    const told = await imported(actor, [['账号'], ['told@mail.example'], [known.account]], { sendMail: true })
    await center.finishTask(actor, told.taskId)
    expect(await center.message('told@mail.example')).toMatchObject({
      kind: 'addAccountActivate',
      link: expect.stringMatching(/./) as string,
    })
    expect(await center.message(known.account)).toMatchObject({ kind: 'addAccount' })
    const open = await imported(actor, [['账号'], ['open@mail.example']], { sendMail: true, needActivation: false })
    await center.finishTask(actor, open.taskId)
    expect(await center.message('open@mail.example')).toMatchObject({ kind: 'addAccountNew' })
  })

  it('of somebody who may not make customers or tags refuses the rows that would need it', async () => {
    const owner = await center.developer()
    await owner.call(customerCalls.create, { name: 'Acme' })
    await owner.call(tagCalls.create, { name: 'Vip' })
    const plain = await center.administrator(owner, ['user.view', 'user.create'])
    const { taskId } = await imported(
      plain,
      [
        ['账号', '客户', '标签'],
        ['a@names.example', 'ACME', 'vip'],
        ['b@names.example', '新客户'],
        ['c@names.example', '', '新标签'],
      ],
      { dryRun: true },
    )
    const { rows } = await plain.call(taskCalls.findRows, { guid: taskId })
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'fail', 'fail'])
    await plain.call(taskCalls.start, { guid: taskId })
    const done = await finished(plain, taskId)
    expect(done.rows).toEqual([
      ['success', null],
      ['fail', said('customer.unknown', { name: '新客户' })],
      ['fail', said('user.unknownTag', { name: '新标签' })],
    ])
    expect((await owner.call(userCalls.find, {})).rows).toMatchObject([
      { customerName: 'Acme', tags: [{ name: 'Vip' }] },
    ])
  })

  it('of somebody who sees a part of the users skips an account that others have out of their sight', async () => {
    const owner = await center.developer()
    await owner.call(userCalls.create, userPayload({ account: 'hidden@part.example', customerName: '别人的客户' }))
    const part = await center.administrator(owner, ['user.view', 'user.create', 'customer.create'])
    await query("update membership set limited = '{user,customer}' where account_id = $1", [part.accountId])
    const { taskId } = await imported(part, [
      ['账号', '客户'],
      ['hidden@part.example', ''],
      ['a@part.example', '别人的客户'],
      ['b@part.example', '自己的客户'],
    ])
    expect((await finished(part, taskId)).rows).toEqual([
      ['skip', said('user.accountTaken', { account: 'hidden@part.example' })],
      ['fail', said('customer.nameTaken', { name: '别人的客户' })],
      ['success', null],
    ])
    expect(await accountsOf(part)).toEqual(['b@part.example'])
  })

  it('refuses a file that it cannot use, on the field of the file', async () => {
    const { call } = await center.developer()
    // A file that says of itself how much it unpacks to.
    const bomb = Buffer.from(await (await fileOf([HEAD, ['a@b.example']], 'xlsx')).arrayBuffer())
    bomb.writeUInt32LE(LIMITS.userImport.unpackedBytes + 1, bomb.indexOf('PK\u0001\u0002') + 24)
    const cases: [File, string][] = [
      [new File([bomb], 'a.xlsx'), 'user.fileTooLarge'],
      [new File(['PK\u0003\u0004 no spreadsheet'], 'a.xlsx'), 'user.fileUnreadable'],
      [await fileOf([['姓名'], ['甲']]), 'user.fileColumns'],
      [await fileOf([HEAD]), 'user.fileEmpty'],
      [await fileOf([HEAD, [], ['', '']]), 'user.fileEmpty'],
      [new File([`账号\n${'a@b.example\n'.repeat(LIMITS.userImport.rows + 1)}`], 'a.csv'), 'user.fileRows'],
    ]
    for (const [file, name] of cases) {
      const { error, fields } = await refused(call(userCalls.import, { file }))
      expect(error).toBe(name)
      expect(fields[0]?.path).toBe('file')
    }
    expect((await refused(call(userCalls.import, { file: new File(['x'], 'a.pdf') }))).fields).toMatchObject([
      { path: 'file', rule: 'fileKind' },
    ])
    expect((await refused(call(userCalls.import, { file: new File([], 'a.csv') }))).fields).toMatchObject([
      { path: 'file', rule: 'fileEmpty' },
    ])
    const tooLarge = new File([Buffer.alloc(LIMITS.userImport.fileBytes + 1)], 'a.csv')
    expect((await refused(call(userCalls.import, { file: tooLarge }))).fields).toMatchObject([
      { path: 'file', rule: 'fileTooLarge', message: expect.stringContaining('24 MB') as string },
    ])
    expect((await call(taskCalls.find, {})).records).toBe(0)
  })

  it('of a trial developer takes ten rows, and as many as there is room for', async () => {
    const actor = await center.developer({ status: 'trial' })
    const { importRows, users } = LIMITS.trial
    const rows = (count: number, name: string) => [
      ['账号'],
      ...Array.from({ length: count }, (_, index) => [`${name}${index}@trial.example`]),
    ]
    const tooMany = await refused(imported(actor, rows(importRows + 3, 'a')))
    expect(tooMany.error).toBe('user.trialImportLimit')
    expect(tooMany.message).toContain(String(importRows + 3))
    await fill(actor, users - 2)
    const { taskId } = await imported(actor, rows(importRows, 'b'), { dryRun: true })
    const { rows: judged } = await actor.call(taskCalls.findRows, { guid: taskId })
    expect(judged.map(({ state }) => state)).toEqual([
      ...Array<string>(2).fill('waiting'),
      ...Array<string>(8).fill('fail'),
    ])
    expect(judged[2]?.reason).toBe(said('user.trialLimit', { max: users }))
    await actor.call(taskCalls.start, { guid: taskId })
    expect((await finished(actor, taskId)).counts).toMatchObject({ success: 2, fail: 8 })
    expect(await actor.call(userCalls.count, {})).toBe(users)
  })

  it('is taken back but for users that somebody changed or removed since', async () => {
    const actor = await center.developer()
    const { taskId } = await imported(actor, [
      ['账号', '标签'],
      ['a@undo.example', '甲'],
      ['b@undo.example'],
      ['c@undo.example'],
      ['bad'],
    ])
    await center.finishTask(actor, taskId)
    const [, b, c] = (await actor.call(userCalls.find, { sort: 'account' })).rows
    center.clock.advance(1000)
    await actor.call(userCalls.update, { guid: b?.guid ?? '', userName: '改过' })
    await actor.call(userCalls.delete, { guid: c?.guid ?? '' })
    const undo = await actor.call(taskCalls.undo, { guid: taskId })
    expect((await finished(actor, undo.taskId)).rows).toEqual([
      ['success', null],
      ['skip', said('user.changedSince')],
      ['skip', said('user.notFound')],
    ])
    expect(await accountsOf(actor)).toEqual(['b@undo.example'])
    expect(
      (await actor.call(operationLogCalls.find, { targetKind: 'user' })).rows.filter(({ type }) => type === 2),
    ).toHaveLength(2)
  })
})

describe('an import that costs', () => {
  // A center of its own: one address may import so many times a minute.
  let busy: TestCenter
  beforeAll(async () => {
    busy = await createTestCenter()
  })
  afterAll(() => busy.close())

  it('refuses a small file that names the same long text in every cell', async () => {
    const { call } = await busy.developer()
    const row = ['a@b.example', ...Array.from({ length: 7 }, () => 'x'.repeat(LIMITS.userImport.cellMax))]
    const file = new File(
      [
        new Uint8Array(
          await writeXlsx({
            sheets: [{ name: 'a', rows: [HEAD, ['a@b.example'], ...Array.from({ length: 10_000 }, () => row)] }],
          }),
        ),
      ],
      'a.xlsx',
    )
    const { error, fields } = await refused(call(userCalls.import, { file }))
    expect([error, fields[0]?.path]).toEqual(['user.fileTooLarge', 'file'])
  })

  it('holds no connection while it reads, so that a file nobody can use costs others nothing', async () => {
    const { call } = await busy.developer()
    const pool = busy.ground.database.app
    let taken = 0
    const count = () => {
      taken += 1
    }
    /** How many connections a refused import takes in all. */
    async function takenBy(file: File) {
      taken = 0
      await refused(call(userCalls.import, { file }))
      return taken
    }
    pool.on('acquire', count)
    try {
      // One that no use case sees, against those that are read first.
      const gates = await takenBy(new File(['x'], 'a.pdf'))
      expect(gates).toBeGreaterThan(0)
      for (const file of [
        new File(['PK'], 'a.xlsx'),
        await fileOf([HEAD]),
        new File([`账号\n${'a@b.example\n'.repeat(LIMITS.userImport.rows + 1)}`], 'a.csv'),
      ])
        expect(await takenBy(file)).toBe(gates)
    } finally {
      pool.off('acquire', count)
    }
  })

  it('asked for many times at once is done a few at a time, and refused beyond', async () => {
    const actor = await busy.developer()
    const file = await fileOf([['账号'], ...Array.from({ length: 3_000 }, (_, n) => [`u${n}@turn.example`])])
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => actor.call(userCalls.import, { file, dryRun: true })),
    )
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refusals.length).toBeGreaterThan(0)
    expect(asked.length - refusals.length).toBeGreaterThanOrEqual(4)
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: 'platform.tooFrequent' })
  })
})

describe('a batch deletion', () => {
  it('removes what is there, skips what is gone, and brings users back unless they were added again', async () => {
    const actor = await center.developer()
    const { call } = actor
    const [a, b, c] = [
      userPayload({ customerName: '云帆', tags: ['甲', '乙'], userName: '甲' }),
      userPayload(),
      userPayload(),
    ]
    const guids: string[] = []
    for (const payload of [a, b, c]) guids.push((await call(userCalls.create, payload)).guid)
    await call(userCalls.delete, { guid: guids[2] ?? '' })
    const foreign = await (await center.developer()).call(userCalls.create, userPayload())
    const { taskId } = await call(userCalls.batchDelete, { guids: [...guids, guids[0] ?? '', foreign.guid] })
    expect((await finished(actor, taskId)).rows).toEqual([
      ['success', null],
      ['success', null],
      ['skip', said('user.notFound')],
      ['skip', said('user.notFound')],
    ])
    expect(await accountsOf(actor)).toEqual([])
    await call(userCalls.create, b)
    const [tag, kept] = await call(tagCalls.list, {})
    await call(tagCalls.delete, { guid: tag?.guid ?? '' })
    const [customer] = await call(customerCalls.list, {})
    await call(customerCalls.delete, { guid: customer?.guid ?? '' })
    const undo = await call(taskCalls.undo, { guid: taskId })
    expect((await finished(actor, undo.taskId)).rows).toEqual([
      ['success', null],
      ['skip', said('user.accountTaken', { account: b.account })],
    ])
    // What it belonged to and is gone since stays gone.
    expect(await call(userCalls.get, { guid: guids[0] ?? '' })).toMatchObject({
      account: a.account,
      userName: '甲',
      customerName: null,
      tags: [{ name: kept?.name }],
    })
    expect(await call(userCalls.count, {})).toBe(2)
    expect(
      (await call(operationLogCalls.find, { targetKind: 'user', targetGuid: guids[0] })).rows.map(({ type }) => type),
    ).toEqual([0, 2, 0])
  })

  it('is about the first account, whole, and about something when all are gone', async () => {
    const { call } = await center.developer()
    const long = {
      account: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.example`,
      sendMail: false,
    }
    const guids = [(await call(userCalls.create, long)).guid, (await call(userCalls.create, userPayload())).guid]
    const subjectOf = async (some: string[]) =>
      (await call(taskCalls.get, { guid: (await call(userCalls.batchDelete, { guids: some })).taskId })).subject
    expect(await subjectOf(guids)).toBe(long.account)
    await call(userCalls.delete, { guid: guids[0] ?? '' })
    expect(await subjectOf(guids.slice(0, 1))).toBe(long.account)
    const nobody = center.ground.ids.guid()
    expect(await subjectOf([nobody])).toBe(nobody)
  })

  it("brings users back without a customer that went meanwhile, also one out of the caller's sight", async () => {
    const owner = await center.developer()
    const { guid } = await owner.call(userCalls.create, userPayload({ customerName: '云帆' }))
    const part = await center.administrator(owner, ['user.view', 'user.delete'], {
      limited: ['user', 'customer'],
      assigned: { user: [guid] },
    })
    const { taskId } = await part.call(userCalls.batchDelete, { guids: [guid] })
    await center.finishTask(part, taskId)
    const [customer] = await owner.call(customerCalls.list, {})
    await owner.call(customerCalls.delete, { guid: customer?.guid ?? '' })
    await center.finishTask(part, (await part.call(taskCalls.undo, { guid: taskId })).taskId)
    expect((await query('select customer_guid, deleted_at from end_user where guid = $1', [guid])).rows).toEqual([
      { customer_guid: null, deleted_at: null },
    ])
  })

  it("brings nobody back over somebody out of the caller's sight", async () => {
    const owner = await center.developer()
    const part = await center.administrator(owner, ['user.view', 'user.create', 'user.delete'])
    await query("update membership set limited = '{user}' where account_id = $1", [part.accountId])
    const [taken, free] = [userPayload(), userPayload()]
    const guids = [(await part.call(userCalls.create, taken)).guid, (await part.call(userCalls.create, free)).guid]
    const { taskId } = await part.call(userCalls.batchDelete, { guids })
    await center.finishTask(part, taskId)
    await owner.call(userCalls.create, taken)
    const undo = await part.call(taskCalls.undo, { guid: taskId })
    expect((await finished(part, undo.taskId)).rows).toEqual([
      ['skip', said('user.accountTaken', { account: taken.account })],
      ['success', null],
    ])
    expect(await accountsOf(part)).toEqual([free.account])
  })

  it('of a trial developer brings back as many as there is room for', async () => {
    const actor = await center.developer({ status: 'trial' })
    const [a, b] = [userPayload(), userPayload()]
    const guids: string[] = []
    for (const payload of [a, b]) guids.push((await actor.call(userCalls.create, payload)).guid)
    const { taskId } = await actor.call(userCalls.batchDelete, { guids })
    await center.finishTask(actor, taskId)
    await fill(actor, LIMITS.trial.users - 1)
    const undo = await actor.call(taskCalls.undo, { guid: taskId })
    expect((await finished(actor, undo.taskId)).counts).toMatchObject({ success: 1, fail: 1 })
    expect(await actor.call(userCalls.count, {})).toBe(LIMITS.trial.users)
    // Cancelled and asked for anew, it finds who is back already.
    await actor.call(taskCalls.cancel, { guid: undo.taskId })
    await query("delete from end_user where developer_id = $1 and account = 'filler-1'", [actor.developerId])
    const anew = await actor.call(taskCalls.undo, { guid: taskId })
    const [first, second] = (await finished(actor, anew.taskId)).rows.toSorted((one, other) =>
      String(one[0]).localeCompare(String(other[0])),
    )
    expect([first?.[0], second]).toEqual(['skip', ['success', null]])
    expect([a, b].map(({ account }) => said('user.accountTaken', { account }))).toContain(first?.[1])
  })
})

describe('an export', () => {
  it('holds what the filters find and the caller sees, in every page, and reads back as an import', async () => {
    const owner = await center.developer()
    const rows = [
      HEAD,
      ...Array.from({ length: 1100 }, (_, index) => [
        `u${String(index).padStart(4, '0')}@export.example`,
        '',
        '',
        '',
        '',
        index === 7 ? '云帆' : '',
        '',
        index < 3 ? '甲' : '',
      ]),
    ]
    await center.finishTask(owner, (await imported(owner, rows)).taskId)
    const { name, file } = await download(owner, userCalls.export.path, {}, 'csv')
    expect(name).toBe('用户.csv')
    const all = await rowsOf(file)
    expect(all[0]?.slice(0, 8)).toEqual(HEAD)
    expect(
      all
        .slice(1)
        .map(([account = '']) => account)
        .toSorted(),
    ).toEqual(rows.slice(1).map(([account]) => account))
    const [tag] = await owner.call(tagCalls.list, {})
    const [customer] = await owner.call(customerCalls.list, {})
    const exported = async (by: Actor, filter: object) =>
      (await rowsOf((await download(by, userCalls.export.path, filter, 'xlsx')).file))
        .slice(1)
        .map(([account = '']) => account.slice(0, 5))
        .toSorted()
    expect(await exported(owner, { tagGuids: [tag?.guid] })).toEqual(['u0000', 'u0001', 'u0002'])
    expect(await exported(owner, { customerGuid: customer?.guid })).toEqual(['u0007'])
    expect(await exported(owner, { account: 'U0042', accountType: 1, activated: false })).toEqual(['u0042'])
    expect(await exported(owner, { activated: true })).toEqual([])
    const part = await center.administrator(owner, ['user.view', 'user.create', 'user.export'])
    await query("update membership set limited = '{user}' where account_id = $1", [part.accountId])
    await part.call(userCalls.create, userPayload({ account: 'own@x.example' }))
    expect(await exported(part, {})).toEqual(['own@x'])
    const copy = await center.developer()
    const { taskId } = await copy.call(userCalls.import, { file: new File([file], 'copy.csv') })
    await center.finishTask(copy, taskId)
    expect(await copy.call(taskCalls.get, { guid: taskId })).toMatchObject({ success: 1100, fail: 0 })
  })

  it('never hands a spreadsheet a formula, and an import gives back what was written', async () => {
    const owner = await center.developer()
    const address = '=HYPERLINK("http://evil.example","x")'
    await owner.call(userCalls.create, userPayload({ address, description: '@SUM(A1)' }))
    for (const format of ['csv', 'xlsx'] as const) {
      const { file } = await download(owner, userCalls.export.path, {}, format)
      const [, row = []] = await rowsOf(file)
      expect([row[4], row[6]]).toEqual([address, '@SUM(A1)'])
      if (format === 'csv') expect(await file.text()).toMatch(/"?'=HYPERLINK/)
      const copy = await center.developer()
      await center.finishTask(
        copy,
        (await copy.call(userCalls.import, { file: new File([file], `copy.${format}`) })).taskId,
      )
      expect((await copy.call(userCalls.find, {})).rows).toMatchObject([{ address, description: '@SUM(A1)' }])
    }
  })
})
