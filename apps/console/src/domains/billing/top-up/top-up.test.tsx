import { ERRORS, PAYMENT_PATHS, billingCalls, identityCalls, serviceFeeCalls, topUpCalls } from '@sealwright/contract'
import type { TopUpRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { STORED } from '../../../lib/stored.ts'
import { useToasts } from '../../../lib/toast.ts'
import { Screen } from './top-up.screen.tsx'

const GUID = '00000000-0000-4000-8000-0000000000d1'
const begun: TopUpRow = {
  guid: GUID,
  serial: 'TU2601010001',
  amountFen: 100_000,
  giftFen: 2_000,
  paymentMethod: 'sandbox',
  status: 'pending',
  isPayable: true,
  isRefunded: false,
  createTime: '2026-01-01T00:00:00.000Z',
  payTime: null,
  creator: 'Lin',
}
/** Records form posts to another window, which jsdom does not have. */
const posted: Record<string, FormDataEntryValue>[] = []
function keepPost(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement // only forms submit
  if (form.target !== '_blank') return
  event.preventDefault()
  posted.push({
    action: form.getAttribute('action') ?? '',
    method: form.method,
    ...Object.fromEntries(new FormData(form)),
  })
}

/** The top-ups on the server. */
let rows: TopUpRow[] = []
const known = (given: Partial<TopUpRow>) => {
  rows = [{ ...begun, isPayable: given.status !== 'paid' && given.status !== 'cancelled', ...given }]
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  rows = []
  posted.length = 0
  addEventListener('submit', keepPost, true)
})
afterEach(() => {
  removeEventListener('submit', keepPost, true)
})

type Handlers = Parameters<typeof openStage>[2]
interface Given {
  privileges?: readonly string[]
  href?: string
  options?: { methods: readonly string[]; gifts: readonly { fromFen: number; percent: number }[] }
  handlers?: Handlers
}

