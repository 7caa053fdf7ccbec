// Decides which modules share a file; the bundler does the rest. The bundler's automatic chunks say exactly which pages
// need a module, but make hundreds of small files. This merges them: one file for modules that several domains share,
// one for modules that the screens of a domain share, and one for each screen. Two files are never merged if one needs
// the other through a third: the merged file and the third would import each other.

/** A chunk of the automatic build. */
export interface Piece {
  name: string
  modules: readonly string[]
  bytes: number
  /** The pieces that it imports statically. */
  imports: readonly string[]
}

export interface GroupingOptions {
  /** Pieces that every page loads first, in loading order. Each becomes one file together with its imports. */
  anchors: readonly string[]
  /** Pieces that are loaded on demand: screens, and the dialogs and pages that they open. */
  roots: readonly string[]
  /** Roots that load at once, with their page. The others are parts that a page opens later. */
  pages: readonly string[]
  /** Roots that must stay small: their files hold nothing that only other roots need. */
  light: readonly string[]
  /** The domain of a module; undefined for shared modules. */
  domainOf: (module: string) => string | undefined
  /** Smaller files are merged with another one. */
  minBytes: number
  /** Modules without a domain that this many roots of several domains need go into the file that all screens load. */
  commonRoots: number
  /** Bytes for each of these roots. Larger modules never go there, such as the charts of a few pages. */
  commonBytes: number
  /** The maximum number of files that a page needs besides the anchors. */
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
  /** This group and all that it imports, directly or indirectly. */
  closure: ReadonlySet<Group> = new Set()
  /** The roots that load this group. */
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

/** Whether one group needs the other through a third. */
function closesCircle(a: Group, b: Group): boolean {
  const isBetween = (from: Group, to: Group) => [...from.imports].some((next) => next !== to && next.closure.has(to))
  return isBetween(a, b) || isBetween(b, a)
}

/** Recomputes closures and roots from the imports. */
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

/** The bytes that roots would load without need if both groups were one file. */
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

/**
 * Merges the pair, one group of each list, that wastes the fewest bytes. Returns false if every pair would close a
 * circle.
 */
function mergeCheapest(groups: Set<Group>, some: readonly Group[], others: readonly Group[]): boolean {
  const pairs = some.flatMap((a) => others.filter((b) => a !== b).map((b) => ({ a, b, waste: wasteOf(a, b) })))
  const best = pairs.toSorted((x, y) => x.waste - y.waste).find(({ a, b }) => !closesCircle(a, b))
  if (best) merge(groups, best.b, best.a)
  return best !== undefined
}

/** Merges groups with the same key, unless that closes a circle. */
function mergeAlike(groups: Set<Group>, keyOf: (group: Group) => string | undefined): void {
  const firsts = new Map<string, Group>()
  const keys = new Map([...groups].map((group) => [group, keyOf(group)]))
  // A merge can make a group mergeable that was not so before: repeat until nothing changes.
  for (let isGoing = true; isGoing;) {
    isGoing = false
    for (const [group, key] of keys) {
      if (key === undefined || !groups.has(group)) continue
      const first = firsts.get(key) ?? group
      firsts.set(key, first)
      if (first === group || closesCircle(first, group)) continue
      merge(groups, first, group)
      isGoing = true
    }
  }
}

/** One file per anchor. Pieces that light roots share with other roots go into the first one, because both load it. */
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

/** The files to make, each with its modules. A file comes after the files that it imports. */
export function groupPieces(pieces: readonly Piece[], options: GroupingOptions): FilePlan[] {
  const { roots, pages, light, domainOf, minBytes, commonRoots, commonBytes, maxFiles } = options
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
    const [only] = users
    // Only the screens of one domain need it, such as the domain's part of the contract.
    if (owner === undefined && users.size === 1 && only) return only
    if (owner === undefined)
      return (group.roots.size >= commonRoots && group.bytes < commonBytes * group.roots.size) ||
        (isSmall && users.size > 1)
        ? 'common'
        : `shared by ${[...users].toSorted().join(' ')}`
    if (users.size === 1) return owner
    // Other domains that use one of its modules must not load the whole domain.
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
  // All screens load the common file, so it becomes part of the workspace file, together with all that it imports.
  const common = [...groups].find(({ modules }) => modules.some((module) => commonModules.has(module)))
  for (const group of common?.closure ?? []) {
    files.at(-1)?.modules.push(...group.modules)
    groups.delete(group)
  }
  for (const group of groups) for (const gone of common?.closure ?? []) group.imports.delete(gone)
  refresh(groups)

  // A merge can give another page one more file, because the merged file has the imports of both: repeat until nothing
  // changes.
  const neededBy = (root: string) => [...groups].filter((group) => group.roots.has(root))
  while (
    pages.some((page) => {
      const needed = neededBy(page)
      return needed.length > maxFiles && mergeCheapest(groups, needed, needed)
    })
  );

  const ordered = new Set<Group>()
  const place = (group: Group) => {
    if (ordered.has(group)) return
    for (const next of group.imports) place(next)
    ordered.add(group)
  }
  for (const group of groups) place(group)
  return [...files, ...[...ordered].map(({ name, modules }) => ({ name, modules }))]
}
