// Renders the guide (docs/guide) to static pages under /docs, in both languages, as part of the console's build. A page
// without a Chinese version is shown in English under its Chinese address too, with a note. Links that leave the guide
// for other files of the repository become plain text: the center does not serve those files.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'
import type { Plugin } from 'vite'
// Imported by path: Vite leaves package imports in a config to Node, and Node before 22 does not run TypeScript.
import { LANGUAGE_TAGS, LOCALES } from '../../../packages/contract/src/index.ts'
import type { Locale } from '../../../packages/contract/src/index.ts'
import { loadPhrases, sentences } from '../../../packages/phrases/src/index.ts'

/** Inside the guide's folder. The English pages are at its top. */
const FOLDERS: Record<Locale, string> = { en: '', zh: 'zh-CN' }
const PICTURES = 'pictures'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The id of a heading, as GitHub makes it: the links in the pages use these. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

interface Heading {
  id: string
  text: string
}

export interface GuidePage {
  name: string
  /** The language that the text is in; the page may belong to another one. */
  written: Locale
  title: string
  headings: readonly Heading[]
  html: string
}

interface Picture {
  href: string
  width: number
  height: number
}

/** What the parts of a page are made with. */
export interface GuidePlaces {
  /** The names of the pages in each language. */
  pages: Record<Locale, ReadonlySet<string>>
  /** A picture that is still to be taken is not there; its description stands for it. */
  pictureOf: (file: string) => Picture | undefined
}

const guideHref = (locale: Locale, name: string) => `/docs/${locale}/${name}`

/** Where a link of a page leads, or undefined for a file that is not served. */
function hrefOf(link: string, written: Locale, shown: Locale, { pages }: GuidePlaces): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(link)) return link
  const [path = '', part] = link.split('#')
  const target = posix.join('guide', FOLDERS[written], path)
  const [, folder, name = ''] = /^guide\/(zh-CN\/)?([\w-]+)\.md$/.exec(target) ?? []
  const language: Locale = folder ? 'zh' : 'en'
  if (!pages[language].has(name)) return undefined
  // The reader stays in their language, unless the link is to the other one. A page that exists only in English is
  // shown among the pages of either.
  const isTwinLink = language !== written && pages[written].has(name)
  const locale = isTwinLink ? language : shown
  // Headings have other names in another language.
  const isTranslated = !isTwinLink && language !== locale && pages[locale].has(name)
  return guideHref(locale, name) + (part === undefined || isTranslated ? '' : `#${part}`)
}

const isLink = (token: Token): token is Tokens.Link => token.type === 'link'

/** A page begins with its title and a line that leads to the other language; the frame has such a link. */
function withoutTwinLink(tokens: Token[]): Token[] {
  return tokens.filter((token, index) => {
    const [only, ...others] = token.type === 'paragraph' ? ((token as Tokens.Paragraph).tokens ?? []) : []
    return !(index < 4 && only && others.length === 0 && isLink(only) && /^(?:中文|English)$/.test(only.text))
  })
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const plainText = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : ''))
    .join('')

