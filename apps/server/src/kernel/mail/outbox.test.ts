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

/** A real SMS gateway on a free loopback port: keeps what is posted, and answers what it is told to. */
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, posted } // it listens on a port
}

const message = { developerId: null, kind: 'test', to: 'reader@test.example', subject: '主题', body: '验证码 123456' }

async function stateBecomes(running: TestCenter, state: string) {
  await expect
    .poll(async () => (await listOutbox(running.ground.database.owner, 10))[0]?.state, { interval: 50 })
    .toBe(state)
}

describe('the outbox', () => {
  it('delivers what was committed, once, and nothing of what was rolled back', async () => {
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
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    const received = await smtp.next()
    expect(received.to).toEqual(['reader@test.example'])
    expect(received.from).toBe('center@test.example')
    await stateBecomes(center, 'sent')
    expect(smtp.received).toHaveLength(1)
    expect(received.content).toContain(Buffer.from(message.body).toString('base64'))
    const [sent] = await listOutbox(ground.database.owner, 1)
    // It is in its mailbox now: who looks into the outbox later finds no code.
    expect(sent).toMatchObject({ kind: 'test', recipient: message.to, subject: 'test', body: '' })
    expect(sent?.sent_at).toBeInstanceOf(Date)
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, sent?.id ?? ''))).toBe(false)
    expect(await listOutbox(ground.database.owner, 10)).toHaveLength(1)
  })

  it('tries again after a refusal by the mail server', async () => {
    let refusals = 1
    smtp = await startSmtp({ refuse: () => refusals-- > 0 })
    center = await createTestCenter({ config: { smtpUrl: smtp.url } })
    const { ground } = center
    await center.center.startBackground()
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'sent')
    expect((await listOutbox(ground.database.owner, 1))[0]).toMatchObject({ attempts: 2, last_error: null })
  })

  it('keeps messages where no SMTP server is set, and sends a kept one when asked', async () => {
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

  it("goes to the gateway as one short text, with the operator's token, and mail goes on to SMTP", async () => {
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

  it('is tried again when the gateway fails, under the same key, and says why', async () => {
    // The second try is answered once the reason of the first was read: until then it stands there.
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

  it('says why the gateway cannot be reached', async () => {
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

  it('does not follow a gateway elsewhere', async () => {
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

  it('is kept where no gateway is set, though mail goes out', async () => {
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
