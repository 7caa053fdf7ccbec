// The rules of using a license, without a database: they agree with the state machine, and a trace agrees with the
// judgment.
import { LICENSE_STATUSES, RUNTIME_RULES, licenseMachine } from '@sealwright/contract'
import type { LicenseStatus, TemplateContent } from '@sealwright/contract'
import { expect, it } from 'vitest'
import type { Use, UseFacts, UsedLicense } from './use.kind.ts'
import { judgeUse, traceUse } from './use.rules.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const [PAST, LATER] = [new Date('2026-05-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
const { expired, partlyExpired, unbound } = LICENSE_STATUSES

/** Facts of a license in this status. Expired statuses come from its ends. */
function factsIn(status: LicenseStatus): UseFacts {
  const state = status === expired || status === partlyExpired ? unbound : status
  const license = {
    guid: 'license',
    family: 'sn',
    serial: 'code',
    state,
    expiresAt: status === expired ? PAST : LATER,
    partlyUntil: status === partlyExpired ? PAST : LATER,
    bound: 0,
    everBound: 0,
    usesTaken: 0,
    licenseIds: [7],
    passwordBox: null,
  } as unknown as UsedLicense // the fields that the rules use
  const content = {
    licenseId: 7,
    licenseVersion: null,
    otherProducts: [],
    machineNum: 1,
    licBindLimit: null,
    licBindMaxLimit: null,
    licenseKeyType: 1,
    licenseForm: null,
    startTime: null,
    counter: null,
  } as unknown as TemplateContent // the same
  return {
    developer: {
      status: 'formal',
      timeZone: 'UTC',
      serviceUntil: null,
      owedSince: null,
      graceDays: 15,
      suspension: null,
      parts: [],
      apiPassword: null,
    },
    person: null,
    license,
    content,
    productEnds: {},
    issue: null,
    machine: null,
    change: null,
    lease: null,
    seats: null,
    isFormer: false,
  }
}

it.each(licenseMachine.states)(
  'a device can activate a license in status %i exactly if the state machine allows binding',
  (status) => {
    const refused = judgeUse(factsIn(status), { act: 'activate', by: 'code' }, NOW)
    expect(refused === undefined).toBe(licenseMachine.next(status, 'bind') !== undefined)
  },
)

it.each(licenseMachine.states)(
  'a trace of a license in status %i lists every rule in order, and its first failure is the refusal',
  (status) => {
    const use = { act: 'activate', by: 'code' } as const
    const trace = traceUse(factsIn(status), use, NOW)
    expect(trace.map(({ rule }) => rule)).toEqual([...RUNTIME_RULES])
    expect(trace.find(({ outcome }) => outcome === 'fail')?.reason).toBe(judgeUse(factsIn(status), use, NOW)?.reason)
  },
)

it('a suspended developer binds and lends nothing new; what is bound runs until the date and can be removed', () => {
  const given = factsIn(4)
  const machine = { state: 'bound' } as NonNullable<UseFacts['machine']> // all that the rules below read
  const lending = { state: 'bound', dueAt: LATER, isMine: true, isBorrowed: false, reason: null } as const
  const reason = (act: Use['act'], facts: Partial<UseFacts> = {}, until = LATER) =>
    judgeUse(
      { ...given, developer: { ...given.developer, suspension: { programsUntil: until } }, ...facts },
      { act, by: act === 'borrow' ? 'lending' : 'code', isPasswordRight: true },
      NOW,
    )?.reason
  expect(reason('activate')).toBe('vendorSuspended')
  expect(reason('borrow')).toBe('vendorSuspended')
  expect(reason('borrow', { lending })).not.toBe('vendorSuspended')
  expect(reason('activate', { machine })).toBeUndefined()
  expect(reason('validate', { machine })).toBeUndefined()
  expect(reason('validate', { machine }, NOW)).toBe('vendorSuspended')
  expect(reason('session', { machine }, NOW)).toBe('vendorSuspended')
  expect(reason('deactivate', { machine }, NOW)).toBeUndefined()
})
