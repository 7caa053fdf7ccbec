// The words of the fields and values in the operators' log.
import { OPERATION_DEEDS, OPERATOR_ROLES } from '@sealwright/contract'
import type { DeskDeed, DeskTarget, OperationDeed } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { Translate } from '../../lib/words/i18n.tsx'

/** The domain whose labels name the fields of a target. The build finds the phrases by the word `domain`. */
const DOMAINS: Record<DeskTarget, { domain: string }> = {
  operator: { domain: 'operator' },
  visit: { domain: 'operator' },
  developer: { domain: 'developer' },
  application: { domain: 'developer' },
  emailTemplate: { domain: 'emailTemplate' },
  rates: { domain: 'billing' },
  package: { domain: 'billing' },
  fee: { domain: 'billing' },
  credit: { domain: 'billing' },
  payment: { domain: 'billing' },
  notice: { domain: 'message' },
  message: { domain: 'message' },
  feedback: { domain: 'feedback' },
  mail: { domain: 'message' },
  dongle: { domain: 'dongle' },
  setting: { domain: 'center' },
  verification: { domain: 'operator' },
}

const isShared = (deed: DeskDeed): deed is OperationDeed => (OPERATION_DEEDS as readonly DeskDeed[]).includes(deed)

/** Verbs that developers' logs have too are named there. */
export const verbOf = (t: Translate, deed: DeskDeed): string =>
  isShared(deed) ? t(`operationLog.deeds.${deed}`) : t(`operator.deeds.${deed}`)

/** Fields that only the log has are named among those of operators. */
export function labelOf(say: Sentences, target: DeskTarget, field: string): string {
  const label = fieldLabel(say, DOMAINS[target].domain, field)
  return label === say('common.thisField') ? fieldLabel(say, 'operator', field) : label
}

/** Where the words are for values that the log keeps as names. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  registration: ['center.registration.modes'],
  audience: ['talk.audiences'],
  state: ['talk.notice.states', 'tariff.correctionStates'],
  level: ['message.levels', 'talk.banner.levels'],
  readers: ['talk.message.readers'],
  decision: ['operator.decisions'],
  outcome: ['center.messages.results'],
  step: ['center.settled'],
}

export function wordsOf(say: Sentences, field: string, value: string): string {
  if (field === 'roles')
    return OPERATOR_ROLES.reduce((words, role) => words.replace(role, say(`operator.roles.${role}`)), value)
  const key = (VALUES[field] ?? []).map((topic) => `${topic}.${value}`).find((found) => say.has(found))
  return key === undefined ? value : say(key)
}
