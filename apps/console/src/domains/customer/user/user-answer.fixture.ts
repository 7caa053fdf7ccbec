// Answers about users, for tests.
import { ACCOUNT_TYPES, PRIVILEGES } from '@sealwright/contract'
import type { TaskRow, UserRow } from '@sealwright/contract'
import { session } from '../../../lib/stage.fixture.tsx'
import type { UserAnswer } from './user-draft.ts'

export const USER_GUID = '00000000-0000-4000-8000-000000000001'
export const TASK_GUID = '00000000-0000-4000-8000-0000000000aa'
export const VIP = { guid: '00000000-0000-4000-8000-0000000000b1', name: '贵宾' }
export const TRIAL_TAG = { guid: '00000000-0000-4000-8000-0000000000b2', name: '试用' }
export const ACME = { guid: '00000000-0000-4000-8000-0000000000c1', name: '星图科技' }

export const userRow: UserRow = {
  guid: USER_GUID,
  account: 'chen@example.com',
  accountType: ACCOUNT_TYPES.email,
  userName: '陈墨',
  gender: 1,
  phone: '13800138000',
  address: null,
  customerGuid: ACME.guid,
  customerName: ACME.name,
  description: null,
  tags: [VIP],
  activated: true,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-02T00:00:00.000Z',
}

export const userAnswer: UserAnswer = { ...userRow, revision: 3, createdBy: 'Lin' }

export const task: TaskRow = {
  guid: TASK_GUID,
  kind: 'userImport',
  isUndo: false,
  subject: 'users.xlsx',
  status: 0,
  isDraft: false,
  cost: null,
  creates: null,
  total: 6,
  success: 0,
  fail: 0,
  retryable: 0,
  skip: 0,
  creator: 'Lin',
  isOwn: true,
  createTime: '2026-01-01T00:00:00.000Z',
  startTime: null,
  finishTime: null,
  undoUntil: null,
  undoneBy: null,
  error: null,
}

/** A session with these rights, or with all. */
export const holding = (privileges: readonly string[] = PRIVILEGES) => ({
  data: { ...session, isMainAccount: false, privileges: [...privileges] },
})

/** The session of a trial developer with this number of users. */
export const trialWith = (used: number) => ({
  data: {
    ...holding().data,
    developer: {
      ...session.developer,
      devInfo: {
        ...session.developer.devInfo,
        status: 'trial' as const,
        trial: {
          products: { used: 0, allowed: 1 },
          users: { used, allowed: 100 },
          licenses: { used: 0, allowed: 1_000 },
        },
      },
    },
  },
})
