import {
  DEDUCT_MODES,
  DEV_TYPES,
  ERRORS,
  PRIVILEGES,
  auditCalls,
  billingCalls,
  identityCalls,
  pcLicenseCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { TaskRow, WorkRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { balanceOf } from '../../billing/balance.fixture.ts'
import { GUID as TASK, task } from '../../task/progress/task.fixture.ts'
import { answerOf, storedOf } from '../../template/template-answer.fixture.ts'
import { issueToUsersHref } from '../index.ts'
import { licenseScreens } from '../screens.ts'
import { Screen } from './license-batch.screen.tsx'

registerScreens(licenseScreens)

const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const optionOf = (n: number, name: string, licenseId: number) => ({
  ...answerOf(storedOf('account')),
  guid: guidOf(n),
  name,
  licenseId,
  productName: `产品 ${licenseId}`,
  isExpired: false,
})
const TEMPLATES = [optionOf(1, '年度版', 42), optionOf(2, '月度版', 42), optionOf(3, '财务版', 43)]
const PRICES: Record<string, number> = { [guidOf(1)]: 1_500, [guidOf(3)]: 10 }
const USERS = [1, 2].map((n) => ({ guid: guidOf(100 + n), account: `u${n}@example.com`, userName: null, tags: [] }))
const VIP = { guid: guidOf(900), name: '贵宾' }
const row = (n: number, state: WorkRow['state'], reason: string | null = null): WorkRow => ({
  n,
  state,
  reason,
  cells: [{ field: 'account', value: `u${n}@example.com` }],
})

async function open(search = '', answers: Parameters<typeof openStage>[2] = [], cost: TaskRow['cost'] = null) {
  let now: TaskRow = task({
    kind: 'accountIssue',
    subject: '年度版',
    status: 0,
    isDraft: true,
    cost,
    total: 4,
    success: 0,
    skip: 1,
    fail: 1,
  })
  const stage = await openStage(
    { '/pc/license/account/batch': Screen, '/pc/license/account': () => <p>the list</p> },
    `/pc/license/account/batch${search}`,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges: [...PRIVILEGES] } })],
      [pcLicenseCalls.templates, () => ({ data: TEMPLATES })],
      [pcLicenseCalls.template, () => ({ data: { ...TEMPLATES[0], changeable: [] } })],
      [userCalls.find, ({ tagGuids }) => ({ data: { rows: USERS, records: tagGuids ? 1_234 : 2, total: 1 } })],
      [
        billingCalls.quote,
        ({ guid }) => ({
          data: { totalFen: PRICES[String(guid)], lines: [], units: null, isEnough: true, isOverdue: false },
        }),
      ],
      [billingCalls.balance, () => ({ data: balanceOf(3_000) })],
      [userCalls.count, () => ({ data: 60_000 })],
      [tagCalls.list, () => ({ data: [VIP] })],
      [pcLicenseCalls.batchIssue, () => ({ data: { taskId: TASK } })],
      [taskCalls.get, () => ({ data: now })],
      [
        taskCalls.findRows,
        () => ({
          data: {
            rows: [row(1, 'waiting'), row(2, 'fail', '额度不足'), row(3, 'skip', '用户已删除')],
            records: 3,
            total: 1,
          },
        }),
      ],
      [
        taskCalls.start,
        () => {
          now = task({
            kind: 'accountIssue',
            subject: '年度版',
            status: 2,
            total: 4,
            success: 2,
            skip: 1,
            fail: 1,
            undoUntil: '2026-01-02T00:00:00.000Z',
          })
          return { data: { taskId: TASK } }
        },
      ],
      ...answers,
    ],
  )
  await act(loadSession)
  // The review of a task shows no templates.
  if (!search.startsWith('?task=')) await screen.findByRole('button', { name: /^年度版/ })
  return {
    ...stage,
    asked: () => stage.sent.filter(({ path }) => path === pcLicenseCalls.batchIssue.path).map(({ payload }) => payload),
  }
}

const template = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const check = () => fireEvent.click(screen.getByText('检查并继续'))

it('templates must be of different products; a second one of a product says why it is disabled', async () => {
  await open()
  fireEvent.click(template('年度版'))
  expect([template('月度版').getAttribute('aria-disabled'), template('月度版').textContent]).toEqual([
    'true',
    expect.stringContaining('已选择同一产品的模板'),
  ])
  fireEvent.click(template('月度版'))
  fireEvent.click(template('财务版'))
  expect(screen.getByText('已选择 2 个模板')).toBeTruthy()
  fireEvent.click(template('年度版'))
  expect(template('月度版').getAttribute('aria-disabled')).toBeNull()
})

