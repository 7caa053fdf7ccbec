// Token buckets in memory: a first wall against floods, per network and process. What must hold across processes does not belong here.
import { isIPv6 } from 'node:net'

export interface RateLimit {
  /** Takes one token; answers 0, or how many seconds until there is one. `most` is how many there are at once: those of a minute, unless told. */
  take(key: string, perMinute: number, most?: number): number
  /** How many seconds until there is one, without taking it. */
  wait(key: string, perMinute: number, most?: number): number
}

const MOST_KEYS = 50_000

export function createRateLimit(now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  function fill(key: string, perMinute: number, most: number) {
    const at = now()
    const bucket = buckets.get(key) ?? { tokens: most, at }
    return { at, tokens: Math.min(most, bucket.tokens + ((at - bucket.at) / 60_000) * perMinute) }
  }
  const secondsUntilOne = (tokens: number, perMinute: number) => (tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60)))
  return {
    take(key, perMinute, most = perMinute) {
      const { at, tokens } = fill(key, perMinute, most)
      // Deleting first moves the key to the end, so that the map's first key is the one unused for longest.
      buckets.delete(key)
      if (buckets.size >= MOST_KEYS) for (const oldest of buckets.keys()) { buckets.delete(oldest); break }
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      return secondsUntilOne(tokens, perMinute)
    },
    wait: (key, perMinute, most = perMinute) => secondsUntilOne(fill(key, perMinute, most).tokens, perMinute),
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
