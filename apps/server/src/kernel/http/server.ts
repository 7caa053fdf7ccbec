// The HTTP server: parsers, headers, the one error handler, the routes that are not calls (health, OpenAPI, API
// reference, guide, SDK) and the files of the console. It does not depend on any domain; `addCalls` adds the calls.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import {
  CODE_PAGE,
  DAY_SECONDS,
  DESK_PATH,
  ERRORS,
  FACE_COOKIE,
  LIMITS,
  MINUTE_MS,
  OPEN_CALLS,
  isRuntime,
  openProblemType,
  openStatus,
} from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Call, CenterFace, ErrorName } from '@sealwright/contract'
import { openApiDocument } from '@sealwright/contract/openapi'
import type { Sentences } from '@sealwright/phrases'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isOutage, outageOf } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { exemptOf, limitConnections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'
import { registerGuide } from './guide.ts'
import { OPEN_PREFIX } from './open-calls.ts'
import { addBodyParsers } from './payload.ts'
import { SAFE_HEADERS, sendPlainPage } from './plain-page.ts'
import type { PlainPage } from './plain-page.ts'
import { registerPreviewedPage } from './previewed-page.ts'
import type { PreviewedPage } from './previewed-page.ts'
import { problemOf } from './program-calls.ts'
import { registerReference } from './reference.ts'
import { bareRefusalBody, localeOf, refusalBody } from './register-calls.ts'
import { registerSdkDownload } from './sdk-download.ts'

export interface ServerDeps {
  log: Logger
  languages: Record<Locale, Sentences>
  calls: readonly Call[]
  version: string
  trustProxy: string | undefined
  limits: ConnectionLimits
  publicUrl: string | undefined
  /** The built console, or undefined to serve calls only. */
  consoleDir: string | undefined
  /** Public pages whose document says what they show. */
  previewed: readonly PreviewedPage[]
  /** Whether this address gets the pages of the platform desk. For others, there is none. */
  isDeskOpen(address: string): boolean
  /** The names and the logo of the center, which each document brings in a cookie. */
  face(): CenterFace | undefined
  /** Called for each refusal, with the address of the caller. */
  onRefusal(error: ErrorName, address: string): void
  isReady(): Promise<Record<string, boolean>>
  /** If given, requests wait until the center is open. */
  opening: Opening | undefined
  /** Adds the calls of the console while its surface is registered. Later routes do not belong to that surface. */
  addCalls(surface: FastifyInstance): void
}

/** A center that is not open yet. `enter` decides which requests wait, and which get a page meanwhile. */
export interface Opening {
  isOpen(): boolean
  enter(request: FastifyRequest): Promise<PlainPage | undefined>
}

const FACE_SECONDS = 400 * DAY_SECONDS
const DESK_DOCUMENT = 'platform.html'

/** Pages under /p/ are separate documents, without the console's router. The code page also has its own build. */
function documentOf(path: string, hasDesk: boolean): string {
  if (hasDesk && (path === DESK_PATH || path.startsWith(`${DESK_PATH}/`))) return DESK_DOCUMENT
  if (path === CODE_PAGE) return 'code.html'
  return path.startsWith('/p/') ? 'p.html' : 'index.html'
}

const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
// Operators look at mails of developers in a frame that shares no origin with the desk, so that no script can set the
// styles of a mail. The frame inherits this policy; its own allows nothing else.
const DESK_POLICY = `${PAGE_POLICY}; style-src-attr 'unsafe-inline'`
// Browsers read these headers only on documents and workers (unlike `nosniff`), and nobody needs the id of a request
// that cannot fail.
const DOCUMENT_HEADERS = ['x-request-id', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']
/** A file that a document loads as a part of itself. A worker is not: it has a policy of its own. */
const isPart = (path: string) => /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/.test(path) && !/\.worker-[^/]+$/.test(path)
// The reference page's library writes styles and scripts into its document.
const REFERENCE_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
  "script-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
)

// Without a limit, a client that does not read its answer holds a connection indefinitely. The limit is far longer than
// any call takes, and than any stream is silent.
const SILENCE_MS = 5 * MINUTE_MS

// After this time a stopping server closes connections whose clients never finish their requests.
const LAST_ANSWERS_WITHIN_MS = 8_000

// Without the query: a link in a message is as good as a password until it is used.
const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.split('?')[0],
  host: request.host,
  remoteAddress: request.ip,
  remotePort: request.socket?.remotePort,
})

/** The method of each call of the open API, by its path. */
const OPEN_METHODS = new Map<string, Call['method']>(OPEN_CALLS.map(({ path, call }) => [path, call.method]))

