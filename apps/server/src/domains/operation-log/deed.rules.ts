// What an operation did, in one verb, and the labels of its fields. The log stores the call and facts in the words of
// the writer's language, so a status or a channel is recognized in both languages.
import { DELIVERY_CHANNELS, OPERATION_TYPES } from '@sealwright/contract'
import type { DeliveryChannel, OperationDeed, OperationTarget, OperationType } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { LoggedFacts } from '../../kernel/audit/record.ts'

/** The verb of a call, which is the last part of its name. */
const BY_VERB: Readonly<Record<string, OperationDeed>> = {
  addMember: 'invite',
  approve: 'approve',
  assign: 'assign',
  batchIssue: 'issue',
  buy: 'pay',
  disable: 'disable',
  enable: 'enable',
  endViewAs: 'view',
  handOver: 'handOver',
  invite: 'invite',
  issue: 'issue',
  lock: 'lock',
  pause: 'pause',
  pay: 'pay',
  promote: 'send',
  publish: 'publish',
  recycle: 'takeBack',
  refresh: 'renew',
  reissue: 'issue',
  reject: 'reject',
  rekey: 'replace',
  release: 'takeBack',
  resendInvitation: 'invite',
  restore: 'restore',
  resubmit: 'submit',
  revealApiPassword: 'view',
  revealPin: 'view',
  revoke: 'takeBack',
  rotate: 'rotate',
  sendAgain: 'send',
  sendTest: 'send',
  start: 'resume',
  terminate: 'end',
  unbind: 'unbind',
  unlock: 'unlock',
  viewAs: 'view',
  withdraw: 'withdraw',
}

const CHANNELS: Readonly<Record<DeliveryChannel, OperationDeed>> = {
  mail: 'send',
  handed: 'handOut',
  copied: 'copy',
  exported: 'export',
  printed: 'print',
}

const LICENSES: readonly OperationTarget[] = ['smartLicense', 'accountLicense', 'snLicense', 'dongleLicense']
const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

interface Logged {
  call: string
  type: number
  target_kind: OperationTarget
  before: LoggedFacts | null
  after: LoggedFacts | null
}

export function createDeeds(languages: readonly Sentences[]) {
  const inWords = (key: string) => new Set<unknown>(languages.map((say) => say(key)))
  const locked = inWords('license.statuses.locked')
  const channels = DELIVERY_CHANNELS.map((name) => ({ name, words: inWords(`license.channels.${name}`) }))

  /** A batch of locks and unlocks is one kind of task, so the statuses tell. */
  function lockDeed({ before, after }: Logged): OperationDeed | undefined {
    const [was, is] = [before?.['status'], after?.['status']].map((status) => locked.has(status))
    if (was === is) return undefined
    return is ? 'lock' : 'unlock'
  }

  function licenseDeed(row: Logged): OperationDeed | undefined {
    const { call, type, after } = row
    if (type === OPERATION_TYPES.add) return 'issue'
    // An undo takes back what the task has issued.
    if (type === OPERATION_TYPES.delete)
      return call.startsWith('task.') && call.endsWith('Issue') ? 'takeBack' : 'delete'
    const channel = channels.find(({ words }) => words.has(after?.['channel']))
    return channel ? CHANNELS[channel.name] : lockDeed(row)
  }

  return function deedOf(row: Logged): OperationDeed {
    const { call, type, target_kind: kind, before, after } = row
    const [area = '', verb = ''] = call.split('.')
    if (LICENSES.includes(kind)) {
      const deed = licenseDeed(row)
      if (deed) return deed
    }
    if (kind === 'account' && after?.['activated'] === true) return 'activate'
    if (kind === 'lending' && type === OPERATION_TYPES.add) return 'lend'
    if (call === 'task.userImport' && kind === 'user' && type === OPERATION_TYPES.add) return 'import'
    if (verb === 'setEnabled') return Object.values(after ?? {}).includes(true) ? 'enable' : 'disable'
    // Creating or deleting something else on the way is what it is: an issue can create a customer.
    const isMain = type === OPERATION_TYPES.update || verb in SURE
    // A license for a lock also changes the lock.
    const isAside = area === 'task' || (kind === 'userLock' && area !== kind)
    const named = isAside ? undefined : BY_VERB[verb]
    if (named && isMain) return named
    return TYPES.find((name) => OPERATION_TYPES[name] === type) ?? (before ? 'update' : 'add')
  }
}

/** Verbs that say more than the type also where a row is added or deleted. */
const SURE: Readonly<Record<string, true>> = { release: true, revoke: true, rotate: true, buy: true, addMember: true }

/** The domain whose `fields` phrases label the facts of a target. */
const DOMAINS: Readonly<Partial<Record<OperationTarget, string>>> = {
  user: 'customer',
  tag: 'customer',
  smartTemplate: 'template',
  accountTemplate: 'template',
  snTemplate: 'template',
  dongleTemplate: 'template',
  smartLicense: 'license',
  accountLicense: 'license',
  snLicense: 'license',
  admin: 'access',
  role: 'access',
  blacklist: 'activity',
  package: 'billing',
  topUp: 'billing',
  signingKey: 'runtime',
  seat: 'runtime',
  deviceSetting: 'runtime',
  account: 'identity',
}

export const labelOf = (say: Sentences, kind: OperationTarget, field: string) =>
  fieldLabel(say, DOMAINS[kind] ?? kind, field)
