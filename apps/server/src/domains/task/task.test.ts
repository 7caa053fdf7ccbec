// Tasks: whatever happens during a task, each row is processed exactly once, and the counts are right.
import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, LIMITS, TASK_STATUSES, messageCalls, taskCalls } from '@sealwright/contract'
import type { ErrorName, TaskKind } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeCenter } from '../../compose.ts'
import { inScope } from '../../kernel/in-scope.ts'
import type { Caller } from '../../kernel/scope.ts'
import { readSheet } from '../../kernel/sheets/sheets.ts'
import { createOperator } from '../billing/index.ts'
import { defineTaskKind } from './index.ts'
import type { Outcome } from './index.ts'

type Does = 'success' | 'fail' | 'skip' | 'throw' | 'failFirst'
interface Input {
  mark: string
  does: Does
}

let center: TestCenter
let owner: Actor
/** The tasks whose end was told to their kind. */
const ended: string[] = []
/** By mark: a hook that runs when a chunk begins, inside its transaction. */
const inChunk = new Map<string, (rows: number, pid: number) => Promise<void>>()
/** By mark: a hook that runs before a chunk is undone, with the number of its first row. */
const inUndo = new Map<string, (first: number) => Promise<void>>()
/** The marks of the tasks whose `failFirst` rows no longer fail. */
const failedOnce = new Set<string>()
const CHUNK = 7

function outcomeOf({ does }: Pick<Input, 'does'>): Outcome {
  if (does === 'success') return { state: 'success', effect: { made: true } }
  if (does === 'skip') return { state: 'skip', reason: { error: 'user.notFound' } }
  return {
    state: 'fail',
    reason: { error: 'platform.badPayload', violations: [{ path: 'account', rule: 'required', params: {} }] },
  }
}

/** Rows are inserted into a table without a key, so a row that is processed twice appears twice. */
const kind = defineTaskKind<Input>({
  name: 'userImport',
  chunk: CHUNK,
  domain: 'customer',
  cells: ({ does }, { effect }) => [
    { field: 'account', value: does },
    { field: 'userName', value: effect['made'] === true ? 'made' : '' },
  ],
  async run({ db }, rows) {
    const mark = rows[0]?.input.mark ?? ''
    const {
      rows: [connection],
    } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await inChunk.get(mark)?.(rows.length, connection?.pid ?? 0)
    const isRetry = failedOnce.has(mark)
    const outcomes: Outcome[] = []
    for (const { n, input } of rows) {
      if (input.does === 'throw') throw new Error('a bug')
      const outcome = outcomeOf(input.does === 'failFirst' && isRetry ? { does: 'success' } : input)
      if (outcome.state === 'success') await db.execute(sql`insert into done (mark, n) values (${mark}, ${n})`)
      outcomes.push(outcome)
    }
    return outcomes
  },
  judge: () => ({
    rows: async (_scope, rows) =>
      rows.map(({ input }) => {
        const outcome = outcomeOf(input)
        return outcome.state === 'success' ? null : outcome
      }),
  }),
  async undo({ db }, rows) {
    await inUndo.get(rows[0]?.input.mark ?? '')?.(rows[0]?.n ?? 0)
    for (const { n, input, effect } of rows)
      await db.execute(sql`
        delete from done
        where mark = ${input.mark} and n = ${n} and ${JSON.stringify(effect)}::jsonb = '{"made": true}'`)
    return rows.map(() => ({ state: 'success' }))
  },
  async ended(_tenant, taskGuid) {
    ended.push(taskGuid)
  },
})

/** Carries out a decision: its rows note who runs them and how much they see. */
const ranAs: { accountId: string; limited: string; total: number }[] = []
const decided = defineTaskKind<Input>({
  name: 'approvalSettle',
  chunk: CHUNK,
  domain: 'customer',
  isDecided: true,
  cells: () => [],
  async run({ db, caller: { accountId } }, rows, _options, _taskGuid, total) {
    const { rows: settings } = await db.execute<{ limited: string }>(
      sql`select current_setting('sealwright.limited', true) as limited`,
    )
    ranAs.push({ accountId, limited: settings[0]?.limited ?? '', total })
    return rows.map(() => ({ state: 'success' }))
  },
})

