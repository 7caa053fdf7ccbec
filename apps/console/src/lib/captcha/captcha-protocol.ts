// The protocol of the captcha dialog: two JSON calls whose addresses and headers come from the host. An answer with a
// status from 200 to 500 is read; any other status, or no answer, is a failure that the dialog shows.
import { CAPTCHA_CODES, CAPTCHA_TYPES, captchaChallenge } from '@sealwright/contract'
import type { CaptchaAnswer, CaptchaChallenge, CaptchaType } from '@sealwright/contract'

export interface CaptchaConfig {
  /** The element that holds the dialog, or its selector. */
  bindEl: Element | string
  requestCaptchaDataUrl: string
  validCaptchaUrl: string
  /** The preferred type; the server may answer with another one. */
  type?: CaptchaType | 'RANDOM'
  /** The call that the solved captcha is for. */
  protects?: string
  /** The account or address that this call names. */
  account?: string | undefined
  requestHeaders?: () => Record<string, string>
}

export interface Challenge {
  id: string
  captcha: CaptchaChallenge
}

export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly status: number

  constructor(status: number) {
    super(`Request failed with status: ${status}`)
    this.status = status
  }
}

/** The server gives no challenge at the moment. */
export class NoChallenge extends Error {
  override name = 'NoChallenge'
  readonly isTooMany: boolean
  /** How long to wait, if the server says so. */
  readonly waitSeconds: number

  constructor(code: unknown, waitSeconds: number) {
    super(`No challenge: ${String(code)}`)
    this.isTooMany = code === CAPTCHA_CODES.tooMany
    this.waitSeconds = waitSeconds
  }
}

const KNOWN_TYPES: readonly string[] = [...CAPTCHA_TYPES, 'POW']

export class UnknownType extends Error {
  override name = 'UnknownType'
}

export function checkType(type: unknown, known: readonly string[] = KNOWN_TYPES): void {
  if (typeof type !== 'string' || !known.includes(type)) throw new UnknownType(`Unknown captcha type: ${String(type)}`)
}

async function post(
  url: string,
  body: object,
  config: CaptchaConfig,
  signal: AbortSignal,
): Promise<{ body: unknown; waitSeconds: number }> {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...config.requestHeaders?.(), 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(body),
    signal,
  })
  if (response.status < 200 || response.status > 500) throw new RequestFailed(response.status)
  const wait = Number(response.headers.get('retry-after'))
  return { body: await response.json(), waitSeconds: wait > 0 ? wait : 0 }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export async function requestChallenge(
  config: CaptchaConfig,
  type: CaptchaType | 'RANDOM' | 'POW' | undefined,
  signal: AbortSignal,
): Promise<Challenge> {
  const url = config.requestCaptchaDataUrl
  const asked = type ? `${url}${url.includes('?') ? '&' : '?'}type=${type}` : url
  const { protects, account } = config
  const wish = { ...(protects && { url: protects }), ...(account && { account }) }
  const { body, waitSeconds } = await post(asked, wish, config, signal)
  if (!isObject(body) || body.code !== CAPTCHA_CODES.solved)
    throw new NoChallenge(isObject(body) ? body.code : undefined, waitSeconds)
  checkType(isObject(body.captcha) ? body.captcha.type : undefined)
  return captchaChallenge.parse(body)
}

/** Returns the result code of the verification. */
export async function verifyAnswer(
  config: CaptchaConfig,
  id: string,
  data: CaptchaAnswer,
  signal: AbortSignal,
): Promise<number> {
  const { body } = await post(config.validCaptchaUrl, { id, data }, config, signal)
  return isObject(body) && typeof body.code === 'number' ? body.code : CAPTCHA_CODES.failed
}
