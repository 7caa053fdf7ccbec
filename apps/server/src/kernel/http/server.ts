// The HTTP server itself: parsers, headers, the one error handler, the pages that are not calls (health, OpenAPI, API
// reference), and the console's files. It knows no domain; calls come through `registerCalls`.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import { ERRORS, LIMITS, MINUTE_MS, isRuntime } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { openApiDocument } from '@sealwright/contract/openapi'
import type { Call } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isOutage, outageOf } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { addBodyParsers } from './payload.ts'
import { problemOf } from './program-calls.ts'
import { registerReference } from './reference.ts'
import { bareRefusalBody, localeOf, refusalBody } from './register-calls.ts'

export interface ServerDeps {
  log: Logger
  languages: Record<Locale, Sentences>
  calls: readonly Call[]
  version: string
  trustProxy: string | undefined
  publicUrl: string | undefined
  /** The built console, or undefined to serve calls only. */
  consoleDir: string | undefined
  isReady(): Promise<Record<string, boolean>>
  /** Adds the console's calls while its surface is made: what is registered later is not of it. */
  addCalls(surface: FastifyInstance): void
}

// Styles are allowed inline because the widget kit writes them; scripts never are.
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
// Browsers read these of a document or a worker only (`nosniff` they read of everything), and nobody asks for the
// number of a request that cannot fail.
const DOCUMENT_HEADERS = ['x-request-id', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']
/** A file that a document loads as a part of itself. A worker is a world of its own, with a policy of its own. */
const isPart = (path: string) => /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/.test(path) && !/\.worker-[^/]+$/.test(path)
const REFERENCE_POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval'")

// Somebody who asks for something long and reads nothing of it would hold a connection for ever. Far longer than any
// answer is thought about, and than streams are silent.
const SILENCE_MS = 5 * MINUTE_MS

// Past this a client that never finishes its request would keep the whole server from stopping in order.
const LAST_ANSWERS_WITHIN_MS = 8_000

// Without its query: the links of messages are as good as a password until they are used.
const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.split('?')[0],
  host: request.host,
  remoteAddress: request.ip,
  remotePort: request.socket?.remotePort,
})

const isClientsFault = (status: number | undefined) => status !== undefined && status >= 400 && status < 500

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as Partial<FastifyError> // anything can be thrown; both may be missing
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Refusal('platform.dataTooLarge', { params: { max: request.call?.bodyBytes ?? LIMITS.http.bodyBytes } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new Refusal('platform.mediaType')
  // Outside a call no body is read: what is refused there is the address itself (a folder, a way out of the console's
  // files).
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL' || (request.call === undefined && isClientsFault(statusCode)))
    return new Refusal('platform.invalidUrl')
  if (isClientsFault(statusCode)) return new Refusal('platform.unreadableBody')
  if (isOutage(error)) {
    // Without where it happened: every call of an outage says this, and it is nobody's mistake here.
    request.log.error(outageOf(error), 'the database did not answer')
    return new Refusal('platform.unavailable')
  }
  request.log.error({ err: error }, 'a call failed')
  return new Refusal('platform.systemError', { params: { requestId: request.id } })
}

export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { languages } = deps
  // Told apart from those of other processes by where it begins, from others of this one by its number.
  const boot = randomBytes(6).toString('base64url')
  let requests = 0
  const log: FastifyBaseLogger = deps.log.child({}, { serializers: { req: loggedRequest } })
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, request)
    const say = languages[localeOf(request)]
    if (refusal.error === 'platform.tooFrequent')
      void reply.header('retry-after', String(refusal.params['seconds'] ?? 1))
    if (request.call ? isRuntime(request.call) : request.url.startsWith('/runtime/')) {
      const { status, body } = problemOf(refusal, say)
      return reply.code(status).type('application/problem+json; charset=utf-8').send(body)
    }
    const bare = request.call?.bare
    const { status, body } = bare
      ? bareRefusalBody(refusal, say, bare)
      : { status: ERRORS[refusal.error].status, body: refusalBody(refusal, say, request.call?.domain ?? 'common') }
    return reply.code(status).type('application/json; charset=utf-8').send(body)
  }
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : `${boot}-${(requests++).toString(36)}`
    },
    bodyLimit: LIMITS.http.bodyBytes,
    requestTimeout: 60_000,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A call that comes over an open connection while stopping is answered like any other; the connection then closes.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    trustProxy: deps.trustProxy ?? false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    exposeHeadRoutes: false,
  })
  app.decorateRequest('startedAt')
  app.setErrorHandler(answerError)
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_WITHIN_MS).unref()
    app.server.once('close', () => clearTimeout(timer))
  })
  app.decorateRequest('call')
  // What the console needs on its way in and out is nothing that programs should wait for: their surface stands beside
  // it.
  await app.register(async (surface) => {
    await surface.register(cookie)
    addBodyParsers(surface)

    const isTls = deps.publicUrl?.startsWith('https:') ?? false
    surface.addHook('onRequest', (request, reply, done) => {
      void reply.headers({
        'x-request-id': request.id,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        ...(isTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
      })
      // By the route's own address as well: the one asked for may be spelled with escapes.
      if (`${request.url} ${request.routeOptions.url}`.includes('.do')) void reply.header('cache-control', 'no-store')
      done()
    })

    // Made when it is first asked for, and once: nobody else should wait for it, and anyone may ask as often as they
    // like.
    let document: string | undefined
    surface.get('/openapi.json', async (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(deps.calls, deps.version))
      return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document)
    })
    surface.get('/healthz', async () => ({ status: 'up' }))
    surface.get('/readyz', async (_request, reply) => {
      const checks = await deps.isReady()
      const isReady = Object.values(checks).every(Boolean)
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
    })
    registerReference(surface, REFERENCE_POLICY)

    const { consoleDir } = deps
    const hasConsole = consoleDir !== undefined && existsSync(join(consoleDir, 'index.html'))
    if (hasConsole) {
      await surface.register(fastifyStatic, {
        root: consoleDir,
        preCompressed: true,
        wildcard: true,
        index: false,
        dotfiles: 'ignore',
        cacheControl: false,
        // The tag says whether it is the same; when it was written and that it comes in pieces is nothing that a page
        // asks.
        lastModified: false,
        acceptRanges: false,
        setHeaders: (reply, path) => {
          void reply.header(
            'cache-control',
            relative(consoleDir, path).startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
          if (isPart(path)) for (const name of DOCUMENT_HEADERS) void reply.removeHeader(name)
          else void reply.header('content-security-policy', PAGE_POLICY)
        },
      })
    }
    if (hasConsole) surface.get('/', async (_request, reply) => reply.sendFile('index.html'))
    surface.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      const isPage =
        hasConsole &&
        request.method === 'GET' &&
        !path.endsWith('.do') &&
        !path.startsWith('/runtime/v1/') &&
        !path.startsWith('/assets/') &&
        (request.headers.accept ?? '').includes('text/html')
      // What people open from a message is a page of its own, without the console's router.
      if (isPage) return reply.sendFile(path.startsWith('/p/') ? 'p.html' : 'index.html')
      return answerError(new Refusal('platform.invalidUrl'), request, reply)
    })
    deps.addCalls(surface)
  })
  return app
}
