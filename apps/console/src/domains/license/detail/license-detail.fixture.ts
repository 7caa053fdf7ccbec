// Licenses, devices and history events as the server answers them. The contract's template reader fills in the content.
import {
  DATA_AREAS,
  LICENSE_MODES,
  LICENSE_STATUSES,
  LIMITS,
  licenseModeOf,
  readTemplate,
  refreshChanges,
} from '@sealwright/contract'
import type {
  GivenTemplate,
  LicenseAnswer,
  LicenseFamily,
  LicenseHistoryRow,
  MachineRow,
  ProductGrant,
} from '@sealwright/contract'

export const GUID = '00000000-0000-4000-8000-000000000001'
const CODE = 'ABCDEFGHJKMNPQRS'
export const SHOWN_CODE = 'ABCD-EFGH-JKMN-PQRS'

const NAMES: Readonly<Record<number, string>> = { 42: '星图', 44: '禾木' }
const SOUND: Readonly<Record<LicenseFamily, GivenTemplate>> = {
  smart: { licStartTimeType: 1, licDuration: 365, useMode: 2, machineNum: 5 },
  account: {
    licenseForm: 2,
    deductMode: 1,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    licBindLimit: 3,
    licBindMaxLimit: 9,
    offlineDays: 7,
  },
  sn: {
    licenseKeyType: 1,
    deductMode: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 5,
  },
}

function grantAnswer({ licenseId, licenseVersion, modules }: ProductGrant) {
  const areas = Object.fromEntries(DATA_AREAS.map((name) => [name, null])) as Pick<
    LicenseAnswer,
    (typeof DATA_AREAS)[number]
  > // the entries cover every area
  return {
    licenseId,
    licenseVersion,
    productName: NAMES[licenseId] ?? '',
    ...areas,
    modules: Array.from({ length: LIMITS.product.modules }, (_, index) => ({
      moduleId: index + 1,
      moduleName: `模块${index + 1}`,
      checked: modules.includes(index + 1),
      define: index < 3,
    })),
  }
}

export function licenseOf(
  family: LicenseFamily,
  given: Partial<LicenseAnswer> = {},
  terms: GivenTemplate = {},
): LicenseAnswer {
  const { content } = readTemplate(
    family,
    { name: '年度', licenseId: 42, modules: [{ moduleId: 2, checked: true }], ...SOUND[family], ...terms },
    { timeZone: 'Asia/Shanghai' },
  )
  return {
    ...content,
    ...grantAnswer(content),
    otherProducts: content.otherProducts.map(grantAnswer),
    otherProductNames: content.otherProducts.map(({ licenseId }) => NAMES[licenseId] ?? ''),
    guid: GUID,
    serial: family === 'account' ? 'LC20260101AAAA' : CODE,
    status: LICENSE_STATUSES.unbound,
    licenseMode: LICENSE_MODES[licenseModeOf(family, content)],
    templateGuid: '00000000-0000-4000-8000-000000000002',
    templateName: '年度版',
    templateNumber: '00000002',
    templateVersion: 3,
    hasTemplate: true,
    userGuid: family === 'account' ? '00000000-0000-4000-8000-000000000003' : null,
    account: family === 'account' ? 'chen@example.com' : null,
    userName: family === 'account' ? '陈溪' : null,
    customerGuid: null,
    customerName: null,
    integratorGuid: null,
    integratorName: null,
    source: 'single',
    issuer: '林主',
    issueTime: '2026-01-01T00:00:00.000Z',
    firstUseTime: null,
    expireTime: '2027-01-01T00:00:00.000Z',
    endedTime: null,
    bound: 0,
    campaign: null,
    everBound: 0,
    remark: null,
    deliveredTo: null,
    deliverTime: null,
    hasPassword: false,
    revision: 1,
    acts: ['refresh', 'lock', 'delete'],
    productEnds: [],
    replacedBy: null,
    statusReason: null,
    approval: null,
    waitingUpdate: null,
    refreshable: [...refreshChanges(family, content, false)],
    chargedFen: 3_650,
    orders: 2,
    ...given,
  }
}

export const machineOf = (given: Partial<MachineRow> = {}): MachineRow => ({
  guid: '00000000-0000-4000-8000-0000000000b1',
  name: 'DESKTOP-7K2Q',
  os: 'Windows 11',
  network: '电信',
  addresses: [{ ip: '192.168.1.20', mac: '3C:52:82:AA:10:01' }],
  isOffline: false,
  state: 'bound',
  bindTime: '2026-01-02T00:00:00.000Z',
  seenTime: '2026-01-03T00:00:00.000Z',
  endTime: null,
  ...given,
})

export const eventOf = (given: Partial<LicenseHistoryRow> = {}): LicenseHistoryRow => ({
  guid: `event ${given.kind ?? ''} ${given.at ?? ''}`,
  kind: 'issue',
  at: '2026-01-01T00:00:00.000Z',
  actor: '林主',
  changes: [],
  about: null,
  channel: null,
  reason: null,
  amountFen: null,
  orderGuid: null,
  ...given,
})
