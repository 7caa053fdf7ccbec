// Every pair of status and event of a user lock, and lives of locks from order to result.
import { DAY_MS, LOCK_ACTS, LOCK_STATUSES } from '@sealwright/contract'
import type { LockAct, LockHome, LockRequest, LockResult, LockStatus } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { NEVER } from '../../license/index.ts'
import type { CommandLife, LockLife } from '../dongle.tables.ts'
import { handOut, isOpen, order, statusLabel, takeReports } from './lock.rules.ts'
import type { LifeChange, Report } from './lock.rules.ts'

const say = sentences('en', await loadPhrases('en'))
const S = LOCK_STATUSES
const now = new Date('2026-11-18T02:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * DAY_MS)
const seconds = (at: Date) => at.getTime() / 1000

const lockAt = (status: LockStatus, home: LockHome = S.activated): LockLife => ({
  status,
  home,
  offlineDays: 30,
  activatedAt: null,
  activeUntil: NEVER,
})
const HOME_OF: Partial<Record<LockStatus, LockHome>> = {
  [S.initial]: S.notActivated,
  [S.notActivated]: S.notActivated,
  [S.firstActivation]: S.notActivated,
  [S.permanent]: S.permanent,
  [S.toActivationWaiting]: S.permanent,
  [S.toActivationProcessing]: S.permanent,
  [S.backToActivation]: S.backToActivation,
}
const KIND_OF: Partial<Record<LockStatus, CommandLife['kind']>> = {
  [S.toPermanentWaiting]: 'toPermanent',
  [S.toPermanentProcessing]: 'toPermanent',
  [S.toActivationWaiting]: 'toActivation',
  [S.toActivationProcessing]: 'toActivation',
  [S.lost]: 'reportLost',
  [S.lossProcessing]: 'reportLost',
  [S.lockWaiting]: 'lock',
  [S.lockProcessing]: 'lock',
  [S.unlockWaiting]: 'unlock',
  [S.unlockProcessing]: 'unlock',
  [S.offlineDaysWaiting]: 'setOfflineDays',
  [S.offlineDaysProcessing]: 'setOfflineDays',
}
const PROCESSING: readonly LockStatus[] = [
  S.toPermanentProcessing,
  S.toActivationProcessing,
  S.lossProcessing,
  S.lockProcessing,
  S.unlockProcessing,
  S.offlineDaysProcessing,
]
const commandAt = (status: LockStatus): CommandLife[] => {
  const kind = KIND_OF[status]
  if (!kind) return []
  const isSent = PROCESSING.includes(status)
  return [
    {
      guid: 'open',
      kind,
      state: isSent ? 'processing' : 'waiting',
      offlineDays: kind === 'setOfflineDays' || kind === 'toActivation' ? 60 : null,
      failure: null,
      number: isSent ? 5 : null,
      until: isSent ? later(-1) : null,
      endedAt: null,
    },
  ]
}

let made = 0
const context = { now, say, moment: (at: Date) => at.toISOString(), newGuid: () => `new-${(made += 1)}` }
const ordered = (lock: LockLife, commands: readonly CommandLife[], act: LockAct, offlineDays?: number) =>
  order(lock, commands, { act, offlineDays }, context)
function errorOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.error
    throw error
  }
  return 'allowed'
}

/** The statuses after each action that a status allows. Everything else is refused. */
const WORKING = {
  reportLost: S.lost,
  lock: S.lockWaiting,
  toPermanent: S.toPermanentWaiting,
  setOfflineDays: S.offlineDaysWaiting,
}
const ALLOWED: Record<LockStatus, Partial<Record<LockAct, LockStatus>>> = {
  [S.initial]: {},
  [S.notActivated]: WORKING,
  [S.firstActivation]: WORKING,
  [S.periodicActivation]: WORKING,
  [S.activated]: WORKING,
  [S.backToActivation]: WORKING,
  [S.permanent]: { lock: S.lockWaiting, toActivation: S.toActivationWaiting },
  [S.toPermanentWaiting]: { takeBack: S.activated },
  [S.toPermanentProcessing]: { takeBack: S.activated },
  [S.toActivationWaiting]: { takeBack: S.permanent },
  [S.toActivationProcessing]: { takeBack: S.permanent },
  [S.lost]: { cancelLost: S.activated },
  [S.lossProcessing]: { cancelLost: S.activated },
  [S.lossLocked]: { cancelLost: S.activated },
  [S.lockWaiting]: { takeBack: S.activated },
  [S.lockProcessing]: { takeBack: S.activated },
  [S.locked]: { unlock: S.unlockWaiting },
  [S.unlockWaiting]: { takeBack: S.locked },
  [S.unlockProcessing]: { takeBack: S.locked },
  [S.unlocked]: {},
  [S.offlineDaysWaiting]: { takeBack: S.activated },
  [S.offlineDaysProcessing]: { takeBack: S.activated },
}