beforeAll(async () => {
  center = await createTestCenter({ taskKinds: [kind, decided] })
  await query('create table done (mark uuid, n int); grant select, insert, delete on done to sealwright_app')
  owner = await center.developer()
})
afterAll(() => center.close())

async function query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
  return (await center.ground.database.owner.query<Row>(text, values)).rows
}

const repeat = (count: number, ...does: Does[]) =>
  Array.from({ length: count }, (_, index) => does[index % does.length] ?? 'success')

async function open(by: Actor, rows: Does[], isDraft = false, where = center, name: TaskKind = 'userImport') {
  const { database, clock, ids, log, languages } = where.ground
  const mark = randomUUID()
  const caller = {
    accountId: by.accountId,
    displayName: by.account,
    developer: { id: by.developerId },
    limited: new Set(),
    integratorGuid: null,
  } as unknown as Caller // all that opening a task needs
  const asking = {
    requestId: 'r',
    network: '',
    fingerprint: undefined,
    userAgent: undefined,
    origin: undefined,
    now: clock.now(),
    log,
  }
  const { taskId: guid, total } = await inScope(
    database,
    { caller, asking, ids, say: languages.zh, call: { name: 'test' } },
    'write',
    (scope) =>
      where.center.task.openTask(scope, {
        kind: name,
        subject: 'users.csv',
        rows: rows.map((does): Input => ({ mark, does })),
        isDraft,
      }),
  )
  expect(total).toBe(rows.length)
  return { guid, mark }
}

const get = (guid: string, by = owner) => by.call(taskCalls.get, { guid })
const finish = (guid: string) => center.finishTask(owner, guid)
/** The numbers of the processed rows. */
const doneOf = async (mark: string) =>
  (await query<{ n: number }>('select n from done where mark = $1 order by n', [mark])).map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const refusal = (name: ErrorName) => expect.objectContaining({ error: name }) as unknown

async function refusalOf(asked: Promise<unknown>) {
  try {
    await asked
    return 'done'
  } catch (error) {
    return error
  }
}

