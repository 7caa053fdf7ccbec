// Which modules share a file. The bundler's automatic chunks say exactly which pages need a module, but make hundreds
// of small files. Here they become a few by the house's own lines: what several domains share is one file, what the
// screens of a domain share is another, and a screen is its own. It only decides; the bundler does the rest.
// Surprising: two files that need each other through a third are never merged, since they would import each other.

/** A chunk of the automatic build. */
export interface Piece {
  name: string
  modules: readonly string[]
  bytes: number
  /** The pieces that it imports statically. */
  imports: readonly string[]
}

export interface GroupingOptions {
  /** Pieces that a page loads first, in the order they are loaded; each becomes one file with what it imports. */
  anchors: readonly string[]
  /** Pieces that are loaded by themselves: screens, and what opens on them. */
  roots: readonly string[]
  /** Those of the roots that must stay light: what others need is kept out of their files. */
  light: readonly string[]
  /** The domain that a module belongs to; none is everybody's. */
  domainOf: (module: string) => string | undefined
  /** A smaller file is merged with another one. */
  minBytes: number
  /** What is nobody's own and so many roots need is in the file that all screens load. */
  commonRoots: number
  /** How many files a root may need beside the anchors. */
  maxFiles: number
}

export interface FilePlan {
  name: string
  modules: string[]
}

class Group {
  readonly name: string
  readonly modules: string[]
  bytes: number
  readonly imports = new Set<Group>()
  /** It and what it imports, directly or not. */
  closure: ReadonlySet<Group> = new Set()
  /** The roots that load it. */
  readonly roots = new Set<string>()

  constructor({ name, modules, bytes }: Piece) {
    this.name = name
    this.modules = [...modules]
    this.bytes = bytes
  }
}

function reachedFrom(group: Group, seen = new Set<Group>()): Set<Group> {
  if (seen.has(group)) return seen
  seen.add(group)
  for (const next of group.imports) reachedFrom(next, seen)
  return seen
}

/** Whether one needs the other through a third. */
function closesCircle(a: Group, b: Group): boolean {
  const isBetween = (from: Group, to: Group) => [...from.imports].some((next) => next !== to && next.closure.has(to))
  return isBetween(a, b) || isBetween(b, a)
}

/** Makes closures and roots follow the imports. */
function refresh(groups: ReadonlySet<Group>): void {
  for (const group of groups) group.closure = reachedFrom(group)
  for (const group of groups) for (const needed of group.closure) for (const root of group.roots) needed.roots.add(root)
}

function groupsOf(pieces: readonly Piece[], roots: readonly string[]): Set<Group> {
  const made = new Map(pieces.map((piece) => [piece.name, new Group(piece)]))
  for (const { name, imports } of pieces)
    for (const next of imports.flatMap((one) => made.get(one) ?? [])) made.get(name)?.imports.add(next)
  for (const root of roots) made.get(root)?.roots.add(root)
  const groups = new Set(made.values())
  refresh(groups)
  return groups
}

function merge(groups: Set<Group>, into: Group, from: Group): void {
  into.modules.push(...from.modules)
  into.bytes += from.bytes
  for (const root of from.roots) into.roots.add(root)
  for (const next of from.imports) into.imports.add(next)
  groups.delete(from)
  for (const group of groups) if (group.imports.delete(from)) group.imports.add(into)
  into.imports.delete(into)
  refresh(groups)
}

/** The bytes that roots of either would load for nothing if both were one file. */
function wasteOf(a: Group, b: Group): number {
  let waste = 0
  for (const [from, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const root of other.roots) for (const group of from.closure) if (!group.roots.has(root)) waste += group.bytes
  }
  return waste
}

/** Merges the pair that wastes least, one of each list; false where every pair would close a circle. */
function mergeCheapest(groups: Set<Group>, some: readonly Group[], others: readonly Group[]): boolean {
  const pairs = some.flatMap((a) => others.filter((b) => a !== b).map((b) => ({ a, b, waste: wasteOf(a, b) })))
  const best = pairs.toSorted((x, y) => x.waste - y.waste).find(({ a, b }) => !closesCircle(a, b))
  if (best) merge(groups, best.b, best.a)
  return best !== undefined
}