it('users are selected one by one, and the number of licenses is shown', async () => {
  const stage = await open(`?templateGuid=${guidOf(1)}`)
  expect(screen.getByText('已选择 1 个模板')).toBeTruthy()
  fireEvent.click(template('财务版'))
  for (const { account } of USERS)
    fireEvent.click(within(await screen.findByRole('list', { name: '可选' })).getByRole('button', { name: account }))
  expect(screen.getByText('2 个用户 × 2 个模板 = 4 个许可')).toBeTruthy()
  check()
  await waitFor(() =>
    expect(stage.asked()).toEqual([
      { kind: 'account', templateGuids: [guidOf(1), guidOf(3)], userIds: USERS.map(({ guid }) => guid), dryRun: true },
    ]),
  )
})

it('users are selected by tags, and their number is shown', async () => {
  const stage = await open()
  fireEvent.click(template('年度版'))
  fireEvent.click(screen.getByLabelText('按标签'))
  fireEvent.click(await screen.findByRole('button', { name: /^用户标签/ }))
  fireEvent.click(await screen.findByRole('option', { name: '贵宾' }))
  expect(await screen.findByText('1,234 个用户 × 1 个模板 = 1,234 个许可')).toBeTruthy()
  check()
  await waitFor(() =>
    expect(stage.asked()).toEqual([
      { kind: 'account', templateGuids: [guidOf(1)], tagGuids: [VIP.guid], dryRun: true },
    ]),
  )
})

it('all users can be selected, unless that exceeds the limit of one task', async () => {
  const stage = await open()
  fireEvent.click(template('年度版'))
  fireEvent.click(screen.getByLabelText('全部用户'))
  expect(await screen.findByText('60,000 个用户 × 1 个模板 = 60,000 个许可')).toBeTruthy()
  fireEvent.click(template('财务版'))
  expect(await screen.findByText(/共 120,000 个许可，超过一个任务的上限 100,000/)).toBeTruthy()
  fireEvent.click(template('财务版'))
  check()
  await waitFor(() =>
    expect(stage.asked()).toEqual([{ kind: 'account', templateGuids: [guidOf(1)], allUsers: true, dryRun: true }]),
  )
})

it('without a template or a user the form shows the errors and sends nothing', async () => {
  const stage = await open()
  check()
  expect(await screen.findAllByRole('alert')).toBeTruthy()
  expect(screen.getByText('用户不能为空')).toBeTruthy()
  expect(stage.asked()).toEqual([])
})

it('a refusal is shown at its field, and the input stays', async () => {
  const fields = [{ path: 'templateGuids.0', rule: 'duplicateProduct', message: '产品重复' }]
  await open(`?templateGuid=${guidOf(1)}`, [
    [pcLicenseCalls.batchIssue, () => ({ code: ERRORS['platform.badPayload'].code, desc: '有误', data: { fields } })],
  ])
  fireEvent.click(screen.getByLabelText('全部用户'))
  check()
  expect(await screen.findByText('产品重复')).toBeTruthy()
  expect(template('年度版').getAttribute('aria-pressed')).toBe('true')
})

it('the review shows the result of each row; the task is then started and can be undone', async () => {
  const stage = await open(`?task=${TASK}`)
  expect(await screen.findByText('年度版，共 4 行')).toBeTruthy()
  expect(screen.getByRole('button', { name: /将签发\s*2/ })).toBeTruthy()
  expect(await screen.findByText('额度不足')).toBeTruthy()
  fireEvent.click(screen.getByText('签发 2 个许可'))
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(screen.getByText('撤销')).toBeTruthy()
  expect(stage.address()).toBe(`/pc/license/account/batch?task=${TASK}`)
  fireEvent.click(screen.getByText('继续签发'))
  await waitFor(() => expect(stage.address()).toBe('/pc/license/account/batch'))
})

it('a start above the number of the settings asks to type it, and a canceled one starts nothing', async () => {
  const developerConfig = [{ key: 'confirmIssueAbove', value: '1' }]
  const stage = await open(`?task=${TASK}`, [
    [identityCalls.current, () => ({ data: { ...session, developerConfig, privileges: [...PRIVILEGES] } })],
  ])
  const start = await screen.findByText('签发 2 个许可')
  const starts = () => stage.sent.filter(({ path }) => path === taskCalls.start.path)
  await act(async () => fireEvent.click(start))
  const typed = await screen.findByLabelText('请输入 2 确认')
  fireEvent.click(
    within(screen.getByRole('dialog', { hidden: true })).getByRole('button', { name: '取消', hidden: true }),
  )
  await waitFor(() => expect(typed.isConnected).toBe(false))
  expect(starts()).toEqual([])
  // A second click within half a second is ignored.
  await waitFor(async () => {
    await act(async () => fireEvent.click(start))
    expect(screen.queryByLabelText('请输入 2 确认')).toBeTruthy()
  })
  fireEvent.input(screen.getByLabelText('请输入 2 确认'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: '签发 2 个', hidden: true }))
  await waitFor(() => expect(starts()).toHaveLength(1))
})

