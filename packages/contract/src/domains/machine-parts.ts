// What a machine is known by: digests of its parts. One of those that count may change and it is still the same
// machine; a host name never counts, since containers and people change it at will.

export const MACHINE_PARTS = ['systemId', 'board', 'cpu', 'disk', 'network', 'memory'] as const
export type MachinePart = (typeof MACHINE_PARTS)[number]

/** What counts until a developer says otherwise. */
export const COUNTED_PARTS: readonly MachinePart[] = ['systemId', 'board', 'cpu', 'disk', 'network']

export type MachineDigests = Readonly<Partial<Record<MachinePart, string>>>

/** So many equal parts make a machine the same; with fewer to compare, all of them must be. */
const NEEDED = 2

/** Whether two looks at a machine saw the same one: of the parts that count and that both saw, at most one differs. */
export function isSameMachine(
  one: MachineDigests,
  other: MachineDigests,
  counted: readonly MachinePart[] = COUNTED_PARTS,
): boolean {
  const seen = counted.filter((part) => one[part] !== undefined && other[part] !== undefined)
  const equal = seen.filter((part) => one[part] === other[part]).length
  return equal >= NEEDED && seen.length - equal <= 1
}
