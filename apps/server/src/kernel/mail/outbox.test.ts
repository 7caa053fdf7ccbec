import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestCenter, startSmtp } from '@sealwright/testkit'
import type { TestCenter, TestSmtp } from '@sealwright/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { listOutbox } from './outbox.ts'

let center: TestCenter | undefined
let smtp: TestSmtp | undefined
let gateway: Server | undefined
afterEach(async () => {
  await center?.close()
  await smtp?.close()
  gateway?.closeAllConnections()
  await new Promise((resolve) => (gateway ? gateway.close(resolve) : resolve(undefined)))
  center = smtp = gateway = undefined
})

interface Posted {
  headers: IncomingHttpHeaders
  body: string
}

interface GatewayAnswer {
  status: number
  headers?: Record<string, string>
}

/** An SMS gateway on a free loopback port. It records the requests and sends the answers of the test. */
async function startGateway(
  answer: (count: number) => GatewayAnswer | Promise<GatewayAnswer>,
): Promise<{ url: string; posted: Posted[] }> {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posted.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      void Promise.resolve(answer(posted.length)).then(({ status, headers }) =>
        response.writeHead(status, headers).end('{}'),
      )
    })
  })
  gateway = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, posted } // a TCP server
}

const message = { developerId: null, kind: 'test', to: 'reader@test.example', subject: '主题', body: '验证码 123456' }

async function stateBecomes(running: TestCenter, state: string) {
  await expect
    .poll(async () => (await listOutbox(running.ground.database.owner, 10))[0]?.state, { interval: 50 })
    .toBe(state)
}

describe('the outbox', () => {
  it('delivers a committed message once, and a rolled-back one never', async () => {
    smtp = await startSmtp()
    center = await createTestCenter({ config: { smtpUrl: smtp.url, mailFrom: 'center@test.example' } })
    const { ground } = center
    await center.center.startBackground()
    await ground.database
      .outsideTenants(async (db) => {
        await ground.mailer.queue(db, { ...message, to: 'never@test.example' })
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await ground.database.outsideTenants((db) =>
      ground.mailer.queue(db, { ...message, unsubscribe: 'stop@test.example' }),
    )
    const received = await smtp.next()
    expect(received.content).toContain('List-Unsubscribe: <mailto:stop@test.example>')
    expect(received.to).toEqual(['reader@test.example'])
    expect(received.from).toBe('center@test.example')
    await stateBecomes(center, 'sent')
    expect(smtp.received).toHaveLength(1)
    expect(received.content).toContain(Buffer.from(message.body).toString('base64'))
    const [sent] = await listOutbox(ground.database.owner, 1)
    // A sent message must not leave its code in the outbox.
    expect(sent).toMatchObject({ kind: 'test', recipient: message.to, subject: 'test', body: '' })
    expect(sent?.sent_at).toBeInstanceOf(Date)
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, sent?.id ?? ''))).toBe(false)
    expect(await listOutbox(ground.database.owner, 10)).toHaveLength(1)
  })

  it('retries after the mail server refuses a message for the moment, and gives up a refused recipient', async () => {
    let refusals = 1
    let isRefused = false
    smtp = await startSmtp({
      refuse: () => isRefused || (refusals-- > 0 && { code: 451, text: '4.7.1 Greylisted' }),
    })
    center = await createTestCenter({ config: { smtpUrl: smtp.url } })
    const { ground } = center
    await center.center.startBackground()
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'sent')
    expect((await listOutbox(ground.database.owner, 1))[0]).toMatchObject({ attempts: 2, last_error: null })
    isRefused = true
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'failed')
    expect((await listOutbox(ground.database.owner, 1))[0]).toMatchObject({
      attempts: 1,
      problem: 'recipientRefused',
      last_error: '550 mailbox unavailable',
    })
  })

  it('keeps messages when no SMTP server is configured, and retries a kept one on request', async () => {
    center = await createTestCenter()
    const { ground } = center
    await center.center.startBackground()
    const id = await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'kept')
    expect((await listOutbox(ground.database.owner, 1))[0]?.body).toContain('123456')
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, id))).toBe(true)
    await stateBecomes(center, 'kept')
    expect((await listOutbox(ground.database.owner, 1))[0]).toMatchObject({
      subject: message.subject,
      body: message.body,
    })
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, ground.ids.guid()))).toBe(false)
    expect((await center.center.app.inject('/readyz')).statusCode).toBe(200)
  })
})

