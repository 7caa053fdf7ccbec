// C2D and D2C between a device and a center: who can open them, what a changed byte does, and how large they are.
import { createCipheriv, createHash, createPublicKey, diffieHellman, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { C2D_BYTES, C2D_QR_BYTES } from '@sealwright/contract/exchange-files'
import type { C2dClaims, D2cClaims } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeC2d, openC2d } from './c2d.ts'
import { makeD2c, openD2c } from './d2c.ts'
import { readFile, writeFile } from './file.ts'
import { openJwe, recipientOf, sealJwe, sealingKeyOf } from './jwe.ts'
import { isSignedBy, keyOf, readToken, signJws } from './jws.ts'
import { makePair, pairOf, recipientId } from './keys.ts'

function pair() {
  const made = pairOf(makePair())
  if (!made) throw new Error('a new pair is readable')
  return made
}
const [device, other, center] = [pair(), pair(), pair()]
const EXCHANGE = { kid: 'exchange-key-id', publicKey: createPublicKey(center.open) }
const privateOf = (kid: string) => (kid === EXCHANGE.kid ? center.open : undefined)
const digest = (seed: number) => Buffer.alloc(32, seed).toString('base64url')

const claims = (given: Partial<C2dClaims> = {}): Omit<C2dClaims, 'keys'> => ({
  iss: '10001',
  jti: digest(1).slice(0, 22),
  iat: 1_795_000_000,
  kind: 'bind',
  code: 'ABCDEFGHJKLMNPQR',
  machine: { fingerprint: digest(2), parts: { systemId: digest(3), disk: digest(4) }, name: 'office-pc', os: 'Linux' },
  counter: 0,
  ...given,
})
const C2D = makeC2d(claims(), device, EXCHANGE)
const TO_DEVICE = { kid: recipientId(device.public.seal), publicKey: createPublicKey(device.open) }
const OPENS = { kid: TO_DEVICE.kid, privateKey: device.open }
const answer: D2cClaims = {
  iss: '10001',
  jti: 'answer',
  re: claims().jti,
  iat: 1_795_000_000,
  exp: 1_797_000_000,
  keys: [],
  revocations: '',
  packages: [{ kind: 'lease', lease: 'a.b.c' }],
}
const SIGNING = { kid: 'k1', privateKey: center.sign }
const D2C = makeD2c(answer, SIGNING, TO_DEVICE)

/** The document of a file. */
const tokenOf = (text: string) => {
  const file = readFile(text)
  if ('fault' in file) throw new Error(file.fault)
  return file.token
}
const withPart = (token: string, index: number, change: (part: string) => string) =>
  token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')
