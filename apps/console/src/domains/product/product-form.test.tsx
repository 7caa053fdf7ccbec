import { ERRORS, identityCalls, productCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerKey } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { useToasts } from '../../lib/toast.ts'
import { Screen as NewProduct } from './product-new.screen.tsx'

// By label and text, not by role: with 64 modules on the page a search by role takes a second.
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp, value: string) => fireEvent.input(field(name), { target: { value } })
interface Answer {
  code?: number
  desc?: string
  data: unknown
}
const Login = () => <p>sign in</p>
async function open(answer: Answer | Promise<Answer>, freeIds: readonly number[] = [41]) {
  let asked = 0
  const screens = { '/product/new': NewProduct, '/product': () => <p>list</p>, '/login': Login }
  const stage = await openStage(screens, '/product/new', [
    [productCalls.create, () => answer],
    [productCalls.nextLicenseId, () => ({ data: { licenseId: freeIds[asked++] ?? freeIds.at(-1) } })],
  ])
  await screen.findByLabelText(/^产品名称/)
  return stage
}

function fill() {
  type(/^产品名称/, '星图')
  type(/^显示名称/, '星图套件')
  type(/^许可 ID/, '42')
  fireEvent.click(screen.getByLabelText('云许可'))
}

it('a refusal of a field is shown at that field, and the input stays', async () => {
  const message = '许可 ID 42 已被产品“禾木”使用，请换一个'
  const stage = await open({
    code: ERRORS['product.licenseIdTaken'].code,
    desc: message,
    data: { fields: [{ path: 'licenseId', rule: 'product.licenseIdTaken', message }] },
  })
  fill()
  fireEvent.click(screen.getByText('创建产品'))
  await screen.findByText(message)
  expect(field(/^许可 ID/).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field(/^许可 ID/))
  expect([field(/^产品名称/).value, field(/^显示名称/).value, field(/^许可 ID/).value]).toEqual([
    '星图',
    '星图套件',
    '42',
  ])
  expect(stage.address()).toBe('/product/new')
  type(/^许可 ID/, '43')
  expect(screen.queryByText(message)).toBeNull()
})

it('the license ID is filled in with a free one, which is no change that leaving would lose', async () => {
  const stage = await open({ data: {} })
  expect(field(/^许可 ID/).value).toBe('41')
  expect(screen.getByText(/^已填入一个没有产品用过的 ID，可以修改。/)).toBeTruthy()
  fireEvent.click(screen.getByText('取消'))
  await waitFor(() => expect(stage.address()).toBe('/product?showSearch=1'))
})

it('a license ID that another product took is refused with the next free one, which one press takes', async () => {
  const message = '许可 ID 41 已被产品“禾木”使用，请换一个'
  await open(
    {
      code: ERRORS['product.licenseIdTaken'].code,
      desc: message,
      data: { fields: [{ path: 'licenseId', rule: 'product.licenseIdTaken', message }] },
    },
    [41, 44],
  )
  type(/^产品名称/, '星图')
  type(/^显示名称/, '星图套件')
  fireEvent.click(screen.getByLabelText('云许可'))
  fireEvent.click(screen.getByText('创建产品'))
  await screen.findByText(message)
  fireEvent.click(await screen.findByText('改用 44'))
  expect([field(/^产品名称/).value, field(/^许可 ID/).value]).toEqual(['星图', '44'])
  expect(screen.queryByText(message)).toBeNull()
  expect(document.activeElement).toBe(field(/^许可 ID/))
  expect(screen.queryByText('改用 44')).toBeNull()
  type(/^许可 ID/, '')
  expect(screen.getByText('改用 44')).toBeTruthy()
})

it('the form also opens if no license ID can be suggested', async () => {
  await openStage({ '/product/new': NewProduct }, '/product/new', [
    [productCalls.nextLicenseId, () => ({ code: ERRORS['platform.tooFrequent'].code, desc: '请求太频繁', data: null })],
  ])
  await screen.findByLabelText(/^产品名称/)
  expect(field(/^许可 ID/).value).toBe('')
})

const names = () =>
  [...document.querySelectorAll<HTMLInputElement>('.module-name')].map((input) => [
    Number(input.dataset['moduleName']),
    input.value,
  ])

