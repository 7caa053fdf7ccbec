// The workbench: what a person reads about each file, how many are exchanged, and what comes back.
import { ERRORS, LIMITS, identityCalls, taskCalls, toolCalls } from '@sealwright/contract'
import type { ReadFile } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { licenseScreens } from '../../license/screens.ts'
import { eventStream, GUID as TASK, task } from '../../task/progress/task.fixture.ts'
import { EXCHANGE, LICENSE, SHOWN_CODE, c2d, c2dFile, readOf, toldOf } from '../offline.fixture.ts'
import { offlineScreens } from '../screens.ts'
import { Screen } from './workbench.screen.tsx'

registerScreens([...offlineScreens, ...licenseScreens])
const { exchangeFiles: MOST } = LIMITS.license

interface Given {
  read?: (text: string) => Partial<ReadFile>
  isRefused?: () => boolean
}

async function open({ read = () => ({}), isRefused = () => false }: Given = {}, address = '/tool/offline') {
  const stream = eventStream()
  const saved: { path: string; payload: unknown }[] = []
  const stage = await openStage({ '/tool/offline': Screen }, address, [
    [
      identityCalls.current,
      () => ({
        data: { ...session, isMainAccount: false, privileges: ['offline.view', 'offline.exchange', 'snLicense.view'] },
      }),
    ],
    [
      toolCalls.read,
      ({ files }) =>
        isRefused()
          ? Response.json(
              { code: ERRORS['platform.unavailable'].code, desc: '服务暂时不可用', data: null },
              { status: 503 },
            )
          : {
              data: {
                files: (files as { name: string; text: string }[]).map((one) =>
                  readOf({ name: one.name, ...read(one.text) }),
                ),
              },
            }, // our own payload
    ],
    [toolCalls.exchange, () => ({ data: { taskId: TASK } })],
    [
      toolCalls.download,
      (payload) => {
        saved.push({ path: toolCalls.download.path, payload })
        return new Response('zip', { headers: { 'content-type': 'application/zip' } })
      },
    ],
    [
      taskCalls.get,
      () => ({
        data: task({ kind: 'offlineExchange', subject: '2 个文件', status: 3, total: 2, success: 1, fail: 1 }),
      }),
    ],
    [
      taskCalls.findRows,
      () => ({
        data: {
          rows: [
            { n: 1, state: 'success', reason: null, cells: [{ field: 'name', value: 'a.c2d' }] },
            { n: 2, state: 'fail', reason: '许可已锁定', cells: [{ field: 'name', value: 'b.c2d' }] },
          ],
          records: 2,
          total: 1,
        },
      }),
    ],
    stream.answer,
  ])
  await act(loadSession)
  return { ...stage, saved, sentTo: (path: string) => stage.sent.filter((call) => call.path === path) }
}

const input = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input')
const choose = (...files: File[]) => act(async () => void fireEvent.change(input(), { target: { files } }))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr')
  if (!row) throw new Error(`no row has the name ${name}`)
  return within(row)
}

it('tells each file in words: license with its link, device, purpose, validity, and why it is refused', async () => {
  await open({
    read: (text) =>
      text === c2d('old')
        ? { isAllowed: false, reason: 'fileOverdue', message: '请求文件已过期', fix: '请重新生成请求文件。' }
        : text === c2d('same')
          ? {
              told: toldOf({
                kind: 'refresh',
                exchange: { guid: EXCHANGE, time: '2026-01-02T00:00:00.000Z', by: 'Lin', way: 'console' },
              }),
            }
          : text === c2d('strange')
            ? {
                told: null,
                isAllowed: false,
                reason: 'fileForeign',
                message: '文件不是发给这个厂商的',
                fix: '请确认软件厂商后再提交。',
              }
            : {},
  })
  expect(screen.getByRole('list', { name: '如何离线绑定' })).toBeTruthy()
  await choose(c2dFile('new'), c2dFile('old'), c2dFile('same'), c2dFile('strange'), new File([], 'empty.c2d'))
  await screen.findByText('5 个文件：2 个可以交换，3 个不能')
  const fresh = rowOf('new.c2d')
  expect(fresh.getByRole('link', { name: SHOWN_CODE }).getAttribute('href')).toBe(`/pc/license/sn/view?guid=${LICENSE}`)
  for (const words of ['可以交换', '绑定', '星图', 'OFFICE-PC', 'Windows 11'])
    expect(fresh.getByText(words)).toBeTruthy()
  for (const words of ['不能交换', '请求文件已过期', '请重新生成请求文件。'])
    expect(rowOf('old.c2d').getByText(words)).toBeTruthy()
  expect(rowOf('same.c2d').getByText('会得到同一个许可文件，不再扣费')).toBeTruthy()
  expect(rowOf('strange.c2d').getByText('文件不是发给这个厂商的')).toBeTruthy()
  expect(rowOf('empty.c2d').getByText('文件是空的')).toBeTruthy()
})

