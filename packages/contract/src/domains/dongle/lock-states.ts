// The life of a user lock, with the numbers of section 4. A change waits on the center until the lock is seen, is
// processing while the lock writes it, and is done once the lock reports it.
import { defineMachine } from '../../kernel/state-machine.ts'

/** Section 4: an activation lock runs for some days after each activation, a permanent lock without any. */
export const LOCK_MODES = { permanent: 0, activation: 1 } as const
export type LockMode = (typeof LOCK_MODES)[keyof typeof LOCK_MODES]

export const LOCK_STATUSES = {
  initial: 0,
  notActivated: 1,
  firstActivation: 2,
  periodicActivation: 3,
  activated: 4,
  toPermanentWaiting: 5,
  toPermanentProcessing: 6,
  permanent: 7,
  toActivationWaiting: 8,
  toActivationProcessing: 9,
  backToActivation: 10,
  lost: 11,
  lossProcessing: 12,
  lossLocked: 13,
  lockWaiting: 14,
  lockProcessing: 15,
  locked: 16,
  unlockWaiting: 17,
  unlockProcessing: 18,
  unlocked: 19,
  offlineDaysWaiting: 20,
  offlineDaysProcessing: 21,
} as const
export type LockStatusName = keyof typeof LOCK_STATUSES
export type LockStatus = (typeof LOCK_STATUSES)[LockStatusName]
export const lockStatusName = (status: number) =>
  (Object.entries(LOCK_STATUSES) as [LockStatusName, number][]).find(([, number]) => number === status)?.[0] ??
  'initial' // keys of the table

const S = LOCK_STATUSES
/** Where a lock is at rest. It comes back there when a change is taken back or fails. */
export const LOCK_HOMES = [S.notActivated, S.activated, S.permanent, S.backToActivation] as const
export type LockHome = (typeof LOCK_HOMES)[number]
export const modeOfHome = (home: LockHome): LockMode =>
  home === S.permanent ? LOCK_MODES.permanent : LOCK_MODES.activation

/** A change of a lock, as a row of its own. */
export const LOCK_COMMANDS = [
  'reportLost',
  'cancelLost',
  'lock',
  'unlock',
  'toPermanent',
  'toActivation',
  'setOfflineDays',
] as const
export type LockCommand = (typeof LOCK_COMMANDS)[number]
/** Actions of administrators. */
export const LOCK_ACTS = [...LOCK_COMMANDS, 'takeBack'] as const
export type LockAct = (typeof LOCK_ACTS)[number]
/**
 * `fetch`: the lock got the package of a change. `done` and `fail`: it reported the result. `activate`: it got an
 * activation. `settle`: an unlocked lock is at rest again.
 */
export type LockEvent = LockAct | 'hand' | 'handPermanent' | 'activate' | 'fetch' | 'done' | 'fail' | 'settle'

/** Stands for the home of the lock. */
const HOME = -1
type To = LockStatus | typeof HOME

const WORKING = [S.notActivated, S.firstActivation, S.periodicActivation, S.activated, S.backToActivation] as const
const each = (from: readonly LockStatus[], event: LockEvent, to: To, who: 'operator' | 'system') =>
  from.map((one) => ({ from: one as To, event, to, who }))
/** A change in two phases. `rest` is where the lock stays if the change does not happen. */
const change = (act: LockAct, from: readonly LockStatus[], waiting: LockStatus, done: To, rest: To = HOME) => {
  const processing = (waiting + 1) as LockStatus // the numbers of section 4 come in pairs
  return [
    ...each(from, act, waiting, 'operator'),
    ...each([waiting, processing], 'takeBack', rest, 'operator'),
    // The same change is sent again if the lock did not take the first package.
    ...each([waiting, processing], 'fetch', processing, 'system'),
    ...each([processing], 'done', done, 'system'),
    ...each([processing], 'fail', rest, 'system'),
  ]
}

