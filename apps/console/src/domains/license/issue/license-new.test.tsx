// Issuing licenses: template, recipients, preview and result.
import {
  ERRORS,
  ISSUE_RULES,
  LICENSE_FAMILIES,
  LIMITS,
  PRIVILEGES,
  billingCalls,
  customerCalls,
  identityCalls,
  integratorCalls,
  licenseCalls,
  pcLicenseCalls,
  privilege,
  shownCode,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { IssuePreview, IssueRule, LicenseFamily, TaskRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { balanceOf } from '../../billing/balance.fixture.ts'
import { GUID as TASK, task } from '../../task/progress/task.fixture.ts'
import { answerOf, storedOf } from '../../template/template-answer.fixture.ts'
import { licenseOf } from '../detail/license-detail.fixture.ts'
import { FAMILIES } from '../license-family.ts'
import { screenOf } from './license-new.screen.tsx'

const load = () => Promise.reject(new Error('not opened here'))
beforeAll(() =>
  registerScreens([
    ...LICENSE_FAMILIES.flatMap((family) => [
      {
        path: FAMILIES[family].path,
        domain: 'license',
        title: 'license.families.sn' as const,
        access: FAMILIES[family].access.view,
        load,
      },
    ]),
    {
      path: '/pc/template/account',
      domain: 'template',
      title: 'template.families.account',
      access: privilege('accountTemplate.view'),
      load,
    },
    {
      path: '/audit/license/account/view',
      domain: 'approval',
      title: 'audit.titles.view',
      access: privilege('audit.view'),
      load,
    },
    {
      path: '/billing/order/view',
      domain: 'billing',
      title: 'billing.titles.overview',
      access: privilege('billing.view'),
      load,
    },
    {
      path: '/billing/topUp',
      domain: 'billing',
      title: 'billing.titles.overview',
      access: privilege('billing.view'),
      load,
    },
  ]),
)
const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const TEMPLATE = guidOf(1)
const CODES = ['ABCDEFGHJKMNPQRS', 'TUVWXYZ23456789A']
const USERS = [1, 2, 3].map((n) => ({
  guid: guidOf(100 + n),
  account: `u${n}@example.com`,
  userName: `用户${n}`,
  tags: [],
}))

type Handlers = Parameters<typeof openStage>[2]

const passed = (failed?: IssueRule, message = '不行', field: string | null = null): IssuePreview['rules'] =>
  ISSUE_RULES.map((rule) =>
    rule === failed
      ? { rule, outcome: 'fail', message, field }
      : { rule, outcome: 'pass', message: `规则 ${rule}`, field: null },
  )
const preview = (given: Partial<IssuePreview> = {}): IssuePreview => ({
  rules: passed(),
  isAllowed: true,
  count: 1,
  paidAt: 'issue',
  caughtBy: null,
  warnings: [],
  overwrites: [],
  price: {
    totalFen: 1_500,
    lines: [
      { kind: 'term', mode: 'year', days: 365, quantity: 1, unitFen: 1_500, count: 1, creditFen: 0, amountFen: 1_500 },
    ],
    units: null,
    isEnough: true,
    isOverdue: false,
  },
  ...given,
})

const templateOf = (family: LicenseFamily, given: object = {}, changeable: string[] = []) => ({
  ...answerOf(storedOf(family)),
  guid: TEMPLATE,
  name: '年度版',
  displayName: '星图 CAD',
  changeable,
  ...given,
})
const optionOf = (guid: string, name: string, isExpired = false) => ({
  ...answerOf(storedOf('account')),
  guid,
  name,
  productName: '星图',
  licenseId: 42,
  isExpired,
})

const callsOf = (family: LicenseFamily) =>
  family === 'smart' ? licenseCalls : (pcLicenseCalls as unknown as typeof licenseCalls) // both have the same answers

interface Opening {
  family?: LicenseFamily
  search?: string
  template?: object
  changeable?: string[]
  answers?: Handlers
  privileges?: readonly string[]
  developerConfig?: { key: string; value: string }[]
  isTrial?: boolean
}

async function open({
  family = 'account',
  search = `?templateGuid=${TEMPLATE}`,
  template = {},
  changeable = [],
  answers = [],
  privileges = PRIVILEGES,
  developerConfig = [],
  isTrial = false,
}: Opening = {}) {
  const calls = callsOf(family)
  const { path } = FAMILIES[family]
  const { devInfo } = session.developer
  const developer = { ...session.developer, devInfo: { ...devInfo, status: isTrial ? 'trial' : 'formal' } }
  const stage = await openStage(
    {
      [`${path}/new`]: screenOf(family),
      [path]: () => <p>the list</p>,
      '/pc/template/account': () => <p>templates</p>,
    },
    `${path}/new${search}`,
    [
      [
        identityCalls.current,
        () => ({ data: { ...session, developer, developerConfig, privileges: [...privileges] } }),
      ],
      [calls.templates, () => ({ data: [optionOf(TEMPLATE, '年度版'), optionOf(guidOf(2), '去年版', true)] })],
      [calls.template, () => ({ data: templateOf(family, template, changeable) })],
      [calls.preview, () => ({ data: preview() })],
      [
        userCalls.find,
        ({ currentPage }) => ({
          data: { rows: currentPage === 1 || currentPage === '1' ? USERS : [], records: 3, total: 1 },
        }),
      ],
      [tagCalls.list, () => ({ data: [{ guid: guidOf(900), name: '贵宾' }] })],
      [customerCalls.list, () => ({ data: [{ guid: guidOf(800), name: '星图科技' }] })],
      [
        integratorCalls.find,
        () => ({ data: { rows: [{ guid: guidOf(700), name: '华东集成' }], records: 1, total: 1 } }),
      ],
      ...answers,
    ],
  )
  await act(loadSession)
  return {
    ...stage,
    all: (sent: string) => stage.sent.filter((call) => call.path === sent).map(({ payload }) => payload),
  }
}

const offered = () => within(screen.getByRole('list', { name: '可选' }))
const pick = async (account: string) =>
  fireEvent.click(await offered().findByRole('button', { name: new RegExp(account) }))
const panel = () => within(screen.getByRole('complementary', { name: '签发预览' }))
const form = () => screen.findByRole('button', { name: /^(签发|生成) \d/ })
/** The button once it has the price of what was typed. */
const pricedForm = () => screen.findByRole('button', { name: /^(签发|生成) \d.*¥/ })
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), { target: { value } })

