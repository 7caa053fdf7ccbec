// Identifies a device by digests of its parts. If one counted part changes, it is still the same device. The host name
// never counts, because containers and people change it freely.

export const MACHINE_PARTS = ['systemId', 'board', 'cpu', 'disk', 'network', 'memory'] as const
export type MachinePart = (typeof MACHINE_PARTS)[number]

/** The parts that count by default. A developer can change them. */
export const COUNTED_PARTS: readonly MachinePart[] = ['systemId', 'board', 'cpu', 'disk', 'network']

export type MachineDigests = Readonly<Partial<Record<MachinePart, string>>>

/** The minimum number of equal parts for a match. */
const NEEDED = 2

/**
 * Compares two readings by the counted parts that both contain. They are from the same device if at least two parts are
 * equal and at most one differs.
 */
export function compareParts(
  one: MachineDigests,
  other: MachineDigests,
  counted: readonly MachinePart[] = COUNTED_PARTS,
): { changed: MachinePart[]; isSame: boolean } {
  const seen = counted.filter((part) => one[part] !== undefined && other[part] !== undefined)
  const changed = seen.filter((part) => one[part] !== other[part])
  return { changed, isSame: seen.length - changed.length >= NEEDED && changed.length <= 1 }
}

export const isSameMachine = (one: MachineDigests, other: MachineDigests, counted?: readonly MachinePart[]): boolean =>
  compareParts(one, other, counted).isSame
