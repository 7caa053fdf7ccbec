// The values of logged facts, in the language of the reader. The log stores the words of the writer's language, or the
// names of the contract, and its rows never change, so a word is recognized in every language.
import {
  ACCOUNT_TYPES,
  APPLICATION_STATES,
  BLACKLIST_KINDS,
  CAMPAIGN_STATUSES,
  CAUGHT_EVENTS,
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  DELIVERY_CHANNELS,
  DEVELOPER_STATUSES,
  DONGLE_LICENSE_STATUSES,
  DONGLE_OPERATIONS,
  EMAIL_TEMPLATE_TYPES,
  EXCHANGE_KINDS,
  FEEDBACK_KINDS,
  GENDERS,
  KEY_STATES,
  KEY_TYPES,
  LAN_BORROW,
  LENDING_STATES,
  LICENSE_FAMILIES,
  LICENSE_FORMS,
  LICENSE_SOURCES,
  LICENSE_STATUSES,
  LOCALES,
  LOCK_STATUSES,
  MACHINE_PARTS,
  PAYMENT_METHODS,
  PRIVILEGES,
  REQUEST_STATES,
  REVIEW_STATUSES,
  SCOPES,
  START_TIME_TYPES,
  TLS_MODES,
  TOP_UP_STATES,
  UPGRADE_KINDS,
  USE_MODES,
  WEBHOOK_EVENTS,
} from '@sealwright/contract'
import type { OperationTarget } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'

/** The phrase of each value that the log may keep. */
type Vocabulary = Readonly<Record<string, string>>
type Vocabularies = Readonly<Record<string, Vocabulary>>

/** The phrases `<topic>.<name>`. If the names stand for numbers, the log keeps either. */
function named(topic: string, names: readonly string[] | Readonly<Record<string, number>>): Vocabulary {
  const list: readonly string[] = Array.isArray(names) ? names : Object.keys(names)
  const numbers: [string, number][] = Array.isArray(names) ? [] : Object.entries(names)
  return Object.fromEntries([
    ...list.map((name) => [name, `${topic}.${name}`]),
    ...numbers.map(([name, number]) => [String(number), `${topic}.${name}`]),
  ])
}

const AREA = named('product.area.sources', ['text', 'file', 'items'])
const OPERATION = named('template.countOperations', COUNT_OPERATIONS)
const SCOPE = named('access.scopes', SCOPES)
const RIGHTS = { privileges: named('privileges', PRIVILEGES) }

const TERMS: Vocabularies = {
  licenseForm: named('product.forms', LICENSE_FORMS),
  licenseKeyType: named('template.keyTypes', KEY_TYPES),
  deductMode: named('template.deductModes', DEDUCT_MODES),
  billingMode: {
    day: 'template.costs.perDay',
    year: 'template.costs.perYear',
    oneTime: 'template.costs.oneTime',
  },
  licStartTimeType: named('template.startTimeTypes', START_TIME_TYPES),
  useMode: named('template.useModes', USE_MODES),
  concurrentType: {
    process: 'template.concurrentTypes.process',
    win_user_session: 'template.concurrentTypes.winUserSession',
    machine: 'template.concurrentTypes.machine',
  },
  lanBorrow: named('template.lanBorrow', LAN_BORROW),
  opType: named('template.dongleOperations', DONGLE_OPERATIONS),
  startTimeOp: OPERATION,
  endTimeOp: OPERATION,
  spanTimeOp: OPERATION,
  counterOp: OPERATION,
  concurrentNumOp: OPERATION,
  rom: AREA,
  raw: AREA,
  pub: AREA,
}

const LICENSE: Vocabularies = {
  ...TERMS,
  status: named('license.statuses', LICENSE_STATUSES),
  source: named('license.sources', LICENSE_SOURCES),
  channel: named('license.channels', DELIVERY_CHANNELS),
}