const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A document by hand, as RFC 7516 and 7518 describe it. */
function sealedWith(shared: Buffer, point: Buffer, content: Buffer): string {
  const epk = { kty: 'OKP', crv: 'X25519', x: point.toString('base64url') }
  const head = header({ alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF', kid: EXCHANGE.kid, epk })
  const derived = Buffer.concat([
    Buffer.from('00000001', 'hex'),
    shared,
    Buffer.from('00000007', 'hex'),
    Buffer.from('A256GCM'),
    Buffer.from('0000000000000000', 'hex'),
    Buffer.from('00000100', 'hex'),
  ])
  const iv = Buffer.alloc(12, 7)
  const key = createHash('sha256').update(derived).digest()
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(head))
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return [head, '', ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}
const faultOf = (opened: object) => ('fault' in opened ? opened.fault : 'opened')

describe('a C2D', () => {
  it('is opened by the exchange key, and has the claims and keys of its device', () => {
    const opened = openC2d(C2D, privateOf)
    expect(opened).toMatchObject({ claims: { ...claims(), keys: device.public } })
  })

  it('of the same request has the same digest, however it was sealed; another request has another one', () => {
    const digestOf = (text: string) => {
      const opened = openC2d(text, privateOf)
      return 'digest' in opened ? opened.digest.toString('hex') : opened.fault
    }
    const again = makeC2d(claims(), device, EXCHANGE)
    expect(again).not.toBe(C2D)
    expect(digestOf(again)).toBe(digestOf(C2D))
    expect(digestOf(makeC2d(claims({ counter: 1 }), device, EXCHANGE))).not.toBe(digestOf(C2D))
  })

  it('for another developer is foreign, and one that only claims the key of this one is forged', () => {
    expect(openC2d(C2D, () => undefined)).toEqual({ fault: 'foreign' })
    const elsewhere = makeC2d(claims(), device, { ...EXCHANGE, publicKey: createPublicKey(other.open) })
    expect(openC2d(elsewhere, privateOf)).toEqual({ fault: 'forged' })
  })

  it('is forged if another key signed it than the one it names, or nobody did', () => {
    const sealed = (text: string) => writeFile('C2D', sealJwe(text, EXCHANGE))
    const named = { ...claims(), keys: device.public }
    const by = (privateKey = device.sign, type: string = TOKEN_TYPES.c2d) =>
      sealed(signJws(type, named, { kid: '', privateKey }))
    expect(faultOf(openC2d(by(), privateOf))).toBe('opened')
    const unsigned = `${header({ alg: 'none', typ: TOKEN_TYPES.c2d, kid: '' })}.${header(named)}.AA`
    for (const text of [
      by(other.sign),
      by(device.sign, TOKEN_TYPES.d2c),
      sealed(unsigned),
      sealed('text'),
      sealed(signJws(TOKEN_TYPES.c2d, claims(), { kid: '', privateKey: device.sign })),
      sealed(signJws(TOKEN_TYPES.c2d, { ...named, keys: { sign: 'short' } }, { kid: '', privateKey: device.sign })),
    ])
      expect(openC2d(text, privateOf)).toEqual({ fault: 'forged' })
  })

  it('is forged if its answer could not be sealed: the key is damaged, or a point of low order', () => {
    for (const seal of ['short', Buffer.alloc(32).toString('base64url')]) {
      const named = { ...claims(), keys: { ...device.public, seal } }
      const signed = signJws(TOKEN_TYPES.c2d, named, { kid: '', privateKey: device.sign })
      expect(openC2d(writeFile('C2D', sealJwe(signed, EXCHANGE)), privateOf)).toEqual({ fault: 'forged' })
    }
  })

  it('is no D2C, and a text over its limit is not even read', () => {
    expect(openC2d(D2C, privateOf)).toEqual({ fault: 'otherKind' })
    expect(openD2c(C2D, OPENS)).toEqual({ fault: 'otherKind' })
    expect(openC2d(`${C2D}${' '.repeat(C2D_BYTES)}`, privateOf)).toEqual({ fault: 'tooLarge' })
    expect(openC2d('界'.repeat(C2D_BYTES / 2), privateOf)).toEqual({ fault: 'tooLarge' })
  })

  it('fits into a QR code with the longest names of a device, and under its limit with the longest claims', () => {
    // Nothing here compresses.
    const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
    const key = () => random(43)
    const machine = {
      fingerprint: key(),
      parts: Object.fromEntries(['systemId', 'board', 'cpu', 'disk', 'network', 'memory'].map((kind) => [kind, key()])),
      name: random(96),
      os: random(64),
    }
    const sizeOf = (given: Partial<C2dClaims>) =>
      Buffer.byteLength(makeC2d(claims({ machine, jti: key(), licenseId: 4_294_967_295, ...given }), device, EXCHANGE))
    const lease = '01a1dd92-78a7-7628-a85a-7d4315a34c0d'
    expect(sizeOf({ password: random(20), version: 65_535 })).toBeLessThanOrEqual(C2D_QR_BYTES)
    expect(sizeOf({ kind: 'unbind', lease, counter: 1_000_000 })).toBeLessThanOrEqual(C2D_QR_BYTES)
    expect(sizeOf({ code: undefined, account: random(60), token: key() })).toBeLessThanOrEqual(C2D_QR_BYTES)
    const longest = { code: random(64), password: '界'.repeat(256), account: random(254), token: random(128), lease }
    expect(sizeOf(longest)).toBeLessThanOrEqual(C2D_BYTES)
  })
})

describe('a D2C', () => {
  it('is opened by its device alone, and signed by the key that it names', () => {
    const opened = openD2c(D2C, OPENS)
    if ('fault' in opened) throw new Error(opened.fault)
    const signer = keyOf(center.public.sign)
    expect([opened.token.kid, opened.token.claims]).toEqual(['k1', answer])
    expect(signer && isSignedBy(opened.token, signer)).toBe(true)
    expect(openD2c(D2C, { kid: recipientId(other.public.seal), privateKey: other.open })).toEqual({
      fault: 'otherDevice',
    })
    expect(openD2c(D2C, { ...OPENS, privateKey: other.open })).toEqual({ fault: 'forged' })
  })

  it('is forged with any changed byte under a right checksum', () => {
    const token = tokenOf(D2C)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...letters.split(''), '.'), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1)
        // The last character of a part has bits that mean nothing. The header counts as text.
        const meant = (text: string) => {
          const [head, ...rest] = text.split('.')
          return [head, ...rest.map((part) => Buffer.from(part, 'base64url').toString('hex'))].join(' ')
        }
        if (meant(changed) === meant(token)) return
        expect(['forged', 'otherDevice']).toContain(faultOf(openD2c(writeFile('D2C', changed), OPENS)))
      }),
      { numRuns: 300 },
    )
  })

  it('carries the data areas of ten products', () => {
    const content = Buffer.alloc(65_535, 'x').toString('base64')
    const packages = Array.from({ length: 30 }, () => ({
      kind: 'data' as const,
      licenseId: 1,
      area: 'rom',
      content,
      revision: 1,
    }))
    const opened = openD2c(makeD2c({ ...answer, packages }, SIGNING, TO_DEVICE), OPENS)
    expect('token' in opened && opened.token.claims['packages']).toEqual(packages)
  })
})

