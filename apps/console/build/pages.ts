// Lists the files that each page of the console needs, from the screen table and the build. The page requests all of
// them at once (public/early.js), and the byte budgets use the list (budgets.test.ts). It does not change the build.
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import type * as ScreensModule from '../src/app/screens.ts'

export interface PageRow {
  path: string
  domain: string
  /** The end of the path of the screen's file. */
  file: string
  isOutside: boolean
}

/** The files of a page, without those of its document. */
export interface PageFiles {
  unit: string
  js: string[]
  css: string[]
}

export interface Pages {
  /** The files that index.html names. */
  entry: PageFiles
  /** The files that every page needs after sign-in; their phrases are those of the shell. */
  workspace: PageFiles
  screens: Record<string, PageFiles>
  /** The file of each phrase unit, by language. */
  phrases: Record<string, Record<string, string>>
}

/** Reads the screen table as the console does, without loading a screen. */
export async function readScreenTable(root: string): Promise<PageRow[]> {
  const { module } = await runnerImport<typeof ScreensModule>(join(root, 'src/app/screens.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
  })
  return module.SCREENS.map(({ path, domain, load, access }) => {
    const file = /domains\/[\w-]+\/((?:[\w-]+\/)?[\w-]+\.screen\.tsx)/.exec(String(load))?.[1]
    if (!file) throw new Error(`the row of ${path} does not name the file of its screen`)
    return { path, domain, file, isOutside: ['open', 'pending', 'person'].includes(access.kind) }
  })
}

type Chunk = Rolldown.OutputChunk
/** Vite records the style sheets of a chunk in its metadata. */
type WithStyles = { viteMetadata?: { importedCss: Set<string> } }

export function chunkOf(chunks: readonly Chunk[], end: string): Chunk {
  const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(end)))
  if (!found) throw new Error(`${end} is in no chunk`)
  return found
}

/** The files that the module whose path ends so needs, except the known ones. */
export function filesOf(chunks: readonly Chunk[], unit: string, end: string, known: readonly string[] = []): PageFiles {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<Chunk>()
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  visit(chunkOf(chunks, end))
  const files = [...needed].filter(({ fileName }) => !known.includes(fileName))
  return {
    unit,
    js: files.map(({ fileName }) => fileName),
    css: [...new Set(files.flatMap((chunk) => [...((chunk as WithStyles).viteMetadata?.importedCss ?? [])]))],
  }
}

/** The file of each phrase unit, by language. */
export function phraseFilesOf(chunks: readonly Chunk[]): Pages['phrases'] {
  const phrases: Pages['phrases'] = {}
  for (const {
    moduleIds: [id = ''],
    fileName,
  } of chunks) {
    const [, locale, unit] = /^\0phrases\/(\w+)\/([\w-]+)$/.exec(id) ?? []
    if (locale && unit) (phrases[locale] ??= {})[unit] = fileName
  }
  return phrases
}

function pagesOf(output: readonly (Chunk | Rolldown.OutputAsset)[], rows: readonly PageRow[]): Pages {
  const chunks = output.filter((file) => file.type === 'chunk')
  const entry = filesOf(chunks, '', '/console/src/main.tsx')
  const workspace = filesOf(chunks, 'shell', '/src/app/workspace.tsx', entry.js)
  const screens = rows.map(({ path, domain, file, isOutside }) => {
    const known = isOutside ? entry.js : [...entry.js, ...workspace.js]
    return [path, filesOf(chunks, domain, `/domains/${domain}/${file}`, known)] as const
  })
  return { entry, workspace, screens: Object.fromEntries(screens), phrases: phraseFilesOf(chunks) }
}

/** The format that public/early.js reads: files have numbers, so that each name occurs once. */
function spelled({ workspace, screens, phrases }: Pages, rows: readonly PageRow[]): string {
  const files: string[] = []
  const numberOf = (file: string) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const numbersOf = ({ js, css }: PageFiles) => [...js, ...css].map(numberOf)
  const outside = new Set(rows.filter(({ isOutside }) => isOutside).map(({ path }) => path))
  const table = {
    workspace: numbersOf(workspace),
    screens: Object.fromEntries(
      Object.entries(screens).map(([path, page]) => [path, [page.unit, outside.has(path) ? 1 : 0, ...numbersOf(page)]]),
    ),
    phrases: Object.fromEntries(
      Object.entries(phrases).map(([locale, units]) => [
        locale,
        Object.fromEntries(Object.entries(units).map(([unit, file]) => [unit, numberOf(file)])),
      ]),
    ),
    files,
  }
  return JSON.stringify(table)
}

/**
 * Writes the table of pages into index.html for public/early.js, and next to the manifest for the byte budgets.
 * Preloads the font.
 */
export function earlyPages(rows: readonly PageRow[]): Plugin {
  return {
    name: 'sealwright:early-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, path }) => {
        const output = Object.values(bundle)
        const fonts = output.filter((file) => file.fileName.endsWith('.woff2'))
        const tags = fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file.fileName}` },
          injectTo: 'head' as const,
        }))
        // A page under /p/ does not lead to other pages, so it needs no table.
        if (path === '/p.html') return tags
        // In single quotes, which the table does not have: escaping the double ones would cost 100 bytes.
        const table = spelled(pagesOf(output, rows), rows)
        return { html: html.replace('src="/early.js"', (early) => `${early} data-pages='${table}'`), tags }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({
          type: 'asset',
          fileName: '.vite/pages.json',
          source: JSON.stringify(pagesOf(Object.values(bundle), rows)),
        })
      },
    },
  }
}
