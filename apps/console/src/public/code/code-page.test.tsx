import { ERRORS, captchaCalls, codePageCalls } from '@sealwright/contract'
import type { ErrorName, LendingRow, ShownCode } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openStage } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { LENDER, VISIT } from './code-memory.ts'
import { CODE, LENDING_CODE, ROW, SEATS, SHOWN } from './code-page.fixture.ts'
import { CodePage } from './code-page.tsx'

type Handlers = Parameters<typeof openStage>[2]
const PATH = '/p/code'

let shown: ShownCode
let rows: LendingRow[]
beforeEach(() => {
  shown = SHOWN
  rows = [ROW]
  // The file goes nowhere in a test.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
})

const refused = (name: ErrorName, data: unknown = null) => ({ code: ERRORS[name].code, desc: `原因 ${name}`, data })

async function open(handlers: Handlers = [], hash = ''): Promise<Stage> {
  history.replaceState(null, '', PATH + hash)
  return openStage({ [PATH]: CodePage }, PATH, [
    [captchaCalls.verifyList, () => ({ data: [] })],
    [codePageCalls.look, () => ({ data: { ...shown, visit: 'visit-1' } })],
    [codePageCalls.again, () => ({ data: shown })],
    [codePageCalls.lendings, () => ({ data: { code: shown, seats: SEATS, rows } })],
    ...handlers,
  ])
}

/** The input that shows, or else the one behind a notice. */
function field(label: string): HTMLInputElement {
  const all = screen.getAllByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
  return all.find((input) => !input.closest('[hidden]')) ?? (all[0] as HTMLInputElement) // at least one
}
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const noteOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const confirmed = (name: string) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) ?? document.body))
const sentTo = (stage: Stage, call: { path: string }) =>
  stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload)

async function look(handlers: Handlers = []): Promise<Stage> {
  const stage = await open(handlers)
  type('授权码', CODE)
  await press('查看')
  await screen.findByRole('heading', { level: 1, name: '星图 CAD' })
  return stage
}

