// The files of dongles: their requests, their packages, and several packages in one text.
import { createPublicKey } from 'node:crypto'
import type { LockPackageClaims, LockRequestClaims } from '@sealwright/contract/dongle-files'
import { C2D_BYTES, C2D_QR_BYTES } from '@sealwright/contract/exchange-files'
import type { D2cClaims } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { describe, expect, it } from 'vitest'
import { makeLockRequest, openC2d } from './c2d.ts'
import { makeD2c, makeLockPackage, openD2c } from './d2c.ts'
import { readFile, splitFiles } from './file.ts'
import { isSignedBy, keyOf } from './jws.ts'
import { makePair, pairOf, recipientId } from './keys.ts'

function pair() {
  const made = pairOf(makePair())
  if (!made) throw new Error('a new pair is readable')
  return made
}
const [lock, other, center] = [pair(), pair(), pair()]
const EXCHANGE = { kid: 'exchange-key-id', publicKey: createPublicKey(center.open) }
const privateOf = (kid: string) => (kid === EXCHANGE.kid ? center.open : undefined)
const SIGNING = { kid: 'k1', privateKey: center.sign }
const to = (device: typeof lock) => ({
  kid: recipientId(device.public.seal),
  publicKey: createPublicKey(device.open),
})
const opensWith = (device: typeof lock) => ({ kid: recipientId(device.public.seal), privateKey: device.open })

const SERIAL = '0123456789abcdef0123456789abcdef'
const request = (given: Partial<LockRequestClaims> = {}): Omit<LockRequestClaims, 'keys'> => ({
  iss: '10001',
  jti: 'AbCdEfGhIjKlMnOpQrStUv',
  iat: 1_795_000_000,
  act: 'activate',
  serial: SERIAL,
  shell: '1234567890123456',
  firmware: '1.0.0',
  seq: 1_000_000,
  last: 900_000,
  held: 6_000,
  until: 1_797_000_000,
  results: [],
  ...given,
})
const PACKAGE: LockPackageClaims = {
  iss: '10001',
  jti: 'package',
  iat: 1_795_000_000,
  exp: 1_797_000_000,
  keys: [{ kid: 'k1', certificate: 'a.b.c' }],
  revocations: 'd.e.f',
  serial: SERIAL,
  number: 3,
  identity: 'g.h.i',
  known: 2,
  operations: [{ op: 'clear' }, { op: 'activate', until: 1_797_000_000 }],
}

describe('the request of a dongle', () => {
  it('is a C2D that tells a dongle from a device, with its claims and keys', () => {
    expect(openC2d(makeLockRequest(request(), lock, EXCHANGE), privateOf)).toMatchObject({
      by: 'dongle',
      claims: { ...request(), keys: lock.public },
    })
  })

  it('with the results of ten packages fits into one QR code', () => {
    const results = Array.from({ length: 10 }, (_, n): [number, 'done', 'exists', 'noValue'] => [
      899_990 + n,
      'done',
      'exists',
      'noValue',
    ])
    expect(Buffer.byteLength(makeLockRequest(request({ results }), lock, EXCHANGE))).toBeLessThanOrEqual(C2D_QR_BYTES)
  })

  it('with 200 results is not larger than a C2D may be', () => {
    const results = Array.from({ length: 200 }, (_, n): [number, 'done'] => [899_800 + n, 'done'])
    expect(Buffer.byteLength(makeLockRequest(request({ results }), lock, EXCHANGE))).toBeLessThanOrEqual(C2D_BYTES)
  })
})

describe('a package', () => {
  const text = makeLockPackage(PACKAGE, SIGNING, to(lock))

  it('is opened by its own dongle, as what the center signed', () => {
    const opened = openD2c(text, opensWith(lock), TOKEN_TYPES.lockPackage)
    if ('fault' in opened) throw new Error(opened.fault)
    const signer = keyOf(center.public.sign)
    expect(opened.token.claims).toEqual(PACKAGE)
    expect(signer && isSignedBy(opened.token, signer)).toBe(true)
    expect(openD2c(text, opensWith(other), TOKEN_TYPES.lockPackage)).toEqual({ fault: 'otherDevice' })
  })

  it('is no license file of a device, and a license file is no package', () => {
    expect(openD2c(text, opensWith(lock))).toEqual({ fault: 'forged' })
    const { serial: _serial, number: _number, operations: _operations, ...rest } = PACKAGE
    const answer: D2cClaims = { ...rest, re: 'request', packages: [] }
    const license = makeD2c(answer, SIGNING, to(lock))
    expect(openD2c(license, opensWith(lock), TOKEN_TYPES.lockPackage)).toEqual({ fault: 'forged' })
  })
})

describe('several files in one text', () => {
  const [one, two] = [3, 4].map((number) => makeLockPackage({ ...PACKAGE, number }, SIGNING, to(lock)))
  const numbersOf = (text: string) =>
    splitFiles(text).map((part) => {
      const opened = openD2c(part, opensWith(lock), TOKEN_TYPES.lockPackage)
      return 'fault' in opened ? opened.fault : opened.token.claims['number']
    })

  it.each([
    ['one after the other', `${one}${two}`],
    ['with text around them', `Hello,\n${one}\nand then\n${two}\n-- \nJo`],
    ['with Windows line ends', `${one}${two}`.replaceAll('\n', '\r\n')],
    ['quoted in a mail', `${one}${two}`.replaceAll(/^/gm, '> ')],
  ])('keep their order: %s', (_how, text) => {
    expect(numbersOf(text)).toEqual([3, 4])
  })

  it('are told apart if one is damaged', () => {
    expect(numbersOf(`${one?.replace(/\n#.*\n$/, '\n')}${two}`)).toEqual(['cut', 4])
  })

  it('are none in any other text', () => {
    expect(splitFiles('')).toEqual([])
    expect(splitFiles('SEALWRIGHT is a center\nof licenses')).toEqual([])
    expect(splitFiles(one ?? '').map((part) => readFile(part))).toEqual([readFile(one ?? '')])
    // A long text is searched once, not from each of its lines to its end.
    const begun = performance.now()
    expect(splitFiles('\n> '.repeat(50_000))).toEqual([])
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
