import { loadPhrases, sentences } from '@sealwright/phrases'
import { expect, it } from 'vitest'
import { VOCABULARIES, createValues } from './value.rules.ts'

const [zh, en] = [sentences('zh', await loadPhrases('zh')), sentences('en', await loadPhrases('en'))]
const valueOf = createValues([zh, en])

it('a status or an issue channel is told in the language of the reader, whoever wrote it', () => {
  expect(valueOf(en, 'snLicense', 'status', '已锁定')).toBe('Locked')
  expect(valueOf(zh, 'snLicense', 'status', 'Locked')).toBe('已锁定')
  expect(valueOf(zh, 'smartLicense', 'source', 'batch')).toBe('批量签发')
  expect(valueOf(en, 'userLock', 'status', zh('userLock.statuses.lost'))).toBe(en('userLock.statuses.lost'))
})

it.each([
  ['user', 'gender', 'unknown', 'customer.user.genders.unknown'],
  ['user', 'accountType', 'shadow', 'customer.user.types.shadow'],
  ['sender', 'tls', 'starttls', 'sender.tlsModes.starttls'],
  ['emailTemplate', 'status', '3', 'emailTemplate.statuses.rejected'],
  ['snTemplate', 'billingMode', 'oneTime', 'template.costs.oneTime'],
  ['snTemplate', 'otherProducts.100312.licenseForm', '2', 'product.forms.soft'],
  ['admin', 'productScope', 'some', 'access.scopes.some'],
] as const)('the value of %s.%s has the words of the screens', (kind, field, value, phrase) => {
  expect([valueOf(zh, kind, field, value), valueOf(en, kind, field, value)]).toEqual([zh(phrase), en(phrase)])
})

it('each value of a list is told, with the punctuation of the language', () => {
  const rights = ['product.view', 'product.delete'].map((name) => zh(`privileges.${name}`))
  expect(valueOf(zh, 'role', 'privileges', 'product.view, product.delete, gone.right')).toBe(
    `${rights.join('、')}、gone.right`,
  )
  expect(valueOf(en, 'approve', 'families', [zh('license.families.sn'), zh('license.families.smart')].join(', '))).toBe(
    `${en('license.families.sn')}, ${en('license.families.smart')}`,
  )
  expect(valueOf(zh, 'product', 'licenseForm', 'cloud + soft')).toBe(
    `${zh('product.forms.cloud')} + ${zh('product.forms.soft')}`,
  )
  expect(valueOf(zh, 'product', 'rom', 'items · 78 B')).toBe(`${zh('product.area.sources.items')} · 78 B`)
})

it('other values stay as they were written', () => {
  expect(valueOf(en, 'snLicense', 'remark', '已锁定')).toBe('已锁定')
  expect(valueOf(en, 'product', 'status', '已锁定')).toBe('已锁定')
  expect(valueOf(en, 'snLicense', 'status', 'something else')).toBe('something else')
  expect(valueOf(en, 'snLicense', 'status', null)).toBeNull()
})

it('every named value has its words', () => {
  const phrases = Object.values(VOCABULARIES)
    .flatMap((fields) => Object.values(fields))
    .flatMap((vocabulary) => Object.values(vocabulary))
  expect(phrases.filter((phrase) => !zh.has(phrase) || !en.has(phrase))).toEqual([])
})
