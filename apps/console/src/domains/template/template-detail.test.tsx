// The page of one template, for people with different privileges.
import {
  DEDUCT_MODES,
  DEV_TYPES,
  ERRORS,
  KEY_TYPES,
  LIMITS,
  OPERATION_TYPES,
  TEMPLATE_FAMILIES,
  TERM_FIELD_NAMES,
  billingCalls,
  identityCalls,
  operationLogCalls,
  pcTemplateCalls,
  templateCalls,
  templatePrivilege,
} from '@sealwright/contract'
import type { TemplateAnswer, TemplateVersionRow } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { screenOf } from './template-detail.screen.tsx'

const guid = '00000000-0000-4000-8000-000000000001'
const modules = (checked: readonly number[], defined: readonly number[]) =>
  Array.from({ length: LIMITS.product.modules }, (_, index) => ({
    moduleId: index + 1,
    moduleName: `功能${index + 1}`,
    checked: checked.includes(index + 1),
    define: defined.includes(index + 1),
  }))

const template = (given: Partial<TemplateAnswer> = {}): TemplateAnswer => ({
  ...(Object.fromEntries(TERM_FIELD_NAMES.map((name) => [name, null])) as unknown as Pick<
    TemplateAnswer,
    (typeof TERM_FIELD_NAMES)[number]
  >), // every term is named
  guid,
  name: '标准版',
  licenseId: 101,
  productName: '星图',
  otherProductNames: [],
  otherProducts: [],
  licenseVersion: 3,
  modules: modules([1, 2], [1, 2, 3]),
  rom: null,
  raw: null,
  pub: null,
  deductMode: DEDUCT_MODES.balance,
  isForever: false,
  licStartTimeType: 1,
  licDuration: 365,
  useMode: 1,
  machineNum: 1,
  hasStartTime: false,
  hasEndTime: false,
  hasSpanTime: false,
  canModify: false,
  canModifyModule: true,
  canModifyDataZone: false,
  hasRom: false,
  hasRaw: false,
  hasPub: false,
  romSize: 0,
  rawSize: 0,
  pubSize: 0,
  licenseCount: 12,
  effectiveLicenseCount: 7,
  isExpired: false,
  version: 3,
  createdBy: '林主',
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-02T00:00:00.000Z',
  ...given,
})

const versionRow = (version: number, given: Partial<TemplateVersionRow> = {}): TemplateVersionRow => ({
  version,
  origin: version === 1 ? 'create' : 'update',
  restoredVersion: null,
  createdBy: '林主',
  createTime: '2026-01-02T00:00:00.000Z',
  changes: version === 1 ? [] : [{ field: 'licDuration', before: '30', after: '365' }],
  ...given,
})

const everything = [
  'product.view',
  ...TEMPLATE_FAMILIES.flatMap((family) =>
    (['create', 'delete', 'update', 'view'] as const).map((verb) => templatePrivilege(family, verb)),
  ),
]

interface Opening {
  family?: 'smart' | 'sn'
  tab?: string
  given?: Partial<TemplateAnswer>
  privileges?: string[]
  versions?: readonly TemplateVersionRow[]
  more?: Parameters<typeof openStage>[2]
}

function open({
  family = 'smart',
  tab = 'terms',
  given = {},
  privileges = everything,
  versions = [versionRow(3), versionRow(2), versionRow(1)],
  more = [],
}: Opening = {}) {
  const path = family === 'smart' ? '/template' : `/pc/template/${family}`
  const calls = family === 'smart' ? templateCalls : pcTemplateCalls
  return openStage(
    { [`${path}/view`]: screenOf(family), [path]: () => <p>list</p>, '/product': () => <p>products</p> },
    `${path}/view?guid=${guid}&tab=${tab}`,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges } })],
      [calls.get, () => ({ data: template(given) })],
      [
        billingCalls.quote,
        () => ({
          data: {
            totalFen: 3_650,
            lines: [
              {
                kind: 'term',
                mode: 'day',
                days: 365,
                quantity: 1,
                unitFen: 10,
                count: 1,
                creditFen: 0,
                amountFen: 3_650,
              },
            ],
            units: null,
            isEnough: true,
            isOverdue: false,
          },
        }),
      ],
      [
        calls.findVersions,
        ({ currentPage }) => ({
          data: {
            rows: versions.filter(
              (_, index) => Math.floor(index / LIMITS.template.versionsPage) === Number(currentPage) - 1,
            ),
            records: versions.length,
            total: Math.ceil(versions.length / LIMITS.template.versionsPage),
          },
        }),
      ],
      ...more,
    ],
  )
}

