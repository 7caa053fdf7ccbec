// A software authenticator: it creates one passkey (ES256) and signs with it like a security key. Tests can make it
// send a wrong origin or an old counter. It encodes just enough CBOR by hand.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Authenticator {
  id: string
  /** Answers a request to create the passkey. */
  create(options: Record<string, unknown>, origin: string): Record<string, unknown>
  /** Answers a request to sign in with the passkey. */
  get(options: Record<string, unknown>, origin: string, given?: { counter?: number }): Record<string, unknown>
}

const USER_PRESENT = 0x01
const ATTESTED = 0x40

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.from([0x59, value.length >> 8, value.length & 0xff]),
    value,
  ])
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()

function coordinates(jwk: { x?: string; y?: string }): [Buffer, Buffer] {
  return [Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')]
}

/** With a counter of zero, the counter never changes, like that of a synced passkey. Otherwise it counts uses. */
export function createAuthenticator({ counter = 1 }: { counter?: number } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const [x, y] = coordinates(publicKey.export({ format: 'jwk' }))
  let uses = counter

  const clientData = (type: string, options: Record<string, unknown>, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }))

  function authenticatorData(rpId: unknown, flags: number, count: number): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(String(rpId)), head])
  }

  const credential = (response: Record<string, string | string[]>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    id,
    create(options, origin) {
      const rp = options['rp'] as { id: string } // as WebAuthn defines it
      // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(x),
        Buffer.from([0x22]),
        bytes(y),
      ])
      const authData = Buffer.concat([
        authenticatorData(rp.id, USER_PRESENT | ATTESTED, uses),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      })
    },
    get(options, origin, given = {}) {
      if (uses > 0) uses++
      const data = clientData('webauthn.get', options, origin)
      const authData = authenticatorData(options['rpId'], USER_PRESENT, given.counter ?? uses)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
