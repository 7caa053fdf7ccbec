// Requests of visitors without a session: pages, malformed URLs, expensive bodies and requests that never end.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ERRORS, SDK_DOWNLOAD } from '@sealwright/contract'
import { composeCenter } from '@sealwright/server'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let folder: string
let center: TestCenter
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-console-'))
  // The parent folder is named `assets` too: caching must depend on the path inside the console only.
  const consoleDir = join(folder, 'assets', 'dist')
  for (const part of ['assets', '.vite', 'docs/en', 'docs/zh', 'download'])
    await mkdir(join(consoleDir, part), { recursive: true })
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleDir, 'p.html'), '<!doctype html><title>page of its own</title>')
  await writeFile(join(consoleDir, 'platform.html'), '<!doctype html><title>desk</title>')
  await writeFile(join(consoleDir, 'platform.html.gz'), 'desk')
  await writeFile(join(consoleDir, 'code.html'), '<!doctype html><title>code page</title>')
  for (const file of ['main-1a2b.js', 'main-1a2b.css', 'font-1a2b.woff2', 'work.worker-1a2b.js'])
    await writeFile(join(consoleDir, 'assets', file), 'void 0')
  await writeFile(join(consoleDir, 'assets', 'main-1a2b.js.gz'), gzipSync('void 0'))
  await writeFile(join(consoleDir, '.vite', 'manifest.json'), '{}')
  for (const page of ['en/index', 'en/licenses', 'zh/index', 'missing-en', 'missing-zh'])
    await writeFile(join(consoleDir, 'docs', `${page}.html`), `<!doctype html><title>${page}</title>`)
  await writeFile(join(folder, 'assets', 'beside.txt'), 'not the console')
  await writeFile(join(consoleDir, 'download', 'sealwright-sdk-1.2.3.tgz'), gzipSync('the SDK'))
  center = await createTestCenter({ consoleDir })
})
afterAll(async () => {
  await center.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the pages', () => {
  it('are logged without the query of their URL', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const logging = await composeCenter({ ...center.ground, log }, { consoleDir: join(folder, 'assets', 'dist') })
    try {
      for (const url of [
        '/p/activate?link=the-secret',
        '/?link=the-secret',
        '/no/such.do?link=the-secret',
        '/session/current.do?link=the-secret',
        '/%?link=the-secret',
      ])
        await logging.app.inject({ url, headers: { accept: 'text/html' } })
    } finally {
      await logging.app.close()
      await logging.captcha.close()
    }
    expect(lines.join('')).toContain('"url":"/p/activate"')
    expect(lines.join('')).not.toContain('the-secret')
  })

  it('open at the root for any client, and below it for browsers', async () => {
    for (const [url, accept] of [
      ['/', '*/*'],
      ['/', 'text/html'],
      ['/product', 'text/html'],
      ['/?code=x', 'text/html'],
    ] as const) {
      const page = await center.center.app.inject({ url, headers: { accept } })
      expect(page.statusCode, url).toBe(200)
      expect(page.body, url).toContain('<title>console')
      expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    }
  })

  it('under /p/ are a separate document with the same policy', async () => {
    const headers = { accept: 'text/html' }
    for (const url of ['/p/reset', '/p/activate?link=x', '/p/no/such', '/p/']) {
      const page = await center.center.app.inject({ url, headers })
      expect(page.statusCode, url).toBe(200)
      expect(page.body, url).toContain('<title>page of its own')
      expect(page.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("script-src 'self';") as string,
        'cache-control': 'no-cache',
      })
    }
    expect((await center.center.app.inject({ url: '/p/code?lang=en', headers })).body).toContain('<title>code page')
    for (const url of ['/p', '/pc/template', '/product'])
      expect((await center.center.app.inject({ url, headers })).body, url).toContain('<title>console')
    expect((await center.center.app.inject({ url: '/p/reset.do', headers })).json()).toMatchObject({
      code: ERRORS['platform.invalidUrl'].code,
    })
  })

  it('of the platform desk may have style attributes, for mails in a frame; no other page may', async () => {
    const policyOf = async (url: string) =>
      (await center.center.app.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy']
    expect(await policyOf('/platform/reviews')).toContain("script-src 'self'; style-src 'self';")
    expect(await policyOf('/platform/reviews')).toContain("style-src-attr 'unsafe-inline'")
    for (const url of ['/', '/product', '/p/reset']) expect(await policyOf(url), url).not.toContain('unsafe-inline')
  })

  it.each(['/platform.html', '/platform.html.gz', '/platform%2ehtml', '//platform.html', '/docs/..%2fplatform.html'])(
    'of the platform desk cannot be read as a file: %s',
    async (url) => {
      const { body } = await center.center.app.inject({ url, headers: { accept: 'text/html' } })
      expect(body).not.toContain('desk')
    },
  )

  it('of the guide are under /docs, without a session and with the same policy', async () => {
    const page = await center.center.app.inject('/docs/en/licenses')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<title>en/licenses')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self';") as string,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
  })

  it('of the guide answer HEAD like GET, without a body', async () => {
    const page = await center.center.app.inject({ method: 'HEAD', url: '/docs/en/licenses' })
    expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([200, 'text/html; charset=utf-8', ''])
    expect((await center.center.app.inject({ method: 'HEAD', url: '/docs' })).statusCode).toBe(302)
    expect((await center.center.app.inject({ method: 'HEAD', url: '/docs/en/no-such-page' })).statusCode).toBe(404)
  })

  it.each([
    ['/docs', 'en-US', '/docs/en/index'],
    ['/docs/', 'zh-CN', '/docs/zh/index'],
    ['/docs', '', '/docs/zh/index'],
    ['/docs/en', 'zh-CN', '/docs/en/index'],
    ['/docs/zh/', 'en', '/docs/zh/index'],
  ])('of the guide begin at the index: %s in "%s" leads to %s', async (url, language, target) => {
    const answer = await center.center.app.inject({ url, headers: { 'accept-language': language } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target])
  })

  it.each([
    '/docs/en/no-such-page',
    '/docs/zh/licenses',
    '/docs/fr/index',
    '/docs/en/..%2f..%2findex',
    '/docs/en/%2e%2e%2fzh%2findex',
    '/docs/en/index%00',
    '/docs/..%2f..%2fbeside',
  ])('of the guide that do not exist are a 404, and no screen of the console: %s', async (url) => {
    const answer = await center.center.app.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('<title>missing-')
  })

  it('are revalidated on every visit, while hashed files are cached', async () => {
    expect((await center.center.app.inject('/index.html')).headers['cache-control']).toBe('no-cache')
    expect((await center.center.app.inject('/assets/main-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
  })

  it('carry the headers of documents; scripts, styles and fonts do not', async () => {
    const told = async (url: string, encoding = 'identity') =>
      Object.keys((await center.center.app.inject({ url, headers: { 'accept-encoding': encoding } })).headers)
    const ofDocuments = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']
    for (const url of ['/index.html', '/assets/work.worker-1a2b.js'])
      expect(await told(url), url).toEqual(
        expect.arrayContaining([...ofDocuments, 'x-content-type-options', 'x-request-id']),
      )
    for (const part of ['js', 'css', 'woff2'])
      expect((await told(`/assets/main-1a2b.${part}`.replace('main-1a2b.w', 'font-1a2b.w'))).toSorted(), part).toEqual([
        'cache-control',
        'connection',
        'content-length',
        'content-type',
        'date',
        'etag',
        'vary',
        'x-content-type-options',
      ])
    expect((await told('/assets/main-1a2b.js', 'gzip')).filter((name) => ofDocuments.includes(name))).toEqual([])
  })

  it.each([
    '/.vite/manifest.json',
    '/../beside.txt',
    '/assets/../../beside.txt',
    '/%2e%2e/beside.txt',
    '/..%2fbeside.txt',
    '/assets/',
    '/assets/%00',
    '//session/current.do',
  ])('%s is an invalid URL', async (url) => {
    const answer = await center.center.app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: ERRORS['platform.invalidUrl'].code })
  })
})

