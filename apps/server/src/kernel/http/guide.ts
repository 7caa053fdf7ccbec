// The guide under /docs, which the console's build renders to static files. It needs no session. An address without a
// page is answered with a page that says so: under /docs there are no screens of the console.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@sealwright/contract'
import { LOCALES } from '@sealwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeOf } from './register-calls.ts'

interface Address {
  Params: { locale: string; page?: string }
}

const isLocale = (text: string): text is Locale => LOCALES.some((locale) => locale === text)

/** Needs the files of the console on this surface: `sendFile` adds their headers. */
export function registerGuide(surface: FastifyInstance, consoleDir: string): void {
  const toIndex = (locale: Locale, reply: FastifyReply) =>
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language' }).redirect(`/docs/${locale}/index`, 302)
  const missing = (locale: Locale, reply: FastifyReply) => reply.code(404).sendFile(`docs/missing-${locale}.html`)
  const open = (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { locale, page } = request.params
    if (!isLocale(locale)) return missing(localeOf(request), reply)
    if (!page) return toIndex(locale, reply)
    const file = `docs/${locale}/${page}.html`
    return /^[a-z-]+$/.test(page) && existsSync(join(consoleDir, file)) ? reply.sendFile(file) : missing(locale, reply)
  }
  // Link checkers send HEAD.
  const method = ['GET', 'HEAD']
  for (const url of ['/docs', '/docs/'])
    surface.route({ method, url, handler: async (request, reply) => toIndex(localeOf(request), reply) })
  for (const url of ['/docs/:locale', '/docs/:locale/:page'])
    surface.route<Address>({ method, url, handler: async (request, reply) => open(request, reply) })
}
