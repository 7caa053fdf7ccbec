// Reads the type, the name and the page of a target from a row of the operation log.
import { OPERATION_TYPES, shownCode } from '@sealwright/contract'
import type { OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import { pathTo } from '../../lib/place/navigate.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

export function operationType(row: OperationRow): OperationType {
  return TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
}

const CODES: ReadonlySet<OperationTarget> = new Set(['smartLicense', 'snLicense'])
/** The name as people see it. The log stores license codes without separators. */
export const targetName = ({ targetKind, targetName: name }: OperationRow) =>
  CODES.has(targetKind) ? shownCode(name) : name

interface Target {
  noun: PhraseKey
  /** The address of its page. */
  at?: (guid: string) => string
}

/** Each kind of target: its noun in the middle of a sentence, and the address of its page. */
export const TARGETS: Record<OperationTarget, Target> = {
  account: { noun: 'operationLog.targets.account' },
  admin: { noun: 'operationLog.targets.admin', at: (userId) => pathTo('/access/view', { userId }) },
  billing: { noun: 'operationLog.targets.billing' },
  customer: { noun: 'operationLog.targets.customer', at: (guid) => pathTo('/customer/view', { guid }) },
  developer: { noun: 'operationLog.targets.developer' },
  integrator: { noun: 'operationLog.targets.integrator', at: (guid) => pathTo('/integrator/viewIntegrator', { guid }) },
  package: { noun: 'operationLog.targets.package' },
  product: { noun: 'operationLog.targets.product', at: (guid) => pathTo('/product/view', { guid }) },
  role: { noun: 'operationLog.targets.role', at: (guid) => pathTo('/role/view', { guid }) },
  tag: { noun: 'operationLog.targets.tag' },
  topUp: { noun: 'operationLog.targets.topUp' },
  user: { noun: 'operationLog.targets.user', at: (guid) => pathTo('/user/view', { guid }) },
  smartTemplate: { noun: 'operationLog.targets.smartTemplate', at: (guid) => pathTo('/template/view', { guid }) },
  accountTemplate: {
    noun: 'operationLog.targets.accountTemplate',
    at: (guid) => pathTo('/pc/template/account/view', { guid }),
  },
  snTemplate: { noun: 'operationLog.targets.snTemplate', at: (guid) => pathTo('/pc/template/sn/view', { guid }) },
  dongleTemplate: {
    noun: 'operationLog.targets.dongleTemplate',
    at: (guid) => pathTo('/pc/template/dongle/view', { guid }),
  },
  seat: { noun: 'operationLog.targets.seat' },
  signingKey: { noun: 'operationLog.targets.signingKey' },
  deviceSetting: { noun: 'operationLog.targets.deviceSetting' },
  smartLicense: { noun: 'operationLog.targets.smartLicense', at: (guid) => pathTo('/license/view', { guid }) },
  accountLicense: {
    noun: 'operationLog.targets.accountLicense',
    at: (guid) => pathTo('/pc/license/account/view', { guid }),
  },
  snLicense: { noun: 'operationLog.targets.snLicense', at: (guid) => pathTo('/pc/license/sn/view', { guid }) },
}
