// The list and the page of campaigns, and what can be done from both.
import { CAMPAIGN_STATUSES, activityCalls } from '@sealwright/contract'
import type { CampaignStatusCode } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { showLanguage } from '../../../lib/words/i18n.tsx'
import { billingScreens } from '../../billing/screens.ts'
import { campaignScreens } from '../screens.ts'
import { campaignOf, dialog, guid, inDays, open, refused, toasts } from './campaign.fixture.ts'
import { linkAddress } from './links/link-address.ts'
import { qrSvg } from './links/qr-files.ts'

registerScreens([...campaignScreens, ...billingScreens])

const card = async () => (await screen.findByText('开学季')).closest('li') ?? document.body

describe('a card', () => {
  it('offers what its state allows', async () => {
    const offers: Record<CampaignStatusCode, string[]> = {
      1: ['查看', '编辑', '发布', '复制', '删除'],
      2: ['查看', '调整', '参与者', '报表', '发送推广邮件', '复制', '终止'],
      3: ['查看', '调整', '暂停', '参与者', '报表', '发送推广邮件', '复制', '终止'],
      4: ['查看', '调整', '开始', '参与者', '报表', '复制', '终止'],
      5: ['查看', '参与者', '报表', '复制', '删除'],
      6: ['查看', '参与者', '报表', '复制', '删除'],
    }
    const rows = Object.values(CAMPAIGN_STATUSES).map((status) =>
      campaignOf({ status, guid: `${guid.slice(0, -1)}${status}`, name: `第 ${status} 种` }),
    )
    await open('/activity', { handlers: [[activityCalls.find, () => ({ data: { rows, records: 6, total: 1 } })]] })
    await screen.findByText('第 1 种')
    for (const { status, name } of rows) {
      fireEvent.click(document.querySelector(`[aria-label="“${name}”的操作"]`) ?? document.body)
      const items = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
      expect(['查看', ...items], name).toEqual(offers[status])
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    }
  })

  it('shows places, period, terms and links, and asks for five campaigns', async () => {
    const stage = await open('/activity')
    const shown = within(await card())
    expect(shown.getByText('进行中')).toBeTruthy()
    expect(shown.getByText('5 天后结束')).toBeTruthy()
    expect(shown.getByText('领取后 30 天')).toBeTruthy()
    expect(shown.getByText('全部用户（邮箱账号和手机账号）')).toBeTruthy()
    expect(shown.getByText('90 次浏览 → 40 人参与')).toBeTruthy()
    const bar = shown.getByRole('meter', { name: '“开学季”的名额' })
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['50', '200'])
    expect(shown.getByText('已领取 25%')).toBeTruthy()
    expect(stage.sentTo(activityCalls.find)).toMatchObject([{ pageSize: '5' }])
  })

  it('counts calendar days, not spans of 24 hours', async () => {
    vi.useFakeTimers({ now: Date.parse('2027-01-20T13:00:00.000Z'), toFake: ['Date'] })
    // 21:00 and 08:00 in Shanghai: six days on the calendar, but only five and a half times 24 hours.
    await open('/activity', { shown: { status: 2, startTime: '2027-01-26T00:00:00.000Z' } })
    expect(within(await card()).getByText('6 天后开始')).toBeTruthy()
  })

  it('says the same in English', async () => {
    await open('/activity', { shown: { status: 2, startTime: inDays(3), licenseDeadline: '2027-01-31T15:59:59.000Z' } })
    await card()
    await showLanguage('en')
    expect(await screen.findByText('Starts in 3 days')).toBeTruthy()
    expect(screen.getByText('30 days from joining, at most until 2027-01-31 23:59')).toBeTruthy()
    expect(screen.getByText('90 views → 40 participations')).toBeTruthy()
  })

  it('says why the campaign paused itself and what to do', async () => {
    await open('/activity', { shown: { status: 4, pauseReason: '余额不足。' } })
    const note = within(await card()).getByLabelText('活动已自动暂停')
    expect(note.textContent).toContain('余额不足。处理后请重新开始活动。')
  })

  it.each([
    ['funds', true],
    ['other', false],
    ['replace', false],
  ] as const)('leads to the top-up only if money lets it go on: %s', async (pauseRemedy, isOffered) => {
    const privileges = ['activity.view', 'billing.view']
    await open('/activity', { privileges, shown: { status: 4, pauseReason: '原因。', pauseRemedy } })
    const note = within(await card()).getByLabelText('活动已自动暂停')
    expect(within(note).queryByRole('link', { name: '去充值' }) !== null).toBe(isOffered)
    expect(note.textContent?.includes('已发布的活动不能更换模板')).toBe(pauseRemedy === 'replace')
  })

  it('says when the campaign paused itself, because its amounts are of that moment', async () => {
    await open('/activity', {
      shown: { status: 4, pauseTime: '2027-01-31T04:05:06.000Z', pauseReason: '余额不足。' },
    })
    expect(within(await card()).getByLabelText('活动已于 2027-01-31 12:05 自动暂停')).toBeTruthy()
  })

  it('copies a link and says so', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
    await open('/activity')
    fireEvent.click(within(await card()).getByLabelText('复制“官网”的链接'))
    await waitFor(() => expect(toasts()).toEqual(['链接“官网”已复制']))
    expect(copied).toEqual([`${location.origin}/p/campaign/t1`])
  })

  it('opens the QR code of a link, whose address says that it was scanned', async () => {
    await open('/activity')
    fireEvent.click(within(await card()).getByLabelText('“展会”的二维码'))
    const shown = await dialog()
    expect(shown.getByText(`${location.origin}/p/campaign/t2?via=qr`)).toBeTruthy()
    expect(shown.getByLabelText('推广链接“展会”的二维码')).toBeTruthy()
    expect(['下载 PNG', '下载 SVG', '打印'].map((name) => shown.getByText(name).tagName)).toEqual(
      Array(3).fill('BUTTON'),
    )
  })
})

