import { OPERATION_TYPES, identityCalls, privilege } from '@sealwright/contract'
import type { Locale, OperationRow } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerKey } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { RecentOperations } from './recent-operations.tsx'

const row: OperationRow = {
  id: '1',
  type: OPERATION_TYPES.update,
  deed: 'update',
  targetKind: 'product',
  targetGuid: '00000000-0000-4000-8000-000000000001',
  targetName: '星图',
  actor: 'Lin',
  at: '2026-01-01T00:00:00.000Z',
  changes: [],
  labels: {},
  requestId: 'r',
  sealed: true,
  count: 1,
  taskGuid: null,
}

registerScreens([
  ...(['/taskCenter', '/operationLog'] as const).map((path) => ({
    path,
    domain: 'license',
    title: 'product.titles.view' as const,
    access: privilege('snLicense.view'),
    load: () => Promise.reject(new Error('not opened here')),
  })),
  {
    path: '/product/view',
    shows: { kind: 'product' },
    domain: 'product',
    title: 'product.titles.view',
    access: privilege('product.view'),
    load: () => Promise.reject(new Error('not opened here')),
  },
  {
    path: '/pc/template/sn/view',
    shows: { kind: 'snTemplate' },
    domain: 'template',
    title: 'template.titles.view.sn',
    access: privilege('snTemplate.view'),
    load: () => Promise.reject(new Error('not opened here')),
  },
  ...(['smart', 'sn'] as const).map((family) => ({
    path: `/audit/license/${family}/view`,
    shows: { kind: 'audit' as const },
    domain: 'approval',
    title: 'audit.titles.view' as const,
    access: privilege(`${family}License.issue`),
    load: () => Promise.reject(new Error('not opened here')),
  })),
  {
    path: '/access/view',
    shows: { kind: 'admin', by: 'userId' },
    domain: 'access',
    title: 'product.titles.view',
    access: privilege('admin.view'),
    load: () => Promise.reject(new Error('not opened here')),
  },
])

async function show(privileges: string[], operation = row, locale: Locale = 'en') {
  await showLanguage(locale)
  queryClient.setQueryData(answerKey(identityCalls.current, {}), { account: { id: 'account-1' }, privileges })
  render(
    <QueryClientProvider client={queryClient}>
      <PhrasesProvider>
        <RecentOperations operations={[operation]} />
      </PhrasesProvider>
    </QueryClientProvider>,
  )
}

/** The link of the operation. The card also links to the whole log. */
const linkOf = () => within(screen.getByRole('listitem')).queryByRole('link')

it('a license code shows in groups, and the number of a license for an account unchanged', async () => {
  await show([], { ...row, targetKind: 'snLicense', targetName: 'M49P3J32UPTE4CK3' })
  expect(screen.getByText('M49P-3J32-UPTE-4CK3')).toBeTruthy()
  cleanup()
  await show([], { ...row, targetKind: 'accountLicense', targetName: 'LC202611125MAFQC6BT2' })
  expect(screen.getByText('LC202611125MAFQC6BT2')).toBeTruthy()
})

it('an operation links to its target if the person may open it', async () => {
  await show(['product.view'])
  expect(screen.getByRole('link', { name: '星图' }).getAttribute('href')).toBe(`/product/view?guid=${row.targetGuid}`)
  expect(screen.getByText(/Changed product/)).toBeTruthy()
})

it('in Chinese, a Latin word stands apart', async () => {
  await show([], { ...row, targetKind: 'webhook' }, 'zh')
  expect(screen.getByRole('listitem').textContent).toMatch(/^修改 Webhook 星图/)
  cleanup()
  await show([], { ...row, targetKind: 'webhook', count: 3 }, 'zh')
  expect(screen.getByRole('listitem').textContent).toMatch(/^修改 3 个 Webhook/)
})

it('an operation names its target without a link if the person may not open it', async () => {
  await show([])
  expect(screen.getByText('星图')).toBeTruthy()
  expect(linkOf()).toBeNull()
})

it('an operation on a template links to it only if the person may see its family', async () => {
  const onTemplate: OperationRow = { ...row, targetKind: 'snTemplate', targetName: '年订阅' }
  await show(['snTemplate.view'], onTemplate)
  expect(screen.getByRole('link', { name: '年订阅' }).getAttribute('href')).toBe(
    `/pc/template/sn/view?guid=${row.targetGuid}`,
  )
  cleanup()
  await show(['accountTemplate.view'], onTemplate)
  expect(linkOf()).toBeNull()
})

it('an operation on an administrator links by the ID of the account', async () => {
  await show(['admin.view'], { ...row, targetKind: 'admin', targetName: 'Zhou' })
  expect(screen.getByRole('link', { name: 'Zhou' }).getAttribute('href')).toBe(`/access/view?userId=${row.targetGuid}`)
})

it('an operation on a request links to a page of requests that the person may open', async () => {
  await show(['snLicense.issue'], { ...row, targetKind: 'audit', targetName: '202601010001' })
  expect(linkOf()?.getAttribute('href')).toBe(`/audit/license/sn/view?guid=${row.targetGuid}`)
})

it('the activation of an account is named as such', async () => {
  await show([], {
    ...row,
    targetKind: 'account',
    targetName: 'Zhou',
    actor: 'Zhou',
    deed: 'activate',
  })
  expect(screen.getByRole('listitem').textContent).toMatch(/^Activated account ZhouZhou/)
})

it('a batch is one line, and its number leads to the task or to its operations', async () => {
  const batch: OperationRow = {
    ...row,
    type: OPERATION_TYPES.add,
    deed: 'issue',
    targetKind: 'snLicense',
    count: 500,
  }
  await show(['snLicense.view'], { ...batch, taskGuid: '00000000-0000-4000-8000-000000000002' })
  const line = () => screen.getByRole('listitem').textContent
  expect(line()).toMatch(/^Issued 500 license codesLin/)
  expect(linkOf()?.getAttribute('href')).toBe('/taskCenter?guid=00000000-0000-4000-8000-000000000002')
  cleanup()
  await show(['snLicense.view'], batch)
  expect(linkOf()?.getAttribute('href')).toBe('/operationLog?batch=r')
  cleanup()
  await show([], { ...batch, type: OPERATION_TYPES.delete, deed: 'delete', targetKind: 'user' })
  expect(line()).toMatch(/^Deleted 500 usersLin/)
  expect(linkOf()).toBeNull()
  cleanup()
  await show([], { ...batch, type: OPERATION_TYPES.update, deed: 'update', targetKind: 'role', count: 2 })
  expect(line()).toMatch(/^Changed 2 entries: role/i)
})
