// Counts refused calls and failed attempts in the memory of this process. The heartbeat adds them to the counts of the
// day in the database, so that counting costs a call nothing.
import type { ErrorName } from '@sealwright/contract'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { CountName } from './health.queries.ts'

/** The refusals that are counted. */
const COUNTED: { readonly [Name in ErrorName]?: CountName } = {
  'platform.tooFrequent': 'limited',
  'identity.loginFailed': 'signIn',
  'identity.secondFactorWrong': 'signIn',
  'operator.loginFailed': 'signIn',
  'operator.codeWrong': 'signIn',
  'identity.slowedDown': 'slowed',
  'identity.useKnownDevice': 'slowed',
}
/** An attack from very many networks is counted as a whole only. */
const MOST_NETWORKS = 500

export interface Counted {
  name: CountName
  /** Empty: of all networks. */
  network: string
  count: number
}

export interface Tally {
  refused(error: ErrorName, address: string): void
  captchaFailed(): void
  /** Returns the counts since the last time, and begins again. */
  take(): Counted[]
  /** Adds counts again that could not be stored. */
  putBack(counts: readonly Counted[]): void
}

export function createTally(): Tally {
  let counts = new Map<string, Counted>()
  function add(name: CountName, network: string, count = 1) {
    const key = `${name} ${network}`
    const known = counts.get(key)
    if (known) known.count += count
    else if (network === '' || counts.size < MOST_NETWORKS) counts.set(key, { name, network, count })
  }
  return {
    refused(error, address) {
      const name = COUNTED[error]
      if (name === undefined) return
      add(name, '')
      if (name === 'limited') add(name, networkOf(address))
    },
    captchaFailed: () => add('captcha', ''),
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    putBack(given) {
      for (const { name, network, count } of given) add(name, network, count)
    },
  }
}
