// Signing in an end user, by password or through the browser. The token is stored; passwords never are.
import type { Json } from '@sealwright/exchange'
import { awaitConfirmation } from './browser-login.ts'
import type { BrowserLoginOptions, SignedIn } from './face.ts'
import type { Memory } from './memory.ts'

const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
const countOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
const dateOf = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value) : null
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []) // checked by field

export interface SignInDeps {
  ask(name: 'login' | 'logout' | 'deviceLogin' | 'deviceToken', payload: object): Promise<Json>
  memory: Memory
  clock: () => number
  machineName: string | undefined
}

export function createSignIn({ ask, memory, clock, machineName }: SignInDeps) {
  const login = async (account: string, password: string) => signedIn(await ask('login', { account, password }))

  async function loginWithBrowser({ onCode, programName, signal }: BrowserLoginOptions): Promise<SignedIn> {
    const asked = await ask('deviceLogin', { programName, machineName })
    const expiresInMs = countOr(asked['expiresIn'], 600) * 1000
    const url = textOr(asked['verificationUri'], '')
    onCode({
      userCode: textOr(asked['userCode'], ''),
      url,
      urlWithCode: textOr(asked['verificationUriComplete'], url),
      expiresAt: new Date(clock() + expiresInMs),
    })
    const answer = await awaitConfirmation({
      ask: () => ask('deviceToken', { deviceCode: asked['deviceCode'] }),
      intervalMs: countOr(asked['interval'], 5) * 1000,
      expiresInMs,
      signal,
    })
    return signedIn(answer)
  }

  function signedIn(answer: Json): SignedIn {
    const account = textOr(answer['account'], '')
    memory.keep({ token: textOr(answer['token'], ''), account })
    return {
      account,
      userName: typeof answer['userName'] === 'string' ? answer['userName'] : null,
      until: dateOf(answer['expireTime']) ?? new Date(clock()),
      licenses: listOf(answer['licenses']).map((license) => ({
        licenseId: countOr(license['licenseId'], 0),
        expireTime: dateOf(license['expireTime']),
      })),
    }
  }

  async function logout(): Promise<void> {
    const { token } = memory.kept
    memory.keep({ token: undefined, account: undefined })
    if (token !== undefined) await ask('logout', { token })
  }

  return { login, loginWithBrowser, logout }
}
