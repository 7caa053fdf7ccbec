// Configuration: environment variables, parsed once. A bad value stops the start with one sentence that names the
// variable and the reason.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  CALLS,
  CAPTCHA_URLS,
  ENVIRONMENT_SETTINGS,
  ENVIRONMENT_SETTING_NAMES,
  LIMITS,
  isNetwork,
} from '@sealwright/contract'
import type { EnvironmentSetting, Locale } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { AlipaySettings } from './domains/billing/payment/providers/alipay.ts'
import type { UnionPaySettings } from './domains/billing/payment/providers/union-pay.ts'
import { parseException } from './kernel/network-guard.ts'
import type { NetworkException } from './kernel/network-guard.ts'
import { certificatesIn, privateKeyIn, publicHalfOf, publicKeyIn } from './key-material.ts'

const port = z.pipe(
  z.transform((value) => (value === undefined ? undefined : Number(value))),
  z.optional(z.int().check(z.gte(0), z.lte(LIMITS.port.max))),
)
const toggle = z.optional(z.enum(['on', 'off']))
const gateway = z.optional(z.string().check(z.refine(isSafeToPost)))
const privateKey = z.optional(
  z.pipe(
    z.transform(privateKeyIn),
    z.object({ pem: z.string(), certId: z.nullable(z.string()), certificate: z.nullable(z.string()) }),
  ),
)
const publicKey = z.optional(z.pipe(z.transform(publicKeyIn), z.string()))
const certificates = z.optional(z.pipe(z.transform(certificatesIn), z.array(z.string())))
const positive = z.pipe(
  z.transform((value) => (value === undefined ? undefined : Number(value))),
  z.optional(z.int().check(z.gte(1))),
)

/** An address, a range of addresses, or one of the names that Fastify supports. */
function isProxy(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
    (most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
  )
}

/** An https URL, or an http URL on loopback. Requests to it contain secrets such as codes. */
function isSafeToPost(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
}

const partsIn = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const exceptions = z.optional(
  z.pipe(
    z.transform((text) => (typeof text === 'string' ? partsIn(text).map(parseException) : text)),
    z.array(z.custom<NetworkException>((exception) => exception !== undefined)),
  ),
)
const EXPECTED_EXCEPTIONS = 'host names, addresses or CIDR ranges, each with :PORT or :* if needed, comma separated'

/** The paths of calls that can require a captcha: all except the calls of the captcha itself. */
export const guardable: ReadonlySet<string> = new Set(
  CALLS.filter((call) => call.domain !== 'captcha').map((call): string => call.path),
)

const EXPECTED_GATEWAY = 'an https:// URL without a user (http:// on loopback only)'
const EXPECTED_PRIVATE_KEY =
  'an RSA private key of 2048 bits or more without a password, or the path of a file that holds one'

