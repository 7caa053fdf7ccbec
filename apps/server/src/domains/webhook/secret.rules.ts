// Secrets of endpoints, as Standard Webhooks writes them. They are stored encrypted.
import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'

const PURPOSE = 'webhook'
const PREFIX = 'whsec_'
const BYTES = 32

export const newSecret = () => `${PREFIX}${randomBytes(BYTES).toString('base64')}`
export const sealSecret = (box: SecretBox, secret: string) => box.seal(PURPOSE, Buffer.from(secret))
export const openSecret = (box: SecretBox, sealed: Uint8Array) => box.open(PURPOSE, sealed).toString()
