// Batch update of codes: codes that cannot be updated are listed first and removed with one click; the update is a
// task.
import { ERRORS, identityCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { GUID as TASK, eventStream, task } from '../../task/progress/task.fixture.ts'
import { licenseOf } from '../detail/license-detail.fixture.ts'
import { Screen } from './license-batch-update.screen.tsx'

type Look = AnswerOf<typeof pcLicenseCalls.previewBatchUpdate>
const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const serialOf = (n: number) => `AAAABBBBCCCC${String(n).padStart(4, '2')}`
const shownOf = (n: number) => `AAAA-BBBB-CCCC-${String(n).padStart(4, '2')}`
const noPrice = { totalFen: 0, lines: [], units: null, isEnough: true, isOverdue: false }

interface Opening {
  count?: number
  /** Codes that cannot be updated, by number, with the reason. */
  faults?: Readonly<Record<number, string>>
  more?: Parameters<typeof openStage>[2]
}

async function open({ count = 3, faults = {}, more = [] }: Opening = {}): Promise<Stage> {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const look = (payload: Record<string, unknown>): { data: Look } => {
    const asked = all.filter((n) => (payload['guids'] as string[]).includes(guidOf(n))) // as this screen sends them
    const fit = asked.filter((n) => faults[n] === undefined).map((n) => ({ guid: guidOf(n), serial: serialOf(n) }))
    const isChanged = Object.keys(payload['changes'] ?? {}).length > 0
    return {
      data: {
        fit,
        unfit: asked.flatMap((n) =>
          faults[n] === undefined ? [] : [{ guid: guidOf(n), serial: serialOf(n), message: faults[n] }],
        ),
        refreshable: licenseOf('sn').refreshable,
        changed: isChanged ? fit.length : 0,
        price: isChanged
          ? {
              ...noPrice,
              totalFen: fit.length * 1_000,
              lines: [
                {
                  kind: 'term',
                  mode: 'day',
                  days: 465,
                  quantity: 1,
                  unitFen: 10,
                  count: fit.length,
                  creditFen: fit.length * 3_650,
                  amountFen: fit.length * 1_000,
                },
              ],
            }
          : noPrice,
      },
    }
  }
  const stage = await openStage(
    { '/pc/license/sn/batchUpdate': Screen, '/pc/license/sn': () => <p>list</p> },
    `/pc/license/sn/batchUpdate?guids=${encodeURIComponent(JSON.stringify(all.map(guidOf)))}`,
    [
      [identityCalls.current, () => ({ data: session })],
      [
        pcLicenseCalls.get,
        ({ guid }) => ({
          data: licenseOf('sn', { guid: String(guid), serial: serialOf(Number(String(guid).slice(-4))) }),
        }),
      ],
      [pcLicenseCalls.previewBatchUpdate, look],
      [pcLicenseCalls.batchUpdate, () => ({ data: { taskId: TASK } })],
      [taskCalls.get, () => ({ data: task({ kind: 'snUpdate', total: count }) })],
      eventStream().answer,
      ...more,
    ],
  )
  await act(loadSession)
  return stage
}

const sentTo = (stage: Stage, { path }: { path: string }) =>
  stage.sent.filter((one) => one.path === path).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const fieldOf = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('.field-label')]
    .find((element) => element.firstChild?.textContent === label)
    ?.closest<HTMLElement>('.field') ?? document.body
const type = (label: string, value: string) =>
  fireEvent.input(fieldOf(label).querySelector('input') ?? document.body, { target: { value } })
const submit = () => fireEvent.click(document.querySelector('.form-bar button[type=submit]') ?? document.body)
const fitting = () => [...document.querySelectorAll('.update-fit li')].map(({ textContent }) => textContent)

