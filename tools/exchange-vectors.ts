// `node tools/run.mjs tools/exchange-vectors.ts`: writes docs/exchange-vectors.md anew. Keys and contents are fixed.
// Sealing is random, so each run writes other files with the same content. The test checks the committed page.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOKEN_TYPES } from '@sealwright/contract'
import type { C2dClaims, D2cClaims, LockPackageClaims, LockRequestClaims } from '@sealwright/contract'
import {
  makeC2d,
  makeD2c,
  makeLockPackage,
  makeLockRequest,
  openC2d,
  pairOf,
  recipientId,
  signJws,
} from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'

export const PAGE = join(import.meta.dirname, '../docs/exchange-vectors.md')
const DEVELOPER = 10001
/** 2026-11-18 10:40:00 UTC. */
const AT = 1_795_000_800
const DAY = 86_400

const CURVES = { Ed25519: '302e020100300506032b657004220420', X25519: '302e020100300506032b656e04220420' } as const
type Curve = keyof typeof CURVES

/** A private key that is the SHA-256 of its name, in PKCS #8. */
const seedOf = (name: string) => createHash('sha256').update(`sealwright test vector ${name}`).digest()
const pkcs8 = (curve: Curve, name: string) => Buffer.concat([Buffer.from(CURVES[curve], 'hex'), seedOf(name)])
const keyFrom = (curve: Curve, name: string) =>
  createPrivateKey({ key: pkcs8(curve, name), type: 'pkcs8', format: 'der' })
const publicX = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' }).x ?? ''

export const KEYS = {
  root: { curve: 'Ed25519', key: keyFrom('Ed25519', 'root') },
  signing: { curve: 'Ed25519', key: keyFrom('Ed25519', 'signing') },
  exchange: { curve: 'X25519', key: keyFrom('X25519', 'exchange') },
  'device, to sign': { curve: 'Ed25519', key: keyFrom('Ed25519', 'device sign') },
  'device, to open': { curve: 'X25519', key: keyFrom('X25519', 'device open') },
} as const

const SIGNING = { kid: 'vector-signing', privateKey: KEYS.signing.key }
const ROOT = { kid: 'vector-root', privateKey: KEYS.root.key }
export const EXCHANGE_KID = 'vector-exchange'

function devicePair(): KeyPair {
  const pair = pairOf({
    sign: pkcs8('Ed25519', 'device sign').toString('base64'),
    open: pkcs8('X25519', 'device open').toString('base64'),
  })
  if (!pair) throw new Error('the keys of the device are invalid')
  return pair
}

const digest = (name: string) => createHash('sha256').update(name).digest('base64url')
const parts = { systemId: digest('system'), board: digest('board'), cpu: digest('cpu'), disk: digest('disk') }
const fingerprint = digest('fingerprint')

const REQUEST: Omit<C2dClaims, 'keys'> = {
  iss: String(DEVELOPER),
  jti: 'vector-request-000001',
  iat: AT,
  kind: 'bind',
  code: 'ABCDEFGHJKLMNPQR',
  password: 'secret',
  licenseId: 100201,
  machine: { fingerprint, parts, name: '设计部 PC-7', os: 'Linux 6.1' },
  counter: 0,
}

const certificate = () =>
  signJws(
    TOKEN_TYPES.key,
    {
      iss: String(DEVELOPER),
      sub: SIGNING.kid,
      jwk: { kty: 'OKP', crv: 'Ed25519', x: publicX(KEYS.signing.key), kid: SIGNING.kid },
      iat: AT,
      nbf: AT,
      signsUntil: AT + 90 * DAY,
      exp: AT + 270 * DAY,
    },
    ROOT,
  )

const revocations = (nonce?: string) =>
  signJws(
    TOKEN_TYPES.revocations,
    { iss: String(DEVELOPER), iat: AT, keys: [SIGNING.kid], revoked: [], ...(nonce !== undefined && { nonce }) },
    ROOT,
  )

