import { FOLLOWED_MAIL_KINDS, LIMITS, MAIL_PROBLEMS, MAIL_STATES, mailCalls } from '@sealwright/contract'
import type { MailRow } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { useMailTab } from './index.ts'

const guid = '00000000-0000-4000-8000-0000000000a1'
const mail: MailRow = {
  id: '00000000-0000-4000-8000-0000000000b1',
  kind: 'licenseCodes',
  recipient: 'buyer@test.example',
  state: 'failed',
  createTime: '2026-01-01T00:00:00.000Z',
  sentTime: null,
  problem: 'recipientRefused',
  said: '550 mailbox unavailable',
  sender: null,
  canResend: true,
}
const Page = () => useMailTab('license', guid).content

const open = (rows: readonly MailRow[]) =>
  openStage({ '/license': Page }, '/license', [
    [mailCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [mailCalls.resend, () => ({ data: {} })],
  ])

it('a mail tells its kind, its recipient, its state and why it failed', async () => {
  await open([mail])
  for (const words of ['授权码', 'buyer@test.example', '发送失败', '收件地址被拒收'])
    expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('服务器的答复：550 mailbox unavailable')).toBeTruthy()
})

it('a sent mail tells the way it went, and cannot be resent', async () => {
  const sent = { ...mail, state: 'sent', problem: null, said: null, canResend: false } as const
  await open([
    { ...sent, sender: 'shop@yunfan.example' },
    { ...sent, id: guid, kind: 'somethingNew' },
  ])
  expect(await screen.findByText('经由 shop@yunfan.example')).toBeTruthy()
  expect(screen.getByText('经由平台')).toBeTruthy()
  expect(screen.getByText('邮件')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新发送' })).toBeNull()
})

it('a failed mail is resent after a question; one that may have arrived has a warning', async () => {
  const stage = await open([{ ...mail, problem: 'unconfirmed' }])
  fireEvent.click(await screen.findByRole('button', { name: '重新发送' }))
  expect(await screen.findByText(/对方可能收到两封/)).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '重新发送', hidden: true }).at(-1) ?? document.body)
  await waitFor(() =>
    expect(stage.sent.filter(({ path }) => path === mailCalls.resend.path).map(({ payload }) => payload)).toEqual([
      { about: 'license', guid, id: mail.id },
    ]),
  )
})

it('without mails the tab says how long they are kept', async () => {
  await open([])
  expect(await screen.findByText('发送过的邮件会显示在这里，保留 30 天。')).toBeTruthy()
})

it('a server that took too long is told with the limit', async () => {
  await open([{ ...mail, problem: 'timeout' }])
  expect(await screen.findByText(new RegExp(`服务器在 ${LIMITS.sender.timeoutSeconds} 秒内没有答复`))).toBeTruthy()
})

it('every kind, state and problem has words in both languages', async () => {
  for (const locale of ['zh', 'en'] as const) {
    const say = sentences(locale, await loadPhrases(locale))
    for (const kind of FOLLOWED_MAIL_KINDS) expect(say.has(`sender.mail.kinds.${kind}`)).toBe(true)
    for (const state of MAIL_STATES) expect(say.has(`sender.mail.states.${state}`)).toBe(true)
    for (const problem of MAIL_PROBLEMS) expect(say.has(`sender.problems.${problem}`)).toBe(true)
  }
})
