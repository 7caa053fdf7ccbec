// A real SMTP server on a free loopback port that stores the received messages.
import { SMTPServer } from 'smtp-server'
import { CERTIFICATE, CERTIFICATE_KEY } from './smtp-certificate.ts'

export interface Received {
  from: string
  to: string[]
  content: string
}

export interface TestSmtp {
  url: string
  port: number
  received: Received[]
  /** Resolves with the next message, or with one that was already received. */
  next(): Promise<Received>
  close(): Promise<void>
}

export interface TestSmtpOptions {
  /** Refuses a recipient: with 550, or with the given answer. */
  refuse?: () => boolean | { code: number; text: string }
  /** Refuses a sender's address with 550. */
  refusesFrom?: () => boolean
  /** Requires sign-in as `user` with this password. */
  password?: string
  /** `implicit`: encrypted from the first byte. `starttls`: required before sign-in. */
  tls?: 'implicit' | 'starttls'
  /** Never answers after it got a whole message. The message counts as received. */
  hangsAtEnd?: boolean
}

const answering = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

export async function startSmtp(options: TestSmtpOptions = {}): Promise<TestSmtp> {
  const { tls, password, refuse, refusesFrom, hangsAtEnd } = options
  const received: Received[] = []
  const waiting: ((message: Received) => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    secure: tls === 'implicit',
    ...(tls && { cert: CERTIFICATE, key: CERTIFICATE_KEY }),
    authOptional: password === undefined,
    allowInsecureAuth: tls !== 'starttls',
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    closeTimeout: 100,
    onAuth: (given, _session, done) =>
      given.username === 'user' && given.password === password
        ? done(null, { user: given.username })
        : done(answering({ code: 535, text: '5.7.8 Authentication credentials invalid' })),
    onMailFrom: (_address, _session, done) =>
      done(refusesFrom?.() ? answering({ code: 550, text: '5.7.1 Sender not owned by user' }) : null),
    onRcptTo(_address, _session, done) {
      const answer = refuse?.() ?? false
      if (answer === false) done()
      else done(answer === true ? new Error('mailbox unavailable') : answering(answer))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const message = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((address) => address.address),
          content: Buffer.concat(chunks).toString(),
        }
        received.push(message)
        const wake = waiting.shift()
        if (wake) {
          taken++
          wake(message)
        }
        if (!hangsAtEnd) done()
      })
    },
  })
  // A client that refuses our certificate ends the connection with an error.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the SMTP server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    next() {
      const message = received[taken]
      if (message) {
        taken++
        return Promise.resolve(message)
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
