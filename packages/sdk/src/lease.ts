// Verifies what the center signed, starting from the root key: the root certifies a signing key, and the signing key
// signs leases and proofs of answers. A lease contains the developer, the device and the time. Pure: it takes the known
// facts and the time and returns claims or a reason. No token makes it throw.
import type { KeyObject } from 'node:crypto'
import { COUNTED_PARTS, MACHINE_PARTS, isSameMachine } from '@sealwright/contract/machine-parts'
import type { MachineDigests, MachinePart } from '@sealwright/contract/machine-parts'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import type { AnswerClaims } from '@sealwright/contract/runtime-tokens'
import { isJson, isSignedBy, keyOf, readToken, sealingKeyOf } from '@sealwright/exchange'
import type { Json, Token } from '@sealwright/exchange'
import type { OfflineReason } from './refusal.ts'

/** Allowed difference between the clocks of two devices. */
export const LEEWAY_MS = 5 * 60_000

/** A product of a license. */
export interface LeasedProduct {
  licenseId: number
  version: number | null
  /** The licensed modules. */
  modules: readonly number[]
  /** SHA-256 of the content of each data area, in base64url. */
  zones: Readonly<Record<string, string>>
  /** Set if the product ends before the license. */
  end: Date | null
}

/** The verified content of a lease. */
export interface LeaseClaims {
  leaseId: string
  /** The license's own id, which does not change with its code. */
  license: string
  licenseId: number
  /** Increases with each change of the terms. */
  revision: number
  mode: number
  code: string | null
  account: string | null
  machineId: string
  products: readonly LeasedProduct[]
  limits: {
    machines: number | null
    machinesEver: number | null
    seats: number | null
    uses: number | null
    offlineDays: number | null
  }
  start: Date | null
  /** End of the license. Null: permanent. */
  end: Date | null
  /** The seat of the lease. Null for the lease of a device. */
  seat: string | null
  issuedAt: Date
  /** The lease is valid until then without contacting the server. */
  expiresAt: Date
}

/** As published by the server. */
export interface PublishedKeys {
  keys: readonly { kid: string; certificate: string }[]
  revocations: string
}

/** The published keys in an answer or a file. Not verified. */
export const publishedIn = ({ keys, revocations }: Json): PublishedKeys => ({
  keys: (Array.isArray(keys) ? keys : []).flatMap((key: unknown) =>
    isJson(key) && typeof key['kid'] === 'string' && typeof key['certificate'] === 'string'
      ? [{ kid: key['kid'], certificate: key['certificate'] }]
      : [],
  ),
  revocations: textOf(revocations) ?? '',
})

export interface Trust {
  developerId: number
  rootKey: KeyObject
}

export interface ThisMachine {
  fingerprint: string
  parts: MachineDigests
}

export interface Circumstances {
  machine: ThisMachine
  now: number
  /** The highest revision of this license that was seen on this device. */
  revisionOf(license: string): number
}

export type Verified = { claims: LeaseClaims } | { reason: OfflineReason }

export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8_640_000_000_000
const dateOf = (value: unknown) => (isTime(value) ? new Date(value * 1000) : null)
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const countOf = (value: unknown) => (isCount(value) ? value : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function productOf(value: unknown): LeasedProduct | undefined {
  if (!isJson(value) || !isCount(value['licenseId'])) return undefined
  const { licenseId, version, modules, zones, end } = value
  if (!Array.isArray(modules) || !modules.every(isCount)) return undefined
  const known = isJson(zones)
    ? Object.entries(zones).filter((zone): zone is [string, string] => typeof zone[1] === 'string')
    : []
  return { licenseId, version: countOf(version), modules, zones: Object.fromEntries(known), end: dateOf(end) }
}

/** The claims in the format of the server. Undefined if a required claim is missing. */
function claimsOf(raw: Json): LeaseClaims | undefined {
  const { jti, sub, licenseId, revision, mode, machine, products, limits, iat, nbf, exp } = raw
  if (
    typeof jti !== 'string' ||
    typeof sub !== 'string' ||
    !isCount(licenseId) ||
    !isCount(revision) ||
    !isCount(mode) ||
    !isJson(machine) ||
    !isTime(iat) ||
    !isTime(nbf) ||
    !isTime(exp)
  )
    return undefined
  const covered = Array.isArray(products) ? products.map(productOf) : []
  const whole = covered.filter((product) => product !== undefined)
  if (whole.length === 0 || whole.length !== covered.length) return undefined
  const limit = isJson(limits) ? limits : {}
  return {
    leaseId: jti,
    license: sub,
    licenseId,
    revision,
    mode,
    code: textOf(raw['code']),
    account: textOf(raw['account']),
    machineId: textOf(machine['id']) ?? '',
    products: whole,
    limits: {
      machines: countOf(limit['machines']),
      machinesEver: countOf(limit['machinesEver']),
      seats: countOf(limit['seats']),
      uses: countOf(limit['uses']),
      offlineDays: countOf(limit['offlineDays']),
    },
    start: dateOf(raw['start']),
    end: dateOf(raw['end']),
    seat: textOf(raw['seat']),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  }
}

const isPart = (kind: unknown): kind is MachinePart => MACHINE_PARTS.some((part) => part === kind)

/** Parses the parts of a lease, such as `systemId=…`. */
function partsOf(list: unknown): MachineDigests {
  const pairs = (Array.isArray(list) ? list : [])
    .filter((part): part is string => typeof part === 'string')
    .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const)
  return Object.fromEntries(pairs.filter(([kind]) => isPart(kind)))
}

function isThisMachine(leased: unknown, { fingerprint, parts }: ThisMachine): boolean {
  if (!isJson(leased)) return false
  if (leased['fingerprint'] === fingerprint) return true
  const counted = Array.isArray(leased['counted']) ? leased['counted'].filter(isPart) : COUNTED_PARTS
  return isSameMachine(partsOf(leased['parts']), parts, counted)
}

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((kid) => typeof kid === 'string')

