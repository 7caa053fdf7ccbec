// The two small pages of the payment center: one sends the payer's browser to the provider, the other says why it does
// not.
import type { Locale } from '@sealwright/contract'
import { escaped } from '../../../kernel/html.ts'
import { plainPage } from '../../../kernel/http/plain-page.ts'
import type { PlainPage } from '../../../kernel/http/plain-page.ts'
import type { Departure } from './providers/provider.ts'

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
export function leavingPage(locale: Locale, words: { title: string; go: string }, departure: Departure): PlainPage {
  if (departure.kind === 'redirect')
    return plainPage(
      locale,
      words.title,
      `<p><a id="go" href="${escaped(departure.url)}">${escaped(words.go)}</a></p>`,
      {
        script: "location.replace(document.getElementById('go').href)",
      },
    )
  const fields = Object.entries(departure.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const form =
    `<form method="post" accept-charset="utf-8" action="${escaped(departure.action)}">${fields.join('')}` +
    `<p><button>${escaped(words.go)}</button></p></form>`
  // Not `form.submit()`: a field of the form may be named `submit`.
  return plainPage(locale, words.title, form, {
    script: 'HTMLFormElement.prototype.submit.call(document.forms[0])',
    formAction: formActions(departure.action),
  })
}

export const refusalPage = (
  locale: Locale,
  words: { title: string; why: string; back: string },
  backTo: string,
): PlainPage =>
  plainPage(
    locale,
    words.title,
    `<p>${escaped(words.why)}</p><p><a href="${escaped(backTo)}">${escaped(words.back)}</a></p>`,
  )