describe('working through a task', () => {
  it('every row is processed once, in chunks, and shown one by one', async () => {
    const { guid, mark } = await open(owner, [...repeat(18, 'success'), 'fail', 'skip'])
    expect(await get(guid)).toMatchObject({
      status: TASK_STATUSES.waiting,
      total: 20,
      success: 0,
      isOwn: true,
      startTime: null,
    })
    await finish(guid)
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.partly, success: 18, fail: 1, skip: 1 })
    expect(await doneOf(mark)).toEqual(upTo(18))
    const failed = await owner.call(taskCalls.findRows, { guid, state: 'fail' })
    expect(failed).toMatchObject({
      records: 1,
      rows: [
        {
          n: 19,
          state: 'fail',
          cells: [
            { field: 'account', value: 'fail' },
            { field: 'userName', value: '' },
          ],
        },
      ],
    })
    expect(failed.rows[0]?.reason).toMatch(/\p{Script=Han}/u)
    // The effect of a row is shown beside its input.
    expect(
      (await owner.call(taskCalls.findRows, { guid, state: 'success', pageSize: 1 })).rows[0]?.cells[1]?.value,
    ).toBe('made')
    expect(
      (await owner.call(taskCalls.findRows, { guid, currentPage: 2, pageSize: 15 })).rows.map(({ n }) => n),
    ).toEqual([16, 17, 18, 19, 20])
  })

  it('ends as completed without failures, and as an error with failures only', async () => {
    const [all, none, empty] = [
      await open(owner, ['success', 'skip']),
      await open(owner, ['fail', 'fail']),
      await open(owner, []),
    ]
    for (const { guid } of [all, none, empty]) await finish(guid)
    expect((await get(all.guid)).status).toBe(TASK_STATUSES.completed)
    expect((await get(none.guid)).status).toBe(TASK_STATUSES.error)
    expect((await get(empty.guid)).status).toBe(TASK_STATUSES.completed)
  })

  it('sends its creator a message when it ends, which says how', async () => {
    const [all, none, some] = [
      await open(owner, ['success', 'skip']),
      await open(owner, ['fail', 'fail']),
      await open(owner, ['success', 'fail']),
    ]
    for (const { guid } of [all, none, some]) await finish(guid)
    const kindOf = new Map([
      [all.guid, 'taskFinished'],
      [none.guid, 'taskFailed'],
      [some.guid, 'taskPartly'],
    ])
    const { rows } = await owner.call(messageCalls.find, { pageSize: 100 })
    for (const [guid, name] of kindOf)
      expect(rows.filter(({ link }) => link === `/taskCenter?guid=${guid}`)).toMatchObject([{ kind: name }])
    expect(rows.find(({ kind: name }) => name === 'taskPartly')?.title).toBe('导入用户部分完成：users.csv')
  })

  it('two workers on one task process each row once', async () => {
    const { guid, mark } = await open(owner, repeat(60, 'success'))
    const other = await composeCenter(center.ground, { consoleDir: undefined, taskKinds: [kind] })
    await Promise.all([finish(guid), other.task.work.work(owner.developerId, guid)])
    await other.app.close()
    await other.captcha.close()
    expect(await doneOf(mark)).toEqual(upTo(60))
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.completed, success: 60 })
  })

  it('a row that throws fails alone, as platform.systemError', async () => {
    const { guid, mark } = await open(owner, ['success', 'success', 'throw', ...repeat(20, 'success')])
    await finish(guid)
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.partly, success: 22, fail: 1 })
    expect(await doneOf(mark)).toEqual(upTo(23).filter((n) => n !== 3))
    const { rows } = await owner.call(taskCalls.findRows, { guid, state: 'fail' })
    expect(rows).toMatchObject([
      { n: 3, reason: center.ground.languages.zh('errors.platform.systemError', { requestId: guid }) },
    ])
  })

  it('every row is processed once, even if connections die', async () => {
    const { guid, mark } = await open(owner, repeat(100, 'success', 'skip'))
    let chunks = 0
    const kills: Promise<unknown>[] = []
    inChunk.set(mark, async (_rows, pid) => {
      chunks += 1
      // Sometimes before the rows are processed, sometimes during that.
      if (chunks % 3 !== 0) return
      const killed = query('select pg_terminate_backend($1)', [pid])
      kills.push(killed)
      if (chunks % 2 === 0) await killed
    })
    for (let tries = 0; tries < 50; tries += 1) {
      const error = await refusalOf(finish(guid))
      if (error === 'done') break
    }
    await Promise.all(kills)
    expect(kills.length).toBeGreaterThan(5)
    // This call may get the connection that was killed last.
    await expect
      .poll(() => get(guid).catch(() => undefined))
      .toMatchObject({ status: TASK_STATUSES.completed, success: 50, skip: 50, fail: 0 })
    expect(await doneOf(mark)).toEqual(upTo(100).filter((n) => n % 2 === 1))
  })

  it('a task stops when its creator loses the privilege: platform.noPermission', async () => {
    const clerk = await center.administrator(owner, ['user.create'])
    const { guid, mark } = await open(clerk, repeat(30, 'success'))
    inChunk.set(
      mark,
      async () =>
        void (await query("update membership set privileges = '{user.view}' where account_id = $1", [clerk.accountId])),
    )
    await finish(guid)
    const task = await get(guid, clerk)
    expect(task).toMatchObject({ status: TASK_STATUSES.partly, success: CHUNK, fail: 30 - CHUNK })
    expect(task.error).toBe(
      center.ground.languages.zh('errors.platform.noPermission', {
        privilege: center.ground.languages.zh('privileges.user.create'),
      }),
    )
    expect((await clerk.call(taskCalls.findRows, { guid, state: 'fail' })).rows[0]?.reason).toBe(task.error)
    expect(await doneOf(mark)).toHaveLength(CHUNK)
    await expect(clerk.call(taskCalls.retry, { guid })).rejects.toEqual(refusal('platform.noPermission'))
    await expect(clerk.call(taskCalls.undo, { guid })).rejects.toEqual(refusal('platform.noPermission'))
  })

  it('a task stops when its creator is disabled', async () => {
    const clerk = await center.administrator(owner, ['user.create'])
    const { guid, mark } = await open(clerk, repeat(30, 'success'))
    inChunk.set(
      mark,
      async () =>
        void (await query('update membership set is_enabled = false where account_id = $1', [clerk.accountId])),
    )
    await finish(guid)
    expect(await get(guid)).toMatchObject({
      status: TASK_STATUSES.partly,
      success: CHUNK,
      fail: 30 - CHUNK,
      isOwn: false,
    })
  })
})

