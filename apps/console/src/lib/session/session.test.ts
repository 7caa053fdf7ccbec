// The session facts stored in the browser, under the names of the specification (sections 3 and 6).
import { identityCalls } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { openStage, session } from '../stage.fixture.tsx'
import { STORED } from '../stored.ts'
import { loadSession } from './session.tsx'

it('facts about the person and the developer are stored in the browser', async () => {
  const costType = {
    cloud_license: [{ value: 'day', text: '按天', desc: '每天' }],
    soft_license: [{ value: 'oneTime', text: '一次性', desc: '一次' }],
  }
  const answer = {
    ...session,
    menuPrivilege: ['product', 'smartTemplate'],
    smartTemplatePrivilege: ['update', 'view'],
    smartLicensePrivilege: ['issue'],
    developerConfig: [{ key: 'kickOut', value: 'true' }],
    costType,
    groupConcurrentTypes: [{ value: 'process', label: '进程' }],
    priceTiers: [
      { lowLimit: 1, topLimit: 50, price: [10, 1_500, 5_800] },
      { lowLimit: 51, topLimit: 65_535, price: [8, 1_200, 4_600] },
    ],
    pageSize: 50,
    timeFormat: 'yyyy-MM-dd' as const,
    developer: { ...session.developer, devType: 1, devInfo: { ...session.developer.devInfo, displayName: '云帆' } },
  }
  await openStage({ '/': () => null }, '/', [[identityCalls.current, () => ({ data: answer })]])
  await loadSession()
  const kept = (name: string): unknown => JSON.parse(localStorage.getItem(name) ?? 'null')
  expect(
    Object.fromEntries(
      [
        'menuPrivilege',
        'smartTemplatePrivilege',
        'smartLicensePrivilege',
        'devType',
        'devInfo',
        'developerConfig',
        'costType',
        'groupConcurrentTypes',
        'priceTiers',
        'pageSize',
      ].map((name) => [name, kept(name)]),
    ),
  ).toEqual({
    menuPrivilege: ['product', 'smartTemplate'],
    smartTemplatePrivilege: ['update', 'view'],
    smartLicensePrivilege: ['issue'],
    devType: 1,
    devInfo: { status: 'formal', displayName: '云帆' },
    developerConfig: [{ key: 'kickOut', value: 'true' }],
    costType,
    groupConcurrentTypes: answer.groupConcurrentTypes,
    priceTiers: answer.priceTiers,
    pageSize: 50,
  })
  expect([STORED.groupConcurrentTypes.get(), STORED.priceTiers.get()]).toEqual([
    answer.groupConcurrentTypes,
    answer.priceTiers,
  ])
  expect(localStorage.getItem('timeFormat')).toBe('yyyy-MM-dd')
})
