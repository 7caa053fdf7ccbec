// The life of a user lock as pure decisions: what an administrator may order, what a contact hands to the lock, and
// what the results of the lock mean. The contract's machine has the statuses. Three facts are not obvious:
// - A command is sent again until the lock reports it. `number` is its first package and `until` the end of its latest
//   one, so any package from `number` on can carry it out.
// - The loss report ends on the center at once. Inside the lock it ends with an activation.
// - A command that was taken back may have been written all the same. The result of the lock wins.
import { DAY_MS, LOCK_MODES, LOCK_STATUSES, lockAfter, lockStatusName, modeOfHome } from '@sealwright/contract'
import type {
  LockAct,
  LockCommand,
  LockEvent,
  LockEventKind,
  LockOperation,
  LockRequest,
  LockResult,
} from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { Refusal } from '../../../kernel/refusal.ts'
import { NEVER, endOrNull } from '../../license/index.ts'
import type { CommandLife, LockLife } from '../dongle.tables.ts'

const S = LOCK_STATUSES

/** A line of the lock's history. */
export interface LifeEvent {
  kind: Extract<LockEventKind, 'command' | 'takeBack' | 'commandDone' | 'commandFailed'>
  command: LockCommand
  reason?: LockResult
}
/** The lock afterwards, and the commands that are new or have changed. */
export interface LifeChange {
  lock: LockLife
  commands: CommandLife[]
  events: LifeEvent[]
}

export const isOpen = ({ state }: Pick<CommandLife, 'state'>) => state === 'waiting' || state === 'processing'
export const statusLabel = (say: Sentences, status: number) => say(`userLock.statuses.${lockStatusName(status)}`)
export const stateForbids = (say: Sentences, { status }: Pick<LockLife, 'status'>) =>
  new Refusal('userLock.stateForbids', { params: { state: statusLabel(say, status) } })

const isPermanent = ({ home }: Pick<LockLife, 'home'>) => modeOfHome(home) === LOCK_MODES.permanent
const isLost = ({ status }: Pick<LockLife, 'status'>) =>
  status === S.lost || status === S.lossProcessing || status === S.lossLocked
const endOf = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** The lock after an event, or undefined if its status does not allow it. An unlocked lock is at rest at once. */
function after(lock: LockLife, event: LockEvent): LockLife | undefined {
  const next = lockAfter(lock, event)
  if (!next) return undefined
  return { ...lock, ...(next.status === S.unlocked ? (lockAfter(next, 'settle') ?? next) : next) }
}

/** The command that decides the status, and the end of a loss report, which travels beside it. */
const openOf = (commands: readonly CommandLife[]) => ({
  command: commands.find((one) => isOpen(one) && one.kind !== 'cancelLost'),
  cancelLost: commands.find((one) => isOpen(one) && one.kind === 'cancelLost'),
})

export interface Order {
  act: LockAct
  offlineDays?: number | undefined
}

export interface OrderContext {
  now: Date
  say: Sentences
  /** The time as the administrator reads it. */
  moment(at: Date): string
  newGuid(): string
}

/** What an order changes. Throws the refusal if the status, or the fetched package of a command, forbids it. */
export function order(
  lock: LockLife,
  commands: readonly CommandLife[],
  { act, offlineDays }: Order,
  { now, say, moment, newGuid }: OrderContext,
): LifeChange {
  const next = after(lock, act)
  if (!next) {
    if (act === 'reportLost' && isPermanent(lock)) throw new Refusal('userLock.permanentNotLost')
    throw stateForbids(say, lock)
  }
  const { command, cancelLost } = openOf(commands)
  const cancelled = (one: CommandLife): CommandLife => ({ ...one, state: 'cancelled', endedAt: now })
  if (act === 'takeBack') {
    if (command?.state === 'processing' && command.until !== null && command.until > now)
      throw new Refusal('userLock.stillProcessing', { params: { until: moment(command.until) } })
    return {
      lock: next,
      commands: command ? [cancelled(command)] : [],
      events: command ? [{ kind: 'takeBack', command: command.kind }] : [],
    }
  }
  if (act === 'setOfflineDays' && offlineDays === undefined)
    throw new Refusal('userLock.daysNeeded', { field: 'offlineDays' })
  if (act === 'setOfflineDays' && offlineDays === lock.offlineDays)
    throw new Refusal('userLock.sameDays', { params: { days: lock.offlineDays }, field: 'offlineDays' })
  const hasDays = act === 'setOfflineDays' || act === 'toActivation'
  const made: CommandLife = {
    guid: newGuid(),
    kind: act,
    state: 'waiting',
    offlineDays: hasDays ? (offlineDays ?? lock.offlineDays) : null,
    failure: null,
    number: null,
    until: null,
    endedAt: null,
  }
  const events: LifeEvent[] = [{ kind: 'command', command: act }]
  if (act === 'cancelLost') {
    // A lock that never got the loss report does not need its end.
    const wasSent = !command || command.number !== null
    return { lock: next, commands: [...(command ? [cancelled(command)] : []), ...(wasSent ? [made] : [])], events }
  }
  // A new loss report replaces the end of the former one.
  const replaced = act === 'reportLost' && cancelLost ? [cancelled(cancelLost)] : []
  return { lock: next, commands: [...replaced, made], events }
}

