// Builds the public pages of a promotion link and of a license code into the console's dist: campaign.html and
// code.html, each with its own files. They are builds of their own, because React is replaced with Preact in them:
// visitors come from phones, and React alone has the size of such a page. The forms and the captcha come in files of
// their own, while the visitor reads.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { InlineConfig, Plugin, PluginOption, Rolldown } from 'vite'
import { leanContract, withCallsWrittenOut } from './lean-contract.ts'
import { chunkOf } from './pages.ts'
import { ownUnit, phraseUnits } from './phrase-units.ts'
import type { Units } from './phrase-units.ts'

interface SmallPage {
  /** Of its document, its folder in src/public, and its list of files. */
  name: string
  /** Its phrases. */
  unit: string
  /** Files that the bundler would split or merge otherwise. */
  groups: Rolldown.CodeSplittingGroup[]
  /** The modules that send calls before a form loads. They name calls without their schemas. */
  firstCalls: readonly string[]
}

/** Validation is a quarter of all scripts, and only the forms need it. */
const VALIDATION = /\/node_modules\/zod\/|\/contract\/src\/kernel\/(?:wire|fields|violations)\.ts$/
const CAPTCHA = '/src/lib/captcha/captcha-gate.ts'
const PAGES: readonly SmallPage[] = [
  {
    name: 'campaign',
    unit: 'visit',
    groups: [{ name: 'rules', test: VALIDATION }],
    firstCalls: ['/src/public/campaign/visit-client.ts'],
  },
  {
    name: 'code',
    unit: 'code',
    // Its first form is shown at once. What several parts share would be many tiny files.
    groups: [{ name: 'base', minShareCount: 2 }],
    firstCalls: ['/src/public/code/code-client.ts', CAPTCHA],
  },
]

const entryOf = ({ name }: SmallPage) => `/src/public/${name}/main.tsx`

/** The files of the page, for the byte budget. */
export interface SmallPageFiles {
  /** All scripts of the journey, without phrases and readers of files. */
  js: string[]
  /** The readers of QR codes and zips. Few visitors need one. */
  readers: string[]
  /** The scripts before the page is shown. */
  first: string[]
  css: string[]
  /** By language. */
  phrases: Record<string, string>
}

/** Loaded with the first picture, or the first zip. */
const READERS = /\/node_modules\/(?:qr|fflate)\//

const PREACT = [
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
]

function firstCalls({ firstCalls: modules }: SmallPage): Plugin {
  return {
    name: 'sealwright:first-calls',
    enforce: 'pre',
    transform: (code, id) =>
      modules.some((end) => id.endsWith(end)) ? { code: withCallsWrittenOut(code), map: null } : undefined,
  }
}

interface Parts {
  /** Without them, no phrases are built. */
  units?: Units
  /** The code of the page's modules. */
  only?: string
  plugins?: PluginOption[]
}

function settings(root: string, page: SmallPage, { units, only, plugins = [] }: Parts): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [firstCalls(page), leanContract(only), phraseUnits(units), ...plugins],
    resolve: { alias: PREACT },
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, `${page.name}.html`),
        output: {
          codeSplitting: { includeDependenciesRecursively: false, groups: page.groups },
        },
      },
      target: 'es2022',
      // One style sheet and no preloading: the code that loads a part with its styles is larger than the styles.
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  }
}

/** The modules of the console and of the contract in the page, from a build that is not written. */
async function sourcesOf(root: string, page: SmallPage) {
  const { build: options, ...rest } = settings(root, page, {})
  const made = await build({ ...rest, build: { ...options, write: false, minify: false, cssMinify: false } })
  const { output } = made as Rolldown.RolldownOutput // one output, no watch mode
  const ids = output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .filter((id) => /\/(?:apps\/console|packages\/contract)\/src\/.*\.tsx?$/.test(id))
  return Promise.all(ids.map(async (id) => ({ id, code: await readFile(id, 'utf8') })))
}

function filesIn(page: SmallPage, bundle: Rolldown.OutputBundle): SmallPageFiles {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const phrases: Record<string, string> = {}
  for (const { moduleIds, fileName } of chunks) {
    const [, locale] = /^\0phrases\/(\w+)\//.exec(moduleIds[0] ?? '') ?? []
    if (locale) phrases[locale] = fileName
  }
  const named = (end: string) => files.map(({ fileName }) => fileName).filter((name) => name.endsWith(end))
  const entry = chunkOf(chunks, entryOf(page))
  const readers = chunks
    .filter(({ moduleIds }) => moduleIds.some((id) => READERS.test(id)))
    .map(({ fileName }) => fileName)
  return {
    js: named('.js').filter((name) => ![...Object.values(phrases), ...readers].includes(name)),
    readers,
    first: [entry.fileName, ...entry.imports],
    css: named('.css'),
    phrases,
  }
}

/** Preloads scripts and the font, tells public/early.js the phrases, and lists the files for the byte budget. */
function listed(page: SmallPage): Plugin {
  return {
    name: 'sealwright:small-page-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const { phrases, first } = filesIn(page, bundle)
        const words = JSON.stringify(phrases).replaceAll('"', '&quot;')
        const head = (attrs: Record<string, string | boolean>) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true },
          injectTo: 'head' as const,
        })
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
        const tags = [
          ...first.slice(1).map((name) => head({ rel: 'modulepreload', href: `/${name}` })),
          ...fonts.map((name) => head({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
        ]
        return { html: html.replace('src="/early.js"', `$& data-words="${words}"`), tags }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(filesIn(page, bundle))
        this.emitFile({ type: 'asset', fileName: `.vite/${page.name}.json`, source })
      },
    },
  }
}

async function buildPage(root: string, page: SmallPage, plugins: PluginOption[]): Promise<void> {
  const sources = await sourcesOf(root, page)
  const only = sources
    .filter(({ id }) => !id.endsWith('/errors.ts'))
    .map(({ code }) => code)
    .join('\n')
  await build(settings(root, page, { units: ownUnit(page.unit, sources), only, plugins: [...plugins, listed(page)] }))
}

/** Runs after the console's files are written, and before they are compressed. */
export function smallPages(root: string, plugins: PluginOption[]): Plugin {
  return {
    name: 'sealwright:small-pages',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'pre',
      handler: async () => {
        for (const page of PAGES) await buildPage(root, page, plugins)
      },
    },
  }
}
