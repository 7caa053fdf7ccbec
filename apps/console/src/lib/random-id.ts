// Ids made in the browser: request ids and idempotency keys. `crypto.randomUUID` exists only on secure origins, but
// vendors may open the console over plain HTTP inside their network.
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