describe('an order', () => {
  const pairs = Object.values(S).flatMap((status) => LOCK_ACTS.map((act) => ({ status, act })))
  it.each(pairs)('$act in status $status is allowed or refused as the table says', ({ status, act }) => {
    const lock = lockAt(status, HOME_OF[status])
    const wanted = ALLOWED[status][act]
    const attempt = () => ordered(lock, commandAt(status), act, 60)
    if (wanted !== undefined) expect(attempt().lock.status).toBe(wanted)
    else
      expect(errorOf(attempt)).toBe(
        act === 'reportLost' && lock.home === S.permanent ? 'userLock.permanentNotLost' : 'userLock.stateForbids',
      )
  })

  it('that was fetched is taken back only once its package has ended', () => {
    const [command] = commandAt(S.lockProcessing)
    const fetched = { ...command, until: later(3) } as CommandLife // there is one
    const attempt = () => ordered(lockAt(S.lockProcessing), [fetched], 'takeBack')
    expect(errorOf(attempt)).toBe('userLock.stillProcessing')
    expect(ordered(lockAt(S.lockProcessing), commandAt(S.lockProcessing), 'takeBack').commands).toMatchObject([
      { guid: 'open', state: 'cancelled' },
    ])
  })

  it('of offline days needs other days than the lock has', () => {
    expect(errorOf(() => ordered(lockAt(S.activated), [], 'setOfflineDays'))).toBe('userLock.daysNeeded')
    expect(errorOf(() => ordered(lockAt(S.activated), [], 'setOfflineDays', 30))).toBe('userLock.sameDays')
    expect(ordered(lockAt(S.permanent, S.permanent), [], 'toActivation').commands).toMatchObject([{ offlineDays: 30 }])
  })
})

describe('a status', () => {
  it('has the name of section 4 in both languages; permanent and activated locks are simply normal', async () => {
    const sayZh = sentences('zh', await loadPhrases('zh'))
    expect(Object.values(S).map((status) => [status, statusLabel(sayZh, status), statusLabel(say, status)])).toEqual([
      [0, '初始', 'Initial'],
      [1, '未激活', 'Not activated'],
      [2, '首次激活（处理中）', 'First activation (processing)'],
      [3, '周期激活（处理中）', 'Periodic activation (processing)'],
      [4, '正常', 'Normal'],
      [5, '转永久（等待）', 'To permanent (waiting)'],
      [6, '转永久（处理中）', 'To permanent (processing)'],
      [7, '正常', 'Normal'],
      [8, '转激活锁（等待）', 'To activation (waiting)'],
      [9, '转激活锁（处理中）', 'To activation (processing)'],
      [10, '正常', 'Normal'],
      [11, '已挂失', 'Reported lost'],
      [12, '挂失锁定（处理中）', 'Reported lost (processing)'],
      [13, '已挂失（锁定）', 'Reported lost (stopped)'],
      [14, '锁定（等待）', 'Locking (waiting)'],
      [15, '锁定（处理中）', 'Locking (processing)'],
      [16, '已锁定', 'Locked'],
      [17, '解锁（等待）', 'Unlocking (waiting)'],
      [18, '解锁（处理中）', 'Unlocking (processing)'],
      [19, '已解锁', 'Unlocked'],
      [20, '修改离线时长（等待）', 'Offline days (waiting)'],
      [21, '修改离线时长（处理中）', 'Offline days (processing)'],
    ])
  })
})

