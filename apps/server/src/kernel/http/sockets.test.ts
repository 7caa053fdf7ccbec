// Attacks over a raw connection: requests that two servers could read differently, bodies with a false length or
// without an end, answers that are never read, and URLs or headers that pretend to be something else.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { ERRORS, identityCalls, userCalls } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let actor: Actor
let port: number
beforeAll(async () => {
  center = await createTestCenter()
  actor = await center.developer()
  port = Number(new URL(await center.center.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => center.close())

/** The data that the server sends until it closes the connection. */
function answerTo(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket
      .setEncoding('utf8')
      .on('data', (piece: string) => (answer += piece))
      .on('close', () => resolve(answer))
    // The server may reset the connection when it stops reading in the middle of a body.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    )
    socket.write(text, 'latin1')
  })
}

const POST = 'POST /login.do HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const SECOND = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
const LAST = 'host: x\r\nconnection: close\r\n\r\n'

describe('a request that another server could read differently', () => {
  it.each([
    ['a length and chunks', `${POST}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunks and a length', `${POST}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n${SECOND}`],
    ['two lengths', `${POST}content-length: 2\r\ncontent-length: 40\r\n\r\n{}${SECOND}`],
    ['a negative length', `${POST}content-length: -1\r\n\r\n${SECOND}`],
    ['a length that is too large', `${POST}content-length: 99999999999999999999\r\n\r\n${SECOND}`],
    ['an unknown encoding', `${POST}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a space before a colon', `${POST}content-length : 2\r\n\r\n{}${SECOND}`],
    ['a header on two lines', `GET /healthz HTTP/1.1\r\nhost: x\r\na: b\r\n c: d\r\n\r\n${SECOND}`],
    ['lines without carriage returns', 'GET /healthz HTTP/1.1\nhost: x\n\n'],
    ['a chunk that exceeds its size', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{}}}\r\n0\r\n\r\n${SECOND}`],
    ['a NUL in the address', 'GET /heal\0thz HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SECOND}`],
  ])('is refused, and a second request after it is not answered: %s', async (_, text) => {
    const answer = await answerTo(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('"up"')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('is refused if its head is too long', async () => {
    for (const head of [
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n`,
      `GET /healthz HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n`,
    ])
      expect((await answerTo(`${head}\r\n${SECOND}`)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 431'])
  })
})

describe('a body that does not end', () => {
  it('is read up to the limit, then the connection closes', async () => {
    for (const body of [
      `content-length: 999999999\r\n\r\n{`,
      `transfer-encoding: chunked\r\n\r\n${`4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(8)}`,
    ]) {
      const answer = await answerTo(POST + body)
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer.toLowerCase()).toContain('connection: close')
      expect(answer).toContain(String(ERRORS['platform.dataTooLarge'].code))
    }
  })

  it('has no effect if its sender disconnects before the declared length', async () => {
    const account = 'half@sockets.example'
    const body = JSON.stringify({ account, sendMail: false })
    const headers = Object.entries(actor.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const gone = new Promise((resolve) =>
      center.center.app.server.once('request', (request: NodeJS.EventEmitter) => request.once('close', resolve)),
    )
    const socket = connect(port, '127.0.0.1')
    socket.end(
      `POST ${userCalls.create.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        `${headers}content-length: ${body.length + 1}\r\n\r\n${body}`,
    )
    await gone
    socket.destroy()
    expect((await actor.call(userCalls.find, {})).rows).toEqual([])
  })

  it('has time limits for its head, its body and the reading of its answer', () => {
    const { headersTimeout, requestTimeout, timeout } = center.center.app.server
    for (const limit of [headersTimeout, requestTimeout, timeout]) {
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThanOrEqual(300_000)
    }
  })
})

it('an answer that nobody reads is aborted', async () => {
  const { server } = center.center.app
  const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const reader = connect(port, '127.0.0.1').pause()
  const socket = await taken
  reader.write('GET /docs/api/js/scalar.js HTTP/1.1\r\nhost: x\r\n\r\n')
  // Wait until all buffers are full and the transfer stalls.
  await expect.poll(() => socket.writableNeedDrain).toBe(true)
  expect(socket.timeout).toBe(server.timeout)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Shorten the timeout checked above.
  socket.setTimeout(50)
  await closed
  reader.destroy()
})

describe('a malformed URL', () => {
  const { path } = identityCalls.current
  it.each([
    `/..;${path}`,
    `/x/..${path}`,
    `/x\\..${path}`,
    `${path};x=1`,
    path.replace('.do', '%252Edo'),
    path.replace('/', '/;'),
    `/%2e%2e${path}`,
    `/.${path}`,
    `http://elsewhere.example/x/..${path}`,
  ])('%s is not a call', async (address) => {
    const headers = Object.entries(actor.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    expect(await answerTo(`GET ${address} HTTP/1.1\r\n${headers}${LAST}`)).toContain(
      `{"code":${ERRORS['platform.invalidUrl'].code},`,
    )
  })

  it('does not reach a call by a header or a query that overrides the method', async () => {
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect(await answerTo(`GET /login.do?_method=POST HTTP/1.1\r\n${header}: POST\r\n${LAST}`), header).toContain(
        `{"code":${ERRORS['platform.invalidUrl'].code},`,
      )
    expect(await answerTo(`TRACE /healthz HTTP/1.1\r\n${LAST}`)).not.toContain('"up"')
  })
})

describe('a page of another site', () => {
  it('gets no CORS headers', async () => {
    const asks =
      'origin: https://elsewhere.example\r\naccess-control-request-method: GET\r\n' +
      'access-control-request-headers: x-session-id\r\n'
    for (const [method, address] of [
      ['OPTIONS', '/product/find.do'],
      ['GET', '/session/current.do'],
      ['GET', '/healthz'],
      ['OPTIONS', '/runtime/v1/validate'],
    ]) {
      expect((await answerTo(`${method} ${address} HTTP/1.1\r\n${asks}${LAST}`)).toLowerCase(), address).not.toContain(
        'access-control-',
      )
    }
  })

  it("cannot use the visitor's cookies with a form, because no form can send the handle", async () => {
    const { cookie = '', 'x-session-id': handle = '' } = actor.headers
    for (const body of [`name=x&x-session-id=${handle}`, `name=x&ssId=${handle}`]) {
      const answer = await center.center.app.inject({
        method: 'POST',
        url: `/tag/create.do?x-session-id=${handle}`,
        headers: {
          cookie: `${cookie}; x-session-id=${handle}; ssId=${handle}`,
          origin: 'https://elsewhere.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: body,
      })
      expect(answer.json()).toMatchObject({ code: ERRORS['session.expired'].code })
    }
  })
})

describe('an address in a forwarding header', () => {
  it('is ignored without a trusted proxy', async () => {
    const claims = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']
    const headers = Object.fromEntries(
      claims.map((name) => [name, name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9']),
    )
    const signIn = (app: typeof center.center.app) =>
      app.inject({
        method: 'POST',
        url: identityCalls.login.path,
        headers,
        remoteAddress: '198.51.100.20',
        payload: { account: actor.account, password: 'correct-horse' },
      })
    expect((await signIn(center.center.app)).json()).toMatchObject({ code: 0 })
    const { rows } = await center.ground.database.owner.query<{ network: string }>(
      'select network from session where account_id = $1 order by created_at desc, id',
      [actor.accountId],
    )
    expect(rows.map(({ network }) => network)).toContain('198.51.100.20')
    expect(rows.map(({ network }) => network)).not.toContain('203.0.113.9')
  })

  it('never appears in the links of messages', async () => {
    const headers = {
      host: 'elsewhere.example',
      'x-forwarded-host': 'elsewhere.example',
      forwarded: 'host=elsewhere.example',
      'x-forwarded-proto': 'https',
      origin: 'http://elsewhere.example',
    }
    const answer = await center.center.app.inject({
      method: 'POST',
      url: identityCalls.sendCode.path,
      headers,
      payload: { target: actor.account, purpose: 'resetPassword' },
    })
    expect(answer.json()).toMatchObject({ code: 0 })
    const { subject, body, link } = await center.message(actor.account)
    expect(link).not.toBe('')
    expect(`${subject}\n${body}`).not.toContain('elsewhere')
  })
})

it('a deeply nested value causes no server error', async () => {
  const deep = (length: number) => `${'['.repeat(length)}${']'.repeat(length)}`
  const spelled = (fields: string) => ({
    headers: { ...actor.headers, 'content-type': 'application/json' },
    payload: `{${fields}}`,
  })
  const nested = (length: number) => `${'{"a":'.repeat(length)}1${'}'.repeat(length)}`
  for (const [url, fields] of [
    ['/captcha/verify.do', `"id":"x","data":${deep(30_000)}`],
    ['/captcha/verify.do', `"id":"x","data":${nested(10_000)}`],
    ['/tag/create.do', `"name":${deep(100_000)}`],
    ['/tag/create.do', `"x":${nested(40_000)},"name":"${'a'.repeat(3)}"`],
    ['/product/create.do', `"name":"p","modules":${deep(300_000)},"rom":${deep(300_000)},"raw":"${deep(100_000)}"`],
    ['/tag/create.do', Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join(',')],
    ['/tag/create.do', '"name":1e999999,"name":{"__proto__":{"isSuper":true}}'],
  ] as const) {
    const answer = await center.center.app.inject({ method: 'POST', url, ...spelled(fields) })
    expect(answer.statusCode, fields.slice(0, 40)).toBeLessThan(500)
    expect(Object.hasOwn(Object.prototype, 'isSuper')).toBe(false)
  }
})
