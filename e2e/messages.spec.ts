// Tests messages in the browser: the bell moves by itself in two windows, and the journey from the bell to the thing.
import { messageCalls, taskCalls, userCalls } from '@sealwright/contract'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

const bell = (count: number) => ({ name: zh('message.bell.label', { count }), exact: true })

/** A task with one row, which ends with a message. */
async function importUser(actor: Actor): Promise<string> {
  const file = new File([['账号', `one@${actor.developerId}.example`].join('\n')], 'one.csv')
  const { taskId } = await actor.call(userCalls.import, {
    file,
    dryRun: false,
    needActivation: false,
    sendMail: false,
  })
  await expect
    .poll(async () => (await actor.call(taskCalls.get, { guid: taskId })).finishTime, { intervals: [50] })
    .not.toBeNull()
  return taskId
}

test('/message and /notice lead to their lists', async ({ people, open }) => {
  const page = await open(await people.developer())
  await page.goto('/message')
  await expect(page).toHaveURL('/message/allMessage')
  await page.goto('/notice')
  await expect(page).toHaveURL('/notice/allNotice')
})

test('a message moves the bell in two windows within a second, and leads to its thing', async ({ people, open }) => {
  const actor = await people.developer()
  // Notices of other tests must not count.
  await people.sql('insert into notice_read (account_id, notice_guid, read_at) select $1, guid, now() from notice', [
    actor.accountId,
  ])
  const [one, other] = [await open(actor), await open(actor, {})]
  for (const page of [one, other]) {
    const listening = page.waitForResponse((response) => response.url().endsWith(taskCalls.watch.path))
    await page.goto('/product')
    await listening
    await expect(page.getByRole('button', bell(0))).toBeVisible()
  }
  const guid = await importUser(actor)
  for (const page of [one, other]) await expect(page.getByRole('button', bell(1))).toBeVisible({ timeout: 1_000 })

  await one.getByRole('button', bell(1)).click()
  await expect(
    one
      .getByRole('group', { name: zh('message.bell.title') })
      .getByRole('link')
      .first(),
  ).toBeVisible()
  await expectNobodyKeptOut(one)
  await one
    .getByRole('group', { name: zh('message.bell.title') })
    .getByRole('link')
    .first()
    .click()
  await expect(one).toHaveURL(/messageDetail/)
  // Opening it here also clears the number there.
  await expect(other.getByRole('button', bell(0))).toBeVisible({ timeout: 3_000 })
  expect((await actor.call(messageCalls.count, {})).messages).toBe(0)
  await one.getByRole('link', { name: zh('message.actions.toThing') }).click()
  await expect(one).toHaveURL(`/taskCenter?guid=${guid}`)
})