it('modules are rows: Enter in the last name adds one, pasted lines become rows, an ID can be changed', async () => {
  await open({ data: {} })
  expect(screen.getByText('没有定义模块')).toBeTruthy()
  fireEvent.click(screen.getByText('添加模块'))
  await waitFor(() => expect(document.activeElement).toBe(field(/^模块 1 的名称/)))
  fireEvent.keyDown(field(/^模块 1 的名称/), { key: 'Enter' })
  expect(names()).toEqual([[1, '']])
  type(/^模块 1 的名称/, '建模')
  fireEvent.keyDown(field(/^模块 1 的名称/), { key: 'Enter' })
  await waitFor(() => expect(document.activeElement).toBe(field(/^模块 2 的名称/)))
  fireEvent.paste(field(/^模块 2 的名称/), { clipboardData: { getData: () => '渲染\n\n导出\r\n' } })
  expect(names()).toEqual([
    [1, '建模'],
    [2, '渲染'],
    [3, '导出'],
  ])
  fireEvent.change(screen.getByLabelText('模块 2 的 ID'), { target: { value: '60' } })
  expect(names()).toEqual([
    [1, '建模'],
    [3, '导出'],
    [60, '渲染'],
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('模块 60 的 ID'))
})

it('removing a module moves the focus to the next row, then the add button; an error stands at its row', async () => {
  await open({ data: {} })
  fireEvent.click(screen.getByText('从 64 个中勾选'))
  fireEvent.click(screen.getByLabelText('2子模块2'))
  fireEvent.click(screen.getByLabelText('9子模块9'))
  type(/^模块 9 的名称/, '有 空格')
  fireEvent.blur(field(/^模块 9 的名称/))
  const error = await screen.findByText('模块名称不能包含空格')
  expect(field(/^模块 9 的名称/).getAttribute('aria-describedby')).toBe(error.id)
  fireEvent.click(screen.getByLabelText('移除模块 2'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('移除模块 9')))
  fireEvent.click(screen.getByLabelText('移除模块 9'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('添加模块'))
  expect(names()).toEqual([])
})

it('a trial developer sees what the license forms mean, and that soft licenses are not available', async () => {
  const trial = { products: { used: 0, allowed: 1 } }
  const who = {
    ...session,
    developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status: 'trial' as const, trial } },
  }
  const Signed = () => {
    useSession()
    return <NewProduct />
  }
  await openStage({ '/product/new': Signed }, '/product/new', [[identityCalls.current, () => ({ data: who })]])
  expect((await screen.findByText(/^云许可需联网使用/)).textContent).toBe(
    '云许可需联网使用；软许可绑定到设备，可离线使用。试用开发者不能使用软许可，申请转正后可用。',
  )
})

it.each([
  [true, ['申请转正', '返回产品列表']],
  [false, ['返回产品列表']],
])(
  'a trial developer at the product limit sees that instead of the form (super administrator: %s)',
  async (isMainAccount, ways) => {
    const trial = { products: { used: 1, allowed: 1 } }
    const who = {
      ...session,
      isMainAccount,
      developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status: 'trial' as const, trial } },
    }
    const Signed = () => {
      useSession()
      return <NewProduct />
    }
    await openStage({ '/product/new': Signed }, '/product/new', [[identityCalls.current, () => ({ data: who })]])
    await screen.findByText('已达到试用产品数上限')
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(ways)
  },
)

it('a refusal without a field is shown beside the button, and the input stays', async () => {
  await open({ code: ERRORS['product.trialLimit'].code, desc: '试用开发者最多创建 1 个产品', data: null })
  fill()
  fireEvent.click(screen.getByText('创建产品'))
  await screen.findByText('试用开发者最多创建 1 个产品')
  expect(field(/^产品名称/).value).toBe('星图')
})

it('an error shows after the field loses focus or on saving, which focuses the first one', async () => {
  const stage = await open({ data: { guid: 'x' } })
  type(/^显示名称/, '字'.repeat(21))
  expect(screen.queryByText('显示名称不能超过 20 个字符')).toBeNull()
  fireEvent.blur(field(/^显示名称/))
  expect(screen.getByText('显示名称不能超过 20 个字符')).toBeTruthy()
  expect(screen.queryByText('产品名称不能为空')).toBeNull()
  fireEvent.click(screen.getByText('创建产品'))
  expect(screen.getByText('产品名称不能为空')).toBeTruthy()
  expect(screen.getByText('请选择许可形式')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^产品名称/))
  expect(stage.sent.some(({ path }) => path === productCalls.create.path)).toBe(false)
})

it('the input is sent as typed, and saving opens the list with the product marked', async () => {
  const stage = await open({ data: { guid: 'new-guid' } })
  fill()
  fireEvent.click(screen.getByText('从 64 个中勾选'))
  fireEvent.click(screen.getByLabelText('2子模块2'))
  type(/^模块 2 的名称/, '渲染')
  fireEvent.click(screen.getByText('创建产品'))
  await waitFor(() => expect(stage.address()).toBe('/product?editId=new-guid'))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['产品“星图”已创建'])
  const payload = stage.sent.find(({ path }) => path === productCalls.create.path)?.payload
  expect(payload).toMatchObject({
    name: '星图',
    displayName: '星图套件',
    licenseForm: 1,
    licenseId: '42',
    brief: '',
    rom: '',
  })
  const modules = (payload?.modules ?? []) as { checked: boolean }[] // the form's own payload
  // The draft contains all 64 modules.
  expect(modules.filter((item) => item.checked)).toEqual([{ moduleId: 2, moduleName: '渲染', checked: true }])
})

