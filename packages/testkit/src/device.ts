// A device without a network that writes C2D files and opens D2C files without the SDK, so that tests can write any
// claims. The SDK has its own tests.
import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import type { C2dClaims, D2cClaims, ExchangeKind } from '@sealwright/contract'
import { isSignedBy, makeC2d, makePair, openD2c, pairOf, readToken, recipientId } from '@sealwright/exchange'
import type { KeyPair, StoredPair } from '@sealwright/exchange'
import type { MovableClock } from './clock.ts'
import type { Program } from './program.ts'

export interface Device {
  fingerprint: string
  keys: KeyPair
  /** Writes a C2D. Given claims replace the usual ones. */
  request(kind: ExchangeKind, claims: Partial<C2dClaims>): string
  /** The content of a D2C, whose signature and certificate are checked. */
  open(text: string): D2cClaims
}

const claimsOf = (token: string) => readToken(token)?.claims ?? {}
const keyFrom = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

/** The keys of a developer, as a program has them built in. */
export async function readExchangeKey(program: Program) {
  const { body } = await program.ask('keys', {})
  const { sub, jwk } = claimsOf(String(body['exchangeKey'])) as { sub: string; jwk: { x: string } } // of the center
  return {
    kid: sub,
    publicKey: createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: jwk.x }, format: 'jwk' }),
  }
}

export async function createDevice(
  program: Program,
  clock: Pick<MovableClock, 'now'>,
  { name = 'lab-pc', stored = makePair() }: { name?: string; stored?: StoredPair } = {},
): Promise<Device> {
  const exchangeKey = await readExchangeKey(program)
  const keys = pairOf(stored)
  if (!keys) throw new Error('a device needs keys')
  const fingerprint = createHash('sha256').update(`${name} ${keys.public.sign}`).digest('base64url')
  return {
    fingerprint,
    keys,
    request: (kind, claims) =>
      makeC2d(
        {
          iss: String(program.developerId),
          jti: randomBytes(16).toString('base64url'),
          iat: Math.floor(clock.now().getTime() / 1000),
          kind,
          machine: { fingerprint, parts: {}, name, os: 'Linux' },
          counter: kind === 'unbind' ? 1 : 0,
          ...claims,
        },
        keys,
        exchangeKey,
      ),
    open(text) {
      const opened = openD2c(text, { kid: recipientId(keys.public.seal), privateKey: keys.open })
      if ('fault' in opened) throw new Error(`the D2C cannot be opened: ${opened.fault}`)
      const { token } = opened
      const claims = token.claims as unknown as D2cClaims // made by the center
      const certificate = claims.keys.find(({ kid }) => kid === token.kid)?.certificate ?? ''
      const { jwk } = claimsOf(certificate) as { jwk?: { x: string } } // made by the center
      if (!jwk || !isSignedBy(token, keyFrom(jwk.x))) throw new Error('the D2C is not signed by a key that it names')
      return claims
    },
  }
}