function answer(): D2cClaims {
  const lease = {
    iss: String(DEVELOPER),
    jti: '01a1dd92-78a7-7628-a85a-7d4315a34c0d',
    sub: '01a1dd92-78a7-7628-a85a-7d4315a34c0c',
    licenseId: 100201,
    revision: 1,
    mode: 3,
    code: REQUEST.code,
    machine: {
      id: '01a1dd92-78a7-7628-a85a-7d4315a34c0e',
      fingerprint,
      parts: Object.entries(parts).map(([kind, value]) => `${kind}=${value}`),
      counted: ['systemId', 'board', 'cpu', 'disk', 'network'],
    },
    products: [{ licenseId: 100201, version: 1, modules: [1, 2], zones: { rom: digest('read only') } }],
    limits: { machines: 1, machinesEver: 3, seats: null, uses: null, offlineDays: 30 },
    iat: AT,
    nbf: AT,
    exp: AT + 30 * DAY,
  }
  return {
    iss: String(DEVELOPER),
    jti: '01a1dd92-78a7-7628-a85a-7d4315a34c0f',
    re: REQUEST.jti,
    iat: AT,
    exp: AT + 14 * DAY,
    keys: [{ kid: SIGNING.kid, certificate: certificate() }],
    revocations: revocations(REQUEST.jti),
    packages: [
      { kind: 'lease', lease: signJws(TOKEN_TYPES.lease, lease, SIGNING) },
      {
        kind: 'data',
        licenseId: 100201,
        area: 'rom',
        content: Buffer.from('read only').toString('base64'),
        revision: 0,
      },
    ],
  }
}

const SERIAL = '0123456789abcdef0123456789abcdef'

const LOCK_REQUEST: Omit<LockRequestClaims, 'keys'> = {
  iss: String(DEVELOPER),
  jti: 'vector-dongle-request1',
  iat: AT,
  act: 'activate',
  serial: SERIAL,
  shell: '9900000001',
  firmware: '1.0.0',
  seq: 3,
  last: 2,
  held: 1,
  until: AT + 2 * DAY,
  results: [
    [1, 'done'],
    [2, 'done', 'exists'],
  ],
}

const lockPackage = (): LockPackageClaims => ({
  iss: String(DEVELOPER),
  jti: '01a1dd92-78a7-7628-a85a-7d4315a34c10',
  iat: AT,
  exp: AT + 30 * DAY,
  keys: [{ kid: SIGNING.kid, certificate: certificate() }],
  revocations: revocations(),
  serial: SERIAL,
  number: 3,
  identity: signJws(
    TOKEN_TYPES.lockIdentity,
    { iss: String(DEVELOPER), serial: SERIAL, sign: devicePair().public.sign },
    ROOT,
  ),
  known: 2,
  operations: [
    {
      op: 'license',
      licenseId: 100201,
      isAdded: true,
      isForced: false,
      isForever: false,
      end: { op: 1, value: AT + 365 * DAY },
      counter: { op: 1, value: 100 },
      seats: { kind: 'process', most: { op: 1, value: 5 } },
      modules: [1, 2],
    },
    { op: 'activate', until: AT + 30 * DAY },
  ],
})

/** The contents that the files of the page must have. Signatures of Ed25519 repeat, so they are fixed too. */
export const CONTENTS = {
  c2d: { ...REQUEST, keys: devicePair().public },
  d2c: answer(),
  lockC2d: { ...LOCK_REQUEST, keys: devicePair().public },
  lockD2c: lockPackage(),
}

export type SealedFiles = Record<keyof typeof CONTENTS, string>

export function sealFiles(): SealedFiles {
  const device = devicePair()
  const center = { kid: EXCHANGE_KID, publicKey: createPublicKey(KEYS.exchange.key) }
  const to = { kid: recipientId(device.public.seal), publicKey: createPublicKey(KEYS['device, to open'].key) }
  return {
    c2d: makeC2d(REQUEST, device, center),
    d2c: makeD2c(CONTENTS.d2c, SIGNING, to),
    lockC2d: makeLockRequest(LOCK_REQUEST, device, center),
    lockD2c: makeLockPackage(CONTENTS.lockD2c, SIGNING, to),
  }
}

