// Ids made in the browser: request ids and idempotency keys. `crypto.randomUUID` exists only on secure origins, but
// vendors may open the console over plain HTTP inside their network.
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A random id in the form of a UUID, for fields that demand one. */
export function randomGuid(): string {
  const hex = randomId()
  // Version 4, and the variant of RFC 9562.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${'89ab'[Number.parseInt(hex.charAt(16), 16) % 4]}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
