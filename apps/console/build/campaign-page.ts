// Builds the public page of a promotion link into the console's dist: campaign.html with its own files. It is a build
// of its own, because React is replaced with Preact in it: visitors of a campaign come from phones, and React alone has
// the size of this page. The forms and the captcha come in files of their own, while the visitor reads.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { InlineConfig, Plugin, PluginOption, Rolldown } from 'vite'
import { leanContract, withCallsWrittenOut } from './lean-contract.ts'
import { chunkOf } from './pages.ts'
import { ownUnit, phraseUnits } from './phrase-units.ts'
import type { Units } from './phrase-units.ts'

const UNIT = 'visit'
const ENTRY = '/src/public/campaign/main.tsx'

/** The files of the page, for the byte budget. */
export interface CampaignFiles {
  /** All scripts of the journey, without phrases. */
  js: string[]
  /** The scripts before the page is shown. */
  first: string[]
  css: string[]
  /** By language. */
  phrases: Record<string, string>
}

/** Validation is a quarter of all scripts, and only the forms need it. */
const VALIDATION = /\/node_modules\/zod\/|\/contract\/src\/kernel\/(?:wire|fields|violations)\.ts$/

const PREACT = [
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
]

/** The module that reads what the page shows, before its forms load. */
const FIRST_CALLS = '/src/public/campaign/visit-client.ts'

function firstCalls(): Plugin {
  return {
    name: 'sealwright:first-calls',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith(FIRST_CALLS) ? { code: withCallsWrittenOut(code), map: null } : undefined),
  }
}

interface Parts {
  /** Without them, no phrases are built. */
  units?: Units
  /** The code of the page's modules. */
  only?: string
  plugins?: PluginOption[]
}

function settings(root: string, { units, only, plugins = [] }: Parts): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [firstCalls(), leanContract(only), phraseUnits(units), ...plugins],
    resolve: { alias: PREACT },
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'campaign.html'),
        output: {
          codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'rules', test: VALIDATION }] },
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
async function sourcesOf(root: string) {
  const { build: options, ...rest } = settings(root, {})
  const made = await build({ ...rest, build: { ...options, write: false, minify: false, cssMinify: false } })
  const { output } = made as Rolldown.RolldownOutput // one output, no watch mode
  const ids = output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .filter((id) => /\/(?:apps\/console|packages\/contract)\/src\/.*\.tsx?$/.test(id))
  return Promise.all(ids.map(async (id) => ({ id, code: await readFile(id, 'utf8') })))
}

function filesIn(bundle: Rolldown.OutputBundle): CampaignFiles {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const phrases: Record<string, string> = {}
  for (const { moduleIds, fileName } of chunks) {
    const [, locale] = /^\0phrases\/(\w+)\//.exec(moduleIds[0] ?? '') ?? []
    if (locale) phrases[locale] = fileName
  }
  const named = (end: string) => files.map(({ fileName }) => fileName).filter((name) => name.endsWith(end))
  const entry = chunkOf(chunks, ENTRY)
  return {
    js: named('.js').filter((name) => !Object.values(phrases).includes(name)),
    first: [entry.fileName, ...entry.imports],
    css: named('.css'),
    phrases,
  }
}

/** Preloads scripts and the font, tells public/early.js the phrases, and lists the files for the byte budget. */
function listed(): Plugin {
  return {
    name: 'sealwright:campaign-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const { phrases, first } = filesIn(bundle)
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
        this.emitFile({ type: 'asset', fileName: '.vite/campaign.json', source: JSON.stringify(filesIn(bundle)) })
      },
    },
  }
}

/** Runs after the console's files are written, and before they are compressed. */
export function campaignPage(root: string, plugins: PluginOption[]): Plugin {
  return {
    name: 'sealwright:campaign-page',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'pre',
      handler: async () => {
        const sources = await sourcesOf(root)
        const only = sources
          .filter(({ id }) => !id.endsWith('/errors.ts'))
          .map(({ code }) => code)
          .join('\n')
        await build(settings(root, { units: ownUnit(UNIT, sources), only, plugins: [...plugins, listed()] }))
      },
    },
  }
}
