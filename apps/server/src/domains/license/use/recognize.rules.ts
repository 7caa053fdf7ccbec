// Recognizes the device of a call among the devices of a license. Pure. One changed part is tolerated, but only a few
// times per license and period: otherwise a seat could move from device to device, one part per call. A device is what
// its row says, never what the caller says: only a tolerated change replaces the fingerprint and parts of a row.
import { COUNTED_PARTS, MACHINE_PARTS, compareParts } from '@sealwright/contract'
import type { MachineDigests, MachinePart } from '@sealwright/contract'
import type { PartChange, PartChanges, UsedMachine } from './use.kind.ts'

export const digestsOf = (parts: readonly string[]): MachineDigests =>
  Object.fromEntries(
    // A digest may end with "=" as well.
    parts
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const)
      .filter(([kind]) => MACHINE_PARTS.some((known) => known === kind)),
  )

export interface Identity {
  fingerprint: string
  /** `kind=digest` each. */
  parts: readonly string[]
}

/** Whether two readings are from the same device: the same fingerprint, or at most one changed part. */
export const isSameDevice = (one: Identity, other: Identity, counted: readonly MachinePart[]) =>
  one.fingerprint === other.fingerprint || compareParts(digestsOf(one.parts), digestsOf(other.parts), counted).isSame

export interface Recognized {
  /** Null: another device. */
  machine: UsedMachine | null
  change: PartChange | null
}

export function recognize(
  machines: readonly UsedMachine[],
  { fingerprint, parts }: Partial<Identity>,
  counted: readonly MachinePart[],
  changes: PartChanges,
  ever: { bound: number; limit: number | null },
): Recognized {
  const mine = digestsOf(parts ?? [])

  function changeOf(machine: UsedMachine, part: MachinePart): PartChange {
    const known = digestsOf(machine.parts)
    const [before = '', after = ''] = [known[part], mine[part]]
    const own = changes.ofMachines.filter(({ machineGuid }) => machineGuid === machine.guid)
    // Counting a device again restarts the comparison with its first parts.
    const since = own.slice(own.findLastIndex(({ isCounted }) => isCounted) + 1)
    const changed = new Set([...since.map((change) => change.part), part])
    const isCounted =
      counted.filter((one) => changed.has(one)).length * 2 > counted.filter((one) => known[one] !== undefined).length
    const { perMonth, perYear, inMonth, inYear, latest } = changes
    return {
      machine,
      part,
      before,
      after,
      isCounted,
      denied: own.some((change) => change.part === part && change.before === after)
        ? 'givenUp'
        : inMonth >= perMonth || inYear >= perYear
          ? 'usedUp'
          : isCounted && ever.limit !== null && ever.bound >= ever.limit
            ? 'everLimit'
            : null,
      perMonth,
      perYear,
      latest,
    }
  }

  const compared = machines.map((machine) => ({
    machine,
    ...compareParts(digestsOf(machine.parts), mine, counted),
  }))
  const exact = compared.find(({ machine }) => machine.fingerprint === fingerprint)
  if (exact) {
    // The fingerprint covers the other parts. A caller who reports different ones gets no lease for them.
    const part = exact.changed.find((one) => !COUNTED_PARTS.includes(one))
    const change = part === undefined ? null : changeOf(exact.machine, part)
    return { machine: exact.machine, change: change?.denied === null ? change : null }
  }
  const alike = compared.filter(({ isSame }) => isSame)
  // A changed part does not unblock a withdrawn device.
  const same =
    alike.find(({ changed }) => changed.length === 0) ?? alike.find(({ machine }) => machine.state === 'recycled')
  if (same) return { machine: same.machine, change: null }
  const judged = alike.flatMap(({ machine, changed }) => changed.map((part) => changeOf(machine, part)))
  const change = judged.find(({ denied }) => denied === null) ?? judged[0] ?? null
  return { machine: change?.denied === null ? change.machine : null, change }
}

/** The identity of a device after this contact. Parts that the caller left out stay as they were. */
export function identityAfter(machine: UsedMachine | null, change: PartChange | null, told: Identity): Identity {
  if (!machine) return told
  if (!change) return machine
  const merged = { ...digestsOf(machine.parts), ...digestsOf(told.parts) }
  return {
    fingerprint: told.fingerprint,
    parts: Object.entries(merged)
      .map(([kind, digest]) => `${kind}=${digest}`)
      .toSorted(),
  }
}
