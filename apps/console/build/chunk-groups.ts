// Decides which modules share a file; the bundler does the rest. The bundler's automatic chunks ("pieces") say exactly
// which pages need a module, but make hundreds of small files. Here the pieces that the same pages need become a file.
// Two files are merged only if one is small or a page needs too many. Parts that a page opens later (tabs, dialogs)
// come afterwards: they do not change what a page loads, except that a small one may join a file that it imports.

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
  /**
   * Pieces that pages of several domains need go into the last anchor's file, up to this size if all pages need them.
   * The limit is in proportion: half of it if half of the pages do.
   */
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
  readonly pieces: Piece[]
  readonly imports = new Set<Group>()
  /** The roots that load this group. Its imports have at least the same ones. */
  readonly loaders = new Set<string>()
  bytes: number
  /** Only groups of the same family are merged. */
  family = ''
  /** A small group prefers others of its domain. */
  readonly domain: string | undefined
  /** True for groups that no page needs. */
  isPart = false

  constructor(piece: Piece, domainOf: GroupingOptions['domainOf']) {
    this.name = piece.name
    this.domain = piece.modules.map(domainOf).find(Boolean)
    this.pieces = [piece]
    this.bytes = piece.bytes
  }
}

function groupsOf(
  pieces: readonly Piece[],
  roots: readonly string[],
  { domainOf }: Pick<GroupingOptions, 'domainOf'>,
): Set<Group> {
  const made = new Map(pieces.map((piece) => [piece.name, new Group(piece, domainOf)]))
  for (const { name, imports } of pieces)
    for (const next of imports.flatMap((one) => made.get(one) ?? [])) made.get(name)?.imports.add(next)
  for (const root of roots) {
    const group = made.get(root)
    if (group) for (const needed of closureOf(group)) needed.loaders.add(root)
  }
  return new Set(made.values())
}

/** These groups and all that they import, directly or indirectly. */
function closureOf(...groups: readonly Group[]): Set<Group> {
  const seen = new Set<Group>()
  const visit = (group: Group) => {
    if (seen.has(group)) return
    seen.add(group)
    group.imports.forEach(visit)
  }
  groups.forEach(visit)
  return seen
}

function absorb(groups: Set<Group>, into: Group, from: Group): void {
  into.pieces.push(...from.pieces)
  into.bytes += from.bytes
  groups.delete(from)
  for (const next of from.imports) into.imports.add(next)
  for (const other of groups) if (other.imports.delete(from)) other.imports.add(into)
  into.imports.delete(into)
}

/**
 * Makes one group of all groups of a family with the same loaders. No circle can arise: a group between two of them,
 * imported by one and importing the other, has the same loaders, too.
 */
function mergeAlike(groups: Set<Group>): void {
  const firsts = new Map<string, Group>()
  for (const group of groups) {
    const key = [group.family, ...[...group.loaders].toSorted()].join('\n')
    const first = firsts.get(key)
    if (first) absorb(groups, first, group)
    else firsts.set(key, group)
  }
}

interface Pair {
  a: Group
  b: Group
  /** Pages that have too many files and load both. */
  relieved: number
}

/** Merges the pair with the lowest cost; false if there is none. */
function mergeCheapest(groups: Set<Group>, pairs: readonly Pair[]): boolean {
  const loads = new Map<string, number>()
  for (const { loaders, bytes } of groups) for (const root of loaders) loads.set(root, (loads.get(root) ?? 0) + bytes)
  // Squares of what a root loads: a byte without need costs more where much is loaded, so no page gets very large.
  const costOf = ({ a, b, relieved }: Pair) => {
    const loaded = [...closureOf(a, b)]
    const costs = [...new Set([...a.loaders, ...b.loaders])].map((root) => {
      const before = loads.get(root) ?? 0
      const added = loaded.reduce((sum, { loaders, bytes }) => sum + (loaders.has(root) ? 0 : bytes), 0)
      return (before + added) ** 2 - before ** 2
    })
    return costs.reduce((sum, cost) => sum + cost, 0) / relieved
  }
  const [best] = pairs.map((pair) => ({ ...pair, cost: costOf(pair) })).toSorted((x, y) => x.cost - y.cost)
  if (!best) return false
  const { a, b } = best
  const loaders = [...a.loaders, ...b.loaders]
  for (const group of closureOf(a, b)) for (const root of loaders) group.loaders.add(root)
  if (a.family !== b.family) absorb(groups, b, a)
  mergeAlike(groups)
  return true
}

/** The files that a small group can join. */
function candidatesFor(small: Group, groups: Set<Group>): Group[] {
  const family = [...groups].filter((group) => group !== small && group.family === small.family)
  const near = family.filter(({ domain, isPart }) => domain === small.domain && isPart === small.isPart)
  if (!small.isPart) return near.length > 0 ? near : family
  // An import that has all of its other imports: some pages load a few more bytes, but no other file.
  const others = closureOf(small).size - 1
  const hosts = [...small.imports].filter((group) => !group.isPart && closureOf(group).size === others)
  return near.length + hosts.length > 0 ? [...near, ...hosts] : family
}

