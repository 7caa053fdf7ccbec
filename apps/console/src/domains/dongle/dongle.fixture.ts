// User locks and control locks as the server answers them.
import { LOCK_MODES, LOCK_STATUSES, lockActsOf } from '@sealwright/contract'
import type { AnswerOf, ControlLockRow, LockCommandRow, LockRow, LockStatus, userLockCalls } from '@sealwright/contract'

export const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const MADE = '2026-01-01T00:00:00.000Z'
const LATER = '2099-01-01T00:00:00.000Z'

export const commandOf = (given: Partial<LockCommandRow> = {}): LockCommandRow => ({
  guid: guidOf(900),
  kind: 'lock',
  state: 'waiting',
  offlineDays: null,
  reason: null,
  failure: null,
  by: '林主',
  time: MADE,
  endTime: null,
  ...given,
})

/** With the acts that the status allows. */
export function lockOf(given: Partial<LockRow> & { status?: LockStatus } = {}): LockRow {
  const { status = LOCK_STATUSES.activated } = given
  return {
    guid: guidOf(1),
    shellNumber: '88000001',
    serialNumber: 'ab'.repeat(16),
    productionTime: MADE,
    firmware: 'v1.0',
    activationMode: status === LOCK_STATUSES.permanent ? LOCK_MODES.permanent : LOCK_MODES.activation,
    offlineDays: 30,
    lastActivation: MADE,
    activationEnd: LATER,
    seenTime: MADE,
    status,
    customerGuid: guidOf(50),
    customerName: '远山科技',
    admins: [{ userId: guidOf(60), name: '周辅' }],
    integratorGuid: null,
    integratorName: null,
    licenses: 2,
    waitingPackages: 0,
    remark: null,
    command: null,
    revision: 3,
    acts: lockActsOf(status),
    ...given,
  }
}

export const lockAnswerOf = (given: Parameters<typeof lockOf>[0] = {}): AnswerOf<typeof userLockCalls.get> => ({
  ...lockOf(given),
  registerTime: MADE,
  lastNumber: 4,
  takenNumber: 3,
})

export const controlLockOf = (given: Partial<ControlLockRow> = {}): ControlLockRow => ({
  guid: guidOf(2),
  shellNumber: '99000001',
  serialNumber: 'cd'.repeat(16),
  productionTime: MADE,
  firmware: 'v1.0',
  registerTime: MADE,
  hasPin: true,
  ...given,
})

export const ALL_RIGHTS = [
  'userLock.view',
  'userLock.lock',
  'userLock.update',
  'userLock.export',
  'customer.view',
  'integrator.view',
  'tag.view',
]
