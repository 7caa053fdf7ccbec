import type { runtimeTold as source } from '../zh-cn/runtime-told.ts'

type Leaves<T> = { readonly [K in keyof T]: T[K] extends string ? string : Leaves<T[K]> }

export const runtimeTold: Leaves<typeof source> = {
  done: {
    login: 'Signed in',
    activate: 'Activated',
    validate: 'Validated',
    deactivate: 'Unbound',
    session: 'A session was opened',
    heartbeat: 'A heartbeat was heard',
    consume: 'Uses were taken',
    data: 'A data area was read or written',
  },
  rules: {
    vendor: "The vendor's account is in order",
    license: 'The license was found',
    password: 'No code password is needed, or it is right',
    state: 'The license is neither locked nor deleted nor waiting for an approval',
    start: 'The license has begun',
    end: 'The license has not ended',
    product: 'The license includes the product',
    version: "The license's version is high enough",
    machine: 'The machine may use it',
    uses: 'There are uses left',
    atOnce: 'There is room among the machines at once',
    ever: 'There is room among the machines in all',
    seats: 'There is a free seat',
    fee: 'The fee was taken',
  },
  unasked: '{rule} (not asked)',
  machineParts: {
    systemId: 'System id',
    board: 'Mainboard',
    cpu: 'Processor',
    disk: 'Disk',
    network: 'Network card',
    memory: 'Memory',
  },
  keyStates: { signing: 'Signing', next: 'Next', resting: 'No longer signing', retired: 'Retired', over: 'Over' },
  evidence: {
    machines: '{count, number} machines were activated within 30 days; at most {limit, number} are allowed',
    refusedMachines: 'Refused {count, plural, one {once} other {# times}} because all machines are taken',
    clones: 'A machine with the fingerprint “{fingerprint}” was used in {networks, number} networks at the same time',
    networks:
      'Used from {count, number} networks within 30 days; the license is for {limit, plural, one {# place} other {# places}}',
    drifts: 'The parts of the machine “{name}” changed {count, number} times',
    guesses: '{count, number} tries of license codes that do not exist within 30 days',
  },
}
