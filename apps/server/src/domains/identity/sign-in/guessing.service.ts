// Against guessing. A try is counted before the password is looked at and taken back when it was right, so that two
// hundred tries at once are no more than two hundred one after the other. Whoever comes on a device that this account
// has signed in on is counted apart from strangers: nobody can lock them out. Counts are always reached in one order
// (network, from here, account), so that nobody waits for each other.
import { createHash } from 'node:crypto'
import { LIMITS } from '@sealwright/contract'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { forgetCount, giveBack, take } from './guessing.queries.ts'
import type { Counted, Measure } from './guessing.queries.ts'

const limits = LIMITS.guessing

const FROM_HERE: Measure = {
  windowSeconds: limits.windowMinutes * 60,
  free: limits.freeFailures,
  firstWaitSeconds: limits.firstWaitSeconds,
  longestWaitSeconds: limits.longestWaitSeconds,
  restSeconds: limits.windowMinutes * 60,
}
const OF_NETWORK: Measure = {
  windowSeconds: 3600,
  free: limits.perNetworkAnHour,
  firstWaitSeconds: limits.longestWaitSeconds,
  longestWaitSeconds: limits.longestWaitSeconds,
  restSeconds: 0,
}
const OF_ACCOUNT: Measure = {
  windowSeconds: 3600,
  free: limits.perAccountAnHour,
  firstWaitSeconds: limits.longestWaitSeconds,
  longestWaitSeconds: limits.longestWaitSeconds,
  restSeconds: 0,
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

export interface PasswordTry {
  /** What was typed, whether or not it is an account: both are slowed down alike. */
  name: string
  network: string
  /** The device, where this account has signed in on it before. */
  knownDevice: string | undefined
  /** This account has signed in from this network before. */
  isKnownNetwork: boolean
  now: Date
}

export interface FactorTry {
  accountId: string
  network: string
  knownDevice: string | undefined
  now: Date
}

export interface Attempt {
  /** If this try is wrong, others have to wait from now on. */
  beginsWait: boolean
  /**
   * It was right: the count from here starts over, the wider ones take it back. Last in the transaction that goes on
   * with it, since others wait for the counts.
   */
  forgive(within?: Db): Promise<void>
}

interface Count extends Counted {
  refuse(seconds: number): Refusal
}

const slowedDown = (seconds: number) => new Refusal('identity.slowedDown', { params: { seconds } })
const fromHere = (...key: string[]): Count => ({ key: keyOf(...key), measure: FROM_HERE, refuse: slowedDown })
const ofNetwork = (kind: string, network: string, refuse = slowedDown): Count => ({
  key: keyOf(kind, network),
  measure: OF_NETWORK,
  refuse,
})
/** However long the wait: elsewhere they need none. */
const ofAccount = (kind: string, name: string): Count => ({
  key: keyOf(kind, name),
  measure: OF_ACCOUNT,
  refuse: () => new Refusal('identity.useKnownDevice'),
})
const inProgram = (measure: Measure, ...key: string[]): Count => ({
  key: keyOf(...key),
  measure,
  refuse: (seconds) => new Refusal('runtime.tooManyTries', { params: { seconds } }),
})

const passwordHere = (name: string, network: string) => fromHere('pair', name, network)
const passwordAnywhere = (name: string) => ofAccount('account', name)
const factorOnDevice = (accountId: string, device: string) => fromHere('secondFactor device', accountId, device)
const factorHere = (accountId: string, network: string) => fromHere('secondFactor', accountId, network)
const factorAnywhere = (accountId: string) => ofAccount('secondFactor account', accountId)

export function createGuessing(database: Database) {
  async function run(counts: Count[], now: Date): Promise<Attempt> {
    let beginsWait = false
    // All or nothing: a try that one count refuses is not held against the others.
    await database.outsideTenants(async (db) => {
      for (const count of counts) {
        const taken = await take(db, count, now)
        if (taken.waitSeconds > 0) throw count.refuse(taken.waitSeconds)
        beginsWait ||= taken.beginsWait
      }
    })
    const forgive = async (db: Db) => {
      for (const { key, measure } of counts) await (measure === FROM_HERE ? forgetCount(db, key) : giveBack(db, key))
    }
    return { beginsWait, forgive: (within) => (within ? forgive(within) : database.outsideTenants(forgive)) }
  }

  return {
    /** Before a password is looked at. Throws when it comes too early. */
    signIn({ name, network, knownDevice, isKnownNetwork, now }: PasswordTry) {
      if (knownDevice !== undefined) return run([fromHere('device', name, knownDevice)], now)
      return run(
        [
          ofNetwork('network', network),
          passwordHere(name, network),
          ...(isKnownNetwork ? [] : [passwordAnywhere(name)]),
        ],
        now,
      )
    },
    /**
     * Before a password that an end user types into a program is looked at. A program keeps no device, so that what is
     * known is the network.
     */
    program({
      developerId,
      name,
      network,
      isKnownNetwork,
      now,
    }: Omit<PasswordTry, 'knownDevice'> & { developerId: number }) {
      const of = String(developerId)
      return run(
        [
          inProgram(OF_NETWORK, 'runtime network', of, network),
          inProgram(FROM_HERE, 'runtime pair', of, name, network),
          ...(isKnownNetwork ? [] : [inProgram(OF_ACCOUNT, 'runtime account', of, name)]),
        ],
        now,
      )
    },
    /**
     * Before a second factor is looked at. Whoever has the password and guesses holds strangers back, and not the
     * owner's own devices.
     */
    secondFactor({ accountId, network, knownDevice, now }: FactorTry) {
      if (knownDevice !== undefined) return run([factorOnDevice(accountId, knownDevice)], now)
      return run([factorHere(accountId, network), factorAnywhere(accountId)], now)
    },
    /** Before the password that is typed again is looked at: another session of the account is none of this one's. */
    confirm: (sessionId: string, now: Date) => run([fromHere('confirm', sessionId)], now),
    /**
     * Before a code that was sent to an address is looked at. The code itself bears few wrong tries; this counts who
     * tries many addresses.
     */
    code: (network: string, now: Date) => run([ofNetwork('code network', network)], now),
    /** Before a code is sent, to whatever address: each costs somebody a message, and text messages cost money. */
    asking: (network: string, now: Date) =>
      run(
        [
          ofNetwork(
            'asking network',
            network,
            (seconds) => new Refusal('identity.codeTooSoon', { params: { seconds }, field: 'target' }),
          ),
        ],
        now,
      ),
  }
}
export type Guessing = ReturnType<typeof createGuessing>

/** Whoever has proven to own the account starts afresh: everywhere, and from where they are. */
export async function forgetGuesses(
  db: Db,
  of: { accountId: string; names: readonly string[] },
  here?: { network: string; device: string },
): Promise<void> {
  const { accountId, names } = of
  const counts = [
    ...names.flatMap((name) => [
      ...(here ? [passwordHere(name, here.network), fromHere('device', name, here.device)] : []),
      passwordAnywhere(name),
    ]),
    ...(here ? [factorOnDevice(accountId, here.device), factorHere(accountId, here.network)] : []),
    factorAnywhere(accountId),
  ]
  for (const { key } of counts) await forgetCount(db, key)
}
