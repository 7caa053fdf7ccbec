// Limits open connections, overall and per network. Above a limit, a new connection is closed before it costs anything.
// Connections of the proxy and of this computer count only overall: behind a proxy, all people share its address.
import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { MINUTE_MS } from '@sealwright/contract'
import type { Logger } from 'pino'
import { networkOf } from './rate-limit.ts'

export interface ConnectionLimits {
  connections: number
  connectionsPerNetwork: number
}

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is this computer or one of the trusted proxies, which the configuration has checked. */
export function exemptOf(trustProxy: string | undefined): (address: string) => boolean {
  const list = new BlockList()
  const given = ['loopback', ...(trustProxy?.split(',') ?? [])].map((part) => part.trim())
  for (const range of given.flatMap((part) => NAMED[part] ?? [part])) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  // An IPv4 address that arrives on an IPv6 socket matches the IPv4 ranges.
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

export function limitConnections(
  server: Server,
  { connections, connectionsPerNetwork }: ConnectionLimits,
  isExempt: (address: string) => boolean,
  log: Pick<Logger, 'warn'>,
): void {
  const open = new Map<string, number>()
  let loggedAt = -Infinity
  const warn = (about: object) => {
    if (performance.now() - loggedAt < MINUTE_MS) return
    loggedAt = performance.now()
    log.warn(about, 'too many open connections; new ones are closed')
  }
  server.maxConnections = connections
  server.on('drop', () => warn({ connections }))
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isExempt(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= connectionsPerNetwork) {
      warn({ network, connectionsPerNetwork })
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