const pickUsers = async () => {
  for (const { account } of USERS)
    fireEvent.click(within(await screen.findByRole('list', { name: '可选' })).getByRole('button', { name: account }))
}
const priced = () => screen.findByRole('region', { name: '费用' })

it('the price per template and in total is shown before the check, and whether the balance is too low', async () => {
  await open(`?templateGuid=${guidOf(1)}`)
  await pickUsers()
  await waitFor(async () => expect((await priced()).textContent).toContain('年度版2 × ¥15.00¥30.00'))
  expect((await priced()).textContent).toContain('合计¥30.00')
  expect(screen.queryByText('余额不足，不能签发。')).toBeNull()
  fireEvent.click(template('财务版'))
  await waitFor(async () => expect((await priced()).textContent).toContain('财务版2 × ¥0.10¥0.20'))
  expect((await priced()).textContent).toContain('合计¥30.20')
  expect(await screen.findByText('余额不足，不能签发。')).toBeTruthy()
})

it('the review shows the cost of the draft, on the button and beside it', async () => {
  await open(`?task=${TASK}`, [], { totalFen: 3_000, eachFen: 1_500, units: [], paidLater: [] })
  expect(await screen.findByText('签发 2 个许可（¥30.00）')).toBeTruthy()
  expect(screen.getByText('本次费用 2 × ¥15.00 = ¥30.00')).toBeTruthy()
})

it('the review adds up templates with different prices, stocks and times of payment', async () => {
  const units = [{ stock: 'packageLicenses' as const, count: 2 }]
  await open(`?task=${TASK}`, [], { totalFen: 3_000, eachFen: null, units, paidLater: ['machine'] })
  expect(
    await screen.findByText('本次费用 ¥30.00；从套餐扣除 2 个许可 · 签发时不扣费，每绑定一台新设备扣一次。'),
  ).toBeTruthy()
})

it('the review shows no prices to a person who may not see them', async () => {
  await open(`?task=${TASK}`)
  expect(await screen.findByText('签发 2 个许可')).toBeTruthy()
  expect(screen.queryByText(/本次费用/)).toBeNull()
})

it('a template that is paid per device says so', async () => {
  await open('', [
    [pcLicenseCalls.templates, () => ({ data: [{ ...TEMPLATES[0], deductMode: DEDUCT_MODES.ppm }] })],
    [billingCalls.quote, () => ({ data: { totalFen: 0, lines: [], units: null, isEnough: true, isOverdue: false } })],
  ])
  fireEvent.click(template('年度版'))
  await pickUsers()
  expect(await screen.findByText('签发时不扣费，每绑定一台新设备扣一次。')).toBeTruthy()
})

it('a batch paid from a package shows the number of licenses, and whether they are too few', async () => {
  await open(`?templateGuid=${guidOf(1)}`, [
    [
      billingCalls.quote,
      () => ({
        data: {
          totalFen: 0,
          lines: [],
          units: { stock: 'packageLicenses', count: 1, left: 1 },
          isEnough: true,
          isOverdue: false,
        },
      }),
    ],
  ])
  await pickUsers()
  await waitFor(async () => expect((await priced()).textContent).toContain('年度版从套餐扣除 2 个许可不收费'))
  expect(screen.getByText('数量不够：需要 2，只有 1。')).toBeTruthy()
})

it('vouchers that can pay for all templates are offered and counted, with a warning if there are too few', async () => {
  const quote = ({ guid, byVoucher }: Record<string, unknown>) => ({
    data: {
      totalFen: byVoucher ? 0 : PRICES[String(guid)],
      lines: [],
      units: byVoucher ? { stock: 'voucher', count: 1, left: 3 } : null,
      isEnough: true,
      isOverdue: false,
      vouchers: 3,
    },
  })
  const stage = await open('', [[billingCalls.quote, quote]])
  for (const name of ['年度版', '财务版']) fireEvent.click(template(name))
  await pickUsers()
  fireEvent.click(await screen.findByRole('switch', { name: '用 90 天软许可代金券支付（剩 3 张）' }))
  await waitFor(async () =>
    expect((await priced()).textContent).toContain(
      '年度版从软许可代金券扣除 2 张不收费财务版从软许可代金券扣除 2 张不收费',
    ),
  )
  expect(screen.getByText('数量不够：需要 4，只有 3。')).toBeTruthy()
  check()
  await waitFor(() => expect(stage.asked()).toMatchObject([{ byVoucher: true }]))
})

