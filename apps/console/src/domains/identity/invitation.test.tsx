import { ERRORS, LIMITS, identityCalls, invitationCalls } from '@sealwright/contract'
import type { AnswerOf, ErrorName, OpenInvitation } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { InvitationPage } from './invitation.page.tsx'

type Handlers = Parameters<typeof openStage>[2]
const invitation: OpenInvitation = {
  guid: '00000000-0000-4000-8000-000000000001',
  developerName: '云帆',
  inviter: '林小满',
  integratorName: null,
  sentAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
}
const other = {
  ...invitation,
  guid: '00000000-0000-4000-8000-000000000002',
  developerName: '星图',
  integratorName: '华东',
}
const refusal = (name: ErrorName, desc: string) => ({ code: ERRORS[name].code, desc, data: null })

async function open(
  given: Partial<AnswerOf<typeof invitationCalls.list>> = {},
  { handlers = [], address = '/p/invitation#link=abc' }: { handlers?: Handlers; address?: string } = {},
) {
  history.replaceState(null, '', address)
  const list = { account: 'lin@example.com', needsPassword: false, worksFor: null, invitations: [invitation], ...given }
  const stage = await openStage({ '/p/invitation': InvitationPage }, address, [
    [
      identityCalls.checkLink,
      () => ({ data: { purpose: 'invitation', account: list.account, needsPassword: true, canSignIn: false } }),
    ],
    [invitationCalls.list, () => ({ data: list })],
    [invitationCalls.accept, () => ({ data: {} })],
    ...handlers,
  ])
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  // Fake the clock, so that `press` can get past the click throttle.
  vi.useFakeTimers({ toFake: ['performance'] })
  return {
    ...stage,
    list,
    sentTo: (call: { path: string }) => stage.sent.filter(({ path }) => path === call.path).map((one) => one.payload),
  }
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) =>
  act(async () => {
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    fireEvent.click(screen.getByRole('button', { name }))
  })

it('an invitation says who invites to what until when, and nothing is accepted before the press', async () => {
  const stage = await open()
  expect(screen.getByText('发给 lin@example.com 的邀请。')).toBeTruthy()
  for (const words of [
    '云帆',
    '成为管理员',
    '由 林小满 邀请',
    /^2026-01-08 \d\d:\d\d (?:\(UTC[+-]\d\d:\d\d\) )?\S+ 前有效$/,
  ])
    expect(screen.getByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '接受' }))
  expect(stage.sentTo(invitationCalls.accept)).toEqual([])
  await press('接受')
  expect(stage.sentTo(invitationCalls.accept)).toEqual([{ link: 'abc', guid: invitation.guid }])
  expect(screen.getByRole('heading', { name: '已加入“云帆”' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login#account=lin%40example.com')
})

it('an address without a password chooses one first', async () => {
  const stage = await open({ needsPassword: true })
  await press('接受')
  expect(screen.getByText('密码不能为空')).toBeTruthy()
  expect(stage.sentTo(invitationCalls.accept)).toEqual([])
  type('密码', 'Correct-horse1')
  type('确认密码', 'Correct-horse1')
  await press('接受')
  expect(stage.sentTo(invitationCalls.accept)).toEqual([
    { link: 'abc', guid: invitation.guid, password: 'Correct-horse1', confirmPassword: 'Correct-horse1' },
  ])
})

it('of several invitations one is chosen, and the button names it', async () => {
  const stage = await open({ invitations: [invitation, other] })
  expect(screen.getByText('有 2 个邀请发给 lin@example.com，一个账号只能加入其中一个。')).toBeTruthy()
  expect(screen.getByText('成为集成商“华东”的成员')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '星图' }))
  await press('接受“星图”的邀请')
  expect(stage.sentTo(invitationCalls.accept)).toEqual([{ link: 'abc', guid: other.guid }])
})

it('declining asks first, and without an invitation the page says why it is empty', async () => {
  const stage = await open()
  await press('拒绝“云帆”的邀请')
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(dialog.getByText(/邀请人会收到通知/)).toBeTruthy()
  expect(stage.sentTo(invitationCalls.decline)).toEqual([])
  stage.list.invitations = []
  await act(async () => fireEvent.click(dialog.getByText('拒绝')))
  expect(stage.sentTo(invitationCalls.decline)).toEqual([{ link: 'abc', guid: invitation.guid }])
  expect(await screen.findByRole('heading', { name: '没有待处理的邀请' })).toBeTruthy()
})

it('an account that belongs to a developer is told to leave it first, and can only decline', async () => {
  await open({ worksFor: '远航', invitations: [invitation, other] })
  expect(screen.getByRole('alert').textContent).toContain('您的账号已加入“远航”')
  expect(screen.queryByRole('button', { name: /^接受/ })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^拒绝/ })).toHaveLength(2)
})

it('a refused acceptance says why above the form and keeps the choice', async () => {
  await open(
    { invitations: [invitation, other] },
    { handlers: [[invitationCalls.accept, () => refusal('invitation.notFound', '邀请已过期、已撤回或已处理')]] },
  )
  fireEvent.click(screen.getByRole('radio', { name: '星图' }))
  await press('接受“星图”的邀请')
  expect(screen.getByRole('alert').textContent).toBe('邀请已过期、已撤回或已处理')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '星图' }).checked).toBe(true)
})

it('without a link, the account and its code show the invitations and prove the acceptance', async () => {
  let isWrong = true
  const stage = await open(
    {},
    {
      address: '/p/invitation#account=lin%40example.com',
      handlers: [
        [
          invitationCalls.list,
          () =>
            isWrong
              ? refusal('identity.codeWrong', '验证码错误或已过期，请重新获取')
              : {
                  data: { account: 'lin@example.com', needsPassword: false, worksFor: null, invitations: [invitation] },
                },
        ],
      ],
    },
  )
  type('验证码', '123456')
  await press('查看邀请')
  expect(screen.getByText('验证码错误或已过期，请重新获取')).toBeTruthy()
  isWrong = false
  type('验证码', '654321')
  await press('查看邀请')
  await screen.findByRole('button', { name: '接受' })
  await press('接受')
  expect(stage.sentTo(invitationCalls.accept)).toEqual([
    { account: 'lin@example.com', verifyCode: '654321', guid: invitation.guid },
  ])
})

it('speaks English', async () => {
  await open({ invitations: [invitation, other], needsPassword: true })
  await act(() => showLanguage('en'))
  expect(screen.getByRole('heading', { name: 'Invitations' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept the invitation of “云帆”' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Decline the invitation of “星图”' })).toBeTruthy()
})
