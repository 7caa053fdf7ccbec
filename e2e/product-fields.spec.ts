// Tests the messages of the product form for invalid input, field by field and in both languages. The input must stay.
import { LIMITS, LOCALES, SPECIAL_CHARACTERS, productCalls } from '@sealwright/contract'
import type { DataAreaName, RuleName } from '@sealwright/contract'
import { afterThrottle, expect, test } from './support/fixtures.ts'
import { pngOf } from './support/picture.ts'
import { expectError, noteOf, productForm } from './support/product-form.ts'
import { SAY, productRule } from './support/words.ts'

const LOGO = pngOf(48, [45, 79, 214])

interface BadInput {
  type: string
  rule: RuleName
  params?: Record<string, string | number>
}

const limits = LIMITS.product
const special = { rule: 'specialCharacters', params: { characters: SPECIAL_CHARACTERS } } as const
const wholeNumbers: BadInput[] = [
  { type: 'abc', rule: 'notInteger' },
  { type: '1.5', rule: 'notInteger' },
  { type: '1e3', rule: 'notInteger' },
]

/** Invalid input for the single-input fields of a product (specification section 5), with the rule that refuses it. */
const BAD: Record<'name' | 'displayName' | 'licenseId' | 'licenseVersion' | 'brief', BadInput[]> = {
  name: [
    { type: '', rule: 'required' },
    { type: '   ', rule: 'required' },
    ...['产品#1', '产品＃', 'a<b', '产品“一”', 'a\\b', 'x=1'].map((type) => ({ type, ...special })),
    { type: '名'.repeat(limits.nameMax + 1), rule: 'tooLong', params: { max: limits.nameMax } },
  ],
  displayName: [
    { type: '', rule: 'required' },
    { type: '显'.repeat(limits.displayNameMax + 1), rule: 'tooLong', params: { max: limits.displayNameMax } },
    { type: '显示/名', ...special },
  ],
  licenseId: [
    { type: '', rule: 'required' },
    { type: '0', rule: 'tooSmall', params: { min: 1 } },
    { type: '-1', rule: 'tooSmall', params: { min: 1 } },
    { type: String(limits.licenseIdMax + 1), rule: 'tooBig', params: { max: limits.licenseIdMax } },
    ...wholeNumbers,
  ],
  licenseVersion: [
    { type: '-1', rule: 'tooSmall', params: { min: 0 } },
    { type: String(limits.licenseVersionMax + 1), rule: 'tooBig', params: { max: limits.licenseVersionMax } },
    ...wholeNumbers,
  ],
  brief: [{ type: '简'.repeat(limits.briefMax + 1), rule: 'tooLong', params: { max: limits.briefMax } }],
}

const BAD_MODULE_NAMES: BadInput[] = [
  { type: '一二三四五六七八九十一', rule: 'tooLong', params: { max: limits.moduleNameMax } },
  { type: '模 块', rule: 'spaces' },
  { type: '模块*', ...special },
]

/** Valid input: the same fields at their limits. */
const JUST_FITS = {
  name: '名'.repeat(limits.nameMax),
  displayName: '显'.repeat(limits.displayNameMax),
  licenseId: String(limits.licenseIdMax),
  licenseVersion: '0',
  brief: '简'.repeat(limits.briefMax),
} as const