const payloadsOf = (stage: Awaited<ReturnType<typeof openStage>>, { path }: { path: string }) =>
  stage.sent.filter((one) => one.path === path).map((one) => one.payload)
const factsOf = (element: HTMLElement) =>
  [...element.querySelectorAll('.fact')].map((fact) => [...fact.children].map((part) => part.textContent).join('='))
const differences = (element: HTMLElement) =>
  [...element.querySelectorAll('.differences tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join('|'),
  )

describe('the page of a template', () => {
  it('shows the applicable terms in groups', async () => {
    await open()
    expect(factsOf(await screen.findByRole('region', { name: '类型与扣费' }))).toEqual(['扣费方式=账户余额'])
    expect(factsOf(screen.getByRole('region', { name: '期限' }))).toEqual(['许可期限=自签发起计时', '时长（天）=365'])
    expect(factsOf(screen.getByRole('region', { name: '设备与使用' }))).toEqual(['使用模式=一码一机', '设备数=1'])
    expect(screen.getByText('账户余额 · 签发后 365 天 · 1 台')).toBeTruthy()
    expect(screen.getAllByRole('switch').map((element) => element.getAttribute('aria-checked'))).toEqual([
      'false',
      'true',
      'false',
    ])
  })

  it('says that nothing can be issued from an expired template', async () => {
    await open({
      given: { isExpired: true, licStartTimeType: 0, licDuration: null, endTime: '2025-12-31T15:59:59.000Z' },
    })
    expect(await screen.findByText('已过期')).toBeTruthy()
    expect(screen.getByText(/不能再按此模板签发许可/)).toBeTruthy()
  })

  it('shows the price of a license, unless none can be issued', async () => {
    const stage = await open()
    const cost = within(await screen.findByRole('region', { name: '签发费用' }))
    expect(await cost.findByText('365 天 × ¥0.10')).toBeTruthy()
    expect(payloadsOf(stage, billingCalls.quote)).toEqual([{ guid, count: '1' }])
    cleanup()
    clearStage()
    await open({ given: { isExpired: true } })
    expect(await screen.findByText('已过期')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '签发费用' })).toBeNull()
  })

  it('shows no price to integrators', async () => {
    const stage = await open({
      more: [
        [
          identityCalls.current,
          () => ({
            data: {
              ...session,
              privileges: everything,
              developer: { ...session.developer, devType: DEV_TYPES.integrator },
            },
          }),
        ],
      ],
    })
    expect(await screen.findByRole('region', { name: '期限' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: '签发费用' })).toBeNull()
    expect(payloadsOf(stage, billingCalls.quote)).toEqual([])
  })

  it('shows no expiry notice for a valid template', async () => {
    await open()
    expect(await screen.findByText('标准版')).toBeTruthy()
    expect(screen.queryByText('已过期')).toBeNull()
    expect(screen.queryByText(/不能再按此模板签发许可/)).toBeNull()
  })

  it('links to its product if the person may view products, otherwise shows the name', async () => {
    await open()
    expect((await screen.findByRole('link', { name: '星图 · ID 101' })).getAttribute('href')).toBe(
      '/product?licenseId=101',
    )
    cleanup()
    clearStage()
    await open({ privileges: ['smartTemplate.view'] })
    expect(await screen.findByText('星图 · ID 101')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '星图 · ID 101' })).toBeNull()
  })

  it('offers exactly the actions that the privileges allow', async () => {
    await open()
    expect((await screen.findByRole('link', { name: '编辑' })).getAttribute('href')).toBe(
      `/template/edit?guid=${guid}&sourcePath=%2Ftemplate%2Fview`,
    )
    expect(screen.getByRole('link', { name: '复制为新模板' }).getAttribute('href')).toBe(`/template/new?copyOf=${guid}`)
    expect(screen.getByRole('button', { name: '删除' })).toBeTruthy()
    // No issue screen is registered in this test.
    expect(screen.queryByText('签发许可')).toBeNull()
    cleanup()
    clearStage()
    await open({ privileges: ['smartTemplate.view', 'snTemplate.update', 'snTemplate.create', 'snTemplate.delete'] })
    expect(await screen.findByText('标准版')).toBeTruthy()
    for (const name of ['编辑', '复制为新模板', '删除']) expect(screen.queryByText(name)).toBeNull()
  })

  it('returns to the list after deletion', async () => {
    const stage = await open({ more: [[templateCalls.delete, () => ({ data: {} })]] })
    fireEvent.click(await screen.findByRole('button', { name: '删除' }))
    fireEvent.click(await screen.findByText('删除', { selector: 'dialog button' }))
    await waitFor(() => expect(stage.address()).toBe('/template?showSearch=1'))
    expect(payloadsOf(stage, templateCalls.delete)).toEqual([{ templateGuid: guid }])
  })

  it('marks granted modules that the product no longer defines', async () => {
    await open({ tab: 'modules', given: { modules: modules([1, 2, 7], [1, 2, 3]) } })
    const items = await screen.findAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual(['1功能1', '2功能2', '7功能7'])
    expect(items.map((item) => within(item).queryByRole('img', { name: '产品已不再定义此模块' }) !== null)).toEqual([
      false,
      false,
      true,
    ])
    expect(screen.getByRole('tab', { name: /^模块\s*2 \/ 3$/ })).toBeTruthy()
  })

  it('warns about such modules by name on every tab, including those of further products', async () => {
    const other = {
      licenseId: 202,
      productName: '罗盘',
      licenseVersion: null,
      modules: modules([4], []),
      rom: null,
      raw: null,
      pub: null,
    }
    await open({
      family: 'sn',
      given: { licenseKeyType: KEY_TYPES.standalone, modules: modules([1, 2, 7, 8], [1, 2]), otherProducts: [other] },
    })
    const warnings = (await screen.findAllByRole('note')).map((note) => note.textContent.split('。')[0])
    expect(warnings).toEqual(['产品“星图”已不再定义模块：7 功能7, 8 功能8', '产品“罗盘”已不再定义模块：4 功能4'])
  })

  it('says that no module is granted', async () => {
    await open({ tab: 'modules', given: { modules: modules([], [1, 2]) } })
    expect(await screen.findByText('没有授予模块')).toBeTruthy()
  })

  it('of a license code shows the grants of further products', async () => {
    const stage = await open({
      family: 'sn',
      tab: 'others',
      given: {
        licenseKeyType: KEY_TYPES.standalone,
        otherProducts: [
          {
            licenseId: 202,
            productName: '罗盘',
            licenseVersion: 5,
            modules: modules([4], [4]),
            rom: { source: 'text', text: '只读内容', fileName: null, base64: null, items: null },
            raw: null,
            pub: null,
          },
        ],
      },
    })
    const section = await screen.findByRole('region', { name: '罗盘' })
    expect(within(section).getByText('功能4')).toBeTruthy()
    expect(within(section).getByText('只读内容')).toBeTruthy()
    expect(payloadsOf(stage, pcTemplateCalls.get)).toEqual([{ kind: 'sn', guid }])
  })

  it('shows its history with readable values', async () => {
    await open({
      tab: 'history',
      more: [
        [
          operationLogCalls.find,
          () => ({
            data: {
              records: 1,
              total: 1,
              rows: [
                {
                  id: '1',
                  at: '2026-01-02T00:00:00.000Z',
                  actor: '林主',
                  targetKind: 'smartTemplate',
                  targetGuid: guid,
                  targetName: '标准版',
                  type: OPERATION_TYPES.update,
                  deed: 'update',
                  sealed: true,
                  changes: [
                    { field: 'canModify', before: 'false', after: 'true' },
                    { field: 'deductMode', before: '1', after: '3' },
                  ],
                },
              ],
            },
          }),
        ],
      ],
    })
    await screen.findByText('林主', { selector: '.operation-actor' })
    expect(differences(document.body)).toEqual(['扣费方式|账户余额|赠送（试用许可）', '可改期限|否|是'])
  })

  it('of a missing template shows the refusal and a link to the list', async () => {
    await open({
      more: [
        [
          templateCalls.get,
          () => ({ code: ERRORS['template.notFound'].code, desc: '模板不存在或已被删除', data: null }),
        ],
      ],
    })
    expect(await screen.findByText('模板不存在或已被删除')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回模板列表' }).getAttribute('href')).toBe('/template?showSearch=1')
  })
})