it('a refusal of vouchers is shown at the voucher switch', async () => {
  const message = '代金券最多支付 90 天'
  await open('', [
    [
      billingCalls.quote,
      ({ guid }) => ({
        data: { totalFen: PRICES[String(guid)], lines: [], units: null, isEnough: true, isOverdue: false, vouchers: 3 },
      }),
    ],
    [
      pcLicenseCalls.batchIssue,
      () => ({
        code: ERRORS['platform.badPayload'].code,
        desc: '提交的内容有误',
        data: { fields: [{ path: 'byVoucher', rule: 'voucherTooLong', message }] },
      }),
    ],
  ])
  fireEvent.click(template('年度版'))
  await pickUsers()
  const voucher = await screen.findByRole('switch')
  fireEvent.click(voucher)
  check()
  expect((await screen.findByText(message)).id).toBe(voucher.getAttribute('aria-describedby'))
})

it('vouchers are not offered if they cannot pay for one of the templates', async () => {
  await open('', [
    [
      billingCalls.quote,
      ({ guid }) => ({
        data: {
          totalFen: PRICES[String(guid)],
          lines: [],
          units: null,
          isEnough: true,
          isOverdue: false,
          ...(guid === guidOf(1) && { vouchers: 3 }),
        },
      }),
    ],
  ])
  for (const name of ['年度版', '财务版']) fireEvent.click(template(name))
  await pickUsers()
  await waitFor(async () => expect((await priced()).textContent).toContain('财务版'))
  expect(screen.queryByRole('switch')).toBeNull()
})

it('the link to the list covers the whole batch, from the creation of the task to its end', async () => {
  await open(`?task=${TASK}`, [
    [auditCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    [
      taskCalls.get,
      () => ({
        data: task({
          kind: 'accountIssue',
          subject: '年度版',
          status: 2,
          total: 4,
          success: 4,
          createTime: '2026-01-01T00:00:00.000Z',
          startTime: '2026-01-01T00:00:59.000Z',
          finishTime: '2026-01-01T00:01:00.000Z',
        }),
      }),
    ],
  ])
  const link = await screen.findByRole('link', { name: '在列表中查看' })
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(link.getAttribute('href')?.split('?')[1]))).toEqual({
      startTime: '2026-01-01T00:00:00.000Z',
      endTime: '2026-01-01T00:01:00.000Z',
    }),
  )
})

it('integrators see no price, and the console requests none', async () => {
  const stage = await open(`?templateGuid=${guidOf(1)}`, [
    [
      identityCalls.current,
      () => ({
        data: {
          ...session,
          developer: { ...session.developer, devType: DEV_TYPES.integrator },
          privileges: [...PRIVILEGES],
        },
      }),
    ],
  ])
  await pickUsers()
  check()
  expect(await screen.findByText('签发 2 个许可')).toBeTruthy()
  expect(screen.queryByText(/费用/)).toBeNull()
  expect(stage.sent.map(({ path }) => path)).not.toContain(billingCalls.quote.path)
})

it('several hundred users that another page hands over are chosen, each once; canceling leads back to it', async () => {
  const users = Array.from({ length: 300 }, (_, n) => ({ guid: guidOf(1_000 + n), name: `h${n}@example.com` }))
  const stage = await open()
  await stage.go('/pc/license/account')
  await stage.go(issueToUsersHref([...users, ...users.slice(0, 5)], '/pc/license/account?source=campaign'))
  fireEvent.click(await screen.findByRole('button', { name: /^年度版/ }))
  check()
  await waitFor(() => expect(stage.asked()[0]?.['userIds']).toEqual(users.map(({ guid }) => guid)))
  fireEvent.click(await screen.findByText('返回修改'))
  fireEvent.click(await screen.findByText('取消'))
  await waitFor(() => expect(stage.address()).toBe('/pc/license/account?source=campaign'))
})

it('handed users that are gone after a reload are told', async () => {
  await open('?handed=0123')
  expect(screen.getByText(/从其他页面带来的用户名单在刷新后已失效/)).toBeTruthy()
})