/** A lock and the center, told step by step. */
function livingLock(start: LockLife) {
  let lock = start
  let commands: CommandLife[] = []
  let number = 0
  const sent = new Map<number, Report>()
  const take = (change: LifeChange) => {
    lock = change.lock
    const known = new Map(commands.map((one) => [one.guid, one]))
    for (const one of change.commands) known.set(one.guid, one)
    commands = [...known.values()]
    return change
  }
  return {
    lock: () => lock,
    commands: () => commands.map(({ kind, state }) => `${kind} ${state}`),
    open: () => commands.filter(isOpen),
    order: (act: LockAct, offlineDays?: number) => take(ordered(lock, commands, act, offlineDays)),
    contact(request: LockRequest, at = now) {
      number += 1
      const handed = handOut(lock, commands.filter(isOpen), { request, number, until: later(30), now: at })
      take(handed)
      sent.set(number, { number, operations: handed.operations, results: [] })
      return { number, operations: handed.operations, ops: handed.operations.map(({ op }) => op) }
    },
    report(of: number, ...results: LockResult[]) {
      const report = sent.get(of)
      if (!report) throw new Error('never sent')
      const all = results.length > 0 ? results : report.operations.map(() => 'done' as const)
      return take(takeReports(lock, commands, [{ ...report, results: all }], now))
    },
  }
}

describe('an activation lock', () => {
  it('is activated for its offline days, first and again, and permanent locks are not', () => {
    const one = livingLock(lockAt(S.notActivated, S.notActivated))
    const first = one.contact('activate')
    expect(first.operations).toEqual([{ op: 'activate', until: seconds(later(30)) }])
    expect(one.lock()).toMatchObject({ status: S.firstActivation, activatedAt: now, activeUntil: later(30) })
    one.report(first.number)
    expect(one.lock()).toMatchObject({ status: S.activated, home: S.activated })
    const second = one.contact('activate')
    expect(one.lock().status).toBe(S.periodicActivation)
    one.report(second.number, 'unsupported')
    expect(one.lock().status).toBe(S.activated)
    expect(one.contact('fetch').operations).toEqual([])
    expect(livingLock(lockAt(S.permanent, S.permanent)).contact('activate').operations).toEqual([])
  })

  it('that is lost stops at its next contact, and works again with an activation after the report is cancelled', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('reportLost')
    const stopped = one.contact('activate')
    expect([stopped.ops, one.lock().status]).toEqual([['lose'], S.lossProcessing])
    one.report(stopped.number)
    expect([one.lock().status, one.commands()]).toEqual([S.lossLocked, ['reportLost done']])
    // A lock that was set back is told again.
    expect(one.contact('activate').ops).toEqual(['lose'])
    expect(one.contact('fetch').ops).toEqual(['lose'])
    expect(one.lock().status).toBe(S.lossLocked)
    // Otherwise the contact would never end: each report would have an answer to report.
    for (const status of [S.lossLocked, S.locked]) expect(livingLock(lockAt(status)).contact('report').ops).toEqual([])
    one.order('cancelLost')
    expect([one.lock().status, one.commands()]).toEqual([S.activated, ['reportLost done', 'cancelLost waiting']])
    expect(one.contact('fetch').ops).toEqual([])
    const again = one.contact('activate')
    expect([again.ops, one.open()[0]?.state]).toEqual([['activate'], 'processing'])
    one.report(again.number)
    expect([one.lock().status, one.commands()]).toEqual([S.activated, ['reportLost done', 'cancelLost done']])
  })

  it('that never got its loss report needs no end of it', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('reportLost')
    one.order('cancelLost')
    expect([one.lock().status, one.commands()]).toEqual([S.activated, ['reportLost cancelled']])
  })

  it('stays lost if it cannot stop, and is told again', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('reportLost')
    one.report(one.contact('fetch').number, 'unsupported')
    expect([one.lock().status, one.commands()]).toEqual([S.lost, ['reportLost waiting']])
    expect(one.contact('report').ops).toEqual(['lose'])
  })

  it('whose end of the loss report is on the way is activated before it becomes permanent', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('reportLost')
    one.contact('fetch')
    one.order('cancelLost')
    one.order('toPermanent')
    const sent = one.contact('fetch')
    expect(sent.ops).toEqual(['activate', 'toPermanent'])
    one.report(sent.number)
    expect(one.lock()).toMatchObject({ status: S.permanent, home: S.permanent, activeUntil: NEVER })
    expect(one.commands()).toEqual(['reportLost cancelled', 'cancelLost done', 'toPermanent done'])
  })

  it('reports an activation from before its loss without ending the loss', () => {
    const one = livingLock(lockAt(S.notActivated, S.notActivated))
    const active = one.contact('activate')
    one.order('reportLost')
    one.contact('fetch')
    one.order('cancelLost')
    one.contact('activate')
    one.report(active.number)
    expect(one.open()).toMatchObject([{ kind: 'cancelLost', state: 'processing' }])
    expect(one.lock()).toMatchObject({ status: S.activated, home: S.activated })
  })
})

