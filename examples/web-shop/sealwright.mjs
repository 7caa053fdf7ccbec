// Calls of the open API, signed with an access key. A write is repeated until the center has answered: its
// Idempotency-Key makes sure that it is done once.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The center refused a call. Repeating it does not help. */
export class Refused extends Error {}

async function send({ url, keyId, secret }, path, payload, idempotencyKey) {
  const body = JSON.stringify(payload)
  const time = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const digest = createHash('sha256').update(body).digest('hex')
  const text = ['POST', path, digest, time, nonce].join('\n')
  return fetch(url + path, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(30_000),
    headers: {
      'Content-Type': 'application/json',
      'X-Access-Key': keyId,
      'X-Timestamp': time,
      'X-Nonce': nonce,
      'X-Signature': createHmac('sha256', secret).update(text).digest('base64'),
      'Idempotency-Key': idempotencyKey,
    },
  })
}

/** Makes a write and returns its answer, however often the center or the network fails meanwhile. */
export async function write(center, path, payload, idempotencyKey) {
  for (let attempt = 0; ; attempt += 1) {
    let seconds = Math.min(2 ** attempt / 10, 5)
    try {
      const response = await send(center, path, payload, idempotencyKey)
      const answer = await response.json()
      if (response.ok) return answer
      // 409 with this type: the first attempt is still running.
      const isTemporary = response.status >= 500 || response.status === 429 || answer.type === 'IDEMPOTENCY_IN_PROGRESS'
      if (!isTemporary) throw new Refused(`${answer.type}: ${answer.detail}`)
      seconds = Number(response.headers.get('retry-after') ?? seconds)
    } catch (error) {
      if (error instanceof Refused) throw error
      // The connection was lost, or a proxy answered. Nobody knows whether the write was done: ask again.
    }
    await pause(seconds * 1000)
  }
}
