// Small pages that do not use the console. Each has a content security policy that allows nothing but its own content.
import { randomBytes } from 'node:crypto'
import { LANGUAGE_TAGS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { FastifyReply } from 'fastify'
import { escaped } from '../html.ts'

export interface PlainPage {
  policy: string
  html: string
}

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;' +
  'color-scheme:light dark;color:CanvasText;background:Canvas}h1{font-size:1.25rem}a,button{font:inherit}' +
  'progress{width:100%}'

export function plainPage(
  locale: Locale,
  title: string,
  content: string,
  {
    script,
    formAction = "'none'",
    refreshSeconds,
  }: { script?: string; formAction?: string; refreshSeconds?: number } = {},
): PlainPage {
  const nonce = randomBytes(16).toString('base64')
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`
  return {
    policy:
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src ${script ? `'nonce-${nonce}'` : "'none'"}; ` +
      `form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    html:
      `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">${refresh}` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>` +
      `<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main>` +
      `${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`,
  }
}

export const sendPlainPage = (reply: FastifyReply, status: number, { policy, html }: PlainPage) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