export interface Handed extends LifeChange {
  /** What the package of this contact tells the lock to do. Empty: nothing. */
  operations: LockOperation[]
  isActivated: boolean
}

/** What a lock gets that asks now. `number` and `until` are those of the package that will carry it. */
export function handOut(
  before: LockLife,
  commands: readonly CommandLife[],
  { request, number, until, now }: { request: LockRequest; number: number; until: Date; now: Date },
): Handed {
  const lock = before.status === S.unlocked ? (after(before, 'settle') ?? before) : before
  const { command, cancelLost } = openOf(commands)
  const carried = (one: CommandLife): CommandLife => ({
    ...one,
    state: 'processing',
    number: one.number ?? number,
    until: one.until !== null && one.until > until ? one.until : until,
  })
  const nothing: Handed = { lock, commands: [], events: [], operations: [], isActivated: false }
  const sent = command ? [carried(command)] : []
  // The lock may have been set back to an older state, so it is told again. No activation. A report is only heard: its
  // answer would ask for the next report.
  if (lock.status === S.lossLocked || lock.status === S.locked) {
    if (request === 'report') return nothing
    return { ...nothing, operations: [{ op: lock.status === S.locked ? 'lock' : 'lose' }] }
  }
  const fetched = after(lock, 'fetch')
  if (!command || !fetched) {
    const active = request === 'activate' ? after(lock, 'activate') : undefined
    if (!active) return nothing
    const end = endOf(now, lock.offlineDays)
    return {
      ...nothing,
      lock: { ...active, activatedAt: now, activeUntil: end },
      commands: cancelLost ? [carried(cancelLost)] : [],
      operations: [{ op: 'activate', until: secondsOf(end) }],
      isActivated: true,
    }
  }
  if (isLost(lock)) return { ...nothing, lock: fetched, commands: sent, operations: [{ op: 'lose' }] }
  // A lock that is going to be locked is not activated.
  if (command.kind === 'lock') return { ...nothing, lock: fetched, commands: sent, operations: [{ op: 'lock' }] }
  // An activation also ends a loss report inside the lock, so it comes first.
  const isActivated = !isPermanent(lock) && (request === 'activate' || cancelLost !== undefined)
  const days = command.offlineDays ?? lock.offlineDays
  const end = endOf(now, days)
  if (isActivated && cancelLost) sent.push(carried(cancelLost))
  return {
    ...nothing,
    lock: isActivated ? { ...fetched, activatedAt: now, activeUntil: end } : fetched,
    commands: sent,
    operations: [
      ...(isActivated ? [{ op: 'activate' as const, until: secondsOf(end) }] : []),
      operationOf(command.kind, {
        days,
        end,
        // Without an activation, other offline days can only shorten the time that is left.
        left: isActivated ? end : new Date(Math.min((endOrNull(lock.activeUntil) ?? now).getTime(), end.getTime())),
      }),
    ],
    isActivated,
  }
}

function operationOf(kind: LockCommand, { days, end, left }: { days: number; end: Date; left: Date }): LockOperation {
  switch (kind) {
    case 'toActivation':
      return { op: 'toActivation', days, until: secondsOf(end) }
    case 'setOfflineDays':
      return { op: 'setOfflineDays', days, until: secondsOf(left) }
    case 'unlock':
    case 'lock':
    case 'toPermanent':
      return { op: kind }
    case 'reportLost':
      return { op: 'lose' }
    case 'cancelLost':
      return { op: 'activate', until: secondsOf(end) }
  }
}

export interface Report {
  number: number
  /** Of the package with this number, in order. */
  operations: readonly LockOperation[]
  results: readonly LockResult[]
}

const COMMAND_OF = {
  lose: 'reportLost',
  lock: 'lock',
  unlock: 'unlock',
  toPermanent: 'toPermanent',
  toActivation: 'toActivation',
  setOfflineDays: 'setOfflineDays',
} as const satisfies Partial<Record<LockOperation['op'], LockCommand>>

const isCommand = (op: LockOperation['op']): op is keyof typeof COMMAND_OF => op in COMMAND_OF

