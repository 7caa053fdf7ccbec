// Tests how the build splits the console into files.
import { describe, expect, it } from 'vitest'
import { groupPieces } from './chunk-groups.ts'
import type { GroupingOptions, Piece } from './chunk-groups.ts'

const piece = (name: string, bytes: number, ...imports: string[]): Piece => ({
  name,
  modules: [`${name}.ts`],
  bytes,
  imports,
})

const ANCHORS = [piece('react', 1_000), piece('entry', 1_000, 'react'), piece('frame', 1_000, 'react')]

function planOf(pieces: readonly Piece[], pages: readonly string[], changed: Partial<GroupingOptions> = {}) {
  const all = [...ANCHORS, ...pieces]
  const options: GroupingOptions = {
    anchors: ['entry', 'frame'],
    roots: pages,
    pages,
    light: [],
    domainOf: (module) => /^(\w)\//.exec(module)?.[1],
    minBytes: 100,
    commonBytes: 1_000,
    maxFiles: 3,
    ...changed,
  }
  const files = groupPieces(all, options).map(({ modules }) => modules.map((module) => module.replace('.ts', '')))
  const fileOf = (name: string) => files.find((file) => file.includes(name)) ?? []
  /** The files that a root loads, the anchors left out. */
  const filesFor = (root: string) => {
    const seen = new Set<string[]>()
    const visit = (file: string[]) => {
      if (seen.has(file)) return
      seen.add(file)
      for (const name of file)
        for (const next of all.find((one) => one.name === name)?.imports ?? []) visit(fileOf(next))
    }
    visit(fileOf(root))
    return [...seen].filter((file) => !['entry', 'frame'].some((name) => file.includes(name)))
  }
  const loadedBy = (root: string) => filesFor(root).flat().toSorted()
  return { files, fileOf, filesFor, loadedBy }
}

describe('the files of the console', () => {
  const pages = ['login', 'a/list', 'a/form', 'b/list', 'b/form']
  const pieces = [
    piece('input', 300, 'react'),
    piece('table', 500, 'frame'),
    piece('a/parts', 400, 'table'),
    piece('login', 500, 'input'),
    piece('a/list', 500, 'table', 'a/parts', 'input'),
    piece('a/form', 500, 'a/parts', 'input'),
    piece('b/list', 500, 'table', 'input'),
    piece('b/form', 20, 'input'),
  ]
  const plan = planOf(pieces, pages, { light: ['login'] })

  it('contain each module once', () => {
    expect(plan.files.flat().toSorted()).toEqual([...ANCHORS, ...pieces].map(({ name }) => name).toSorted())
  })

  it('put only the shared modules of a light page into the file that every page loads', () => {
    expect(plan.fileOf('input')).toBe(plan.fileOf('entry'))
    expect(plan.fileOf('login')).toEqual(['login'])
  })

  it('put modules that the pages of all domains share into the workspace file', () => {
    expect(plan.fileOf('table')).toBe(plan.fileOf('frame'))
    expect(plan.fileOf('a/parts')).not.toContain('frame')
  })

  it('keep a module out of the workspace file if only the pages of one domain need it', () => {
    const own = ['a/list', 'a/form', 'a/view'].map((name) => piece(name, 500, 'calls'))
    const { fileOf } = planOf(
      [piece('calls', 500), ...own, piece('b/list', 500)],
      ['a/list', 'a/form', 'a/view', 'b/list'],
    )
    expect(fileOf('calls')).toEqual(['calls'])
  })

  it('keep a large module of a few pages out of the workspace file, with all that import it', () => {
    const sharing = (bytes: number) =>
      planOf(
        [
          piece('charts', bytes),
          piece('legend', 100, 'charts'),
          ...['a/list', 'b/list'].map((name) => piece(name, 500, 'legend')),
          ...['a/form', 'b/form'].map((name) => piece(name, 500)),
        ],
        ['a/list', 'b/list', 'a/form', 'b/form'],
      ).fileOf('frame')
    expect(sharing(499)).toEqual(expect.arrayContaining(['charts', 'legend']))
    expect(sharing(500)).not.toContain('charts')
    expect(sharing(500)).not.toContain('legend')
  })

  it('hold the modules that the same pages need, and nothing else, if they are large and few', () => {
    const { loadedBy } = planOf(
      [
        piece('picker', 900),
        piece('picker-rows', 900, 'picker'),
        piece('charts', 900),
        piece('a/list', 500, 'picker-rows'),
        piece('b/list', 500, 'picker-rows', 'charts'),
        piece('b/form', 500, 'charts'),
      ],
      ['a/list', 'b/list', 'b/form'],
      { commonBytes: 0 },
    )
    expect(loadedBy('a/list')).toEqual(['a/list', 'picker', 'picker-rows'])
    expect(loadedBy('b/form')).toEqual(['b/form', 'charts'])
  })

  it('are never tiny: a small page shares a file with another page', () => {
    expect(plan.fileOf('b/form').length).toBeGreaterThan(1)
  })

  it('are few for each page, and the merge that makes them so adds the fewest bytes', () => {
    const { filesFor, loadedBy } = planOf(
      [
        ...['one', 'two'].map((name) => piece(name, 200)),
        ...['large', 'huge'].map((name) => piece(name, 5_000)),
        piece('a/list', 500, 'one', 'two', 'large', 'huge'),
        ...['one', 'two', 'large', 'huge'].map((name) => piece(`b/${name}`, 500, name)),
      ],
      ['a/list', 'b/one', 'b/two', 'b/large', 'b/huge'],
      { commonBytes: 0, maxFiles: 4 },
    )
    expect(filesFor('a/list')).toHaveLength(4)
    expect(loadedBy('b/one')).toEqual(['b/one', 'one', 'two'])
    expect(loadedBy('b/large')).toEqual(['b/large', 'large'])
  })

  it('come after the files that they import, also if a file lies between two modules that could be merged', () => {
    const chain = [piece('a/one', 10, 'b/two'), piece('b/two', 900, 'a/three'), piece('a/three', 10)]
    const { files, fileOf } = planOf(chain, ['a/one', 'b/two'])
    for (const { name, imports } of chain)
      for (const next of imports)
        expect(files.indexOf(fileOf(next)), next).toBeLessThanOrEqual(files.indexOf(fileOf(name)))
  })
})

