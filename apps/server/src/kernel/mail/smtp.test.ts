// What each failure of an SMTP server is called, with real servers and the real errors of nodemailer.
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { MailProblem } from '@sealwright/contract'
import { CERTIFICATE, startSmtp } from '@sealwright/testkit'
import type { TestSmtp, TestSmtpOptions } from '@sealwright/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { parseException } from '../network-guard.ts'
import { createSmtpGuard } from './smtp-guard.ts'
import { SmtpFailure, cleanLine, problemOf } from './smtp-problem.ts'
import { createSmtp } from './smtp.ts'
import type { SmtpMail, SmtpServer } from './smtp.ts'

const LOOPBACK = [parseException('127.0.0.1:*')].filter((exception) => exception !== undefined)
const smtp = createSmtp(createSmtpGuard(LOOPBACK))
const hasty = createSmtp(createSmtpGuard(LOOPBACK), { timeoutMs: 150 })

let server: TestSmtp | undefined
let plain: Server | undefined
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await server?.close()
  await new Promise((resolve) => (plain ? plain.close(resolve) : resolve(undefined)))
  server = plain = undefined
})

const settings = (port: number, given: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  user: null,
  password: null,
  ...given,
})
const mail: SmtpMail = {
  from: { name: '云帆', address: 'shop@yunfan.example' },
  to: 'reader@test.example',
  subject: '主题',
  text: '正文',
  messageId: '<1@sealwright>',
}
const outcomeOf = (work: Promise<void>) =>
  work.then(
    () => ({ problem: null, said: null }),
    (error: unknown) => {
      if (!(error instanceof SmtpFailure)) throw error
      return { problem: error.problem, said: error.said }
    },
  )

/** A server that is not an SMTP server: it does this with each connection. */
async function listen(onConnect: (socket: Socket) => void): Promise<number> {
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnect(socket)
  })
  plain = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return (listening.address() as AddressInfo).port // a TCP server
}

