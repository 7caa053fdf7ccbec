// A public page whose document already says what it shows, for link previews and before its scripts run. The built
// file gets a title, Open Graph tags, and the texts of its empty `h1` and `p`. People typed all of it, so all of it is
// escaped. A page without a preview is sent as it was built.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGE_TAGS, LOCALES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escaped } from '../html.ts'
import { Refusal } from '../refusal.ts'
import { localeOf } from './register-calls.ts'

export interface PagePreview {
  title: string
  description: string
  /** Shown in the document until its scripts have run. */
  heading: string
  text: string
  /** Who shows the page. */
  siteName: string
  /** Absolute. */
  url: string
  /** The absolute address of a picture. */
  image: string | null
}

export interface PreviewedPage {
  /** The first part of the address; the token follows. */
  path: string
  /** The built document. */
  file: string
  find(token: string): Promise<PagePreview | undefined>
  findPicture(token: string): Promise<{ content: Buffer; type: string } | undefined>
  /** A flood gets the page without a preview, which costs no query. */
  isTooMany(request: FastifyRequest): boolean
}

const DESCRIPTION_MAX = 200
const PICTURE_SECONDS = 3600

const TAGS: Record<Locale, string> = { zh: 'zh_CN', en: 'en_US' }

const shortened = (text: string) => {
  const line = Array.from(text.replace(/\s+/g, ' ').trim())
  return line.length > DESCRIPTION_MAX ? `${line.slice(0, DESCRIPTION_MAX - 1).join('')}…` : line.join('')
}

/** The document with its title, description and Open Graph tags. */
export function withPreview(html: string, locale: Locale, preview: PagePreview): string {
  const { title, siteName, url, image } = preview
  const description = shortened(preview.description)
  const meta = (name: 'name' | 'property', key: string, content: string) =>
    `<meta ${name}="${key}" content="${escaped(content)}" />`
  const tags = [
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:url', url),
    meta('property', 'og:locale', TAGS[locale]),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
    ...(image === null ? [] : [meta('property', 'og:image', image)]),
  ]
  // Functions: a `$` in a text has no meaning.
  return html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${LANGUAGE_TAGS[locale]}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>${tags.join('')}`)
    .replace('<h1></h1>', () => `<h1>${escaped(preview.heading)}</h1>`)
    .replace('<p></p>', () => `<p>${escaped(preview.text)}</p>`)
}

/** The language of `?lang`, or else of the request. */
function languageOf(request: FastifyRequest): Locale {
  const { lang } = request.query as { lang?: unknown } // Fastify parses the query, with any values
  return LOCALES.find((locale) => locale === lang) ?? localeOf(request)
}

export function registerPreviewedPage(
  surface: FastifyInstance,
  consoleDir: string | undefined,
  policy: string,
  { path, file, find, findPicture, isTooMany }: PreviewedPage,
): void {
  interface Address {
    Params: { token: string }
  }
  const document = consoleDir && [file, 'p.html'].map((name) => join(consoleDir, name)).find((name) => existsSync(name))
  let html: Promise<string> | undefined

  if (document)
    surface.route<Address>({
      method: ['GET', 'HEAD'],
      url: `${path}/:token`,
      async handler(request, reply) {
        html ??= readFile(document, 'utf8')
        const locale = languageOf(request)
        // The page itself tells what is wrong, so it is sent in any case.
        const preview = isTooMany(request)
          ? undefined
          : await find(request.params.token).catch((err: unknown) => {
              request.log.warn({ err }, 'a page has no preview')
              return undefined
            })
        return reply
          .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'accept-language' })
          .type('text/html; charset=utf-8')
          .send(preview ? withPreview(await html, locale, preview) : await html)
      },
    })

  surface.route<Address>({
    method: ['GET', 'HEAD'],
    url: `${path}/:token/picture`,
    async handler(request, reply) {
      const found = isTooMany(request) ? undefined : await findPicture(request.params.token)
      if (!found) throw new Refusal('platform.invalidUrl')
      return reply
        .headers({
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `public, max-age=${PICTURE_SECONDS}`,
        })
        .type(found.type)
        .send(found.content)
    },
  })
}
