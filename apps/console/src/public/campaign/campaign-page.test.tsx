import { ERRORS, campaignVisitCalls, captchaCalls } from '@sealwright/contract'
import type { CampaignJoined, CampaignVisited, ClosedState, ErrorName } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { CampaignPage } from './campaign-page.tsx'

type Handlers = Parameters<typeof openStage>[2]
const PATH = '/p/campaign/abc'

const OFFER: CampaignVisited = {
  closed: null,
  name: '春季体验',
  developerName: '远山软件',
  logo: null,
  introduction: '第一行\n<b>第二行</b>',
  picture: null,
  productName: '星图 CAD',
  startTime: new Date(2026, 2, 1, 8).toISOString(),
  endTime: new Date(2026, 4, 1, 0).toISOString(),
  left: 12,
  maxParticipants: 100,
  licenseDays: 30,
  licenseDeadline: null,
  useCount: null,
  isNewOnly: false,
  accountTypes: [1, 2],
  keepsMail: false,
  keepsSms: false,
}
const JOINED: CampaignJoined = {
  account: 'lin@example.com',
  isNew: true,
  wasJoined: false,
  productName: '星图 CAD',
  serial: 'SN-1',
  expireTime: new Date(2026, 3, 1, 12, 30).toISOString(),
  useCount: null,
  downloadUrl: 'https://example.com/get',
}

let offer: CampaignVisited
beforeEach(() => {
  offer = OFFER
})

const refused = (name: ErrorName, data: unknown = null) => ({ code: ERRORS[name].code, desc: `原因 ${name}`, data })

async function open(handlers: Handlers = [], address = PATH): Promise<Stage> {
  history.replaceState(null, '', address)
  return openStage({ [PATH]: CampaignPage }, address, [
    [campaignVisitCalls.visit, () => ({ data: offer })],
    [captchaCalls.verifyList, () => ({ data: [] })],
    [campaignVisitCalls.sendCode, () => ({ data: { expiresInSeconds: 600, resendInSeconds: 60 } })],
    ...handlers,
  ])
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const noteOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const follow = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('link', { name })))
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

async function fillIn(): Promise<void> {
  await follow(/用验证码领取/)
  await screen.findByLabelText('验证码')
  type('手机号或邮箱', 'lin@example.com')
  type('验证码', '123456')
  type('密码', 'Correct-horse1')
  type('确认密码', 'Correct-horse1')
  fireEvent.click(screen.getByRole('checkbox'))
}

async function fillInPassword(): Promise<void> {
  await follow(/我有账号/)
  await screen.findByLabelText('密码')
  type('手机号或邮箱', 'lin@example.com')
  type('密码', 'secret1')
}

describe('the offer', () => {
  it('says what one gets and until when; the introduction is text, whatever it contains', async () => {
    offer = { ...OFFER, licenseDeadline: new Date(2026, 5, 1).toISOString(), useCount: 100, isNewOnly: true }
    await open()
    await title('春季体验')
    expect(screen.getByText('自领取起 30 天，最晚至 2026年5月31日 · 100 次')).toBeTruthy()
    expect(screen.getByText('剩余 12 个名额')).toBeTruthy()
    expect(screen.getByText(/活动截止 2026年5月1日 00:00/)).toBeTruthy()
    expect(screen.getByText('仅限新用户')).toBeTruthy()
    expect(screen.getByText(/<b>第二行<\/b>/).textContent).toBe('第一行\n<b>第二行</b>')
    expect(document.title).toBe('春季体验 · 远山软件')
  })

  it('is in the other language after one press, and that choice stays', async () => {
    await open()
    await title('春季体验')
    await press('English')
    expect(await screen.findByText('30 days from the day you join')).toBeTruthy()
    expect(screen.getByText('12 places left')).toBeTruthy()
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('locale')).toBe('en')
  })
})

describe('a campaign that cannot be joined', () => {
  it.each<[ClosedState, string, string]>([
    ['notStarted', '活动还没有开始', '活动将于 2026年3月1日 08:00 开始'],
    ['paused', '活动已暂停', '请稍后再来'],
    ['terminated', '活动已提前终止', '活动由 远山软件 提前终止'],
    ['ended', '活动已结束', '活动已于 2026年5月1日 00:00 结束'],
    ['full', '名额已领完', '100 个名额已全部领完'],
    ['deleted', '活动已删除', '远山软件 已删除此活动'],
  ])('says so when it is %s', async (closed, words, sentence) => {
    offer = { ...OFFER, closed }
    await open()
    expect(document.activeElement).toBe(await title(words))
    expect(screen.getByText(new RegExp(sentence))).toBeTruthy()
    expect(screen.queryByRole('link', { name: /领取/ })).toBeNull()
  })

  it.each<[ErrorName, string]>([
    ['activity.badMethod', '推广方式无效'],
    ['activity.unknown', '没有这个活动'],
    ['activity.badLink', '推广链接无效'],
    // A link that was cut short has no token.
    ['platform.badPayload', '推广链接无效'],
  ])('because of %s has a page of its own', async (name, words) => {
    await open([[campaignVisitCalls.visit, () => refused(name)]])
    await title(words)
    expect(screen.queryByText(/原因/)).toBeNull()
  })

  it('because its license cannot be issued says so, and the visitor can try again with what they typed', async () => {
    await open([[campaignVisitCalls.join, () => refused('activity.licenseFault')]])
    await title('春季体验')
    await fillInPassword()
    await press('立即领取')
    await title('暂时不能发放许可')
    await press('重试')
    await title('春季体验')
    expect(field('密码').value).toBe('secret1')
  })

  it('because the server cannot be reached opens once it can', async () => {
    let isDown = true
    await open([
      [campaignVisitCalls.visit, () => (isDown ? Promise.reject(new TypeError('network')) : { data: OFFER })],
    ])
    await title('无法打开活动')
    isDown = false
    await press('重试')
    await title('春季体验')
  })
})