describe('the end of a task', () => {
  it('is told to its kind after the last row, a retry and a cancellation, but not after an undo', async () => {
    const { guid, mark } = await open(owner, ['success', 'failFirst'])
    const told = () => ended.filter((one) => one === guid).length
    expect(told()).toBe(0)
    await finish(guid)
    expect(told()).toBe(1)
    failedOnce.add(mark)
    await owner.call(taskCalls.retry, { guid })
    await finish(guid)
    expect(told()).toBe(2)
    const undone = await center.undoTask(owner, guid)
    expect(ended).not.toContain(undone)
    const other = await open(owner, repeat(20, 'success'))
    await owner.call(taskCalls.cancel, { guid: other.guid })
    expect(ended).toContain(other.guid)
  })
})

describe('a task that carries out a decision', () => {
  it('sees everything, runs as the super administrator without its creator, and cannot be canceled', async () => {
    const staff = await center.administrator(owner, ['audit.decide'], { limited: ['product'] })
    const run = async () => {
      const { guid } = await open(staff, ['success', 'success'], false, center, 'approvalSettle')
      expect(await refusalOf(staff.call(taskCalls.cancel, { guid }))).toEqual(refusal('task.stateForbids'))
      await finish(guid)
      return (await get(guid)).status
    }
    expect(await run()).toBe(TASK_STATUSES.completed)
    await query("update membership set privileges = '{}' where account_id = $1", [staff.accountId])
    expect(await run()).toBe(TASK_STATUSES.completed)
    expect(ranAs).toEqual([
      { accountId: staff.accountId, limited: '', total: 2 },
      { accountId: owner.accountId, limited: '', total: 2 },
    ])
  })
})

describe('a draft', () => {
  it('shows the expected result of every row, and does nothing until it is started', async () => {
    const { guid, mark } = await open(owner, ['success', 'fail', 'skip', 'success'], true)
    expect(await get(guid)).toMatchObject({ isDraft: true, total: 4, success: 0, fail: 1, skip: 1 })
    expect((await owner.call(taskCalls.findRows, { guid })).rows.map(({ state }) => state)).toEqual([
      'waiting',
      'fail',
      'skip',
      'waiting',
    ])
    expect((await owner.call(taskCalls.findRows, { guid, state: 'waiting' })).records).toBe(2)
    expect((await owner.call(taskCalls.find, { pageSize: 100 })).rows.some((task) => task.guid === guid)).toBe(false)
    await finish(guid)
    expect(await doneOf(mark)).toEqual([])
    for (const call of [taskCalls.retry, taskCalls.undo])
      await expect(owner.call(call, { guid })).rejects.toEqual(refusal('task.stateForbids'))
    expect(await owner.call(taskCalls.start, { guid })).toEqual({ taskId: guid })
    await finish(guid)
    expect(await get(guid)).toMatchObject({
      isDraft: false,
      success: 2,
      fail: 1,
      skip: 1,
      status: TASK_STATUSES.partly,
    })
    expect(await doneOf(mark)).toEqual([1, 4])
    await expect(owner.call(taskCalls.start, { guid })).rejects.toEqual(refusal('task.stateForbids'))
  })

  it('is deleted when it is canceled, and is visible to nobody else', async () => {
    const clerk = await center.administrator(owner, ['user.create'])
    const { guid } = await open(clerk, ['success'], true)
    await expect(get(guid)).rejects.toEqual(refusal('task.notFound'))
    await clerk.call(taskCalls.cancel, { guid })
    await expect(get(guid, clerk)).rejects.toEqual(refusal('task.notFound'))
  })

  it('needs the privilege when it is started', async () => {
    const clerk = await center.administrator(owner, [])
    const { guid } = await open(clerk, ['success'], true)
    await expect(clerk.call(taskCalls.start, { guid })).rejects.toEqual(refusal('platform.noPermission'))
  })
})

