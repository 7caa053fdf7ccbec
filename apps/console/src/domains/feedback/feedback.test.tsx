// Feedback in the console: pictures by choice, drop and paste, what is sent, and the answers.
import { ERRORS, LIMITS, feedbackCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { Screen as Success } from './feedback-success.screen.tsx'
import { Screen } from './feedback.screen.tsx'

afterEach(async () => {
  await showLanguage('zh')
})

const { pictures: most, pictureBytes } = LIMITS.feedback
const at = '2026-01-01T00:00:00.000Z'
const GUID = '00000000-0000-4000-8000-000000000001'
const row = {
  guid: GUID,
  kind: 'suggestion',
  text: '列表可以记住排序吗？',
  contact: null,
  page: '/product',
  version: '0.1.0',
  pictures: 1,
  createTime: at,
  answer: '下个版本会有。',
  answerTime: at,
}
const page = (...rows: object[]) => ({ data: { rows, records: rows.length, total: 1, version: '0.1.0' } })

function pngBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32)
  bytes.set([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  ])
  return bytes
}
const png = (name = 'a.png') => new File([pngBytes()], name, { type: 'image/png' })

type Handlers = Parameters<typeof openStage>[2]
const open = (handlers: Handlers = [], href = '/feedback?from=/product') =>
  openStage({ '/feedback': Screen, '/feedback/success': Success }, href, [
    [feedbackCalls.find, () => page()],
    ...handlers,
  ])
const write = async (text: string) =>
  fireEvent.change(await screen.findByLabelText(/^内容/), { target: { value: text } })
const choose = async (...files: File[]) => {
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/^图片/), { target: { files } })
  })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: '提交反馈' }))

it('sends kind, text, contact, page and pictures, however they were added, and says thank you', async () => {
  const stage = await open([[feedbackCalls.create, () => ({ data: { guid: GUID } })]])
  await write('保存之后，列表里看不到它。')
  expect(await screen.findByText(/来自页面 \/product，中心版本 0\.1\.0/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('建议'))
  await choose(png())
  const field = screen.getByLabelText(/^图片/).parentElement
  await act(async () => {
    fireEvent.drop(field ?? document.body, { dataTransfer: { files: [png()] } })
  })
  await act(async () => {
    fireEvent.paste(document.body, { clipboardData: { files: [png()] } })
  })
  await waitFor(() => expect(screen.getAllByRole('img', { name: /张图片/ })).toHaveLength(3))
  fireEvent.click(screen.getByRole('button', { name: '移除第 2 张图片' }))
  send()
  expect(await screen.findByText('谢谢您的反馈')).toBeTruthy()
  const [sent] = stage.sent.filter(({ path }) => path === feedbackCalls.create.path)
  const base64 = btoa(String.fromCharCode(...pngBytes()))
  expect(sent?.payload).toEqual({
    kind: 'suggestion',
    text: '保存之后，列表里看不到它。',
    contact: 'lin@example.com',
    pictures: [base64, base64],
    page: '/product',
  })
  expect(screen.getByRole('link', { name: '返回刚才的页面' }).getAttribute('href')).not.toContain('from')
})

it('refuses files that are no pictures, too large or too many, and keeps the others', async () => {
  await open()
  await screen.findByLabelText(/^内容/)
  await choose(new File(['<html></html>'], 'a.png', { type: 'image/png' }))
  await screen.findByText('图片必须是 PNG、JPEG 或 WebP')
  const large = png()
  Object.defineProperty(large, 'size', { value: pictureBytes + 1 })
  await choose(large)
  await screen.findByText('文件不能超过 2 MB')
  await choose(...Array.from({ length: most + 1 }, (_, index) => png(`${index}.png`)))
  await screen.findByText(/最多 5 张图片/)
  expect(screen.getAllByRole('img', { name: /张图片/ })).toHaveLength(most)
})

it('a text that is too short is refused before it is sent; a refusal of the server keeps what was typed', async () => {
  const words = '24 小时内最多提交 10 条反馈，请稍后再试'
  const stage = await open([
    [feedbackCalls.create, () => ({ code: ERRORS['feedback.tooMany'].code, desc: words, data: null })],
  ])
  await write('太短')
  send()
  expect(await screen.findByText('内容至少需要 10 个字符')).toBeTruthy()
  expect(stage.sent.some(({ path }) => path === feedbackCalls.create.path)).toBe(false)
  await write('这一段足够长，可以提交了。')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LIMITS.console.clickThrottleMs)
  send()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^内容/).value).toBe('这一段足够长，可以提交了。')
})

it('shows the earlier feedback with its answer, and its pictures on request', async () => {
  await open([
    [feedbackCalls.find, () => page(row)],
    [feedbackCalls.picture, () => ({ data: { type: 'image/png', base64: 'AAAA' } })],
  ])
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toMatch(/建议.*已回复.*列表可以记住排序吗.*下个版本会有/)
  fireEvent.click(within(item).getByRole('button', { name: '查看 1 张图片' }))
  expect((await within(item).findByRole<HTMLImageElement>('img')).src).toBe('data:image/png;base64,AAAA')
})

it('speaks English, and says so when there is no feedback yet', async () => {
  await open()
  await act(() => showLanguage('en'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Feedback' })).toBeTruthy()
  expect(await screen.findByText('No feedback yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send feedback' })).toBeTruthy()
})

it('the form stays if the earlier feedback cannot be loaded', async () => {
  await open([
    [feedbackCalls.find, () => ({ code: ERRORS['platform.systemError'].code, desc: '系统内部错误', data: null })],
  ])
  expect(await screen.findByText('系统内部错误')).toBeTruthy()
  expect(screen.getByLabelText(/^内容/)).toBeTruthy()
})
