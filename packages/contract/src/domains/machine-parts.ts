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
 * Whether two readings are from the same device: of the counted parts that both contain, at least two are equal and at
 * most one differs.
 */
export function isSameMachine(
  one: MachineDigests,
  other: MachineDigests,
  counted: readonly MachinePart[] = COUNTED_PARTS,
): boolean {
  const seen = counted.filter((part) => one[part] !== undefined && other[part] !== undefined)
  const equal = seen.filter((part) => one[part] === other[part]).length
  return equal >= NEEDED && seen.length - equal <= 1
}