/** Merges all that have the same key, but for what would close a circle. */
function mergeAlike(groups: Set<Group>, keyOf: (group: Group) => string | undefined): void {
  const firsts = new Map<string, Group>()
  const keys = new Map([...groups].map((group) => [group, keyOf(group)]))
  for (const [group, key] of keys) {
    const first = key === undefined ? undefined : firsts.get(key)
    if (key !== undefined && !first) firsts.set(key, group)
    if (first && !closesCircle(first, group)) merge(groups, first, group)
  }
}

/** A file for each anchor. What light roots share with others is in the first, since both load it anyway. */
function anchorFiles(
  byName: ReadonlyMap<string, Piece>,
  { anchors, roots, light }: GroupingOptions,
): { files: FilePlan[]; names: Set<string> } {
  const reach = (names: readonly string[]): Set<string> => {
    const seen = new Set<string>()
    const visit = (name: string) => {
      const piece = byName.get(name)
      if (!piece || seen.has(name)) return
      seen.add(name)
      piece.imports.forEach(visit)
    }
    names.forEach(visit)
    return seen
  }
  const others = reach([...anchors, ...roots.filter((root) => !light.includes(root))])
  const shared = [...reach(light)].filter((name) => others.has(name))
  const names = new Set<string>()
  const fileOf = (name: string, wanted: Iterable<string>): FilePlan => {
    const own = [...wanted].filter((one) => !names.has(one))
    for (const one of own) names.add(one)
    return { name, modules: own.flatMap((one) => byName.get(one)?.modules ?? []) }
  }
  const files = anchors.map((anchor, index) => fileOf(anchor, reach(index === 0 ? [anchor, ...shared] : [anchor])))
  return { files, names }
}

/** The files to make, each with its modules; what a file imports comes before it. */
export function groupPieces(pieces: readonly Piece[], options: GroupingOptions): FilePlan[] {
  const { roots, light, domainOf, minBytes, commonRoots, maxFiles } = options
  const byName = new Map(pieces.map((piece) => [piece.name, piece]))
  const { files, names: anchored } = anchorFiles(byName, options)
  const groups = groupsOf(
    pieces.filter(({ name, modules }) => !anchored.has(name) && modules.length > 0),
    roots,
  )
  const domainsOf = (modules: readonly string[]) => new Set(modules.flatMap((module) => domainOf(module) ?? []))
  const rootDomains = new Map(roots.map((root) => [root, [...domainsOf(byName.get(root)?.modules ?? [])][0]]))
  const isLight = (group: Group) => [...group.roots].some((root) => light.includes(root))

  const commonModules = new Set<string>()
  const keyOf = (group: Group) => {
    const [owner] = domainsOf(group.modules)
    if (group.roots.size < 2) return undefined
    if (isLight(group)) return `light ${owner ?? ''}`
    const isSmall = group.bytes < minBytes
    const users = new Set([...group.roots].map((root) => rootDomains.get(root) ?? ''))
    if (owner === undefined)
      return group.roots.size >= commonRoots || (isSmall && users.size > 1)
        ? 'common'
        : `shared by ${[...users].toSorted().join(' ')}`
    if (users.size === 1) return owner
    // A door to another domain is no reason to load what is behind it.
    return isSmall ? 'common' : `${owner} for others`
  }
  mergeAlike(groups, (group) => {
    const key = keyOf(group)
    if (key === 'common') for (const module of group.modules) commonModules.add(module)
    return key
  })

  for (let isGoing = true; isGoing;) {
    const small = [...groups].filter((group) => group.bytes < minBytes).toSorted((a, b) => a.bytes - b.bytes)[0]
    isGoing =
      small !== undefined &&
      mergeCheapest(
        groups,
        [small],
        [...groups].filter((group) => isLight(group) === isLight(small)),
      )
  }
  for (const root of roots) {
    for (let isGoing = true; isGoing;) {
      const needed = [...groups].filter((group) => group.roots.has(root))
      isGoing = needed.length > maxFiles && mergeCheapest(groups, needed, needed)
    }
  }

  // What all screens load comes with the frame around them.
  const common = [...groups].find(
    ({ modules, closure }) => modules.some((module) => commonModules.has(module)) && closure.size === 1,
  )
  if (common) {
    files.at(-1)?.modules.push(...common.modules)
    groups.delete(common)
    for (const group of groups) group.imports.delete(common)
  }

  const ordered = new Set<Group>()
  const place = (group: Group) => {
    if (ordered.has(group)) return
    for (const next of group.imports) place(next)
    ordered.add(group)
  }
  for (const group of groups) place(group)
  return [...files, ...[...ordered].map(({ name, modules }) => ({ name, modules }))]
}
