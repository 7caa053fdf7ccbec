// The rules for a valid lease, one by one. No server: the keys are created here.
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { readToken } from '@sealwright/exchange'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  DEVELOPER,
  EXCHANGED,
  LICENSE,
  NOW,
  ROOT,
  SIGNING,
  certificateOf,
  leaseClaims,
  leaseWith,
  machineOf,
  makePair,
  proofOf,
  publishedWith,
  readingWith,
  revocationsOf,
  seconds,
  signed,
} from './authority.fixture.ts'
import { readRevocations, verifyLease, verifyProof } from './lease.ts'
import type { Circumstances, PublishedKeys } from './lease.ts'
import { OFFLINE_REASONS } from './refusal.ts'

const TRUST = { developerId: DEVELOPER, rootKey: ROOT.publicKey }
const verify = (
  lease: unknown,
  given: Partial<Circumstances> = {},
  published: PublishedKeys | undefined = publishedWith(),
) => verifyLease(TRUST, published, lease, { machine: machineOf(), now: NOW, revisionOf: () => 0, ...given })

describe('a lease', () => {
  it('is valid on its device until it ends, and contains its terms', () => {
    const verified = verify(leaseWith())
    expect(verified).toMatchObject({
      claims: {
        license: LICENSE,
        licenseId: 100201,
        revision: 3,
        code: 'AAAABBBBCCCCDDDD',
        products: [{ licenseId: 100201, modules: [1, 2], end: null }],
        limits: { machines: 1, seats: null },
        end: null,
        expiresAt: new Date(NOW + 30 * DAY_MS),
      },
    })
    expect(verify(leaseWith(), { now: NOW + 30 * DAY_MS - 1_000 })).toHaveProperty('claims')
    expect(verify(leaseWith(), { now: NOW + 30 * DAY_MS })).toEqual({ reason: 'LEASE_EXPIRED' })
  })

  it('is refused if any of its three parts is changed', () => {
    const parts = leaseWith().split('.')
    const longer = Buffer.from(JSON.stringify(leaseClaims({ exp: seconds(NOW + 9_999 * DAY_MS) }))).toString(
      'base64url',
    )
    expect(verify([parts[0], longer, parts[2]].join('.'))).toEqual({ reason: 'LEASE_FORGED' })
    const signature = Buffer.from(parts[2] ?? '', 'base64url')
    signature[10] = (signature[10] ?? 0) ^ 1
    expect(verify([parts[0], parts[1], signature.toString('base64url')].join('.'))).toEqual({ reason: 'LEASE_FORGED' })
    expect(verify([parts[0], parts[1], signature.subarray(0, 60).toString('base64url')].join('.'))).toEqual({
      reason: 'LEASE_FORGED',
    })
    for (const header of [
      { alg: 'none' },
      { alg: 'HS256' },
      { typ: 'sealwright-key+jwt' },
      { typ: 'JWT' },
      { crit: ['exp'] },
      { kid: 7 },
    ])
      expect(verify(leaseWith({}, SIGNING, header)), JSON.stringify(header)).toEqual({ reason: 'LEASE_MALFORMED' })
    const other = Buffer.from(
      JSON.stringify({ alg: 'EdDSA', typ: 'sealwright-lease+jwt', kid: SIGNING.kid, more: 1 }),
    ).toString('base64url')
    expect(verify([other, parts[1], parts[2]].join('.'))).toEqual({ reason: 'LEASE_FORGED' })
  })

  it('is refused if another key signed it under a known key id', () => {
    expect(verify(leaseWith({}, { ...makePair('x'), kid: SIGNING.kid }))).toEqual({ reason: 'LEASE_FORGED' })
  })

  it('is refused if the root has not certified its key, even if the key is published', () => {
    const stranger = makePair('k9')
    const lease = leaseWith({}, stranger)
    expect(verify(lease)).toEqual({ reason: 'KEY_NOT_CERTIFIED' })
    const published = (certificate: string) => publishedWith({ keys: [{ kid: stranger.kid, certificate }] })
    expect(verify(lease, {}, published(certificateOf(stranger)))).toHaveProperty('claims')
    for (const [why, certificate] of Object.entries({
      'signed by itself': certificateOf(stranger, {}, { ...stranger, kid: ROOT.kid }),
      'of another developer': certificateOf(stranger, { iss: '4712' }),
      'of another key': certificateOf(stranger, { sub: 'k1' }),
      'of another kind': signed('sealwright-lease+jwt', readToken(certificateOf(stranger))?.claims ?? {}, ROOT),
      'not begun': certificateOf(stranger, { nbf: seconds(NOW + DAY_MS) }),
      'no longer signing': certificateOf(stranger, { signsUntil: seconds(NOW - DAY_MS) }),
      'without a key': certificateOf(stranger, { jwk: {} }),
      nothing: '',
    }))
      expect(verify(lease, {}, published(certificate)), why).toEqual({ reason: 'KEY_NOT_CERTIFIED' })
    // A lease ends with the certificate of its key at the latest.
    expect(verify(lease, {}, published(certificateOf(stranger, { exp: seconds(NOW + DAY_MS) })))).toMatchObject({
      claims: { expiresAt: new Date(NOW + DAY_MS) },
    })
    expect(verify(lease, {}, published(certificateOf(stranger, { exp: seconds(NOW) })))).toEqual({
      reason: 'LEASE_EXPIRED',
    })
    // A key next to the certificate is not trusted.
    expect(
      verify(
        leaseWith({}, { ...stranger, kid: SIGNING.kid }),
        {},
        publishedWith({
          keys: [Object.assign({ x: stranger.x }, { kid: SIGNING.kid, certificate: certificateOf(SIGNING) })],
        }),
      ),
    ).toEqual({ reason: 'LEASE_FORGED' })
  })

  it('is refused if its key is retired, or if the root did not sign the list of retired keys', () => {
    expect(verify(leaseWith(), {}, publishedWith({ revocations: revocationsOf(['k0', SIGNING.kid]) }))).toEqual({
      reason: 'KEY_REVOKED',
    })
    expect(verify(leaseWith(), {}, publishedWith({ revocations: revocationsOf([], {}, SIGNING) }))).toEqual({
      reason: 'KEY_NOT_CERTIFIED',
    })
    expect(verify(leaseWith(), {}, publishedWith({ revocations: '' }))).toEqual({ reason: 'KEY_NOT_CERTIFIED' })
    expect(verifyLease(TRUST, undefined, leaseWith(), { machine: machineOf(), now: NOW, revisionOf: () => 0 })).toEqual(
      { reason: 'KEY_NOT_CERTIFIED' },
    )
    expect(readRevocations(TRUST, revocationsOf(['a'], { nonce: 'n' }))).toEqual({
      keys: [SIGNING.kid],
      revoked: ['a'],
      at: NOW,
      nonce: 'n',
    })
    // A certificate that the root signed earlier does not make up for a key that it no longer publishes.
    expect(verify(leaseWith(), {}, publishedWith({ revocations: revocationsOf([], { keys: ['k0'] }) }))).toEqual({
      reason: 'KEY_NOT_CERTIFIED',
    })
  })

  it('is refused if it is for another developer, even if a certified key signed it', () => {
    expect(verify(leaseWith({ iss: '4712' }))).toEqual({ reason: 'LEASE_FOREIGN' })
  })

  it('stays valid if one device part changes, but not if two change or on another device', () => {
    for (const kind of ['systemId', 'board', 'cpu', 'disk', 'network'] as const)
      expect(verify(leaseWith(), { machine: machineOf(readingWith([kind])) }), kind).toHaveProperty('claims')
    expect(verify(leaseWith(), { machine: machineOf(readingWith(['memory', 'disk'])) })).toHaveProperty('claims')
    expect(verify(leaseWith(), { machine: machineOf(readingWith(['disk', 'network'])) })).toEqual({
      reason: 'OTHER_MACHINE',
    })
    expect(
      verify(leaseWith(), { machine: machineOf(readingWith(['systemId', 'board', 'cpu', 'disk', 'network'])) }),
    ).toEqual({ reason: 'OTHER_MACHINE' })
    expect(verify(leaseWith({ machine: {} }))).toEqual({ reason: 'OTHER_MACHINE' })
  })

  it('is refused if a later revision of the license was seen', () => {
    expect(verify(leaseWith({ revision: 3 }), { revisionOf: (license) => (license === LICENSE ? 4 : 0) })).toEqual({
      reason: 'LEASE_SUPERSEDED',
    })
    expect(verify(leaseWith({ revision: 4 }), { revisionOf: () => 4 })).toHaveProperty('claims')
  })

  it('is refused if it starts in the future, beyond the allowed clock difference', () => {
    expect(verify(leaseWith({ nbf: seconds(NOW + 60_000) }))).toHaveProperty('claims')
    expect(verify(leaseWith({ nbf: seconds(NOW + 3_600_000) }))).toEqual({ reason: 'LEASE_NOT_YET_GOOD' })
  })
})