it('the answer of a call is never cached, however its URL is encoded', async () => {
  for (const url of ['/session/current.do', '/session/current%2Edo', '/%73ession/current.do'])
    expect((await center.center.app.inject(url)).headers['cache-control'], url).toBe('no-store')
})

it('a refusal with a wait has the seconds in its text and as a number', async () => {
  const ask = () =>
    center.center.app.inject({
      method: 'POST',
      url: '/verifyCode/send.do',
      headers: { 'content-type': 'application/json' },
      payload: { target: 'wait@example.com', purpose: 'register' },
    })
  await ask()
  const answer = (await ask()).json<{ code: number; desc: string; data: { seconds: number } }>()
  expect(answer.code).toBe(ERRORS['identity.codeTooSoon'].code)
  expect(answer.data.seconds).toBeGreaterThan(0)
  expect(answer.desc).toContain(`${answer.data.seconds} 秒`)
})

it('the API reference serves the same script to every visitor', async () => {
  const [first, second] = await Promise.all(
    ['/docs/api/js/scalar.js', '/docs/api/js/scalar.js'].map((url) => center.center.app.inject(url)),
  )
  expect(first?.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript') as string,
    'cache-control': 'public, max-age=3600',
  })
  expect(Number(first?.headers['content-length'])).toBeGreaterThan(1_000_000)
  expect(second?.rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true)
})

