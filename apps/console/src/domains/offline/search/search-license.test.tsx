// The search by file: what it tells, and that a file of somebody else tells nothing.
import { ERRORS, exchangeCalls, identityCalls, toolCalls } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { licenseScreens } from '../../license/screens.ts'
import { EXCHANGE, LICENSE, SHOWN_CODE, c2d, c2dFile, toldOf } from '../offline.fixture.ts'
import { offlineScreens } from '../screens.ts'
import { Screen } from './search-license.screen.tsx'

registerScreens([...offlineScreens, ...licenseScreens])
type Answer = { code?: number; desc?: string; data: unknown }

async function open(answer: () => Answer, privileges = ['offline.view', 'offline.exchange', 'snLicense.view']) {
  const saved: unknown[] = []
  const stage = await openStage({ '/tool/searchLicense': Screen }, '/tool/searchLicense', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [toolCalls.searchLicense, answer],
    [
      exchangeCalls.download,
      (payload) => {
        saved.push(payload)
        return new Response('d2c', { headers: { 'content-type': 'text/plain' } })
      },
    ],
  ])
  await act(loadSession)
  return { ...stage, saved }
}
const choose = (...files: File[]) =>
  act(
    async () =>
      void fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files } }),
  )

it('tells what a file is, its packages, target and age, its licenses, and when it was exchanged by whom', async () => {
  URL.createObjectURL = () => 'blob:d2c'
  const exchange = { guid: EXCHANGE, time: '2026-01-02T00:00:00.000Z', by: '林小满', way: 'workbench' } as const
  const { saved } = await open(() => ({
    data: toldOf({ file: 'D2C', name: 'office-pc.d2c', packages: ['lease', 'data', 'data'], exchange }),
  }))
  await choose(c2dFile('a'))
  for (const words of ['许可文件（D2C）', '绑定', 'OFFICE-PC', 'Windows 11', '许可', '数据区 × 2', '星图', '已交换'])
    expect((await screen.findAllByText(words)).length, words).toBeGreaterThan(0)
  expect(screen.getByText('2026-01-02 08:00 由 林小满 通过工作台交换。')).toBeTruthy()
  expect(screen.getByRole('link', { name: SHOWN_CODE }).getAttribute('href')).toBe(
    `/pc/license/sn/view?guid=${LICENSE}`,
  )
  fireEvent.click(screen.getByRole('button', { name: '下载许可文件' }))
  await waitFor(() => expect(saved).toEqual([{ guid: EXCHANGE }]))
})

it('a file of a dongle tells the lock, what it asks for, and the package with its record', async () => {
  const lock = { guid: LICENSE, shellNumber: '88000001', status: 4, request: null, upgrade: null }
  const machine = { name: '88000001', os: '1.0.0', fingerprint: 'ab'.repeat(16) }
  const about = { kind: 'dongle' as const, machine, code: null, licenses: [] }
  await open(() => ({ data: toldOf({ ...about, lock: { ...lock, request: 'activate' } }) }))
  await choose(c2dFile('a'))
  for (const words of ['硬件锁', '激活', '正常', '序列号', '固件'])
    expect((await screen.findAllByText(words)).length, words).toBeGreaterThan(0)
  cleanup()
  const upgrade = { guid: EXCHANGE, number: 7, status: 3 }
  await open(() => ({ data: toldOf({ ...about, file: 'D2C', packages: ['operation'], lock: { ...lock, upgrade } }) }))
  await choose(c2dFile('b'))
  expect(await screen.findByText('升级包 7 · 已升级')).toBeTruthy()
  // A package answers no file, so it needs no exchange.
  expect(screen.queryByText('还没有交换')).toBeNull()
})

it('a request that was not exchanged leads to the workbench, and there is nothing to download', async () => {
  await open(() => ({ data: toldOf() }))
  await choose(c2dFile('a'))
  expect((await screen.findByRole('link', { name: '去离线工作台' })).getAttribute('href')).toBe('/tool/offline')
  expect(screen.queryByRole('button', { name: '下载许可文件' })).toBeNull()
})

it('who may only view sees the license as text, and cannot download', async () => {
  const exchange = { guid: EXCHANGE, time: '2026-01-02T00:00:00.000Z', by: '林小满', way: 'runtime' } as const
  await open(() => ({ data: toldOf({ exchange }) }), ['offline.view'])
  await choose(c2dFile('a'))
  expect((await screen.findByText(SHOWN_CODE)).closest('a')).toBeNull()
  expect(screen.queryByRole('button', { name: '下载许可文件' })).toBeNull()
})

it('a file of another developer says only that there is no record, and the next file replaces it', async () => {
  const answers: Answer[] = [
    { code: ERRORS['offline.notOurs'].code, desc: '没有找到这个文件的任何记录', data: null },
    { data: toldOf() },
  ]
  await open(() => answers.shift() ?? { data: null })
  await choose(c2dFile('theirs'))
  expect((await screen.findByRole('alert')).textContent).toBe('“theirs.c2d”没有被接受没有找到这个文件的任何记录')
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  await choose(c2dFile('ours'))
  await screen.findByText('还没有交换')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('pasted text is looked up, and a picture without a code is told as such', async () => {
  const { sent } = await open(() => ({ data: toldOf() }))
  fireEvent.click(screen.getByRole('button', { name: '粘贴内容' }))
  const area = screen.getByRole('textbox', { name: '请求文件的内容' })
  fireEvent.change(area, { target: { value: c2d('a') } })
  fireEvent.submit(area.closest('form') ?? area)
  await screen.findByText('还没有交换')
  const file = sent.find(({ path }) => path === toolCalls.searchLicense.path)?.payload.file
  expect(file instanceof File && file.name).toBe('粘贴的内容.txt')
  await choose(new File([new Uint8Array(8)], 'photo.png', { type: 'image/png' }))
  expect((await screen.findByRole('alert')).textContent).toContain('图片无法打开')
})
