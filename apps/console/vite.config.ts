// Builds the console into dist/: hashed names, no inline script (the server's CSP forbids it), a .br and a .gz beside
// every text asset so that the server never compresses, and the manifest that the byte budgets are checked against.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig } from 'vite'
import type { InlineConfig, Plugin, Rolldown } from 'vite'
import { groupPieces } from './build/chunk-groups.ts'
import { leanContract } from './build/lean-contract.ts'
import { noFacades } from './build/no-facades.ts'
import { earlyPages, readScreenTable } from './build/pages.ts'
import type { PageRow } from './build/pages.ts'
import { phraseUnits } from './build/phrase-units.ts'
import type { UnitSources } from './build/phrase-units.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const COMPRESSED = /\.(?:js|css|html|svg|json|txt)$/
const WORTH_IT_BYTES = 512

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function compressed(): Plugin {
  let outDir = ''
  return {
    name: 'sealwright:compressed',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      for (const file of await filesIn(outDir)) {
        if (!COMPRESSED.test(file) || file.includes('.vite')) continue
        const content = await readFile(file)
        if (content.length < WORTH_IT_BYTES) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}

/**
 * The order of the cascade layers is set by whichever style sheet comes first, and chunks come in any order: each of
 * them says it.
 */
function layered(): Plugin {
  return {
    name: 'sealwright:layered',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
            asset.source = `@layer base,app;${String(asset.source)}`
        }
      },
    },
  }
}

/**
 * What a page loads is compiled as it arrives, beside the page's own thread, and not function by function when one is
 * called for the first time.
 */
function compiledAhead(): Plugin {
  return {
    name: 'sealwright:compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/** The pages under /p/ are a document of their own; the server knows, and so must the development server. */
function ownPages(): Plugin {
  return {
    name: 'sealwright:own-pages',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/p/')) request.url = '/p.html'
        next()
      })
    },
  }
}

const ENTRY = '/apps/console/index.html'
const OWN_PAGES = '/apps/console/p.html'
const WORKSPACE = '/src/app/workspace.tsx'
const FIRST_SCRIPTS = [ENTRY, OWN_PAGES, '/console/src/main.tsx', '/console/src/public/main.tsx']
/** Opened by the pages under /p/, which load nothing of the workspace. */
const OPENED_OUTSIDE = ['/domains/billing/top-up/sandbox.page.tsx', '/lib/dialog/confirm-password.tsx']
/** Half of what every page loads, in a file of its own: the browser compiles two files at the same time. */
const REACT = { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// }
/** In bytes before they are minified, which halves them: no file of what is loaded is under 2 KB. */
const MIN_BYTES = 4_500
/** So many screens make what they share everybody's. */
const COMMON_ROOTS = 3
/** With the document's own, the frame's and the phrases a page asks for twelve. */
const MAX_FILES = 4

const shared = {
  root,
  configFile: false,
  build: {
    rolldownOptions: { input: ['index.html', 'p.html'].map((page) => join(root, page)) },
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
} satisfies InlineConfig

/**
 * A build that nobody loads: which module each page needs is known only after the bundler left out what nobody uses.
 */
async function automaticChunks(): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    ...shared,
    logLevel: 'error',
    plugins: [react(), leanContract(), phraseUnits(undefined)],
    build: { ...shared.build, write: false, minify: false, cssMinify: false },
  })
  const { output } = made as Rolldown.RolldownOutput // one output, and nothing is watched
  return output.filter((file) => file.type === 'chunk')
}

/** A chunk and what it imports; what it loads later too, but for other pages. */
function reached(
  chunks: readonly Rolldown.OutputChunk[],
  first: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isPage = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    facadeModuleId?.endsWith('.screen.tsx') || facadeModuleId?.endsWith(WORKSPACE)
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
    for (const name of chunk.dynamicImports) if (!isPage(byName.get(name) ?? chunk)) visit(byName.get(name))
  }
  for (const chunk of first) visit(chunk)
  return seen
}

