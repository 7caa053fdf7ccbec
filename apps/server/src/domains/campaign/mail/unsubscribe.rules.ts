// The link that ends promotion mails of a developer to an address. It carries both, signed, so it works without a
// stored token, also after the user is deleted. It can do nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 16

export interface Recipient {
  developerId: number
  /** In lower case. */
  address: string
}

const macOf = (key: Buffer, { developerId, address }: Recipient) =>
  createHmac('sha256', key).update(`${developerId}\n${address}`).digest().subarray(0, MAC_BYTES)

export const tokenOf = (key: Buffer, recipient: Recipient) =>
  [
    String(recipient.developerId),
    Buffer.from(recipient.address).toString('base64url'),
    macOf(key, recipient).toString('base64url'),
  ].join('.')

/** The recipient of a token that we signed. */
export function recipientOf(key: Buffer, token: string): Recipient | undefined {
  const [, id, address, mac] = /^(\d{1,15})\.([\w-]+)\.([\w-]{22})$/.exec(token) ?? []
  if (id === undefined || address === undefined || mac === undefined) return undefined
  const recipient = { developerId: Number(id), address: Buffer.from(address, 'base64url').toString() }
  const given = Buffer.from(mac, 'base64url')
  return given.length === MAC_BYTES && timingSafeEqual(given, macOf(key, recipient)) ? recipient : undefined
}

/** Enough to recognize one's own address: `li***@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  return `${name.slice(0, Math.min(2, Math.max(1, name.length - 1)))}***${address.slice(at)}`
}