describe('parts that a page opens later', () => {
  const pages = ['a/list', 'a/view', 'b/view', 'c/view']
  const parts = ['a/tab', 'b/tab', 'c/tab']
  const ofPages = [
    piece('charts', 900),
    piece('a/desk', 300),
    piece('a/list', 500, 'a/desk'),
    piece('a/view', 500, 'a/desk', 'charts'),
    piece('b/view', 500, 'charts'),
    piece('c/view', 500),
  ]
  const planWith = (...ofParts: Piece[]) =>
    planOf([...ofPages, ...ofParts], pages, { roots: [...pages, ...parts], commonBytes: 600 })

  it('do not change what pages load, whatever they share with each other and with pages', () => {
    const before = planWith()
    const separate = planWith(piece('a/tab', 400, 'a/desk'), piece('b/tab', 400, 'charts'), piece('c/tab', 400))
    const shared = planWith(
      piece('rows', 200, 'charts'),
      piece('row', 20),
      ...parts.map((name) => piece(name, 400, 'rows', 'row', 'a/desk')),
    )
    for (const page of pages) {
      expect(separate.loadedBy(page), page).toEqual(before.loadedBy(page))
      expect(shared.loadedBy(page), page).toEqual(before.loadedBy(page))
    }
    expect(shared.fileOf('frame')).toEqual(before.fileOf('frame'))
  })

  it('share a file with another part of their domain if they are small, even if that one is larger', () => {
    const dialogs = [piece('a/tab', 60), piece('a/dialog', 400), piece('b/dialog', 100)]
    const roots = [...pages, ...dialogs.map(({ name }) => name)]
    expect(
      planOf([...ofPages, ...dialogs], pages, { roots })
        .fileOf('a/tab')
        .toSorted(),
    ).toEqual(['a/dialog', 'a/tab'])
  })

  it('join the file that they import if they are small and alone, rather than make another part load it', () => {
    const { fileOf, loadedBy } = planWith(piece('a/tab', 300), piece('b/tab', 60, 'charts'), piece('c/tab', 300))
    expect(fileOf('b/tab')).toEqual(expect.arrayContaining(['charts']))
    expect(loadedBy('a/tab')).toEqual(['a/tab'])
    expect(loadedBy('c/view')).toEqual(['c/view'])
  })

  it('load only the piece of a page that they need if the page can load one more file', () => {
    const split = (maxFiles: number) =>
      planOf([piece('calls', 300), piece('a/list', 900, 'calls'), piece('a/tab', 300, 'calls')], ['a/list'], {
        roots: ['a/list', 'a/tab'],
        maxFiles,
      })
    expect(split(2).loadedBy('a/tab')).toEqual(['a/tab', 'calls'])
    expect(split(1).filesFor('a/list')).toHaveLength(1)
    expect(split(1).loadedBy('a/list')).toEqual(split(2).loadedBy('a/list'))
  })
})