describe('the template', () => {
  it('is chosen from a list with product, term and payment; an expired one says why it is disabled', async () => {
    const stage = await open({ search: '' })
    const row = await screen.findByRole('button', { name: /^年度版/ })
    expect(row.textContent).toContain('星图 · 签发后 365 天 · 3 台，累计 9 · 账户余额 · 按年')
    const expired = screen.getByRole('button', { name: /^去年版/ })
    expect([expired.getAttribute('aria-disabled'), expired.textContent]).toEqual([
      'true',
      expect.stringContaining('模板的结束时间已过'),
    ])
    fireEvent.click(expired)
    expect(stage.address()).toBe('/pc/license/account/new')
    fireEvent.click(row)
    expect(await form()).toBeTruthy()
    expect(stage.address()).toBe(`/pc/license/account/new?templateGuid=${TEMPLATE}`)
  })

  it('can be changed without losing the input', async () => {
    await open()
    await form()
    await pick('u1@example.com')
    fireEvent.click(screen.getByText('更换模板'))
    fireEvent.click(await screen.findByRole('button', { name: /^年度版/ }))
    expect(await screen.findByRole('button', { name: '签发 1 个许可（¥15.00）' })).toBeTruthy()
    // The input is still unsaved, so leaving asks.
    fireEvent.click(screen.getByText('取消'))
    expect(await screen.findByText('继续编辑')).toBeTruthy()
  })

  it('can be named in the address, and canceling returns to the source page', async () => {
    const stage = await open({ search: `?templateGuid=${TEMPLATE}&sourcePath=/pc/template/account` })
    await form()
    fireEvent.click(screen.getByText('取消'))
    await waitFor(() => expect(stage.address()).toBe('/pc/template/account?showSearch=1'))
  })

  it('canceling never leaves the console, whatever source page the address names', async () => {
    const stage = await open({ search: `?templateGuid=${TEMPLATE}&sourcePath=//evil.example` })
    await form()
    fireEvent.click(screen.getByText('取消'))
    await waitFor(() => expect(stage.address()).toBe('/pc/license/account?showSearch=1'))
  })

  it('shows an empty state if there is none', async () => {
    await open({ search: '', answers: [[pcLicenseCalls.templates, () => ({ data: [] })]] })
    expect(await screen.findByText('还没有模板')).toBeTruthy()
  })

  it('for codes is not asked of a trial developer, who cannot have one', async () => {
    const none: Handlers = [[pcLicenseCalls.templates, () => ({ data: [] })]]
    await open({ family: 'sn', search: '', isTrial: true, answers: none })
    expect(await screen.findByText('试用期间不能使用授权码')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '新建模板' })).toBeNull()
  })
})

