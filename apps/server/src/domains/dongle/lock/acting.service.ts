// Orders of administrators: for one lock, or for many as a task. The undo of a task takes back the commands that no
// lock has fetched.
import type { LockAct, userLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, DoneRow, OpenTask, Outcome, WorkInput } from '../../task/index.ts'
import type { Dongle } from '../dongle.tables.ts'
import { chooseLocks } from './choose.service.ts'
import { listCommandLives, lockLocks } from './life.queries.ts'
import { judgeOrders, writeOrders } from './life.service.ts'
import type { Ordered } from './life.service.ts'
import { listByGuid } from './lock.queries.ts'
import { isOpen, stateForbids } from './lock.rules.ts'
import type { Order } from './lock.rules.ts'

type Payload<Name extends keyof typeof userLockCalls> = z.output<(typeof userLockCalls)[Name]['payload']>

/** A row of a batch. An unknown lock has no guid. */
interface Target {
  guid: string | null
  shellNumber: string
}

interface Options extends Order {
  reason: string | null
}

type Refused = Extract<Outcome, { state: 'fail' | 'skip' }>

const skipped = (refusal: Refusal): Refused => ({ state: 'skip', reason: reasonOf(refusal) })
const unknown: Refused = { state: 'fail', reason: { error: 'userLock.notFound' } }
const commandOf = ({ change }: Ordered) => change.commands.find(isOpen)?.guid ?? null

function requireDays({ act, offlineDays }: Order): void {
  if (act === 'setOfflineDays' && offlineDays === undefined)
    throw new Refusal('userLock.daysNeeded', { field: 'offlineDays' })
}

export async function act(scope: Scope, { guid, reason, ...asked }: Payload<'act'>) {
  const lock = (await lockLocks(scope, [guid])).get(guid)
  if (!lock) throw new Refusal('userLock.notFound')
  requireDays(asked)
  const [judged] = await judgeOrders(scope, [lock], asked)
  if (!judged) throw new Error('one in, one out')
  if ('refusal' in judged) throw judged.refusal
  await writeOrders(scope, [judged], { reason: reason || null })
  return { status: judged.change.lock.status, commandGuid: commandOf(judged) }
}

/** Judges each row; rows of unknown locks are refused. */
async function judgeRows(
  scope: Scope,
  rows: readonly WorkInput<Target>[],
  found: ReadonlyMap<string, Dongle>,
  asked: Order,
): Promise<(Ordered | Refused)[]> {
  const locks = rows.map(({ input: { guid } }) => (guid === null ? undefined : found.get(guid)))
  const judged = (
    await judgeOrders(
      scope,
      locks.filter((lock) => lock !== undefined),
      asked,
    )
  ).values()
  return locks.map((lock) => {
    if (!lock) return unknown
    const { value } = judged.next()
    if (!value) throw new Error('one in, one out')
    return 'refusal' in value ? skipped(value.refusal) : value
  })
}

const guidsOf = (rows: readonly WorkInput<Target>[]) => rows.flatMap(({ input: { guid } }) => guid ?? [])
const optionsOf = (options: Record<string, unknown>) => options as unknown as Options // as `batchAct` opened it

async function undo(scope: Scope, rows: readonly DoneRow<Target>[]): Promise<Outcome[]> {
  const found = await lockLocks(scope, guidsOf(rows))
  const open = await listCommandLives(scope, [...found.keys()])
  const changedSince = skipped(new Refusal('userLock.changedSince'))
  const wanted = rows.map(({ input: { guid }, effect }): { lock: Dongle; act: LockAct } | Refused => {
    const lock = guid === null ? undefined : found.get(guid)
    if (!lock) return unknown
    const command = open.get(lock.guid)?.find((one) => one.guid === effect['command'])
    // The order ended something, or was ended. The end of a loss report stays.
    if (!command || command.kind === 'cancelLost') return changedSince
    if (command.number !== null) return skipped(stateForbids(scope.say, lock))
    return { lock, act: command.kind === 'reportLost' ? 'cancelLost' : 'takeBack' }
  })
  const judged = new Map<string, Ordered | Refused>()
  for (const act of ['cancelLost', 'takeBack'] as const) {
    const locks = wanted.flatMap((one) => ('lock' in one && one.act === act ? [one.lock] : []))
    for (const [index, one] of (await judgeOrders(scope, locks, { act })).entries())
      judged.set(locks[index]?.guid ?? '', 'refusal' in one ? skipped(one.refusal) : one)
  }
  await writeOrders(
    scope,
    [...judged.values()].flatMap((one) => ('state' in one ? [] : [one])),
  )
  return wanted.map((one) => {
    const outcome = 'state' in one ? one : judged.get(one.lock.guid)
    return outcome && 'state' in outcome ? outcome : { state: 'success' }
  })
}

const kind: AnyTaskKind = defineTaskKind<Target>({
  name: 'lockCommand',
  chunk: 500,
  domain: 'userLock',
  cells: ({ shellNumber }) => [{ field: 'shellNumber', value: shellNumber }],
  judge: () => ({
    async rows(scope, rows, options) {
      const found = new Map((await listByGuid(scope, guidsOf(rows))).map((row) => [row.guid, row]))
      return (await judgeRows(scope, rows, found, optionsOf(options))).map((one) => ('state' in one ? one : null))
    },
  }),
  async run(scope, rows, options, taskGuid) {
    const asked = optionsOf(options)
    const judged = await judgeRows(scope, rows, await lockLocks(scope, guidsOf(rows)), asked)
    const ordered = judged.flatMap((one) => ('state' in one ? [] : [one]))
    await writeOrders(scope, ordered, { reason: asked.reason, taskGuid })
    return judged.map((one) =>
      'state' in one ? one : { state: 'success', effect: { command: commandOf(one), status: one.change.lock.status } },
    )
  },
  undo,
})

export function createActing({ openTask }: { openTask: OpenTask }) {
  async function batchAct(scope: Scope, payload: Payload<'batchAct'>) {
    const { guids, shellNumbers, filter, dryRun, reason, ...asked } = payload
    requireDays(asked)
    const { locks, unknown: missing } = await chooseLocks(scope, { guids, shellNumbers, filter })
    const rows: Target[] = [...locks, ...missing.map((shellNumber) => ({ guid: null, shellNumber }))]
    const { taskId } = await openTask(scope, {
      kind: 'lockCommand',
      subject: rows[0]?.shellNumber ?? '',
      options: { ...asked, reason: reason || null },
      rows,
      isDraft: dryRun,
    })
    return { taskId }
  }

  return { batchAct, kind }
}