/** SHA-256 of the signed request, by which a center recognizes the same request. */
function requestDigest(file: string): string {
  const opened = openC2d(file, (kid) => (kid === EXCHANGE_KID ? KEYS.exchange.key : undefined))
  return 'digest' in opened ? opened.digest.toString('hex') : opened.fault
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
const told = (value: object) => block('json', JSON.stringify(value, null, 2))

export function vectorsPage({ c2d, d2c, lockC2d, lockD2c }: SealedFiles): string {
  const rows = Object.entries(KEYS).map(([name, { curve, key }]) => {
    const { d = '', x = '' } = key.export({ format: 'jwk' })
    return `| ${name} | ${curve} | \`${d}\` | \`${x}\` |`
  })
  return `# Test vectors of offline files

For programs in other languages that write request files (C2D) or import license files (D2C). \`packages/exchange\`
is our own implementation, and \`examples/verify-lease/verify_file.py\` checks the license file of this page. The keys
are for tests only. \`node tools/run.mjs tools/exchange-vectors.ts\` writes this page.

## The format

- A file is text: the line \`SEALWRIGHT C2D 1\` or \`SEALWRIGHT D2C 1\`, a document in lines of at most 76 characters,
  and \`#\` with the first 8 hexadecimal digits of the SHA-256 of \`C2D \` (or \`D2C \`) and the document. Readers
  accept other line ends, quotation marks of mails (\`>\`), spaces around lines, and text before and after the file. A
  C2D is at most 4,096 bytes long.
- The document is a compact JWE (RFC 7516): \`alg\` is \`ECDH-ES\`, \`enc\` is \`A256GCM\`, \`zip\` is \`DEF\`, and
  \`epk\` is an X25519 key that was made for this document. The encrypted key is empty. The content key is one round of
  the Concat KDF with SHA-256 (RFC 7518, section 4.6.2), without party info.
- \`kid\` names the recipient. For a C2D it is the \`sub\` in the certificate of the exchange key, a JWS of the root key
  with the type \`${TOKEN_TYPES.exchangeKey}\`; for a D2C it is the beginning of the public key of the device, 16
  characters long.
- The content is a compact JWS (RFC 7515) with Ed25519. The type of a C2D is \`${TOKEN_TYPES.c2d}\`; the key that its
  \`keys\` name signs it. The type of a D2C is \`${TOKEN_TYPES.d2c}\`; a signing key of the developer signs it.
- A reader of a D2C checks, in this order: the root key signed \`revocations\`, with the id of the request as \`nonce\`;
  the signing key is listed there, not revoked, and certified by the root; its signature; \`iss\`; \`re\` is the id of a
  request that is still open; \`exp\` is not past, and \`iat\` not in the future; the lease, as always.

## Keys

In base64url, as \`d\` and \`x\` of a JSON Web Key. The developer ID is ${DEVELOPER}.

| key | curve | private | public |
|---|---|---|---|
${rows.join('\n')}

## A request file (C2D)

Sealed to the exchange key, whose id is \`${EXCHANGE_KID}\`:

${block('text', c2d)}

Its claims. The SHA-256 of the signed document is \`${requestDigest(c2d)}\`.

${told(CONTENTS.c2d)}

## A license file (D2C)

It answers the request above, and can be imported from ${AT} to ${CONTENTS.d2c.exp} (Unix time):

${block('text', d2c)}

Its claims. The key \`${SIGNING.kid}\` signs it:

${told(CONTENTS.d2c)}

## A request of a dongle (C2D)

A dongle has the same files. Its request has the type \`${TOKEN_TYPES.lockRequest}\`. Here, the keys of the
device are those of the dongle:

${block('text', lockC2d)}

Its claims. The SHA-256 of the signed document is \`${requestDigest(lockC2d)}\`.

${told(CONTENTS.lockC2d)}

## A package for a dongle (D2C)

Its type is \`${TOKEN_TYPES.lockPackage}\`. It answers no request, so its list of revoked keys has no nonce. A
dongle checks, in this order: the root key signed \`revocations\`; the signing key is certified by the root and
revoked neither there nor in the newest list that the dongle has seen; its signature; \`serial\`; the root key signed
\`identity\` (\`${TOKEN_TYPES.lockIdentity}\`) for this serial and the key of this dongle; \`number\` is above
that of the last package; \`exp\` is not past.

${block('text', lockD2c)}

Its claims:

${told(CONTENTS.lockD2c)}
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, vectorsPage(sealFiles()))
