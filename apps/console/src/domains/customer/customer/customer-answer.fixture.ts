// A customer and sessions for the tests of its screens.
import { privilege } from '@sealwright/contract'
import { registerScreens } from '../../../lib/place/screen.ts'
import { session } from '../../../lib/stage.fixture.tsx'
import type { CustomerAnswer } from './customer.entity.tsx'

export const customer: CustomerAnswer = {
  guid: '00000000-0000-4000-8000-0000000000c1',
  name: '远山科技',
  contact: '周敏',
  phone: '021-55550101',
  email: 'zhou@yuanshan.example',
  address: '上海市徐汇区漕溪路 1 号',
  remark: null,
  userCount: 12,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-02T00:00:00.000Z',
  revision: 3,
  createdBy: 'Lin',
}

export const sessionWith = (privileges: readonly string[]) => ({ data: { ...session, privileges: [...privileges] } })

/** Links to users look for their screen in the screen table. */
export function knowUserScreens(): void {
  registerScreens(
    ['/user', '/user/view'].map((path) => ({
      path,
      domain: 'customer',
      title: 'customer.user.titles.list',
      access: privilege('user.view'),
      load: () => Promise.reject(new Error('not opened here')),
    })),
  )
}