describe('a message to a mobile number', () => {
  const text = { ...message, to: '13800138000', subject: '验证码：123456', body: '一段更长的话：123456' }
  const queue = ({ ground }: TestCenter, given: typeof message) =>
    ground.database.outsideTenants((db) => ground.mailer.queue(db, given))

  it("goes to the gateway as one short text with the platform operator's token, while mail goes to SMTP", async () => {
    const { url, posted } = await startGateway(() => ({ status: 202 }))
    smtp = await startSmtp()
    center = await createTestCenter({ config: { smtpUrl: smtp.url, smsUrl: url, smsToken: 'gateway-token' } })
    await center.center.startBackground()
    const id = await queue(center, text)
    await stateBecomes(center, 'sent')
    expect(posted).toHaveLength(1)
    expect(JSON.parse(posted[0]?.body ?? '')).toEqual({ to: '13800138000', text: '验证码：123456' })
    expect(posted[0]?.headers).toMatchObject({
      authorization: 'Bearer gateway-token',
      'content-type': 'application/json',
      'idempotency-key': id,
    })
    expect((await listOutbox(center.ground.database.owner, 1))[0]).toMatchObject({
      channel: 'sms',
      subject: 'test',
      body: '',
    })
    await queue(center, message)
    expect((await smtp.next()).to).toEqual([message.to])
    await stateBecomes(center, 'sent')
    expect(posted).toHaveLength(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('is retried with the same idempotency key when the gateway fails, and stores the reason', async () => {
    // The gateway answers the second try only after the test has read the reason of the first failure.
    const read = Promise.withResolvers<GatewayAnswer>()
    const { url, posted } = await startGateway((count) => (count === 1 ? { status: 503 } : read.promise))
    center = await createTestCenter({ config: { smsUrl: url } })
    await center.center.startBackground()
    await queue(center, text)
    const { owner } = center.ground.database
    await expect
      .poll(async () => (await listOutbox(owner, 1))[0]?.last_error, { interval: 20 })
      .toBe('the SMS gateway answered 503')
    read.resolve({ status: 200 })
    await stateBecomes(center, 'sent')
    expect(posted).toHaveLength(2)
    expect(posted[0]?.headers['authorization']).toBeUndefined()
    expect(posted[1]?.headers['idempotency-key']).toBe(posted[0]?.headers['idempotency-key'])
    expect((await listOutbox(center.ground.database.owner, 1))[0]).toMatchObject({ attempts: 2, last_error: null })
  })

  it('stores the reason when the gateway cannot be reached', async () => {
    const { url } = await startGateway(() => ({ status: 200 }))
    await new Promise((resolve) => gateway?.close(resolve))
    center = await createTestCenter({ config: { smsUrl: url } })
    await center.center.startBackground()
    await queue(center, text)
    const { owner } = center.ground.database
    await expect
      .poll(async () => (await listOutbox(owner, 1))[0]?.last_error, { interval: 20 })
      .toMatch(/could not be reached: .*ECONNREFUSED/)
  })

  it('does not follow a redirect of the gateway', async () => {
    const { url, posted } = await startGateway((count) =>
      count === 1 ? { status: 307, headers: { location: '/elsewhere' } } : { status: 200 },
    )
    center = await createTestCenter({ config: { smsUrl: url } })
    await center.center.startBackground()
    await queue(center, text)
    await stateBecomes(center, 'sent')
    // The second post is the next try of the same message, not the redirect.
    expect(posted).toHaveLength(2)
    expect((await listOutbox(center.ground.database.owner, 1))[0]?.attempts).toBe(2)
  })

  it('is kept when no gateway is configured, even if SMTP is', async () => {
    smtp = await startSmtp()
    center = await createTestCenter({ config: { smtpUrl: smtp.url } })
    await center.center.startBackground()
    await queue(center, text)
    await stateBecomes(center, 'kept')
    expect((await listOutbox(center.ground.database.owner, 1))[0]).toMatchObject({
      channel: 'sms',
      subject: '验证码：123456',
    })
    expect(smtp.received).toHaveLength(0)
  })
})