for (const locale of LOCALES) {
  test(`input that section 5 forbids is explained in ${locale} at its field, and the input stays`, async ({
    people,
    open,
  }) => {
    const say = SAY[locale]
    const page = await open(await people.developer({ locale }))
    await page.clock.install()
    await page.goto('/product/new')
    const form = productForm(page, locale)

    for (const [name, cases] of Object.entries(BAD) as [keyof typeof BAD, BadInput[]][]) {
      // entries of BAD have its keys
      const control = form[name]
      for (const { type, rule, params } of cases) {
        await control.fill(type)
        await control.blur()
        await expectError(control, productRule(say, rule, name, params))
        await expect(control).toHaveValue(type)
      }
      await control.fill(JUST_FITS[name])
      await expect(control).not.toHaveAttribute('aria-invalid', 'true')
    }

    await test.step('license form', async () => {
      await form.cloud.check()
      await form.cloud.uncheck()
      await form.soft.focus()
      await form.soft.blur()
      await expectError(form.cloud, productRule(say, 'tooFew', 'licenseForm', { min: 1 }))
      await form.cloud.check()
      await expect(form.cloud).not.toHaveAttribute('aria-invalid', 'true')
    })

    await test.step('modules', async () => {
      await form.addModule.click()
      for (const { type, rule, params } of BAD_MODULE_NAMES) {
        await form.moduleName(1).fill(type)
        await form.moduleName(1).blur()
        await expectError(form.moduleName(1), productRule(say, rule, 'moduleName', params))
      }
      await form.moduleName(1).fill('一二三四五六七八九十')
      await expect(form.moduleName(1)).not.toHaveAttribute('aria-invalid', 'true')
    })

    await test.step('logo', async () => {
      await form.logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a, really') })
      await expect(await noteOf(form.logo)).toHaveText(productRule(say, 'notPng', 'logo'))
      await form.logo.setInputFiles({
        name: 'large.png',
        mimeType: 'image/png',
        buffer: Buffer.concat([LOGO, Buffer.alloc(limits.logoBytes)]),
      })
      await expect(await noteOf(form.logo)).toHaveText(
        productRule(say, 'logoTooLarge', 'logo', { max: limits.logoBytes }),
      )
      await expect(form.logoPreview).toHaveCount(0)
      await form.logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
      await expect(form.logoPreview).toBeVisible()
      await expect(await noteOf(form.logo)).toHaveText(say('blocks.logo.help'))
    })

    await test.step('data areas', async () => {
      const tooLarge = (name: DataAreaName) => productRule(say, 'dataAreaTooLarge', name, { max: limits.areaBytes })
      await form.source('raw', 'text').click()
      // Three bytes per character: the limit counts bytes.
      await form.areaText('raw').fill('字'.repeat(Math.ceil(limits.areaBytes / 3) + 1))
      await expect(form.area('raw')).toContainText(tooLarge('raw'))
      await form.areaText('raw').fill('字'.repeat(Math.floor(limits.areaBytes / 3)))
      await expect(form.area('raw')).not.toContainText(tooLarge('raw'))
      await form.source('pub', 'file').click()
      await form.areaFile('pub').setInputFiles({
        name: 'large.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(limits.areaBytes + 1),
      })
      await expect(form.area('pub')).toContainText(tooLarge('pub'))
      await form.areaFile('pub').setInputFiles({
        name: 'fits.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(limits.areaBytes, 1),
      })
      await expect(form.area('pub')).toContainText('fits.bin')
      await expect(form.area('pub')).not.toContainText(tooLarge('pub'))
      await form.source('rom', 'items').click()
      await form.itemKey('rom', 1).focus()
      await form.itemKey('rom', 1).blur()
      await expect(form.area('rom')).toContainText(productRule(say, 'required', 'key'))
      await form.itemKey('rom', 1).fill('a')
      await form.itemValue('rom', 1).fill('not base64!')
      await form.addItem('rom').click()
      await form.itemKey('rom', 2).fill('a')
      await form.itemKey('rom', 2).blur()
      await expect(form.area('rom')).toContainText(say('rules.duplicateItemKey', { key: 'a' }))
      await form.itemMenu('rom', 1).click()
      await page.getByRole('menuitem', { name: say('product.area.more') }).click()
      await form
        .area('rom')
        .getByRole('checkbox', { name: say('common.fields.isBase64') })
        .check()
      await form.itemValue('rom', 1).focus()
      await form.itemValue('rom', 1).blur()
      await expect(form.area('rom')).toContainText(productRule(say, 'notBase64', 'value'))
    })

    await test.step('saving focuses the first error and sends nothing', async () => {
      let sent = 0
      page.on('request', (request) => (sent += Number(request.url().endsWith(productCalls.create.path))))
      await form.name.fill('产品#1')
      await form.create.click()
      await expect(form.name).toBeFocused()
      await expect(form.words).toHaveText(say('blocks.form.errors', { count: 3 }))
      expect(sent).toBe(0)
    })

    await test.step('corrected, everything at its limit is accepted', async () => {
      await form.name.fill(JUST_FITS.name)
      await form.itemKey('rom', 2).fill('b')
      await form.itemValue('rom', 1).fill('YQ==')
      await expect(form.words).toBeEmpty()
      await afterThrottle(page)
      await form.create.click()
      await expect(page.locator('[data-marked]')).toContainText(JUST_FITS.name)
    })
  })
}
