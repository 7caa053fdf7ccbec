import { DEV_TYPES, INTEGRATOR_PRIVILEGES, PRIVILEGES } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { registerScreens } from '../../lib/place/screen.ts'
import { session } from '../../lib/stage.fixture.tsx'
import { SCREENS } from '../screens.ts'
import { actionRows, menuOf, screenRows } from './menu-rows.ts'

registerScreens(SCREENS)
const of = (status: 'trial' | 'formal') => ({
  ...session,
  developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status } },
})
const paths = (status: 'trial' | 'formal') =>
  [...screenRows(of(status)), ...actionRows(of(status))].map(({ path }) => path)

it('the sections and their main entries stand in one order, and a section without entries is absent', () => {
  const menu = menuOf({ ...session, privileges: [...PRIVILEGES] })
  const main = [
    ['dashboard', '/dashboard', '/statistics'],
    ['product', '/product'],
    ['template', '/template', '/pc/template/account', '/pc/template/sn', '/pc/template/dongle'],
    ['license', '/license', '/pc/license/account', '/pc/license/sn', '/pc/license/dongle'],
    ['dongle', '/dongle/user', '/dongle/controll', '/dongle/user/dashboard'],
    ['people', '/user', '/customer', '/tag', '/integrator'],
    ['runtime', '/runtime/seat', '/runtime/log', '/runtime/risk'],
    ['approval', '/audit/license/account', '/audit/license/sn', '/audit/license/smart', '/approveList'],
    ['marketing', '/addresserList'],
    ['tool', '/tool/offline', '/tool/searchLicense'],
    ['billing', '/billing', '/billing/topUp', '/billing/package', '/billing/order'],
    ['setting', '/access', '/role', '/developerInfo', '/integration', '/configure', '/operationLog'],
  ]
  const isMain = (path: string) => main.flat().includes(path)
  expect(menu.map(({ group, rows }) => [group, ...rows.map(({ path }) => path).filter(isMain)])).toEqual(main)
})

it('the palette offers no step of signing in to who is inside', () => {
  for (const path of ['/login', '/register', '/MFAVerification', '/binding', '/secondFactor'])
    expect(paths('trial')).not.toContain(path)
  for (const path of ['/accountSetting', '/security', '/deviceSetting', '/product/new'])
    expect(paths('trial')).toContain(path)
})

it('becoming formal is offered for as long as one is not', () => {
  expect(paths('trial')).toContain('/applyRegular')
  expect(paths('formal')).not.toContain('/applyRegular')
})

it('a top-up is offered to who is formal: the licenses of a trial cost nothing', () => {
  const offered = (status: 'trial' | 'formal') =>
    screenRows({ ...of(status), privileges: [...PRIVILEGES] }).map(({ path }) => path)
  expect(offered('formal')).toContain('/billing/topUp')
  expect(offered('trial')).not.toContain('/billing/topUp')
})

it("the people of an integrator are offered what is assigned to them, and none of the developer's own work", () => {
  const member = {
    ...of('trial'),
    isMainAccount: false,
    privileges: [...INTEGRATOR_PRIVILEGES],
    developer: { ...of('trial').developer, devType: DEV_TYPES.integrator },
  }
  const menu = menuOf(member).flatMap(({ rows }) => rows.map(({ path }) => path))
  expect(menu).toEqual([
    '/dashboard',
    '/product',
    '/template',
    '/pc/template/account',
    '/pc/template/sn',
    '/pc/template/dongle',
    '/license',
    '/pc/license/sn',
    '/pc/license/dongle',
    '/dongle/user',
    '/dongle/user/dashboard',
  ])
  expect(
    screenRows(member)
      .slice(menu.length)
      .map(({ path }) => path),
  ).toEqual([
    '/message/allMessage',
    '/message/unreadMessage',
    '/message/readedMessage',
    '/notice/allNotice',
    '/notice/unreadNotice',
    '/notice/readedNotice',
    '/messageSetting',
    '/accountSetting',
    '/security',
    '/deviceSetting',
  ])
  expect(actionRows(member)).toEqual([])
})

it('the developer information stands in the menu of who may see it', () => {
  const inMenu = (privileges: string[]) =>
    menuOf({ ...session, privileges })
      .flatMap(({ rows }) => rows.map(({ path }) => path))
      .includes('/developerInfo')
  expect(inMenu(['developer.view'])).toBe(true)
  expect(inMenu(['product.view'])).toBe(false)
})
