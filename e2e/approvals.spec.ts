// The life of an approval request in a browser, with three people: a requester and two approvers, one for each step. A
// code is issued, rejected, edited, submitted again, approved by both and in force, and is charged once.
import type { Page } from '@playwright/test'
import {
  LICENSE_STATUSES,
  approveCalls,
  auditCalls,
  billingCalls,
  identityCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
} from '@sealwright/contract'
import type { Locale, Privilege } from '@sealwright/contract'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { SAY } from './support/words.ts'

const QUEUE = '/audit/license/sn'
const REQUESTER: readonly Privilege[] = ['snLicense.issue', 'snLicense.view', 'snLicense.update']
const APPROVER: readonly Privilege[] = ['audit.decide', 'audit.view', 'snLicense.view']

interface Cast {
  owner: Actor
  requester: Actor
  first: Actor
  second: Actor
  templateGuid: string
}

/** A flow with two steps for codes, and its people by name. */
async function cast(people: People, locale: Locale): Promise<Cast> {
  const owner = await people.developer()
  await people.credit(owner, 100)
  const join = async (name: string, privileges: readonly Privilege[]) => {
    const person = await people.administrator(owner, privileges, locale)
    await people.sql('update account set user_name = $1 where id = $2', [name, person.accountId])
    return people.signIn({ ...person, name })
  }
  const requester = await join('周宁', REQUESTER)
  const first = await join('李维', APPROVER)
  const second = await join('王芳', APPROVER)
  const licenseId = newLicenseId()
  await owner.call(productCalls.create, productPayload({ name: `星图 ${licenseId}`, licenseId, licenseForm: 3 }))
  const { guid: templateGuid } = await owner.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', licenseId, {
      name: '年度版',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 365,
      billingMode: 'year',
      canModify: true,
    }),
  )
  await owner.call(approveCalls.create, {
    name: '两级审批',
    families: ['sn'],
    events: ['issue'],
    steps: [{ userIds: [first.accountId] }, { userIds: [second.accountId] }],
  })
  return { owner, requester, first, second, templateGuid }
}

