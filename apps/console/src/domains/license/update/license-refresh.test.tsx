// Updating a license: the fields that may change, the preview before saving, and refusals.
import { ERRORS, REFRESH_RULES, identityCalls } from '@sealwright/contract'
import type { LicenseAnswer, LicenseFamily, RefreshPreview } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { say } from '../../../lib/words/i18n.tsx'
import { GUID, licenseOf } from '../detail/license-detail.fixture.ts'
import { FAMILIES } from '../license-family.ts'
import { screenOf } from './license-refresh.screen.tsx'

const noLines = { totalFen: 0, lines: [], units: null, isEnough: true, isOverdue: false }
const previewOf = (given: Partial<RefreshPreview> = {}): RefreshPreview => ({
  rules: REFRESH_RULES.map((rule) => ({ rule, outcome: 'pass', message: rule, field: null })),
  isAllowed: true,
  caughtBy: null,
  changes: [{ field: 'licDuration', before: '365', after: '730' }],
  price: {
    totalFen: 3_650,
    lines: [
      { kind: 'term', mode: 'day', days: 730, quantity: 1, unitFen: 10, count: 1, creditFen: 3_650, amountFen: 3_650 },
    ],
    units: null,
    isEnough: true,
    isOverdue: false,
  },
  expireTime: '2028-01-01T00:00:00.000Z',
  ...given,
})

interface Opening {
  family?: LicenseFamily
  license?: LicenseAnswer
  search?: string
  preview?: (payload: Record<string, unknown>) => { code?: number; desc?: string; data: unknown }
  more?: Parameters<typeof openStage>[2]
}

async function open({
  family = 'sn',
  license = licenseOf(family),
  search = '',
  preview = () => ({ data: previewOf() }),
  more = [],
}: Opening = {}): Promise<Stage> {
  const { path, calls } = FAMILIES[family]
  const stage = await openStage(
    { [`${path}/refresh`]: screenOf(family), [`${path}/view`]: () => <p>view</p>, [path]: () => <p>list</p> },
    `${path}/refresh?guid=${GUID}${search}`,
    [
      [identityCalls.current, () => ({ data: session })],
      [calls.get, () => ({ data: license })],
      [calls.previewRefresh, preview],
      [calls.refresh, () => ({ data: { guid: GUID, revision: 2, orderGuid: null, requestGuid: null } })],
      ...more,
    ],
  )
  await act(loadSession)
  await screen.findByRole('complementary', { name: '保存之前' })
  return stage
}

const { calls } = FAMILIES.sn
const panel = () => within(screen.getByRole('complementary', { name: '保存之前' }))
const sentTo = (stage: Stage, { path }: { path: string }) =>
  stage.sent.filter((one) => one.path === path).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const fieldOf = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('.field-label')]
    .find((element) => element.firstChild?.textContent === label)
    ?.closest<HTMLElement>('.field') ?? document.body
const type = (label: string, value: string) =>
  fireEvent.input(fieldOf(label).querySelector('input') ?? document.body, { target: { value } })
const labels = () =>
  [...document.querySelectorAll<HTMLElement>('.field-label')].map((element) => element.firstChild?.textContent)
/** Saves once the button has the price. */
const paid = async () => fireEvent.click(await screen.findByRole('button', { name: '更新并支付 ¥36.50' }))
const saved = () => fireEvent.click(document.querySelector('.form-bar button[type=submit]') ?? document.body)

