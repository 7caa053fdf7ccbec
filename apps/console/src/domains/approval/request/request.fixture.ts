// Approval requests as the server answers them.
import type { AuditAnswer, AuditItem, AuditRow } from '@sealwright/contract'

export const GUID = '00000000-0000-4000-8000-0000000000c1'
export const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const rowOf = (given: Partial<AuditRow> = {}): AuditRow => ({
  guid: GUID,
  number: '202601010001',
  family: 'sn',
  event: 'issue',
  state: 'waiting',
  requester: { userId: guidOf(1), name: '周宁' },
  isOwn: false,
  requestTime: '2026-01-01T00:00:00.000Z',
  templateName: '年度版',
  productName: '星图',
  count: 3,
  subject: 'ABCDEFGHJKMNPQRS',
  fen: 365_000,
  flowName: '大额授权',
  flowVersion: 2,
  step: 1,
  steps: 2,
  waitsFor: [{ userId: guidOf(2), name: '李维' }],
  waitsForMe: true,
  hasQuestion: false,
  expireTime: '2999-01-31T00:00:00.000Z',
  decideTime: null,
  reason: null,
  acts: ['approve', 'reject', 'handOver', 'ask', 'edit'],
  revision: 4,
  ...given,
})

export const requestOf = (given: Partial<AuditAnswer> = {}): AuditAnswer => ({
  ...rowOf(),
  flowGuid: guidOf(70),
  remark: null,
  customerName: null,
  integratorName: null,
  applied: 0,
  taskGuid: null,
  progress: [
    {
      n: 1,
      mode: 'any',
      state: 'current',
      remindHours: 24,
      isEscalated: false,
      approvers: [{ userId: guidOf(2), name: '李维', approveTime: null }],
    },
    {
      n: 2,
      mode: 'all',
      state: 'ahead',
      remindHours: null,
      isEscalated: false,
      approvers: [{ userId: guidOf(3), name: '王芳', approveTime: null }],
    },
  ],
  templateChanges: [],
  licenseChanges: [],
  earlier: [],
  holdings: null,
  question: null,
  events: [
    {
      guid: guidOf(90),
      kind: 'submit',
      at: '2026-01-01T00:00:00.000Z',
      actor: '周宁',
      step: null,
      text: null,
      about: null,
      changes: [],
    },
  ],
  ...given,
})

export const itemOf = (given: Partial<AuditItem> = {}): AuditItem => ({
  guid: guidOf(60),
  serial: 'ABCDEFGHJKMNPQRS',
  account: null,
  status: 15,
  templateName: '年度版',
  changes: [],
  reason: null,
  ...given,
})

export const pageOf = <Row>(rows: readonly Row[]) => ({
  data: { rows, records: rows.length, total: 1, currentPage: 1, pageSize: 20 },
})
