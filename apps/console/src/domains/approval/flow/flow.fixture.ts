import type { FlowAnswer } from './flow.entity.tsx'

export const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const LI = { userId: guidOf(101), name: '李伟' }
export const WANG = { userId: guidOf(102), name: '王芳' }
export const FINANCE = { guid: guidOf(201), name: '财务' }
export const SALES = { guid: guidOf(202), name: '销售' }

/** Codes of a product above ¥1,000, requested by Sales, need Li or Wang, then everyone of Finance. */
export const flow: FlowAnswer = {
  guid: guidOf(1),
  name: '大额授权码',
  position: 1,
  isOn: true,
  version: 3,
  families: ['sn'],
  events: ['issue'],
  products: [{ licenseId: 7, name: '云图' }],
  templates: [],
  requesters: [],
  requesterRoles: [SALES],
  includesSuper: false,
  countAbove: null,
  fenAbove: 100_000,
  daysAbove: null,
  gifts: false,
  expireDays: 30,
  steps: [
    { users: [LI, WANG], roles: [], mode: 'any', remindHours: 24, approverCount: 2 },
    { users: [], roles: [FINANCE], mode: 'all', remindHours: null, approverCount: 0 },
  ],
  waiting: 2,
  updateTime: '2026-01-02T00:00:00.000Z',
  createTime: '2026-01-01T00:00:00.000Z',
  createdBy: 'Lin',
  revision: 5,
}
