// A switch of the configuration changes another screen at once, and can be undone.
import { productCalls } from '@sealwright/contract'
import { expect, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import { zh } from './support/words.ts'

test('a switch changes another screen at once, and back by undo', async ({ people, open }) => {
  const actor = await people.developer()
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图 CAD', licenseId, licenseForm: 3 }))
  const form = await open(actor)
  const lends = form.getByRole('switch', { name: zh('template.fields.lending') })
  const openForm = async () => {
    await form.goto(`/pc/template/sn/new?licenseId=${licenseId}`)
    await expect(form.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await openForm()
  await expect(lends).toBeVisible()

  const page = await open(actor)
  await page.goto('/configure')
  const lending = page.getByRole('switch', { name: zh('config.fields.lending'), exact: true })
  await expect(lending).toBeChecked()
  // By keyboard, as with the pointer.
  await lending.focus()
  await page.keyboard.press('Space')
  const undo = page.getByRole('button', { name: zh('config.undo') })
  await expect(undo).toBeVisible()
  await openForm()
  await expect(form.getByText(zh('template.form.lendingOff'))).toBeVisible()
  await expect(lends).toBeHidden()

  await undo.click()
  await expect(lending).toBeChecked()
  await expect(page.getByText(zh('config.undone'))).toBeVisible()
  await openForm()
  await expect(lends).toBeVisible()
})
