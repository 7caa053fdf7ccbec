// Locators for the product form, by label. They do not check any rules.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { LIMITS } from '@sealwright/contract'
import type { DataAreaName, Locale } from '@sealwright/contract'
import { SAY } from './words.ts'

export function productForm(page: Page, locale: Locale = 'zh') {
  const say = SAY[locale]
  const form = page.locator('form.form-page')
  const field = (name: 'name' | 'displayName' | 'licenseId' | 'licenseVersion' | 'brief') =>
    form.getByRole('textbox', { name: new RegExp(`^${say(`product.fields.${name}`)}`) })
  const area = (name: DataAreaName) => form.getByRole('group', { name: say(`common.fields.${name}`), exact: true })
  return {
    form,
    name: field('name'),
    displayName: field('displayName'),
    licenseId: field('licenseId'),
    licenseVersion: field('licenseVersion'),
    brief: field('brief'),
    cloud: form.getByRole('checkbox', { name: say('product.forms.cloud') }),
    soft: form.getByRole('checkbox', { name: say('product.forms.soft') }),
    logo: form.locator('input[type=file][accept="image/png"]'),
    logoPreview: form.getByRole('img', { name: say('blocks.logo.alt') }),
    addModule: form.getByRole('button', { name: say('product.modules.add') }),
    /** Opens the grid of all modules, where `module` is a box. */
    openGrid: form.getByRole('button', { name: say('product.modules.openGrid', { max: LIMITS.product.modules }) }),
    module: (id: number) => form.locator(`input[data-module="${id}"]`),
    moduleName: (id: number) => form.getByRole('textbox', { name: say('product.modules.nameOf', { id }), exact: true }),
    modules: form.getByRole('region', { name: say('common.fields.modules'), exact: true }),
    area,
    /** The choice of how to fill the area: nothing, text, a file or items. */
    source: (name: DataAreaName, source: 'none' | 'text' | 'file' | 'items') =>
      area(name)
        .getByRole('radiogroup')
        .getByText(say(`product.area.sources.${source}`), { exact: true }),
    areaText: (name: DataAreaName) => area(name).getByRole('textbox', { name: say('common.fields.text'), exact: true }),
    areaFile: (name: DataAreaName) => area(name).locator('input[type=file]'),
    itemKey: (name: DataAreaName, n: number) =>
      area(name).getByRole('textbox', { name: say('product.area.itemKey', { n }), exact: true }),
    itemValue: (name: DataAreaName, n: number) =>
      area(name).getByRole('textbox', { name: say('product.area.itemValue', { n }), exact: true }),
    addItem: (name: DataAreaName) => area(name).getByRole('button', { name: say('product.area.addItem') }),
    itemMenu: (name: DataAreaName, n: number) =>
      area(name).getByRole('button', { name: say('product.area.itemActions', { n }), exact: true }),
    create: form.getByRole('button', { name: say('product.form.create') }),
    save: form.getByRole('button', { name: say('product.form.save'), exact: true }),
    cancel: form.getByRole('button', { name: say('blocks.form.cancel'), exact: true }),
    /** The message in the bar with the buttons. */
    words: form.locator('.form-bar-words'),
  }
}

export type ProductFormOnPage = ReturnType<typeof productForm>

/** The note under a control. */
export async function noteOf(control: Locator): Promise<Locator> {
  const id = await control.getAttribute('aria-describedby')
  return control.page().locator(`[id="${id}"]`)
}

export async function expectError(control: Locator, sentence: string): Promise<void> {
  await expect(control).toHaveAttribute('aria-invalid', 'true')
  await expect(await noteOf(control)).toContainText(sentence)
}