describe('a proof', () => {
  const at = (proof: unknown, published: PublishedKeys | undefined = publishedWith()) =>
    verifyProof(TRUST, published, proof, EXCHANGED)
  const CLAIMS = { ...EXCHANGED, iat: seconds(NOW) }

  it('holds for its own question and answer, and tells the time of the center', () => {
    expect(at(proofOf(CLAIMS))).toBe(NOW)
  })

  it.each(Object.keys(CLAIMS))('does not hold if its %s is another one or missing', (name) => {
    for (const value of ['other', 1, null, undefined])
      expect(at(proofOf({ ...CLAIMS, [name]: name === 'iat' ? String(value) : value })), String(value)).toBeUndefined()
  })

  it('does not hold if a key signed it that may not sign, is retired, or is not published by the root', () => {
    expect(at(proofOf(CLAIMS, { ...makePair('x'), kid: SIGNING.kid }))).toBeUndefined()
    expect(at(proofOf(CLAIMS, makePair('k9')))).toBeUndefined()
    expect(at(proofOf(CLAIMS, ROOT))).toBeUndefined()
    expect(at(proofOf(CLAIMS), publishedWith({ revocations: revocationsOf([SIGNING.kid]) }))).toBeUndefined()
    expect(at(proofOf({ ...CLAIMS, iat: seconds(NOW + 91 * DAY_MS) }))).toBeUndefined()
    expect(verifyProof(TRUST, undefined, proofOf(CLAIMS), EXCHANGED)).toBeUndefined()
  })

  it('is no other document: not a lease with the same claims, not any text', () => {
    expect(at(signed(TOKEN_TYPES.lease, CLAIMS, SIGNING))).toBeUndefined()
    expect(at(signed(TOKEN_TYPES.answer, CLAIMS, SIGNING, { crit: ['x'] }))).toBeUndefined()
    fc.assert(fc.property(fc.oneof(fc.string(), fc.anything()), (text) => at(text) === undefined))
  })
})

