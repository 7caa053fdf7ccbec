// Renders the guide of this repository and follows its links, as the build does.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { guideFiles, renderPage } from './guide.ts'
import type { GuidePlaces } from './guide.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const files = await guideFiles(DOCS, {
  head: '',
  pictureOf: (file) => {
    if (!existsSync(join(DOCS, 'pictures', file))) throw new Error(`there is no picture ${file}`)
    return { href: `/assets/${file}`, width: 1, height: 1 }
  },
})
const fileOf = (path: string) => files.get(`${path.slice(1)}.html`)
const pages = [...files].filter(([path]) => !path.includes('missing'))
const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** Not of the guide: other pages of the center. */
const ELSEWHERE = new Set(['/docs/api/', '/dashboard'])

describe('the guide', () => {
  it('has every page in every language, and all of them are in the contents', () => {
    expect(pages.length).toBeGreaterThan(40)
    for (const locale of LOCALES) {
      const own = pages.map(([path]) => path).filter((path) => path.startsWith(`docs/${locale}/`))
      const listed = new Set(captures(fileOf(`/docs/${locale}/index`) ?? '', /<li><a href="([^"#]+)"/g))
      expect(own.filter((path) => !path.endsWith('/index.html') && !listed.has(`/${path.slice(0, -5)}`))).toEqual([])
    }
  })

  it('has no link that leads nowhere, and none to a heading that is not there', () => {
    const broken = [...files].flatMap(([path, html]) =>
      captures(html, /<a [^>]*href="([^"]+)"/g)
        .filter((href) => !/^https?:/.test(href) && !ELSEWHERE.has(href))
        .filter((href) => {
          const [page, part] = href.split('#')
          const target = page ? fileOf(page) : html
          return target === undefined || (part !== undefined && !target.includes(`id="${part}"`))
        })
        .map((href) => `${path}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  it('leaves no Markdown in the text, and no script or style in the page', () => {
    for (const [path, html] of files) {
      const prose = html.replaceAll(/<code>.*?<\/code>/gs, '')
      expect(prose, path).not.toMatch(/\*\*|\]\(|^#+ /m)
      expect(prose, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\s(?:style|on\w+)=/)
    }
  })

  it('says so where a page exists only in English', () => {
    expect(fileOf('/docs/zh/api')).toContain('这一页只有英文。')
    expect(fileOf('/docs/zh/api')).toContain('<article lang="en">')
    expect(fileOf('/docs/zh/licenses')).not.toContain('这一页只有英文。')
  })
})

describe('a link of a page', () => {
  const places: GuidePlaces = {
    pages: { en: new Set(['licenses', 'api']), zh: new Set(['licenses']) },
    pictureOf: (file) => ({ href: `/assets/${file}`, width: 1, height: 1 }),
  }
  const hrefIn = (link: string, written: 'en' | 'zh', shown: 'en' | 'zh' = written) =>
    captures(renderPage(`[text](${link})`, { name: 'x', written, shown, places }).html, /href="([^"]+)"/g)[0]

  it.each([
    ['licenses.md#issue', 'en', 'en', '/docs/en/licenses#issue'],
    ['zh-CN/licenses.md', 'en', 'en', '/docs/zh/licenses'],
    ['licenses.md', 'zh', 'zh', '/docs/zh/licenses'],
    ['../licenses.md', 'zh', 'zh', '/docs/en/licenses'],
    ['../api.md', 'zh', 'zh', '/docs/zh/api'],
    ['licenses.md#issue', 'en', 'zh', '/docs/zh/licenses'],
    ['https://example.com/x.md', 'en', 'en', 'https://example.com/x.md'],
    ['#here', 'en', 'en', '#here'],
    ['../adr/0001-x.md', 'en', 'en', undefined],
    ['../../package.json', 'en', 'en', undefined],
    ['../../../../etc/passwd', 'zh', 'zh', undefined],
  ] as const)('%s, written in %s and shown in %s, leads to %s', (link, written, shown, href) => {
    expect(hrefIn(link, written, shown)).toBe(href)
  })
})
