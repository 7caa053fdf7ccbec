// The API reference under /docs/api: one page and one script, built by Scalar on the first request and then kept. The
// script is 4 MB, so it is not read at startup and all visitors share one copy. It needs a looser script policy, which
// nothing else gets.
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'

const PREFIX = '/docs/api'
const PAGE = `${PREFIX}/`
const SCRIPT = `${PREFIX}/js/scalar.js`

interface Reference {
  page: string
  script: Buffer
}

let made: Promise<Reference> | undefined

async function makeReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: PREFIX,
    configuration: {
      url: '/openapi.json',
      pageTitle: 'API · Sealwright',
      favicon: '/favicon.svg',
      operationTitleSource: 'path',
      withDefaultFonts: false,
      // Turn off everything that links or reports to other sites.
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  const [page, script] = [await app.inject(PAGE), await app.inject(SCRIPT)]
  await app.close()
  return { page: page.body, script: script.rawPayload }
}

export function registerReference(surface: FastifyInstance, policy: string): void {
  const reference = () => {
    made ??= makeReference().catch((error: unknown) => {
      // Let the next request try again.
      made = undefined
      throw error
    })
    return made
  }
  surface.get(PREFIX, async (_request, reply) => reply.redirect(PAGE, 301))
  surface.get(PAGE, async (_request, reply) => {
    const { page } = await reference()
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })
  surface.get(SCRIPT, async (_request, reply) => {
    const { script } = await reference()
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'public, max-age=3600' })
      .type('application/javascript; charset=utf-8')
      .send(script)
  })
}