describe('vouchers', () => {
  const byVoucher: IssuePreview['price'] = {
    totalFen: 0,
    lines: [],
    units: { stock: 'voucher', count: 1, left: 3 },
    isEnough: true,
    isOverdue: false,
  }
  const answer = (payload: Record<string, unknown>, vouchers = 3) => ({
    data: preview({ vouchers, ...(payload['byVoucher'] === true && { price: byVoucher }) }),
  })

  it('are offered if they can pay; once chosen, the price and the issue use them', async () => {
    const stage = await open({
      answers: [
        [pcLicenseCalls.preview, (payload) => answer(payload)],
        [
          pcLicenseCalls.issue,
          () => ({
            data: { issueGuid: guidOf(5), status: 1, codes: [], licenses: [], orderGuid: null, requestGuid: null },
          }),
        ],
      ],
    })
    await form()
    await pick('u1@example.com')
    fireEvent.click(await panel().findByRole('switch', { name: '用 90 天软许可代金券支付（剩 3 张）' }))
    expect(await panel().findByText('从软许可代金券扣除 1 张（现有 3 张）')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: '签发 1 个许可' }))
    await waitFor(() =>
      expect(stage.all(pcLicenseCalls.issue.path)).toMatchObject([{ byVoucher: true, userIds: [guidOf(101)] }]),
    )
  })

  it.each([
    ['there are none', 0],
    ['they cannot pay', undefined],
  ])('are not offered if %s', async (_why, vouchers) => {
    const stage = await open({
      answers: [[pcLicenseCalls.preview, () => ({ data: preview(vouchers === undefined ? {} : { vouchers }) })]],
    })
    await form()
    await pick('u1@example.com')
    expect(await panel().findAllByText('¥15.00')).toBeTruthy()
    expect(panel().queryByRole('switch')).toBeNull()
    expect(stage.all(pcLicenseCalls.preview.path).every((payload) => !('byVoucher' in payload))).toBe(true)
  })

  it('that cause a refusal can be turned off again', async () => {
    const refused = preview({
      isAllowed: false,
      price: null,
      rules: passed('billing', '代金券许可的时长不能超过 90 天', 'byVoucher'),
    })
    let isLong = false
    await open({
      answers: [
        [
          pcLicenseCalls.preview,
          (payload) => (isLong && payload['byVoucher'] === true ? { data: refused } : answer(payload)),
        ],
      ],
    })
    await form()
    await pick('u1@example.com')
    fireEvent.click(await panel().findByRole('switch'))
    await panel().findByText('从软许可代金券扣除 1 张（现有 3 张）')
    isLong = true
    await pick('u2@example.com')
    expect((await panel().findAllByText('代金券许可的时长不能超过 90 天')).length).toBeGreaterThan(0)
    fireEvent.click(panel().getByRole('switch', { name: '用代金券支付' }))
    expect(await panel().findAllByText('¥15.00')).toBeTruthy()
  })
})