async function open({
  privileges = ['billing.view', 'billing.create'],
  href = '/billing/topUp',
  options = {
    methods: ['alipay', 'sandbox'],
    gifts: [
      { fromFen: 100_000, percent: 2 },
      { fromFen: 1_000_000, percent: 5 },
    ],
  },
  handlers = [],
}: Given = {}) {
  // Show a table, whatever the number of rows.
  STORED.tempPageActive.set({ topUp: 'table' })
  const stage = await openStage({ '/billing/topUp': Screen }, href, [
    [identityCalls.current, () => ({ data: { ...session, privileges: [...privileges] } })],
    [topUpCalls.options, () => ({ data: options })],
    [topUpCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [topUpCalls.get, ({ guid }) => ({ data: rows.find((row) => row.guid === guid) })],
    [
      billingCalls.balance,
      () => ({
        data: {
          balanceFen: rows[0]?.status === 'paid' ? 112_300 : 12_300,
          giftFen: rows[0]?.status === 'paid' ? 2_000 : 0,
        },
      }),
    ],
    [
      topUpCalls.create,
      ({ amountFen }) => {
        known({ amountFen: Number(amountFen) })
        return { data: { guid: GUID, serial: begun.serial, giftFen: 0 } }
      },
    ],
    ...handlers,
  ])
  await act(() => loadSession())
  await waitFor(() => expect(stage.sent.some(({ path }) => path === topUpCalls.find.path)).toBe(true))
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return stage
}

// jsdom does not show dialogs, so their content counts as hidden.
async function dialog(title: string) {
  const found = (await screen.findByText(title, { selector: 'dialog h2' })).closest('dialog')
  if (!found) throw new Error(`${title} is not in a dialog`)
  return within(found)
}
const button = (place: ReturnType<typeof within>, name: string) => place.getByRole('button', { name, hidden: true })
const amount = () => screen.getByLabelText<HTMLInputElement>('充值金额（元）')
const type = (text: string) => fireEvent.input(amount(), { target: { value: text } })
const method = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form', { name: '充值' })))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const summary = (label: string) =>
  within(screen.getByRole('complementary')).getByText(label).nextElementSibling?.textContent

describe('the form', () => {
  const RULE = '充值金额必须是 100 元的整数倍，最多 2,000,000 元'

  it.each(['150', '0', '2000100', '100.5', '99999999999999', '-100', '12345678901234567890', 'abc', '￥'.repeat(2)])(
    'refuses %s yuan after the field loses focus, and accepts a corrected amount',
    async (text) => {
      await open()
      type(text)
      expect(screen.queryByText(RULE)).toBeNull()
      fireEvent.blur(amount())
      expect(await screen.findByText(RULE)).toBeTruthy()
      expect(amount().getAttribute('aria-invalid')).toBe('true')
      type('300')
      await waitFor(() => expect(screen.queryByText(RULE)).toBeNull())
    },
  )

  it.each(['¥300', '￥300', '¥ 300'])('accepts %s without its currency sign', async (text) => {
    await open()
    type(text)
    expect(amount().value).toBe('300')
    expect(summary('支付')).toBe('¥300.00')
  })

  it.each([
    ['1200', '1200'],
    ['150', ''],
    ['-100', ''],
    ['abc', ''],
    ['2000100', ''],
  ])('an address with an amount of %s prefills “%s”', async (asked, filled) => {
    await open({ href: `/billing/topUp?amount=${asked}` })
    expect(amount().value).toBe(filled)
  })

  it('shows the balance after the top-up, including gifts', async () => {
    await open()
    await waitFor(() => expect(summary('当前余额（含赠送）')).toBe('¥123.00'))
    type('1000')
    expect(summary('充值后余额')).toBe('¥1,143.00')
  })

  it('requires a payment method, and sends nothing without one', async () => {
    const stage = await open()
    type('100')
    await submit()
    expect(await screen.findByText('支付方式不能为空')).toBeTruthy()
    expect(sentTo(stage, topUpCalls.create)).toEqual([])
  })

  it.each([
    ['100', '¥0.00', '¥100.00'],
    ['900', '¥0.00', '¥900.00'],
    ['1000', '¥20.00', '¥1,020.00'],
    ['10000', '¥500.00', '¥10,500.00'],
  ])('%s yuan show their gift at once', async (text, gift, total) => {
    await open()
    type(text)
    expect(summary('赠送')).toBe(gift)
    expect(summary('到账合计')).toBe(total)
    expect(screen.queryByText(`赠送 ${gift}`) !== null).toBe(gift !== '¥0.00')
  })

  it('shows no gift for an invalid amount', async () => {
    await open()
    type('10050')
    expect(summary('赠送')).toBe('¥0.00')
    expect(summary('支付')).toBe('¥0.00')
  })

  it('lists the gift levels and marks the one that is reached', async () => {
    await open()
    const gifts = within(screen.getByRole('region', { name: '充值赠送' }))
    // The heading follows that of the page.
    expect(gifts.getByRole('heading').tagName).toBe('H2')
    const steps = gifts.getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual(['满 ¥1,000.00，赠送 2%', '满 ¥10,000.00，赠送 5%'])
    type('20000')
    expect(steps.map((step) => step.hasAttribute('data-reached'))).toEqual([false, true])
  })

  it('fills in a preset amount with one click', async () => {
    await open()
    const group = within(screen.getByRole('group', { name: '常用金额' }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '¥100',
      '¥500',
      '¥1,000',
      '¥5,000',
      '¥10,000',
    ])
    fireEvent.click(group.getByRole('button', { name: '¥5,000' }))
    expect(amount().value).toBe('5000')
    expect(group.getByRole('button', { name: '¥5,000' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('offers the configured methods, and says that the sandbox charges nothing', async () => {
    await open()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(method(/支付宝/).checked).toBe(false)
    expect(method(/模拟支付.*模拟.*不会扣款/)).toBeTruthy()
  })

  it('selects the method if there is only one', async () => {
    await open({ options: { methods: ['alipay'], gifts: [] } })
    expect(method(/支付宝/).checked).toBe(true)
    expect(screen.queryByRole('region', { name: '充值赠送' })).toBeNull()
  })

  it('says that top-ups are not possible if no method is configured', async () => {
    await open({ options: { methods: [], gifts: [] } })
    expect(screen.getByText('暂时无法在线充值')).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('shows a refusal beside its button: topUp.methodOff', async () => {
    const desc = '支付方式不可用'
    await open({ handlers: [[topUpCalls.create, () => ({ code: ERRORS['topUp.methodOff'].code, desc, data: null })]] })
    type('100')
    fireEvent.click(method(/支付宝/))
    await submit()
    expect(await screen.findByText(desc)).toBeTruthy()
  })

  it('is hidden from a person who may only view top-ups', async () => {
    known({})
    await open({ privileges: ['billing.view'] })
    expect(await screen.findByText(begun.serial)).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.queryByRole('link', { name: '去支付' })).toBeNull()
    expect(screen.queryByRole('button', { name: `“${begun.serial}”的操作` })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })
})

describe('paying', () => {
  it('creates the top-up in fen, and posts a form to the payment center in a new window', async () => {
    const stage = await open()
    type('1000')
    fireEvent.click(method(/模拟支付/))
    await submit()
    expect(sentTo(stage, topUpCalls.create)).toEqual([{ amountFen: '100000', paymentMethod: 'sandbox' }])
    const asked = await dialog('支付充值')
    expect(stage.address()).toBe(`/billing/topUp?guid=${GUID}`)
    // The form is reset, so that the same top-up is not created twice.
    expect(amount().value).toBe('')
    fireEvent.click(button(asked, '去支付'))
    expect(posted).toEqual([
      {
        action: PAYMENT_PATHS.init,
        method: 'post',
        url: `${location.origin}/billing/topUp?guid=${GUID}`,
        developer: 'handle-of-lin',
        fromOld: 'false',
      },
    ])
    expect((await dialog('等待支付')).getByText('请在新窗口完成支付')).toBeTruthy()
  })

  it('polls the state every two seconds, and shows the payment when it arrives', async () => {
    known({ status: 'processing' })
    const stage = await open({ href: `/billing/topUp?guid=${GUID}` })
    await dialog('等待支付')
    await pass(2_000)
    const before = sentTo(stage, topUpCalls.get).length
    expect(before).toBeGreaterThan(1)
    known({ status: 'paid', payTime: '2026-01-01T00:01:00.000Z' })
    await pass(2_000)
    const done = await dialog('充值成功')
    expect(done.getByText('¥1,000.00 已存入余额，另赠送 ¥20.00。')).toBeTruthy()
    expect(await done.findByText('¥1,123.00')).toBeTruthy()
    expect(toasts()).toEqual(['¥1,000.00 已到账'])
    await pass(0)
    const asked = sentTo(stage, topUpCalls.get).length
    await pass(10_000)
    expect(sentTo(stage, topUpCalls.get)).toHaveLength(asked)
    fireEvent.click(button(done, '完成'))
    await waitFor(() => expect(stage.address()).toBe('/billing/topUp'))
    expect(screen.getByRole('cell', { name: '已支付' })).toBeTruthy()
  })

  it.each([
    ['the service fee', { developerServiceStatus: 'unpaid' as const }],
    ['a bill', { standing: { isOverdue: true, since: null, owedFen: 35_000, graceUntil: null } }],
  ])('when paid, offers to pay what is still owed: %s', async (_what, owed) => {
    known({ status: 'paid' })
    const stage = await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [
        [
          identityCalls.current,
          () => ({
            data: {
              ...session,
              privileges: ['billing.view', 'billing.create'],
              developer: { ...session.developer, ...owed },
            },
          }),
        ],
        [
          serviceFeeCalls.get,
          () => ({
            data: {
              amountFen: 120_000,
              periodMonths: 12,
              paidUntil: '2026-01-01T00:00:00.000Z',
              isUnpaid: true,
              autoRenew: true,
              superAdministrator: '林主',
            },
          }),
        ],
      ],
    })
    fireEvent.click(button(await dialog('充值成功'), '去结清'))
    if ('standing' in owed)
      await waitFor(() => expect(stage.address()).toBe('/billing?tab=bills&category=platform&status=pending'))
    else expect((await dialog('平台服务费未支付')).getByText('服务期间')).toBeTruthy()
  })

  it('when paid, reloads the session, because the money may have paid due bills', async () => {
    known({ status: 'processing' })
    const stage = await open({ href: `/billing/topUp?guid=${GUID}` })
    await dialog('等待支付')
    const before = sentTo(stage, identityCalls.current).length
    known({ status: 'paid' })
    await pass(2_000)
    expect(button(await dialog('充值成功'), '完成')).toBeTruthy()
    await waitFor(() => expect(sentTo(stage, identityCalls.current).length).toBeGreaterThan(before))
  })

  it('does not poll while the page is hidden', async () => {
    known({ status: 'processing' })
    const stage = await open({ href: `/billing/topUp?guid=${GUID}` })
    await dialog('等待支付')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    const before = sentTo(stage, topUpCalls.get).length
    await pass(10_000)
    expect(sentTo(stage, topUpCalls.get)).toHaveLength(before)
    vi.restoreAllMocks()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(sentTo(stage, topUpCalls.get).length).toBeGreaterThan(before))
  })

  it('asks the provider when the person says that they have paid', async () => {
    known({ status: 'processing' })
    await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [[topUpCalls.check, () => ({ data: rows[0] })]],
    })
    fireEvent.click(button(await dialog('等待支付'), '我已支付'))
    await waitFor(() => expect(toasts()).toEqual(['还没有收到付款，请稍候或重新打开支付页。']))
    known({ status: 'paid' })
    await pass(600)
    fireEvent.click(button(await dialog('等待支付'), '我已支付'))
    await dialog('充值成功')
  })

  it.each([
    ['pending', '支付充值', '去支付', '等待支付'],
    ['failed', '支付失败', '重新支付', '支付失败'],
  ] as const)(
    "a top-up that was %s when its payment page opened follows the provider's answer",
    async (status, title, go, then) => {
      known({ status })
      await open({
        href: `/billing/topUp?guid=${GUID}`,
        handlers: [
          [
            topUpCalls.check,
            () => {
              if (status === 'pending') known({ status: 'processing' })
              return { data: rows[0] }
            },
          ],
        ],
      })
      fireEvent.click(button(await dialog(title), go))
      fireEvent.click(button(await dialog('等待支付'), '我已支付'))
      await waitFor(() =>
        expect(toasts()).toEqual(status === 'pending' ? ['还没有收到付款，请稍候或重新打开支付页。'] : []),
      )
      await dialog(then)
    },
  )

  it.each([
    ['pending', '支付充值'],
    ['processing', '等待支付'],
    ['failed', '支付失败'],
  ] as const)('a top-up that was %s for too long cannot be paid, and leads to a new one', async (status, title) => {
    known({ status, isPayable: false })
    const stage = await open({ href: `/billing/topUp?guid=${GUID}` })
    expect(screen.queryByRole('link', { name: '去支付' })).toBeNull()
    const shown = await dialog(title)
    expect(shown.getByText(/^这笔充值已不能支付/)).toBeTruthy()
    expect(
      shown.getAllByRole('button', { hidden: true }).map((one) => one.textContent || one.getAttribute('aria-label')),
    ).toEqual(['关闭', '取消充值', ...(status === 'processing' ? ['我已支付'] : []), '重新充值'])
    fireEvent.click(button(shown, '重新充值'))
    await waitFor(() => expect(stage.address()).toBe('/billing/topUp'))
  })

  it('says that the provider did not answer: topUp.providerFailed', async () => {
    known({ status: 'processing' })
    const desc = '支付平台暂时没有回应'
    await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [[topUpCalls.check, () => ({ code: ERRORS['topUp.providerFailed'].code, desc, data: null })]],
    })
    fireEvent.click(button(await dialog('等待支付'), '我已支付'))
    await waitFor(() => expect(toasts()).toEqual([desc]))
  })

  it('shows a failed payment and offers to pay again', async () => {
    known({ status: 'processing' })
    await open({ href: `/billing/topUp?guid=${GUID}` })
    await dialog('等待支付')
    known({ status: 'failed' })
    await pass(2_000)
    const failed = await dialog('支付失败')
    fireEvent.click(button(failed, '重新支付'))
    expect(posted).toHaveLength(1)
    // The payment page is open: until the server knows the result, this page waits.
    await dialog('等待支付')
    known({ status: 'processing' })
    await pass(2_000)
    known({ status: 'failed' })
    await pass(2_000)
    await dialog('支付失败')
  })

  it('cancels permanently after a confirmation', async () => {
    known({ status: 'processing' })
    const stage = await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [
        [
          topUpCalls.cancel,
          () => {
            known({ status: 'cancelled' })
            return { data: rows[0] }
          },
        ],
      ],
    })
    fireEvent.click(button(await dialog('等待支付'), '取消充值'))
    expect(sentTo(stage, topUpCalls.cancel)).toEqual([])
    const question = within(await screen.findByRole('alertdialog', { hidden: true }))
    expect(question.getByText('取消后不能再支付这笔 ¥1,000.00 的充值；已经付出的款项会原路退回。')).toBeTruthy()
    fireEvent.click(question.getByText('取消充值'))
    const over = await dialog('充值已取消')
    expect(over.queryByText('去支付')).toBeNull()
    expect(over.queryByText('重新打开支付页')).toBeNull()
    expect(toasts()).toEqual(['充值 TU2601010001 已取消'])
    expect(sentTo(stage, topUpCalls.cancel)).toEqual([{ guid: GUID }])
  })

  it('says so if the top-up turns out to be paid while it is being canceled', async () => {
    known({ status: 'processing' })
    await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [
        [
          topUpCalls.cancel,
          () => {
            known({ status: 'paid' })
            return { data: rows[0] }
          },
        ],
      ],
    })
    fireEvent.click(button(await dialog('等待支付'), '取消充值'))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('取消充值'))
    await dialog('充值成功')
    expect(toasts()).toContain('充值 TU2601010001 已经支付，款项已存入余额')
  })

  it('shows the refund of a payment that arrived after the cancellation', async () => {
    known({ status: 'cancelled', isRefunded: true })
    await open({ href: `/billing/topUp?guid=${GUID}` })
    expect((await dialog('充值已取消')).getByText('取消后收到的付款已原路退回，没有计入余额。')).toBeTruthy()
  })

  it('shows only the state to a person who may only view it', async () => {
    known({ status: 'processing' })
    await open({ privileges: ['billing.view'], href: `/billing/topUp?guid=${GUID}` })
    const shown = await dialog('等待支付')
    expect(shown.getByText('您没有充值权限，只能查看这笔充值。')).toBeTruthy()
    expect(
      shown.getAllByRole('button', { hidden: true }).map((one) => one.textContent || one.getAttribute('aria-label')),
    ).toEqual(['关闭', '关闭'])
  })

  it('an address with an unknown top-up shows a dialog that closes: topUp.notFound', async () => {
    const desc = '充值记录不存在'
    const stage = await open({
      href: `/billing/topUp?guid=${GUID}`,
      handlers: [[topUpCalls.get, () => ({ code: ERRORS['topUp.notFound'].code, desc, data: null })]],
    })
    const shown = await dialog('充值')
    fireEvent.click(await shown.findByText('关闭'))
    await waitFor(() => expect(stage.address()).toBe('/billing/topUp'))
  })
})