it('an address with parameters keeps them in the QR code, and the file is a white square with dark modules', () => {
  expect(linkAddress('https://a.example/p/campaign/t?x=1', 'qr')).toBe('https://a.example/p/campaign/t?x=1&via=qr')
  expect(qrSvg('a')).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 29 29".*fill="#fff"\/><path d="M4 4h1/)
})

it('without campaigns, the list explains them and offers the first one', async () => {
  await open('/activity', {
    handlers: [[activityCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })]],
  })
  expect(await screen.findByText(/^活动是一个公开页面/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '新建活动' }).getAttribute('href')).toBe('/activity/new')
})

it('several states filter the list together', async () => {
  const stage = await open(`/activity?status=${encodeURIComponent('["2","3"]')}&name=HD`)
  await card()
  expect(stage.sentTo(activityCalls.find)).toMatchObject([{ status: '["2","3"]', name: 'HD' }])
})

describe('acting', () => {
  const menu = (item: string) => {
    fireEvent.click(screen.getByLabelText('“开学季”的操作'))
    fireEvent.click(screen.getByText(item, { selector: '[role=menuitem], [role=menuitem] *' }))
  }

  it('publishing first shows period, terms, the price of all places and what can be paid', async () => {
    const stage = await open('/activity', { shown: { status: 1 } })
    await card()
    menu('发布')
    const question = await dialog()
    expect(question.getByText('发布活动“开学季”？')).toBeTruthy()
    expect(await question.findByText('200 个名额的费用')).toBeTruthy()
    expect(question.getAllByText('¥600.00')).toHaveLength(2)
    expect(question.getByText(/^目前只够支付 120 个名额/)).toBeTruthy()
    expect(stage.sentTo(activityCalls.publish)).toEqual([])
    fireEvent.click(question.getByText('发布活动'))
    await waitFor(() => expect(toasts()).toEqual(['活动“开学季”已发布']))
    expect(stage.sentTo(activityCalls.publish)).toEqual([{ guid }])
  })

  it('a refused publication says why', async () => {
    await open('/activity', {
      shown: { status: 1 },
      handlers: [[activityCalls.publish, () => refused('activity.over', '结束时间已过', 'endTime')]],
    })
    await card()
    menu('发布')
    fireEvent.click((await dialog()).getByText('发布活动'))
    await waitFor(() => expect(toasts()).toEqual(['结束时间已过']))
  })

  it.each([
    ['暂停', 3, activityCalls.pause, '活动“开学季”已暂停'],
    ['开始', 4, activityCalls.start, '活动“开学季”已重新开始'],
  ] as const)('%s works at once', async (item, status, call, told) => {
    const stage = await open('/activity', { shown: { status } })
    await card()
    menu(item)
    await waitFor(() => expect(toasts()).toEqual([told]))
    expect(stage.sentTo(call)).toEqual([{ guid }])
  })

  it.each([
    ['终止', 3, activityCalls.terminate, '终止活动', /不能重新开始/],
    ['删除', 6, activityCalls.delete, '删除', /已发放的 50 个许可不受影响/],
    ['删除', 1, activityCalls.delete, '删除', /不能恢复/],
  ] as const)('%s in state %i asks first', async (item, status, call, verb, consequence) => {
    const stage = await open('/activity', { shown: { status } })
    await card()
    menu(item)
    const question = await dialog()
    expect(question.getByText(consequence)).toBeTruthy()
    expect(stage.sentTo(call)).toEqual([])
    fireEvent.click(question.getByText(verb))
    await waitFor(() => expect(stage.sentTo(call)).toEqual([{ guid }]))
  })
})

