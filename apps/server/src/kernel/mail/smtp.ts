// One conversation with the SMTP server of a developer, within a fixed time: connect to a checked address, sign in, and
// send one message or none. Not for the platform's own server, which the operator trusts and configures by URL.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { LIMITS } from '@sealwright/contract'
import type { TlsMode } from '@sealwright/contract'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpGuard } from './smtp-guard.ts'
import { SmtpTimeout, failureOf } from './smtp-problem.ts'
import type { SmtpStep } from './smtp-problem.ts'

export interface SmtpServer {
  host: string
  port: number
  tls: TlsMode
  user: string | null
  password: string | null
}

export interface SmtpMail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string | { prepared: true; value: string }>
  messageId: string
}

export interface Smtp {
  /** Connects and signs in. Throws an SmtpFailure. */
  verify(server: SmtpServer): Promise<void>
  /** Sends one message. Throws an SmtpFailure. */
  send(server: SmtpServer, mail: SmtpMail): Promise<void>
}

const QUIT_MS = 1_000
/** A server says little. One that floods us with lines would keep the process busy. */
const SAID_BYTES = 64 * 1024
const METER_MS = 50

/** A call of nodemailer with a callback, as a promise. */
const done = (start: (callback: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

interface SmtpOptions {
  timeoutMs?: number
  /** A certificate authority instead of those of Node.js. */
  ca?: string
}

export function createSmtp(
  guard: SmtpGuard,
  { timeoutMs = LIMITS.sender.timeoutSeconds * 1_000, ca }: SmtpOptions = {},
): Smtp {
  async function talk(server: SmtpServer, mail?: SmtpMail): Promise<void> {
    const { host, port, tls, user, password } = server
    let step: SmtpStep = 'connect'
    let isOver = false
    let socket: Socket | undefined
    let timer: NodeJS.Timeout | undefined
    let meter: NodeJS.Timeout | undefined

    async function converse(stop: (error: Error) => void): Promise<void> {
      const address = await guard.addressOf(host, port, user !== null)
      if (isOver) return
      socket = connect({ host: address, port })
      socket.on('error', stop)
      await once(socket, 'connect')
      // With an open connection, nodemailer looks nothing up; certificates are checked against `host`.
      const connection = new SMTPConnection({
        host,
        port,
        connection: socket,
        secure: tls === 'tls',
        requireTLS: tls === 'starttls',
        ignoreTLS: tls === 'none',
        ...(ca !== undefined && { tls: { ca } }),
      })
      connection.on('error', stop)
      await done((callback) => connection.connect(callback))
      step = 'signIn'
      if (user !== null) await done((callback) => connection.login({ user, pass: password ?? '' }, callback))
      if (mail) {
        step = 'envelope'
        const message = new MailComposer(mail).compile()
        const text = await message.build()
        // nodemailer reads the stream after the server said that it waits for the message.
        const body = Readable.from(
          (function* () {
            step = 'message'
            yield text
          })(),
        )
        await done((callback) => connection.send({ from: mail.from.address, to: [mail.to] }, body, callback))
      }
      isOver = true
      connection.quit()
    }

    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new SmtpTimeout('the server took too long')), timeoutMs)
        meter = setInterval(() => {
          if ((socket?.bytesRead ?? 0) > SAID_BYTES) reject(new Error('the server said too much'))
        }, METER_MS)
        converse(reject).then(resolve, reject)
      })
    } catch (error) {
      throw failureOf(error, step)
    } finally {
      clearTimeout(timer)
      clearInterval(meter)
      // After a success, the server gets a moment to answer QUIT.
      if (isOver) setTimeout(() => socket?.destroy(), QUIT_MS).unref()
      else socket?.destroy()
      isOver = true
    }
  }
  return { verify: (server) => talk(server), send: talk }
}
