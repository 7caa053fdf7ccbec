// The offline tab of a license: a request in, the answer as a download, and what was exchanged.
import { ERRORS, exchangeCalls, identityCalls } from '@sealwright/contract'
import type { ExchangeRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { EXCHANGE, LICENSE, c2d, c2dFile, exchangeOf } from '../offline.fixture.ts'
import { offlineScreens } from '../screens.ts'
import { useOfflineTab } from './index.ts'

registerScreens(offlineScreens)
const MACHINES = `/pc/license/sn/view?guid=${LICENSE}&tab=machines`
const ALL = ['offline.view', 'offline.exchange']

interface Given {
  rows?: ExchangeRow[]
  hand?: () => { code?: number; desc?: string; data: unknown }
  privileges?: string[]
  isCloud?: boolean
  canBind?: boolean
}

async function open({ rows = [], hand, privileges = ALL, isCloud = false, canBind = true }: Given = {}) {
  const Tab = () => useOfflineTab({ licenseGuid: LICENSE, isCloud, canBind, machinesHref: MACHINES })[0]?.content
  const stage = await openStage({ '/license': Tab }, '/license', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [exchangeCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [
      exchangeCalls.hand,
      hand ??
        (() => ({
          data: {
            guid: EXCHANGE,
            kind: 'bind',
            machineName: 'OFFICE-PC',
            name: 'OFFICE-PC 2026-01-01 0000.d2c',
            text: 'SEALWRIGHT D2C 1\n',
            validUntil: '2026-01-31T00:00:00.000Z',
            isRepeated: false,
          },
        })),
    ],
  ])
  await act(loadSession)
  return stage
}

/** The names of the saved files. */
function saving(): string[] {
  const names: string[] = []
  URL.createObjectURL = () => 'blob:d2c'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}
const choose = (...files: File[]) =>
  act(
    async () =>
      void fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files } }),
  )

it("the answer downloads at once under the center's name for it, and the page says what to do with it", async () => {
  const names = saving()
  const { sent } = await open()
  await screen.findByText('还没有交换过文件')
  await choose(c2dFile('a'))
  expect(await screen.findByText('已绑定设备“OFFICE-PC”')).toBeTruthy()
  expect(screen.getByText('请在 2026-01-31 08:00 前导入。')).toBeTruthy()
  expect(names).toEqual(['OFFICE-PC 2026-01-01 0000.d2c'])
  expect(sent.find(({ path }) => path === exchangeCalls.hand.path)?.payload).toEqual({
    licenseGuid: LICENSE,
    name: 'a.c2d',
    text: c2d('a'),
  })
  vi.restoreAllMocks()
})

it('the answer to a removal is a receipt, which nobody has to import', async () => {
  saving()
  const receipt = {
    guid: EXCHANGE,
    kind: 'unbind',
    machineName: 'OFFICE-PC',
    name: 'a.d2c',
    text: 'SEALWRIGHT D2C 1\n',
  }
  await open({ hand: () => ({ data: { ...receipt, validUntil: null, isRepeated: false } }) })
  await screen.findByText('还没有交换过文件')
  await choose(c2dFile('a'))
  expect(await screen.findByText('回执“a.d2c”已下载，可以不导入。')).toBeTruthy()
  vi.restoreAllMocks()
})

it('a refusal shows the message and the remedy; the file of another license leads to the workbench', async () => {
  await open({
    hand: () => ({ code: ERRORS['runtime.fileOtherLicense'].code, desc: '请求文件属于另一个许可', data: null }),
  })
  await screen.findByText('还没有交换过文件')
  await choose(c2dFile('a'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('请求文件属于另一个许可')
  expect(alert.textContent).toContain('请在对应的许可下提交，或使用离线工作台。')
  expect(screen.getByRole('link', { name: '去离线工作台' }).getAttribute('href')).toBe('/tool/offline')
})

it('two files at once are not handed in', async () => {
  const { sent } = await open()
  await screen.findByText('还没有交换过文件')
  await choose(c2dFile('a'), c2dFile('b'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([expect.stringContaining('一个')]),
  )
  expect(sent.some(({ path }) => path === exchangeCalls.hand.path)).toBe(false)
})

it('the history tells kind, device, way, person and end; an answer that has ended cannot be downloaded', async () => {
  const rows = [
    exchangeOf(),
    exchangeOf({
      guid: '00000000-0000-4000-8000-0000000000e2',
      machineName: 'LAB-1',
      state: 'ended',
      answerName: null,
      way: 'codePage',
    }),
  ]
  await open({ rows, privileges: ['offline.view', 'offline.exchange'] })
  const row = (await screen.findByText('OFFICE-PC')).closest('tr')
  for (const words of ['绑定', '林小满', '工作台', '2026-01-31 08:00', '可下载', '下载'])
    expect(row?.textContent).toContain(words)
  const over = screen.getByText('LAB-1').closest('tr')
  expect(over?.textContent).toContain('已过期')
  expect(over?.querySelector('button')).toBeNull()
  expect(screen.getByRole('link', { name: '查看设备' }).getAttribute('href')).toBe(MACHINES)
})

it('who may only view neither hands in nor downloads', async () => {
  await open({ rows: [exchangeOf()], privileges: ['offline.view'] })
  await screen.findByText('OFFICE-PC')
  expect(document.querySelector('input[type=file]')).toBeNull()
  expect(screen.queryByRole('button', { name: '下载' })).toBeNull()
})

it('a license without offline binding says so', async () => {
  await open({ canBind: false })
  expect(await screen.findByText(/没有开启离线绑定/)).toBeTruthy()
})

it('a cloud license has no tab', async () => {
  const { sent } = await open({ isCloud: true })
  expect(sent.some(({ path }) => path === exchangeCalls.find.path)).toBe(false)
})
