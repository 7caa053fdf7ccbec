import { PRIVILEGES, auditCalls, identityCalls } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { registerScreens } from '../../lib/place/screen.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { speak } from '../../lib/words/i18n.tsx'
import { SCREENS } from '../screens.ts'
import { Menu } from './menu.tsx'

beforeAll(async () => {
  registerScreens(SCREENS)
  await speak('shell')
})

/** The menu on two pages, for somebody with every right. */
interface Opening {
  isRail?: boolean
  id?: string
  privileges?: string[]
  answers?: Parameters<typeof openStage>[2]
}

async function open({ isRail = false, id = 'account-1', privileges = [...PRIVILEGES], answers = [] }: Opening = {}) {
  const Screen = () => <Menu isRail={isRail} />
  const stage = await openStage({ '/product': Screen, '/pc/template/sn/view': Screen }, '/product', [
    [identityCalls.current, () => ({ data: { ...session, account: { ...session.account, id }, privileges } })],
    ...answers,
  ])
  await screen.findByRole('link', { current: 'page' })
  return stage
}
const section = (name: string) => screen.getByRole('button', { name })
const isOpen = (name: string) => section(name).getAttribute('aria-expanded') === 'true'
const link = (name: string) => screen.queryByRole('link', { name })

it('the section of the present page is open, and the others are one line each', async () => {
  const stage = await open()
  expect(screen.getAllByRole('button').filter((head) => head.getAttribute('aria-expanded') === 'true')).toEqual([])
  await stage.go('/pc/template/sn/view')
  expect(isOpen('许可模板')).toBe(true)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('授权码模板')
  expect(link('账号模板')).toBeTruthy()
  expect([isOpen('许可签发'), link('账号许可')]).toEqual([false, null])
})

it('a section that was opened stays open, for the person who opened it', async () => {
  await open()
  fireEvent.click(section('财务'))
  expect(link('充值')).toBeTruthy()
  cleanup()
  await open()
  expect(isOpen('财务')).toBe(true)
  cleanup()
  await open({ id: 'account-2' })
  expect(isOpen('财务')).toBe(false)
})

it('the entry of the present page stays in sight when its section is closed', async () => {
  const stage = await open()
  await stage.go('/pc/template/sn/view')
  fireEvent.click(section('许可模板'))
  expect([isOpen('许可模板'), link('账号模板')]).toEqual([false, null])
  expect(link('授权码模板')).toBeTruthy()
})

it('a section with one entry is a link', async () => {
  await open({ privileges: ['product.view', 'customer.view'] })
  expect(screen.queryByRole('button')).toBeNull()
  expect(link('客户')?.getAttribute('href')).toBe('/customer')
})

it('a section of the rail shows its entries while it has the focus, until Escape', async () => {
  await open({ isRail: true })
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('aria-label')).toBe('产品')
  act(() => section('财务').focus())
  expect(isOpen('财务')).toBe(true)
  act(() => link('充值')?.focus())
  expect(isOpen('财务')).toBe(true)
  fireEvent.keyDown(link('充值') ?? document, { key: 'Escape' })
  expect([isOpen('财务'), document.activeElement === section('财务')]).toEqual([false, true])
  fireEvent.click(section('财务'))
  expect(isOpen('财务')).toBe(true)
  act(() => section('设置').focus())
  expect([isOpen('财务'), isOpen('设置')]).toEqual([false, true])
})

it('a section of the rail shows its entries under the pointer, and puts them away once one is chosen', async () => {
  const stage = await open({ isRail: true })
  fireEvent.pointerEnter(section('许可模板'))
  const entry = link('授权码模板')
  expect(entry).toBeTruthy()
  fireEvent.click(entry ?? document)
  expect(stage.address()).toBe('/pc/template/sn')
})

it('the approval entries show how many requests wait for the person, and the closed section their sum', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const count = () => ({ data: { smart: 0, account: 1, sn: 2, questions: 0 } })
  await open({ answers: [[auditCalls.count, count]] })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByTitle('3 个申请等待您审批')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^审批/ }))
  const entries = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(entries.filter((words) => words.includes('审批'))).toEqual([
    '账号许可审批 1',
    '授权码许可审批 2',
    '智能许可审批',
    '审批流',
  ])
})

it('without the right to decide, nobody asks for these numbers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const stage = await open({ privileges: ['product.view', 'audit.view'] })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(stage.sent.filter(({ path }) => path === auditCalls.count.path)).toEqual([])
})
