// A center whose demo waits for its first visitor. The demo is loaded in the language of that visit. Meanwhile,
// browsers see how far it is, and other requests wait. Probes and the files of the console neither load it nor wait.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyRequest } from 'fastify'
import { escaped } from '../kernel/html.ts'
import { plainPage } from '../kernel/http/plain-page.ts'
import type { PlainPage } from '../kernel/http/plain-page.ts'
import { localeOf } from '../kernel/http/register-calls.ts'
import type { Opening } from '../kernel/http/server.ts'

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const RELOAD_MS = 1_000
const CALLS = /\.do$|^\/(?:api|runtime)\//

const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'headers' | 'method'>) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

/** Whether this is a page or a call. */
function isVisit(request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>): boolean {
  const path = request.url.split('?')[0] ?? request.url
  return !PROBES.has(path) && (CALLS.test(path) || wantsPage(request))
}

/**
 * Whether a browser shows the answer to a person. The user agent decides: browsers send `Sec-Fetch-Dest` only over
 * HTTPS and to their own machine.
 */
const isShown = (request: Pick<FastifyRequest, 'headers' | 'method'>) =>
  wantsPage(request) && (request.headers['user-agent'] ?? '').startsWith('Mozilla/')

function waitingPage(locale: Locale, say: Sentences, done: number): PlainPage {
  const title = say('demo.loading')
  const progress = `<progress max="100" value="${Math.floor(done * 100)}" aria-label="${escaped(title)}"></progress>`
  return plainPage(locale, title, `${progress}<p>${escaped(say('demo.once'))}</p>`, {
    reloadMs: RELOAD_MS,
  })
}

export function openAtFirstVisit(
  languages: Record<Locale, Sentences>,
  load: (language: Locale, onProgress: (done: number) => void) => Promise<void>,
): Opening & { settled(): Promise<void> } {
  let isOpen = false
  let done = 0
  let loading: Promise<void> | undefined
  return {
    isOpen: () => isOpen,
    async enter(request) {
      if (!isVisit(request)) return undefined
      const locale = localeOf(request)
      loading ??= load(locale, (part) => void (done = part)).then(() => void (isOpen = true))
      if (isShown(request)) {
        // The requests that await the load report its failure.
        loading.catch(() => undefined)
        return waitingPage(locale, languages[locale], done)
      }
      await loading
      return undefined
    },
    /** Waits for a load that has begun, whatever its outcome. */
    settled: async () => loading?.catch(() => undefined),
  }
}
