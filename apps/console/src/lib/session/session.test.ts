// The session facts stored in the browser, under the names of specification section 3.
import { identityCalls } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { openStage, session } from '../stage.fixture.tsx'
import { loadSession } from './session.tsx'

it('facts about the person and the developer are stored in the browser', async () => {
  const costType = {
    cloud_license: [{ value: 'day', text: '按天', desc: '每天' }],
    soft_license: [{ value: 'oneTime', text: '一次性', desc: '一次' }],
  }
  const answer = {
    ...session,
    smartTemplatePrivilege: ['update', 'view'],
    smartLicensePrivilege: ['issue'],
    developerConfig: [{ key: 'kickOut', value: 'true' }],
    costType,
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
        'smartTemplatePrivilege',
        'smartLicensePrivilege',
        'devType',
        'devInfo',
        'developerConfig',
        'costType',
        'pageSize',
      ].map((name) => [name, kept(name)]),
    ),
  ).toEqual({
    smartTemplatePrivilege: ['update', 'view'],
    smartLicensePrivilege: ['issue'],
    devType: 1,
    devInfo: { status: 'formal', displayName: '云帆' },
    developerConfig: [{ key: 'kickOut', value: 'true' }],
    costType,
    pageSize: 50,
  })
  expect(localStorage.getItem('timeFormat')).toBe('yyyy-MM-dd')
})