export function renderPage(
  markdown: string,
  { name, written, shown, places }: { name: string; written: Locale; shown: Locale; places: GuidePlaces },
): GuidePage {
  const ids = new Map<string, number>()
  const idOf = (text: string) => {
    const id = anchorOf(text)
    const seen = ids.get(id) ?? 0
    ids.set(id, seen + 1)
    return seen === 0 ? id : `${id}-${seen}`
  }
  const headings: (Heading & { depth: number })[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }) {
        const text = plainText(tokens)
        const id = idOf(text)
        headings.push({ id, text, depth })
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = hrefOf(href, written, shown, places)
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`
      },
      image({ href, text }) {
        const [, file] = /^(?:\.\.\/)+pictures\/((?:[\w-]+\/)+[\w-]+\.png)$/.exec(href) ?? []
        if (!file) throw new Error(`${name}: ${href} is not a picture of docs/pictures`)
        const picture = places.pictureOf(file)
        if (!picture) return escaped(text)
        const { href: source, width, height } = picture
        return `<img src="${source}" alt="${escaped(text)}" loading="lazy" width="${width}" height="${height}">`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
      },
    },
  })
  const tokens = marked.lexer(markdown)
  const html = marked
    .parser(withoutTwinLink(tokens))
    // A wide table scrolls by itself, by keyboard too.
    .replaceAll('<table>', '<div class="guide-table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  const title = plainText(tokens.find(isHeading)?.tokens) || name
  return { name, written, title, headings: headings.filter(({ depth }) => depth === 2), html }
}

/** The pages in the order of the index, in its groups: a paragraph that introduces a list. */
function contentsOf(markdown: string): { title: string; names: string[] }[] {
  const groups: { title: string; names: string[] }[] = []
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'paragraph') groups.push({ title: plainText([token]).replace(/[:：]$/, ''), names: [] })
    if (token.type !== 'list') continue
    const links = [...token.raw.matchAll(/\]\((?:\.\.\/)?([\w-]+)\.md[^)]*\)/g)].map(([, name = '']) => name)
    groups.at(-1)?.names.push(...links)
  }
  return groups.filter(({ names }) => names.length > 0)
}

const read = (file: string) => readFileSync(file, 'utf8')
const pagesIn = (folder: string) =>
  new Set(
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length)),
  )

/** Every page in every language, with its frame, by its path under dist/. */
export async function guideFiles(
  docs: string,
  { head, pictureOf }: { head: string; pictureOf: GuidePlaces['pictureOf'] },
): Promise<Map<string, string>> {
  const folder = (locale: Locale) => join(docs, 'guide', FOLDERS[locale])
  const pages = { en: pagesIn(folder('en')), zh: pagesIn(folder('zh')) }
  const places: GuidePlaces = { pages, pictureOf }
  const files = new Map<string, string>()
  for (const shown of LOCALES) {
    const say = sentences(shown, await loadPhrases(shown))
    const other: Locale = shown === 'en' ? 'zh' : 'en'
    const otherTag = LANGUAGE_TAGS[other]
    const made = new Map(
      [...pages.en].map((name) => {
        const written: Locale = pages[shown].has(name) ? shown : 'en'
        return [name, renderPage(read(join(folder(written), `${name}.md`)), { name, written, shown, places })] as const
      }),
    )
    const groups = contentsOf(read(join(folder(shown), 'index.md')))
    const entry = (name: string, present: GuidePage | undefined) => {
      const page = made.get(name)
      const isPresent = name === present?.name
      const parts = isPresent
        ? present.headings.map(({ id, text }) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`).join('')
        : ''
      return (
        `<li><a href="${guideHref(shown, name)}"${isPresent ? ' aria-current="page"' : ''}>` +
        `${escaped(page?.title ?? name)}</a>${parts && `<ul>${parts}</ul>`}</li>`
      )
    }
    const group = ({ title, names }: (typeof groups)[number], present?: GuidePage) =>
      `<p>${escaped(title)}</p><ul>${names.map((name) => entry(name, present)).join('')}</ul>`
    const frame = (title: string, main: string, present?: GuidePage) =>
      `<!doctype html>
<html lang="${LANGUAGE_TAGS[shown]}">
<head>
<meta charset="utf-8">
<title>${escaped(title)} · ${escaped(say('common.productName'))}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="/early.js"></script>
${head}
</head>
<body class="guide">
<a class="guide-skip" href="#text">${say('guide.skip')}</a>
<header class="guide-bar">
<a class="guide-home" href="${guideHref(shown, 'index')}">
<img src="/favicon.svg" alt="" width="24" height="24">
${say('common.productName')} · ${say('guide.title')}
</a>
<a class="guide-to-contents" href="#contents">${say('guide.contents')}</a>
<a href="/docs/api/">${say('guide.api')}</a>
<a href="/dashboard">${say('guide.console')}</a>
<a href="${guideHref(other, present?.name ?? 'index')}" lang="${otherTag}" hreflang="${otherTag}">
${say(`shell.locales.${other}`)}
</a>
</header>
<div class="guide-columns">
<main id="text" tabindex="-1">${main}</main>
<nav id="contents" aria-label="${say('guide.contents')}">
${groups.map((each) => group(each, present)).join('\n')}
</nav>
</div>
</body>
</html>
`
    for (const [name, page] of made) {
      const isForeign = page.written !== shown
      const note = isForeign ? `<p class="guide-note">${say('guide.onlyEnglish')}</p>` : ''
      const tag = isForeign ? ` lang="${LANGUAGE_TAGS[page.written]}"` : ''
      const article = `${note}<article${tag}>${page.html}</article>`
      files.set(`docs/${shown}/${name}.html`, frame(page.title, article, page))
    }
    const missing =
      `<article><h1>${say('guide.missing.title')}</h1><p>${say('guide.missing.body')}</p>` +
      `<p><a href="${guideHref(shown, 'index')}">${say('guide.toGuide')}</a></p></article>`
    files.set(`docs/missing-${shown}.html`, frame(say('guide.missing.title'), missing))
  }
  return files
}

/** Adds the guide to the build, in the look of the console: with its tokens, its theme and its font. */
export function guidePages(docs: string, styles: string): Plugin {
  return {
    name: 'sealwright:guide',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const assets = Object.values(bundle).filter((file) => file.type === 'asset')
        const hrefsOf = (end: string, text = '') =>
          assets
            .filter(({ fileName, source }) => fileName.endsWith(end) && String(source).includes(text))
            .map(({ fileName }) => `/${fileName}`)
        const emit = (name: string, source: string | Uint8Array) =>
          `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`
        const sheets = [...hrefsOf('.css', '--canvas:'), emit('guide.css', read(styles))]
        const head = [
          ...hrefsOf('.woff2').map(
            (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
          ),
          ...sheets.map((href) => `<link rel="stylesheet" href="${href}">`),
        ].join('\n')
        const pictures = new Map<string, Picture>()
        const pictureOf = (file: string) => {
          const path = join(docs, PICTURES, file)
          const known = pictures.get(file)
          if (known || !existsSync(path)) return known
          const png = readFileSync(path)
          // Where every PNG has its size.
          const made = {
            href: emit(file.replaceAll('/', '-'), png),
            width: png.readUInt32BE(16),
            height: png.readUInt32BE(20),
          }
          pictures.set(file, made)
          return made
        }
        for (const [fileName, source] of await guideFiles(docs, { head, pictureOf }))
          this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}