describe('the recipients', () => {
  it('users are selected, pasted or filtered by tags, and accounts that are not found stay in the box', async () => {
    const stage = await open({ answers: [[userCalls.findByAccounts, () => ({ data: [USERS[1], USERS[2]] })]] })
    await form()
    await offered().findByText('u1@example.com')
    fireEvent.click(screen.getByText('粘贴账号'))
    const box = screen.getByLabelText<HTMLTextAreaElement>('粘贴账号')
    fireEvent.input(box, { target: { value: 'U2@example.com；u3@example.com, nobody@example.com\t\n' } })
    fireEvent.click(screen.getByText('查找并选择 3 项'))
    expect(await screen.findByRole('button', { name: /^签发 2 个许可/ })).toBeTruthy()
    expect(box.value).toBe('nobody@example.com')
    expect(stage.all(userCalls.findByAccounts.path)).toEqual([
      { accounts: ['U2@example.com', 'u3@example.com', 'nobody@example.com'] },
    ])
    fireEvent.click(screen.getByRole('button', { name: /^用户标签/ }))
    fireEvent.click(await screen.findByRole('option', { name: '贵宾' }))
    await waitFor(() =>
      expect(stage.all(userCalls.find.path).at(-1)).toMatchObject({ tagGuids: JSON.stringify([guidOf(900)]) }),
    )
  })

  it('more accounts than one issue allows are refused, with a link to the batch', async () => {
    await open()
    await form()
    fireEvent.click(screen.getByText('粘贴账号'))
    fireEvent.input(screen.getByLabelText('粘贴账号'), {
      target: {
        value: Array.from({ length: LIMITS.license.usersPerAddition + 1 }, (_, n) => `p${n}@example.com`).join('\n'),
      },
    })
    expect(screen.getByText(/一次最多 1,000 个用户。/, { selector: '[role=status]' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '更多请用批量签发' }).getAttribute('href')).toBe(
      `/pc/license/account/batch?templateGuid=${TEMPLATE}`,
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '查找并选择 1,001 项' }).disabled).toBe(true)
  })

  it('the button shows no count if the input is not a valid count', async () => {
    await open({ family: 'sn' })
    await form()
    for (const count of ['-1', '0', '1.5', '']) {
      type('数量', count)
      expect(document.querySelector('.form-bar button[type=submit]')?.textContent, count).toBe('生成授权码')
    }
  })

  it('pre-issued codes count their term from the first use', async () => {
    await open({ family: 'sn' })
    await form()
    const chosen = screen.getByRole('region', { name: '所选模板' })
    expect(chosen.textContent).toContain('签发后 365 天')
    fireEvent.click(screen.getByRole('switch', { name: /预置/ }))
    expect(chosen.textContent).toContain('首次使用起 365 天')
    expect(screen.queryByText('自签发起计时')).toBeNull()
  })

  it('without users, the error is at the users and nothing is sent', async () => {
    const stage = await open()
    fireEvent.click(await form())
    expect(await screen.findByText('用户不能为空')).toBeTruthy()
    expect(stage.all(pcLicenseCalls.issue.path)).toEqual([])
    expect(panel().getByText('选择用户后，这里显示费用和检查结果。')).toBeTruthy()
  })

  it('a user that the address names is selected', async () => {
    await open({
      search: `?templateGuid=${TEMPLATE}&userGuid=${USERS[0]?.guid}`,
      answers: [[userCalls.get, () => ({ data: USERS[0] })]],
    })
    expect(await screen.findByRole('button', { name: /^签发 1 个许可/ })).toBeTruthy()
  })

  it('codes have a count, a customer, an integrator, and a password if the template requires one', async () => {
    const stage = await open({
      family: 'sn',
      template: { codePassword: true },
      answers: [
        [
          pcLicenseCalls.issue,
          () => ({
            data: {
              issueGuid: guidOf(50),
              status: 1,
              codes: CODES,
              licenses: CODES.map((serial, n) => ({ guid: guidOf(60 + n), serial, account: null })),
              orderGuid: null,
              requestGuid: null,
            },
          }),
        ],
      ],
    })
    await form()
    vi.useFakeTimers({ toFake: ['performance'] })
    type('数量', '2')
    fireEvent.click(screen.getByRole('combobox', { name: /^客户/ }))
    fireEvent.click(await screen.findByRole('option', { name: '星图科技' }))
    expect(screen.queryByRole('combobox', { name: /^集成商/ })).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: '预置' }))
    fireEvent.click(screen.getByRole('combobox', { name: /^集成商/ }))
    fireEvent.click(await screen.findByRole('option', { name: '华东集成' }))
    fireEvent.click(screen.getByText(/^生成 2 个授权码/))
    expect(await screen.findByText('授权码密码不能为空')).toBeTruthy()
    fireEvent.input(screen.getByLabelText(/^授权码密码/), { target: { value: 'secret-1' } })
    await waitFor(() => expect(stage.all(pcLicenseCalls.preview.path)).toHaveLength(1))
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    fireEvent.click(await screen.findByText('生成 2 个授权码（¥15.00）'))
    await waitFor(() =>
      expect(stage.all(pcLicenseCalls.issue.path)).toEqual([
        {
          kind: 'sn',
          templateGuids: [TEMPLATE],
          count: '2',
          customerId: guidOf(800),
          isPreIssued: true,
          integratorGuid: guidOf(700),
          password: 'secret-1',
          priceFen: 1_500,
        },
      ]),
    )
  })
})

it('an issue above the number of the settings asks to type it', async () => {
  const stage = await open({ family: 'sn', developerConfig: [{ key: 'confirmIssueAbove', value: '1' }] })
  await form()
  type('数量', '2')
  const issued = () => stage.all(pcLicenseCalls.issue.path)
  const button = await screen.findByText('生成 2 个授权码（¥15.00）')
  await act(async () => fireEvent.click(button))
  expect(await screen.findByText('本次费用 ¥15.00。')).toBeTruthy()
  const typed = await screen.findByLabelText('请输入 2 确认')
  fireEvent.input(typed, { target: { value: '3' } })
  const sure = screen.getByRole('button', { name: '签发 2 个', hidden: true })
  fireEvent.click(sure)
  expect(await screen.findByText('与要签发的数量不一致')).toBeTruthy()
  expect(issued()).toEqual([])
  fireEvent.input(typed, { target: { value: '2' } })
  await act(async () => fireEvent.click(sure))
  await waitFor(() => expect(issued()).toHaveLength(1))
})