export const VOCABULARIES: Readonly<Partial<Record<OperationTarget, Vocabularies>>> = {
  accessKey: RIGHTS,
  accountLicense: LICENSE,
  accountTemplate: TERMS,
  activity: {
    status: named('activity.statuses', CAMPAIGN_STATUSES),
    userScope: named('activity.words', ['newOnly', 'everyone']),
    accountTypes: named('activity.words', ['email', 'phone']),
  },
  admin: { ...RIGHTS, productScope: SCOPE, userScope: SCOPE, customerScope: SCOPE, userLockScope: SCOPE, scope: SCOPE },
  approve: {
    families: named('license.families', LICENSE_FAMILIES),
    events: named('audit.events', CAUGHT_EVENTS),
  },
  audit: { state: named('audit.states', REQUEST_STATES) },
  blacklist: { kind: named('activity.report.blacklist.kinds', BLACKLIST_KINDS) },
  developer: {
    application: named('developer.states', APPLICATION_STATES),
    status: named('developer.statuses', DEVELOPER_STATUSES),
    apiPassword: named('developer.log', ['revealed']),
    pin: named('developer.log', ['pinSet', 'pinChanged', 'revealed']),
  },
  deviceSetting: { machineParts: named('runtime.machineParts', MACHINE_PARTS) },
  dongleLicense: { ...TERMS, status: named('dongleLicense.statuses', DONGLE_LICENSE_STATUSES) },
  dongleTemplate: TERMS,
  emailTemplate: {
    type: named('emailTemplate.types', EMAIL_TEMPLATE_TYPES),
    status: named('emailTemplate.statuses', REVIEW_STATUSES),
    language: named('emailTemplate.languages', LOCALES),
  },
  feedback: { kind: named('feedback.kinds', FEEDBACK_KINDS) },
  lending: { state: named('lending.states', LENDING_STATES) },
  offline: { kind: named('offline.kinds', EXCHANGE_KINDS) },
  product: { licenseForm: named('product.forms', LICENSE_FORMS), rom: AREA, raw: AREA, pub: AREA },
  role: RIGHTS,
  sender: { tls: named('sender.tlsModes', TLS_MODES) },
  signingKey: { state: named('runtime.keyStates', KEY_STATES) },
  smartLicense: LICENSE,
  smartTemplate: TERMS,
  snLicense: LICENSE,
  snTemplate: TERMS,
  topUp: {
    status: named('billing.topUpStates', TOP_UP_STATES),
    paymentMethod: named('billing.methods', PAYMENT_METHODS),
  },
  user: {
    gender: named('customer.user.genders', GENDERS),
    accountType: named('customer.user.types', ACCOUNT_TYPES),
  },
  userLock: {
    status: named('userLock.statuses', LOCK_STATUSES),
    upgrade: named('dongleLicense.upgradeKinds', UPGRADE_KINDS),
  },
  webhook: { events: named('webhook.events', WEBHOOK_EVENTS) },
}

/** Between the values of a list, between forms, and after the kind of a data area. */
const BETWEEN = /(, ?|、| \+ | · )/

export function createValues(languages: readonly Sentences[]) {
  const known = new Map<Vocabulary, ReadonlyMap<string, string>>()

  /** The phrase of each value and of each word for it. */
  function phrasesOf(vocabulary: Vocabulary): ReadonlyMap<string, string> {
    const made = known.get(vocabulary)
    if (made) return made
    const pairs = Object.entries(vocabulary)
    const found = new Map([
      ...pairs.flatMap(([, phrase]) => languages.map((say) => [say(phrase), phrase] as const)),
      ...pairs,
    ])
    known.set(vocabulary, found)
    return found
  }

  return function valueOf(say: Sentences, kind: OperationTarget, field: string, value: string | null): string | null {
    // Terms of another product are logged as `otherProducts.<license id>.<field>`.
    const vocabulary = VOCABULARIES[kind]?.[field.slice(field.lastIndexOf('.') + 1)]
    if (!vocabulary || value === null) return value
    const phrases = phrasesOf(vocabulary)
    const wordOf = (part: string) => {
      const phrase = phrases.get(part)
      return phrase === undefined ? undefined : say(phrase)
    }
    const parts = value.split(BETWEEN)
    if (phrases.has(value) || !parts.some((part) => phrases.has(part))) return wordOf(value) ?? value
    return parts.map((part) => wordOf(part) ?? (/^(, ?|、)$/.test(part) ? say('blocks.list.comma') : part)).join('')
  }
}
