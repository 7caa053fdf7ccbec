// Feedback in a browser: a dropped and a pasted picture, the operator's answer by command, and the way to the answer.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { zh } from './support/words.ts'

const PLATFORM = join(import.meta.dirname, '../apps/server/src/platform.ts')
const TEXT = '保存模板之后，列表里看不到它。'

/** Drops or pastes a picture that the page draws itself. */
const give = (page: Page, way: 'drop' | 'paste') =>
  page.evaluate(async (type) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d')?.fillRect(5, 5, 20, 20)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const files = new DataTransfer()
    files.items.add(new File([blob ?? ''], 'screenshot.png', { type: 'image/png' }))
    const event =
      type === 'drop'
        ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })
    document.querySelector(type === 'drop' ? '.feedback-pictures' : 'textarea')?.dispatchEvent(event)
  }, way)

test('feedback with pictures is sent, answered by a command, and read', async ({ people, open }) => {
  const person = await people.developer()
  const page = await open(person)
  await page.goto('/product')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^账号：/ })
    .click()
  await page.getByRole('link', { name: zh('feedback.titles.form') }).click()
  await page.getByLabel(zh('feedback.fields.text')).fill(TEXT)
  await give(page, 'drop')
  await expect(page.getByRole('img', { name: '第 1 张图片' })).toBeVisible()
  await give(page, 'paste')
  await expect(page.getByRole('img', { name: '第 2 张图片' })).toBeVisible()
  await expectNobodyKeptOut(page)
  await page.getByRole('button', { name: zh('feedback.form.submit') }).click()
  await expect(page.getByText(zh('feedback.success.title'))).toBeVisible()
  await expect(page.getByRole('link', { name: zh('feedback.success.back') })).toHaveAttribute('href', '/product')

  const [sent] = await people.sql<{ guid: string; page: string; pictures: number }>(
    `select f.guid, f.page, (select count(*)::int from feedback_picture p where p.feedback_guid = f.guid) as pictures
     from feedback f where f.account_id = $1`,
    [person.accountId],
  )
  expect(sent).toMatchObject({ page: '/product', pictures: 2 })
  const guid = sent?.guid ?? ''
  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PLATFORM, 'answer-feedback', guid, '已经修好'],
    { env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: process.env['SEALWRIGHT_E2E_FOLDER'] } },
  )
  const [message] = await people.sql<{ kind: string; link: string }>(
    'select kind, link from message where account_id = $1',
    [person.accountId],
  )
  expect(message).toEqual({ kind: 'feedbackAnswered', link: `/feedback#${guid}` })

  await page.goto(message?.link ?? '')
  const item = page.getByRole('listitem').filter({ hasText: '已经修好' })
  await expect(item).toHaveAttribute('aria-current', 'true')
  await item.getByRole('button', { name: /查看 2 张图片/ }).click()
  await expect(item.getByRole('img')).toHaveCount(2)
})
