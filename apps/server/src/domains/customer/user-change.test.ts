// Tags and customers of many users at once, and how they are taken back; the users of one import.
import {
  LIMITS,
  TASK_STATUSES,
  customerCalls,
  operationLogCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { ErrorName, PayloadOf } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { createTestCenter, refused, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../kernel/sheets/sheets.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const said = (name: ErrorName, params: Record<string, string | number> = {}) =>
  errorSentence(center.ground.languages.zh, name, params)

const newUser = async ({ call }: Actor, given: Partial<PayloadOf<typeof userCalls.create>> = {}) =>
  (await call(userCalls.create, { ...userPayload(), sendMail: false, ...given })).guid

async function finished(by: Actor, taskId: string) {
  await center.finishTask(by, taskId)
  const { status } = await by.call(taskCalls.get, { guid: taskId })
  const { rows } = await by.call(taskCalls.findRows, { guid: taskId, pageSize: 100 })
  return { status, rows: rows.map(({ state, reason }) => [state, reason]) }
}

async function changed(by: Actor, payload: PayloadOf<typeof userCalls.batchUpdate>) {
  const { taskId } = await by.call(userCalls.batchUpdate, payload)
  return { taskId, ...(await finished(by, taskId)) }
}

const seen = async ({ call }: Actor, guid: string) => {
  const { tags, customerName } = await call(userCalls.get, { guid })
  return { tags: tags.map(({ name }) => name), customerName }
}

const SO = ['success', null]

describe('a change of several users', () => {
  it('adds tags, which it creates, beside those that a user has, and is logged for each user', async () => {
    const actor = await center.developer()
    const [one, two] = [await newUser(actor, { tags: ['旧'] }), await newUser(actor)]
    expect((await changed(actor, { guids: [one, two], addTags: ['旧', '新'] })).rows).toEqual([SO, SO])
    expect(await seen(actor, one)).toMatchObject({ tags: ['新', '旧'] })
    expect(await seen(actor, two)).toMatchObject({ tags: ['新', '旧'] })
    const { rows } = await actor.call(operationLogCalls.find, { targetKind: 'user', targetGuid: two })
    expect(rows[0]?.changes).toEqual([{ field: 'tags', before: null, after: '新, 旧' }])
  })

  it('removes tags and assigns a customer, and skips who is gone or would not change: user.unchanged', async () => {
    const actor = await center.developer()
    const [one, two, gone] = [await newUser(actor, { tags: ['甲', '乙'] }), await newUser(actor), await newUser(actor)]
    await actor.call(userCalls.delete, { guid: gone })
    const tag = (await actor.call(tagCalls.list, {})).find(({ name }) => name === '甲')
    const removed = await changed(actor, { guids: [one, two, gone], removeTagGuids: [tag?.guid ?? ''] })
    expect(removed.rows).toEqual([SO, ['skip', said('user.unchanged')], ['skip', said('user.notFound')]])
    expect(await seen(actor, one)).toEqual({ tags: ['乙'], customerName: null })
    expect((await changed(actor, { guids: [one, two], customerName: '星图' })).rows).toEqual([SO, SO])
    expect(await seen(actor, two)).toEqual({ tags: [], customerName: '星图' })
    expect((await changed(actor, { guids: [two], customerName: null })).rows).toEqual([SO])
    expect(await seen(actor, two)).toEqual({ tags: [], customerName: null })
  })

  it('fails for a user who would have too many tags, which a retry can help: user.tooManyTags', async () => {
    const actor = await center.developer()
    const full = await newUser(actor, { tags: Array.from({ length: LIMITS.tag.perUser }, (_, n) => `标签${n}`) })
    const other = await newUser(actor)
    const { taskId, rows } = await changed(actor, { guids: [full, other], addTags: ['多'], customerName: '短命' })
    expect(rows).toEqual([['fail', said('user.tooManyTags', { max: LIMITS.tag.perUser })], SO])
    expect(await actor.call(taskCalls.get, { guid: taskId })).toMatchObject({ fail: 1, retryable: 1 })
    // A customer that was deleted meanwhile is not assigned.
    const { customerGuid } = await actor.call(userCalls.get, { guid: other })
    await actor.call(customerCalls.delete, { guid: customerGuid ?? '' })
    await actor.call(taskCalls.retry, { guid: taskId })
    expect((await finished(actor, taskId)).rows).toEqual([['fail', said('customer.notFound')], SO])
  })

  it('is undone but for users that somebody changed since; what was deleted meanwhile stays away', async () => {
    const actor = await center.developer()
    const given = { tags: ['留', '删'], customerName: '老客户' }
    const [one, two] = [await newUser(actor, given), await newUser(actor, given)]
    const { taskId } = await changed(actor, { guids: [one, two], addTags: ['新'], customerName: '新客户' })
    const { revision } = await actor.call(userCalls.get, { guid: two })
    await actor.call(userCalls.update, { guid: two, userName: '改过', revision })
    const tag = (await actor.call(tagCalls.list, {})).find(({ name }) => name === '删')
    await actor.call(tagCalls.delete, { guid: tag?.guid ?? '' })
    const undo = await actor.call(taskCalls.undo, { guid: taskId })
    expect((await finished(actor, undo.taskId)).rows).toEqual([SO, ['skip', said('user.changedSince')]])
    expect(await seen(actor, one)).toEqual({ tags: ['留'], customerName: '老客户' })
    expect(await seen(actor, two)).toEqual({ tags: ['新', '留'], customerName: '新客户' })
  })

  it('keeps a customer that the caller does not see, and its undo too', async () => {
    const owner = await center.developer()
    const clerk = await center.administrator(owner, ['user.view', 'user.update', 'tag.create'])
    await center.ground.database.owner.query("update membership set limited = '{customer}' where account_id = $1", [
      clerk.accountId,
    ])
    const guid = await newUser(owner, { customerName: '看不见的客户' })
    const { taskId } = await changed(clerk, { guids: [guid], addTags: ['签'] })
    expect(await seen(owner, guid)).toEqual({ tags: ['签'], customerName: '看不见的客户' })
    await finished(clerk, (await clerk.call(taskCalls.undo, { guid: taskId })).taskId)
    expect(await seen(owner, guid)).toEqual({ tags: [], customerName: '看不见的客户' })
    expect(await refused(clerk.call(userCalls.batchUpdate, { guids: [guid], customerName: '没有的' }))).toMatchObject({
      error: 'customer.unknown',
      fields: [{ path: 'customerName' }],
    })
  })

  it('is not undone for a user whose earlier customer the caller does not see: customer.notFound', async () => {
    const owner = await center.developer()
    const clerk = await center.administrator(owner, ['user.view', 'user.update', 'customer.view', 'customer.create'])
    await center.ground.database.owner.query("update membership set limited = '{customer}' where account_id = $1", [
      clerk.accountId,
    ])
    const guid = await newUser(owner, { customerName: '看不见的客户' })
    const { taskId } = await changed(clerk, { guids: [guid], customerName: '新客户' })
    expect(await clerk.call(taskCalls.previewUndo, { guid: taskId })).toMatchObject({ undone: 0, skip: 1 })
    const mine = await clerk.call(taskCalls.undo, { guid: taskId })
    expect((await finished(clerk, mine.taskId)).rows).toEqual([['skip', said('customer.notFound')]])
    expect(await seen(owner, guid)).toEqual({ tags: [], customerName: '新客户' })
  })

  it('says what it lacks on the field: a change, or a tag that exists', async () => {
    const actor = await center.developer()
    const guids = [await newUser(actor)]
    expect(await refused(actor.call(userCalls.batchUpdate, { guids }))).toMatchObject({ fields: [{ path: 'addTags' }] })
    const removeTagGuids = [center.ground.ids.guid()]
    expect(await refused(actor.call(userCalls.batchUpdate, { guids, removeTagGuids }))).toMatchObject({
      error: 'tag.notFound',
      fields: [{ path: 'removeTagGuids' }],
    })
  })
})

const csv = (lines: readonly string[]) => new File([`账号,客户,标签\n${lines.join('\n')}\n`], '名单.csv')
const people = ['delta', 'alpha', 'echo', 'bravo', 'charlie'].map((name) => `${name}@order.example`)

describe('the users of an import', () => {
  it('are listed alone and in the order of the file; the list of all users has them in that order too', async () => {
    const actor = await center.developer()
    await newUser(actor)
    const { taskId } = await actor.call(userCalls.import, { file: csv(people) })
    expect((await finished(actor, taskId)).status).toBe(TASK_STATUSES.completed)
    const accountsOf = async (payload: PayloadOf<typeof userCalls.find>) =>
      (await actor.call(userCalls.find, payload)).rows.map(({ account }) => account)
    expect(await accountsOf({ importGuid: taskId })).toEqual(people)
    expect(await accountsOf({ importGuid: taskId, account: 'alpha' })).toEqual(['alpha@order.example'])
    expect(await accountsOf({ importGuid: taskId, sort: 'account' })).toEqual(people.toSorted())
    expect((await accountsOf({})).slice(0, people.length)).toEqual(people)
    await finished(actor, (await actor.call(taskCalls.undo, { guid: taskId })).taskId)
    expect(await accountsOf({ importGuid: taskId })).toEqual([])
  })

  it('are announced with the customers and tags that are created for them, by name', async () => {
    const actor = await center.developer()
    await actor.call(tagCalls.create, { name: '老标签' })
    const lines = [
      'a@order.example,星图,老标签',
      'b@order.example,云帆,新标签',
      'c@order.example,星图,',
      'bad,无效客户,',
    ]
    const { taskId } = await actor.call(userCalls.import, { file: csv(lines), dryRun: true })
    expect(await actor.call(taskCalls.get, { guid: taskId })).toMatchObject({
      creates: { customers: { count: 2, names: ['星图', '云帆'] }, tags: { count: 1, names: ['新标签'] } },
    })
    await actor.call(taskCalls.start, { guid: taskId })
    await center.finishTask(actor, taskId)
    expect((await actor.call(taskCalls.get, { guid: taskId })).creates).toBeNull()
  })

  it('are marked at the cell that is wrong, and rows with wrong cells are no reason to try again', async () => {
    const actor = await center.developer()
    const { taskId } = await actor.call(userCalls.import, {
      file: csv(['bad,,', `ok@order.example,${'长'.repeat(65)},`]),
    })
    await center.finishTask(actor, taskId)
    const { rows } = await actor.call(taskCalls.findRows, { guid: taskId })
    expect(rows.map(({ cells }) => cells.filter(({ isWrong }) => isWrong).map(({ field }) => field))).toEqual([
      ['account'],
      ['customerName'],
    ])
    expect(await actor.call(taskCalls.get, { guid: taskId })).toMatchObject({ fail: 2, retryable: 0 })
  })
})

it('an export of chosen users holds exactly those', async () => {
  const actor = await center.developer()
  const chosen = [await newUser(actor), await newUser(actor)]
  await newUser(actor)
  const response = await center.center.app.inject({
    method: 'POST',
    url: userCalls.export.path,
    headers: { ...actor.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ guids: chosen, format: 'csv' }),
  })
  const rows: string[][] = []
  const file = new File([new Uint8Array(response.rawPayload)], 'a.csv')
  for await (const row of readSheet(file, { ...LIMITS.userImport })) rows.push(row)
  const accounts = await Promise.all(chosen.map(async (guid) => (await actor.call(userCalls.get, { guid })).account))
  expect(
    rows
      .slice(1)
      .map(([account = '']) => account)
      .toSorted(),
  ).toEqual(accounts.toSorted())
})
