// The template list, for people with different privileges.
import {
  BILLING_MODES,
  DEDUCT_MODES,
  LICENSE_FORMS,
  TEMPLATE_FAMILIES,
  accessCalls,
  anySession,
  identityCalls,
  pcTemplateCalls,
  privilege,
  templateCalls,
  templatePrivilege,
} from '@sealwright/contract'
import type { Access, TemplateRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { useToasts } from '../../lib/toast.ts'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { screenOf } from './template-list.screen.tsx'

const NOBODY: Access = { kind: 'super' }

function standIn(path: string, access: Access): void {
  registerScreens([
    {
      path,
      domain: 'license',
      title: 'shell.search',
      access,
      load: () => Promise.reject(new Error('not opened here')),
    },
  ])
}

afterEach(() => {
  for (const path of ['/license', '/license/new', '/pc/license/sn', '/pc/license/sn/new']) standIn(path, NOBODY)
})

const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const template = (n: number, given: Partial<TemplateRow> = {}): TemplateRow => ({
  guid: guidOf(n),
  name: `模板 ${n}`,
  licenseId: 100 + n,
  productName: '星图',
  otherProductNames: [],
  licenseForm: null,
  licenseKeyType: null,
  opType: null,
  forceWrite: null,
  deductMode: DEDUCT_MODES.balance,
  packageName: null,
  billingMode: null,
  isForever: false,
  licStartTimeType: 1,
  startTime: null,
  startTimeOp: null,
  endTime: null,
  endTimeOp: null,
  endTimeDays: null,
  licDuration: 365,
  spanTime: null,
  spanTimeOp: null,
  counter: null,
  counterOp: null,
  useMode: 1,
  machineNum: 1,
  licBindLimit: null,
  licBindMaxLimit: null,
  offlineDays: null,
  offlineBind: null,
  kickOut: null,
  forceAuthDays: null,
  c2dDays: null,
  d2cDays: null,
  codePassword: null,
  concurrentType: null,
  concurrentNumOp: null,
  concurrentNum: null,
  groupUsers: null,
  lanBorrow: null,
  lending: null,
  lendingDays: null,
  lendingSeats: null,
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
  version: 1,
  createdBy: '林主',
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-02T00:00:00.000Z',
  ...given,
})

const everything = TEMPLATE_FAMILIES.flatMap((family) =>
  (['create', 'delete', 'update', 'view'] as const).map((verb) => templatePrivilege(family, verb)),
)

interface Opening {
  href?: string
  rows?: TemplateRow[]
  privileges?: string[]
  devType?: number
  products?: { licenseId: number; productName: string }[]
}

/** Opens the list as a table; by default, of smart templates. */
function open({
  href = '/template',
  rows = [template(1)],
  privileges = everything,
  devType = 0,
  products = [{ licenseId: 101, productName: '星图' }],
}: Opening = {}) {
  STORED.tempPageActive.set({
    template: 'table',
    'pcTemplate.account': 'table',
    'pcTemplate.sn': 'table',
    'pcTemplate.dongle': 'table',
  })
  const find = () => ({ data: { rows, records: rows.length, total: 1 } })
  return openStage(
    {
      '/template': screenOf('smart'),
      '/pc/template/account': screenOf('account'),
      '/pc/template/sn': screenOf('sn'),
      '/pc/template/dongle': screenOf('dongle'),
    },
    href,
    [
      [
        identityCalls.current,
        () => ({
          data: { ...session, isMainAccount: false, privileges, developer: { ...session.developer, devType } },
        }),
      ],
      [templateCalls.find, find],
      [pcTemplateCalls.find, find],
      [templateCalls.listProducts, () => ({ data: products })],
      [pcTemplateCalls.listProducts, () => ({ data: products })],
      [
        accessCalls.list,
        () => ({ data: [{ userId: guidOf(90), userName: null, account: '周辅', phone: null, email: null }] }),
      ],
      [
        templateCalls.getProduct,
        ({ licenseId }) => ({
          data: {
            licenseId,
            productName: '很远的产品',
            licenseForm: 1,
            licenseVersion: null,
            modules: [],
            rom: null,
            raw: null,
            pub: null,
          },
        }),
      ],
      [
        templateCalls.switchModifyPrivilege,
        () => ({ data: { canModify: true, canModifyModule: true, canModifyDataZone: false } }),
      ],
      [templateCalls.batchDelete, () => ({ data: { deleted: 1, skipped: 1 } })],
    ],
  )
}

async function actionsOf(name: string): Promise<string[]> {
  await screen.findByText(name)
  return rowOffers(name)
}

/** The dialog with this title. jsdom does not show dialogs, so they cannot be found by role. */
const dialogOf = async (title: string) => (await screen.findByText(title)).closest('dialog') ?? document.body
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const cells = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

it('a row shows product, license id, payment, term, devices and license counts', async () => {
  await open({
    rows: [
      template(1),
      template(2, {
        isForever: true,
        licDuration: null,
        machineNum: 50,
        deductMode: DEDUCT_MODES.package,
        packageName: '年付千份',
      }),
    ],
  })
  const row = await cells('模板 1')
  for (const words of ['星图', '101', '账户余额', '签发后 365 天', '1 台', '12', '7', '2026-01-02'])
    expect(row.getByText(words), words).toBeTruthy()
  const other = await cells('模板 2')
  for (const words of ['永久', '50 台', '套餐', '年付千份']) expect(other.getByText(words), words).toBeTruthy()
})

it('the other families send their kind with every call, and show their own columns', async () => {
  const stage = await open({
    href: '/pc/template/account',
    rows: [
      template(1, {
        licenseForm: LICENSE_FORMS.soft,
        billingMode: BILLING_MODES[1],
        licBindLimit: 5,
        machineNum: null,
      }),
    ],
  })
  const row = await cells('模板 1')
  for (const words of ['软许可', '账户余额', '5 台', '林主']) expect(row.getByText(words), words).toBeTruthy()
  const sent = stage.sent.filter(({ path }) => path.startsWith('/pcTemplate/'))
  expect(new Set(sent.map(({ payload }) => payload.kind))).toEqual(new Set(['account']))
  cleanup()
  await open({
    href: '/pc/template/sn',
    rows: [
      template(1, {
        licenseKeyType: 2,
        useMode: null,
        machineNum: null,
        groupUsers: 20,
        otherProductNames: ['天枢', '天璇'],
      }),
    ],
  })
  const code = await cells('模板 1')
  for (const words of ['集团', '20 用户', '星图 及另外 2 个产品']) expect(code.getByText(words), words).toBeTruthy()
  cleanup()
  await open({
    href: '/pc/template/dongle',
    rows: [template(1, { opType: 1, forceWrite: true, deductMode: null, useMode: null, machineNum: null })],
  })
  const dongle = await cells('模板 1')
  for (const words of ['更新许可', '强制写入']) expect(dongle.getByText(words), words).toBeTruthy()
  expect(screen.queryByText('扣费方式')).toBeNull()
})

it('an expired template says so, and no license can be issued from it', async () => {
  standIn('/license/new', anySession)
  await open({ rows: [template(1, { isExpired: true }), template(2)] })
  expect((await cells('模板 1')).getByText('已过期')).toBeTruthy()
  expect(await actionsOf('模板 1')).not.toContain('签发许可')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Tab' })
  expect(await actionsOf('模板 2')).toContain('签发许可')
})

it('each action is there with its privilege, and not without it', async () => {
  await open()
  expect(await actionsOf('模板 1')).toEqual(['编辑', '查看', '复制为新模板', '删除'])
  expect(screen.getByRole('link', { name: '新建模板' }).getAttribute('href')).toBe('/template/new')
  expect(screen.getByRole('checkbox', { name: '选择“模板 1”' })).toBeTruthy()
  cleanup()
  await open({ privileges: ['smartTemplate.view'] })
  expect(await actionsOf('模板 1')).toEqual(['查看'])
  expect(screen.queryByText('新建模板')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  cleanup()
  // Privileges of another family do not count here.
  await open({ privileges: ['smartTemplate.view', 'snTemplate.update', 'snTemplate.delete', 'snTemplate.create'] })
  expect(await actionsOf('模板 1')).toEqual(['查看'])
})

it('the actions lead where the specification says', async () => {
  standIn('/license/new', anySession)
  const stage = await open()
  const row = await cells('模板 1')
  expect(row.getByRole('link', { name: '签发许可' }).getAttribute('href')).toBe(
    `/license/new?sourcePath=/template&templateGuid=${guidOf(1)}`,
  )
  expect(row.getByRole('link', { name: '模板 1' }).getAttribute('href')).toBe(`/template/view?guid=${guidOf(1)}`)
  await actionsOf('模板 1')
  fireEvent.click(screen.getByRole('menuitem', { name: '编辑' }))
  await waitFor(() => expect(stage.address()).toBe(`/template/edit?guid=${guidOf(1)}`))
})

it('the counts link to the license list if there is one that the person may open', async () => {
  await open()
  await screen.findByText('模板 1')
  expect(screen.queryByRole('link', { name: '“模板 1”的许可数：12' })).toBeNull()
  cleanup()
  standIn('/license', anySession)
  await open()
  expect((await screen.findByRole('link', { name: '“模板 1”的许可数：12' })).getAttribute('href')).toBe(
    `/license?templateGuid=${guidOf(1)}`,
  )
  expect(screen.getByRole('link', { name: '“模板 1”的有效许可数：7' }).getAttribute('href')).toBe(
    `/license?templateGuid=${guidOf(1)}&effective=1`,
  )
  cleanup()
  standIn('/pc/license/sn', privilege('developer.view'))
  await open({ href: '/pc/template/sn' })
  await screen.findByText('模板 1')
  expect(screen.queryByRole('link', { name: '“模板 1”的许可数：12' })).toBeNull()
})

it('a temporary privilege is switched by its name, and the toast says which and which way', async () => {
  const stage = await open()
  const terms = await screen.findByRole('switch', { name: '可改期限：模板 1' })
  expect(terms.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { name: '可改模块：模板 1' }).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(terms)
  await waitFor(() => expect(toasts()).toEqual(['临时权限切换成功：“模板 1”的“可改期限”已打开']))
  expect(stage.sent.find(({ path }) => path === templateCalls.switchModifyPrivilege.path)?.payload).toEqual({
    templateGuid: guidOf(1),
    privilegeName: 'canModify',
  })
})

it('two temporary privileges that are pressed in a row are both switched, and a double click once', async () => {
  const stage = await open()
  const terms = await screen.findByRole('switch', { name: '可改期限：模板 1' })
  fireEvent.click(terms)
  fireEvent.click(terms)
  fireEvent.click(screen.getByRole('switch', { name: '可改数据区：模板 1' }))
  const switched = () =>
    stage.sent
      .filter(({ path }) => path === templateCalls.switchModifyPrivilege.path)
      .map(({ payload }) => (payload as { privilegeName: string }).privilegeName)
  await waitFor(() => expect(switched()).toEqual(['canModify', 'canModifyDataZone']))
})

it('in English, the toasts have the words of the specification too', async () => {
  await open()
  await screen.findByText('模板 1')
  await act(() => showLanguage('en'))
  fireEvent.click(await screen.findByRole('switch', { name: 'Terms can be changed: 模板 1' }))
  const switched = 'Temporary privilege switched successfully: “Terms can be changed” turned on for “模板 1”'
  await waitFor(() => expect(toasts()).toEqual([switched]))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for “模板 1”' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  fireEvent.click(within(await dialogOf('Delete this template?')).getByText('Delete'))
  await waitFor(() => expect(toasts()).toContain('Deleted successfully'))
})

it('a person who may not edit sees the temporary privileges but cannot switch them', async () => {
  await open({ privileges: ['smartTemplate.view'] })
  const modules = await screen.findByRole<HTMLButtonElement>('switch', { name: '可改模块：模板 1' })
  expect(modules.getAttribute('aria-checked')).toBe('true')
  expect(modules.disabled).toBe(true)
})

it('deleting asks first, in the words of the specification', async () => {
  const stage = await open()
  await actionsOf('模板 1')
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  const dialog = await dialogOf('确认删除该模板吗？')
  expect(stage.sent.some(({ path }) => path === templateCalls.delete.path)).toBe(false)
  fireEvent.click(within(dialog).getByText('删除'))
  await waitFor(() => expect(toasts()).toEqual(['删除成功']))
  expect(stage.sent.find(({ path }) => path === templateCalls.delete.path)?.payload).toEqual({
    templateGuid: guidOf(1),
  })
})

it.each([
  ['account', true],
  ['sn', false],
] as const)('the deletion of %s templates says what happens to campaigns: %s', async (family, isSaid) => {
  await open({ href: `/pc/template/${family}` })
  await actionsOf('模板 1')
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  expect((await dialogOf('确认删除该模板吗？')).textContent?.includes('使用它的活动')).toBe(isSaid)
})

it('several templates are deleted after one confirmation with their number, which clears the selection', async () => {
  const stage = await open({ rows: [template(1), template(2), template(3)] })
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择“模板 1”' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '选择“模板 3”' }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByText('删除'))
  const dialog = await dialogOf('确认删除所选的 2 个模板吗？')
  fireEvent.click(within(dialog).getByText('删除'))
  await waitFor(() => expect(toasts()).toEqual(['已删除 1 个模板，跳过 1 个（已不存在）']))
  expect(
    JSON.parse(String(stage.sent.find(({ path }) => path === templateCalls.batchDelete.path)?.payload.templateGuids)),
  ).toEqual([guidOf(1), guidOf(3)])
  await waitFor(() => expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull())
})

it('administrators are a filter for developers only, by name', async () => {
  const stage = await open()
  fireEvent.click(await screen.findByRole('button', { name: '管理员: 不限' }))
  fireEvent.click(await screen.findByRole('option', { name: '周辅' }))
  await waitFor(() => expect(stage.sent.at(-1)?.payload.adminUserId).toBe(guidOf(90)))
  cleanup()
  const integrator = await open({ devType: 1 })
  await screen.findByText('模板 1')
  expect(screen.queryByRole('button', { name: /^管理员/ })).toBeNull()
  expect(integrator.sent.some(({ path }) => path === accessCalls.list.path)).toBe(false)
})

it('the product filter searches on the server, and shows the name of a product in the address', async () => {
  const stage = await open()
  fireEvent.click(await screen.findByRole('button', { name: '产品: 不限' }))
  fireEvent.input(screen.getByRole('combobox', { name: '产品' }), { target: { value: '星' } })
  await waitFor(() =>
    expect(stage.sent.findLast(({ path }) => path === templateCalls.listProducts.path)?.payload).toEqual({
      productName: '星',
    }),
  )
  fireEvent.click(await screen.findByRole('option', { name: /星图/ }))
  await waitFor(() => expect(stage.address()).toBe('/template?licenseId=101'))
  cleanup()
  await open({ href: `/template?${new URLSearchParams({ licenseId: '[101,777]' })}` })
  expect(await screen.findByText('产品：星图、很远的产品')).toBeTruthy()
})

it('an empty list links to a new template, or to a new product if there is none', async () => {
  await open({ rows: [] })
  expect((await screen.findByRole('link', { name: '新建模板' })).getAttribute('href')).toBe('/template/new')
  cleanup()
  await open({ rows: [], products: [], privileges: [...everything, 'product.create'] })
  expect((await screen.findByRole('link', { name: '新建产品' })).getAttribute('href')).toBe('/product/new')
  expect(screen.getByText('还没有可用的产品')).toBeTruthy()
})
