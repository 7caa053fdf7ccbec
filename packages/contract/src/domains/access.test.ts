// Section 6: the displayed name of an administrator, and the privilege sets.
import { expect, it } from 'vitest'
import { PRIVILEGES, PRIVILEGE_SETS, areaOf } from '../privileges.ts'
import { adminName } from './access.ts'

it('the name of an administrator is the first non-empty of userName, account, phone and email', () => {
  const all = { userName: '林主', account: 'lin', phone: '13800138000', email: 'lin@example.com' }
  expect(
    [
      all,
      { ...all, userName: null },
      { ...all, userName: '', account: null },
      { ...all, userName: null, account: null, phone: null },
    ].map(adminName),
  ).toEqual(['林主', 'lin', '13800138000', 'lin@example.com'])
})

it('the privilege sets are those of section 6', () => {
  expect(Object.keys(PRIVILEGE_SETS)).toEqual([
    'full',
    'template',
    'user',
    'issuing',
    'campaign',
    'campaignReport',
    'account',
    'packing',
  ])
  const { full, template, user, issuing, campaign, campaignReport, account, packing } = PRIVILEGE_SETS
  const areas = (names: readonly (typeof PRIVILEGES)[number][]) => [...new Set(names.map(areaOf))].toSorted()
  // Privileges over other administrators, approvals, money, settings and webhooks are granted one by one.
  const single = ['admin', 'approve', 'audit', 'billing', 'config', 'role', 'webhook']
  expect(areas(PRIVILEGES.filter((name) => !full.includes(name)))).toEqual(single)
  expect(areas(full).filter((area) => single.includes(area))).toEqual([])
  expect(areas(template)).toEqual(['accountTemplate', 'dongleTemplate', 'product', 'smartTemplate', 'snTemplate'])
  expect(areas(user)).toEqual(['customer', 'tag', 'user'])
  expect(issuing.filter((name) => name.endsWith('.issue'))).toEqual([
    'accountLicense.issue',
    'dongleLicense.issue',
    'smartLicense.issue',
    'snLicense.issue',
  ])
  expect(issuing.filter((name) => name.endsWith('.delete'))).toEqual([])
  expect(areas(campaign)).toEqual(['accountTemplate', 'activity', 'product', 'tag', 'user'])
  expect(campaign).toEqual(expect.arrayContaining(PRIVILEGES.filter((name) => areaOf(name) === 'activity')))
  expect(campaignReport).toEqual(['activity.report', 'activity.view'])
  expect(areas(account)).toEqual(['admin', 'role'])
  expect(areas(packing)).toEqual(['developer', 'packing', 'product'])
})