describe('the price of an issue', () => {
  const issued = { issueGuid: guidOf(50), status: 1, codes: [], licenses: [], orderGuid: null, requestGuid: null }
  const priced = (totalFen: number) =>
    preview({ price: { totalFen, lines: [], units: null, isEnough: true, isOverdue: false } })
  /** Each license costs `eachFen`. */
  const openPriced = (eachFen: number, more: Handlers = []) =>
    open({
      family: 'sn',
      answers: [
        [pcLicenseCalls.preview, ({ count }) => ({ data: priced(Number(count) * eachFen) })],
        [pcLicenseCalls.issue, () => ({ data: issued })],
        ...more,
      ],
    })
  const sentOf = (stage: Awaited<ReturnType<typeof open>>) =>
    stage.all(pcLicenseCalls.issue.path).map(({ count, priceFen }) => [count, priceFen])

  it('stands in the button, follows the form, and is sent with the issue', async () => {
    const stage = await openPriced(5_800)
    await form()
    expect(await screen.findByText('生成 1 个授权码（¥58.00）')).toBeTruthy()
    type('数量', '3')
    // The old price is gone at once.
    expect(screen.getByText('生成 3 个授权码')).toBeTruthy()
    fireEvent.click(await screen.findByText('生成 3 个授权码（¥174.00）'))
    await waitFor(() => expect(sentOf(stage)).toEqual([['3', 17_400]]))
  })

  it('above the amount of the preferences, issuing states it and asks once more', async () => {
    const stage = await openPriced(5_800)
    await form()
    type('数量', '9')
    fireEvent.click(await screen.findByText('生成 9 个授权码（¥522.00）'))
    expect(await screen.findByText('签发 9 个许可，费用 ¥522.00？')).toBeTruthy()
    expect(screen.getByText(/^超过您的偏好设置中的 ¥500.00/)).toBeTruthy()
    expect(sentOf(stage)).toEqual([])
    fireEvent.click(screen.getByText('签发并支付 ¥522.00'))
    await waitFor(() => expect(sentOf(stage)).toEqual([['9', 52_200]]))
  })

  it('is asked for and shown first if the button did not have it yet', async () => {
    const stage = await openPriced(5_800)
    await form()
    await screen.findByText('生成 1 个授权码（¥58.00）')
    type('数量', '2')
    fireEvent.click(screen.getByText('生成 2 个授权码'))
    fireEvent.click(await screen.findByText('签发并支付 ¥116.00'))
    await waitFor(() => expect(sentOf(stage)).toEqual([['2', 11_600]]))
  })

  it('is asked for again after the server refused it as old', async () => {
    let eachFen = 5_800
    const desc = '费用现在是 ¥60.00，与显示的不同；请核对后再试'
    await openPriced(0, [
      [pcLicenseCalls.preview, () => ({ data: priced(eachFen) })],
      [pcLicenseCalls.issue, () => ({ code: ERRORS['license.priceChanged'].code, desc, data: null })],
    ])
    await form()
    const button = await screen.findByText('生成 1 个授权码（¥58.00）')
    eachFen = 6_000
    fireEvent.click(button)
    expect(await screen.findByText(desc)).toBeTruthy()
    expect(await screen.findByText('生成 1 个授权码（¥60.00）')).toBeTruthy()
  })
})

