// Small pages that do not use the console. Each has a content security policy that allows nothing but its own content.
import { randomBytes } from 'node:crypto'
import { LANGUAGE_TAGS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { FastifyReply } from 'fastify'
import { escaped } from '../html.ts'

/** Of every answer to a browser. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

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
  { script, formAction = "'none'", reloadMs }: { script?: string; formAction?: string; reloadMs?: number } = {},
): PlainPage {
  const nonce = randomBytes(16).toString('base64')
  // The script keeps the fragment of the address.
  const scripts = [script, reloadMs && `setTimeout(() => location.reload(), ${reloadMs})`].filter(Boolean).join(';')
  const refresh = reloadMs
    ? `<noscript><meta http-equiv="refresh" content="${Math.ceil(reloadMs / 1_000)}"></noscript>`
    : ''
  return {
    policy:
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src ${scripts ? `'nonce-${nonce}'` : "'none'"}; ` +
      `form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    html:
      `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">${refresh}` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>` +
      `<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main>` +
      `${scripts ? `<script nonce="${nonce}">${scripts}</script>` : ''}</body></html>`,
  }
}

export const sendPlainPage = (reply: FastifyReply, status: number, { policy, html }: PlainPage) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', ...SAFE_HEADERS })
    .type('text/html; charset=utf-8')
    .send(html)
