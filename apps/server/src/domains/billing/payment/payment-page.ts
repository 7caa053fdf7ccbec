// The two small pages of the payment center: one sends the payer's browser to the provider, the other says why it does
// not. They do not use the console, and each has a content security policy that allows nothing but its own content.
import { randomBytes } from 'node:crypto'
import type { Locale } from '@sealwright/contract'
import type { Departure } from './providers/provider.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export interface Page {
  policy: string
  html: string
}

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;' +
  'color-scheme:light dark;color:CanvasText;background:Canvas}h1{font-size:1.25rem}a,button{font:inherit}'

function page(
  locale: Locale,
  title: string,
  content: string,
  given: { script?: string; formAction?: string } = {},
): Page {
  const nonce = randomBytes(16).toString('base64')
  const { script, formAction = "'none'" } = given
  return {
    policy:
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src ${script ? `'nonce-${nonce}'` : "'none'"}; ` +
      `form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    html:
      `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>` +
      `<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main>` +
      `${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`,
  }
}

/** A gateway may forward the payer to a sibling host. Browsers apply form-action to that step as well. */
function formActions(action: string): string {
  const { origin, protocol, hostname } = new URL(action)
  const [, ...parent] = hostname.split('.')
  const isName = /[a-z]/i.test(parent.at(-1) ?? '')
  return isName && parent.length >= 2 ? `${origin} ${protocol}//*.${parent.join('.')}` : origin
}

/**
 * Leaves by script, or by a button or link if scripts are disabled. A redirect would fail: the console's policy does
 * not let its forms lead to other sites.
 */
export function leavingPage(locale: Locale, words: { title: string; go: string }, departure: Departure): Page {
  if (departure.kind === 'redirect')
    return page(locale, words.title, `<p><a id="go" href="${escaped(departure.url)}">${escaped(words.go)}</a></p>`, {
      script: "location.replace(document.getElementById('go').href)",
    })
  const fields = Object.entries(departure.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const form =
    `<form method="post" accept-charset="utf-8" action="${escaped(departure.action)}">${fields.join('')}` +
    `<p><button>${escaped(words.go)}</button></p></form>`
  // Not `form.submit()`: a field of the form may be named `submit`.
  return page(locale, words.title, form, {
    script: 'HTMLFormElement.prototype.submit.call(document.forms[0])',
    formAction: formActions(departure.action),
  })
}

export const refusalPage = (
  locale: Locale,
  words: { title: string; why: string; back: string },
  backTo: string,
): Page =>
  page(
    locale,
    words.title,
    `<p>${escaped(words.why)}</p><p><a href="${escaped(backTo)}">${escaped(words.back)}</a></p>`,
  )
