// The pure rules of webhooks, and posts to addresses that must not be reached.
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { LIMITS } from '@sealwright/contract'
import { startReceiver } from '@sealwright/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { NetworkNotAllowed, parseException } from '../../kernel/network-guard.ts'
import { createPost } from './post.service.ts'
import { PostTimeout, bodyOf, createWebhookGuard, nextAttempt, problemOf, targetOf } from './webhook.rules.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function receive() {
  const receiver = await startReceiver()
  closing.push(() => receiver.close())
  return receiver
}
const exceptions = (...texts: string[]) => texts.map(parseException).filter((exception) => exception !== undefined)
/** A post whose resolver gives every name these addresses. */
function postTo(addresses: readonly string[], allowed: readonly string[] = [], timeoutMs = 1_000) {
  const resolve = async (host: string) =>
    /^[\d.:a-f]+$/.test(host) ? [{ address: host }] : addresses.map((address) => ({ address }))
  const post = createPost(createWebhookGuard(exceptions(...allowed), resolve), { timeoutMs })
  closing.push(() => post.close())
  return (url: string) => post(url, {}, '{}')
}

describe('an attempt', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)

  it('is followed by the next one after a growing pause, until the hours are over', () => {
    const { pauses, retryHours } = LIMITS.webhook
    const since = at(0)
    pauses.forEach((pause, index) =>
      expect(nextAttempt({ attempts: index + 1, since, now: at(100) })).toEqual(at(100 + pause)),
    )
    const last = pauses.at(-1) ?? 0
    const end = retryHours * 3_600
    expect(nextAttempt({ attempts: 50, since, now: at(end - last) })).toEqual(at(end))
    expect(nextAttempt({ attempts: 50, since, now: at(end - last + 1) })).toBeNull()
  })

  it('has the body that the contract describes', () => {
    const data = { webhook: { guid: '1', description: null } }
    expect(bodyOf({ kind: 'webhook.test', at: at(0), data })).toBe(
      '{"type":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z",' +
        '"data":{"webhook":{"guid":"1","description":null}}}',
    )
  })

  it.each([
    [new NetworkNotAllowed(), 'notAllowed'],
    [new PostTimeout(), 'timeout'],
    [Object.assign(new Error(), { code: 'ENOTFOUND' }), 'hostUnknown'],
    [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'refused'],
    [Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'tls'],
    [Object.assign(new Error(), { code: 'EPROTO' }), 'tls'],
    [Object.assign(new Error(), { code: 'ECONNRESET' }), 'closed'],
    ['anything', 'closed'],
  ])('that ends with %s: %s', (error, problem) => {
    expect(problemOf(error)).toBe(problem)
  })
})

describe('an address', () => {
  it.each([
    ['https://a.example', 'a.example', 443, true],
    ['http://a.example/x', 'a.example', 80, false],
    ['https://A.example:8443/', 'a.example', 8443, true],
    ['https://[::1]/', '::1', 443, true],
    ['https://0x7f.1/', '127.0.0.1', 443, true],
  ])('%s leads to %s, port %i', (text, host, port, isSecure) => {
    expect(targetOf(text)).toMatchObject({ host, port, isSecure })
  })

  it.each([
    ['https://127.0.0.1/', []],
    ['https://2130706433/', []],
    ['https://[::1]/', []],
    ['https://[::ffff:127.0.0.1]/', []],
    ['https://[::ffff:10.0.0.1]/', []],
    ['https://169.254.169.254/latest/meta-data', []],
    ['https://inside.example/', ['10.0.0.7']],
    ['https://mapped.example/', ['::ffff:10.0.0.7']],
    ['https://both.example/', ['8.8.8.8', '192.168.0.1']],
    ['https://nowhere.example/', []],
    ['https://public.example:22/', ['8.8.8.8']],
    ['http://public.example/', ['8.8.8.8']],
    ['http://8.8.8.8/', []],
  ])('%s is not contacted, with the addresses %j', async (url, addresses) => {
    expect(await postTo(addresses)(url)).toMatchObject({ status: null, problem: 'notAllowed', answer: null })
  })

  it('is looked up once at a time, however many deliveries wait for a name server that does not answer', async () => {
    const lookups: PromiseWithResolvers<{ address: string }[]>[] = []
    const guard = createWebhookGuard([], () => {
      const lookup = Promise.withResolvers<{ address: string }[]>()
      lookups.push(lookup)
      return lookup.promise
    })
    const waiting = ['slow.example', 'SLOW.example', 'slow.example'].map((host) => guard.addressesOf(host, 443, false))
    expect(lookups).toHaveLength(1)
    lookups[0]?.resolve([{ address: '8.8.8.8' }])
    expect(await Promise.all(waiting)).toEqual([['8.8.8.8'], ['8.8.8.8'], ['8.8.8.8']])
    // An answer is not kept: the next delivery checks the addresses of its time.
    const later = guard.addressesOf('slow.example', 443, false)
    lookups[1]?.resolve([{ address: '10.0.0.1' }])
    await expect(later).rejects.toThrow(NetworkNotAllowed)
  })

  it('inside is contacted if the operator allows it, also without TLS and by its name', async () => {
    const { port, received } = await receive()
    const post = postTo(['127.0.0.1'], [`127.0.0.1:${port}`, `shop.example:${port}`])
    expect(await post(`http://127.0.0.1:${port}/a`)).toMatchObject({ status: 200, problem: null })
    expect(await post(`http://shop.example:${port}/b`)).toMatchObject({ status: 200, problem: null })
    expect(received.map(({ path, headers }) => [path, headers['host']])).toEqual([
      ['/a', `127.0.0.1:${port}`],
      ['/b', `shop.example:${port}`],
    ])
    expect((await post(`http://127.0.0.1:${port === 1_024 ? 1_025 : 1_024}/`)).problem).toBe('notAllowed')
  })

  it('to which an allowed one redirects is not contacted', async () => {
    const [inside, outside] = [await receive(), await receive()]
    outside.answerWith(() => ({ status: 307, headers: { location: inside.url } }))
    const post = postTo([], [`127.0.0.1:${outside.port}`])
    expect(await post(outside.url)).toMatchObject({ status: 307, problem: 'status' })
    expect(inside.received).toEqual([])
  })
})

describe('a receiver', () => {
  it('that does not answer, speaks no TLS, or is not there is told apart', async () => {
    const slow = await receive()
    slow.answerWith(() => new Promise(() => undefined))
    const post = postTo([], ['127.0.0.1:*'], 200)
    expect(await post(slow.url)).toMatchObject({ status: null, problem: 'timeout' })
    expect(await post(slow.url.replace('http:', 'https:'))).toMatchObject({ problem: 'tls' })
    const gone = await startReceiver()
    await gone.close()
    expect(await post(gone.url)).toMatchObject({ problem: 'refused' })
  })

  it('that answers with another protocol has closed the connection, and holds no attempt', async () => {
    const server = createTcpServer()
    server.on('connection', (socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'),
      ),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const post = postTo([], ['127.0.0.1:*'], 300)
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, problem: 'closed' })
  }, 2_000)

  it('that begins a success and never ends it has taken the delivery', async () => {
    const server = createServer((_request, response) => void response.writeHead(200).write('begun'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const post = postTo([], ['127.0.0.1:*'], 300)
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, problem: null, answer: 'begun' })
  })
})