/**
 * The ids of published and of retired keys, the time of the list and the nonce that it answers. Undefined if the root
 * did not sign it.
 */
export function readRevocations(
  { developerId, rootKey }: Trust,
  list: unknown,
): { keys: readonly string[]; revoked: readonly string[]; at: number; nonce: unknown } | undefined {
  const token = readToken(list)
  if (!token || token.type !== TOKEN_TYPES.revocations || !isSignedBy(token, rootKey)) return undefined
  const { iss, iat, keys, revoked, nonce } = token.claims
  if (iss !== String(developerId) || !isTime(iat) || !isIds(keys) || !isIds(revoked)) return undefined
  return { keys, revoked, at: iat * 1000, nonce }
}

/**
 * The key in a certificate, if the root signed it and it allows the key to sign at `signedAt`, and the end of validity
 * of its signatures.
 */
function certified(
  { developerId, rootKey }: Trust,
  certificate: unknown,
  kid: string,
  signedAt: number,
): { key: KeyObject; goodUntil: number } | undefined {
  const token = readToken(certificate)
  if (!token || token.type !== TOKEN_TYPES.key || !isSignedBy(token, rootKey)) return undefined
  const { iss, sub, jwk, nbf, signsUntil, exp } = token.claims
  if (iss !== String(developerId) || sub !== kid || !isJson(jwk) || !isTime(nbf) || !isTime(signsUntil) || !isTime(exp))
    return undefined
  if (signedAt < nbf * 1000 - LEEWAY_MS || signedAt > signsUntil * 1000 + LEEWAY_MS) return undefined
  // Use the key inside the certificate. The key published next to it is not signed.
  const key = keyOf(jwk['x'])
  return key && { key, goodUntil: exp * 1000 }
}

/** The key to which files are sealed, and when the root certified it. Undefined if the root did not. */
export function readExchangeKey(
  { developerId, rootKey }: Trust,
  certificate: unknown,
): { kid: string; publicKey: KeyObject; at: number } | undefined {
  const token = readToken(certificate)
  if (!token || token.type !== TOKEN_TYPES.exchangeKey || !isSignedBy(token, rootKey)) return undefined
  const { iss, sub, jwk, iat } = token.claims
  const publicKey = isJson(jwk) && jwk['crv'] === 'X25519' ? sealingKeyOf(jwk['x']) : undefined
  if (iss !== String(developerId) || typeof sub !== 'string' || !isTime(iat) || !publicKey) return undefined
  return { kid: sub, publicKey, at: iat }
}

/** The key that signed a token at its `iat`, and the end of validity of its signatures. */
export function signerOf(
  trust: Trust,
  published: PublishedKeys | undefined,
  { kid, claims: { iat } }: Token,
): { key: KeyObject; goodUntil: number } | { reason: OfflineReason } {
  const list = readRevocations(trust, published?.revocations)
  // Without a list signed by the root, a key could be retired without the program knowing.
  if (!published || !list) return { reason: 'KEY_NOT_CERTIFIED' }
  if (list.revoked.includes(kid)) return { reason: 'KEY_REVOKED' }
  const certificate = list.keys.includes(kid) && published.keys.find((key) => key.kid === kid)?.certificate
  const signer = isTime(iat) ? certified(trust, certificate, kid, iat * 1000) : undefined
  return signer ?? { reason: 'KEY_NOT_CERTIFIED' }
}

/** Checks all rules in order. The first failure is the reason. */
export function verifyLease(
  trust: Trust,
  published: PublishedKeys | undefined,
  lease: unknown,
  { machine, now, revisionOf }: Circumstances,
): Verified {
  const token = readToken(lease)
  if (!token || token.type !== TOKEN_TYPES.lease) return { reason: 'LEASE_MALFORMED' }
  const { iss, nbf } = token.claims
  const signer = signerOf(trust, published, token)
  if ('reason' in signer) return signer
  if (!isSignedBy(token, signer.key)) return { reason: 'LEASE_FORGED' }
  if (iss !== String(trust.developerId)) return { reason: 'LEASE_FOREIGN' }
  const claims = claimsOf(token.claims)
  if (!claims || !isTime(nbf)) return { reason: 'LEASE_MALFORMED' }
  if (!isThisMachine(token.claims['machine'], machine)) return { reason: 'OTHER_MACHINE' }
  if (claims.revision < revisionOf(claims.license)) return { reason: 'LEASE_SUPERSEDED' }
  if (now < nbf * 1000 - LEEWAY_MS) return { reason: 'LEASE_NOT_YET_GOOD' }
  const expiresAt = new Date(Math.min(claims.expiresAt.getTime(), signer.goodUntil))
  return now >= expiresAt.getTime() ? { reason: 'LEASE_EXPIRED' } : { claims: { ...claims, expiresAt } }
}

/** What a proof must state: the question, and the answer that arrived. */
export type Exchanged = Omit<AnswerClaims, 'iat'>

/** When the center answered, if the proof is for exactly this question and this answer. */
export function verifyProof(
  trust: Trust,
  published: PublishedKeys | undefined,
  proof: unknown,
  exchanged: Exchanged,
): number | undefined {
  const token = readToken(proof)
  if (!token || token.type !== TOKEN_TYPES.answer) return undefined
  const signer = signerOf(trust, published, token)
  if ('reason' in signer || !isSignedBy(token, signer.key)) return undefined
  const { claims } = token
  const isSame = Object.entries(exchanged).every(([name, value]) => claims[name] === value)
  return isSame && isTime(claims['iat']) ? claims['iat'] * 1000 : undefined
}