it('one change applies to all codes, with the price before and the progress after', async () => {
  const stage = await open()
  expect(await screen.findByText(`表单显示 ${shownOf(1)} 的内容；只有修改过的内容会用于全部 3 个授权码。`)).toBeTruthy()
  expect(fitting()).toEqual([1, 2, 3].map(shownOf))
  type('时长（天）', '465')
  expect(await screen.findByText('3 个授权码有变化')).toBeTruthy()
  expect(screen.getByRole('button', { name: '更新 3 个授权码并支付 ¥30.00' })).toBeTruthy()
  submit()
  const question = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(question.getByText(/24 小时内可以撤销/)).toBeTruthy()
  fireEvent.click(question.getByText('更新并支付 ¥30.00'))
  expect(await screen.findByText('可以离开此页面，更新会继续进行。')).toBeTruthy()
  expect(sentTo(stage, pcLicenseCalls.batchUpdate)).toEqual([
    { kind: 'sn', guids: [1, 2, 3].map(guidOf), changes: { licDuration: '465' }, priceFen: 3_000 },
  ])
})

it('the question has the price, even if the button did not have it yet', async () => {
  const stage = await open()
  await screen.findByText(/^表单显示/)
  type('时长（天）', '465')
  submit()
  fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('更新并支付 ¥30.00'))
  await waitFor(() => expect(sentTo(stage, pcLicenseCalls.batchUpdate)).toMatchObject([{ priceFen: 3_000 }]))
})

it('codes that cannot be updated come first with reasons and go with one click; the input stays', async () => {
  const stage = await open({ count: 4, faults: { 1: '已锁定', 3: '产品不同' } })
  const unfit = within(await screen.findByRole('list', { name: '2 个授权码不能一起更新' }))
  expect(unfit.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `${shownOf(1)}已锁定`,
    `${shownOf(3)}产品不同`,
  ])
  await screen.findByText(/^表单显示/)
  type('时长（天）', '465')
  submit()
  await waitFor(() => expect(toasts()).toEqual(['请先移出不能更新的授权码']))
  expect(sentTo(stage, pcLicenseCalls.batchUpdate)).toEqual([])
  fireEvent.click(unfit.getByRole('button', { name: `移出 ${shownOf(3)}` }))
  expect(await screen.findByRole('list', { name: '1 个授权码不能一起更新' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '全部移出' }))
  await waitFor(() => expect(screen.queryByText(/不能一起更新/)).toBeNull())
  expect(fitting()).toEqual([2, 4].map(shownOf))
  expect(fieldOf('时长（天）').querySelector('input')?.value).toBe('465')
})

it('if no code can be updated there is no form; once all are removed there is a link to the list', async () => {
  await open({ count: 2, faults: { 1: '已锁定', 2: '已锁定' } })
  expect(await screen.findByRole('list', { name: '2 个授权码不能一起更新' })).toBeTruthy()
  expect(document.querySelector('.form-bar')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '全部移出' }))
  expect(await screen.findByText('没有可以更新的授权码')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回列表' })).toBeTruthy()
})

it('a long list of codes is shortened until it is expanded', async () => {
  await open({ count: 15 })
  fireEvent.click(await screen.findByRole('button', { name: '显示全部 15 个' }))
  expect(fitting()).toHaveLength(15)
})

it('submitting without changes sends nothing', async () => {
  const stage = await open()
  await screen.findByText(/^表单显示/)
  submit()
  await waitFor(() => expect(toasts()).toEqual(['没有任何修改']))
  expect(sentTo(stage, pcLicenseCalls.batchUpdate)).toEqual([])
})

it('a batch that no longer fits is refused as a whole and previewed again', async () => {
  const stage = await open({
    more: [
      [
        pcLicenseCalls.batchUpdate,
        () => ({
          code: ERRORS['license.batchUnfit'].code,
          desc: '有 1 个许可不能一起更新，全部都没有更改',
          data: { fields: [{ path: 'guids.0', rule: 'batchLocked', message: '已锁定' }] },
        }),
      ],
    ],
  })
  await screen.findByText(/^表单显示/)
  type('时长（天）', '465')
  await screen.findByText('3 个授权码有变化')
  const before = sentTo(stage, pcLicenseCalls.previewBatchUpdate).length
  submit()
  fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('更新并支付 ¥30.00'))
  expect(await screen.findByText('有 1 个许可不能一起更新，全部都没有更改')).toBeTruthy()
  await waitFor(() => expect(sentTo(stage, pcLicenseCalls.previewBatchUpdate).length).toBeGreaterThan(before))
})

it('an address without codes shows an empty state', async () => {
  const stage = await open()
  await stage.go('/pc/license/sn/batchUpdate')
  expect(await screen.findByText('没有可以更新的授权码')).toBeTruthy()
})