describe('the page of a campaign', () => {
  const view = `/activity/view?guid=${guid}`

  it('shows what it brought, with links to report and participants, and its links in full', async () => {
    await open(view)
    const numbers = within(await screen.findByLabelText('效果'))
    await numbers.findByText('注册')
    expect([...document.querySelectorAll('.campaign-figure strong')].map(({ textContent }) => textContent)).toEqual([
      '100',
      '30',
      '50',
      '20',
    ])
    expect(numbers.getByText('浏览的 50%')).toBeTruthy()
    expect(numbers.getByRole('link', { name: '查看参与者' }).getAttribute('href')).toBe(`/activity/user?guid=${guid}`)
    expect(screen.getByText(`${location.origin}/p/campaign/t1`)).toBeTruthy()
    expect(screen.getByText('许可签发人').nextSibling?.textContent).toBe('王越')
    const preview = screen.getByRole('link', { name: '预览活动页面' })
    expect([preview.getAttribute('href'), preview.getAttribute('target')]).toEqual([
      `${location.origin}/p/campaign/t1`,
      '_blank',
    ])
  })

  it('tells no share of views if people behind one address counted as one view', async () => {
    const [link] = campaignOf().links
    if (!link) throw new Error('the campaign has no link')
    await open(view, { shown: { taken: 4, firstUses: 1, links: [{ ...link, views: 2, participations: 4 }] } })
    const numbers = within(await screen.findByLabelText('效果'))
    expect(numbers.getByText('浏览的 50%')).toBeTruthy()
    expect(numbers.queryByText('浏览的 200%')).toBeNull()
  })

  it('without the right to see reports, it has neither registrations nor ways to the report', async () => {
    const stage = await open(view, { privileges: ['activity.view'] })
    const numbers = within(await screen.findByLabelText('效果'))
    expect(numbers.queryByText('注册')).toBeNull()
    expect(numbers.queryByRole('link')).toBeNull()
    expect(stage.sent.map(({ path }) => path)).not.toContain('/activity/chart.do')
  })

  it('tells the states in the order of time, those to come included', async () => {
    await open(`${view}&tab=timeline`, { shown: { status: 4, pauseTime: inDays(-1), pauseReason: '余额不足。' } })
    await screen.findByText('自动暂停')
    const moments = [...document.querySelectorAll('.campaign-timeline li')]
    expect(moments.map((moment) => moment.querySelector('.campaign-moment')?.firstChild?.textContent)).toEqual([
      '创建',
      '发布',
      '开始',
      '自动暂停',
      '结束',
    ])
    expect(moments.map((moment) => moment.hasAttribute('data-future'))).toEqual([false, false, false, false, true])
  })

  it('a deleted campaign leads back to the list', async () => {
    const stage = await open(view, { shown: { status: 6 } })
    await screen.findByLabelText('效果')
    fireEvent.click(screen.getByLabelText('“开学季”的操作'))
    fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
    fireEvent.click((await dialog()).getByText('删除'))
    await waitFor(() => expect(stage.address()).toMatch(/^\/activity(\?|$)/))
  })

  it('a campaign that does not exist is told, with a way back', async () => {
    await open(view, { handlers: [[activityCalls.get, () => refused('activity.notFound', 'gone')]] })
    expect(await screen.findByText('gone')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回活动列表' })).toBeTruthy()
  })

  it('a removed link keeps its numbers and can no longer be copied', async () => {
    const [first] = campaignOf().links
    await open(view, { shown: { links: first ? [{ ...first, isActive: false }] : [] } })
    expect(await screen.findByText('已停用')).toBeTruthy()
    expect(screen.getByText('90 次浏览 → 40 人参与')).toBeTruthy()
    expect(screen.queryByLabelText('复制“官网”的链接')).toBeNull()
  })
})
