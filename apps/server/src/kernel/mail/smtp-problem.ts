// Tells why an SMTP server did not take a message, from the errors of the resolver, the socket, TLS and nodemailer.
import { LIMITS } from '@sealwright/contract'
import type { MailProblem } from '@sealwright/contract'
import { HOST_UNKNOWN, UNREACHED } from '../connection-codes.ts'
import { NetworkNotAllowed } from '../network-guard.ts'

/** How far the conversation was: connecting and TLS, signing in, sending the envelope, or sending the message. */
export type SmtpStep = 'connect' | 'signIn' | 'envelope' | 'message'

/** The facts of an error. nodemailer puts its own code over that of the system and keeps the latter. */
interface SmtpError {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  message: string
}

export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  readonly problem: MailProblem
  /** The answer of the server. Null if it said nothing. */
  readonly said: string | null

  constructor(problem: MailProblem, said: string | null, cause: unknown) {
    super(said ?? problem, { cause })
    this.problem = problem
    this.said = said
  }
}

/** Raised when the time for the whole conversation is over. */
export class SmtpTimeout extends Error {
  override name = 'SmtpTimeout'
}

const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/

/** The server wants an encrypted connection first. */
const WANTS_TLS = /STARTTLS|5\.7\.10|\bTLS\b.*required|encryption (?:is )?required/i
/** Enhanced codes that are about the recipient's address or mailbox (RFC 3463). */
const ABOUT_RECIPIENT = /\b5\.[12]\.\d/
const ABOUT_SENDER = /\b5\.1\.[78]\b/

function problemInAnswer({ responseCode = 0, response = '', command = '' }: SmtpError, step: SmtpStep): MailProblem {
  if (responseCode < 500) return 'temporary'
  if (command === 'STARTTLS') return 'tlsFailed'
  if (WANTS_TLS.test(response)) return 'tlsRequired'
  if (step === 'connect') return 'closed'
  if (step === 'signIn' || [530, 534, 535, 538].includes(responseCode)) return 'signIn'
  if (command.startsWith('RCPT')) return 'recipientRefused'
  if (command.startsWith('MAIL')) return 'senderRefused'
  return ABOUT_RECIPIENT.test(response) && !ABOUT_SENDER.test(response) ? 'recipientRefused' : 'messageRefused'
}

/** Pure: the error and the step in which it happened decide. */
export function problemOf(error: unknown, step: SmtpStep): MailProblem {
  if (error instanceof NetworkNotAllowed) return 'notAllowed'
  if (!(error instanceof Error)) return 'other'
  const facts: SmtpError = error
  if (facts.responseCode !== undefined) return problemInAnswer(facts, step)
  // The server has the message or not. Only the server knows.
  if (step === 'message') return 'unconfirmed'
  const codes = [facts.originalCode, facts.code].filter((code) => code !== undefined)
  const has = (known: readonly string[]) => codes.some((code) => known.includes(code))
  if (error instanceof SmtpTimeout || has(['ETIMEDOUT', 'ESOCKETTIMEDOUT'])) return 'timeout'
  if (has(HOST_UNKNOWN)) return 'hostUnknown'
  if (has(UNREACHED)) return 'refused'
  if (codes.some((code) => CERTIFICATE.test(code))) return 'certificate'
  if (codes.some((code) => code === 'EPROTO' || code === 'ETLS' || code.startsWith('ERR_SSL_'))) return 'tlsFailed'
  if (has(['EAUTH', 'ENOAUTH'])) return 'signIn'
  if (has(['EENVELOPE'])) return 'recipientRefused'
  if (has(['ECONNECTION', 'ECONNRESET', 'EPIPE', 'ESOCKET', 'EPROTOCOL'])) return 'closed'
  return 'other'
}

// oxlint-disable-next-line no-control-regex -- the point is to remove control characters
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]+/g

/** Makes the text of a foreign server fit for one line of a page or a log. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim().slice(0, LIMITS.sender.saidMax)
}

/** Problems whose error text is worth showing although the server did not answer. */
const TELLING: readonly MailProblem[] = ['certificate', 'tlsFailed', 'other']

export function failureOf(error: unknown, step: SmtpStep): SmtpFailure {
  if (error instanceof SmtpFailure) return error
  const problem = problemOf(error, step)
  const { response, message }: Partial<SmtpError> = error instanceof Error ? error : { message: String(error) }
  const said = response ?? (TELLING.includes(problem) ? message : undefined)
  return new SmtpFailure(problem, said === undefined ? null : cleanLine(said), error)
}
