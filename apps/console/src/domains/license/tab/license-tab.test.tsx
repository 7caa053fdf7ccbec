// The license tab on the page of a customer.
import { identityCalls, licenseCalls, pcLicenseCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { SHOWN_CODE, licenseOf } from '../detail/license-detail.fixture.ts'
import { licenseScreens } from '../screens.ts'
import { LicensesTab, useSeenFamilies } from './index.ts'

registerScreens(licenseScreens)

const CUSTOMER = '00000000-0000-4000-8000-0000000000c1'
const CODES = ['sn', 'smart'] as const

function Tab() {
  const families = useSeenFamilies(CODES)
  return (
    <LicensesTab
      families={families}
      of="customerGuid"
      guid={CUSTOMER}
      tab="codes"
      listSearch={{ customerGuid: CUSTOMER }}
    />
  )
}
const Signed = () => {
  useSession()
  return <Tab />
}

function open(privileges: string[], search = '') {
  return openStage({ '/customer/view': Signed }, `/customer/view?guid=${CUSTOMER}&tab=codes${search}`, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [pcLicenseCalls.find, () => ({ data: { rows: [licenseOf('sn')], records: 1, total: 1 } })],
    [licenseCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
  ])
}

it('shows the codes of one customer and links to the license list, filtered by that customer', async () => {
  const stage = await open(['snLicense.view'])
  expect(await screen.findByText(SHOWN_CODE)).toBeTruthy()
  expect(stage.sent.find(({ path }) => path === pcLicenseCalls.find.path)?.payload).toMatchObject({
    kind: 'sn',
    customerGuid: CUSTOMER,
  })
  expect(screen.queryByRole('columnheader', { name: '客户' })).toBeNull()
  expect(screen.getByRole('link', { name: '在列表中查看' }).getAttribute('href')).toBe(
    `/pc/license/sn?customerGuid=${CUSTOMER}`,
  )
  expect(screen.queryByRole('radio')).toBeNull()
})

it('two visible families are shown one at a time, and a filter applies only to the one shown', async () => {
  const stage = await open(['snLicense.view', 'smartLicense.view'])
  await screen.findByText(SHOWN_CODE)
  fireEvent.click(screen.getByRole('button', { name: '状态: 不限' }))
  fireEvent.click(screen.getByRole('option', { name: '已锁定' }))
  await waitFor(() => expect(stage.address()).toBe(`/customer/view?guid=${CUSTOMER}&tab=codes&family=sn&status=5`))
  fireEvent.click(screen.getByRole('radio', { name: '智能许可' }))
  expect(await screen.findByText('还没有许可')).toBeTruthy()
  expect(stage.address()).toBe(`/customer/view?guid=${CUSTOMER}&tab=codes&family=smart`)
  fireEvent.click(screen.getByRole('radio', { name: '授权码' }))
  expect(await screen.findByText(SHOWN_CODE)).toBeTruthy()
})

it('the issue link names this customer and the page to return to', async () => {
  await open(['snLicense.view', 'snLicense.issue'])
  const link = await screen.findByRole('link', { name: '生成授权码' })
  expect(Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://center').searchParams)).toEqual({
    customerGuid: CUSTOMER,
    sourcePath: `/customer/view?guid=${CUSTOMER}&tab=codes`,
  })
})