describe('a code', () => {
  it('is grouped while it is typed, and shows vendor, product, term and devices', async () => {
    const stage = await open()
    type('授权码', CODE.replaceAll('-', '').toLowerCase())
    expect(field('授权码').value).toBe(CODE)
    await press('查看')
    const product = await screen.findByRole('heading', { level: 1, name: '星图 CAD' })
    await waitFor(() => expect(document.activeElement).toBe(product))
    expect(sentTo(stage, codePageCalls.look)).toEqual([{ code: CODE.replaceAll('-', '') }])
    for (const words of ['远山软件', '可以使用', '至 2099年4月30日', '已绑定 2 台，共 5 台', 'of****pc', '离线'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText('共 5 个席位，已借出 1 个')).toBeTruthy()
    expect(document.title).toBe('星图 CAD · 远山软件')
    expect(VISIT.get()).toBe('visit-1')
  })

  it.each([
    ['', '请输入授权码'],
    ['ABCD-EFGH', '授权码不完整，或有输错的字符'],
    [`${CODE.slice(0, -2)}${CODE.slice(-1)}${CODE.slice(-2, -1)}`, '授权码不完整，或有输错的字符'],
    [LENDING_CODE, '这是借阅码，请直接在软件中使用'],
  ])(
    'that is wrong (%s) is told before anything is sent, because the server counts wrong codes',
    async (code, words) => {
      const stage = await open()
      if (code) type('授权码', code)
      await press('查看')
      expect(noteOf('授权码')).toBe(words)
      expect(sentTo(stage, codePageCalls.look)).toEqual([])
    },
  )

  it('that nobody has is told on its field, which keeps what was typed', async () => {
    await open([[codePageCalls.look, () => refused('codePage.notFound')]])
    type('授权码', CODE)
    await press('查看')
    await waitFor(() => expect(noteOf('授权码')).toBe('原因 codePage.notFound'))
    expect(field('授权码').value).toBe(CODE)
  })

  it('with a password asks for it, and tells a wrong one on its field', async () => {
    const stage = await open([
      [
        codePageCalls.look,
        ({ password }) => refused(password === undefined ? 'codePage.passwordNeeded' : 'codePage.passwordWrong'),
      ],
    ])
    expect(screen.queryByLabelText('密码')).toBeNull()
    type('授权码', CODE)
    await press('查看')
    await screen.findByLabelText('密码')
    type('密码', 'guess')
    await press('查看')
    await waitFor(() => expect(noteOf('密码')).toBe('原因 codePage.passwordWrong'))
    expect(sentTo(stage, codePageCalls.look).at(-1)).toMatchObject({ password: 'guess' })
  })

  it('that was tried too often says how long to wait', async () => {
    await open([[codePageCalls.look, () => refused('codePage.tooManyTries', { seconds: 40 })]])
    type('授权码', CODE)
    await press('查看')
    expect((await screen.findByRole('alert')).textContent).toContain('40 秒')
  })

  it.each<[number, Partial<ShownCode>, string, RegExp]>([
    [5, {}, '已锁定', /请联系 远山软件/],
    [6, {}, '已到期', /续期请联系 远山软件/],
    [4, { expireTime: new Date(2020, 1, 1).toISOString() }, '已到期', /有效期已过/],
    [1, { startTime: new Date(2098, 0, 5, 8).toISOString() }, '还没有开始', /从 2098年1月5日 08:00 起/],
    [7, {}, '已更换', /请使用新的授权码/],
    [8, {}, '已删除', /不能再使用/],
    [9, {}, '已删除', /不能再使用/],
    [15, {}, '还没有生效', /等待厂商审批/],
    [17, {}, '部分产品已到期', /其余产品可以继续使用/],
  ])('in state %s tells what it means', async (status, change, words, sentence) => {
    shown = { ...SHOWN, ...change, status }
    await look()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  it('is still shown after a reload of the tab, without typing it again', async () => {
    VISIT.set('visit-0')
    const stage = await open()
    await screen.findByRole('heading', { level: 1, name: '星图 CAD' })
    expect(sentTo(stage, codePageCalls.again)).toEqual([{ visit: 'visit-0' }])
  })

  it('is in the other language after one press', async () => {
    await look()
    await press('English')
    expect(await screen.findByText('2 of 5 in use')).toBeTruthy()
    expect(screen.getByText('Until Apr 30, 2099')).toBeTruthy()
  })
})

describe('a device', () => {
  it('is unbound after a question that warns about an offline device', async () => {
    const stage = await look([[codePageCalls.unbind, () => ({ data: {} })]])
    await press('解绑 of****pc')
    expect(screen.getByText(/它不会立即得知解绑/)).toBeTruthy()
    shown = { ...SHOWN, machines: SHOWN.machines.slice(1), bound: 1 }
    await confirmed('解绑')
    await waitFor(() => expect(screen.queryByText('of****pc')).toBeNull())
    expect(sentTo(stage, codePageCalls.unbind)).toEqual([{ visit: 'visit-1', machineGuid: SHOWN.machines[0]?.guid }])
  })

  it('cannot be unbound where the vendor does not allow it, and the page says whom to ask', async () => {
    shown = { ...SHOWN, canUnbind: false }
    await look()
    expect(screen.queryByRole('button', { name: /解绑/ })).toBeNull()
    expect(screen.getByText('需要更换设备？请联系 远山软件 解绑。')).toBeTruthy()
  })
})

const ANSWER = {
  kind: 'bind',
  machineName: 'office-pc',
  name: 'office-pc.d2c',
  text: 'SEALWRIGHT D2C 1',
  validUntil: new Date(2026, 3, 1, 12, 30).toISOString(),
  isRepeated: false,
} as const
const C2D = 'SEALWRIGHT C2D 1\nabc\n#12345678\n'

async function paste(text: string): Promise<void> {
  await screen.findByRole('button', { name: '选择文件' })
  await press('粘贴文件内容')
  fireEvent.input(field('请求文件的内容'), { target: { value: text } })
  await press('交换')
}

describe('a request file', () => {
  it('that is pasted is exchanged and downloads its answer', async () => {
    const stage = await look([[codePageCalls.exchange, () => ({ data: ANSWER })]])
    await paste(C2D)
    expect(await screen.findByText('已绑定设备 office-pc')).toBeTruthy()
    expect(screen.getByText(/请在 2026年4月1日 12:30 之前导入/)).toBeTruthy()
    expect(sentTo(stage, codePageCalls.exchange)[0]).toMatchObject({ visit: 'visit-1' })
    expect(String(sentTo(stage, codePageCalls.exchange)[0]?.['text'])).toContain('SEALWRIGHT C2D 1')
    expect(URL.createObjectURL).toHaveBeenCalledOnce()
  })

  it('is pasted without emoji', async () => {
    await look()
    await press('粘贴文件内容')
    type('请求文件的内容', 'SEALWRIGHT😀 C2D 1')
    expect(field('请求文件的内容').value).toBe('SEALWRIGHT C2D 1')
  })

  it('that was exchanged before is told so', async () => {
    await look([[codePageCalls.exchange, () => ({ data: { ...ANSWER, isRepeated: true } })]])
    await paste(C2D)
    expect(await screen.findByText(/没有重复占用设备/)).toBeTruthy()
  })

  it('that is refused stays where it was typed, with the reason', async () => {
    await look([[codePageCalls.exchange, () => refused('runtime.fileOverdue')]])
    await paste(C2D)
    expect((await screen.findByRole('alert')).textContent).toBe('原因 runtime.fileOverdue')
    expect(field('请求文件的内容').value).toBe(C2D)
  })

  it('typed when the visit ends is not lost: the code is typed again, and it is still there', async () => {
    let isOver = true
    await look([[codePageCalls.exchange, () => (isOver ? refused('codePage.visitOver') : { data: ANSWER })]])
    await paste(C2D)
    await screen.findByRole('heading', { name: '请再次输入授权码' })
    expect(field('授权码').value).toBe('')
    isOver = false
    type('授权码', CODE)
    await press('查看')
    await waitFor(() => expect(screen.queryByRole('heading', { name: '请再次输入授权码' })).toBeNull())
    expect(field('请求文件的内容').value).toBe(C2D)
    await press('交换')
    expect(await screen.findByText('已绑定设备 office-pc')).toBeTruthy()
  })

  it('is for bound devices alone if the code binds none by file', async () => {
    shown = { ...SHOWN, offlineBind: false }
    await look()
    expect(await screen.findByText(/^这个授权码不能离线激活新设备/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '选择文件' })).toBeTruthy()
  })
})

describe('a lending administrator', () => {
  it('asks for a link, and is not told whether the address is known', async () => {
    const stage = await open([[codePageCalls.requestLink, () => ({ data: {} })]], '#manage')
    await screen.findByRole('heading', { name: '登录借阅管理' })
    type('授权码', CODE)
    type('您的邮箱', 'nobody')
    await press('发送登录链接')
    expect(noteOf('您的邮箱')).toContain('请输入邮箱地址')
    type('您的邮箱', 'boss@example.com')
    await press('发送登录链接')
    await screen.findByRole('heading', { name: '请查收邮件' })
    expect(screen.getByText(/如果 boss@example.com 是这个授权码的借阅管理员/)).toBeTruthy()
    expect(sentTo(stage, codePageCalls.requestLink)).toEqual([
      { code: CODE.replaceAll('-', ''), email: 'boss@example.com' },
    ])
  })

  it('signs in by a press, not by opening the link; the token leaves the address at once', async () => {
    const signedIn = { session: 's-1', expireTime: ROW.dueTime, email: 'boss@example.com' }
    const stage = await open([[codePageCalls.signIn, () => ({ data: signedIn })]], '#link=token-1&lang=zh')
    await screen.findByRole('heading', { name: '登录借阅管理' })
    expect(sentTo(stage, codePageCalls.signIn)).toEqual([])
    expect(location.hash).toBe('')
    await press('登录')
    await screen.findByText('林工')
    expect(sentTo(stage, codePageCalls.signIn)).toEqual([{ link: 'token-1' }])
    expect(LENDER.get()).toEqual({ session: 's-1', email: 'boss@example.com' })
    // A reload finds the language of the mail, which has left the address with the token.
    expect(STORED.locale.get()).toBe('zh')
  })

  it('with an old link gets the way to a new one', async () => {
    await open([[codePageCalls.signIn, () => refused('codePage.linkOver')]], '#link=old')
    await press('登录')
    await screen.findByRole('heading', { name: '链接已失效' })
    expect(screen.getByRole('link', { name: '重新获取链接' }).getAttribute('href')).toBe('#manage')
  })

  const atDesk = async (handlers: Handlers = []) => {
    LENDER.set({ session: 's-1', email: 'boss@example.com' })
    const stage = await open(handlers)
    await screen.findByRole('heading', { name: '借阅人' })
    return stage
  }

  it('sees the same days left for seats that are due on the same day', async () => {
    vi.useFakeTimers({ now: new Date(2027, 0, 20, 9).getTime(), toFake: ['Date'] })
    const due = (guid: string, hour: number) => ({ ...ROW, guid, dueTime: new Date(2027, 0, 23, hour).toISOString() })
    rows = [due('morning', 8), due('evening', 18)]
    await atDesk()
    expect(screen.getAllByText(/还剩 3 天/)).toHaveLength(2)
  })

  it('sees who has what until when, and who is late', async () => {
    const late = { ...ROW, guid: 'late', person: '王工', state: 'expired', isLate: true, machineName: 'PC-9' } as const
    rows = [ROW, late, { ...ROW, guid: 'back', person: '李工', state: 'returned', endTime: ROW.createTime }]
    await atDesk()
    for (const words of ['林工', '王工', '逾期未还', '未使用', LENDING_CODE, '还可借出 2 个'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText(/设备 PC-9/)).toBeTruthy()
    // Ended ones are behind a disclosure.
    expect(screen.getByText('李工').closest('details')).toBeTruthy()
  })

  it('lends a seat; a lost answer and a second press make one code', async () => {
    let isDown = true
    const made = { guid: 'g', code: LENDING_CODE, dueTime: new Date(2026, 3, 1, 12, 30).toISOString() }
    const stage = await atDesk([
      [codePageCalls.lend, () => (isDown ? Promise.reject(new TypeError('network')) : { data: made })],
    ])
    await press('借出席位')
    await press('生成借阅码')
    expect(noteOf('借阅人')).toContain('不能为空')
    type('借阅人', '赵工')
    type('天数', '31')
    await press('生成借阅码')
    expect(noteOf('天数')).toBe('请输入 1 到 30 的天数')
    type('天数', '3')
    await press('生成借阅码')
    isDown = false
    await press('生成借阅码')
    expect(await screen.findByText('借阅码已生成')).toBeTruthy()
    expect(screen.getByText(/请把借阅码交给 赵工/)).toBeTruthy()
    const sent = sentTo(stage, codePageCalls.lend)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[0]).toMatchObject({ session: 's-1', person: '赵工', days: 3 })
    expect(z.safeParse(codePageCalls.lend.payload, sent[0]).error).toBeUndefined()
  })

  it.each<[ErrorName, string]>([['lending.tooLong', '天数']])('is told %s on its field', async (name, label) => {
    await atDesk([[codePageCalls.lend, () => refused(name)]])
    await press('借出席位')
    type('借阅人', '赵工')
    await press('生成借阅码')
    await waitFor(() => expect(noteOf(label)).toBe(`原因 ${name}`))
    expect(field('借阅人').value).toBe('赵工')
  })

  it('who lent the last seat is not offered another', async () => {
    const made = { guid: 'g', code: LENDING_CODE, dueTime: ROW.dueTime }
    let left = 2
    await atDesk([
      [codePageCalls.lendings, () => ({ data: { code: shown, seats: { ...SEATS, left }, rows } })],
      [codePageCalls.lend, () => ((left -= 1), { data: made })],
    ])
    await press('借出席位')
    type('借阅人', '赵工')
    await press('生成借阅码')
    await press('再借一个')
    type('借阅人', '孙工')
    await press('生成借阅码')
    await screen.findByText('现在没有可以借出的席位')
    expect(screen.getByText('借阅码已生成')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '再借一个' })).toBeNull()
  })

  it('is told above the form when the last seat is gone', async () => {
    await atDesk([[codePageCalls.lend, () => refused('lending.noSeat')]])
    await press('借出席位')
    type('借阅人', '赵工')
    await press('生成借阅码')
    expect((await screen.findByRole('alert')).textContent).toBe('原因 lending.noSeat')
  })

  it('takes a seat back after a question, and sends a code again', async () => {
    const stage = await atDesk([
      [codePageCalls.revoke, () => ({ data: {} })],
      [codePageCalls.send, () => ({ data: {} })],
    ])
    await press('再次发送')
    expect(sentTo(stage, codePageCalls.send)).toEqual([{ session: 's-1', guid: ROW.guid }])
    await press('收回 林工 的席位')
    expect(screen.getByText(/借阅码还没有使用/)).toBeTruthy()
    rows = []
    await confirmed('收回')
    expect(await screen.findByText('还没有借出席位')).toBeTruthy()
    expect(sentTo(stage, codePageCalls.revoke)).toEqual([{ session: 's-1', guid: ROW.guid }])
  })

  it('whose sign-in ended keeps what was typed behind the notice', async () => {
    await atDesk([[codePageCalls.lend, () => refused('codePage.sessionOver')]])
    await press('借出席位')
    type('借阅人', '赵工')
    await press('生成借阅码')
    await screen.findByRole('heading', { name: '登录已失效' })
    expect(field('借阅人').value).toBe('赵工')
    expect(field('借阅人').closest('[hidden]')).toBeTruthy()
  })

  it('signs out, and the tab forgets the sign-in even if the server cannot be reached', async () => {
    const stage = await atDesk([[codePageCalls.signOut, () => Promise.reject(new TypeError('network'))]])
    await press('退出')
    await screen.findByRole('heading', { name: '查看授权码' })
    expect(sentTo(stage, codePageCalls.signOut)).toEqual([{ session: 's-1' }])
    expect(LENDER.get()).toBeUndefined()
  })
})