describe('the list', () => {
  const states = [
    ['pending', true],
    ['processing', true],
    ['failed', true],
    ['paid', false],
    ['cancelled', false],
  ] as const

  it.each(states)('offers payment and cancellation of a %s top-up: %s', async (status, isOpen) => {
    known({ status })
    await open()
    expect(await screen.findByText(begun.serial)).toBeTruthy()
    expect(screen.queryByRole('link', { name: '去支付' }) !== null).toBe(isOpen)
    expect(screen.queryByRole('button', { name: `“${begun.serial}”的操作` }) !== null).toBe(isOpen)
  })

  it('cancels from the row and shows the new state', async () => {
    known({})
    await open({
      handlers: [
        [
          topUpCalls.cancel,
          () => {
            known({ status: 'cancelled' })
            return { data: rows[0] }
          },
        ],
      ],
    })
    fireEvent.click(await screen.findByRole('button', { name: `“${begun.serial}”的操作` }))
    fireEvent.click(screen.getByRole('menuitem', { name: '取消充值' }))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('取消充值'))
    expect(await screen.findByRole('cell', { name: '已取消' })).toBeTruthy()
  })

  it('shows a refusal to cancel and loads the list again: topUp.stateForbids', async () => {
    known({})
    const desc = '充值已支付，不能取消'
    await open({
      handlers: [
        [
          topUpCalls.cancel,
          () => {
            known({ status: 'paid' })
            return { code: ERRORS['topUp.stateForbids'].code, desc, data: null }
          },
        ],
      ],
    })
    fireEvent.click(await screen.findByRole('button', { name: `“${begun.serial}”的操作` }))
    fireEvent.click(screen.getByRole('menuitem', { name: '取消充值' }))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('取消充值'))
    await waitFor(() => expect(toasts()).toEqual([desc]))
    expect(await screen.findByRole('cell', { name: '已支付' })).toBeTruthy()
  })

  it('marks refunds, and omits a gift of zero', async () => {
    known({ status: 'cancelled', isRefunded: true, giftFen: 0 })
    await open()
    expect(await screen.findByRole('cell', { name: /^已取消\s*已退款$/ })).toBeTruthy()
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.slice(0, 4)).toEqual([begun.serial, '¥1,000.00', '–', '模拟支付'])
  })

  it('shows an empty state with the first step', async () => {
    await open()
    expect(await screen.findByText('还没有充值记录')).toBeTruthy()
    expect(screen.getByText('选择金额和支付方式，完成第一笔充值。')).toBeTruthy()
  })
})