describe('verification', () => {
  const isTyped = (verified: ReturnType<typeof verify>) =>
    'claims' in verified ? true : OFFLINE_REASONS.some((reason) => reason === verified.reason)

  it('returns claims or a reason for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.anything(),
          fc.array(fc.string(), { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.')),
        ),
        (text) => isTyped(verify(text)) && !('claims' in verify(text)),
      ),
    )
  })

  it('returns claims or a reason for any claims signed with the right key', () => {
    const lease = (claims: object) => signed('sealwright-lease+jwt', claims, SIGNING)
    fc.assert(fc.property(fc.object(), (claims) => isTyped(verify(lease(claims)))))
    const fields = Object.keys(leaseClaims())
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue(), (field, value) =>
        isTyped(verify(lease(leaseClaims({ [field]: value })))),
      ),
      { numRuns: 500 },
    )
  })

  it('refuses a lease with one changed character', () => {
    const lease = leaseWith()
    fc.assert(
      fc.property(fc.nat(lease.length - 1), fc.constantFrom(...Array.from('ABCxyz019-_.~')), (at, other) => {
        const changed = lease.slice(0, at) + other + lease.slice(at + 1)
        // Some bits of the last base64 character are unused.
        const isSame =
          changed === lease ||
          (Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
            Buffer.from(lease.split('.')[2] ?? '', 'base64url'),
          ) &&
            changed.slice(0, changed.lastIndexOf('.')) === lease.slice(0, lease.lastIndexOf('.')))
        return isSame || 'reason' in verify(changed)
      }),
      { numRuns: 500 },
    )
  })

  it('returns a reason for invalid keys', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (kid, certificate, revocations) =>
        isTyped(
          verify(
            leaseWith(),
            {},
            {
              keys: [
                { kid, certificate },
                { kid: SIGNING.kid, certificate },
              ],
              revocations,
            },
          ),
        ),
      ),
    )
  })
})
