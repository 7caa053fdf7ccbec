// A real SMTP server on a free loopback port that stores the received messages.
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  content: string
}

export interface TestSmtp {
  url: string
  received: Received[]
  /** Resolves with the next message, or with one that was already received. */
  next(): Promise<Received>
  close(): Promise<void>
}

export async function startSmtp(options: { refuse?: () => boolean } = {}): Promise<TestSmtp> {
  const received: Received[] = []
  const waiting: ((message: Received) => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(options.refuse?.() ? new Error('mailbox unavailable') : null),
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
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the SMTP server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
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