/** The console's own modules behind each unit of phrases. */
async function unitSources(chunks: readonly Rolldown.OutputChunk[], rows: readonly PageRow[]): Promise<UnitSources> {
  const facade = (end: string) => chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
  const sourcesOf = async (first: readonly Rolldown.OutputChunk[]) => {
    const ids = [...reached(chunks, first)]
      .flatMap(({ moduleIds }) => moduleIds)
      .filter((id) => id.includes('/apps/console/src/') && /\.tsx?$/.test(id))
    return Promise.all(ids.map(async (id) => ({ id, code: await readFile(id, 'utf8') })))
  }
  const screensOf = (domain: string) =>
    rows.filter((row) => row.domain === domain).flatMap(({ file }) => facade(`/domains/${domain}/${file}`))
  const outside = rows.find(({ isOutside }) => isOutside)?.domain ?? ''
  const domains = [...new Set(rows.map(({ domain }) => domain))].filter((domain) => domain !== outside)
  return {
    shell: await sourcesOf([...facade(ENTRY), ...facade(WORKSPACE)]),
    outside: {
      domain: outside,
      sources: await sourcesOf([...facade(ENTRY), ...facade(OWN_PAGES), ...screensOf(outside)]),
    },
    domains: new Map(
      await Promise.all(domains.map(async (domain) => [domain, await sourcesOf(screensOf(domain))] as const)),
    ),
  }
}

const domainOf = (module: string) => /\/console\/src\/domains\/([\w-]+)\//.exec(module)?.[1]

/** The files that the console is built into, and the phrases of each page. */
async function planned() {
  const [chunks, rows] = await Promise.all([automaticChunks(), readScreenTable(root)])
  const nameOf = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))?.fileName ?? ''
  const anchors = [nameOf(ENTRY), nameOf(WORKSPACE)]
  const roots = chunks
    .filter((chunk) => (chunk.isEntry || chunk.isDynamicEntry) && !anchors.includes(chunk.fileName))
    .map(({ fileName }) => fileName)
  const light = [
    nameOf(OWN_PAGES),
    ...OPENED_OUTSIDE.map(nameOf),
    ...rows.filter(({ isOutside }) => isOutside).map(({ domain, file }) => nameOf(`/domains/${domain}/${file}`)),
  ]
  // The script that starts a document is a file that nobody imports: it runs wherever it is loaded.
  const isFirst = (id: string) => FIRST_SCRIPTS.some((end) => id.endsWith(end))
  const pieces = chunks.map(({ fileName, moduleIds, code, imports }) => ({
    name: fileName,
    modules: moduleIds.filter((id) => !isFirst(id)),
    bytes: code.length,
    imports,
  }))
  const files = groupPieces(pieces, {
    anchors,
    roots,
    light,
    domainOf,
    minBytes: MIN_BYTES,
    commonRoots: COMMON_ROOTS,
    maxFiles: MAX_FILES,
  })
  const fileOf = new Map(files.flatMap((file) => file.modules.map((id) => [id, file] as const)))
  const groups = files.map((file, index) => ({
    name: index === 0 ? 'base' : (chunks.find(({ fileName }) => fileName === file.name)?.name ?? 'part'),
    priority: files.length - index,
    test: (id: string) => fileOf.get(id) === file,
  }))
  return {
    rows,
    groups: [{ ...REACT, priority: groups.length + 1 }, ...groups],
    units: await unitSources(chunks, rows),
  }
}

export default defineConfig(async ({ command }) => {
  const plan = command === 'build' ? await planned() : undefined
  return {
    ...shared,
    plugins: [
      react(),
      leanContract(),
      phraseUnits(plan?.units),
      ownPages(),
      noFacades(),
      layered(),
      compiledAhead(),
      ...(plan ? [earlyPages(plan.rows)] : []),
      compressed(),
    ],
    build: {
      ...shared.build,
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { ...shared.build.rolldownOptions, output: { codeSplitting: { groups: plan?.groups ?? [] } } },
    },
    server: {
      port: 5173,
      proxy: { '^/.*\\.do$': { target: process.env.SEALWRIGHT_DEV_SERVER ?? 'http://127.0.0.1:8080' } },
    },
  }
})
