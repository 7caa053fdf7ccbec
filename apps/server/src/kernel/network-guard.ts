// Keeps connections to addresses that developers type out of the platform operator's own network. A host is resolved
// once, every address is checked, and the connection goes to a checked address, so a second DNS answer cannot lead
// elsewhere. A refused host is never contacted: open and closed ports look the same. The operator names exceptions.
import { BlockList, isIP } from 'node:net'
import { LIMITS } from '@sealwright/contract'
import { LOOPBACK_NAME, createLookUp } from './look-up.ts'
import type { Resolve } from './look-up.ts'

export type { Resolve } from './look-up.ts'

/** An exception: a host name or a range of addresses; without a port, on the usual ports. */
export interface NetworkException {
  host: string | undefined
  range: BlockList | undefined
  port: number | '*' | undefined
}

export class NetworkNotAllowed extends Error {
  override name = 'NetworkNotAllowed'
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Ranges that are not the public internet: IANA's special-purpose registries, and multicast. */
const SPECIAL = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Public by its number, but inside Azure it is the host of the virtual machine.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6')
// All other IPv6 ranges, such as loopback, unique-local, link-local, IPv4-mapped and NAT64, lie outside this one.
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !SPECIAL.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
    default:
      return false
  }
}

const HOST_NAME = /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/

function rangeOf(text: string): BlockList | undefined {
  const [address = '', bits] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return undefined
  const range = new BlockList()
  range.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address))
  return range
}

/** One exception, such as `mail.corp.example`, `10.0.0.0/8`, `10.1.2.3:2526`, `[fd00::1]:25` or `10.1.2.3:*`. */
export function parseException(text: string): NetworkException | undefined {
  const [, target = text, given] = isIP(text) === 6 ? [] : (/^(.+):(\d{1,5}|\*)$/.exec(text) ?? [])
  const port = given === undefined || given === '*' ? given : Number(given)
  if (typeof port === 'number' && (port < LIMITS.port.min || port > LIMITS.port.max)) return undefined
  const place = target.replace(/^\[(.+)\]$/, '$1').toLowerCase()
  const range = rangeOf(place)
  if (range) return { host: undefined, range, port }
  return HOST_NAME.test(place) && !/^[\d.]+$/.test(place) ? { host: place, range: undefined, port } : undefined
}

export interface NetworkGuard {
  /** Whether an exception can allow some address of the host on this port. Looks nothing up. */
  canBeExcepted(host: string, port: number): boolean
  /** Whether the host, if it is an address, or else some address of it may be contacted. Looks nothing up. */
  canReach(host: string, port: number, needsException: boolean): boolean
  /**
   * All addresses of the host, each of which may be contacted. Throws NetworkNotAllowed, or the error of the resolver.
   * Public addresses count on the public ports only, and not at all if an exception is needed.
   */
  addressesOf(host: string, port: number, needsException: boolean): Promise<string[]>
}

export function createNetworkGuard({
  exceptions,
  publicPorts,
  exceptedPorts = publicPorts,
  resolve = createLookUp({
    isNamed: (host) => exceptions.some((exception) => exception.host === host),
    hasLocalNames: exceptions.some(({ range }) => range !== undefined),
  }),
}: {
  exceptions: readonly NetworkException[]
  publicPorts: readonly number[]
  /** The ports of an exception that names none. */
  exceptedPorts?: readonly number[]
  resolve?: Resolve | undefined
}): NetworkGuard {
  // A name has one look-up at a time, however many wait for it.
  const asked = new Map<string, ReturnType<Resolve>>()
  function resolveOnce(host: string): ReturnType<Resolve> {
    const found = asked.get(host) ?? resolve(host).finally(() => asked.delete(host))
    asked.set(host, found)
    return found
  }
  const hasPort = (exception: NetworkException, port: number) =>
    exception.port === undefined ? exceptedPorts.includes(port) : exception.port === '*' || exception.port === port
  const isExcepted = (host: string, address: string, port: number) =>
    exceptions.some(
      (exception) =>
        hasPort(exception, port) && (exception.host === host || exception.range?.check(address, familyOf(address))),
    )
  const isAllowed = (host: string, address: string, port: number, needsException: boolean) =>
    (!needsException && publicPorts.includes(port) && isPublicAddress(address)) || isExcepted(host, address, port)
  const canBeExcepted = (host: string, port: number) =>
    exceptions.some(
      (exception) =>
        hasPort(exception, port) && (exception.range !== undefined || exception.host === host.toLowerCase()),
    )
  return {
    canBeExcepted,
    canReach(host, port, needsException) {
      if (isIP(host) !== 0) return isAllowed(host, host, port, needsException)
      const isPublic = !needsException && publicPorts.includes(port) && !LOOPBACK_NAME.test(host)
      return isPublic || canBeExcepted(host, port)
    },
    async addressesOf(given, port, needsException) {
      const host = given.toLowerCase()
      const addresses = (await resolveOnce(host)).map(({ address }) => address)
      // One address inside is enough to refuse: a name that points both ways is an attempt to get in.
      if (addresses.length === 0 || !addresses.every((address) => isAllowed(host, address, port, needsException)))
        throw new NetworkNotAllowed('the address is not allowed')
      return addresses
    },
  }
}
