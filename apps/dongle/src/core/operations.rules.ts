// Runs the operations of a package, each with a result of its own. A change of the lock can be repeated: the center
// sends it again if it does not know whether the lock took it. Pure.
import { DONGLE_LICENSES, writeLicense } from '@sealwright/contract/dongle-files'
import type { LicenseWrite, LockOperation, LockResult } from '@sealwright/contract/dongle-files'
import { isJson } from '@sealwright/exchange'
import { isCount } from '@sealwright/sdk/device'
import type { LockState } from './state.ts'

type Changes = Partial<Pick<LockState, 'licenses' | 'isPermanent' | 'offlineDays' | 'until' | 'isLocked' | 'isLost'>>
type Outcome = Changes | LockResult

function written({ licenses }: LockState, write: LicenseWrite): Outcome {
  const index = licenses.findIndex(({ licenseId }) => licenseId === write.licenseId)
  const made = writeLicense(licenses[index], write)
  if ('fault' in made) return made.fault
  if (index >= 0) return { licenses: licenses.with(index, made.license) }
  return licenses.length >= DONGLE_LICENSES ? 'full' : { licenses: [...licenses, made.license] }
}

function deleted({ licenses }: LockState, id: number): Outcome {
  const rest = licenses.filter(({ licenseId }) => licenseId !== id)
  return rest.length === licenses.length ? 'missing' : { licenses: rest }
}

function outcomeOf(state: LockState, operation: LockOperation): Outcome {
  switch (operation.op) {
    case 'license':
      return written(state, operation)
    case 'delete':
      return deleted(state, operation.licenseId)
    case 'clear':
      return { licenses: [] }
    case 'activate':
      // A permanent lock has no end.
      return { isLost: false, until: state.isPermanent ? null : operation.until }
    case 'lose':
      return state.isPermanent ? 'unsupported' : { isLost: true }
    case 'lock':
      return { isLocked: true }
    case 'unlock':
      return { isLocked: false }
    case 'toPermanent':
      return { isPermanent: true, until: null }
    case 'toActivation':
      return { isPermanent: false, offlineDays: operation.days, until: operation.until }
    case 'setOfflineDays':
      return state.isPermanent ? 'unsupported' : { offlineDays: operation.days, until: operation.until }
    default:
      return 'unsupported'
  }
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  license: ['licenseId'],
  delete: ['licenseId'],
  activate: ['until'],
  toActivation: ['days', 'until'],
  setOfflineDays: ['days', 'until'],
}
/** The developer signed it, but a later center may know operations that this dongle does not. */
const isKnown = (value: unknown): value is LockOperation =>
  isJson(value) && typeof value['op'] === 'string' && (NEEDS[value['op']] ?? []).every((name) => isCount(value[name]))

export function runOperations(
  before: LockState,
  operations: readonly unknown[],
): { state: LockState; results: LockResult[] } {
  let state = before
  const results = operations.map((operation): LockResult => {
    const outcome = isKnown(operation) ? outcomeOf(state, operation) : 'unsupported'
    if (typeof outcome === 'string') return outcome
    state = { ...state, ...outcome }
    return 'done'
  })
  return { state, results }
}