describe('the last place', () => {
  it('taken by others is told when the page becomes visible again, before anything more is typed', async () => {
    await open()
    await title('春季体验')
    offer = { ...OFFER, closed: 'full', left: 0 }
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await title('名额已领完')
  })

  it('taken while typing is told by the next call', async () => {
    await open([[campaignVisitCalls.sendCode, () => refused('activity.full')]])
    await title('春季体验')
    await fillIn()
    await press('获取验证码')
    await title('名额已领完')
    expect(screen.queryByLabelText('密码')?.closest('[hidden]')).toBeTruthy()
  })

  it('of a campaign that was paused while typing can be taken once it runs again, without typing again', async () => {
    await open([[campaignVisitCalls.sendCode, () => refused('activity.paused')]])
    await title('春季体验')
    await fillIn()
    await press('获取验证码')
    await title('活动已暂停')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await title('春季体验')
    expect(field('密码').value).toBe('Correct-horse1')
  })
})

describe('taking part with a code', () => {
  it('sends link, method and advertising parameters, then shows the license and the next steps', async () => {
    const stage = await open(
      [[campaignVisitCalls.register, () => ({ data: JOINED })]],
      `${PATH}?via=qr&code=SPRING&bd_vid=v1&keyword=CAD`,
    )
    await title('春季体验')
    await fillIn()
    await press('获取验证码')
    expect(noteOf('验证码')).toContain('已发送到 lin@example.com，10 分钟内有效')
    type('验证码', '123456')
    await press('立即领取')
    await title('领取成功')
    expect(stage.sent.at(-1)?.payload).toEqual({
      link: 'abc',
      via: 'qr',
      account: 'lin@example.com',
      verifyCode: '123456',
      password: 'Correct-horse1',
      confirmPassword: 'Correct-horse1',
      acceptTerms: 'true',
      spreadCode: 'SPRING',
      bdVid: 'v1',
      keyword: 'CAD',
    })
    for (const words of ['lin@example.com', '2026年4月1日 12:30', 'SN-1']) expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: '下载软件' }).getAttribute('href')).toBe('https://example.com/get')
    expect(screen.getByText('用 lin@example.com 和刚才设置的密码登录软件。')).toBeTruthy()
  })

  it('tells the owner of an existing account that its password stayed', async () => {
    await open([
      [campaignVisitCalls.register, () => ({ data: { ...JOINED, isNew: false, wasJoined: true, downloadUrl: null } })],
    ])
    await title('春季体验')
    await fillIn()
    await press('立即领取')
    await title('您已经领取过了')
    expect(screen.getByText(/密码保持不变/)).toBeTruthy()
    expect(screen.getByText(/请向 远山软件 获取安装程序/)).toBeTruthy()
  })

  it('shows a wrong code on its field and keeps what was typed', async () => {
    await open([[campaignVisitCalls.register, () => refused('identity.codeWrong')]])
    await title('春季体验')
    await fillIn()
    await press('立即领取')
    expect(noteOf('验证码')).toBe('原因 identity.codeWrong')
    expect(field('密码').value).toBe('Correct-horse1')
  })

  it('with a type of account that the campaign does not accept is told before anything is sent', async () => {
    offer = { ...OFFER, accountTypes: [1] }
    const stage = await open()
    await title('春季体验')
    await follow(/用验证码领取/)
    await screen.findByLabelText('邮箱')
    type('邮箱', '13800138000')
    await press('获取验证码')
    expect(noteOf('邮箱')).toBe('此活动仅支持邮箱账号')
    expect(stage.sent.some(({ path }) => path === campaignVisitCalls.sendCode.path)).toBe(false)
  })

  it('in a demo without a mail service says where the code is', async () => {
    offer = { ...OFFER, keepsMail: true }
    await open()
    await title('春季体验')
    await fillIn()
    expect(noteOf('验证码')).toContain('npm run platform -- outbox')
  })
})

describe('taking part with a password', () => {
  it.each<[ErrorName, string]>([
    ['identity.loginFailed', '密码'],
    ['activity.newOnly', '手机号或邮箱'],
    ['activity.held', '手机号或邮箱'],
    ['activity.accountType', '手机号或邮箱'],
  ])('shows %s on its field and keeps what was typed', async (name, label) => {
    await open([[campaignVisitCalls.join, () => refused(name)]])
    await title('春季体验')
    await fillInPassword()
    await press('立即领取')
    await waitFor(() => expect(noteOf(label)).toBe(`原因 ${name}`))
    expect(document.activeElement).toBe(field(label))
    expect(field('密码').value).toBe('secret1')
  })

  it.each<ErrorName>(['activity.blocked', 'activity.networkLimit'])('shows %s above the form', async (name) => {
    await open([[campaignVisitCalls.join, () => refused(name)]])
    await title('春季体验')
    await fillInPassword()
    await press('立即领取')
    expect((await screen.findByRole('alert')).textContent).toBe(`原因 ${name}`)
  })

  it('counts down the wait after too many wrong passwords', async () => {
    await open([[campaignVisitCalls.join, () => refused('identity.slowedDown', { seconds: 30 })]])
    await title('春季体验')
    await fillInPassword()
    await press('立即领取')
    expect((await screen.findByRole('alert')).textContent).toContain('30 秒')
  })

  it('can change to a code without typing the account again', async () => {
    await open()
    await title('春季体验')
    await fillInPassword()
    await follow(/忘记密码/)
    await screen.findByLabelText('验证码')
    expect(field('手机号或邮箱').value).toBe('lin@example.com')
  })
})