describe('the preview', () => {
  it('shows the price lines and the time of payment, and is requested again after each change', async () => {
    const stage = await open({
      family: 'smart',
      answers: [
        [licenseCalls.preview, ({ count }) => ({ data: preview({ count: Number(count), paidAt: 'activation' }) })],
      ],
    })
    await form()
    expect(await panel().findByText('费用（1 个许可）')).toBeTruthy()
    expect(panel().getByText('1 年 × ¥15.00')).toBeTruthy()
    expect(panel().getByText('现在不扣费，首次激活时按当时的条款扣除。')).toBeTruthy()
    type('数量', '7')
    expect(await panel().findByText('费用（7 个许可）')).toBeTruthy()
    expect(stage.all(licenseCalls.preview.path)).toMatchObject([
      { templateGuid: TEMPLATE, count: '1' },
      { templateGuid: TEMPLATE, count: '7' },
    ])
    // An invalid count requests no preview.
    type('数量', '101')
    expect(await panel().findByText('填好数量后，这里显示费用和检查结果。')).toBeTruthy()
    expect(stage.all(licenseCalls.preview.path)).toHaveLength(2)
  })

  it('names the licenses that would be replaced', async () => {
    await open({
      answers: [
        [
          pcLicenseCalls.preview,
          () => ({
            data: preview({
              warnings: [{ kind: 'overwrites', message: '1 个用户已持有同一产品的许可' }],
              overwrites: [{ guid: guidOf(30), serial: 'LC1', account: 'u1@example.com' }],
            }),
          }),
        ],
      ],
    })
    await form()
    await pick('u1@example.com')
    expect((await panel().findByRole('link', { name: 'LC1' })).getAttribute('href')).toBe(
      `/pc/license/account/view?guid=${guidOf(30)}`,
    )
  })

  it('disables the button and links to the top-up if the balance is too low, until the count is lowered', async () => {
    const short = preview({
      isAllowed: false,
      rules: passed('money', '余额不足'),
      price: { ...(preview().price ?? { totalFen: 0, lines: [], units: null, isOverdue: false }), isEnough: false },
    })
    await open({
      family: 'smart',
      answers: [
        [licenseCalls.preview, ({ count }) => ({ data: Number(count) > 1 ? short : preview() })],
        [billingCalls.balance, () => ({ data: { balanceFen: 0, giftFen: 0 } })],
      ],
    })
    await form()
    type('数量', '50')
    expect(await panel().findByText('余额不足，不能签发。')).toBeTruthy()
    expect(panel().getByRole('link', { name: '去充值' }).getAttribute('href')).toMatch(/^\/billing\/topUp/)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '签发 50 个许可' })
    await waitFor(() => expect(button.disabled).toBe(true))
    expect(within(button.closest('.form-bar') as HTMLElement).getByText('余额不足')).toBeTruthy() // it is in the bar
    expect(panel().getByText('为什么不能签发？').closest('details')?.open).toBe(true)
    expect(document.querySelectorAll('.rule-trace .rule')).toHaveLength(ISSUE_RULES.length)
    type('数量', '1')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: '签发 1 个许可（¥15.00）' }).disabled).toBe(false),
    )
  })
})