/** The lock once a command is written, also if the center had taken it back. */
function written(lock: LockLife, command: CommandLife): LockLife {
  const days = command.offlineDays ?? lock.offlineDays
  const done = (one: LockLife) => after(one, 'done') ?? after(after(one, 'fetch') ?? one, 'done')
  switch (command.kind) {
    case 'toPermanent':
      return { ...(done(lock) ?? lock), activeUntil: NEVER }
    case 'toActivation':
    case 'setOfflineDays':
      return { ...(done(lock) ?? lock), offlineDays: days }
    default:
      return done(lock) ?? lock
  }
}

/** A command that the center had given up, but the lock has done. */
function writtenLate(lock: LockLife, { kind, offlineDays }: CommandLife): LockLife | undefined {
  const isAtRest =
    lock.status === lock.home || lock.status === S.firstActivation || lock.status === S.periodicActivation
  switch (kind) {
    case 'lock':
      return { ...lock, status: S.locked }
    case 'unlock':
      return lock.status === S.locked ? { ...lock, status: lock.home } : undefined
    case 'toPermanent':
      return { ...lock, home: S.permanent, activeUntil: NEVER, ...(isAtRest && { status: S.permanent }) }
    case 'toActivation':
      return {
        ...lock,
        home: S.backToActivation,
        offlineDays: offlineDays ?? lock.offlineDays,
        ...(isAtRest && { status: S.backToActivation }),
      }
    case 'setOfflineDays':
      return { ...lock, offlineDays: offlineDays ?? lock.offlineDays }
    default:
      // The end of the loss report has been ordered, or the lock is lost again.
      return undefined
  }
}

/**
 * What the results of contact packages mean, in the order of their numbers. `commands` has the open ones and the ended
 * ones that had been sent.
 */
export function takeReports(
  before: LockLife,
  commands: readonly CommandLife[],
  reports: readonly Report[],
  now: Date,
): LifeChange {
  let lock = before
  const known = new Map(commands.map((one) => [one.guid, one]))
  const changed = new Set<string>()
  const events: LifeEvent[] = []
  const set = (one: CommandLife) => {
    known.set(one.guid, one)
    changed.add(one.guid)
  }
  /** The latest command of this kind that this package can have carried. */
  const carriedBy = (kind: LockCommand, number: number) =>
    [...known.values()]
      .filter((one) => one.kind === kind && one.number !== null && one.number <= number)
      .toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0))[0]
  const finish = (command: CommandLife, failure: LockResult | null) => {
    set({ ...command, state: failure === null ? 'done' : 'failed', failure, endedAt: now })
    events.push(
      failure === null
        ? { kind: 'commandDone', command: command.kind }
        : { kind: 'commandFailed', command: command.kind, reason: failure },
    )
  }

  for (const { number, operations, results } of reports.toSorted((a, b) => a.number - b.number))
    for (const [index, operation] of operations.entries()) {
      const result = results[index]
      if (result === undefined) continue
      const isDone = result === 'done'
      if (operation.op === 'activate') {
        const isActivating = lock.status === S.firstActivation || lock.status === S.periodicActivation
        if (isDone && !isPermanent(lock)) {
          const isAtRest = isActivating || lock.status === lock.home
          lock = { ...lock, home: S.activated, ...(isAtRest && { status: S.activated }) }
        } else if (!isDone && isActivating) lock = after(lock, 'fail') ?? lock
        const ended = carriedBy('cancelLost', number)
        if (isDone && ended && isOpen(ended)) finish(ended, null)
        continue
      }
      if (!isCommand(operation.op)) continue
      const command = carriedBy(COMMAND_OF[operation.op], number)
      if (!command || command.state === 'done') continue
      if (isOpen(command)) {
        if (isDone) {
          lock = written(lock, command)
          finish(command, null)
        } else if (command.kind === 'reportLost') {
          // The lock stays lost, and is told again at its next contact.
          lock = after(lock, 'fail') ?? lock
          set({ ...command, state: 'waiting', failure: result })
          events.push({ kind: 'commandFailed', command: command.kind, reason: result })
        } else {
          lock = after(lock, 'fail') ?? lock
          finish(command, result)
        }
      } else if (isDone) {
        const late = writtenLate(lock, command)
        if (!late) continue
        const other = openOf([...known.values()]).command
        // A locked lock does nothing else until it is unlocked.
        if (command.kind === 'lock' && other) set({ ...other, state: 'cancelled', endedAt: now })
        lock = late
        finish(command, null)
      }
    }
  return { lock, commands: [...changed].flatMap((guid) => known.get(guid) ?? []), events }
}
