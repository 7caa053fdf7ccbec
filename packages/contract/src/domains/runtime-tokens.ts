// The documents that a center signs for programs: compact JWS (RFC 7515) with Ed25519. The SDK imports this file, so it
// depends on nothing, not even zod.

/** The `typ` header of each document. */
export const TOKEN_TYPES = {
  lease: 'sealwright-lease+jwt',
  /** The root key certifies a signing key. */
  key: 'sealwright-key+jwt',
  /** The root key names the signing keys that are published, and those that are revoked. */
  revocations: 'sealwright-revocations+jwt',
  /** A signing key proves that an answer belongs to a request. */
  answer: 'sealwright-answer+jwt',
  /** The root key certifies the exchange key, which opens the files of devices. */
  exchangeKey: 'sealwright-exchange-key+jwt',
  /** A device asks by a file, and the center answers by one. */
  c2d: 'sealwright-c2d+jwt',
  d2c: 'sealwright-d2c+jwt',
  /** The same for a dongle: its request, a package for it, the key that it has, and its answer to a program. */
  lockRequest: 'sealwright-lock-request+jwt',
  lockPackage: 'sealwright-lock-package+jwt',
  lockIdentity: 'sealwright-lock-identity+jwt',
  lockChallenge: 'sealwright-lock-challenge+jwt',
} as const

/** A request with a nonce in this header gets a proof of its answer. Both are headers, so that bodies can repeat. */
export const NONCE_HEADER = 'sealwright-nonce'
export const PROOF_HEADER = 'sealwright-proof'
/** Base64url. Other values count as no nonce. */
export const NONCE = /^[\w-]{16,64}$/

/** The claims of a proof. */
export interface AnswerClaims {
  /** The developer id. */
  iss: string
  nonce: string
  /** The path of the call. */
  call: string
  /** SHA-256 of the body of the request, in base64url. A GET has an empty body. */
  request: string
  /** The HTTP status. */
  status: number
  /** SHA-256 of the body of the answer, in base64url. */
  answer: string
  /** The time of the center, in seconds. */
  iat: number
}
