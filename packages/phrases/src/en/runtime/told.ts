import type { runtimeTold as source } from '../../zh-cn/runtime/told.ts'

type Leaves<T> = { readonly [K in keyof T]: T[K] extends string ? string : Leaves<T[K]> }

export const runtimeTold: Leaves<typeof source> = {
  done: {
    login: 'Signed in',
    activate: 'Activated',
    validate: 'Validated',
    deactivate: 'Unbound',
    session: 'Session opened',
    heartbeat: 'Heartbeat received',
    consume: 'Uses deducted',
    data: 'Data area read or written',
    offline: 'Offline file exchanged',
    borrow: 'Seat borrowed',
    return: 'Seat returned',
  },
  rules: {
    vendor: 'The vendor account is in good standing',
    lending: 'The lending code can be used, or none is needed',
    license: 'The license was found',
    password: 'The code password is correct or not required',
    state: 'The license is not locked, deleted or pending approval',
    start: 'The license has started',
    end: 'The license has not expired',
    product: 'The license includes the product',
    version: 'The license version is high enough',
    file: 'The file can be exchanged, or none is needed',
    machine: 'The device can use the license',
    uses: 'There are uses left',
    atOnce: 'The device limit is not reached',
    ever: 'The activation limit is not reached',
    parts: 'No part of the device changed, or the change was tolerated',
    seats: 'A seat is free',
    fee: 'The fee was charged',
  },
  unasked: '{rule} (not checked)',
  because: '{sentence}: {reason}',
  machineParts: {
    systemId: 'System ID',
    board: 'Motherboard',
    cpu: 'Processor',
    disk: 'Disk',
    network: 'Network adapter',
    memory: 'Memory',
  },
  partChange: {
    usedUp:
      '{part} differs from device “{name}”. The tolerated part changes are used up, so this counts as another device. The license tolerates {perMonth, number} in 30 days and {perYear, number} in 365 days. Used: {used}. Unbind the old device, or allow more changes under Device binding.',
    givenUp:
      'Device “{name}” has replaced this part: {part}. A device with the old part counts as another device. Latest part changes of the license: {used}. Unbind the device to use the old part again.',
    everLimit:
      '{part} differs from device “{name}”. More than half of its parts have now changed, so it would count as one more device, but the activation limit is reached. Latest part changes of the license: {used}.',
  },
  keyStates: { signing: 'Signing', next: 'Next', resting: 'No longer signing', retired: 'Retired', over: 'Expired' },
  evidence: {
    machines:
      '{count, plural, one {# device} other {# devices}} activated within 30 days; the limit is {limit, number}',
    refusedMachines: 'Refused {count, plural, one {once} other {# times}} because the device limit was reached',
    clones: 'A device with the fingerprint “{fingerprint}” was used on {networks, number} networks at the same time',
    networks:
      'Used from {count, plural, one {# network} other {# networks}} within 30 days; the license is for {limit, plural, one {# place} other {# places}}',
    drifts: 'The parts of device “{name}” changed {count, plural, one {once} other {# times}}',
    guesses: '{count, plural, one {# attempt} other {# attempts}} within 30 days with license codes that do not exist',
  },
}