const VARIABLES = {
  SEALWRIGHT_PORT: { schema: port, expects: `a port from 0 to ${LIMITS.port.max}` },
  SEALWRIGHT_HOST: { schema: z.optional(z.string().check(z.minLength(1))), expects: 'an address to listen on' },
  SEALWRIGHT_DATA_DIR: { schema: z.optional(z.string().check(z.minLength(1))), expects: 'a folder' },
  DATABASE_URL: {
    schema: z.optional(
      z.string().check(
        z.regex(/^postgres(?:ql)?:\/\//),
        z.refine((text) => URL.canParse(text)),
      ),
    ),
    expects: 'a postgres:// URL',
  },
  SEALWRIGHT_SECRET_KEY: {
    schema: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
    expects: '64 hexadecimal digits (openssl rand -hex 32)',
  },
  SEALWRIGHT_DESK: { schema: toggle, expects: 'on or off' },
  SEALWRIGHT_DESK_NETWORKS: {
    schema: z.optional(z.string().check(z.refine((text) => partsIn(text).every(isNetwork)))),
    expects: 'IP addresses or ranges, comma separated (such as 10.0.0.0/8)',
  },
  SEALWRIGHT_DEMO: { schema: toggle, expects: 'on or off' },
  SEALWRIGHT_DEMO_PASSWORD: {
    schema: z.optional(
      z.string().check(z.minLength(LIMITS.account.passwordMin), z.maxLength(LIMITS.account.passwordMax)),
    ),
    expects: `${LIMITS.account.passwordMin} to ${LIMITS.account.passwordMax} characters`,
  },
  SEALWRIGHT_DEMO_LANGUAGE: { schema: z.optional(z.enum(['zh-CN', 'en'])), expects: 'zh-CN or en' },
  SEALWRIGHT_PUBLIC_URL: { schema: z.optional(z.url({ protocol: /^https?$/ })), expects: 'an http(s) URL' },
  SEALWRIGHT_TRUST_PROXY: {
    schema: z.optional(z.string().check(z.refine((text) => text.split(',').every((part) => isProxy(part.trim()))))),
    expects: 'the addresses of the proxy, comma separated',
  },
  SEALWRIGHT_METRICS_PORT: { schema: port, expects: `a port from 0 to ${LIMITS.port.max}` },
  SEALWRIGHT_CALLS_PER_MINUTE: { schema: positive, expects: 'a positive number' },
  SEALWRIGHT_CONNECTIONS: { schema: positive, expects: 'a positive number' },
  SEALWRIGHT_CONNECTIONS_PER_NETWORK: { schema: positive, expects: 'a positive number' },
  SEALWRIGHT_LOG_LEVEL: {
    schema: z.optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
    expects: 'fatal, error, warn, info, debug or silent',
  },
  SEALWRIGHT_CAPTCHA_URLS: {
    schema: z.optional(z.string().check(z.refine((text) => partsIn(text).every((path) => guardable.has(path))))),
    expects: 'paths of calls, comma separated (such as /login.do), or nothing to turn the captcha off',
  },
  SEALWRIGHT_SMTP_URL: { schema: z.optional(z.url({ protocol: /^smtps?$/ })), expects: 'an smtp:// or smtps:// URL' },
  SEALWRIGHT_MAIL_FROM: {
    schema: z.optional(z.string().check(z.regex(/@/), z.maxLength(254))),
    expects: 'an e-mail address',
  },
  SEALWRIGHT_SMTP_ALLOWED: { schema: exceptions, expects: EXPECTED_EXCEPTIONS },
  SEALWRIGHT_WEBHOOK_ALLOWED: { schema: exceptions, expects: EXPECTED_EXCEPTIONS },
  SEALWRIGHT_SMS_URL: { schema: gateway, expects: EXPECTED_GATEWAY },
  SEALWRIGHT_SMS_TOKEN: {
    schema: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,1024}$/))),
    expects: 'visible ASCII characters without spaces',
  },
  SEALWRIGHT_ALIPAY_APP_ID: { schema: z.optional(z.string().check(z.regex(/^\d{16}$/))), expects: '16 digits' },
  SEALWRIGHT_ALIPAY_PRIVATE_KEY: { schema: privateKey, expects: EXPECTED_PRIVATE_KEY },
  SEALWRIGHT_ALIPAY_PUBLIC_KEY: {
    schema: publicKey,
    expects: 'an RSA public key, or the path of a file that holds one',
  },
  SEALWRIGHT_ALIPAY_GATEWAY: { schema: gateway, expects: EXPECTED_GATEWAY },
  SEALWRIGHT_UNIONPAY_MERCHANT_ID: {
    schema: z.optional(z.string().check(z.regex(/^[0-9A-Z]{15}$/i))),
    expects: '15 digits or letters',
  },
  SEALWRIGHT_UNIONPAY_PRIVATE_KEY: { schema: privateKey, expects: EXPECTED_PRIVATE_KEY },
  SEALWRIGHT_UNIONPAY_CERT_ID: {
    schema: z.optional(z.string().check(z.regex(/^\d{1,50}$/))),
    expects: 'the serial number of the certificate, in decimal digits',
  },
  SEALWRIGHT_UNIONPAY_ROOT_CERT: {
    schema: certificates,
    expects: 'certificates in PEM, or the path of a file that holds them',
  },
  SEALWRIGHT_UNIONPAY_GATEWAY: { schema: gateway, expects: EXPECTED_GATEWAY },
  SEALWRIGHT_SANDBOX_PAYMENTS: { schema: toggle, expects: 'on or off' },
} as const

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  secretKey: string | undefined
  /** Whether the platform desk is there at all. */
  desk: boolean
  /** The networks from which the desk can be reached; empty for all. */
  deskNetworks: readonly string[]
  /** If undefined, the demo is loaded when the database is empty and nobody else can reach the server. */
  demo: boolean | undefined
  demoPassword: string | undefined
  /** Loads the demo in this language at the start. Otherwise it waits for the first visitor. */
  demoLanguage: Locale | undefined
  isProduction: boolean
  publicUrl: string | undefined
  trustProxy: string | undefined
  metricsPort: number
  /** Whether somebody asked for that port. If not, another one will do. */
  isMetricsPortAsked: boolean
  callsPerMinute: number
  connections: number
  connectionsPerNetwork: number
  logLevel: string
  /** The calls that require a solved captcha. An empty list turns the captcha off. */
  captchaUrls: readonly string[]
  smtpUrl: string | undefined
  mailFrom: string
  /** Places in the own network that the senders of developers may use. */
  smtpAllowed: readonly NetworkException[]
  /** Places in the own network that webhooks of developers may reach, also without TLS. */
  webhookAllowed: readonly NetworkException[]
  smsUrl: string | undefined
  smsToken: string | undefined
  alipay: AlipaySettings | undefined
  unionPay: UnionPaySettings | undefined
  /** The variables that the environment gives. */
  given: readonly string[]
  /** Whether the sandbox page may credit money without a payment. */
  sandboxPayments: boolean
}

