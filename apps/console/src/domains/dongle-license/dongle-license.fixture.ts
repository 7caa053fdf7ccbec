// Licenses in dongles and their packages as the server answers them.
import type { DongleInside, DongleLicenseRow, UpgradeRow } from '@sealwright/contract'

export const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const MADE = '2026-01-01T00:00:00.000Z'

export const RIGHTS = [
  'dongleLicense.view',
  'dongleLicense.issue',
  'dongleLicense.update',
  'dongleLicense.delete',
  'dongleLicense.deliver',
  'dongleLicense.export',
  'userLock.view',
]

export const insideOf = (given: Partial<DongleInside> = {}): DongleInside => ({
  licenseVersion: 1,
  startTime: null,
  endTime: null,
  spanTime: 90,
  counter: 1000,
  concurrentType: 'process',
  concurrentNum: 3,
  modules: [2],
  hasRom: false,
  hasRaw: false,
  hasPub: false,
  ...given,
})

export const licenseOf = (given: Partial<DongleLicenseRow> = {}): DongleLicenseRow => ({
  guid: guidOf(1),
  lockGuid: guidOf(11),
  shellNumber: '88000001',
  licenseId: 42,
  productName: '星图',
  licenseForm: 4,
  status: 4,
  inside: insideOf(),
  planned: insideOf(),
  expireTime: null,
  templateGuid: guidOf(21),
  templateName: '年度',
  hasTemplate: true,
  customerGuid: null,
  customerName: null,
  integratorGuid: null,
  integratorName: null,
  issuer: '林主',
  issueTime: MADE,
  updateTime: MADE,
  upgradeGuid: guidOf(31),
  upgradeKind: 'issue',
  upgradeStatus: 3,
  reason: null,
  acts: ['refresh', 'delete'],
  ...given,
})

export const upgradeOf = (given: Partial<UpgradeRow> = {}): UpgradeRow => ({
  guid: guidOf(31),
  kind: 'issue',
  lockGuid: guidOf(11),
  shellNumber: '88000001',
  number: 7,
  status: 0,
  parts: [{ licenseId: 42, productName: '星图', result: null }],
  reason: null,
  name: '88000001-7.d2c',
  downloads: 0,
  downloadTime: null,
  validUntil: '2099-01-01T00:00:00.000Z',
  by: '林主',
  time: MADE,
  reportTime: null,
  taskId: null,
  reissuedBy: null,
  remark: null,
  canDownload: true,
  canReissue: false,
  canWithdraw: true,
  ...given,
})