it('the form is inert while saving, and a refusal restores the fields and the focus', async () => {
  let refuse: (answer: Answer) => void = () => undefined
  await open(
    new Promise((resolve) => {
      refuse = resolve
    }),
  )
  fill()
  field(/^许可 ID/).focus()
  fireEvent.submit(field(/^许可 ID/))
  const sections = field(/^许可 ID/).closest('.form-sections')
  await waitFor(() => expect(sections?.hasAttribute('inert')).toBe(true))
  // A browser removes the focus from inert content.
  field(/^许可 ID/).blur()
  refuse({ code: ERRORS['product.trialLimit'].code, desc: '试用开发者最多创建 1 个产品', data: null })
  await screen.findByText('试用开发者最多创建 1 个产品')
  expect(sections?.hasAttribute('inert')).toBe(false)
  expect(document.activeElement).toBe(field(/^许可 ID/))
})

it('a number that is too long is reported, not truncated', async () => {
  await open({ data: {} })
  type(/^许可 ID/, '12345678901234567890')
  fireEvent.blur(field(/^许可 ID/))
  expect(field(/^许可 ID/).getAttribute('aria-invalid')).toBe('true')
  expect(field(/^许可 ID/).maxLength).toBe(-1)
})

it('removing an item moves the focus to the next one, then the last one, then the add button', async () => {
  await open({ data: {} })
  const [readOnlyArea] = screen.getAllByLabelText('键值')
  if (!readOnlyArea) throw new Error('no data area offers items')
  fireEvent.click(readOnlyArea)
  const paste = { clipboardData: { getData: () => 'a=1\nb=2\nc=3' } }
  fireEvent.paste(screen.getByLabelText('第 1 项的键'), paste)
  const remove = async (n: number) => {
    fireEvent.click(screen.getByLabelText(`第 ${n} 项的操作`))
    fireEvent.click(screen.getByText('移除此项'))
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  }
  const keys = () => [...document.querySelectorAll<HTMLInputElement>('.item-key')].map((input) => input.value)
  await remove(2)
  expect(keys()).toEqual(['a', 'c'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('第 2 项的操作')))
  await remove(2)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('第 1 项的操作')))
  await remove(1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('添加一项'))
})

it('leaving with changes asks, and staying keeps them', async () => {
  const stage = await open({ data: {} })
  type(/^产品名称/, '半个名')
  fireEvent.click(screen.getByText('取消'))
  fireEvent.click(await screen.findByText('继续编辑'))
  await waitFor(() => expect(screen.queryByText('离开此页？')).toBeNull())
  expect(stage.address()).toBe('/product/new')
  expect(field(/^产品名称/).value).toBe('半个名')
})

const EXPIRED = { code: ERRORS['session.expired'].code, desc: '会话已过期', data: null }

it('what was typed before the session ended comes back to the same person', async () => {
  const stage = await open(EXPIRED)
  fill()
  fireEvent.click(screen.getByText('创建产品'))
  await screen.findByText('sign in')
  STORED.ssId.set('next-handle')
  await stage.go('/product/new')
  await waitFor(() => expect(field(/^产品名称/).value).toBe('星图'))
  expect([field(/^显示名称/).value, field(/^许可 ID/).value]).toEqual(['星图套件', '42'])
})

it('what was typed comes back also after a sign-out in another tab and the back button', async () => {
  const stage = await open(EXPIRED)
  await stage.go('/product')
  await stage.go('/product/new')
  await screen.findByLabelText(/^产品名称/)
  fill()
  STORED.ssId.remove()
  history.back()
  await screen.findByText('list')
  STORED.ssId.set('next-handle')
  await stage.go('/product/new')
  expect((await screen.findByLabelText<HTMLInputElement>(/^产品名称/)).value).toBe('星图')
})

it('what somebody typed before the session ended does not come back to another person', async () => {
  const stage = await open(EXPIRED)
  fill()
  fireEvent.click(screen.getByText('创建产品'))
  await screen.findByText('sign in')
  STORED.ssId.set('next-handle')
  queryClient.setQueryData(answerKey(identityCalls.current, {}), {
    ...session,
    account: { ...session.account, id: 'account-2' },
  })
  await stage.go('/product/new')
  expect((await screen.findByLabelText<HTMLInputElement>(/^产品名称/)).value).toBe('')
})