export class BadConfiguration extends Error {
  override name = 'BadConfiguration'
}

type Env = Record<string, string | undefined>

function read<K extends keyof typeof VARIABLES>(env: Env, name: K): z.output<(typeof VARIABLES)[K]['schema']> {
  const { schema, expects } = VARIABLES[name]
  const given = env[name] === '' ? undefined : env[name]
  const result = z.safeParse(schema, given)
  if (!result.success)
    throw new BadConfiguration(
      `${name} is "${/KEY|PASSWORD|TOKEN|(?:URL|CERT)$/.test(name) ? '…' : given}": expected ${expects}.`,
    )
  return result.data as z.output<(typeof VARIABLES)[K]['schema']> // parsed by the same schema
}

export const CAPTCHA_VARIABLE = 'SEALWRIGHT_CAPTCHA_URLS'

/** An empty value turns the captcha off. The default list omits calls that this version does not have. */
function readCaptchaUrls(env: Env): readonly string[] {
  const given = read(env, CAPTCHA_VARIABLE)
  if (given !== undefined) return partsIn(given)
  return env[CAPTCHA_VARIABLE] === undefined ? CAPTCHA_URLS.filter((path) => guardable.has(path)) : []
}

/** All settings of a provider or none. With only some of them, payments would fail without a visible reason. */
function allOrNone<T extends Record<string, unknown>>(
  provider: string,
  needed: T,
  optional: Record<string, unknown>,
): { [K in keyof T]: Exclude<T[K], undefined> } | undefined {
  const given = Object.entries({ ...needed, ...optional }).find(([, value]) => value !== undefined)
  if (!given) return undefined
  const missing = Object.entries(needed).find(([, value]) => value === undefined)
  if (missing)
    throw new BadConfiguration(
      `${given[0]} is set but ${missing[0]} is not: ${provider} needs ${Object.keys(needed).join(', ')}.`,
    )
  return needed as { [K in keyof T]: Exclude<T[K], undefined> } // checked above
}

