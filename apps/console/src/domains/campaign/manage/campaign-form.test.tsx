// The forms of campaigns: drafts with their price, and what stays adjustable after publication.
import { LIMITS, activityCalls, pcTemplateCalls } from '@sealwright/contract'
import type { TemplateAnswer } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf, storedOf } from '../../template/template-answer.fixture.ts'
import {
  TEMPLATE_GUID,
  campaignOf,
  dialog,
  guid,
  inDays,
  open as openStage,
  refused,
  toasts,
} from './campaign.fixture.ts'
import type { Opened } from './campaign.fixture.ts'

const cloud = answerOf(storedOf('account', { licenseForm: 1, licDuration: 30, kickOut: true }), {
  guid: TEMPLATE_GUID,
  canModify: true,
})

/** With one template to choose. */
const open = (href: string, opened: Opened = {}, template: TemplateAnswer = cloud) =>
  openStage(href, {
    ...opened,
    handlers: [
      [pcTemplateCalls.find, () => ({ data: { rows: [template], records: 1, total: 1 } })],
      [pcTemplateCalls.get, () => ({ data: template })],
      ...(opened.handlers ?? []),
    ],
  })

/** By the beginning of its label. Looking for roles and labels costs more than all else in so large a form. */
function field(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll<HTMLElement>('label, input[aria-label]')].find((element) =>
    (element.getAttribute('aria-label') ?? element.textContent).startsWith(label),
  )
  const control = named instanceof HTMLLabelElement ? named.control : named
  if (!(control instanceof HTMLElement)) throw new Error(`no field ${label}`)
  return control as HTMLInputElement // or a text area, which has a value too
}
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
const press = (name: string) => fireEvent.click(button(name) ?? document.body)

// Only the clock of the click throttle.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
const afterThrottle = () => vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)

async function chooseTemplate() {
  const box = field('模板')
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await screen.findByText('年度', { selector: '[role=option] *, [role=option]' }))
}

async function fillIn() {
  type('活动名称', '开学季')
  type('开始时间', '2027-03-01')
  type('结束时间', '2027-03-31')
  type('名额', '200')
  type('链接名称 1', '官网')
  await chooseTemplate()
}