describe('a command', () => {
  it('is sent until the lock reports it; the result of any of its packages counts', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('lock')
    const first = one.contact('fetch')
    const second = one.contact('activate')
    expect([first.ops, second.ops]).toEqual([['lock'], ['lock']])
    one.report(first.number)
    expect([one.lock().status, one.commands()]).toEqual([S.locked, ['lock done']])
    one.report(second.number)
    expect(one.lock().status).toBe(S.locked)
    expect(one.contact('activate').ops).toEqual(['lock'])
  })

  it('that fails leaves the lock where it was, with the reason', () => {
    const one = livingLock(lockAt(S.permanent, S.permanent))
    one.order('toActivation', 15)
    const sent = one.contact('fetch')
    expect(sent.operations).toEqual([{ op: 'toActivation', days: 15, until: seconds(later(15)) }])
    const { events } = one.report(sent.number, 'unsupported')
    expect(one.lock()).toMatchObject({ status: S.permanent, home: S.permanent, offlineDays: 30 })
    expect(events).toEqual([{ kind: 'commandFailed', command: 'toActivation', reason: 'unsupported' }])
  })

  it('unlocks the lock, which is at rest at once', () => {
    const one = livingLock(lockAt(S.locked, S.permanent))
    one.order('unlock')
    one.report(one.contact('fetch').number)
    expect(one.lock()).toMatchObject({ status: S.permanent, home: S.permanent })
  })

  it('of offline days shortens the time that is left, and only an activation extends it', () => {
    const active = { ...lockAt(S.activated), activeUntil: later(20) }
    const fetched = livingLock(active)
    fetched.order('setOfflineDays', 7)
    expect(fetched.contact('fetch').operations).toEqual([{ op: 'setOfflineDays', days: 7, until: seconds(later(7)) }])
    const longer = livingLock(active)
    longer.order('setOfflineDays', 90)
    expect(longer.contact('fetch').operations).toEqual([{ op: 'setOfflineDays', days: 90, until: seconds(later(20)) }])
    const again = longer.contact('activate')
    expect(again.operations).toEqual([
      { op: 'activate', until: seconds(later(90)) },
      { op: 'setOfflineDays', days: 90, until: seconds(later(90)) },
    ])
    longer.report(again.number)
    expect(longer.lock()).toMatchObject({ status: S.activated, offlineDays: 90 })
  })

  it('that was taken back too late is done all the same', () => {
    const one = livingLock(lockAt(S.activated))
    one.order('lock')
    const sent = one.contact('fetch')
    // Its package ended, nobody heard of it, and the administrator gave up.
    const ended = one.open().map((command): CommandLife => ({ ...command, state: 'cancelled', endedAt: now }))
    const change = takeReports(lockAt(S.activated), ended, [{ ...sent, results: ['done'] }], now)
    expect(change).toMatchObject({ lock: { status: S.locked }, commands: [{ kind: 'lock', state: 'done' }] })
  })

  it('that was taken back too late ends the command that was ordered instead', () => {
    const [sent] = commandAt(S.lockProcessing)
    const cancelled = { ...sent, guid: 'old', state: 'cancelled' } as CommandLife // there is one
    const other = { ...commandAt(S.offlineDaysWaiting)[0], guid: 'new' } as CommandLife // there is one
    const report: Report = { number: 5, operations: [{ op: 'lock' }], results: ['done'] }
    const change = takeReports(lockAt(S.offlineDaysWaiting), [cancelled, other], [report], now)
    expect(change.lock.status).toBe(S.locked)
    expect(change.commands).toMatchObject([
      { guid: 'new', state: 'cancelled' },
      { guid: 'old', state: 'done' },
    ])
  })
})