function readAlipay(env: Env): AlipaySettings | undefined {
  const needed = {
    SEALWRIGHT_ALIPAY_APP_ID: read(env, 'SEALWRIGHT_ALIPAY_APP_ID'),
    SEALWRIGHT_ALIPAY_PRIVATE_KEY: read(env, 'SEALWRIGHT_ALIPAY_PRIVATE_KEY'),
    SEALWRIGHT_ALIPAY_PUBLIC_KEY: read(env, 'SEALWRIGHT_ALIPAY_PUBLIC_KEY'),
  }
  const SEALWRIGHT_ALIPAY_GATEWAY = read(env, 'SEALWRIGHT_ALIPAY_GATEWAY')
  const all = allOrNone('Alipay', needed, { SEALWRIGHT_ALIPAY_GATEWAY })
  if (!all) return undefined
  const {
    SEALWRIGHT_ALIPAY_APP_ID: appId,
    SEALWRIGHT_ALIPAY_PRIVATE_KEY: { pem },
    SEALWRIGHT_ALIPAY_PUBLIC_KEY: theirs,
  } = all
  // Alipay's console shows both keys next to each other.
  if (publicHalfOf(pem) === theirs)
    throw new BadConfiguration(
      "SEALWRIGHT_ALIPAY_PUBLIC_KEY is your application's own key: expected the public key of Alipay.",
    )
  return {
    appId,
    privateKey: pem,
    publicKey: theirs,
    gateway: SEALWRIGHT_ALIPAY_GATEWAY ?? 'https://openapi.alipay.com/gateway.do',
  }
}

function readUnionPay(env: Env): UnionPaySettings | undefined {
  const needed = {
    SEALWRIGHT_UNIONPAY_MERCHANT_ID: read(env, 'SEALWRIGHT_UNIONPAY_MERCHANT_ID'),
    SEALWRIGHT_UNIONPAY_PRIVATE_KEY: read(env, 'SEALWRIGHT_UNIONPAY_PRIVATE_KEY'),
    SEALWRIGHT_UNIONPAY_ROOT_CERT: read(env, 'SEALWRIGHT_UNIONPAY_ROOT_CERT'),
  }
  const SEALWRIGHT_UNIONPAY_CERT_ID = read(env, 'SEALWRIGHT_UNIONPAY_CERT_ID')
  const SEALWRIGHT_UNIONPAY_GATEWAY = read(env, 'SEALWRIGHT_UNIONPAY_GATEWAY')
  const all = allOrNone('UnionPay', needed, { SEALWRIGHT_UNIONPAY_CERT_ID, SEALWRIGHT_UNIONPAY_GATEWAY })
  if (!all) return undefined
  const {
    SEALWRIGHT_UNIONPAY_MERCHANT_ID: merchantId,
    SEALWRIGHT_UNIONPAY_PRIVATE_KEY: { pem, certId: ownCertId, certificate },
    SEALWRIGHT_UNIONPAY_ROOT_CERT: rootCerts,
  } = all
  const certId = SEALWRIGHT_UNIONPAY_CERT_ID ?? ownCertId
  if (certId === null)
    throw new BadConfiguration(
      'SEALWRIGHT_UNIONPAY_CERT_ID is not set, and SEALWRIGHT_UNIONPAY_PRIVATE_KEY has no certificate for its key: ' +
        'UnionPay needs one of them.',
    )
  return {
    merchantId,
    privateKey: pem,
    certId,
    ...(certificate !== null && { certificate }),
    rootCerts,
    gateway: (SEALWRIGHT_UNIONPAY_GATEWAY ?? 'https://gateway.95516.com/gateway/api/').replace(/\/?$/, '/'),
  }
}

/**
 * Whether others can reach the server, directly or through a proxy. Then the sandbox for payments and the demo accounts
 * are off unless the platform operator turns them on.
 */
export function isReachable(config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'isProduction'>): boolean {
  const isLocal = (host: string) => /^(?:127\.|localhost$|\[?::1\]?$)/.test(host)
  return (
    config.isProduction ||
    config.trustProxy !== undefined ||
    !isLocal(config.host) ||
    (config.publicUrl !== undefined && !isLocal(new URL(config.publicUrl).hostname))
  )
}

/**
 * The URL of the console, without a slash at the end. If port 0 is configured, the caller passes the port that the
 * server listens on.
 */
