// Looks up names that developers type. The look-up of the operating system takes a thread of a pool that leaves two to
// look-ups, and nothing ends it. A few names whose name server never answers would hold up every other look-up of the
// process: those of the database, of the platform's mail server and of payments. These names are asked without a thread
// and with an end. Only names that the operator trusts are left to the operating system, which also knows its own hosts
// file.
import { Resolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

export type Resolve = (host: string) => Promise<{ address: string }[]>

/** Names of this computer, whatever a resolver says (RFC 6761). */
export const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/i
/** Other spellings of an IPv4 address, such as 2130706433 or 0x7f.1. No name server is asked for them. */
const NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i

const TIMEOUT_MS = 2_000
const TRIES = 2
/** Answers of a name server. Everything else means that it could not be asked. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

const bySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

interface LookUpOptions {
  /** Whether an exception of the operator names the host. */
  isNamed?: (host: string) => boolean
  /** Also asks the operating system for a name that name servers do not know: it may be in a range that is allowed. */
  hasLocalNames?: boolean
  /** Instead of the name servers of this computer. */
  servers?: readonly string[]
  timeoutMs?: number
}

export function createLookUp({
  isNamed = () => false,
  hasLocalNames = false,
  servers,
  timeoutMs = TIMEOUT_MS,
}: LookUpOptions = {}): Resolve {
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time, so that a thread is left for the look-ups of the platform. */
  function bySystemInTurn(host: string): ReturnType<Resolve> {
    const found = last.then(() => bySystem(host))
    last = found.catch(() => undefined)
    return found
  }

  return async (host) => {
    if (isIP(host) !== 0 || NUMBER.test(host) || LOOPBACK_NAME.test(host) || isNamed(host)) return bySystem(host)
    // A new one each time: it reads the settings of the computer as they are now.
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found.map((address) => ({ address }))
    if (hasLocalNames) return bySystemInTurn(host)
    const codes = asked.map((answer) => {
      const reason: unknown = answer.status === 'rejected' ? answer.reason : undefined
      return reason instanceof Error && 'code' in reason ? String(reason.code) : ''
    })
    const code = codes.every((one) => NO_SUCH_NAME.includes(one)) ? 'ENOTFOUND' : 'EAI_AGAIN'
    throw Object.assign(new Error(`${code} ${host}`), { code })
  }
}
