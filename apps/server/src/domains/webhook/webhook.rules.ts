// Pure decisions about webhooks: the body, the signature, which addresses a URL may have at first sight, when to try
// again, and what an error means.
import { HOUR_MS, LIMITS, WEBHOOK_PORTS } from '@sealwright/contract'
import type { DeliveryProblem, WEBHOOK_HEADERS, WebhookBody, WebhookType } from '@sealwright/contract'
import { Webhook as Signer } from 'standardwebhooks'
import { HOST_UNKNOWN, UNREACHED } from '../../kernel/connection-codes.ts'
import { NetworkNotAllowed, createNetworkGuard } from '../../kernel/network-guard.ts'
import type { NetworkException, NetworkGuard, Resolve } from '../../kernel/network-guard.ts'

const { pauses, retryHours } = LIMITS.webhook

/** Exceptions that name no port allow these. */
const EXCEPTED_PORTS = [80, ...WEBHOOK_PORTS]

export const createWebhookGuard = (exceptions: readonly NetworkException[], resolve?: Resolve): NetworkGuard =>
  createNetworkGuard({ exceptions, publicPorts: WEBHOOK_PORTS, exceptedPorts: EXCEPTED_PORTS, resolve })

/** Where a URL leads. Without TLS, only an exception is allowed. */
export interface Target {
  url: URL
  /** A name, or an address without brackets. */
  host: string
  port: number
  isSecure: boolean
}

export function targetOf(text: string): Target {
  const url = new URL(text)
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  return { url, host: url.hostname.replace(/^\[(.+)\]$/, '$1'), port, isSecure }
}

/** As the triggers write it. */
export interface StoredEvent {
  kind: WebhookType
  at: Date
  data: WebhookBody['data']
}

/** The body of a delivery. The same event has the same body at every attempt. */
export const bodyOf = ({ kind, at, data }: StoredEvent): string =>
  JSON.stringify({ type: kind, timestamp: at.toISOString(), data } satisfies Record<keyof WebhookBody, unknown>)

/** The headers of one attempt, signed with each of these secrets. */
export const headersOf = (secrets: readonly string[], eventGuid: string, at: Date, body: string) =>
  ({
    'content-type': 'application/json',
    'user-agent': 'Sealwright-Webhooks',
    'webhook-id': eventGuid,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(eventGuid, at, body)).join(' '),
  }) satisfies Record<keyof typeof WEBHOOK_HEADERS | 'content-type' | 'user-agent', string>

/** The next attempt after this many failed ones. Null if it would be too late. */
export function nextAttempt({ attempts, since, now }: { attempts: number; since: Date; now: Date }): Date | null {
  const seconds = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  const next = new Date(now.getTime() + seconds * 1_000)
  return next.getTime() - since.getTime() > retryHours * HOUR_MS ? null : next
}

export class PostTimeout extends Error {
  override name = 'PostTimeout'
}

const TLS = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

/** Why no answer came. */
export function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof NetworkNotAllowed) return 'notAllowed'
  if (error instanceof PostTimeout) return 'timeout'
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'ETIMEDOUT') return 'timeout'
  if (HOST_UNKNOWN.includes(code)) return 'hostUnknown'
  if (UNREACHED.includes(code)) return 'refused'
  return TLS.test(code) ? 'tls' : 'closed'
}
