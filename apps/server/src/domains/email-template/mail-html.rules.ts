// The HTML of mails. `cleanMail` keeps only what a mail may contain; its result is stored, cleaned again when a mail is
// made, and has one spelling, so the other functions here read it with patterns. Cleaning twice changes nothing.
import { LANGUAGE_TAGS, LINK_VARIABLES, withVariables } from '@sealwright/contract'
import type { EmailTexts, Locale } from '@sealwright/contract'
import sanitizeHtml from 'sanitize-html'
import type { Attributes, IOptions } from 'sanitize-html'
import { escaped } from '../../kernel/html.ts'

const COLOR = [/^#(?:[\da-f]{3}|[\da-f]{6})$/i, /^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$/i, /^[a-z]{3,20}$/i]
const LENGTH = String.raw`(?:0|(?:\d{1,3}(?:\.\d{1,2})?|1[01]\d\d|1200)px|\d(?:\.\d{1,2})?r?em|(?:\d{1,2}|100)%)`
const SIZE = [new RegExp(`^(?:auto|${LENGTH})$`)]
/** No negative lengths: nothing leaves its place. */
const SIDES = [new RegExp(`^(?:auto|${LENGTH})(?: (?:auto|${LENGTH})){0,3}$`)]
const sidesOf = (property: string) =>
  Object.fromEntries(
    ['', '-top', '-right', '-bottom', '-left'].map((side): [string, RegExp[]] => [`${property}${side}`, SIDES]),
  )
const STYLES = {
  ...sidesOf('margin'),
  ...sidesOf('padding'),
  'background-color': COLOR,
  border: [/^(?:none|\d{1,2}px (?:solid|dashed|dotted) (?:#(?:[\da-f]{3}|[\da-f]{6})|[a-z]{3,20}))$/i],
  'border-radius': SIZE,
  color: COLOR,
  display: [/^(?:block|inline|inline-block)$/],
  'font-size': [/^(?:[1-7]?\dpx|[0-4](?:\.\d{1,2})?r?em)$/],
  'font-style': [/^(?:normal|italic)$/],
  'font-weight': [/^(?:normal|bold|[1-9]00)$/],
  height: SIZE,
  'line-height': [/^\d(?:\.\d{1,2})?$/],
  'max-width': SIZE,
  'text-align': [/^(?:left|right|center|justify)$/],
  'text-decoration': [/^(?:none|underline|line-through)$/],
  width: SIZE,
}

const LINK_VALUES: readonly string[] = LINK_VARIABLES.map((name) => `{${name}}`)

/** An address in one spelling. A variable is an address as a whole only: no other server learns its value. */
function addressOf(written: string | undefined, protocols: readonly string[]): string | undefined {
  if (written === undefined || /[{}]/.test(written)) return undefined
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  if (!protocols.includes(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return /[{}]/.test(url.href) ? undefined : url.href
}

const linkOf = (href: string | undefined) =>
  href !== undefined && LINK_VALUES.includes(href.trim())
    ? href.trim()
    : addressOf(href, ['http:', 'https:', 'mailto:'])

const pixels = (text: string | undefined) =>
  text !== undefined && /^(?:\d{1,3}|1[01]\d\d|1200)$/.test(text) ? text : undefined

/** Without the attributes that have no value. */
const attributes = (given: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Attributes // as filtered

const OPTIONS: IOptions = {
  allowedTags: 'a b blockquote br div em h1 h2 h3 hr i img li ol p s span strong table tbody td th thead tr u ul'.split(
    ' ',
  ),
  allowedAttributes: {
    '*': ['style'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // Their content is code or belongs to another language than HTML, so it is no text.
  nonTextTags: [
    'script',
    'style',
    'svg',
    'math',
    'template',
    'textarea',
    'option',
    'noscript',
    'title',
    'iframe',
    'object',
  ],
  nestingLimit: 40,
  transformTags: {
    a: (tagName, { href, style }) => ({ tagName, attribs: attributes({ href: linkOf(href), style }) }),
    img: (tagName, { src, alt, width, height, style }) => ({
      tagName,
      attribs: attributes({
        src: addressOf(src, ['https:']),
        alt: alt?.slice(0, 200) ?? '',
        width: pixels(width),
        height: pixels(height),
        style: style ?? 'max-width:100%;height:auto',
      }),
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
}

/** Control characters, and invisible ones that reorder or hide text. Entities spell them too. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}]/gu

/** The HTML without anything that a mail must not contain. */
export const cleanMail = (html: string): string => sanitizeHtml(html, OPTIONS).replace(INVISIBLE, '').trim()

/** The hosts of the pictures in clean HTML. */
export const pictureHosts = (clean: string): string[] =>
  [...clean.matchAll(/<img src="https:\/\/([^/"?#:]+)/g)].map(([, host = '']) => host)

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const unescaped = (text: string) => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** The plain text of clean HTML. A link is followed by its address. */
export function plainText(clean: string): string {
  const marked = clean
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, label: string) =>
      unescaped(label) === unescaped(href) ? label : `${label}: ${href}`,
    )
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<br \/>/g, '\n')
    .replace(/<li[^>]*> ?(?:<p[^>]*>)?/g, '\n- ')
    .replace(/<hr \/>/g, '\n\n')
    .replace(/<\/(?:td|th)>/g, ' ')
    .replace(/(?:<\/p>)? ?<\/(?:tr|li)>/g, '\n')
    .replace(/<\/?(?:p|div|h[1-3]|ul|ol|blockquote|table)(?: [^>]*)?>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    // Removed tags leave runs of spaces, for which the next pattern would take quadratic time.
    .replace(/[ \t\u00A0]{2,}/g, ' ')
  return unescaped(marked)
    .replace(/[ \t\u00A0]*\n[ \t\u00A0]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .trim()
}

/** Plain text as the body of a template: paragraphs, and links where a variable is an address. */
export const bodyOfText = (text: string): string =>
  cleanMail(
    text
      .split('\n\n')
      .map((part) => `<p>${escaped(part).replaceAll('\n', '<br />')}</p>`)
      .join('')
      .replace(/\{\w+\}/g, (written) =>
        LINK_VALUES.includes(written) ? `<a href="${written}">${written}</a>` : written,
      ),
  )

const FONTS = "-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif"

/** A whole document. It has no style sheet: many mail programs drop it. */
const documentOf = (language: Locale, body: string) =>
  `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>' +
  `<body style="margin:0;padding:24px;font:16px/1.6 ${FONTS}">${body}</body></html>`

export const withLastLine = (text: string, line: string | undefined) =>
  line === undefined ? text : `${text}\n\n${line}`

export interface ComposedMail {
  subject: string
  html: string
  text: string
}

/**
 * Cleans a template once. The returned function makes a mail of it, with a last line if there is one. A variable
 * without a value stays as written.
 */
export function openMail(language: Locale, { subject, body, text }: EmailTexts) {
  const clean = cleanMail(body)
  const plain = text ?? plainText(clean)
  return (values: Readonly<Record<string, string>>, lastLine?: string): ComposedMail => {
    const fill = (template: string, spell: (value: string) => string) =>
      withVariables(template, (name, written) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined
        return value === undefined ? written : spell(value)
      })
    return {
      subject: fill(subject, (value) => value.replace(/[\s\p{Cc}]+/gu, ' ')),
      html: documentOf(language, fill(clean, escaped) + (lastLine === undefined ? '' : `<p>${escaped(lastLine)}</p>`)),
      text: withLastLine(
        fill(plain, (value) => value),
        lastLine,
      ),
    }
  }
}
