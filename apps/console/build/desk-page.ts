// Builds the platform desk into the console's dist: platform.html, with its files in a folder of their own. It is a
// build of its own, so that the console's pages do not grow with it. It uses React, and each screen is a file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, runnerImport } from 'vite'
import type { InlineConfig, Plugin, PluginOption, Rolldown } from 'vite'
import type * as DeskScreensModule from '../src/desk/screens.ts'
import { groupPieces } from './chunk-groups.ts'
import { leanContract } from './lean-contract.ts'
import { noFacades } from './no-facades.ts'
import { filesOf, phraseFilesOf } from './pages.ts'
import type { Pages } from './pages.ts'
import { deskUnits, phraseUnits } from './phrase-units.ts'
import type { Source, Units } from './phrase-units.ts'

const ENTRY = '/console/platform.html'
const MAIN = '/src/desk/main.tsx'
const WORKSPACE = '/src/desk/workspace.tsx'
const DOOR = 'door'
const SHELL = 'shell'
/** Opened before sign-in too. */
const CONFIRM = '/lib/dialog/confirm-password.tsx'
const REACT = { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// }
/** As in the console (vite.config.ts). */
const LIMITS = { minBytes: 5_500, commonBytes: 150_000, maxFiles: 4 }

interface DeskScreen {
  path: string
  unit: string
  /** The end of the path of the screen's file. */
  file: string
}

/** Reads the screen table as the desk does, without loading a screen. */
async function readTable(root: string): Promise<DeskScreen[]> {
  const { module } = await runnerImport<typeof DeskScreensModule>(join(root, 'src/desk/screens.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
  })
  return module.DESK_SCREENS.map(({ path, domain, load }) => {
    const file = /\/desk\/(?:[\w-]+\/)+[\w-]+\.screen\.tsx/.exec(String(load))?.[0]
    if (!file) throw new Error(`the row of ${path} does not name the file of its screen`)
    return { path, unit: domain, file }
  })
}

interface Parts {
  units?: Units
  groups?: Rolldown.CodeSplittingGroup[]
  plugins?: PluginOption[]
}

function settings(root: string, { units, groups = [], plugins = [] }: Parts): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), leanContract(undefined, true), phraseUnits(units), ...plugins],
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      assetsDir: 'assets/desk',
      rolldownOptions: { input: join(root, 'platform.html'), output: { codeSplitting: { groups } } },
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
    },
  }
}

type Chunk = Rolldown.OutputChunk

/** A build that is never shipped: only after tree shaking is it known which modules each screen needs. */
async function automaticChunks(root: string): Promise<Chunk[]> {
  const { build: options, ...rest } = settings(root, {})
  const made = await build({ ...rest, build: { ...options, write: false, minify: false, cssMinify: false } })
  const { output } = made as Rolldown.RolldownOutput // one output, no watch mode
  return output.filter((file) => file.type === 'chunk')
}

const areaOf = (module: string) => /\/console\/src\/desk\/([\w-]+)\//.exec(module)?.[1]

/** Plans the files of the desk, and the phrases of each unit. */
async function planned(root: string, rows: readonly DeskScreen[]): Promise<Required<Pick<Parts, 'units' | 'groups'>>> {
  const chunks = await automaticChunks(root)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const facade = (end: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
    if (!found) throw new Error(`${end} is in no file of the desk`)
    return found
  }
  const isPage = ({ facadeModuleId }: Chunk) => /\.screen\.tsx$|\/desk\/workspace\.tsx$/.test(facadeModuleId ?? '')
  /** The sources behind these chunks, now or later, except for other screens. */
  const sourcesOf = async (first: readonly Chunk[]): Promise<Source[]> => {
    const seen = new Set<Chunk>()
    const visit = (chunk: Chunk | undefined) => {
      if (!chunk || seen.has(chunk)) return
      seen.add(chunk)
      for (const name of chunk.imports) visit(byName.get(name))
      for (const name of chunk.dynamicImports) {
        const next = byName.get(name)
        if (next && !isPage(next)) visit(next)
      }
    }
    first.forEach(visit)
    const ids = [...seen].flatMap(({ moduleIds }) => moduleIds).filter((id) => /\/console\/src\/.*\.tsx?$/.test(id))
    return Promise.all([...new Set(ids)].map(async (id) => ({ id, code: await readFile(id, 'utf8') })))
  }
  const screensOf = (unit: string) => rows.filter((row) => row.unit === unit).map(({ file }) => facade(file))
  const areas = [...new Set(rows.map(({ unit }) => unit))].filter((unit) => unit !== DOOR && unit !== SHELL)
  const anchors = [facade(ENTRY).fileName, facade(WORKSPACE).fileName]
  const roots = chunks
    .filter((chunk) => (chunk.isEntry || chunk.isDynamicEntry) && !anchors.includes(chunk.fileName))
    .map(({ fileName }) => fileName)
  const files = groupPieces(
    chunks.map(({ fileName, moduleIds, code, imports }) => ({
      name: fileName,
      // The script that starts the document stays in its own file.
      modules: moduleIds.filter((id) => !id.endsWith(MAIN) && !id.endsWith(ENTRY)),
      bytes: code.length,
      imports,
    })),
    {
      anchors,
      roots,
      pages: rows.map(({ file }) => facade(file).fileName),
      light: [...screensOf(DOOR).map(({ fileName }) => fileName), facade(CONFIRM).fileName],
      domainOf: areaOf,
      ...LIMITS,
    },
  )
  const fileOf = new Map(files.flatMap((file) => file.modules.map((id) => [id, file] as const)))
  const groups = files.map((file, index) => ({
    name: index === 0 ? 'base' : (file.modules.map(areaOf).find(Boolean) ?? 'part'),
    priority: files.length - index,
    test: (id: string) => fileOf.get(id) === file,
  }))
  return {
    groups: [{ ...REACT, priority: groups.length + 1 }, ...groups],
    units: deskUnits({
      shell: await sourcesOf([facade(ENTRY), facade(WORKSPACE), ...screensOf(SHELL)]),
      outside: { domain: DOOR, sources: await sourcesOf([facade(ENTRY), ...screensOf(DOOR)]) },
      domains: new Map(await Promise.all(areas.map(async (unit) => [unit, await sourcesOf(screensOf(unit))] as const))),
    }),
  }
}

/** Lists the files of each screen for the byte budgets, and preloads the font. */
function listed(rows: readonly DeskScreen[]): Plugin {
  return {
    name: 'sealwright:desk-files',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = filesOf(chunks, '', MAIN)
        const workspace = filesOf(chunks, SHELL, WORKSPACE, entry.js)
        const screens = rows.map(({ path, unit, file }) => {
          const known = unit === DOOR ? entry.js : [...entry.js, ...workspace.js]
          return [path, filesOf(chunks, unit, file, known)] as const
        })
        const pages: Pages = {
          entry,
          workspace,
          screens: Object.fromEntries(screens),
          phrases: phraseFilesOf(chunks),
        }
        this.emitFile({ type: 'asset', fileName: '.vite/desk.json', source: JSON.stringify(pages) })
      },
    },
  }
}

/** Runs after the console's files are written, and before they are compressed. */
export function deskPage(root: string, plugins: PluginOption[]): Plugin {
  return {
    name: 'sealwright:desk-page',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'pre',
      handler: async () => {
        const rows = await readTable(root)
        const { units, groups } = await planned(root, rows)
        await build(settings(root, { units, groups, plugins: [noFacades(), ...plugins, listed(rows)] }))
      },
    },
  }
}
