// Builds the console into dist/: hashed names, no inline script (the server's CSP forbids it), a .br and a .gz beside every text asset so that
// the server never compresses, and the manifest that the byte budgets are checked against.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
// By path: what a config imports by name is left to Node, which does not read TypeScript before version 22.
import { en } from '../../packages/phrases/src/en/index.ts'
import { enLater } from '../../packages/phrases/src/en/later.ts'
import { enOutside } from '../../packages/phrases/src/en/outside.ts'
import { zhCn } from '../../packages/phrases/src/zh-cn/index.ts'
import { zhCnLater } from '../../packages/phrases/src/zh-cn/later.ts'
import { zhCnOutside } from '../../packages/phrases/src/zh-cn/outside.ts'

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

/** The order of the cascade layers is set by whichever style sheet comes first, and chunks come in any order: each of them says it. */
function layered(): Plugin {
  return {
    name: 'sealwright:layered',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = `@layer base,app;${String(asset.source)}`
        }
      },
    },
  }
}

/**
 * What the page asks for at once instead of when some script gets to it: the one font, and for who has a session the workspace's code.
 * The latter is a list for public/early.js, since only the browser knows whether there is a session.
 */
function early(): Plugin {
  return {
    name: 'sealwright:early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, path }) => {
        const files = Object.values(bundle)
        const workspace = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app/workspace.tsx'))
        if (workspace?.type !== 'chunk') throw new Error('the workspace is not a chunk of its own')
        const fonts = files.filter((file) => file.fileName.endsWith('.woff2'))
        const preloads = fonts.map((file) => ({ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file.fileName}` }, injectTo: 'head' as const }))
        // Who opens a page of its own goes nowhere else.
        if (path === '/p.html') return preloads
        const code = [workspace.fileName, ...workspace.imports].map((name) => `/${name}`).join(' ')
        return { html: html.replace('src="/early.js"', `$& data-workspace="${code}"`), tags: preloads }
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

type Compiled = { [key: string]: Compiled | ReturnType<typeof compile> }

function compiled(phrases: object): Compiled {
  return Object.fromEntries(Object.entries(phrases).map(([key, value]: [string, unknown]) => [key, typeof value === 'object' && value !== null ? compiled(value) : compile(String(value))]))
}

/**
 * Phrases are parsed here, once, instead of in every browser: the parser (12 KB gzip) stays out of what /login loads. What is said outside the door
 * is a chunk of its own, so is what few screens say, and what only the server says is in none.
 */
function compiledPhrases(): Plugin {
  const spoken = (phrases: object, isWanted: (topic: string) => boolean) => JSON.stringify(compiled(Object.fromEntries(Object.entries(phrases).filter(([topic]) => isWanted(topic)))))
  const modules: Record<string, string> = {}
  for (const [folder, name, all, outside, later] of [['zh-cn', 'zhCn', zhCn, zhCnOutside, zhCnLater], ['en', 'en', en, enOutside, enLater]] as const) {
    modules[`${folder}/outside.ts`] = `export const ${name}Outside = ${spoken(outside, () => true)}`
    modules[`${folder}/later.ts`] = `export const ${name}Later = ${spoken(later, () => true)}`
    modules[`${folder}/index.ts`] = `import { ${name}Outside } from './outside.ts'\nexport const ${name} = { ...${name}Outside, ...${spoken(all, (topic) => !(topic in outside) && !(topic in later) && topic !== 'mail')} }`
  }
  return {
    name: 'sealwright:compiled-phrases',
    apply: 'build',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    load: (id) => Object.entries(modules).find(([file]) => id.endsWith(`/packages/phrases/src/${file}`))?.[1],
  }
}

/** What a call does is said where the API is documented, never in the console: those sentences are some kilobytes of what every page loads. */
function withoutSummaries(): Plugin {
  return {
    name: 'sealwright:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/packages/contract/src/domains/') ? { code: code.replaceAll(/\bsummary: (?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g, "summary: ''"), map: null } : undefined),
  }
}

export default defineConfig({
  root,
  plugins: [react(), withoutSummaries(), compiledPhrases(), ownPages(), layered(), early(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: { input: ['index.html', 'p.html'].map((page) => join(root, page)) },
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 1_000,
  },
  server: { port: 5173, proxy: { '^/.*\\.do$': { target: process.env.SEALWRIGHT_DEV_SERVER ?? 'http://127.0.0.1:8080' } } },
})
