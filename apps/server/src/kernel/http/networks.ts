// Whether an address lies in networks that somebody named: single addresses, or ranges such as 203.0.113.0/24.
import { BlockList, isIP } from 'node:net'
import { createRecent } from '../recent.ts'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
/** An IPv4 address that came through an IPv6 socket counts as IPv4. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const lists = createRecent<BlockList>(1_000)

function listOf(networks: readonly string[]): BlockList {
  const name = networks.join(' ')
  const known = lists.get(name)
  if (known) return known
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  lists.set(name, list)
  return list
}

export function isInNetworks(networks: readonly string[], address: string): boolean {
  const one = plain(address)
  return isIP(one) !== 0 && listOf(networks).check(one, familyOf(one))
}
