// Whether an address belongs to a list of addresses and ranges, which the contract has checked (`isNetwork`).
import { BlockList, isIPv6 } from 'node:net'

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** An IPv4 address that arrives on an IPv6 socket matches the IPv4 ranges. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [first = '', bits] = network.split('/')
    const family = familyOf(first)
    list.addSubnet(first, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list.check(address, familyOf(address))
}
