// Ids made in the browser: request ids and idempotency keys. `crypto.randomUUID` exists on secure origins only, and a
// vendor may well open the console over plain HTTP inside their own network.
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