export const lockMachine = defineMachine<To, LockEvent, 'operator' | 'system'>('userLock', S.initial, [
  ...each([S.initial], 'hand', S.notActivated, 'system'),
  ...each([S.initial], 'handPermanent', S.permanent, 'system'),
  ...each([S.notActivated, S.firstActivation], 'activate', S.firstActivation, 'system'),
  ...each([S.activated, S.backToActivation, S.periodicActivation], 'activate', S.periodicActivation, 'system'),
  ...each([S.firstActivation, S.periodicActivation], 'done', S.activated, 'system'),
  ...each([S.firstActivation, S.periodicActivation], 'fail', HOME, 'system'),
  ...change('toPermanent', WORKING, S.toPermanentWaiting, S.permanent),
  ...change('toActivation', [S.permanent], S.toActivationWaiting, S.backToActivation),
  ...each(WORKING, 'reportLost', S.lost, 'operator'),
  ...each([S.lost, S.lossProcessing, S.lossLocked], 'fetch', S.lossProcessing, 'system'),
  ...each([S.lossProcessing], 'done', S.lossLocked, 'system'),
  ...each([S.lossProcessing], 'fail', S.lost, 'system'),
  ...each([S.lost, S.lossProcessing, S.lossLocked], 'cancelLost', HOME, 'operator'),
  ...change('lock', [...WORKING, S.permanent], S.lockWaiting, S.locked),
  ...change('unlock', [S.locked], S.unlockWaiting, S.unlocked, S.locked),
  ...each([S.unlocked], 'settle', HOME, 'system'),
  ...change('setOfflineDays', WORKING, S.offlineDaysWaiting, HOME),
])

/** The status after an event. Undefined if the status does not allow it. */
export function lockAfter(
  { status, home }: { status: LockStatus; home: LockHome },
  event: LockEvent,
): { status: LockStatus; home: LockHome } | undefined {
  const to = lockMachine.next(status, event)
  if (to === undefined) return undefined
  const after = to === HOME ? home : to
  const isHome = (LOCK_HOMES as readonly number[]).includes(after)
  return { status: after, home: isHome ? (after as LockHome) : home } // one of LOCK_HOMES
}

/** The actions that an administrator can take on a lock. */
export const lockActsOf = (status: LockStatus) => lockMachine.events(status, 'operator') as LockAct[] // theirs

/** A change waits for the lock. */
export const WAITING_STATUSES = [
  S.toPermanentWaiting,
  S.toActivationWaiting,
  S.lockWaiting,
  S.unlockWaiting,
  S.offlineDaysWaiting,
] as const satisfies readonly LockStatus[]

/** Groups of statuses for filters and charts: people think in these, not in numbers. */
export const LOCK_GROUPS = {
  notActivated: [S.initial, S.notActivated, S.firstActivation],
  normal: [S.periodicActivation, S.activated, S.permanent, S.backToActivation, S.unlocked],
  changing: [
    S.toPermanentWaiting,
    S.toPermanentProcessing,
    S.toActivationWaiting,
    S.toActivationProcessing,
    S.lockWaiting,
    S.lockProcessing,
    S.unlockWaiting,
    S.unlockProcessing,
    S.offlineDaysWaiting,
    S.offlineDaysProcessing,
  ],
  lost: [S.lost, S.lossProcessing, S.lossLocked],
  locked: [S.locked],
} as const satisfies Record<string, readonly LockStatus[]>
export type LockGroup = keyof typeof LOCK_GROUPS
export const LOCK_GROUP_NAMES = Object.keys(LOCK_GROUPS) as [LockGroup, ...LockGroup[]] // its keys, not empty
export const lockGroupOf = (status: number): LockGroup =>
  (Object.entries(LOCK_GROUPS) as [LockGroup, readonly number[]][]).find(([, all]) => all.includes(status))?.[0] ??
  'normal' // keys of the table

export const COMMAND_STATES = ['waiting', 'processing', 'done', 'failed', 'cancelled'] as const
export type CommandState = (typeof COMMAND_STATES)[number]