describe('canceling', () => {
  it('a running task keeps what is done and leaves the rest', async () => {
    const { guid, mark } = await open(owner, repeat(40, 'success'))
    let cancelling: Promise<unknown> | undefined
    // The chunk continues once the cancel call waits for it, so that the call comes next.
    inChunk.set(mark, async () => {
      cancelling ??= owner.call(taskCalls.cancel, { guid })
      await expect
        .poll(
          async () =>
            (
              await query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).length,
        )
        .toBeGreaterThan(0)
    })
    await finish(guid)
    await cancelling
    const task = await get(guid)
    expect(task.status).toBe(TASK_STATUSES.cancelled)
    expect(task.success).toBeLessThan(40)
    expect(task.success % CHUNK).toBe(0)
    await finish(guid)
    expect(await doneOf(mark)).toEqual(upTo(task.success))
    expect((await owner.call(taskCalls.findRows, { guid, state: 'waiting' })).records).toBe(40 - task.success)
  })

  it('a task that has ended is refused with its state: task.stateForbids', async () => {
    const { guid } = await open(owner, ['success'])
    await finish(guid)
    await expect(owner.call(taskCalls.cancel, { guid })).rejects.toMatchObject({
      error: 'task.stateForbids',
      message: expect.stringContaining('已完成') as unknown,
    })
  })
})

describe('retrying', () => {
  it('processes only the rows that failed', async () => {
    const { guid, mark } = await open(owner, [...repeat(10, 'success', 'failFirst'), 'fail'])
    await finish(guid)
    expect(await get(guid)).toMatchObject({ success: 5, fail: 6 })
    failedOnce.add(mark)
    expect(await owner.call(taskCalls.retry, { guid })).toEqual({ taskId: guid })
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.waiting, success: 5, fail: 0, finishTime: null })
    await finish(guid)
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.partly, success: 10, fail: 1 })
    expect(await doneOf(mark)).toEqual(upTo(10))
  })

  it('is refused for a task without failures: task.stateForbids', async () => {
    const { guid } = await open(owner, ['success'])
    await finish(guid)
    await expect(owner.call(taskCalls.retry, { guid })).rejects.toEqual(refusal('task.stateForbids'))
  })
})

