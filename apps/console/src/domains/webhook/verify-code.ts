// How a receiver checks the signature of a request, without a library (Standard Webhooks). The tests run this code.
export const VERIFY_LANGUAGES = ['node', 'python'] as const
export type VerifyLanguage = (typeof VERIFY_LANGUAGES)[number]

export const VERIFY_CODE: Record<VerifyLanguage, string> = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` is the raw text of the request, \`headers\` have lowercase names, \`secret\` begins with whsec_. */
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) throw new Error('too old')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  const isRight = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isRight) throw new Error('wrong signature')
  return JSON.parse(body)
}
`,
  python: `import base64
import hashlib
import hmac
import json
import time


def verify(secret, headers, body):
    """body: the raw bytes of the request; headers: lowercase names; secret: begins with whsec_."""
    if not abs(time.time() - int(headers["webhook-timestamp"])) <= 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(given, expected) for given in headers["webhook-signature"].split(" ")):
        raise ValueError("wrong signature")
    return json.loads(body)
`,
}