/** The smallest group that is too small and can join another, with each of these. */
function smallPairs(groups: Set<Group>, minBytes: number): Pair[] {
  const small = [...groups].filter(({ bytes }) => bytes < minBytes).toSorted((a, b) => a.bytes - b.bytes)
  const pairs = small.map((a) => candidatesFor(a, groups).map((b) => ({ a, b, relieved: 1 })))
  return pairs.find(({ length }) => length > 0) ?? []
}

/** The pairs among the files of each page that needs too many. */
function crowdedPairs(groups: Set<Group>, pages: readonly string[], maxFiles: number): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const page of pages) {
    const needed = [...groups].filter(({ loaders }) => loaders.has(page))
    if (needed.length <= maxFiles) continue
    for (const [index, a] of needed.entries())
      for (const b of needed.slice(index + 1).filter(({ family }) => family === a.family)) {
        const key = `${a.name}\n${b.name}`
        pairs.set(key, { a, b, relieved: (pairs.get(key)?.relieved ?? 0) + 1 })
      }
  }
  return [...pairs.values()]
}

/** Merges until no group is small and no page needs too many. */
function mergeAsNeeded(groups: Set<Group>, { pages, minBytes, maxFiles }: GroupingOptions): void {
  mergeAlike(groups)
  while (mergeCheapest(groups, smallPairs(groups, minBytes)));
  while (mergeCheapest(groups, crowdedPairs(groups, pages, maxFiles)));
}

/**
 * One file per anchor. Pieces that light roots share with other roots go into the first one, because both load it.
 * Pieces that many pages need go into the last one.
 */
function anchorFiles(
  byName: ReadonlyMap<string, Piece>,
  { anchors, roots, pages, light, domainOf, commonBytes }: GroupingOptions,
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
  const files = anchors.map((anchor, index): FilePlan => {
    const own = [...reach(index === 0 ? [anchor, ...shared] : [anchor])].filter((one) => !names.has(one))
    for (const one of own) names.add(one)
    return { name: anchor, modules: own.flatMap((one) => byName.get(one)?.modules ?? []) }
  })

  const all = [...new Set(pages)].filter((page) => !light.includes(page))
  const users = new Map<string, string[]>()
  for (const page of all) for (const name of reach([page])) users.set(name, [...(users.get(name) ?? []), page])
  const domains = new Map(all.map((page) => [page, byName.get(page)?.modules.map(domainOf).find(Boolean)]))
  const isWanted = (name: string) => {
    const by = users.get(name) ?? []
    const isShared = new Set(by.map((page) => domains.get(page))).size > 1
    return isShared && (byName.get(name)?.bytes ?? 0) < (commonBytes * by.length) / all.length
  }
  // A piece whose imports are too large stays out with them.
  const common = [...users.keys()].filter(
    (name) => !names.has(name) && [...reach([name])].every((one) => names.has(one) || isWanted(one)),
  )
  for (const name of common) files.at(-1)?.modules.push(...(byName.get(name)?.modules ?? []))
  return { files, names: new Set([...names, ...common]) }
}

/** Each file after the files that it imports. */
function inOrder(groups: ReadonlySet<Group>): FilePlan[] {
  const ordered = new Set<Group>()
  const place = (group: Group) => {
    if (ordered.has(group)) return
    group.imports.forEach(place)
    ordered.add(group)
  }
  groups.forEach(place)
  return [...ordered].map(({ name, pieces }) => ({ name, modules: pieces.flatMap(({ modules }) => modules) }))
}

/** The files to make, each with its modules. A file comes after the files that it imports. */
export function groupPieces(pieces: readonly Piece[], options: GroupingOptions): FilePlan[] {
  const { roots, pages, light } = options
  const { files, names } = anchorFiles(new Map(pieces.map((piece) => [piece.name, piece])), options)
  const rest = pieces.filter(({ name, modules }) => !names.has(name) && modules.length > 0)
  const isLight = ({ loaders }: Group) => light.some((root) => loaders.has(root))
  const kindOf = (group: Group) => (isLight(group) ? 'light' : 'other')

  // First the pages alone: what they load does not depend on parts.
  const forPages = groupsOf(rest, pages, options)
  for (const group of forPages) {
    group.family = kindOf(group)
    if (group.loaders.size === 0) forPages.delete(group)
    // Light pages share little, so all of it is one file.
    else if (isLight(group) && group.loaders.size > 1)
      for (const page of pages) if (light.includes(page)) group.loaders.add(page)
  }
  mergeAsNeeded(forPages, options)

  // Then all roots, from single pieces again. Each file of the pages is a family: it stays whole, or is split for parts
  // that need only a piece of it if its pages can load one more file.
  const pageFileOf = new Map([...forPages].flatMap((file) => file.pieces.map(({ name }) => [name, file] as const)))
  const groups = groupsOf(rest, roots, options)
  for (const group of groups) {
    const file = pageFileOf.get(group.name)
    group.family = file?.name ?? kindOf(group)
    group.isPart = !file
    for (const page of file?.loaders ?? []) group.loaders.add(page)
  }
  mergeAsNeeded(groups, options)
  return [...files, ...inOrder(groups)]
}
