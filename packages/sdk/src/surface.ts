// The runtime calls over HTTP, with the developer id and the API password. Answers are checked before use. A problem
// document becomes a LicenseRefusal. Any other failure is Unreachable, because the error page of a proxy says nothing
// about a license.
import { isJson } from './jws.ts'
import type { Json } from './jws.ts'
import type { PublishedKeys } from './lease.ts'
import { LicenseRefusal, Unreachable } from './refusal.ts'
import type { Language } from './refusal.ts'

const PATHS = {
  login: '/login',
  logout: '/logout',
  activate: '/activate',
  validate: '/validate',
  deactivate: '/deactivate',
  openSession: '/sessions',
  heartbeat: '/sessions/heartbeat',
  closeSession: '/sessions/close',
  consume: '/consume',
  readData: '/data/read',
  writeData: '/data/write',
} as const
export type SurfaceCall = keyof typeof PATHS

export interface SurfaceOptions {
  url: string
  developerId: number
  apiPassword: string
  language: Language
  fetch: typeof fetch
  timeoutMs: number
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function createSurface({ url, developerId, apiPassword, language, fetch, timeoutMs }: SurfaceOptions) {
  const base = `${url.replace(/\/+$/, '')}/runtime/v1`

  async function ask(path: string, body: object | undefined): Promise<Json> {
    const response = await fetch(base + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${apiPassword}`,
        'accept-language': language,
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Unreachable(language === 'zh' ? '无法连接授权服务器' : 'The licensing server cannot be reached', error)
    })
    const answer = (await response.json().catch(() => undefined)) as unknown // could be anything
    const isSound = isJson(answer)
    if (isSound && response.ok) return answer
    const type = isSound ? textOf(answer['type']) : undefined
    const isProblem = (response.headers.get('content-type') ?? '').startsWith('application/problem+json')
    if (!isSound || type === undefined || !isProblem || response.status >= 500)
      throw new Unreachable(
        language === 'zh'
          ? `授权服务器未能正常应答（${response.status}）`
          : `The licensing server did not answer correctly (${response.status})`,
      )
    throw new LicenseRefusal({
      type,
      message: textOf(answer['detail']) ?? type,
      fix: textOf(answer['fix']),
      clientStatus: numberOf(answer['clientStatus']),
      retryAfter: numberOf(answer['retryAfter']),
    })
  }

  return {
    call: (name: SurfaceCall, payload: object) => ask(PATHS[name], { developerId, ...payload }),
    async keys(): Promise<PublishedKeys> {
      const { keys, revocations } = await ask(`/keys?developerId=${developerId}`, undefined)
      const known = (Array.isArray(keys) ? keys : []).flatMap((key: unknown) =>
        isJson(key) && typeof key['kid'] === 'string' && typeof key['certificate'] === 'string'
          ? [{ kid: key['kid'], certificate: key['certificate'] }]
          : [],
      )
      return { keys: known, revocations: typeof revocations === 'string' ? revocations : '' }
    },
  }
}