describe('an update', () => {
  it('has inputs for the fields that may change, and says that the others cannot', async () => {
    await open({ family: 'account' })
    expect(labels()).toEqual(
      expect.arrayContaining(['时长（天）', '同时绑定设备数', '累计绑定设备数', '可离线时长（天）']),
    )
    expect(labels()).not.toContain('扣费方式')
    expect(screen.getByText('这些内容不能更新；如需不同的内容，请重新签发。')).toBeTruthy()
  })

  it('requests and sends nothing while nothing is changed', async () => {
    const stage = await open()
    expect(panel().getByText(/^修改后，这里显示/)).toBeTruthy()
    saved()
    await waitFor(() => expect(toasts()).toEqual(['没有任何修改']))
    expect([...sentTo(stage, calls.previewRefresh), ...sentTo(stage, calls.refresh)]).toEqual([])
  })

  it('shows the changes, the new end and the price before saving', async () => {
    const stage = await open()
    type('时长（天）', '730')
    expect(await panel().findByText('730 天 × ¥0.10 − 已付 ¥36.50')).toBeTruthy()
    expect(panel().getByText('2028-01-01 08:00')).toBeTruthy()
    expect(
      [...document.querySelectorAll('.preview-panel .differences tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
    ).toEqual([['时长（天）', '365', '730']])
    expect(sentTo(stage, calls.previewRefresh)).toEqual([{ kind: 'sn', guid: GUID, changes: { licDuration: '730' } }])
    expect(screen.getByRole('button', { name: '更新并支付 ¥36.50' })).toBeTruthy()
  })

  it('sends only the differences with the loaded revision, and returns to the list', async () => {
    const stage = await open({ license: licenseOf('sn', { revision: 7 }) })
    type('时长（天）', '730')
    await paid()
    await waitFor(() => expect(stage.address()).toBe(`/pc/license/sn?showSearch=1&editId=${GUID}`))
    expect(sentTo(stage, calls.refresh)).toEqual([
      { kind: 'sn', guid: GUID, changes: { licDuration: '730' }, revision: 7, priceFen: 3_650 },
    ])
    expect(toasts()).toEqual(['许可“ABCD-EFGH-JKMN-PQRS”已更新'])
  })

  it('asks for the price and shows it first if the button did not have it yet', async () => {
    const stage = await open()
    type('时长（天）', '730')
    saved()
    const question = within(await screen.findByRole('alertdialog', { hidden: true }))
    expect(question.getByText('更新许可，费用 ¥36.50？')).toBeTruthy()
    expect(sentTo(stage, calls.refresh)).toEqual([])
    fireEvent.click(question.getByText('更新并支付 ¥36.50'))
    await waitFor(() => expect(sentTo(stage, calls.refresh)).toMatchObject([{ priceFen: 3_650 }]))
  })

  it('asks for the price again after the server refused it as old', async () => {
    let totalFen = 3_650
    const desc = '费用现在是 ¥60.00，与显示的不同；请核对后再试'
    await open({
      preview: () => ({ data: previewOf({ price: { ...noLines, totalFen } }) }),
      more: [[calls.refresh, () => ({ code: ERRORS['license.priceChanged'].code, desc, data: null })]],
    })
    type('时长（天）', '730')
    const button = await screen.findByRole('button', { name: '更新并支付 ¥36.50' })
    totalFen = 6_000
    fireEvent.click(button)
    expect(await screen.findByText(desc)).toBeTruthy()
    expect(await screen.findByRole('button', { name: '更新并支付 ¥60.00' })).toBeTruthy()
  })

  it('that was opened from the license page returns there', async () => {
    const stage = await open({ search: '&sourcePath=%2Fpc%2Flicense%2Fsn%2Fview' })
    type('时长（天）', '730')
    await paid()
    await waitFor(() => expect(stage.address()).toBe(`/pc/license/sn/view?guid=${GUID}`))
  })

  it('shows the failed rule first, and checks again after a change', async () => {
    const refused = previewOf({
      isAllowed: false,
      rules: REFRESH_RULES.map((rule) => ({
        rule,
        outcome: rule === 'machines' ? 'fail' : rule === 'money' ? 'unasked' : 'pass',
        message: rule === 'machines' ? '设备绑定数不正确' : rule,
        field: null,
      })),
    })
    const stage = await open({
      preview: ({ changes }) => ({
        data: (changes as { machineNum?: string }).machineNum === '1' ? refused : previewOf(),
      }),
    })
    type('设备数', '1')
    expect(await panel().findByRole('note')).toHaveProperty('textContent', '设备绑定数不正确')
    const marks = within(panel().getByRole('list', { name: '检查结果' }))
      .getAllByRole('listitem')
      .map((item) => `${item.querySelector('[role=img]')?.getAttribute('aria-label')} ${item.textContent}`)
    expect(marks).toEqual([
      '未通过 设备绑定数不正确',
      '通过 state',
      '通过 changes',
      '通过 content',
      '通过 trial',
      '通过 billing',
      '通过 standing',
      '未检查 money',
    ])
    type('设备数', '4')
    await waitFor(() => expect(panel().queryByRole('note')).toBeNull())
    expect(sentTo(stage, calls.previewRefresh)).toHaveLength(2)
  })

  it('of a license that is not paid yet says when it will be charged', async () => {
    await open({
      license: licenseOf('sn', { source: 'preIssue' }),
      preview: () => ({
        data: previewOf({ price: { totalFen: 0, lines: [], units: null, isEnough: true, isOverdue: false } }),
      }),
    })
    type('时长（天）', '730')
    expect(await panel().findByText(/^首次激活或绑定设备时/)).toBeTruthy()
  })

  it('shows no price if the server answers none', async () => {
    await open({ preview: () => ({ data: previewOf({ price: null }) }) })
    type('时长（天）', '730')
    expect(await panel().findByText('变化')).toBeTruthy()
    expect(panel().queryByText('费用')).toBeNull()
  })

  it('with incomplete input shows no preview yet', async () => {
    await open({
      preview: () => ({
        code: ERRORS['platform.badPayload'].code,
        desc: '提交的内容有误',
        data: { fields: [{ path: 'changes.licDuration', rule: 'badFormat', message: '格式不正确' }] },
      }),
    })
    type('时长（天）', 'x')
    expect(await panel().findByText(/^有的内容还没有填好/)).toBeTruthy()
  })

  it('that a flow catches says so before it is saved, and then leads to the license, where it waits', async () => {
    const stage = await open({
      preview: () => ({ data: previewOf({ caughtBy: { guid: GUID, name: '大额授权' } }) }),
      more: [[calls.refresh, () => ({ data: { guid: GUID, revision: 1, orderGuid: null, requestGuid: GUID } })]],
    })
    type('时长（天）', '730')
    expect(await panel().findByText('需要审批：大额授权。提交后不会立即生效。')).toBeTruthy()
    expect(screen.getByRole('button', { name: '提交审批' })).toBeTruthy()
    saved()
    await waitFor(() => expect(stage.address()).toBe(`/pc/license/sn/view?guid=${GUID}`))
    expect(toasts()).toEqual(['许可“ABCD-EFGH-JKMN-PQRS”的更新已提交审批'])
  })

  it('shows a refusal at its field and keeps the input', async () => {
    await open({
      more: [
        [
          calls.refresh,
          () => ({
            code: ERRORS['license.bindCount'].code,
            desc: '设备绑定数不正确',
            data: { fields: [{ path: 'changes.machineNum', rule: 'bindCount', message: '不能小于 2' }] },
          }),
        ],
      ],
    })
    type('设备数', '1')
    await paid()
    expect(await within(fieldOf('设备数')).findByText('不能小于 2')).toBeTruthy()
    expect(fieldOf('设备数').querySelector('input')?.value).toBe('1')
  })

  it('of an outdated revision offers to load the new one, after a confirmation', async () => {
    let revision = 1
    await open({
      more: [
        [calls.get, () => ({ data: licenseOf('sn', { revision }, { licDuration: revision === 1 ? 365 : 90 }) })],
        [calls.refresh, () => ({ code: ERRORS['platform.stale'].code, desc: '周宁刚刚修改了许可', data: null })],
      ],
    })
    type('时长（天）', '730')
    await paid()
    expect(await screen.findByText('周宁刚刚修改了许可')).toBeTruthy()
    expect(fieldOf('时长（天）').querySelector('input')?.value).toBe('730')
    revision = 2
    fireEvent.click(screen.getByRole('button', { name: say('blocks.reload.offer') }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog', { hidden: true })).getByText(say('blocks.reload.verb')),
    )
    await waitFor(() => expect(fieldOf('时长（天）').querySelector('input')?.value).toBe('90'))
    expect(screen.queryByText('周宁刚刚修改了许可')).toBeNull()
  })

  it('asks before discarding input', async () => {
    const stage = await open()
    type('时长（天）', '730')
    fireEvent.click(screen.getByRole('button', { name: '取消' }))
    expect(await screen.findByRole('alertdialog', { hidden: true })).toBeTruthy()
    expect(stage.address()).toContain('/refresh')
  })
})

describe('a code with several products', () => {
  const license = licenseOf(
    'sn',
    { productEnds: [{ licenseId: 44, endTime: '2026-06-30T15:59:59.000Z' }] },
    { otherProducts: [{ licenseId: 44 }] },
  )
  const dateOf = (label: string) => within(fieldOf(label)).getByRole('textbox')

  it('has an end field for each; changed ends are sent, and an empty field clears the end', async () => {
    const stage = await open({ license })
    expect([dateOf('星图'), dateOf('禾木')].map((input) => (input as HTMLInputElement).value)).toEqual([
      '',
      '2026-06-30 23:59:59',
    ]) // a text box is an input
    fireEvent.change(dateOf('星图'), { target: { value: '2026-09-30' } })
    fireEvent.click(within(fieldOf('禾木')).getByRole('button', { name: '清除“禾木”' }))
    await paid()
    await waitFor(() =>
      expect(sentTo(stage, calls.refresh)).toEqual([
        {
          kind: 'sn',
          guid: GUID,
          changes: {
            productEnds: [
              { licenseId: 42, endTime: '2026-09-30T15:59:59.000Z' },
              { licenseId: 44, endTime: null },
            ],
          },
          revision: 1,
          priceFen: 3_650,
        },
      ]),
    )
  })

  it('shows the error of an end at its field', async () => {
    await open({
      license,
      more: [
        [
          calls.refresh,
          () => ({
            code: ERRORS['platform.badPayload'].code,
            desc: '提交的内容有误',
            data: {
              fields: [
                { path: 'changes.productEnds.0.endTime', rule: 'endAfterLicense', message: '不能晚于许可的结束时间' },
              ],
            },
          }),
        ],
      ],
    })
    fireEvent.change(dateOf('禾木'), { target: { value: '2030-09-30' } })
    await paid()
    expect(await within(fieldOf('禾木')).findByText('不能晚于许可的结束时间')).toBeTruthy()
  })

  it('has no end fields if it has only one product', async () => {
    await open()
    expect(labels()).not.toContain('星图')
  })
})
