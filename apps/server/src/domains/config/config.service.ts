// Use cases of the developer's settings. Each change writes an operation log row. Settings that could lock the caller
// out are refused; the platform operator can clear the networks (operator.service.ts).
import {
  CONFIG,
  CONFIG_KEYS,
  configValue,
  developerGuid,
  initialOf,
  isConfigValue,
  isForSuper,
  networksOf,
} from '@sealwright/contract'
import type { ConfigKey, configCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import type { LoggedFacts, Operation } from '../../kernel/audit/record.ts'
import { isInNetworks } from '../../kernel/http/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { hasSecondFactor } from '../identity/index.ts'
import * as queries from './config.queries.ts'

type Payload<Name extends keyof typeof configCalls> = z.output<(typeof configCalls)[Name]['payload']>

export async function getConfig(scope: Scope) {
  const stored = await queries.listSettings(scope)
  const people = [...stored.values()].flatMap(({ changedBy }) => changedBy ?? [])
  const names = await listAccountNames(scope, people)
  const nameOf = (changedBy: string | null) =>
    changedBy === null ? scope.say('developer.log.platform') : (names.get(changedBy) ?? null)
  return {
    settings: CONFIG_KEYS.map((key) => {
      const row = stored.get(key)
      const value = row && isConfigValue(key, row.value) ? row.value : initialOf(key)
      return {
        key,
        value,
        isInitial: value === initialOf(key),
        changedBy: row ? nameOf(row.changedBy) : null,
        changeTime: row?.changedAt ?? null,
      }
    }),
  }
}

const factOf = (key: ConfigKey, text: string): LoggedFacts[string] => {
  const value = configValue(key, text)
  return Array.isArray(value) ? value.join(', ') || null : value
}

/** The operation of a change. A setting is a field of the developer. */
export const changeOf = (
  { developerId, say }: { developerId: number; say: Sentences },
  key: ConfigKey,
  before: string,
  after: string,
): Operation => ({
  type: 'update',
  target: { kind: 'config', guid: developerGuid(developerId), name: say(`config.fields.${key}`) },
  before: { [key]: factOf(key, before) },
  after: { [key]: factOf(key, after) },
})

async function refuseLockOut({ db, caller, asking }: Scope, key: ConfigKey, value: string): Promise<void> {
  const networks = key === 'signInNetworks' ? networksOf(value) : []
  if (networks.length > 0 && !isInNetworks(networks, asking.network))
    throw new Refusal('config.wouldLockOut', { params: { network: asking.network }, field: 'value' })
  if (key === 'secondFactor' && value === 'true' && !(await hasSecondFactor(db, caller.accountId)))
    throw new Refusal('config.ownFactorMissing', { field: 'value' })
}

export async function updateConfig(scope: Scope, { key, value: given = '' }: Payload<'update'>) {
  const { say, caller, asking } = scope
  if (isForSuper(key) && !caller.isSuper) throw new Refusal('platform.superOnly')
  // An empty text stands for the initial value. Networks keep one line each.
  const text = given.trim() === '' ? initialOf(key) : given.trim()
  const value = CONFIG[key].kind === 'networks' ? networksOf(text).join('\n') : text
  if (value !== initialOf(key) && !isConfigValue(key, value))
    throw new Refusal('config.badValue', { params: { setting: say(`config.fields.${key}`) }, field: 'value' })
  await refuseLockOut(scope, key, value)
  // Two changes at the same moment run one after the other, so each logs what it replaced.
  await lockDeveloper(scope)
  const before = (await queries.listSettings(scope)).get(key)?.value ?? initialOf(key)
  if (before !== value) {
    await queries.setSetting(scope, key, { value, changedBy: caller.accountId, changedAt: asking.now })
    await scope.record(changeOf(scope, key, before, value))
  }
  return { key, value }
}
