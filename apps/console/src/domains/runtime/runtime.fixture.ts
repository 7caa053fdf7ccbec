// Seats, log rows and keys as the server answers them.
import type { RiskRow, RuntimeLogRow, SeatGroup, SeatRow, SigningKeyRow } from '@sealwright/contract'

export const GUID = '00000000-0000-4000-8000-000000000001'
export const LICENSE = '00000000-0000-4000-8000-00000000000a'
export const CODE = 'ABCDEFGHJKMNPQRS'
export const SHOWN_CODE = 'ABCD-EFGH-JKMN-PQRS'

const AT = '2026-01-01T00:00:00.000Z'

export const seatOf = (given: Partial<SeatRow> = {}): SeatRow => ({
  guid: GUID,
  family: 'sn',
  licenseGuid: LICENSE,
  serial: CODE,
  productName: '星图',
  account: null,
  machineName: 'DESKTOP-7K2Q',
  processName: 'atlas.exe',
  pid: 4711,
  osSession: null,
  network: '203.0.113.9',
  lending: null,
  startTime: AT,
  beatTime: AT,
  until: '2026-01-01T00:10:00.000Z',
  endTime: null,
  end: null,
  reason: null,
  ...given,
})

/** A license with these seats in use. */
export function groupOf(seats: SeatRow[], given: Partial<SeatGroup> = {}): SeatGroup {
  const { family, licenseGuid, serial, productName } = seats[0] ?? seatOf()
  const totals = { taken: seats.length, lent: 0, limit: 5, devices: null, found: seats.length }
  return { family, licenseGuid, serial, productName, ...totals, seats, ...given }
}

export const logOf = (given: Partial<RuntimeLogRow> = {}): RuntimeLogRow => ({
  guid: GUID,
  at: AT,
  act: 'activate',
  reason: 'machineLimit',
  message: '已绑定 5 台设备，最多 5 台',
  family: 'sn',
  licenseGuid: LICENSE,
  serial: CODE,
  account: null,
  machineName: 'DESKTOP-7K2Q',
  fingerprint: 'f1f2f3f4',
  network: '203.0.113.9',
  times: 1,
  ...given,
})

export const riskOf = (given: Partial<RiskRow> = {}): RiskRow => ({
  kind: 'manyMachines',
  score: 85,
  family: 'sn',
  licenseGuid: LICENSE,
  serial: CODE,
  network: null,
  lastTime: AT,
  evidence: ['30 天内有 14 台设备激活过，最多允许 5 台'],
  ...given,
})

export const keyOf = (given: Partial<SigningKeyRow> = {}): SigningKeyRow => ({
  kid: 'k-one',
  state: 'signing',
  createTime: AT,
  signsUntil: '2026-04-01T00:00:00.000Z',
  goodUntil: '2026-07-01T00:00:00.000Z',
  leases: 3,
  retireTime: null,
  retiredBy: null,
  reason: null,
  ...given,
})

export const pageOf = <Row>(rows: readonly Row[]) => ({
  data: { rows, records: rows.length, total: 1, currentPage: 1, pageSize: 20 },
})