describe('undoing', () => {
  it('is a task of its own that undoes the successful rows, once', async () => {
    const { guid, mark } = await open(owner, [...repeat(20, 'success'), 'fail', 'skip'])
    await expect(owner.call(taskCalls.undo, { guid })).rejects.toEqual(refusal('task.stateForbids'))
    await finish(guid)
    expect((await get(guid)).undoUntil).not.toBeNull()
    const { taskId } = await owner.call(taskCalls.undo, { guid })
    expect(await get(taskId)).toMatchObject({ isUndo: true, total: 20, subject: 'users.csv', undoUntil: null })
    await finish(taskId)
    expect(await doneOf(mark)).toEqual([])
    expect(await get(taskId)).toMatchObject({ status: TASK_STATUSES.completed, success: 20 })
    expect(await get(guid)).toMatchObject({ status: TASK_STATUSES.undone, undoneBy: taskId, undoUntil: null })
    const undoneTasks = await owner.call(taskCalls.find, { status: TASK_STATUSES.undone })
    expect(undoneTasks.rows.map((row) => row.guid)).toContain(guid)
    for (const undone of [guid, taskId])
      await expect(owner.call(taskCalls.undo, { guid: undone })).rejects.toEqual(refusal('task.notUndoable'))
  })

  it('is tried first, which tells its numbers and changes nothing', async () => {
    const { guid, mark } = await open(owner, [...repeat(20, 'success'), 'fail', 'skip'])
    await expect(owner.call(taskCalls.previewUndo, { guid })).rejects.toEqual(refusal('task.stateForbids'))
    await finish(guid)
    expect(await owner.call(taskCalls.previewUndo, { guid })).toEqual({
      tried: 20,
      undone: 20,
      skip: 0,
      fail: 0,
      reasons: [],
      amountFen: 0,
      units: 0,
    })
    expect(await doneOf(mark)).toHaveLength(20)
    await center.undoTask(owner, guid)
    await expect(owner.call(taskCalls.previewUndo, { guid })).rejects.toEqual(refusal('task.notUndoable'))
  })

  it('is tried a chunk at a time: nobody waits for an earlier chunk, and what others move does not count', async () => {
    const { guid, mark } = await open(owner, repeat(CHUNK + 3, 'success'))
    await finish(guid)
    const free: number[] = []
    inUndo.set(mark, async (first) => {
      await createOperator(center.ground).credit(owner.developerId, { kind: 'vouchers', amount: 5, note: '补偿' })
      const earlier = 'select n from done where mark = $1 and n < $2 for update nowait'
      free.push((await query(earlier, [mark, first])).length)
    })
    expect(await owner.call(taskCalls.previewUndo, { guid })).toMatchObject({
      undone: CHUNK + 3,
      amountFen: 0,
      units: 0,
    })
    expect(free).toEqual([0, CHUNK])
  })

  it('can be requested again once it was canceled', async () => {
    const { guid, mark } = await open(owner, repeat(20, 'success'))
    await finish(guid)
    const first = await owner.call(taskCalls.undo, { guid })
    await owner.call(taskCalls.cancel, { guid: first.taskId })
    expect(await get(guid)).toMatchObject({ undoneBy: null, undoUntil: expect.any(String) as string })
    const second = await owner.call(taskCalls.undo, { guid })
    await finish(second.taskId)
    expect(await doneOf(mark)).toEqual([])
    expect((await get(guid)).undoneBy).toBe(second.taskId)
  })

  it('rules out a retry: task.stateForbids', async () => {
    const { guid } = await open(owner, [...repeat(3, 'success'), 'fail'])
    await finish(guid)
    await owner.call(taskCalls.undo, { guid })
    await expect(owner.call(taskCalls.retry, { guid })).rejects.toMatchObject({
      error: 'task.stateForbids',
      message: expect.stringContaining('已撤销') as unknown,
    })
  })

  it('works for a canceled task, but not for one without effects: task.notUndoable', async () => {
    const { guid, mark } = await open(owner, [...repeat(3, 'success'), 'fail'])
    await finish(guid)
    await owner.call(taskCalls.cancel, { guid })
    const { taskId } = await owner.call(taskCalls.undo, { guid })
    await finish(taskId)
    expect(await doneOf(mark)).toEqual([])
    const idle = await open(owner, ['success'])
    await owner.call(taskCalls.cancel, { guid: idle.guid })
    await expect(owner.call(taskCalls.undo, { guid: idle.guid })).rejects.toEqual(refusal('task.notUndoable'))
  })

  it('must be requested within a day: task.undoOver', async () => {
    const own = await createTestCenter({ taskKinds: [kind] })
    try {
      own.clock.freeze()
      const actor = await own.developer()
      const guid = own.ground.ids.guid()
      const at = own.clock.now()
      await own.ground.database.owner.query(
        `insert into task (developer_id, guid, kind, status, subject, total, success, created_by, created_at,
           finished_at)
         values ($1, $2, 'userImport', 2, 's', 1, 1, $3, $4, $4)`,
        [actor.developerId, guid, actor.accountId, at],
      )
      await own.ground.database.owner.query(`
        update session
        set expires_at = expires_at + interval '30 days', last_seen_at = last_seen_at + interval '1 day'`)
      own.clock.advance(LIMITS.task.undoHours * HOUR_MS)
      for (const call of [taskCalls.undo, taskCalls.previewUndo])
        await expect(actor.call(call, { guid })).rejects.toEqual(refusal('task.undoOver'))
      own.clock.advance(-1)
      expect((await actor.call(taskCalls.undo, { guid })).taskId).not.toBe(guid)
    } finally {
      await own.close()
    }
  })
})

