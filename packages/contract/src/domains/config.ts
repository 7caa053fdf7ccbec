// The developer's own switches (`developerConfig`). A switch is stored as its key and 'true'; other settings are stored
// as text. What is not stored has its initial value.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { isNetwork, networksOf } from '../kernel/network.ts'
import { verbatim, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { TIME_FORMATS } from './identity.ts'

const limits = LIMITS.config

interface SwitchSetting {
  kind: 'switch'
  initial: boolean
}
interface NumberSetting {
  kind: 'number'
  initial: number
  min: number
  max: number
}
interface ChoiceSetting {
  kind: 'choice'
  initial: string
  choices: readonly string[]
}
/** One network per line. */
interface NetworksSetting {
  kind: 'networks'
}
export type ConfigSetting = SwitchSetting | NumberSetting | ChoiceSetting | NetworksSetting

/** Groups are the sections of the page. */
export const CONFIG_GROUPS = {
  license: ['kickOut', 'confirmIssueAbove', 'lending'],
  customer: ['selfUnbind', 'mailAtIssue', 'remindCustomers'],
  console: ['approvalForNew', 'timeFormat', 'pageSize'],
  security: ['sessionHours', 'secondFactor', 'signInNetworks'],
} as const

/** Settings that decide who can sign in: only the super administrator changes them. */
export const isForSuper = (key: ConfigKey) => (CONFIG_GROUPS.security as readonly ConfigKey[]).includes(key)

export const CONFIG = {
  /** New cloud templates: the second terminal ends the first one. */
  kickOut: { kind: 'switch', initial: false },
  /** Issuing more licenses than this asks for a confirmation. */
  confirmIssueAbove: { kind: 'number', initial: 100, min: 1, max: LIMITS.license.batchRows },
  /** Off: no seat is lent anew. Lent seats stay until their end. */
  lending: { kind: 'switch', initial: true },
  /** Customers may unbind devices on the public page of their code. */
  selfUnbind: { kind: 'switch', initial: false },
  /** The user of a license gets a mail when it is issued. */
  mailAtIssue: { kind: 'switch', initial: false },
  /** Customers get mails before their licenses end. */
  remindCustomers: { kind: 'switch', initial: false },
  /** Licenses that an administrator issues wait for approval if the administrator joined while this was on. */
  approvalForNew: { kind: 'switch', initial: false },
  /** Initial values for new administrators. */
  timeFormat: { kind: 'choice', initial: TIME_FORMATS[1], choices: TIME_FORMATS },
  pageSize: {
    kind: 'choice',
    initial: String(LIMITS.page.tableSizes[0]),
    choices: LIMITS.page.tableSizes.map(String),
  },
  /** A session ends after so many hours without a call. */
  sessionHours: { kind: 'number', initial: LIMITS.session.idleHours, min: 1, max: 24 },
  secondFactor: { kind: 'switch', initial: false },
  signInNetworks: { kind: 'networks' },
} as const satisfies Record<string, ConfigSetting>
export type ConfigKey = keyof typeof CONFIG
export const CONFIG_KEYS = Object.keys(CONFIG) as [ConfigKey, ...ConfigKey[]] // not empty

type ValueOf<Setting> = Setting extends { kind: 'switch' }
  ? boolean
  : Setting extends { kind: 'number' }
    ? number
    : Setting extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string[]
/** What a setting says, as code reads it. */
export type ConfigValue<Key extends ConfigKey> = ValueOf<(typeof CONFIG)[Key]>

/** The initial value of a setting, as a text. No network means that all are allowed. */
export function initialOf(key: ConfigKey): string {
  const setting: ConfigSetting = CONFIG[key]
  return setting.kind === 'networks' ? '' : String(setting.initial)
}

/** What a stored text says. Undefined stands for the initial value. */
export function configValue<Key extends ConfigKey>(key: Key, stored: string | undefined): ConfigValue<Key> {
  const text = stored ?? initialOf(key)
  const { kind }: ConfigSetting = CONFIG[key]
  const value =
    kind === 'switch'
      ? text === 'true'
      : kind === 'number'
        ? Number(text)
        : kind === 'networks'
          ? networksOf(text)
          : text
  return value as ConfigValue<Key> // by the kind of the setting
}

/** Settings that only people with the right to see the settings learn. The session tells everybody the others. */
const HIDDEN: readonly ConfigKey[] = ['signInNetworks']
export const SESSION_CONFIG_KEYS = CONFIG_KEYS.filter((key) => !HIDDEN.includes(key))

/** Whether a text is a value of a setting. */
export function isConfigValue(key: ConfigKey, value: string): boolean {
  const setting: ConfigSetting = CONFIG[key]
  switch (setting.kind) {
    case 'switch':
      return value === 'true' || value === 'false'
    case 'number':
      return /^\d{1,9}$/.test(value) && Number(value) >= setting.min && Number(value) <= setting.max
    case 'choice':
      return setting.choices.includes(value)
    case 'networks':
      return networksOf(value).length <= limits.networks && networksOf(value).every(isNetwork)
  }
}

export const configCalls = defineCalls('config', {
  get: defineCall({
    method: 'POST',
    path: '/config/get.do',
    access: privilege('config.view'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      settings: z.array(
        z.object({
          key: z.enum(CONFIG_KEYS),
          value: z.string(),
          isInitial: z.boolean(),
          changedBy: z.nullable(z.string()),
          changeTime: z.nullable(toldTime),
        }),
      ),
    }),
    errors: [],
    summary: 'Returns the settings of the developer, and who changed each last.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/config/update.do',
    access: privilege('config.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ key: z.enum(CONFIG_KEYS), value: z.optional(verbatim(limits.valueMax)) }),
    answer: z.object({ key: z.string(), value: z.string() }),
    errors: ['platform.superOnly', 'config.badValue', 'config.wouldLockOut', 'config.ownFactorMissing'],
    summary:
      'Changes a setting; without a value, back to its initial value. It applies at once on every server process. ' +
      "Refuses networks that do not contain the caller's own.",
  }),
})