describe('issuing', () => {
  const issued = {
    issueGuid: guidOf(50),
    status: 1,
    codes: [],
    licenses: [{ guid: guidOf(60), serial: 'LC2', account: 'u1@example.com' }],
    orderGuid: null,
    requestGuid: null,
  }

  it('sends only the differences from the template', async () => {
    const stage = await open({
      changeable: ['licDuration', 'licBindLimit'],
      answers: [[pcLicenseCalls.issue, () => ({ data: issued })]],
    })
    await form()
    await pick('u1@example.com')
    type('时长', '30')
    fireEvent.click(await pricedForm())
    await waitFor(() =>
      expect(stage.all(pcLicenseCalls.issue.path)).toEqual([
        {
          kind: 'account',
          templateGuids: [TEMPLATE],
          userIds: [USERS[0]?.guid],
          changes: { licDuration: '30' },
          priceFen: 1_500,
        },
      ]),
    )
  })

  it('shows a refusal at its field and keeps the input', async () => {
    const fields = [
      { path: 'changes.licDuration', rule: 'tooBig', message: '时长太长' },
      { path: 'userIds.0', rule: 'notFound', message: '用户不存在' },
    ]
    await open({
      changeable: ['licDuration'],
      answers: [
        [
          pcLicenseCalls.issue,
          () => ({ code: ERRORS['platform.badPayload'].code, desc: '提交的内容有误', data: { fields } }),
        ],
      ],
    })
    await form()
    await pick('u1@example.com')
    type('时长', '300')
    fireEvent.click(await pricedForm())
    expect(await screen.findByText('时长太长')).toBeTruthy()
    expect(screen.getByText('u1@example.com：用户不存在')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^时长/ }).value).toBe('300')
  })

  it('shows who got which license and what it replaced', async () => {
    const old = { guid: guidOf(30), serial: 'LC1', account: 'u1@example.com' }
    const stage = await open({
      answers: [
        [pcLicenseCalls.issue, () => ({ data: issued })],
        [pcLicenseCalls.preview, () => ({ data: preview({ overwrites: [old] }) })],
      ],
    })
    await form()
    await pick('u1@example.com')
    await panel().findByText('费用（1 个许可）')
    fireEvent.click(await form())
    expect(await screen.findByRole('heading', { name: '已向 1 个用户签发许可' })).toBeTruthy()
    expect(stage.address()).toContain(`issued=${guidOf(50)}`)
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      '账号许可编号替换了',
      'u1@example.comLC2LC1',
    ])
    expect(screen.queryByText('复制全部')).toBeNull()
  })

  it('links to the issued licenses in the list, by template and issue time, and shows cost and order', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    await open({
      answers: [
        [pcLicenseCalls.issue, () => ({ data: { ...issued, orderGuid: guidOf(40) } })],
        [pcLicenseCalls.get, () => ({ data: licenseOf('account', { issueTime: at }) })],
      ],
    })
    await form()
    await pick('u1@example.com')
    await screen.findByText('签发 1 个许可（¥15.00）')
    fireEvent.click(await form())
    expect(
      (await screen.findByText('本次费用 ¥15.00', { selector: '.issue-charged *' })).nextElementSibling?.getAttribute(
        'href',
      ),
    ).toBe(`/billing/order/view?guid=${guidOf(40)}`)
    const list = screen.getByRole('link', { name: '在列表中查看' })
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(list.getAttribute('href')?.split('?')[1]))).toEqual({
        templateGuid: TEMPLATE,
        startTime: at,
        endTime: at,
      }),
    )
  })

  it('says so if nothing was charged', async () => {
    await open({
      answers: [
        [pcLicenseCalls.issue, () => ({ data: issued })],
        [
          pcLicenseCalls.preview,
          () => ({
            data: preview({ price: { totalFen: 0, lines: [], units: null, isEnough: true, isOverdue: false } }),
          }),
        ],
      ],
    })
    await form()
    await pick('u1@example.com')
    await panel().findByText('费用（1 个许可）')
    fireEvent.click(await form())
    expect(await screen.findByText('没有扣费，没有订单。')).toBeTruthy()
  })

  it('goes to the list if the result is no longer in memory', async () => {
    const stage = await open({ search: `?issued=${guidOf(50)}` })
    await waitFor(() => expect(stage.address()).toBe('/pc/license/account?showSearch=1'))
  })

  it('lets codes be copied, exported, printed and handed out, and records each of these', async () => {
    const licenses = CODES.map((serial, n) => ({ guid: guidOf(60 + n), serial, account: null }))
    const stage = await open({
      family: 'sn',
      answers: [
        [
          pcLicenseCalls.issue,
          () => ({
            data: { issueGuid: guidOf(51), status: 1, codes: CODES, licenses, orderGuid: null, requestGuid: null },
          }),
        ],
        [pcLicenseCalls.deliver, () => ({ data: { delivered: 2 } })],
      ],
    })
    await form()
    type('数量', '2')
    fireEvent.click(await pricedForm())
    const title = await screen.findByRole('heading', { name: '已生成 2 个授权码' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    const copied = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
    fireEvent.click(screen.getByText('复制全部'))
    await waitFor(() => expect(copied).toHaveBeenCalledWith(CODES.map(shownCode).join('\n')))
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob) // nothing else is saved
      return 'blob:codes'
    }
    fireEvent.click(screen.getByText('导出 CSV'))
    const until = new Date(Date.now() + 365 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await files[0]?.text()).toContain(`"${shownCode(CODES[0] ?? '')}","星图","年度版","至 ${until}`)
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    fireEvent.click(screen.getByText('打印卡片'))
    expect(print).toHaveBeenCalledOnce()
    expect(
      [...document.querySelectorAll('.print-card')].map((card) =>
        [...card.children].map(({ textContent }) => textContent?.replace(/ \d\d:.*/, '')),
      ),
    ).toEqual(
      CODES.map((code) => ['星图 CAD', shownCode(code), `期限：至 ${until}`, session.developer.devInfo.displayName]),
    )
    await waitFor(() =>
      expect(stage.all(pcLicenseCalls.deliver.path).map(({ channel }) => channel)).toEqual([
        'copied',
        'exported',
        'printed',
      ]),
    )
    fireEvent.click(screen.getByText('发放'))
    expect(await screen.findByText('收件邮箱')).toBeTruthy()
  })

  it('waits for approval if an approval flow applies: the preview names the flow, the result links to it', async () => {
    await open({
      answers: [
        [pcLicenseCalls.preview, () => ({ data: preview({ caughtBy: { guid: guidOf(70), name: '大额授权' } }) })],
        [pcLicenseCalls.issue, () => ({ data: { ...issued, status: 15, requestGuid: guidOf(71) } })],
      ],
    })
    await form()
    await pick('u1@example.com')
    expect(await panel().findByText('需要审批：大额授权。提交后不会立即生效。')).toBeTruthy()
    fireEvent.click(await form())
    expect(await screen.findByRole('heading', { name: '1 个许可已提交审批' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(
      `/audit/license/account/view?guid=${guidOf(71)}`,
    )
  })
})

it('more codes than one call issues become a task with a check and a price; going back keeps the input', async () => {
  let now: TaskRow = task({
    kind: 'snIssue',
    subject: '年度版',
    status: 0,
    isDraft: true,
    cost: { totalFen: 7_482_000, eachFen: 1_500, units: [], paidLater: [] },
    total: 5_000,
    success: 0,
    fail: 12,
  })
  const stage = await open({
    family: 'sn',
    answers: [
      [billingCalls.balance, () => ({ data: balanceOf(7_400_000, { giftFen: 99_999 }) })],
      [pcLicenseCalls.batchIssue, () => ({ data: { taskId: TASK } })],
      [taskCalls.get, () => ({ data: now })],
      [
        taskCalls.findRows,
        () => ({ data: { rows: [{ n: 4_989, state: 'fail', cells: [], reason: '余额不足' }], records: 1, total: 1 } }),
      ],
      [
        taskCalls.start,
        () => {
          now = task({
            kind: 'snIssue',
            subject: '年度版',
            status: 2,
            total: 5_000,
            success: 4_988,
            fail: 12,
            undoUntil: '2026-01-02T00:00:00.000Z',
          })
          return { data: { taskId: TASK } }
        },
      ],
    ],
  })
  await form()
  vi.useFakeTimers({ toFake: ['performance'] })
  type('数量', '5000')
  expect(await panel().findByText('余额与额度在下一步逐行检查。')).toBeTruthy()
  expect(panel().getByRole('region', { name: '费用（5,000 个许可）' }).textContent).toContain(
    '1 年 × 5,000 份 × ¥15.00¥75,000.00合计¥75,000.00',
  )
  expect(await panel().findByText('余额不足，不能签发。')).toBeTruthy()
  expect(panel().getByRole('link', { name: '去充值' })).toBeTruthy()
  // The preview is requested for one code, never for all of them.
  expect(stage.all(pcLicenseCalls.preview.path).every(({ count }) => count === '1')).toBe(true)
  fireEvent.click(screen.getByText('检查并继续'))
  await waitFor(() =>
    expect(stage.all(pcLicenseCalls.batchIssue.path)).toEqual([
      { kind: 'sn', templateGuids: [TEMPLATE], count: '5000', dryRun: true },
    ]),
  )
  expect(await screen.findByText('余额不足')).toBeTruthy()
  fireEvent.click(screen.getByText('返回修改'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^数量/ }).value).toBe('5000'))
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.click(screen.getByText('检查并继续'))
  expect(await screen.findByText('本次费用 4,988 × ¥15.00 = ¥74,820.00')).toBeTruthy()
  fireEvent.click(await screen.findByText('签发 4,988 个许可（¥74,820.00）'))
  fireEvent.click(await screen.findByText('签发并支付 ¥74,820.00'))
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(screen.getByText('撤销')).toBeTruthy()
  expect(screen.queryByText(/本次费用/)).toBeNull()
})

