// Dongles at the desk: the list with its moves, and the registration of a file.
import { dongleDesk, operatorDesk } from '@sealwright/contract'
import type { AnswerOf, Call, StockLockRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { setSurface } from '../../lib/surface.ts'
import { useToasts } from '../../lib/toast.ts'
import { DESK } from '../session.ts'
import { Screen as List } from './lock-list.screen.tsx'
import { Screen as Register } from './register.screen.tsx'

const TIME = '2026-03-04T05:06:07.000Z'
const OPERATOR: AnswerOf<typeof operatorDesk.current> = {
  guid: 'operator-1',
  email: 'li@platform.test',
  name: 'Li',
  roles: ['support'],
  privileges: ['dongle.view', 'dongle.change'],
  locale: 'zh',
  timeFormat: 'yyyy-MM-dd HH:mm',
  version: '1.0.0',
  isDemo: false,
  waiting: {},
}
const lockOf = (given: Partial<StockLockRow>): StockLockRow => ({
  guid: '7d9f8a52-0000-4000-8000-000000000001',
  kind: 'user',
  shellNumber: '61000001',
  serialNumber: 'a'.repeat(32),
  firmware: '3.1.0',
  productionTime: TIME,
  registerTime: TIME,
  developerId: null,
  developerName: null,
  status: null,
  licenses: 0,
  hindrance: null,
  ...given,
})
const STOCKED = lockOf({})
const HELD = lockOf({
  guid: '7d9f8a52-0000-4000-8000-000000000002',
  shellNumber: '61000002',
  developerId: 7,
  developerName: '甲公司',
  status: 4,
  licenses: 2,
  hindrance: 'licenses',
})
const DEVELOPERS = { rows: [{ developerId: 7, name: '甲公司', locks: 1 }], records: 1, total: 1 }

const common = [
  [operatorDesk.current, () => ({ data: OPERATOR })],
  [dongleDesk.developers, () => ({ data: DEVELOPERS })],
] satisfies [Call, () => unknown][]

// Only the clock of the click throttle.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  setSurface(DESK)
  DESK.handle.set('handle-of-li')
})

describe('the list of dongles', () => {
  it('shows where each lock is, and says why one cannot be taken back', async () => {
    await openStage({ '/platform/dongles': List }, '/platform/dongles', [
      ...common,
      [dongleDesk.find, () => ({ data: { rows: [STOCKED, HELD], records: 2, total: 1 } })],
    ])
    await act(() => DESK.people.load())
    expect(await screen.findByText('61000002')).toBeTruthy()
    expect(screen.getAllByText('甲公司').length).toBeGreaterThan(0)
    expect(screen.getAllByText('库存').length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: /61000002/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '收回' }))
    expect(useToasts.getState().toasts).toMatchObject([{ text: '不能收回：锁内还有许可' }])
  })
})

describe('the registration of a file', () => {
  it('does not call the developer optional that it needs', async () => {
    await openStage({ '/platform/dongles/register': Register }, '/platform/dongles/register', common)
    await act(() => DESK.people.load())
    fireEvent.click(screen.getByRole('radio', { name: '开发者' }))
    expect(screen.getByText('请选择开发者')).toBeTruthy()
    expect(screen.queryByText('选填')).toBeNull()
  })

  it('shows the wrong rows and registers only a file without any', async () => {
    let isWrong = true
    const sent: unknown[] = []
    await openStage(
      { '/platform/dongles/register': Register, '/platform/dongles': () => <h1>list</h1> },
      '/platform/dongles/register',
      [
        ...common,
        [
          dongleDesk.check,
          () => ({
            data: {
              fresh: 1,
              known: 0,
              wrong: isWrong ? 1 : 0,
              rows: [
                {
                  line: 3,
                  shellNumber: '12',
                  state: isWrong ? 'wrong' : 'new',
                  problems: isWrong ? [{ column: 'firmware', problem: 'firmware', params: { max: 20 } }] : [],
                },
              ],
            },
          }),
        ],
        [dongleDesk.register, (payload) => (sent.push(payload), { data: { added: 1, known: 0 } })],
      ],
    )
    await act(() => DESK.people.load())
    const choose = () =>
      fireEvent.change(screen.getByLabelText('文件', { selector: 'input' }), {
        target: { files: [new File(['x'], 'locks.csv')] },
      })
    choose()
    fireEvent.click(screen.getByRole('button', { name: '检查文件' }))
    expect(await screen.findByText(/firmware 列：必须有 1 到 20 个字符/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /登记 1 把锁/ })).toBeNull()
    isWrong = false
    vi.advanceTimersByTime(1_000)
    choose()
    fireEvent.click(screen.getByRole('button', { name: '检查文件' }))
    const submit = await screen.findByRole('button', { name: '登记 1 把锁' })
    vi.advanceTimersByTime(1_000)
    fireEvent.click(submit)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'list' })).toBeTruthy())
    expect(sent).toHaveLength(1)
  })
})
