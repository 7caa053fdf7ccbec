// Tests tasks: progress that updates by itself, results as files, retrying failed rows, and undoing a task.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { LIMITS, taskCalls, userCalls } from '@sealwright/contract'
import { expect, test } from './support/fixtures.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

/** Two chunks of an import. */
const MANY = 2_000
const FEW = 30
const BAD = 'not-an-address'

const button = (page: Page, action: 'retry' | 'undo' | 'cancel' | 'download') =>
  page.getByRole('button', { name: zh(`task.actions.${action}`), exact: true })
const card = (page: Page, subject: string) =>
  page
    .getByRole('list', { name: zh('task.titles.list') })
    .getByRole('listitem')
    .filter({ hasText: subject })
const answerQuestion = (page: Page, action: 'undo' | 'cancel') =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh(`task.actions.${action}`), exact: true })
    .click()

async function importUsers(actor: Actor, subject: string, accounts: readonly string[]): Promise<string> {
  const file = new File([['账号', ...accounts].join('\n')], subject)
  return (await actor.call(userCalls.import, { file, dryRun: false, needActivation: false, sendMail: false })).taskId
}
const accounts = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}@many.example`)

async function ended(actor: Actor, guid: string): Promise<void> {
  await expect
    .poll(async () => (await actor.call(taskCalls.get, { guid })).finishTime, { timeout: 100_000 })
    .not.toBeNull()
}

test('an import moves in the list by itself, and ends with its counts', async ({ people, open }) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/taskCenter')
  await expect(page.getByText(zh('task.list.emptyTitle'))).toBeVisible()
  const progress = card(page, 'many.csv').getByRole('progressbar')
  const held = { id: randomUUID(), email: `user-${randomUUID()}@many.example` }
  // A fast import can end before the page is told of its progress. This one waits in its second chunk for an account.
  await people.holding(
    "insert into account (id, email, password_hash, created_at) values ($1, $2, '', now())",
    [held.id, held.email],
    async () => {
      await importUsers(actor, 'many.csv', [...accounts(MANY - 2), held.email, BAD])
      await expect(progress).toHaveAttribute('aria-valuenow', String(MANY / 2), { timeout: 30_000 })
    },
  )
  await expect(card(page, 'many.csv').getByText(zh('task.statuses.partly'))).toBeVisible({ timeout: 100_000 })
  await expect(card(page, 'many.csv')).toContainText('1,999')
})

test('the rows of a task show their results and reasons, and the failed rows can be downloaded', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const guid = await importUsers(actor, 'few.csv', [...accounts(FEW), BAD])
  await ended(actor, guid)
  const page = await open(actor)
  await page.goto(`/taskCenter?guid=${guid}`)
  await page.getByRole('tab', { name: zh('task.states.fail') }).click()
  const rows = page.getByRole('table', { name: 'few.csv' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(BAD)
  await button(page, 'download').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: zh('task.actions.downloadFailed', { format: 'CSV' }) }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${zh('task.failedFile', { subject: 'few' })}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(BAD)
  expect(text).not.toContain('user-0@')
})

test('failed rows are tried again, or given up', async ({ people, open }) => {
  const actor = await people.developer()
  const guid = await importUsers(actor, 'few.csv', [...accounts(FEW), BAD])
  await ended(actor, guid)
  const page = await open(actor)
  await page.goto(`/taskCenter?guid=${guid}`)
  await expect(button(page, 'download')).toBeVisible()
  // A row with invalid data would fail again.
  await expect(button(page, 'retry')).toBeHidden()
  await button(page, 'cancel').click()
  await answerQuestion(page, 'cancel')
  await expect(page.locator('.fact-list').getByText(zh('task.statuses.cancelled'))).toBeVisible()
  const tags = Array.from({ length: LIMITS.tag.perUser }, (_, n) => `tag-${n}`)
  const user = await actor.call(userCalls.create, { account: 'full@tasks.example', sendMail: false, tags })
  const { taskId } = await actor.call(userCalls.batchUpdate, { guids: [user.guid], addTags: ['one-more'] })
  await ended(actor, taskId)
  await actor.call(userCalls.update, { guid: user.guid, tags: tags.slice(1), revision: 1 })
  await page.goto(`/taskCenter?guid=${taskId}`)
  await button(page, 'retry').click()
  await expect(page.getByRole('status').filter({ hasText: zh('task.retry.done') })).toBeVisible()
  await expect(page.locator('.fact-list').getByText(zh('task.statuses.completed'))).toBeVisible()
})

test('an import is undone by a separate task, which the page then shows', async ({ people, open }) => {
  const actor = await people.developer()
  const guid = await importUsers(actor, 'few.csv', accounts(FEW))
  await ended(actor, guid)
  const page = await open(actor)
  await page.goto(`/taskCenter?guid=${guid}`)
  await button(page, 'undo').click()
  await answerQuestion(page, 'undo')
  await expect(page.getByText(zh('task.undoOf', { kind: zh('task.kinds.userImport') }), { exact: true })).toBeVisible()
  await expect(page.locator('.fact-list').getByText(zh('task.statuses.completed'))).toBeVisible()
  expect(await actor.call(userCalls.count, {})).toBe(0)
  await page.goto(`/taskCenter?guid=${guid}`)
  await expect(page.getByText(zh('task.progress.allUndone', { undone: FEW }))).toBeVisible()
  await expect(page.locator('.fact-list').getByText(zh('task.statuses.undone'))).toBeVisible()
  await expect(button(page, 'undo')).toBeHidden()
})
