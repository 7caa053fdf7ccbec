// The code of the demo that lends, for the pictures of the guide.
import type { Page } from '@playwright/test'
import { lendingCalls, seatCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { WORDS } from '@sealwright/server/demo/words/index.ts'
import type { Actor, People } from './people.ts'
import { SAY } from './words.ts'

export interface LendingCode {
  licenseGuid: string
  serial: string
}

export async function lendingCode(actor: Actor): Promise<LendingCode> {
  const { rows } = await actor.call(seatCalls.find, { currentPage: 1, pageSize: 100 })
  const found = rows.find(({ lending }) => lending !== null)
  if (!found) throw new Error('the demo lends no seat')
  return found
}

/** Types the code on its page. */
export async function showCode(page: Page, { serial }: LendingCode, locale: Locale): Promise<void> {
  await page.locator('input[name=code]').fill(serial)
  await page.locator('button[type=submit]').click()
  await page.getByRole('heading', { name: SAY[locale]('codePage.offline.title') }).waitFor()
}

/** Signs in to the desk of the lending administrator. */
export async function openDesk(
  page: Page,
  actor: Actor,
  people: People,
  { licenseGuid }: LendingCode,
  locale: Locale,
): Promise<void> {
  const say = SAY[locale]
  const { lender } = WORDS[locale].lending
  await actor.call(lendingCalls.invite, { licenseGuid, email: lender })
  await page.goto(await people.link(lender))
  await page.getByRole('button', { name: say('codePage.signIn.submit'), exact: true }).click()
  await page.getByRole('heading', { name: say('codePage.desk.list') }).waitFor()
}
