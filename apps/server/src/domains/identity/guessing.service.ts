// Against guessing. A try is counted before the password is looked at and taken back when it was right, so that two hundred tries at once are
// no more than two hundred one after the other. Whoever comes on a device that this account has signed in on is counted apart from strangers:
// nobody can lock them out.
import { createHash } from 'node:crypto'
import { LIMITS } from '@sealwright/contract'
import type { Database, Db } from '../../kernel/db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { forgetCounts, giveBack, take } from './guessing.queries.ts'
import type { Counted, Measure } from './guessing.queries.ts'

const limits = LIMITS.guessing

const FROM_HERE: Measure = { windowSeconds: limits.windowMinutes * 60, free: limits.freeFailures, firstWaitSeconds: limits.firstWaitSeconds, longestWaitSeconds: limits.longestWaitSeconds, restSeconds: limits.windowMinutes * 60 }
const OF_NETWORK: Measure = { windowSeconds: 3600, free: limits.perNetworkAnHour, firstWaitSeconds: limits.longestWaitSeconds, longestWaitSeconds: limits.longestWaitSeconds, restSeconds: 0 }
const OF_ACCOUNT: Measure = { windowSeconds: 3600, free: limits.perAccountAnHour, firstWaitSeconds: limits.longestWaitSeconds, longestWaitSeconds: limits.longestWaitSeconds, restSeconds: 0 }

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

export interface SignInTry {
  /** What was typed, whether or not it is an account: both are slowed down alike. */
  name: string
  network: string
  /** The device, where this account has signed in on it before. */
  knownDevice: string | undefined
  /** This account has signed in from this network before. */
  isKnownNetwork: boolean
  now: Date
}

export function createGuessing(database: Database) {
  async function run(counted: Counted[], now: Date, refuse: (index: number, seconds: number) => Refusal) {
    // All or nothing: a try that one count refuses is not held against the others.
    await database.outsideTenants(async (db) => {
      for (const [index, one] of counted.entries()) {
        const seconds = await take(db, one, now)
        if (seconds > 0) throw refuse(index, seconds)
      }
    })
    return {
      /** It was right: the count from here starts over, the wider ones take it back. */
      forgive: () =>
        database.outsideTenants(async (db) => {
          for (const one of counted) if (one.measure !== FROM_HERE) await giveBack(db, one)
          await forgetCounts(db, counted.filter((one) => one.measure === FROM_HERE).map((one) => one.key))
        }),
    }
  }
  const slowedDown = (_index: number, seconds: number) => new Refusal('identity.slowedDown', { params: { seconds } })

  return {
    /** Before a password is looked at. Throws when it comes too early. */
    signIn({ name, network, knownDevice, isKnownNetwork, now }: SignInTry) {
      if (knownDevice !== undefined) return run([{ key: keyOf('device', name, knownDevice), measure: FROM_HERE }], now, slowedDown)
      const counted = [
        { key: keyOf('network', network), measure: OF_NETWORK },
        { key: keyOf('pair', name, network), measure: FROM_HERE },
        ...(isKnownNetwork ? [] : [{ key: keyOf('account', name), measure: OF_ACCOUNT }]),
      ]
      return run(counted, now, (index, seconds) => (index === 2 ? new Refusal('identity.useKnownDevice') : slowedDown(index, seconds)))
    },
    /** Before a code that was sent to an address is looked at. The code itself bears few wrong tries; this counts who tries many addresses. */
    code: (network: string, now: Date) => run([{ key: keyOf('code network', network), measure: OF_NETWORK }], now, slowedDown),
    /** Before a code is sent, to whatever address: each costs somebody a message, and text messages cost money. */
    asking: (network: string, now: Date) =>
      run([{ key: keyOf('asking network', network), measure: OF_NETWORK }], now, (_index, seconds) => new Refusal('identity.codeTooSoon', { params: { seconds }, field: 'target' })),
    /** Before a second factor or a confirmed password is looked at, by an account that is signed in or about to be. */
    inside: (kind: 'secondFactor' | 'confirm', accountId: string, now: Date) => run([{ key: keyOf(kind, accountId), measure: FROM_HERE }], now, slowedDown),
    /** Whoever has proven to own the address starts afresh. */
    forget: (db: Db, name: string, network: string) => forgetCounts(db, [keyOf('pair', name, network), keyOf('account', name)]),
  }
}
export type Guessing = ReturnType<typeof createGuessing>
