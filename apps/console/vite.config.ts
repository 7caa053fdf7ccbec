// Builds the console into dist/: hashed names, no inline scripts (the server's CSP forbids them), a .br and a .gz for
// every text asset so that the server never compresses, and the list of files for the byte budgets.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig } from 'vite'
import type { InlineConfig, Plugin, Rolldown } from 'vite'
import { groupPieces } from './build/chunk-groups.ts'
import type { FilePlan } from './build/chunk-groups.ts'
import { deskPage } from './build/desk-page.ts'
import { guidePages } from './build/guide.ts'
import { leanContract } from './build/lean-contract.ts'
import { noFacades } from './build/no-facades.ts'
import { earlyPages, readScreenTable } from './build/pages.ts'
import type { PageRow } from './build/pages.ts'
import { phraseUnits, unitKeys } from './build/phrase-units.ts'
import type { UnitSources } from './build/phrase-units.ts'
import { sdkPackage } from './build/sdk-package.ts'
import { smallPages } from './build/small-pages.ts'

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
 * The first style sheet sets the order of the cascade layers. Chunks arrive in any order, so each sheet declares it.
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
 * Makes the browser compile scripts while they load, off the main thread, instead of function by function at the first
 * call.
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

/** The pages under /p/ and /platform have their own documents. The development server does as the server does. */
function ownPages(): Plugin {
  return {
    name: 'sealwright:own-pages',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?', 1)[0] ?? ''
        if (path.startsWith('/p/campaign/')) request.url = '/campaign.html'
        else if (path === '/p/code') request.url = '/code.html'
        else if (path.startsWith('/p/')) request.url = '/p.html'
        else if (/^\/platform(?:\/(?!.*\.do$)|$)/.test(path)) request.url = '/platform.html'
        next()
      })
    },
  }
}

const ENTRY = '/apps/console/index.html'
const OWN_PAGES = '/apps/console/p.html'
const WORKSPACE = '/src/app/workspace.tsx'
const FIRST_SCRIPTS = [ENTRY, OWN_PAGES, '/console/src/main.tsx', '/console/src/public/main.tsx']
/** Its phrases are a unit of their own, so that /login does not load them. */
const UNSUBSCRIBE = '/public/campaign/unsubscribe.page.tsx'
const UNSUBSCRIBE_UNIT = 'unsubscribe'
/** Opened by the pages under /p/, which do not load the workspace. */
const OPENED_OUTSIDE = ['/domains/billing/top-up/sandbox.page.tsx', UNSUBSCRIBE, '/lib/dialog/confirm-password.tsx']
/** React is half of what every page loads. In its own file, the browser compiles it in parallel. */
const REACT = { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// }
/** Before minification, which halves the size: every loaded file has at least 2 KB. */
const MIN_BYTES = 5_500
/** For a module that all screens need. Charts and the picker of rows are too large for the few screens with them. */
const COMMON_BYTES = 130_000
/** With the files of the document, the workspace and the phrases, and one more that parts split off, twelve scripts. */
const MAX_FILES = 3

const shared = {
  root,
  configFile: false,
  build: {
    rolldownOptions: {
      input: ['index.html', 'p.html'].map((page) => join(root, page)),
      // On a slow computer, `npm start` would print how long plugins took.
      checks: { pluginTimings: false },
    },
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
} satisfies InlineConfig

/** A build that is never shipped: only after tree shaking is it known which modules each page needs. */
async function automaticChunks(): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    ...shared,
    logLevel: 'error',
    plugins: [react(), leanContract(), phraseUnits(undefined)],
    build: { ...shared.build, write: false, minify: false, cssMinify: false },
  })
  const { output } = made as Rolldown.RolldownOutput // one output, no watch mode
  return output.filter((file) => file.type === 'chunk')
}

/** These chunks and everything that they import, now or later, except for other pages. */
function reached(
  chunks: readonly Rolldown.OutputChunk[],
  first: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isPage = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    /\.(?:screen|page)\.tsx$/.test(facadeModuleId ?? '') || facadeModuleId?.endsWith(WORKSPACE)
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

/** The console's own modules behind each phrase unit. */
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
      // A page of another domain that opens without a session also loads the unit of that domain.
      sources: (await sourcesOf([...facade(ENTRY), ...facade(OWN_PAGES), ...screensOf(outside)])).filter(
        ({ id }) => [undefined, outside].includes(domainOf(id)) && !id.endsWith(UNSUBSCRIBE),
      ),
    },
    domains: new Map([
      ...(await Promise.all(domains.map(async (domain) => [domain, await sourcesOf(screensOf(domain))] as const))),
      // Beside the unit of the pages before sign-in, whose frame it uses.
      [UNSUBSCRIBE_UNIT, (await sourcesOf(facade(OWN_PAGES))).filter(({ id }) => id.endsWith(UNSUBSCRIBE))],
    ]),
  }
}

const domainOf = (module: string) => /\/console\/src\/domains\/([\w-]+)\//.exec(module)?.[1]

/** Plans the files of the console and the phrases of each page. */
async function planned() {
  const [chunks, rows] = await Promise.all([automaticChunks(), readScreenTable(root)])
  const nameOf = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))?.fileName ?? ''
  const anchors = [nameOf(ENTRY), nameOf(WORKSPACE)]
  const roots = chunks
    .filter((chunk) => (chunk.isEntry || chunk.isDynamicEntry) && !anchors.includes(chunk.fileName))
    .map(({ fileName }) => fileName)
  const screens = rows.map(({ domain, file }) => nameOf(`/domains/${domain}/${file}`))
  const light = [
    nameOf(OWN_PAGES),
    ...OPENED_OUTSIDE.map(nameOf),
    ...rows.filter(({ isOutside }) => isOutside).map(({ domain, file }) => nameOf(`/domains/${domain}/${file}`)),
  ]
  // The script that starts a document stays in its own file: it would run wherever it is loaded.
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
    pages: [nameOf(OWN_PAGES), ...screens],
    light,
    domainOf,
    minBytes: MIN_BYTES,
    commonBytes: COMMON_BYTES,
    maxFiles: MAX_FILES,
  })
  const fileOf = new Map(files.flatMap((file) => file.modules.map((id) => [id, file] as const)))
  const nameOfFile = ({ name, modules }: FilePlan) =>
    (anchors.includes(name) ? undefined : modules.map(domainOf).find(Boolean)) ??
    chunks.find(({ fileName }) => fileName === name)?.name ??
    'part'
  const groups = files.map((file, index) => ({
    // index.html lists the files. Few different names keep it small.
    name: index === 0 ? 'base' : nameOfFile(file),
    priority: files.length - index,
    test: (id: string) => fileOf.get(id) === file,
  }))
  return {
    rows,
    groups: [{ ...REACT, priority: groups.length + 1 }, ...groups],
    units: unitKeys(await unitSources(chunks, rows)),
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
      ...(plan ? [earlyPages(plan.rows), await sdkPackage()] : []),
      guidePages(join(root, '../../docs'), join(root, 'build/guide.css')),
      smallPages(root, [layered(), compiledAhead()]),
      deskPage(root, [layered(), compiledAhead()]),
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
      proxy: {
        '^/(?:.*\\.do|docs(?:/.*)?)$': { target: process.env.SEALWRIGHT_DEV_SERVER ?? 'http://127.0.0.1:8080' },
      },
    },
  }
})