describe('a new campaign', () => {
  it('names what is missing on its field, and sends nothing', async () => {
    const stage = await open('/activity/new')
    await screen.findByText('基本信息')
    press('保存草稿')
    expect(await screen.findByText('活动名称不能为空')).toBeTruthy()
    expect(screen.getByText('链接名称不能为空')).toBeTruthy()
    expect(field('链接名称 1').getAttribute('aria-invalid')).toBe('true')
    expect(stage.sentTo(activityCalls.create)).toEqual([])
  })

  it('takes the terms from the template, shows the price of all places and is saved as a draft', async () => {
    const stage = await open('/activity/new', {
      handlers: [[activityCalls.create, () => ({ data: { guid, number: 'HD1' } })]],
    })
    await screen.findByText('基本信息')
    await fillIn()
    expect(field('许可时长').value).toBe('30')
    expect(field('允许踢出').checked).toBe(true)
    const panel = within(screen.getByLabelText('费用'))
    expect(await panel.findByText('200 个名额的费用')).toBeTruthy()
    expect(panel.getByText(/^目前只够支付 120 个名额/)).toBeTruthy()
    expect(stage.sentTo(activityCalls.quote)).toMatchObject([{ maxParticipants: '200', licenseDays: '30' }])
    press('保存草稿')
    await waitFor(() => expect(stage.address()).toBe(`/activity/view?guid=${guid}`))
    expect(stage.sentTo(activityCalls.create)).toMatchObject([
      {
        name: '开学季',
        startTime: '2027-02-28T16:00:00.000Z',
        endTime: '2027-03-31T15:59:59.000Z',
        userScope: '2',
        accountTypes: [1, 2],
        templateGuid: TEMPLATE_GUID,
        licenseDays: '30',
        kickOut: true,
        links: [{ name: '官网' }],
      },
    ])
    expect(stage.sentTo(activityCalls.publish)).toEqual([])
  })

  it('keeps the terms that were typed before the template was chosen, unless it allows no changes', async () => {
    await open('/activity/new')
    await screen.findByText('基本信息')
    type('许可时长', '7')
    await chooseTemplate()
    expect(await screen.findByText(/^模板期限/)).toBeTruthy()
    expect(field('许可时长').value).toBe('7')
    expect(field('允许踢出').checked).toBe(true)
  })

  it('saved and published, it asks before it is published', async () => {
    const stage = await open('/activity/new', {
      shown: { status: 1 },
      handlers: [[activityCalls.create, () => ({ data: { guid, number: 'HD1' } })]],
    })
    await screen.findByText('基本信息')
    await fillIn()
    press('保存并发布')
    const question = await dialog()
    expect(stage.sentTo(activityCalls.publish)).toEqual([])
    fireEvent.click(question.getByText('发布活动'))
    await waitFor(() => expect(stage.sentTo(activityCalls.publish)).toEqual([{ guid }]))
    expect(stage.address()).toBe(`/activity/view?guid=${guid}`)
  })

  it('people who may not publish only save drafts', async () => {
    await open('/activity/new', { privileges: ['activity.view', 'activity.create'] })
    await screen.findByText('基本信息')
    expect(button('保存草稿')).toBeTruthy()
    expect(button('保存并发布')).toBeUndefined()
  })

  it('tells two equal link names while they are typed, and offers at most five', async () => {
    await open('/activity/new')
    await screen.findByText('基本信息')
    type('链接名称 1', '官网')
    press('添加链接')
    expect(document.activeElement).toBe(field('链接名称 2'))
    type('链接名称 2', '官网')
    expect(await screen.findByText('推广链接“官网”重复')).toBeTruthy()
    for (let n = 0; n < 3; n++) {
      afterThrottle()
      press('添加链接')
    }
    expect(button('添加链接')).toBeUndefined()
    press('移除第 5 个链接')
    expect(document.activeElement?.textContent).toBe('添加链接')
  })

  it('needs a term, and a start before its end', async () => {
    await open('/activity/new')
    await screen.findByText('基本信息')
    await fillIn()
    type('许可时长', '')
    type('结束时间', '2027-02-01')
    press('保存草稿')
    expect(await screen.findByText('时长、截止时间和使用次数至少设置一项')).toBeTruthy()
    expect(screen.getByText('开始时间不能晚于结束时间')).toBeTruthy()
  })

  it('the terms of a template that allows no changes can only be read', async () => {
    await open('/activity/new', {}, { ...cloud, canModify: false })
    await screen.findByText('基本信息')
    await chooseTemplate()
    expect(await screen.findByText(/^此模板不允许在签发时修改期限/)).toBeTruthy()
    expect(screen.queryByLabelText(/^许可时长/)).toBeNull()
  })

  it('a template for soft licenses has neither use counts nor kick-out', async () => {
    await open('/activity/new', {}, { ...cloud, licenseForm: 2 })
    await screen.findByText('基本信息')
    await chooseTemplate()
    await screen.findByText(/^模板期限/)
    expect(screen.queryByLabelText(/^使用次数/)).toBeNull()
    expect(screen.queryByLabelText('允许踢出')).toBeNull()
  })

  it('a problem that issuing would have is shown with the price', async () => {
    await open('/activity/new', {
      handlers: [
        [
          activityCalls.quote,
          () => ({ data: { price: null, payable: null, problem: { message: '模板已过期', field: null } } }),
        ],
      ],
    })
    await screen.findByText('基本信息')
    await fillIn()
    expect(await screen.findByText('模板已过期')).toBeTruthy()
  })

  it('a file that is no picture is refused, and the picture stays', async () => {
    await open('/activity/new')
    await screen.findByText('基本信息')
    const file = new File(['no picture'], 'a.png', { type: 'image/png' })
    fireEvent.change(field('活动图片'), { target: { files: [file] } })
    expect(await screen.findByText('活动图片必须是 PNG、JPEG 或 WebP')).toBeTruthy()
    expect(screen.queryByAltText('活动图片预览')).toBeNull()
  })

  it('a copy has new links and no period that is over', async () => {
    const stage = await open(`/activity/new?copyOf=${guid}`, {
      shown: { status: 6, startTime: inDays(-9), endTime: inDays(-2) },
      handlers: [[activityCalls.create, () => ({ data: { guid, number: 'HD1' } })]],
    })
    await screen.findByText('基本信息')
    expect(field('活动名称').value).toBe('开学季 副本')
    expect([field('开始时间').value, field('结束时间').value]).toEqual(['', ''])
    type('开始时间', '2027-03-01')
    type('结束时间', '2027-03-31')
    press('保存草稿')
    await waitFor(() => expect(stage.sentTo(activityCalls.create)).toHaveLength(1))
    expect(stage.sentTo(activityCalls.create)[0]?.links).toEqual([{ name: '官网' }, { name: '展会' }])
  })
})