describe('a conversation', () => {
  it('signs in and sends the message with the name and the address of the sender', async () => {
    server = await startSmtp({ password: 'secret' })
    const account = settings(server.port, { user: 'user', password: 'secret' })
    await smtp.verify(account)
    expect(server.received).toHaveLength(0)
    await smtp.send(account, mail)
    const [received] = server.received
    expect(received).toMatchObject({ from: 'shop@yunfan.example', to: ['reader@test.example'] })
    expect(received?.content).toMatch(/^From: =\?UTF-8\?\S+\?= <shop@yunfan\.example>\r?$/m)
    expect(received?.content).toContain('Message-ID: <1@sealwright>')
  })

  it.each(['tls', 'starttls'] as const)(
    'with %s goes to the checked address, and the certificate must be for the name of the host',
    async (tls) => {
      server = await startSmtp({ password: 'secret', tls: tls === 'tls' ? 'implicit' : 'starttls' })
      const guard = createSmtpGuard(LOOPBACK, async () => [{ address: '127.0.0.1', family: 4 }])
      const trusting = createSmtp(guard, { ca: CERTIFICATE })
      const account = { tls, user: 'user', password: 'secret' }
      await trusting.send(settings(server.port, { ...account, host: 'mail.test.example' }), mail)
      expect(server.received).toHaveLength(1)
      const other = settings(server.port, { ...account, host: 'mail.other.example' })
      expect(await outcomeOf(trusting.verify(other))).toMatchObject({ problem: 'certificate' })
    },
  )

  it('cannot be given further headers or recipients by a name or a subject', async () => {
    server = await startSmtp()
    const hostile = 'A\r\nBcc: spy@evil.example\r\n\r\nbody'
    await smtp.send(settings(server.port), {
      ...mail,
      from: { name: hostile, address: mail.from.address },
      subject: hostile,
    })
    const [received] = server.received
    expect(received?.to).toEqual([mail.to])
    const [head = ''] = (received?.content ?? '').split(/\r?\n\r?\n/)
    expect(head).not.toMatch(/^Bcc:/im)
  })

  it.each<[string, TestSmtpOptions, Partial<SmtpServer>, MailProblem, RegExp | null]>([
    ['a wrong password', { password: 'x' }, { user: 'user', password: 'y' }, 'signIn', /^535 5\.7\.8 Authentication/],
    ['a missing sign-in', { password: 'x' }, {}, 'signIn', /^530/],
    [
      'no encryption where it is required',
      { password: 'x', tls: 'starttls' },
      { user: 'user', password: 'x' },
      'tlsRequired',
      /STARTTLS/,
    ],
    ['STARTTLS where there is none', {}, { tls: 'starttls' }, 'tlsFailed', /^5\d\d/],
    ['TLS on a port without it', {}, { tls: 'tls' }, 'tlsFailed', /./],
    [
      'a self-signed certificate after STARTTLS',
      { tls: 'starttls' },
      { tls: 'starttls' },
      'certificate',
      /self-signed/,
    ],
    ['a self-signed certificate', { tls: 'implicit' }, { tls: 'tls' }, 'certificate', /self-signed/],
    ['a refused sender', { refusesFrom: () => true }, {}, 'senderRefused', /^550 5\.7\.1 Sender not owned/],
    ['a refused recipient', { refuse: () => true }, {}, 'recipientRefused', /^550 mailbox unavailable/],
    [
      'a server that is busy',
      { refuse: () => ({ code: 451, text: '4.7.1 Greylisted' }) },
      {},
      'temporary',
      /^451 4\.7\.1/,
    ],
  ])('with %s is told in words', async (_case, options, given, problem, said) => {
    server = await startSmtp(options)
    const outcome = await outcomeOf(smtp.send(settings(server.port, given), mail))
    expect(outcome.problem).toBe(problem)
    if (said) expect(outcome.said).toMatch(said)
    expect(server.received).toHaveLength(0)
  })

  it('with nobody on the port is refused', async () => {
    const port = await listen(() => undefined)
    await new Promise((resolve) => plain?.close(resolve))
    plain = undefined
    expect(await outcomeOf(smtp.verify(settings(port)))).toEqual({ problem: 'refused', said: null })
  })

  it('with an unknown host says so', async () => {
    expect(await outcomeOf(smtp.verify(settings(587, { host: 'nobody.invalid' })))).toEqual({
      problem: 'hostUnknown',
      said: null,
    })
  })

  it('with a silent server ends after the time limit, and the connection with it', async () => {
    let isClosed = false
    const port = await listen((socket) => socket.on('close', () => (isClosed = true)))
    expect(await outcomeOf(hasty.verify(settings(port)))).toEqual({ problem: 'timeout', said: null })
    await expect.poll(() => isClosed).toBe(true)
  })

  it('with a server that keeps talking without an end is over after the same time', async () => {
    const port = await listen((socket) => {
      const talking = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(talking))
    })
    expect((await outcomeOf(hasty.verify(settings(port)))).problem).toBe('timeout')
  })

  it('with a server that never confirms a whole message leaves open whether it arrived', async () => {
    server = await startSmtp({ hangsAtEnd: true })
    expect((await outcomeOf(hasty.send(settings(server.port), mail))).problem).toBe('unconfirmed')
    expect(server.received).toHaveLength(1)
  })

  it('with something other than a mail server is broken off', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await outcomeOf(smtp.verify(settings(port)))).problem).toBe('closed')
  })

  it('with a server that floods us with lines is broken off', async () => {
    const port = await listen((socket) => {
      const flood = setInterval(() => socket.write('\n'.repeat(10_000)), 5)
      socket.on('error', () => undefined).on('close', () => clearInterval(flood))
    })
    const started = performance.now()
    expect((await outcomeOf(smtp.verify(settings(port)))).said).toBe('the server said too much')
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('does not begin inside the own network, whether or not the port is open', async () => {
    const strict = createSmtp(createSmtpGuard([]))
    let connections = 0
    const port = await listen(() => connections++)
    const refused = { problem: 'notAllowed', said: null }
    expect(await outcomeOf(strict.verify(settings(port)))).toEqual(refused)
    expect(await outcomeOf(strict.verify(settings(587)))).toEqual(refused)
    expect(connections).toBe(0)
  })
})

describe('the answer of a server', () => {
  const answered = (response: string, command: string) =>
    Object.assign(new Error(response), {
      code: 'EMESSAGE',
      response,
      responseCode: Number(response.slice(0, 3)),
      command,
    })

  it.each<[string, MailProblem]>([
    ['550 5.1.1 User unknown', 'recipientRefused'],
    ['552 5.2.2 Mailbox full', 'recipientRefused'],
    ['550 5.4.5 Daily sending limit exceeded', 'messageRefused'],
    ['554 5.7.1 Message looks like spam', 'messageRefused'],
    ['452 4.3.1 Out of memory', 'temporary'],
  ])('“%s” to the whole message is %s', (response, problem) => {
    expect(problemOf(answered(response, 'DATA'), 'message')).toBe(problem)
  })

  it('is shown as one short line', () => {
    expect(cleanLine('550-first\r\n550 \u202Esecond\u0007 \u001B[31mred')).toBe('550-first 550 second [31mred')
    expect(cleanLine('x'.repeat(1_000))).toHaveLength(300)
  })
})