export function baseUrlOf(
  { publicUrl, port: configured }: Pick<Config, 'publicUrl' | 'port'>,
  port = configured,
): string {
  return publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`
}

/** A URL without its password. */
function withoutPassword(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '***'
  return shown.href
}

/** The settings that operators see at the desk but cannot change there. */
export function shownEnvironment(
  config: Config,
): Record<EnvironmentSetting, { value: string | null; isGiven: boolean }> {
  const values: Record<EnvironmentSetting, string | number | undefined> = {
    smtpUrl: withoutPassword(config.smtpUrl),
    mailFrom: config.mailFrom,
    // Gateways take tokens in the path or in the query.
    smsUrl: config.smsUrl && new URL(config.smsUrl).origin,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    callsPerMinute: config.callsPerMinute,
    connections: config.connections,
    connectionsPerNetwork: config.connectionsPerNetwork,
    desk: config.desk ? 'on' : 'off',
    deskNetworks: config.deskNetworks.length === 0 ? undefined : config.deskNetworks.join(', '),
  }
  const shown = ENVIRONMENT_SETTING_NAMES.map((name) => [
    name,
    { value: values[name]?.toString() ?? null, isGiven: config.given.includes(ENVIRONMENT_SETTINGS[name]) },
  ])
  return Object.fromEntries(shown) as ReturnType<typeof shownEnvironment> // an entry for each name
}

export function readConfig(env: Env, isTerminal = false): Config {
  const toBoolean = (value: 'on' | 'off' | undefined) => (value === undefined ? undefined : value === 'on')
  const toLocale = (value: 'zh-CN' | 'en' | undefined): Locale | undefined => (value === 'zh-CN' ? 'zh' : value)
  const config = {
    port: read(env, 'SEALWRIGHT_PORT') ?? 8080,
    host: read(env, 'SEALWRIGHT_HOST') ?? '127.0.0.1',
    dataDir: resolve(read(env, 'SEALWRIGHT_DATA_DIR') ?? '.data'),
    databaseUrl: read(env, 'DATABASE_URL'),
    secretKey: read(env, 'SEALWRIGHT_SECRET_KEY'),
    desk: toBoolean(read(env, 'SEALWRIGHT_DESK')) ?? true,
    deskNetworks: partsIn(read(env, 'SEALWRIGHT_DESK_NETWORKS') ?? ''),
    demo: toBoolean(read(env, 'SEALWRIGHT_DEMO')),
    demoPassword: read(env, 'SEALWRIGHT_DEMO_PASSWORD'),
    demoLanguage: toLocale(read(env, 'SEALWRIGHT_DEMO_LANGUAGE')),
    isProduction: env['NODE_ENV'] === 'production',
    publicUrl: read(env, 'SEALWRIGHT_PUBLIC_URL'),
    trustProxy: read(env, 'SEALWRIGHT_TRUST_PROXY'),
    metricsPort: read(env, 'SEALWRIGHT_METRICS_PORT') ?? 9464,
    isMetricsPortAsked: read(env, 'SEALWRIGHT_METRICS_PORT') !== undefined,
    callsPerMinute: read(env, 'SEALWRIGHT_CALLS_PER_MINUTE') ?? 1200,
    connections: read(env, 'SEALWRIGHT_CONNECTIONS') ?? 10_000,
    connectionsPerNetwork: read(env, 'SEALWRIGHT_CONNECTIONS_PER_NETWORK') ?? 1_000,
    // At a terminal, a log line for each request would hide the address. A service manager wants all lines.
    logLevel: read(env, 'SEALWRIGHT_LOG_LEVEL') ?? (isTerminal ? 'warn' : 'info'),
    captchaUrls: readCaptchaUrls(env),
    smtpUrl: read(env, 'SEALWRIGHT_SMTP_URL'),
    mailFrom: read(env, 'SEALWRIGHT_MAIL_FROM') ?? 'sealwright@localhost',
    smtpAllowed: read(env, 'SEALWRIGHT_SMTP_ALLOWED') ?? [],
    webhookAllowed: read(env, 'SEALWRIGHT_WEBHOOK_ALLOWED') ?? [],
    smsUrl: read(env, 'SEALWRIGHT_SMS_URL'),
    smsToken: read(env, 'SEALWRIGHT_SMS_TOKEN'),
    alipay: readAlipay(env),
    unionPay: readUnionPay(env),
    // An empty list of captchas is a choice; other empty variables are not given.
    given: Object.keys(VARIABLES).filter((name) => env[name] || (name === CAPTCHA_VARIABLE && env[name] === '')),
  }
  return {
    ...config,
    sandboxPayments:
      toBoolean(read(env, 'SEALWRIGHT_SANDBOX_PAYMENTS')) ??
      (!isReachable(config) && !config.alipay && !config.unionPay),
  }
}
