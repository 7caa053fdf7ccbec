// A developer's keys and leases for tests without a server, both valid and invalid ones.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { C2dClaims, D2cPackage } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { makeD2c, openC2d, recipientId, sealingKeyOf } from '@sealwright/exchange'
import type { Exchanged, PublishedKeys } from './lease.ts'
import { tellMachine } from './machine.ts'
import type { MachineReading } from './machine.ts'

export const DEVELOPER = 4711
export const NOW = Date.parse('2026-03-01T08:00:00Z')
export const DAY_MS = 86_400_000
export const seconds = (moment: number) => Math.floor(moment / 1000)

export const READING: MachineReading = {
  parts: { systemId: 'system', board: 'board', cpu: 'cpu', disk: 'disk', network: 'network', memory: 'memory' },
  name: 'PC-1',
  os: 'Linux',
}
/** The same device with some of its parts replaced. */
export const readingWith = (changed: readonly (keyof MachineReading['parts'])[]): MachineReading => ({
  ...READING,
  parts: { ...READING.parts, ...Object.fromEntries(changed.map((kind) => [kind, `another ${kind}`])) },
})
export const machineOf = (reading: MachineReading = READING) => tellMachine(DEVELOPER, reading, '/nowhere/id')

export interface Pair {
  kid: string
  x: string
  publicKey: KeyObject
  privateKey: KeyObject
}

export function makePair(kid: string): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { kid, publicKey, privateKey, x: publicKey.export({ format: 'jwk' }).x ?? '' }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signed(typ: string, claims: object, { kid, privateKey }: Pair, header: object = {}): string {
  const text = `${encoded({ alg: 'EdDSA', typ, kid, ...header })}.${encoded(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

export const ROOT = makePair('root')
export const SIGNING = makePair('k1')

export const certificateOf = (pair: Pair, given: object = {}, by = ROOT) =>
  signed(
    TOKEN_TYPES.key,
    {
      iss: String(DEVELOPER),
      sub: pair.kid,
      jwk: { kty: 'OKP', crv: 'Ed25519', x: pair.x, kid: pair.kid },
      iat: seconds(NOW),
      nbf: seconds(NOW - DAY_MS),
      signsUntil: seconds(NOW + 90 * DAY_MS),
      exp: seconds(NOW + 270 * DAY_MS),
      ...given,
    },
    by,
  )

export const revocationsOf = (revoked: readonly string[], given: object = {}, by = ROOT) =>
  signed(
    TOKEN_TYPES.revocations,
    { iss: String(DEVELOPER), iat: seconds(NOW), keys: [SIGNING.kid], revoked, ...given },
    by,
  )

export const publishedWith = (given: Partial<PublishedKeys> = {}): PublishedKeys => {
  const { keys = [{ kid: SIGNING.kid, certificate: certificateOf(SIGNING) }] } = given
  return { keys, revocations: revocationsOf([], { keys: keys.map(({ kid }) => kid) }), ...given }
}

/** The answer of a center to a request for its keys. */
export const keysOf = (pairs: readonly Pair[], revoked: readonly string[], at: number, nonce: string) => ({
  keys: pairs.map((pair) => ({ kid: pair.kid, certificate: certificateOf(pair) })),
  revocations: revocationsOf(revoked, { iat: seconds(at), keys: pairs.map(({ kid }) => kid), nonce }),
})

export const EXCHANGED: Exchanged = {
  iss: String(DEVELOPER),
  nonce: 'A'.repeat(22),
  call: '/runtime/v1/validate',
  request: 'request',
  status: 200,
  answer: 'answer',
}
export const proofOf = (claims: object, by = SIGNING) => signed(TOKEN_TYPES.answer, claims, by)

export const LICENSE = '01a1dd92-78a7-7628-a85a-7d4315a34c0c'

export function leaseClaims(given: object = {}): Record<string, unknown> {
  const { fingerprint, parts } = machineOf()
  return {
    iss: String(DEVELOPER),
    jti: '01a1dd92-78a7-7628-a85a-7d4315a34c0d',
    sub: LICENSE,
    licenseId: 100201,
    revision: 3,
    mode: 3,
    code: 'AAAABBBBCCCCDDDD',
    machine: {
      id: 'm1',
      fingerprint,
      parts: Object.entries(parts).map(([kind, digest]) => `${kind}=${digest}`),
      counted: ['systemId', 'board', 'cpu', 'disk', 'network'],
    },
    products: [{ licenseId: 100201, version: 3, modules: [1, 2], zones: {} }],
    limits: { machines: 1, machinesEver: 3, seats: null, uses: null, offlineDays: 30 },
    iat: seconds(NOW),
    nbf: seconds(NOW),
    exp: seconds(NOW + 30 * DAY_MS),
    ...given,
  }
}

export const leaseWith = (given: object = {}, by = SIGNING, header: object = {}) =>
  signed(TOKEN_TYPES.lease, leaseClaims(given), by, header)

const { publicKey: exchangePublic, privateKey: exchangePrivate } = generateKeyPairSync('x25519')
/** The certificate of the exchange key. */
export const exchangeKeyOf = (given: object = {}, by = ROOT) =>
  signed(
    TOKEN_TYPES.exchangeKey,
    {
      iss: String(DEVELOPER),
      sub: 'exchange',
      jwk: { kty: 'OKP', crv: 'X25519', x: exchangePublic.export({ format: 'jwk' }).x },
      iat: seconds(NOW),
      ...given,
    },
    by,
  )

/** The claims of a C2D, as the center reads them. */
export function readC2d(text: string): C2dClaims {
  const opened = openC2d(text, (kid) => (kid === 'exchange' ? exchangePrivate : undefined))
  if ('fault' in opened) throw new Error(opened.fault)
  return opened.claims as unknown as C2dClaims // written by the SDK
}

export interface Answering {
  at?: number
  by?: Pair
  packages?: readonly D2cPackage[]
  /** Other claims. */
  claims?: object
  /** The public key of another device. */
  to?: string
}

/** The D2C for a C2D, as a center makes it. */
export function answerTo(text: string, { at = NOW, by = SIGNING, packages, claims = {}, to }: Answering = {}): string {
  const { jti, kind, keys } = readC2d(text)
  const seal = to ?? keys.seal
  const publicKey = sealingKeyOf(seal)
  if (!publicKey) throw new Error('an invalid key')
  const lease = leaseWith({ iat: seconds(at), nbf: seconds(at), exp: seconds(at + 30 * DAY_MS) }, by)
  return makeD2c(
    {
      iss: String(DEVELOPER),
      jti: randomUUID(),
      re: jti,
      iat: seconds(at),
      exp: seconds(at + 30 * DAY_MS),
      ...keysOf([by], [], at, jti),
      packages:
        packages ??
        (kind === 'unbind' ? [{ kind: 'receipt', license: LICENSE, at: seconds(at) }] : [{ kind: 'lease', lease }]),
      ...claims,
    },
    by,
    { kid: recipientId(seal), publicKey },
  )
}
