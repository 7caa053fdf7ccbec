// One POST to an endpoint within a fixed time. The connection goes to an address that the guard checked; a kept
// connection goes to one that it checked before. Redirects are not followed, because nobody checked where they lead.
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { LIMITS } from '@sealwright/contract'
import type { DeliveryProblem } from '@sealwright/contract'
import type { NetworkGuard } from '../../kernel/network-guard.ts'
import { PostTimeout, problemOf, targetOf } from './webhook.rules.ts'
import type { Target } from './webhook.rules.ts'

export interface Posted {
  /** Null: no answer came. */
  status: number | null
  /** Null: it was delivered. */
  problem: DeliveryProblem | null
  /** The beginning of the answer. */
  answer: string | null
  milliseconds: number
}

export interface Post {
  (url: string, headers: Record<string, string>, body: string): Promise<Posted>
  /** Closes the kept connections. */
  close(): void
}

/** The endpoint closed a kept connection just now. A new one tells more. */
class StaleConnection extends Error {
  override name = 'StaleConnection'
}

const { answerMax } = LIMITS.webhook
const KEEP_MS = 5_000

/** At most `answerMax` characters that PostgreSQL can store. A longer answer is cut off. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    const end = () =>
      resolve(Buffer.concat(parts).toString('utf8').slice(0, answerMax).toWellFormed().replaceAll('\u0000', '\uFFFD'))
    response.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size > answerMax * 4) response.destroy()
    })
    response.on('end', end)
    response.on('close', end)
    response.on('error', end)
  })
}

export function createPost(
  guard: NetworkGuard,
  {
    timeoutMs = LIMITS.webhook.timeoutSeconds * 1_000,
    ca,
  }: {
    timeoutMs?: number
    /** A certificate authority instead of those of Node.js. */
    ca?: string | undefined
  } = {},
): Post {
  const kept = { keepAlive: true, maxFreeSockets: 8, timeout: timeoutMs + KEEP_MS }
  const http = new HttpAgent(kept)
  const https = new HttpsAgent({ ...kept, ...(ca !== undefined && { ca }) })

  /** The checked addresses of a name, or the reason why there are none. */
  const addressesOf = ({ host, port, isSecure }: Target) =>
    guard.addressesOf(host, port, !isSecure).then(
      (addresses) => ({ found: addresses.map((address) => ({ address, family: isIP(address) })), error: null }),
      (reason: unknown) => ({ found: [], error: reason instanceof Error ? reason : new Error(String(reason)) }),
    )

  const lookupOf =
    (target: Target): LookupFunction =>
    async (_host, options, callback) => {
      const { found, error } = await addressesOf(target)
      const { address, family } = found[0] ?? { address: '', family: 4 }
      if (options.all) callback(error, found)
      else callback(error, address, family)
    }

  const send = (
    target: Target,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<{ status: number; answer: string }> =>
    new Promise((resolve, reject) => {
      const { url, isSecure } = target
      let isAnswered = false
      const sent = (isSecure ? httpsRequest : httpRequest)(
        url,
        { method: 'POST', agent: isSecure ? https : http, headers, lookup: lookupOf(target), signal },
        (response) => {
          isAnswered = true
          void readBeginning(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }))
        },
      )
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The status is known. The answer ends here.
        if (isAnswered) return
        const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        reject(isStale ? new StaleConnection() : error)
      })
      // Node.js tells of an answer in another protocol by nothing else.
      sent.on('close', () => {
        if (!isAnswered) reject(new Error('closed without an answer'))
      })
      sent.end(body)
    })

  async function post(url: string, headers: Record<string, string>, body: string): Promise<Posted> {
    const began = performance.now()
    const told = (outcome: Omit<Posted, 'milliseconds'>): Posted => ({
      ...outcome,
      milliseconds: Math.round(performance.now() - began),
    })
    const aborting = new AbortController()
    const timer = setTimeout(() => aborting.abort(new PostTimeout()), timeoutMs)
    try {
      const target = targetOf(url)
      // Node.js looks up names only.
      if (isIP(target.host) !== 0) await guard.addressesOf(target.host, target.port, !target.isSecure)
      const length = { 'content-length': String(Buffer.byteLength(body)) }
      const sendNow = (more: Record<string, string>) =>
        send(target, { ...headers, ...length, ...more }, body, aborting.signal)
      const { status, answer } = await sendNow({}).catch((error: unknown) => {
        if (error instanceof StaleConnection) return sendNow({ connection: 'close' })
        throw error
      })
      const isDone = status >= 200 && status < 300
      return told({ status, problem: isDone ? null : 'status', answer })
    } catch (error) {
      return told({ status: null, problem: aborting.signal.aborted ? 'timeout' : problemOf(error), answer: null })
    } finally {
      clearTimeout(timer)
    }
  }
  return Object.assign(post, {
    close() {
      http.destroy()
      https.destroy()
    },
  })
}