it.each(['GET', 'HEAD'] as const)(
  '%s of the SDK needs no session; the file is saved with its version',
  async (method) => {
    const answer = await center.center.app.inject({ method, url: SDK_DOWNLOAD })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="sealwright-sdk-1.2.3.tgz"',
      'content-length': String(gzipSync('the SDK').length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.rawPayload.equals(method === 'GET' ? gzipSync('the SDK') : Buffer.alloc(0))).toBe(true)
  },
)

it('a center without the SDK package answers its address with an invalid URL, also to a browser', async () => {
  const consoleDir = join(folder, 'bare')
  await mkdir(consoleDir)
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  const bare = await composeCenter(center.ground, { consoleDir })
  try {
    const answer = await bare.app.inject({ url: SDK_DOWNLOAD, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: ERRORS['platform.invalidUrl'].code })
  } finally {
    await bare.app.close()
    await bare.captcha.close()
  }
})

describe('a body with too many parts', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => String(index))
  it.each([
    ['application/x-www-form-urlencoded', many.map((key) => `${key}=`).join('&')],
    [
      'multipart/form-data; boundary=b',
      `${many.map((key) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n\r\n`).join('')}--b--\r\n`,
    ],
    [
      'multipart/form-data; x-boundary=other; boundary=b',
      `${many.map((key) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n\r\n`).join('')}--b--\r\n`,
    ],
    ['multipart/form-data; x-boundary=b', '--b--\r\n'],
    [
      'multipart/form-data; boundary="b"',
      `${many.map((key) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n\r\n`).join('')}--b--\r\n`,
    ],
  ])('is refused as %s', async (type, payload) => {
    const { headers } = await center.developer()
    const answer = await center.center.app.inject({
      method: 'POST',
      url: '/product/create.do',
      headers: { ...headers, 'content-type': type },
      payload,
    })
    expect(answer.json()).toMatchObject({ code: ERRORS['platform.unreadableBody'].code })
  })
})

describe('a key that reaches a prototype is refused by its name (platform.forbiddenKey)', () => {
  const multipart = (key: string) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n1\r\n--b--\r\n`
  const FORM = 'application/x-www-form-urlencoded'
  it.each([
    ['JSON', 'application/json', '{"__proto__":{"isSuper":true}}', '__proto__'],
    ['nested JSON', 'application/json', '{"name":[{"a":{"__proto__":1}}]}', '__proto__'],
    ['escaped JSON', 'application/json', '{"\\u005f_proto__":1}', '__proto__'],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{}}}', 'constructor.prototype'],
    ['a form', FORM, '__proto__=1', '__proto__'],
    ['a path in a form', FORM, 'a%5B__proto__%5D=1', '__proto__'],
    ['a path of a constructor', FORM, 'constructor.prototype.x=1', 'constructor.prototype'],
    ['JSON in a form', FORM, `modules=${encodeURIComponent('[{"__proto__":1}]')}`, '__proto__'],
    ['multipart', 'multipart/form-data; boundary=b', multipart('__proto__'), '__proto__'],
  ])('in %s', async (_name, type, payload, key) => {
    const { headers } = await center.developer()
    const answer = await center.center.app.inject({
      method: 'POST',
      url: '/product/create.do',
      headers: { ...headers, 'content-type': type },
      payload,
    })
    expect(answer.json()).toMatchObject({
      code: ERRORS['platform.forbiddenKey'].code,
      desc: expect.stringContaining(key) as string,
    })
  })

  it('in a query, and in a call of a program', async () => {
    const { headers } = await center.developer()
    const { app } = center.center
    expect((await app.inject({ url: '/session/current.do?__proto__=1', headers })).json()).toMatchObject({
      code: ERRORS['platform.forbiddenKey'].code,
    })
    const problem = await app.inject({
      method: 'POST',
      url: '/runtime/v1/validate',
      headers: { 'content-type': 'application/json' },
      payload: '{"machine":{"__proto__":{}}}',
    })
    expect([problem.statusCode, problem.json()]).toMatchObject([
      400,
      { type: 'FORBIDDEN_KEY', detail: expect.stringContaining('__proto__') as string },
    ])
  })

  it('but the same word in a text is data', async () => {
    const { headers } = await center.developer()
    const answer = await center.center.app.inject({
      method: 'POST',
      url: '/tag/create.do',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{"name":"__proto__"}',
    })
    expect(answer.json()).toMatchObject({ code: 0 })
  })
})

it('a request that never ends does not keep the server from stopping', async () => {
  const stopping = await createTestCenter()
  const { app } = stopping.center
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const isOver = new Promise((resolve) => socket.once('close', resolve))
  const isTaken = new Promise((resolve) => app.server.once('request', resolve))
  socket
    .on('error', () => undefined)
    .write('POST /login.do HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
  await isTaken
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const closed = stopping.close()
    while (app.server.listening) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(8_000)
    vi.useRealTimers()
    await isOver
    await closed
  } finally {
    vi.useRealTimers()
  }
})
