// Reads keys and certificates of the configuration, given as text or as the path of a file. Each function returns
// undefined for invalid input. Surprising: Alipay supplies keys as plain base64 without PEM lines. UnionPay's keys are
// extracted from a .pfx with openssl and are then in one file with their certificate.
import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

const MIN_RSA_BITS = 2048

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Service managers need values on one line, so a PEM may contain `\n` in place of line breaks. */
function textOf(given: string): string {
  if (given.includes('-----BEGIN ')) return given.replaceAll('\\n', '\n')
  return /^MI[\w+/=\s]{200,}$/.test(given) ? given : (attempt(() => readFileSync(given, 'utf8')) ?? '')
}

const blocksOf = (text: string, kind: RegExp) =>
  [...text.matchAll(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g)]
    .filter((block) => kind.test(block[1] ?? ''))
    .map((block) => block[0])

const isStrong = (key: KeyObject | undefined): key is KeyObject =>
  key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS

/** Certificates in PEM, one or several. */
export function certificatesIn(given: unknown): string[] | undefined {
  const blocks = typeof given === 'string' ? blocksOf(textOf(given), /^CERTIFICATE$/) : []
  return blocks.length > 0 && blocks.every((pem) => attempt(() => new X509Certificate(pem))) ? blocks : undefined
}

/** An RSA key in PEM (PKCS #8), and the serial number of its certificate in decimal, if the text includes it. */
export function privateKeyIn(
  given: unknown,
): { pem: string; certId: string | null; certificate: string | null } | undefined {
  if (typeof given !== 'string') return undefined
  const text = textOf(given)
  const [block] = blocksOf(text, /PRIVATE KEY$/)
  const der = Buffer.from(text, 'base64')
  const key =
    block === undefined
      ? (attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })) ??
        attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' })))
      : attempt(() => createPrivateKey(block))
  if (!isStrong(key)) return undefined
  const certificate = (certificatesIn(text) ?? [])
    .map((pem) => new X509Certificate(pem))
    .find((candidate) => candidate.checkPrivateKey(key))
  return {
    pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certId: certificate ? BigInt(`0x${certificate.serialNumber}`).toString() : null,
    certificate: certificate?.toString() ?? null,
  }
}

/** An RSA key in PEM. */
export function publicKeyIn(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const text = textOf(given)
  const [block] = blocksOf(text, /PUBLIC KEY$/)
  const key = attempt(() =>
    block === undefined
      ? createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
      : createPublicKey(block),
  )
  return isStrong(key) ? key.export({ type: 'spki', format: 'pem' }).toString() : undefined
}

/** The public key of a private key, to detect it in the place of the provider's public key. */
export const publicHalfOf = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