describe('the preview of a batch of codes', () => {
  const openMany = async (told: Partial<IssuePreview>) => {
    await open({
      family: 'sn',
      answers: [
        [pcLicenseCalls.preview, () => ({ data: preview(told) })],
        [billingCalls.balance, () => ({ data: balanceOf(1_000_000) })],
      ],
    })
    await form()
    type('数量', '101')
    await panel().findByText('余额与额度在下一步逐行检查。')
  }

  it('does not warn when the balance suffices', async () => {
    await openMany({})
    await panel().findByText(/101 份/)
    expect(panel().queryByText('余额不足，不能签发。')).toBeNull()
  })

  it('counts gift licenses instead of money, and shows how many are left', async () => {
    const units = { stock: 'gift' as const, count: 1, left: 100 }
    await openMany({ price: { totalFen: 0, lines: [], units, isEnough: true, isOverdue: false } })
    expect(panel().getByText('从赠送许可扣除 101 个（现有 100 个）')).toBeTruthy()
    expect(panel().getByText('数量不够：需要 101，只有 100。')).toBeTruthy()
  })

  it.each(['activation', 'machine'] as const)('does not ask for money now when paid at %s', async (paidAt) => {
    await openMany({ paidAt })
    expect(panel().queryByText('余额不足，不能签发。')).toBeNull()
  })
})