const balanceOf = async (owner: Actor) => {
  const { balanceFen, giftFen } = await owner.call(billingCalls.balance, {})
  return balanceFen + giftFen
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const actions = (page: Page) => page.locator('.page-head-actions')
const dialog = (page: Page) => page.getByRole('dialog')

test('a code waits, is rejected, edited, submitted again, approved by two people, and charged once', async ({
  people,
  open,
}) => {
  const say = SAY.zh
  const { owner, requester, first, second, templateGuid } = await cast(people, 'zh')
  const before = await balanceOf(owner)

  const own = await open(requester, {})
  await own.goto(`/pc/license/sn/new?templateGuid=${templateGuid}`)
  await expect(own.getByText(say('license.detail.approval.caught', { name: '两级审批' }))).toBeVisible()
  await own.locator('button[type=submit]').click()
  await expect(heading(own)).toHaveText(say('license.issue.result.waiting', { count: 1 }))
  await own.getByRole('link', { name: say('license.detail.approval.open') }).click()
  await expect(own).toHaveURL(/\/audit\/license\/sn\/view\?guid=/)
  const address = own.url()
  const guid = new URL(address).searchParams.get('guid') ?? ''
  await expect(own.getByText('1 / 2 · 等待李维')).toBeVisible()
  await expectNobodyKeptOut(own)
  const [license] = (await requester.call(auditCalls.findItems, { guid, currentPage: 1, pageSize: 10 })).rows
  expect(license?.status).toBe(LICENSE_STATUSES.approving)

  const approving = await open(first, {})
  await approving.goto(QUEUE)
  await expect(approving.getByRole('tab', { selected: true })).toHaveText(`${say('audit.queue.views.mine')}1`)
  await expect(approving.getByRole('navigation').getByTitle(say('audit.waiting', { count: 1 }))).toBeVisible()
  await approving.getByRole('table').getByRole('link').first().click()
  await actions(approving)
    .getByRole('button', { name: say('audit.acts.reject'), exact: true })
    .click()
  await dialog(approving).getByRole('textbox').fill('请改为两年')
  await dialog(approving)
    .getByRole('button', { name: say('audit.acts.reject'), exact: true })
    .click()
  await expect(approving.getByRole('note', { name: say('audit.detail.rejected') })).toContainText('请改为两年')
  expect(await balanceOf(owner)).toBe(before)

  await own.goto(`/pc/license/sn/view?guid=${license?.guid}`)
  await expect(own.getByRole('note')).toContainText('请改为两年')
  await own.getByRole('link', { name: say('license.detail.approval.open') }).click()
  await actions(own)
    .getByRole('link', { name: say('audit.acts.editAndResubmit') })
    .click()
  await own.getByRole('textbox', { name: /^时长/ }).fill('730')
  await expect(own.locator('.request-prices dd')).toHaveText(['¥15.00', '¥30.00'])
  await expect(own.getByText(say('audit.form.caught', { name: '两级审批' }))).toBeVisible()
  await expectNobodyKeptOut(own)
  await own.getByRole('button', { name: say('audit.form.saveResubmit') }).click()
  await expect(own).toHaveURL(address)
  await expect(own.getByText('1 / 2 · 等待李维')).toBeVisible()

  await approving.goto(address)
  await expect(approving.getByRole('region', { name: say('audit.detail.templateChanges') })).toContainText('730')
  await actions(approving)
    .getByRole('button', { name: say('audit.acts.approve'), exact: true })
    .click()
  await dialog(approving)
    .getByRole('button', { name: say('audit.acts.approve'), exact: true })
    .click()
  await expect(approving.getByText('2 / 2 · 等待王芳')).toBeVisible()

  // The second approver decides from the list.
  const deciding = await open(second, {})
  await deciding.goto(QUEUE)
  await deciding.getByRole('table').getByRole('checkbox').last().check()
  await deciding
    .getByRole('region', { name: say('blocks.list.batch') })
    .getByRole('button', { name: say('audit.acts.approve') })
    .click()
  await dialog(deciding)
    .getByRole('button', { name: say('audit.acts.approve'), exact: true })
    .click()
  await expect(deciding.getByText(say('audit.queue.emptyTitle.mine'))).toBeVisible()

  await own.goto(`/pc/license/sn/view?guid=${license?.guid}`)
  await expect(own.locator('.license-subtitle')).toContainText(say('license.statuses.unbound'))
  expect(before - (await balanceOf(owner))).toBe(3_000)
})

test('a request is asked about, handed over, withdrawn and submitted again, in English and in a narrow window', async ({
  people,
  open,
}) => {
  const say = SAY.en
  const { owner, requester, first, second, templateGuid } = await cast(people, 'en')
  for (const person of [requester, first, second]) await person.call(identityCalls.updatePreferences, { locale: 'en' })
  const { requestGuid: guid } = await requester.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [templateGuid],
    count: 2,
  })
  const address = `${QUEUE}/view?guid=${guid}`
  const narrow = { viewport: { width: 390, height: 844 } }

  const approving = await open(first, narrow)
  await approving.goto(QUEUE)
  await approving.getByRole('main').getByRole('link').first().click()
  await expect(approving.getByText('1 / 2 · waits for 李维')).toBeVisible()
  await expectNobodyKeptOut(approving)
  await actions(approving)
    .getByRole('button', { name: say('audit.acts.ask'), exact: true })
    .click()
  await dialog(approving).getByRole('textbox').fill('Who pays?')
  await dialog(approving)
    .getByRole('button', { name: say('audit.acts.ask'), exact: true })
    .click()
  await expect(approving.getByText(say('audit.detail.waitsForAnswer'))).toBeVisible()

  const own = await open(requester, narrow)
  await own.goto(address)
  const question = own.getByRole('note', { name: say('audit.detail.question', { asker: '李维' }) })
  await question.getByRole('textbox').fill('The customer.')
  await question.getByRole('button', { name: say('audit.acts.answer'), exact: true }).click()
  await expect(question).toBeHidden()

  await approving.reload()
  await expect(approving.getByRole('list', { name: say('audit.detail.history') })).toContainText('The customer.')
  await actions(approving)
    .getByRole('button', { name: say('audit.acts.handOver'), exact: true })
    .click()
  await dialog(approving).getByRole('combobox').fill('王')
  await approving.getByRole('option', { name: /^王芳/ }).click()
  await dialog(approving)
    .getByRole('button', { name: say('audit.acts.handOver'), exact: true })
    .click()
  await expect(approving.getByText('1 / 2 · waits for 王芳')).toBeVisible()

  await own.reload()
  await actions(own)
    .getByRole('button', { name: say('audit.acts.withdraw'), exact: true })
    .click()
  await dialog(own)
    .getByRole('button', { name: say('audit.acts.withdraw'), exact: true })
    .click()
  await expect(own.getByRole('note', { name: say('audit.detail.withdrawn') })).toBeVisible()
  await actions(own)
    .getByRole('button', { name: say('audit.acts.resubmit'), exact: true })
    .click()
  await dialog(own)
    .getByRole('button', { name: say('audit.acts.resubmit'), exact: true })
    .click()
  await expect(own.getByText('1 / 2 · waits for 李维')).toBeVisible()
  expect((await owner.call(auditCalls.get, { guid: guid ?? '' })).state).toBe('waiting')
})
