// IP addresses and ranges of them, as people write them.
import * as z from 'zod/mini'

const address = z.union([z.ipv4(), z.ipv6()])
const range = z.union([z.cidrv4(), z.cidrv6()])

/** An IP address, or a range such as 203.0.113.0/24. */
export const isNetwork = (text: string) => z.safeParse(address, text).success || z.safeParse(range, text).success
