// Token buckets in memory: a first wall against floods, per network and process. What must hold across processes does not belong here.
import { isIPv6 } from 'node:net'

export interface RateLimit {
  /** Takes one token; answers 0, or how many seconds until there is one. */
  take(key: string, perMinute: number): number
}

const MOST_KEYS = 50_000

export function createRateLimit(now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(key, perMinute) {
      const at = now()
      const bucket = buckets.get(key) ?? { tokens: perMinute, at }
      const tokens = Math.min(perMinute, bucket.tokens + ((at - bucket.at) / 60_000) * perMinute)
      // Deleting first moves the key to the end, so that the map's first key is the one unused for longest.
      buckets.delete(key)
      if (buckets.size >= MOST_KEYS) for (const oldest of buckets.keys()) { buckets.delete(oldest); break }
      const isAllowed = tokens >= 1
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at })
      return isAllowed ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60))
    },
  }
}

/** One network: an IPv4 address, or the /64 that one IPv6 customer usually has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const full = tail === undefined ? groups : [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest]
  return `${full.slice(0, 4).join(':')}::/64`
}
