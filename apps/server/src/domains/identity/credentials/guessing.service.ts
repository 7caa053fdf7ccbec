// Limits guessing of passwords and codes. An attempt is counted before the check and taken back if it was correct, so
// parallel attempts gain nothing over sequential ones. Attempts on a known device are counted separately, so strangers
// cannot lock the owner out. Counters are always locked in one order (network, here, account) to avoid deadlocks.
import { createHash } from 'node:crypto'
import { LIMITS, isEmail, isMobile } from '@sealwright/contract'
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

/** Of a license code. Nobody else is locked out by it: devices that are bound need no password. */
const OF_CODE: Measure = {
  windowSeconds: 3600,
  free: LIMITS.runtime.wrongPasswordsPerHour,
  firstWaitSeconds: limits.longestWaitSeconds,
  longestWaitSeconds: limits.longestWaitSeconds,
  restSeconds: 0,
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

export interface PasswordTry {
  /** The typed name. Unknown names are slowed down like accounts. */
  name: string
  network: string
  /** The device, if this account has signed in on it before. */
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
  /** If this attempt is wrong, later attempts have to wait. */
  beginsWait: boolean
  /**
   * The attempt was correct: resets the counter of this place and takes the attempt back from the wider ones. Call it
   * last in the transaction, because other attempts wait for these rows.
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
/** Does not state the wait, because there is none on a known device. */
const ofAccount = (kind: string, name: string): Count => ({
  key: keyOf(kind, name),
  measure: OF_ACCOUNT,
  refuse: () => new Refusal('identity.useKnownDevice'),
})
/** The same counters as in the console, with the refusal of programs. */
const inProgram = (count: Count): Count => ({
  ...count,
  refuse: (seconds) => new Refusal('runtime.tooManyTries', { params: { seconds } }),
})

const passwordHere = (name: string, network: string) => fromHere('pair', name, network)
const passwordAnywhere = (name: string) => ofAccount('account', name)
const factorOnDevice = (accountId: string, device: string) => fromHere('secondFactor device', accountId, device)
const factorHere = (accountId: string, network: string) => fromHere('secondFactor', accountId, network)
const factorAnywhere = (accountId: string) => ofAccount('secondFactor account', accountId)

export function createGuessing(database: Pick<Database, 'outsideTenants'>) {
  async function run(counts: Count[], now: Date): Promise<Attempt> {
    let beginsWait = false
    // One transaction: an attempt that one counter refuses does not count in the others.
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
    /** Call before checking a password. Throws if the attempt comes too early. */
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
     * Call before checking a password that a user types into a program. Programs have no known device, so the network
     * takes its place. Addresses share their counters with the console and all developers, whether or not they have an
     * account. Any other name can only be a shadow account, which belongs to one developer. No typed name contains a
     * line end, so none has the counters of another developer's account.
     */
    program({
      developerId,
      name,
      network,
      isKnownNetwork,
      now,
    }: Omit<PasswordTry, 'knownDevice'> & { developerId: number }) {
      const counts =
        isEmail(name) || isMobile(name)
          ? [ofNetwork('network', network), passwordHere(name, network), passwordAnywhere(name)]
          : [
              ofNetwork('shadow network', `${developerId} ${network}`),
              passwordHere(`${developerId}\n${name}`, network),
              passwordAnywhere(`${developerId}\n${name}`),
            ]
      return run(counts.slice(0, isKnownNetwork ? 2 : 3).map(inProgram), now)
    },
    /**
     * Call before checking a password that a visitor types into a public page. The counters are those of the console;
     * the wait is always stated, because a code works instead.
     */
    visitor: ({ name, network, now }: Pick<PasswordTry, 'name' | 'network' | 'now'>) =>
      run(
        [ofNetwork('network', network), passwordHere(name, network), { ...passwordAnywhere(name), refuse: slowedDown }],
        now,
      ),
    /**
     * Call before checking a second factor. An attacker with the password can block strangers, but not the owner's
     * known devices.
     */
    secondFactor({ accountId, network, knownDevice, now }: FactorTry) {
      if (knownDevice !== undefined) return run([factorOnDevice(accountId, knownDevice)], now)
      return run([factorHere(accountId, network), factorAnywhere(accountId)], now)
    },
    /**
     * Call before checking a confirmed password. Counts per session, so sessions of one account do not block each
     * other.
     */
    confirm: (sessionId: string, now: Date) => run([fromHere('confirm', sessionId)], now),
    /** Call before checking a hosted lock PIN. */
    pin: (developerId: number, accountId: string, now: Date) =>
      run(
        [
          {
            ...fromHere('pin', String(developerId), accountId),
            refuse: (seconds) => new Refusal('dongleLicense.pinTries', { params: { seconds }, field: 'pin' }),
          },
        ],
        now,
      ),
    /**
     * Call before checking a code. The code itself limits wrong tries; this counter limits attempts over many
     * addresses.
     */
    code: (network: string, now: Date) => run([ofNetwork('code network', network)], now),
    /** Call before checking the password of a license code, over all networks. Pages and programs count apart. */
    codePassword: (place: 'page' | 'program', licenseGuid: string, now: Date) =>
      run(
        [
          {
            key: keyOf('code password', place, licenseGuid),
            measure: OF_CODE,
            refuse: (seconds) =>
              new Refusal(place === 'page' ? 'codePage.tooManyTries' : 'runtime.tooManyTries', { params: { seconds } }),
          },
        ],
        now,
      ),
    /** Call before looking up the code that a program shows. */
    userCode: (accountId: string, network: string, now: Date) =>
      run([ofNetwork('user code network', network), fromHere('user code', accountId)], now),
    /** Call before sending a code to any address. Messages bother people, and text messages cost money. */
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

/**
 * Resets the counters of an account after its owner has proven access: the wide ones, and those of this network and
 * device.
 */
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
