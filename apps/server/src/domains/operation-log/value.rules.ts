// The values of logged facts, in the language of the reader. The log stores the words of the writer's language, or the
// names of the contract, and its rows never change, so a word is recognized in every language.
import {
  APPLICATION_STATES,
  CAMPAIGN_STATUSES,
  DELIVERY_CHANNELS,
  DEVELOPER_STATUSES,
  DONGLE_LICENSE_STATUSES,
  LICENSE_SOURCES,
  LICENSE_STATUSES,
  LOCK_STATUSES,
  TOP_UP_STATES,
} from '@sealwright/contract'
import type { OperationTarget } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'

/** Phrases, and the names of the values that they say. */
type Vocabulary = readonly [phrases: string, names: readonly string[]]
type Vocabularies = Readonly<Record<string, Vocabulary>>

const LICENSE: Vocabularies = {
  status: ['license.statuses', Object.keys(LICENSE_STATUSES)],
  source: ['license.sources', LICENSE_SOURCES],
  channel: ['license.channels', DELIVERY_CHANNELS],
}

export const VOCABULARIES: Readonly<Partial<Record<OperationTarget, Vocabularies>>> = {
  smartLicense: LICENSE,
  accountLicense: LICENSE,
  snLicense: LICENSE,
  dongleLicense: { status: ['dongleLicense.statuses', Object.keys(DONGLE_LICENSE_STATUSES)] },
  userLock: { status: ['userLock.statuses', Object.keys(LOCK_STATUSES)] },
  activity: { status: ['activity.statuses', Object.keys(CAMPAIGN_STATUSES)] },
  topUp: { status: ['billing.topUpStates', TOP_UP_STATES] },
  developer: {
    application: ['developer.states', APPLICATION_STATES],
    status: ['developer.statuses', DEVELOPER_STATUSES],
    apiPassword: ['developer.log', ['revealed']],
    pin: ['developer.log', ['pinSet', 'pinChanged', 'revealed']],
  },
}

export function createValues(languages: readonly Sentences[]) {
  const known = new Map<Vocabulary, ReadonlyMap<string, string>>()

  /** The phrase of each name and word. */
  function phrasesOf(vocabulary: Vocabulary): ReadonlyMap<string, string> {
    const made = known.get(vocabulary)
    if (made) return made
    const [phrases, names] = vocabulary
    const found = new Map(
      names.flatMap((name) => {
        const phrase = `${phrases}.${name}`
        return [name, ...languages.map((say) => say(phrase))].map((word) => [word, phrase] as const)
      }),
    )
    known.set(vocabulary, found)
    return found
  }

  return function valueOf(say: Sentences, kind: OperationTarget, field: string, value: string | null): string | null {
    const vocabulary = VOCABULARIES[kind]?.[field]
    const phrase = vocabulary && value !== null ? phrasesOf(vocabulary).get(value) : undefined
    return phrase === undefined ? value : say(phrase)
  }
}