describe('the visibility of tasks', () => {
  it('covers the own tasks, all for the super administrator, none of other developers: task.notFound', async () => {
    const [clerk, other, stranger] = [
      await center.administrator(owner, ['user.create']),
      await center.administrator(owner, ['user.create']),
      await center.developer(),
    ]
    const { guid } = await open(clerk, ['success'])
    expect((await clerk.call(taskCalls.find, {})).rows.map((task) => task.guid)).toEqual([guid])
    expect(
      (await owner.call(taskCalls.find, { kind: 'userImport', status: [0, 5] })).rows.map((task) => task.guid),
    ).toContain(guid)
    expect(await get(guid)).toMatchObject({ isOwn: false, creator: clerk.account })
    for (const nobody of [other, stranger]) {
      expect((await nobody.call(taskCalls.find, {})).records).toBe(0)
      for (const call of [
        taskCalls.get,
        taskCalls.findRows,
        taskCalls.start,
        taskCalls.cancel,
        taskCalls.retry,
        taskCalls.previewUndo,
        taskCalls.undo,
      ])
        await expect(nobody.call(call, { guid })).rejects.toEqual(refusal('task.notFound'))
      const response = await center.center.app.inject({
        method: 'POST',
        url: taskCalls.download.path,
        headers: nobody.headers,
        payload: { guid },
      })
      expect(response.json()).toMatchObject({ desc: center.ground.languages.zh('errors.task.notFound') })
    }
  })
})

describe('the result as a file', () => {
  it("has a column for the result and one for the reason, in the reader's language", async () => {
    const { guid } = await open(owner, ['success', 'fail', 'skip'])
    await finish(guid)
    const { en } = center.ground.languages
    for (const format of ['csv', 'xlsx'] as const) {
      const response = await center.center.app.inject({
        method: 'POST',
        url: taskCalls.download.path,
        headers: { ...owner.headers, 'accept-language': 'en' },
        payload: { guid, format },
      })
      const rows: string[][] = []
      for await (const row of readSheet(new File([new Uint8Array(response.rawPayload)], `x.${format}`), {
        rows: 10,
        unpackedBytes: 1_000_000,
        cellMax: 1_000,
      }))
        rows.push(row)
      expect(rows).toHaveLength(4)
      expect(rows[0]).toEqual([
        en('task.fields.n'),
        'Account',
        'Name',
        en('task.fields.state'),
        en('task.fields.reason'),
      ])
      expect(rows.slice(1).map(([n]) => n)).toEqual(['1', '2', '3'])
      expect(rows.slice(1).map(([, , , state]) => state)).toEqual([
        en('task.states.success'),
        en('task.states.fail'),
        en('task.states.skip'),
      ])
      expect(rows[3]?.[4]).toBe(en('errors.user.notFound'))
    }
    const failed = await center.center.app.inject({
      method: 'POST',
      url: taskCalls.download.path,
      headers: owner.headers,
      payload: { guid, format: 'csv', state: 'fail' },
    })
    expect(failed.body.trim().split('\r\n')).toHaveLength(2)
    expect(failed.headers['content-disposition']).toContain(encodeURIComponent('users.csv'))
  })
})

