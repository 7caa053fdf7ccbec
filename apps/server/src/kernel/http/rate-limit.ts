// Token buckets in memory: a first defense against floods, per network and process. Limits that must hold across
// processes do not belong here.
import { isIPv6 } from 'node:net'
import { MINUTE_MS } from '@sealwright/contract'
import { createRecent } from '../recent.ts'

export interface RateLimit {
  /**
   * Takes one token and returns 0, or returns the seconds until there is one. `most` is the size of the bucket, by
   * default the tokens of one minute.
   */
  take(key: string, perMinute: number, most?: number): number
  /** The seconds until there is a token. Takes none. */
  wait(key: string, perMinute: number, most?: number): number
  /** The whole tokens of a bucket, and the seconds until it is full again. Takes none. */
  state(key: string, perMinute: number): { tokens: number; fullAfterSeconds: number }
  /** Takes one token even from an empty bucket. Later calls wait until the debt is paid; it is at most `most`. */
  owe(key: string, perMinute: number, most?: number): void
}

const MOST_KEYS = 50_000

interface Bucket {
  tokens: number
  at: number
}

export function createRateLimit(now: () => number): RateLimit {
  const buckets = createRecent<Bucket>(MOST_KEYS)

  function bucketOf(key: string, most: number): Bucket {
    const known = buckets.get(key)
    if (known) return known
    const bucket = { tokens: most, at: now() }
    buckets.set(key, bucket)
    return bucket
  }
  function fill(bucket: Bucket, perMinute: number, most: number) {
    const at = now()
    bucket.tokens = Math.min(most, bucket.tokens + ((at - bucket.at) / MINUTE_MS) * perMinute)
    bucket.at = at
  }
  const secondsUntilOne = (tokens: number, perMinute: number) =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60))

  return {
    take(key, perMinute, most = perMinute) {
      const bucket = bucketOf(key, most)
      fill(bucket, perMinute, most)
      const wait = secondsUntilOne(bucket.tokens, perMinute)
      if (wait === 0) bucket.tokens--
      return wait
    },
    wait(key, perMinute, most = perMinute) {
      const bucket = buckets.get(key)
      if (!bucket) return 0
      fill(bucket, perMinute, most)
      return secondsUntilOne(bucket.tokens, perMinute)
    },
    state(key, perMinute) {
      const bucket = buckets.get(key)
      if (!bucket) return { tokens: perMinute, fullAfterSeconds: 0 }
      fill(bucket, perMinute, perMinute)
      return {
        tokens: Math.max(0, Math.floor(bucket.tokens)),
        fullAfterSeconds: Math.ceil(((perMinute - bucket.tokens) / perMinute) * 60),
      }
    },
    owe(key, perMinute, most = perMinute) {
      const bucket = bucketOf(key, most)
      fill(bucket, perMinute, most)
      bucket.tokens = Math.max(-most, bucket.tokens - 1)
    },
  }
}

/** The network of an address: the IPv4 address itself, or the /64 that one IPv6 subscriber usually has. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const full =
    tail === undefined
      ? groups
      : [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest]
  return `${full.slice(0, 4).join(':')}::/64`
}
