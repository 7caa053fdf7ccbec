// An e-mail template from the first word to the mail of a new user: written in the editor, previewed, submitted,
// approved, enabled. In both languages.
import { LOCALES, emailTemplateCalls, identityCalls, userCalls } from '@sealwright/contract'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { SAY, entityWord } from './support/words.ts'

const GREETING = { zh: '亲爱的 ', en: 'Dear ' }

for (const locale of LOCALES) {
  test(`a template is written by keyboard, previewed without scripts, and used when enabled, in ${locale}`, async ({
    people,
    open,
  }) => {
    const say = SAY[locale]
    const actor = await people.developer()
    await actor.call(identityCalls.updatePreferences, { locale })
    const page = await open(actor)
    await page.goto('/emailTemplate')
    await expect(page.getByText(say('emailTemplate.list.emptySentence'))).toBeVisible()
    await page
      .getByRole('link', { name: entityWord(say, 'emailTemplate', 'new') })
      .first()
      .click()

    await page.getByLabel(say('common.fields.name'), { exact: true }).fill('激活邀请')
    const editor = page.getByRole('textbox', { name: say('emailTemplate.fields.body'), exact: true })
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(GREETING[locale])
    await page.keyboard.press('Control+b')
    await page
      .getByRole('button', { name: say('emailTemplate.form.variables') })
      .last()
      .click()
    await page.getByRole('menuitem', { name: say('emailTemplate.variables.userName') }).click()
    await expect(editor.locator('.editor-variable').first()).toHaveText('{userName}')
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say('emailTemplate.editor.tools.alignCenter') })
      .click()
    await expect(editor.locator('p').first()).toHaveClass('editor-align-center')

    // The preview follows, with a sample for the variable and the style of the paragraph.
    const mail = page.frameLocator('iframe')
    await expect(mail.locator('p').first()).toContainText(GREETING[locale] + say('emailTemplate.samples.userName'))
    await expect(mail.locator('p').first()).toHaveCSS('text-align', 'center')
    if (locale === 'zh') await expectNobodyKeptOut(page)

    // An unknown variable is marked where it is typed, and refused on its field.
    await editor.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('{nobody}')
    await expect(editor.locator('.editor-unknown')).toHaveText('{nobody}')
    const save = page.getByRole('button', { name: entityWord(say, 'emailTemplate', 'create'), exact: true })
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: '{nobody}' })).toBeVisible()
    for (let typed = 0; typed < '{nobody}'.length; typed++) await page.keyboard.press('Backspace')
    // A second click within half a second is ignored.
    await expect(async () => {
      await save.click()
      await page.waitForURL('**/emailTemplate/viewTemplate?*', { timeout: 2_000 })
    }).toPass()
    await expect(page.getByText(say('emailTemplate.statuses.reviewing'), { exact: true })).toBeVisible()

    const guid = new URL(page.url()).searchParams.get('guid') ?? ''
    await people.sql('update email_template set status = 4 where guid = $1', [guid])
    await page.reload()
    await page.getByRole('button', { name: say('emailTemplate.actions.enable') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('emailTemplate.actions.enable') })
      .click()
    await expect(page.getByText(say('emailTemplate.statuses.enabled'), { exact: true })).toBeVisible()

    const account = `reader-${actor.developerId}@test.example`
    await actor.call(userCalls.create, { account })
    const [sent] = await people.sql<{ html: string }>('select html from mail_outbox where recipient = $1', [account])
    expect(sent?.html).toContain(`<p style="text-align:center"><strong>${GREETING[locale]}</strong>${account}`)
    expect((await actor.call(emailTemplateCalls.get, { guid })).status).toBe(5)
  })
}