describe('watching', () => {
  interface Told {
    tasks: { guid: string; success: number; status: number }[]
  }

  it('reports the progress and the end of a task, and ends with the session', async () => {
    const clerk = await center.administrator(owner, ['user.create'])
    await center.center.app.listen({ port: 0, host: '127.0.0.1' })
    const address = center.center.app.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { guid } = await open(clerk, repeat(20, 'success'))
    const response = await fetch(`http://127.0.0.1:${port}${taskCalls.watch.path}`, { headers: clerk.headers })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** The next event, however the stream is split. Signs of life are skipped. */
    const next = async (): Promise<Told> => {
      const [event, ...rest] = text.split('\n\n')
      if (event === undefined || rest.length === 0) {
        const part = await events?.read()
        if (!part || part.done) throw new Error('the stream has ended')
        text += part.value
        return next()
      }
      text = rest.join('\n\n')
      return event.startsWith('data: ') ? (JSON.parse(event.slice('data: '.length)) as Told) : next() // as declared
    }
    let [task] = (await next()).tasks
    expect(task?.guid).toBe(guid)
    await finish(guid)
    while (task?.status !== TASK_STATUSES.completed) [task] = (await next()).tasks
    expect(task.success).toBe(20)
    await query('delete from session where account_id = $1', [clerk.accountId])
    for (let part = await events?.read(); !part?.done;) part = await events?.read()
  })

  it('does not keep an idle session alive', async () => {
    const own = await createTestCenter()
    try {
      const actor = await own.developer()
      await own.center.app.listen({ port: 0, host: '127.0.0.1' })
      const address = own.center.app.server.address()
      own.clock.advance((LIMITS.session.idleHours - 1) * HOUR_MS)
      const response = await fetch(
        `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${taskCalls.watch.path}`,
        { headers: actor.headers },
      )
      await response.body?.getReader().read()
      own.clock.advance(2 * HOUR_MS)
      await expect(actor.call(taskCalls.find, { currentPage: 1, pageSize: 10 })).rejects.toMatchObject({
        code: 855638022,
      })
    } finally {
      await own.close()
    }
  })
})

describe('in the background', () => {
  it('queued tasks are processed, and tasks that a killed server left are resumed at once', async () => {
    const own = await createTestCenter({ taskKinds: [kind] })
    try {
      const actor = await own.developer()
      await own.ground.database.owner.query(
        'create table done (mark uuid, n int); grant select, insert, delete on done to sealwright_app',
      )
      const left = await open(actor, repeat(20, 'success'), false, own)
      await own.ground.database.owner.query("delete from pgboss.job where name = 'task.work'")
      await own.center.startBackground()
      const fresh = await open(actor, repeat(20, 'success'), false, own)
      for (const { guid } of [left, fresh])
        await expect
          .poll(async () => await actor.call(taskCalls.get, { guid }))
          .toMatchObject({ status: TASK_STATUSES.completed, success: 20 })
      expect((await own.ground.database.owner.query('select distinct mark, n from done')).rowCount).toBe(40)
      expect((await own.ground.database.owner.query('select from done')).rowCount).toBe(40)
    } finally {
      await own.close()
    }
  })
})

describe('the purge', () => {
  it('deletes drafts after a day and tasks after half a year, but never open ones', async () => {
    const own = await createTestCenter({ taskKinds: [kind] })
    try {
      const actor = await own.developer()
      const made = async (isDraft: boolean, status: number, ageMs: number) => {
        const guid = own.ground.ids.guid()
        await own.ground.database.owner.query(
          `insert into task (developer_id, guid, kind, status, is_draft, subject, total, created_by, created_at)
           values ($1, $2, 'userImport', $3, $4, 's', 0, $5, $6)`,
          [actor.developerId, guid, status, isDraft, actor.accountId, new Date(own.clock.now().getTime() - ageMs)],
        )
        return guid
      }
      const [draftMs, keptMs] = [LIMITS.task.draftHours * HOUR_MS, LIMITS.task.keptDays * DAY_MS]
      const kept = [
        await made(true, 0, draftMs - 60_000),
        await made(false, 2, keptMs - 60_000),
        await made(false, 1, keptMs + 60_000),
      ]
      await made(true, 0, draftMs + 60_000)
      await made(false, 2, keptMs + 60_000)
      await own.center.task.jobs.find(({ name }) => name === 'task.purge')?.run({}, { isLast: true })
      const { rows } = await own.ground.database.owner.query<{ guid: string }>('select guid from task')
      expect(rows.map(({ guid }) => guid).toSorted()).toEqual(kept.toSorted())
    } finally {
      await own.close()
    }
  })
})
