// A center whose demo waits for its first visitor. The demo is loaded in the language of that visit, and requests wait
// for it meanwhile. Probes and the files of the console neither load it nor wait.
import type { Locale } from '@sealwright/contract'
import type { FastifyRequest } from 'fastify'
import { localeOf } from '../kernel/http/register-calls.ts'
import type { Opening } from '../kernel/http/server.ts'

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const CALLS = /\.do$|^\/(?:api|runtime)\//

/** Whether this is a page or a call. */
function isVisit({ method, url, headers }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>): boolean {
  const path = url.split('?')[0] ?? url
  if (PROBES.has(path)) return false
  return CALLS.test(path) || (method === 'GET' && (headers.accept ?? '').includes('text/html'))
}

export function openAtFirstVisit(load: (language: Locale) => Promise<void>): Opening & { settled(): Promise<void> } {
  let isOpen = false
  let loading: Promise<void> | undefined
  return {
    isOpen: () => isOpen,
    async enter(request) {
      if (!isVisit(request)) return
      loading ??= load(localeOf(request)).then(() => void (isOpen = true))
      await loading
    },
    /** Waits for a load that has begun, whatever its outcome. */
    settled: async () => loading?.catch(() => undefined),
  }
}
