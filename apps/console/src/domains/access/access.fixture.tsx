// Administrators and roles for the tests of these screens.
import { PRIVILEGES } from '@sealwright/contract'
import type { AdminRow, RoleRow } from '@sealwright/contract'
import type { ComponentType } from 'react'
import { useSession } from '../../lib/session/session.tsx'
import { session } from '../../lib/stage.fixture.tsx'
import type { AdminAnswer } from './admin-draft.ts'
import type { RoleAnswer } from './role.entity.tsx'

const AT = '2026-01-01T00:00:00.000Z'
export const userId = '00000000-0000-4000-8000-000000000011'
export const roleGuid = '00000000-0000-4000-8000-000000000021'

export const superSession: typeof session = { ...session, isMainAccount: true, privileges: [...PRIVILEGES] }

/** Loads the session before the screen, as the app does. */
export function signed(Screen: ComponentType): ComponentType {
  return function Signed() {
    useSession()
    return <Screen />
  }
}

export const adminRow: AdminRow = {
  userId,
  userName: '周辅',
  account: null,
  phone: null,
  email: 'zhou@example.com',
  isSuper: false,
  isSelf: false,
  state: 'active',
  roles: [{ guid: roleGuid, name: '客服' }],
  privileges: ['tag.view'],
  productScope: 'some',
  userScope: 'all',
  customerScope: 'all',
  userLockScope: 'all',
  cloudQuota: 100,
  softQuota: null,
  validUntil: null,
  remark: '华东',
  isManageable: true,
  createTime: AT,
  updateTime: AT,
}
export const superRow: AdminRow = {
  ...adminRow,
  userId: '00000000-0000-4000-8000-000000000012',
  userName: '林主',
  email: 'lin@example.com',
  isSuper: true,
  isSelf: true,
  isManageable: false,
  roles: [],
  privileges: [],
  productScope: 'all',
  cloudQuota: null,
  remark: null,
}

export const admin: AdminAnswer = {
  ...adminRow,
  revision: 3,
  effectivePrivileges: ['customer.view', 'tag.view', 'user.view'],
  assigned: { product: 2, user: 0, customer: 0, userLock: 0 },
  lastSignIn: null,
}

export const roleRow: RoleRow = {
  guid: roleGuid,
  name: '客服',
  description: '只看用户和客户',
  privileges: ['customer.view', 'user.view'],
  adminCount: 1,
  isManageable: true,
  createTime: AT,
  updateTime: AT,
}
export const role: RoleAnswer = {
  ...roleRow,
  revision: 5,
  createdBy: '林主',
  administrators: [{ userId, userName: '周辅', account: null, phone: null, email: 'zhou@example.com' }],
}
export const roleOption = {
  guid: roleGuid,
  name: '客服',
  privileges: ['customer.view', 'user.view'],
  isManageable: true,
}