it('of 31 files the last one waits, and moves up when another is removed', async () => {
  const { sentTo } = await open()
  await choose(...Array.from({ length: MOST + 1 }, (_, n) => c2dFile(`n${n}`)))
  await screen.findByText(/^30 个文件：30 个可以交换/)
  expect(screen.getByText('一次最多交换 30 个文件')).toBeTruthy()
  expect(screen.getByText('n30.c2d').closest('.notice')).toBeTruthy()
  for (const { payload } of sentTo(toolCalls.read.path))
    expect((payload.files as unknown[]).length).toBeLessThanOrEqual(MOST) // our own payload
  fireEvent.click(button('移除“n4.c2d”'))
  await waitFor(() => expect(screen.queryByText('一次最多交换 30 个文件')).toBeNull())
  expect(screen.getByText('n30.c2d').closest('tr')).toBeTruthy()
  expect(screen.queryByText('n4.c2d')).toBeNull()
})

it('a file that is there already is not added twice', async () => {
  await open()
  await choose(c2dFile('a'))
  await choose(new File([c2d('a')], 'copy.c2d'), c2dFile('b'))
  await screen.findByText(/^2 个文件/)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['有 1 个文件已在列表中，没有重复加入'])
})

it('exchanges the allowed files alone, shows the result of each, and downloads one zip', async () => {
  URL.createObjectURL = () => 'blob:zip'
  const { sentTo, address, saved } = await open({
    read: (text) => (text === c2d('bad') ? { isAllowed: false, message: '文件被改动' } : {}),
  })
  await choose(c2dFile('a'), c2dFile('bad'), c2dFile('b'))
  await screen.findByText(/^3 个文件/)
  fireEvent.click(button('交换 2 个文件'))
  await waitFor(() => expect(address()).toBe(`/tool/offline?task=${TASK}`))
  expect(sentTo(toolCalls.exchange.path).map(({ payload }) => payload)).toEqual([
    {
      files: [
        { name: 'a.c2d', text: c2d('a') },
        { name: 'b.c2d', text: c2d('b') },
      ],
    },
  ])
  expect(await screen.findByText('许可已锁定')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '下载 1 个许可文件（ZIP）' }))
  await waitFor(() => expect(saved).toEqual([{ path: toolCalls.download.path, payload: { taskId: TASK } }]))
  fireEvent.click(button('交换其他文件'))
  // The refused file is still there.
  expect(await screen.findByText(/^1 个文件/)).toBeTruthy()
  expect(screen.getByText('bad.c2d')).toBeTruthy()
})

it('the result is there after a reload', async () => {
  await open({}, `/tool/offline?task=${TASK}`)
  expect(await screen.findByText('许可已锁定')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '下载 1 个许可文件（ZIP）' })).toBeTruthy()
})

it('pasted text becomes files; without a text it says what is missing', async () => {
  await open()
  fireEvent.click(button('粘贴内容'))
  const area = screen.getByRole('textbox', { name: '请求文件的内容' })
  expect(document.activeElement).toBe(area)
  fireEvent.submit(area.closest('form') ?? area)
  expect(screen.getByRole('alert').textContent).toBe('请粘贴文件的全部内容')
  fireEvent.change(area, { target: { value: `${c2d('a')}\n${c2d('b')}` } })
  fireEvent.submit(area.closest('form') ?? area)
  expect(await screen.findByText(/^2 个文件：2 个可以交换/)).toBeTruthy()
  expect(document.activeElement).toBe(button('粘贴内容'))
})

it('files stay if the center cannot be reached, and are read again', async () => {
  let isDown = true
  await open({ isRefused: () => isDown })
  await choose(c2dFile('a'))
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(screen.getByText('a.c2d')).toBeTruthy()
  isDown = false
  fireEvent.click(retry)
  expect(await screen.findByText(/^1 个文件：1 个可以交换/)).toBeTruthy()
})