describe('a sealed document', () => {
  const token = sealJwe('content', EXCHANGE)
  const open = (text: string) => openJwe(text, center.open, 1_000)

  it('names its recipient, and opens only with that key', () => {
    expect([recipientOf(token), open(token)]).toEqual([EXCHANGE.kid, 'content'])
    expect(openJwe(token, other.open, 1_000)).toBeUndefined()
  })

  it('is refused if its header asks for anything else', () => {
    const said = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as object // our own header
    for (const change of [
      { alg: 'dir' },
      { enc: 'A128GCM' },
      { zip: undefined },
      { crit: ['x'] },
      { epk: null },
      { epk: { kty: 'OKP', crv: 'Ed25519', x: device.public.sign } },
      { epk: { kty: 'OKP', crv: 'X25519', x: 'short' } },
    ])
      expect(open(withPart(token, 0, () => header({ ...said, ...change }))), JSON.stringify(change)).toBeUndefined()
    expect(open(withPart(token, 1, () => 'AAAA'))).toBeUndefined()
    expect(open(`${token}.AA`)).toBeUndefined()
    expect(open(withPart(token, 2, (iv) => `${iv}AAAA`))).toBeUndefined()
    expect(open(withPart(token, 4, (tag) => tag.slice(0, 16)))).toBeUndefined()
  })

  it('with a low-order point as the key of its sender is refused, although anybody can compute its content key', () => {
    for (const point of [Buffer.alloc(32), Buffer.from([1, ...Buffer.alloc(31)])])
      expect(open(sealedWith(Buffer.alloc(32), point, deflateRawSync('content')))).toBeUndefined()
  })

  it('is refused if its content is not deflated', () => {
    const sender = pair()
    const shared = diffieHellman({ privateKey: sender.open, publicKey: EXCHANGE.publicKey })
    const point = Buffer.from(sender.public.seal, 'base64url')
    expect(open(sealedWith(shared, point, deflateRawSync('content')))).toBe('content')
    expect(open(sealedWith(shared, point, Buffer.from('content')))).toBeUndefined()
  })

  it('does not expand beyond its limit', () => {
    const bomb = sealJwe('0'.repeat(8_000_000), EXCHANGE)
    expect(bomb.length).toBeLessThan(100_000)
    expect(openJwe(bomb, center.open, 16_384)).toBeUndefined()
    expect(openJwe(sealJwe('0'.repeat(16_384), EXCHANGE), center.open, 16_384)).toHaveLength(16_384)
    const inside = writeFile('C2D', sealJwe('0'.repeat(2_000_000), EXCHANGE))
    expect(openC2d(inside, privateOf)).toEqual({ fault: 'forged' })
  })
})

describe('anything else', () => {
  it('never makes a reader throw', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.constantFrom('.', header({ alg: 'EdDSA', typ: 'x', kid: '' }), ...tokenOf(C2D).split('.'), '{}', 'null'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('.', '', '\n'), (pieces, glue) => {
        const text = pieces.join(glue)
        expect(openJwe(text, center.open, 1_000)).toBeUndefined()
        expect(faultOf(openC2d(writeFile('C2D', text), privateOf))).not.toBe('opened')
        expect(faultOf(openD2c(writeFile('D2C', text), OPENS))).not.toBe('opened')
        readToken(text)
        recipientOf(text)
        keyOf(text)
        sealingKeyOf(text)
        pairOf({ sign: text, open: text })
      }),
      { numRuns: 200 },
    )
  })

  it('is no pair of keys: damaged ones, or of another kind', () => {
    const stored = makePair()
    expect(pairOf(stored)).toBeDefined()
    expect(pairOf({ sign: stored.open, open: stored.sign })).toBeUndefined()
    expect(pairOf({ ...stored, open: stored.open.slice(0, -8) })).toBeUndefined()
  })
})
