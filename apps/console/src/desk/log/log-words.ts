// The words of the fields and values in the operators' log.
import { OPERATOR_ROLES } from '@sealwright/contract'
import type { DeskTarget } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'

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

/** Fields that only the log has are named among those of operators. */
export function labelOf(say: Sentences, target: DeskTarget, field: string): string {
  const label = fieldLabel(say, DOMAINS[target].domain, field)
  return label === say('common.thisField') ? fieldLabel(say, 'operator', field) : label
}

/** Where the words are for values that the log keeps as names. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  registration: ['center.registration.modes'],
  audience: ['talk.audiences'],
  state: ['talk.notice.states'],
  level: ['message.levels', 'talk.banner.levels'],
  readers: ['talk.message.readers'],
  decision: ['operator.decisions'],
}

export function wordsOf(say: Sentences, field: string, value: string): string {
  if (field === 'roles')
    return OPERATOR_ROLES.reduce((words, role) => words.replace(role, say(`operator.roles.${role}`)), value)
  const key = (VALUES[field] ?? []).map((topic) => `${topic}.${value}`).find((found) => say.has(found))
  return key === undefined ? value : say(key)
}
