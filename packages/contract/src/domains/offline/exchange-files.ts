// The content of the files between a device without a network and the center. The SDK imports this file, so it depends
// on nothing, not even zod. How files are signed, sealed and written is in packages/exchange.

/** A C2D is at most this long. */
export const C2D_BYTES = 4096
/** With one license it is at most this long, so that it fits into one QR code. */
export const C2D_QR_BYTES = 1800

/** What a device asks for: to be bound, a new lease, or that its removal is taken in. */
export const EXCHANGE_KINDS = ['bind', 'refresh', 'unbind'] as const
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number]
/** Dongles have files too (dongle-files.ts). */
export const FILE_KINDS = [...EXCHANGE_KINDS, 'dongle'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The claims of a C2D. Names are short, because the file must fit into a QR code. */
export interface C2dClaims {
  /** The developer id. */
  iss: string
  /** Random, of this request alone. */
  jti: string
  /** By the clock of the device, in seconds. */
  iat: number
  kind: ExchangeKind
  /** The license: its code with its password, or the signed-in account with the product, or the lease that is held. */
  code?: string | undefined
  password?: string | undefined
  token?: string | undefined
  account?: string | undefined
  licenseId?: number | undefined
  lease?: string | undefined
  version?: number | undefined
  machine: {
    fingerprint: string
    /** Digests by part. */
    parts: Readonly<Record<string, string>>
    name?: string | undefined
    os?: string | undefined
  }
  /** The public keys of the device: one to check its signature, one to seal the answer to. */
  keys: { sign: string; seal: string }
  /** How often this device has removed a license. A file of a restored device has a count that is too low. */
  counter: number
}

/** A part of a D2C. */
export type D2cPackage =
  | { kind: 'lease'; lease: string }
  /** The content of a data area, in base64. */
  | { kind: 'data'; licenseId: number; area: string; content: string; revision: number }
  /** The center has taken in a removal. */
  | { kind: 'receipt'; license: string; at: number }

/** The claims of a D2C. */
export interface D2cClaims {
  /** The developer id. */
  iss: string
  jti: string
  /** The `jti` of the C2D that it answers. */
  re: string
  /** By the clock of the center, in seconds. */
  iat: number
  /** It can be imported until then. */
  exp: number
  /** The certificate of the key that signs, and of the keys of the leases. */
  keys: readonly { kid: string; certificate: string }[]
  /** The list of the root key. Its nonce is `re`. */
  revocations: string
  packages: readonly D2cPackage[]
}