describe('the versions of a template', () => {
  const impact = (changes: TemplateVersionRow['changes']) => ({
    changes,
    hasNewVersion: changes.length > 0,
    licenseCount: 12,
    effectiveLicenseCount: 7,
  })
  const row = (version: number) => screen.findByRole('listitem', { name: `版本 ${version}` })

  it('are listed newest first with author, origin and changes; the current one is marked', async () => {
    await open({
      tab: 'versions',
      versions: [
        versionRow(3, { origin: 'restore', restoredVersion: 1, createdBy: '周明' }),
        versionRow(2),
        versionRow(1),
      ],
    })
    const items = await screen.findAllByRole('listitem')
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual(['版本 3', '版本 2', '版本 1'])
    expect(items[0]?.textContent).toContain('当前恢复自版本 1周明')
    expect(items[1]?.textContent).not.toContain('当前')
    expect(differences(await row(2))).toEqual(['时长（天）|30|365'])
    expect(differences(await row(1))).toEqual([])
    expect((await row(1)).textContent).toContain('新建')
  })

  it('fold a long list of differences after six', async () => {
    const changes = ['name', 'licDuration', 'spanTime', 'useMode', 'machineNum', 'modules', 'rom', 'raw'].map(
      (field) => ({ field, before: null, after: '1' }),
    )
    await open({ tab: 'versions', versions: [versionRow(3), versionRow(2, { changes }), versionRow(1)] })
    const item = await row(2)
    expect(differences(item)).toHaveLength(6)
    const more = within(item).getByRole('button', { name: '展开其余 2 项' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    const list = document.getElementById(more.getAttribute('aria-controls') ?? '')
    expect([list?.contains(more), list?.querySelector('.differences') !== null]).toEqual([false, true])
    fireEvent.click(more)
    expect(differences(item)).toHaveLength(8)
    expect(more.getAttribute('aria-expanded')).toBe('true')
  })

  it('are loaded page by page', async () => {
    const count = LIMITS.template.versionsPage + 1
    await open({
      tab: 'versions',
      given: { version: count },
      versions: Array.from({ length: count }, (_, index) => versionRow(count - index)),
    })
    await row(count)
    expect(screen.queryByRole('listitem', { name: '版本 1' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '更早的' }))
    expect(await row(1)).toBeTruthy()
  })

  it('are compared with the current one or any other, from the older to the newer', async () => {
    const stage = await open({
      tab: 'versions',
      more: [
        [
          templateCalls.compareVersions,
          ({ from, to }) => ({ data: { changes: [{ field: 'machineNum', before: String(from), after: String(to) }] } }),
        ],
      ],
    })
    const item = await row(2)
    const compare = within(item).getByRole('button', { name: '对比版本 2' })
    fireEvent.click(compare)
    expect(compare.getAttribute('aria-expanded')).toBe('true')
    const comparison = document.getElementById(compare.getAttribute('aria-controls') ?? '')
    if (!comparison) throw new Error('the button controls no element')
    await waitFor(() => expect(within(comparison).getByRole('status').textContent).toBe('版本 2 → 版本 3：1 处差别'))
    expect(differences(comparison)).toEqual(['设备数|2|3'])
    fireEvent.change(within(item).getByLabelText('对比对象'), { target: { value: '1' } })
    await waitFor(() => expect(within(comparison).getByRole('status').textContent).toBe('版本 1 → 版本 2：1 处差别'))
    expect(differences(comparison)).toEqual(['设备数|1|2'])
    expect(payloadsOf(stage, templateCalls.compareVersions)).toEqual([
      { guid, from: '2', to: '3' },
      { guid, from: '1', to: '2' },
    ])
  })

  it('can be the start of an edit or a copy', async () => {
    const stage = await open({ tab: 'versions' })
    fireEvent.click(within(await row(2)).getByRole('button', { name: /版本 2.*操作|操作.*版本 2/ }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['从此版本编辑', '复制为新模板'])
    fireEvent.click(screen.getByRole('menuitem', { name: '从此版本编辑' }))
    await waitFor(() =>
      expect(stage.address()).toBe(`/template/edit?guid=${guid}&version=2&sourcePath=%2Ftemplate%2Fview`),
    )
  })

  it('are restored only after their changes and impact were shown', async () => {
    const stage = await open({
      tab: 'versions',
      more: [
        [
          templateCalls.previewRestore,
          () => ({ data: impact([{ field: 'licDuration', before: '365', after: '30' }]) }),
        ],
        [templateCalls.restore, () => ({ data: { version: 4 } })],
      ],
    })
    fireEvent.click(within(await row(1)).getByRole('button', { name: '恢复版本 1' }))
    const dialog = (await screen.findByText('恢复版本 1？')).closest('dialog')
    if (!dialog) throw new Error('no dialog')
    await waitFor(() => expect(differences(dialog)).toEqual(['时长（天）|365|30']))
    expect(dialog.textContent).toContain('已签发的 12 个许可（有效 7 个）保持不变')
    expect(payloadsOf(stage, templateCalls.previewRestore)).toEqual([{ guid, version: '1' }])
    expect(payloadsOf(stage, templateCalls.restore)).toEqual([])
    fireEvent.click(within(dialog).getByText('恢复'))
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已恢复版本 1，现在是版本 4']),
    )
    expect(payloadsOf(stage, templateCalls.restore)).toEqual([{ guid, version: '1' }])
    expect(screen.queryByText('恢复版本 1？')).toBeNull()
  })

  it("that today's rules refuse show the reasons, with a link to edit from them", async () => {
    const stage = await open({
      tab: 'versions',
      more: [
        [
          templateCalls.previewRestore,
          () => ({
            code: ERRORS['platform.badPayload'].code,
            desc: '有字段不正确',
            data: {
              fields: [
                { path: 'modules', rule: 'moduleNotDefined', message: '产品没有定义模块 7' },
                { path: 'endTime', rule: 'endTooEarly', message: '结束时间不能早于昨天' },
              ],
            },
          }),
        ],
      ],
    })
    fireEvent.click(within(await row(2)).getByRole('button', { name: '恢复版本 2' }))
    const told = (await screen.findByText('产品没有定义模块 7')).closest<HTMLElement>('[role=alert]')
    if (!told) throw new Error('not in an alert')
    expect(within(told).getByText('结束时间不能早于昨天')).toBeTruthy()
    expect(useToasts.getState().toasts).toEqual([])
    expect(screen.queryByText('恢复', { selector: 'dialog button' })).toBeNull()
    fireEvent.click(within(told).getByText('从此版本编辑'))
    await waitFor(() =>
      expect(stage.address()).toBe(`/template/edit?guid=${guid}&version=2&sourcePath=%2Ftemplate%2Fview`),
    )
    expect(screen.queryByText('恢复版本 2？')).toBeNull()
  })

  it('that are refused only during the restore show the reason too', async () => {
    await open({
      tab: 'versions',
      more: [
        [
          templateCalls.previewRestore,
          () => ({ data: impact([{ field: 'licDuration', before: '365', after: '30' }]) }),
        ],
        [
          templateCalls.restore,
          () => ({ code: ERRORS['template.notFound'].code, desc: '模板不存在或已被删除', data: null }),
        ],
      ],
    })
    fireEvent.click(within(await row(2)).getByRole('button', { name: '恢复版本 2' }))
    fireEvent.click(await screen.findByText('恢复', { selector: 'dialog button' }))
    expect((await screen.findByText('模板不存在或已被删除')).closest('[role=alert]')).toBeTruthy()
  })

  it('that someone else already restored are not reported as a new version', async () => {
    await open({
      tab: 'versions',
      more: [
        [
          templateCalls.previewRestore,
          () => ({ data: impact([{ field: 'licDuration', before: '365', after: '30' }]) }),
        ],
        [templateCalls.restore, () => ({ data: { version: 3 } })],
      ],
    })
    fireEvent.click(within(await row(2)).getByRole('button', { name: '恢复版本 2' }))
    fireEvent.click(await screen.findByText('恢复', { selector: 'dialog button' }))
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['恢复后的内容与当前相同，无需恢复。']),
    )
  })

  it('that would change nothing say so and cannot be restored', async () => {
    await open({ tab: 'versions', more: [[templateCalls.previewRestore, () => ({ data: impact([]) })]] })
    fireEvent.click(within(await row(1)).getByRole('button', { name: '恢复版本 1' }))
    expect(await screen.findByText('恢复后的内容与当前相同，无需恢复。')).toBeTruthy()
    expect(screen.queryByText('恢复', { selector: 'dialog button' })).toBeNull()
  })

  it('can only be compared by a person who may not change templates', async () => {
    await open({ tab: 'versions', privileges: ['smartTemplate.view'] })
    const item = await row(2)
    expect(
      within(item)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['对比版本 2'])
  })
})