describe('a draft', () => {
  it('shows the refusal of the server on its field', async () => {
    await open(`/activity/edit?guid=${guid}`, {
      shown: { status: 1 },
      handlers: [[activityCalls.update, () => refused('activity.linkNotFound', 'unknown link', 'links.1.name')]],
    })
    await screen.findByText('基本信息')
    press('保存草稿')
    expect(await screen.findByText('unknown link')).toBeTruthy()
    expect(field('链接名称 2').getAttribute('aria-invalid')).toBe('true')
  })

  it('is saved with its revision and leads back to its page', async () => {
    const stage = await open(`/activity/edit?guid=${guid}&sourcePath=/activity/view`, { shown: { status: 1 } })
    await screen.findByText('基本信息')
    type('名额', '300')
    press('保存草稿')
    await waitFor(() => expect(stage.address()).toBe(`/activity/view?guid=${guid}`))
    expect(stage.sentTo(activityCalls.update)).toMatchObject([{ guid, revision: 3, maxParticipants: '300' }])
    expect(toasts()).toEqual(['活动“开学季”已保存'])
  })

  it('says that it will pause itself if its licenses end before it does', async () => {
    await open(`/activity/edit?guid=${guid}`, {
      shown: { status: 1, endTime: inDays(10), licenseDeadline: inDays(5) },
    })
    expect(await screen.findByText(/^活动结束前许可就已截止/)).toBeTruthy()
  })

  it('a published campaign is adjusted instead', async () => {
    await open(`/activity/edit?guid=${guid}`)
    expect((await screen.findByText('调整活动')).getAttribute('href')).toBe(`/activity/editOngoing?guid=${guid}`)
  })
})

describe('a published campaign', () => {
  const href = `/activity/editOngoing?guid=${guid}`

  it('needs money only for the places that are left', async () => {
    await open(href, { shown: { maxParticipants: 200, taken: 80 } })
    expect(await screen.findByText('目前足够支付剩余的全部 120 个名额。')).toBeTruthy()
  })

  it('offers end, places, introduction, picture and links; the rest is shown as facts', async () => {
    const stage = await open(href)
    await screen.findByText('时间和名额')
    for (const fixed of [/^活动名称/, /^开始时间/, /^模板/, /^许可时长/])
      expect(screen.queryByLabelText(fixed)).toBeNull()
    expect(screen.getByText('星图 · 年度')).toBeTruthy()
    type('名额', '500')
    press('保存调整')
    await waitFor(() => expect(stage.sentTo(activityCalls.updateOngoing)).toHaveLength(1))
    expect(Object.keys(stage.sentTo(activityCalls.updateOngoing)[0] ?? {}).toSorted()).toEqual(
      ['endTime', 'guid', 'introduction', 'links', 'maxParticipants', 'picture', 'revision'].toSorted(),
    )
  })

  it.each([
    ['activity.notLater', 'endTime', '结束时间'],
    ['activity.placesTaken', 'maxParticipants', '名额'],
  ] as const)('shows %s on its field', async (error, path, label) => {
    await open(href, { handlers: [[activityCalls.updateOngoing, () => refused(error, 'no', path)]] })
    await screen.findByText('时间和名额')
    press('保存调整')
    expect(await screen.findByText('no')).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  })

  it('asks before a link with participations is removed, and not for one without', async () => {
    await open(href)
    await screen.findByText('时间和名额')
    press('移除链接“官网”')
    const question = await dialog()
    expect(question.getByText(/已有的 40 次参与仍保留在报表中/)).toBeTruthy()
    fireEvent.click(question.getByText('取消'))
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    expect(field('链接名称 1').value).toBe('官网')
    press('移除链接“展会”')
    await waitFor(() => expect(screen.queryByLabelText('链接名称 2')).toBeNull())
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('a campaign that is over stays as it is', async () => {
    await open(href, { shown: { status: 6 } })
    expect(await screen.findByText('活动“开学季”已结束，不能再修改。')).toBeTruthy()
    expect(campaignOf({ status: 6 }).acts).not.toContain('editOngoing')
  })
})