const isClientsFault = (status: number | undefined) => status !== undefined && status >= 400 && status < 500

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as Partial<FastifyError> // anything can be thrown; both may be missing
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Refusal('platform.dataTooLarge', { params: { max: request.call?.bodyBytes ?? LIMITS.http.bodyBytes } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new Refusal('platform.mediaType')
  // No body is read outside a call, so the error is in the URL itself (a folder, or a path outside the console's
  // files).
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL' || (request.call === undefined && isClientsFault(statusCode)))
    return new Refusal('platform.invalidUrl')
  if (isClientsFault(statusCode)) return new Refusal('platform.unreadableBody')
  if (isOutage(error)) {
    // Without a stack: every call logs this during an outage, and it is not a bug.
    request.log.error(outageOf(error), 'the database did not answer')
    return new Refusal('platform.unavailable')
  }
  request.log.error({ err: error }, 'call failed')
  return new Refusal('platform.systemError', { params: { requestId: request.id } })
}

export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { languages } = deps
  // Request ids: `boot` makes them unique across processes, the counter within this process.
  const boot = randomBytes(6).toString('base64url')
  let requests = 0
  const log: FastifyBaseLogger = deps.log.child({}, { serializers: { req: loggedRequest } })
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, request)
    deps.onRefusal(refusal.error, request.ip)
    const say = languages[localeOf(request)]
    if (refusal.error === 'platform.tooFrequent')
      void reply.header('retry-after', String(refusal.params['seconds'] ?? 1))
    if (request.call ? isRuntime(request.call) : request.url.startsWith('/runtime/')) {
      const { status, body } = problemOf(refusal, say)
      return reply.code(status).type('application/problem+json; charset=utf-8').send(body)
    }
    if (request.url.startsWith(OPEN_PREFIX)) {
      const { status, body } = problemOf(refusal, say, {
        domain: request.call?.domain ?? 'common',
        status: openStatus(refusal.error),
        type: openProblemType(refusal.error),
      })
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
    // While stopping, a call on an open connection is answered as usual. Then the connection closes.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    trustProxy: deps.trustProxy ?? false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    exposeHeadRoutes: false,
  })
  limitConnections(app.server, deps.limits, exemptOf(deps.trustProxy), deps.log)
  app.decorateRequest('startedAt')
  app.decorateRequest('operator')
  app.setErrorHandler(answerError)
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_WITHIN_MS).unref()
    app.server.once('close', () => clearTimeout(timer))
  })
  app.decorateRequest('call')
  const { opening } = deps
  if (opening)
    app.addHook('onRequest', async (request, reply) => {
      const page = opening.isOpen() ? undefined : await opening.enter(request)
      return page && sendPlainPage(reply, 503, page)
    })
  // The console's parsers and hooks apply to this surface only. Programs have a separate surface and do not pay for
  // them.
  await app.register(async (surface) => {
    await surface.register(cookie)
    addBodyParsers(surface)

    const isTls = deps.publicUrl?.startsWith('https:') ?? false
    surface.addHook('onRequest', (request, reply, done) => {
      void reply.headers({
        'x-request-id': request.id,
        ...SAFE_HEADERS,
        ...(isTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
      })
      // Also look at the route's own URL, because the requested URL may be percent-encoded.
      if (`${request.url} ${request.routeOptions.url}`.includes('.do')) void reply.header('cache-control', 'no-store')
      done()
    })

    // Built once, on the first request: startup does not wait for it, and repeated requests are cheap.
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

    /** A cookie, because the documents themselves are files that were compressed ahead. */
    const withFace = (request: FastifyRequest, reply: FastifyReply) => {
      const face = deps.face()
      const options = { path: '/', sameSite: 'lax', secure: isTls } as const
      if (face) void reply.setCookie(FACE_COOKIE, JSON.stringify(face), { ...options, maxAge: FACE_SECONDS })
      else if (request.cookies[FACE_COOKIE] !== undefined) void reply.clearCookie(FACE_COOKIE, options)
      return reply
    }

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
        // The ETag is enough to revalidate a file, and pages never request ranges.
        lastModified: false,
        acceptRanges: false,
        setHeaders: (reply, path) => {
          void reply.header(
            'cache-control',
            relative(consoleDir, path).startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
          if (isPart(path)) for (const name of DOCUMENT_HEADERS) void reply.removeHeader(name)
          else
            void reply.header(
              'content-security-policy',
              basename(path).startsWith(DESK_DOCUMENT) ? DESK_POLICY : PAGE_POLICY,
            )
        },
      })
    }
    if (hasConsole) {
      surface.get('/', async (request, reply) => withFace(request, reply).sendFile('index.html'))
      // Only pages of the desk send its document, so it cannot be read as a file where there is no desk.
      surface.route({
        method: ['GET', 'HEAD'],
        url: `/${DESK_DOCUMENT}*`,
        handler: (_request, reply) => reply.callNotFound(),
      })
      registerGuide(surface, consoleDir)
      registerSdkDownload(surface, consoleDir)
    }
    for (const page of deps.previewed)
      registerPreviewedPage(surface, hasConsole ? consoleDir : undefined, PAGE_POLICY, page)
    surface.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      const isPage =
        hasConsole &&
        request.method === 'GET' &&
        !path.endsWith('.do') &&
        !path.startsWith('/runtime/v1/') &&
        !path.startsWith(OPEN_PREFIX) &&
        !path.startsWith('/assets/') &&
        (request.headers.accept ?? '').includes('text/html')
      if (isPage) return withFace(request, reply).sendFile(documentOf(path, deps.isDeskOpen(request.ip)))
      const allowed = OPEN_METHODS.get(path)
      if (allowed === undefined) return answerError(new Refusal('platform.invalidUrl'), request, reply)
      void reply.header('allow', allowed)
      return answerError(new Refusal('platform.wrongMethod', { params: { allowed } }), request, reply)
    })
    deps.addCalls(surface)
  })
  return app
}
