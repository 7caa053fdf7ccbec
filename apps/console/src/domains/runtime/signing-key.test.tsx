// The tab of signing keys: their states, and the actions on them.
import { ERRORS, identityCalls, signingKeyCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { LICENSE, SHOWN_CODE, CODE, keyOf, pageOf } from './runtime.fixture.ts'
import { Screen } from './signing-key.screen.tsx'

const lease = {
  leaseId: '00000000-0000-4000-8000-0000000000c1',
  family: 'sn',
  licenseGuid: LICENSE,
  serial: CODE,
  productName: '星图',
  machineName: 'DESKTOP-7K2Q',
  issueTime: '2026-01-01T00:00:00.000Z',
  expireTime: '2026-02-01T00:00:00.000Z',
}

async function open(
  privileges = ['signingKey.view', 'signingKey.update'],
  retire: () => { code?: number; desc?: string; data: unknown } = () => ({ data: { leases: 3 } }),
) {
  const stage = await openStage({ '/runtime/key': Screen }, '/runtime/key', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [
      signingKeyCalls.find,
      () => ({
        data: {
          rootKey: 'ROOT-KEY-BASE64',
          exchangeKey: 'EXCHANGE-KEY-CERTIFICATE',
          developerId: '7',
          keys: [
            keyOf(),
            keyOf({ kid: 'k-gone', state: 'retired', leases: 0, retiredBy: '林主', reason: '笔记本失窃' }),
          ],
        },
      }),
    ],
    [signingKeyCalls.rotate, () => ({ data: { kid: 'k-two' } })],
    [signingKeyCalls.retire, retire],
    [signingKeyCalls.leases, () => pageOf([lease])],
  ])
  await act(loadSession)
  await screen.findByText('k-one')
  return {
    ...stage,
    payloads: ({ path }: { path: string }) =>
      stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const menuOf = (kid: string) => {
  fireEvent.click(screen.getByRole('button', { name: `“${kid}”的操作` }))
  return screen.getAllByRole('menuitem')
}
const save = (dialog: HTMLElement) => fireEvent.submit(dialog.querySelector('form') ?? dialog)

async function dialogOf(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest('dialog')
  if (!dialog) throw new Error(`no dialog has the title ${title}`)
  return dialog
}

it('shows the state of each signing key with its meaning, and the way to the root key', async () => {
  await open()
  expect(screen.getByRole('link', { name: '程序内置的根密钥' }).getAttribute('href')).toBe('/integration')
  expect(screen.getByText('k-one').closest('tr')?.textContent).toContain('签名中')
  expect(screen.getByText('k-gone').closest('tr')?.textContent).toContain('林主 停用：笔记本失窃')
  expect(screen.getByText('签发新的租约。')).toBeTruthy()
  expect(screen.queryByText('即将接替当前的密钥。')).toBeNull()
})

it('a person who may only view can neither rotate nor retire', async () => {
  await open(['signingKey.view'])
  expect(screen.queryByRole('button', { name: '轮换密钥' })).toBeNull()
  expect(menuOf('k-one').map(({ textContent }) => textContent)).toEqual(['查看 3 份租约'])
})

it('rotating needs no reason and shows the new key', async () => {
  const { payloads } = await open()
  fireEvent.click(screen.getByRole('button', { name: '轮换密钥' }))
  save(await screen.findByRole('dialog', { hidden: true }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已启用新的密钥 k-two']))
  expect(payloads(signingKeyCalls.rotate)).toEqual([{ reason: '' }])
})

it('retiring shows how many leases depend on the key, and takes a reason', async () => {
  const { payloads } = await open()
  const retire = menuOf('k-one').find(({ textContent }) => textContent === '停用')
  if (!retire) throw new Error('no action retires')
  fireEvent.click(retire)
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog.textContent).toContain('有 3 份有效的租约依赖它。')
  fireEvent.input(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: '泄露' } })
  save(dialog)
  await waitFor(() => expect(payloads(signingKeyCalls.retire)).toEqual([{ kid: 'k-one', reason: '泄露' }]))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['密钥已停用，3 份租约将换领']),
  )
})

it('a key that someone else retired in the meantime shows the refusal in the dialog', async () => {
  await open(undefined, () => ({
    code: ERRORS['signingKey.stateForbids'].code,
    desc: '密钥“k-one”当前为“已停用”，不能执行此操作',
    data: null,
  }))
  const retire = menuOf('k-one').find(({ textContent }) => textContent === '停用')
  if (!retire) throw new Error('no action retires')
  fireEvent.click(retire)
  const dialog = await screen.findByRole('dialog', { hidden: true })
  fireEvent.input(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: '泄露' } })
  save(dialog)
  await within(dialog).findByText('密钥“k-one”当前为“已停用”，不能执行此操作')
})

it('the leases that depend on a key are listed', async () => {
  const { payloads } = await open()
  const [leases] = menuOf('k-one')
  if (!leases) throw new Error('no action lists the leases')
  fireEvent.click(leases)
  const dialog = await dialogOf('密钥 k-one 的租约')
  await within(dialog).findByText(SHOWN_CODE)
  expect(payloads(signingKeyCalls.leases)[0]).toMatchObject({ kid: 'k-one' })
})
