// What the checks read outside the database: free disk space, and certificates. Tests replace the readers.
import { X509Certificate } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sealwright/contract'

const HANDSHAKE_MS = 5_000

export interface FreeSpace {
  freeBytes: number
  totalBytes: number
}
export type ReadFreeSpace = (folder: string) => Promise<FreeSpace>

export interface SiteCertificate {
  validTo: Date
  /** Whether a client with the usual roots accepts it for this name. */
  isTrusted: boolean
}
export type ReadSiteCertificate = (url: string) => Promise<SiteCertificate>

export const readFreeSpace: ReadFreeSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Connects like a browser, and reads the certificate even if a browser would refuse it. */
export const readSiteCertificate: ReadSiteCertificate = (url) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect(
      {
        host,
        port: port === '' ? 443 : Number(port),
        rejectUnauthorized: false,
        ...(isIP(host) === 0 && { servername: host }),
      },
      () => {
        const validTo = new Date(socket.getPeerCertificate().valid_to)
        const isTrusted = socket.authorized
        socket.destroy()
        resolve({ validTo, isTrusted })
      },
    )
    socket.setTimeout(HANDSHAKE_MS, () => socket.destroy(new Error(`${host} did not answer within 5 seconds`)))
    socket.once('error', reject)
  })

export const daysUntil = (end: Date, now: Date) => Math.floor((end.getTime() - now.getTime()) / DAY_MS)

/** The end of the certificate that ends first, or null if there is none. */
export function firstEnd(certificates: readonly string[]): Date | null {
  const ends = certificates.map((pem) => new Date(new X509Certificate(pem).validTo).getTime())
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/** Asks at most once an hour, and after a failure once in five minutes. */
export function rememberCertificate(read: ReadSiteCertificate): ReadSiteCertificate {
  let known: { url: string; until: number; answer: Promise<SiteCertificate> } | undefined
  return (url) => {
    const now = performance.now()
    if (known?.url === url && now < known.until) return known.answer
    const answer = read(url)
    const kept = { url, until: now + HOUR_MS, answer }
    known = kept
    answer.catch(() => (kept.until = now + 5 * MINUTE_MS))
    return answer
  }
}
