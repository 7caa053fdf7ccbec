// The integration page: its tabs by right, and the values of programs.
import { developerCalls, identityCalls, runtimeLogCalls, signingKeyCalls } from '@sealwright/contract'
import type { RuntimeLogRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/call/query-client.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './integration.screen.tsx'
import { keysFile, snippetOf } from './snippets.ts'

const KEYS = { rootKey: 'ROOT-KEY', exchangeKey: 'EXCHANGE-KEY', developerId: '7', keys: [] }
const contact: RuntimeLogRow = {
  guid: '00000000-0000-4000-8000-0000000000d1',
  at: '2026-01-01T00:00:00.000Z',
  act: 'activate',
  reason: null,
  message: '',
  family: 'sn',
  licenseGuid: null,
  serial: 'AAAABBBBCCCCDDDD',
  account: null,
  machineName: 'DESKTOP-7K2Q',
  fingerprint: null,
  network: null,
  times: 1,
}
const EVERY = ['signingKey.view', 'packing.view', 'runtime.view', 'webhook.view']

async function open(privileges: readonly string[] = EVERY, rows: RuntimeLogRow[] = [], href = '/integration') {
  const stage = await openStage({ '/integration': Screen }, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [signingKeyCalls.find, () => ({ data: KEYS })],
    [developerCalls.revealApiPassword, () => ({ data: { apiPassword: 'c0ffee' } })],
    [runtimeLogCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
  ])
  await act(loadSession)
  return stage
}
const code = () => screen.getByRole('region', { name: 'JavaScript' }).textContent

it('shows each tab only with its right; access keys are for the super administrator', async () => {
  await open()
  await screen.findByText('ROOT-KEY')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['程序', '签名密钥', 'Webhook'])
})

it('leads a person without the values of programs to the first tab that they may open', async () => {
  const stage = await open(['webhook.view'])
  await waitFor(() => expect(stage.address()).toBe('/integration/webhook'))
  expect(stage.sent.map(({ path }) => path)).not.toContain(signingKeyCalls.find.path)
})

it('an address that names a tab leads to it', async () => {
  const stage = await open(EVERY, [], '/integration?tab=signing')
  await waitFor(() => expect(stage.address()).toBe('/runtime/key'))
})

it('the code has the values of the developer; the API password only while it is shown', async () => {
  await open()
  await screen.findByText('ROOT-KEY')
  expect(code()).toContain("rootKey: 'ROOT-KEY'")
  expect(code()).toContain("apiPassword: '<API 密码>'")
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '显示 API 密码' })))
  expect(await screen.findByText('c0ffee')).toBeTruthy()
  expect(code()).toContain("apiPassword: 'c0ffee'")
  // A second click soon after the first does not count.
  await waitFor(async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '隐藏 API 密码' })))
    expect(code()).not.toContain('c0ffee')
  })
})

it('program-keys.json is downloaded with the API password, as the SDK reads it', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const stage = await open()
  await screen.findByText('ROOT-KEY')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '下载 program-keys.json' })))
  await waitFor(() => expect(saved).toEqual(['program-keys.json']))
  expect(stage.sent.map(({ path }) => path)).toContain(developerCalls.revealApiPassword.path)
  expect(JSON.parse(keysFile({ ...KEYS, apiPassword: 'c0ffee' }))).toEqual({
    developerId: 7,
    apiPassword: 'c0ffee',
    rootKey: 'ROOT-KEY',
    exchangeKey: 'EXCHANGE-KEY',
  })
})

it('offers the SDK that the center serves, with its version, its size and the command that installs it', async () => {
  vi.stubEnv('SDK_FILE', 'sealwright-sdk-1.2.3.tgz')
  vi.stubEnv('SDK_VERSION', '1.2.3')
  vi.stubEnv('SDK_BYTES', '92160')
  await open()
  const link = await screen.findByRole('link', { name: '下载 SDK' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/download/sealwright-sdk.tgz',
    'sealwright-sdk-1.2.3.tgz',
  ])
  expect(screen.getByText('版本 1.2.3，90 KB')).toBeTruthy()
  expect(screen.getByRole('region', { name: '安装 SDK 的命令' }).textContent).toBe(
    'npm install ./sealwright-sdk-1.2.3.tgz',
  )
})

it('offers no SDK where none is served, as in development', async () => {
  await open()
  await screen.findByText('ROOT-KEY')
  expect(screen.queryByRole('link', { name: '下载 SDK' })).toBeNull()
  expect(screen.queryByText(/npm install/)).toBeNull()
})

it('without the right, it names the privilege that shows the API password and offers no download', async () => {
  await open(['signingKey.view'])
  await screen.findByText('ROOT-KEY')
  expect(screen.getByText(/^显示 API 密码需要“.+”权限$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载 program-keys.json' })).toBeNull()
  expect(screen.queryByText('正在等待第一次联系…')).toBeNull()
})

it('waits for the first contact, and then tells which device and code it was', async () => {
  const rows: RuntimeLogRow[] = []
  await open(EVERY, rows)
  expect(await screen.findByText('正在等待第一次联系…')).toBeTruthy()
  rows.push(contact)
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('DESKTOP-7K2Q')).toBeTruthy()
  expect(screen.getByText('程序已经联系过授权中心')).toBeTruthy()
  expect(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy()
})

it('raw calls name the developer and the API password', () => {
  const values = { ...KEYS, url: 'https://center.example', apiPassword: 'c0ffee' }
  for (const language of ['python', 'curl'] as const) {
    const text = snippetOf(language, values)
    expect(text).toContain('https://center.example/runtime/v1/activate')
    expect(text).toContain('Bearer c0ffee')
  }
})
