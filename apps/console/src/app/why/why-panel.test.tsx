// "Why can't I see this?": where it is offered, and what it answers.
import { ERRORS, PRIVILEGES, accessCalls, identityCalls, privilege, productCalls } from '@sealwright/contract'
import type { AnswerOf, ScopeKind } from '@sealwright/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { DetailError } from '../../blocks/detail/detail-page.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { askWhy, setWhy } from '../../lib/session/why.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { NoAccess } from '../pages/no-access.tsx'
import { openWhy } from './open-why.ts'

beforeAll(() => setWhy((about) => void openWhy(about)))
type Answer = AnswerOf<typeof accessCalls.explain>
const answer: Answer = {
  isSuper: false,
  privileges: PRIVILEGES.map((name) => ({
    name,
    isHeld: name === 'product.view' || name === 'tag.view',
    roles: name === 'product.view' ? ['销售', '售后'] : [],
    isDirect: name === 'tag.view',
  })),
  scopes: [
    { kind: 'product', scope: 'some', assigned: 3 },
    { kind: 'user', scope: 'all', assigned: 0 },
    { kind: 'customer', scope: 'all', assigned: 0 },
    { kind: 'userLock', scope: 'all', assigned: 0 },
  ],
  quotas: { cloud: 10, soft: null, cloudUsed: 4, softUsed: 0 },
  validUntil: null,
  askWhom: ['林小满', '周宁'],
}

async function open(
  Screen: () => React.ReactNode,
  {
    isMainAccount = false,
    devType = 0,
    limited = [],
    given = answer,
    handlers = [],
  }: {
    isMainAccount?: boolean
    devType?: number
    limited?: ScopeKind[]
    given?: Answer
    handlers?: Parameters<typeof openStage>[2]
  } = {},
) {
  const stage = await openStage({ '/': Screen }, '/', [
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount, limited, developer: { ...session.developer, devType } } }),
    ],
    [accessCalls.explain, () => ({ data: given })],
    ...handlers,
  ])
  await act(loadSession)
  return stage
}
const ask = async (given?: Parameters<typeof open>[1]) => {
  await open(
    () => (
      <button type="button" onClick={() => askWhy()}>
        ?
      </button>
    ),
    given,
  )
  fireEvent.click(screen.getByText('?'))
  await screen.findByPlaceholderText(/^搜索权限/)
}
const rights = () => [...document.querySelectorAll('dialog li')].map((item) => item.textContent)

it('shows the source of every right, the visible part, quotas, validity and whom to ask', async () => {
  await ask()
  expect(rights()).toHaveLength(PRIVILEGES.length)
  expect(rights()).toContain('查看产品来自角色：销售、售后已拥有')
  expect(rights()).toContain('查看标签直接授予已拥有')
  expect(rights()).toContain('删除产品没有')
  for (const words of [
    '自建的，及分配的 3 个',
    '已用 4 / 10',
    '已用 0 / 不限',
    '永久',
    '需要更多权限或数据，请联系：林小满、周宁。',
  ])
    expect(screen.getByText(words)).toBeTruthy()
})

it('rights are found by their words, and those that are there can be left out', async () => {
  await ask()
  fireEvent.input(screen.getByPlaceholderText(/^搜索权限/), { target: { value: '标签' } })
  expect(rights()).toEqual(['查看标签直接授予已拥有', '新建标签没有', '编辑标签没有', '删除标签没有'])
  fireEvent.click(screen.getByRole('checkbox', { name: '只看没有的权限', hidden: true }))
  expect(rights()).toEqual(['新建标签没有', '编辑标签没有', '删除标签没有'])
  fireEvent.input(screen.getByPlaceholderText(/^搜索权限/), { target: { value: '没有这种权限' } })
  expect(screen.getByText('没有匹配的结果')).toBeTruthy()
})

it('the super administrator is told that nothing is hidden, and is sent to nobody', async () => {
  await ask({
    isMainAccount: true,
    given: {
      ...answer,
      isSuper: true,
      privileges: PRIVILEGES.map((name) => ({ name, isHeld: true, roles: [], isDirect: false })),
      askWhom: [],
    },
  })
  expect(screen.getByText(/您是超级管理员，拥有全部权限/)).toBeTruthy()
  expect(screen.queryByText(/请联系/)).toBeNull()
})

it('a member of an integrator has the rights of one', async () => {
  await ask({ devType: 1 })
  expect(rights()).toContain('查看产品集成商成员已拥有')
})

it('a member of an integrator is sent to the developer, not to a super administrator', async () => {
  await open(() => <NoAccess access={privilege('user.view')} />, { devType: 1 })
  expect(await screen.findByText('集成商的成员不能使用此页面；如有需要，请联系开发者“Dev”。')).toBeTruthy()
})

it('a page without its right asks about that right first', async () => {
  await open(() => <NoAccess access={privilege('product.delete')} />)
  fireEvent.click(screen.getByRole('button', { name: '为什么看不到？' }))
  expect(await screen.findByText('此页面需要')).toBeTruthy()
  expect(rights()[0]).toBe('删除产品没有')
})

function Product() {
  const { error, refetch } = useAnswer(productCalls.get, { guid: '00000000-0000-4000-8000-000000000001' })
  return error ? <DetailError error={error} onRetry={() => void refetch()} back={<a href="/product">back</a>} /> : null
}
const gone: Parameters<typeof openStage>[2] = [
  [productCalls.get, () => ({ code: ERRORS['product.notFound'].code, desc: '产品不存在或已删除', data: null })],
]

it('a thing that is not found may be hidden from who sees only a part of its kind, and they are told so', async () => {
  await open(Product, { handlers: gone, limited: ['product'] })
  fireEvent.click(await screen.findByRole('button', { name: '为什么看不到？' }))
  expect(await screen.findByText(/^您只能看到自己创建的和分配给您的产品及其模板/)).toBeTruthy()
})

it('who sees all of a kind is not offered reasons for what is not there', async () => {
  await open(Product, { handlers: gone })
  await screen.findByText('产品不存在或已删除')
  expect(screen.queryByText('为什么看不到？')).toBeNull()
})
