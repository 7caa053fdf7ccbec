// Every rule of specification section 5 for products gives its own sentence on its own field, in both languages.
import { LIMITS, productFields } from '@sealwright/contract'
import { loadPhrases, sentences, violationSentence } from '@sealwright/phrases'
import { describe, expect, it } from 'vitest'
import { fieldViolations, isOptionalField } from './field-rules.ts'

const zh = sentences('zh', await loadPhrases('zh'))
const en = sentences('en', await loadPhrases('en'))

function said(name: keyof typeof productFields, typed: unknown) {
  const [violation] = fieldViolations(productFields[name], name, typed)
  return (
    violation && {
      path: violation.path,
      zh: violationSentence(zh, 'product', violation),
      en: violationSentence(en, 'product', violation),
    }
  )
}

const module = (change: object) => [{ moduleId: 1, moduleName: '', checked: true, ...change }]

describe('a product field says what is wrong with it', () => {
  it.each([
    ['name', '', 'name', '产品名称不能为空', 'Product name is required'],
    ['name', 'a#b', 'name', '产品名称不能包含特殊字符', 'Product name must not contain special characters'],
    ['displayName', '', 'displayName', '显示名称不能为空', 'Display name is required'],
    [
      'displayName',
      '字'.repeat(21),
      'displayName',
      '显示名称不能超过 20 个字符',
      'Display name must not exceed 20 characters',
    ],
    ['licenseForm', '', 'licenseForm', '许可形式不能为空', 'License form is required'],
    ['licenseId', '', 'licenseId', '许可 ID 不能为空', 'License ID is required'],
    ['licenseId', '0', 'licenseId', '许可 ID 不能小于 1', 'License ID must be at least 1'],
    [
      'licenseId',
      '4294967296',
      'licenseId',
      '许可 ID 不能大于 4,294,967,295',
      'License ID must be at most 4,294,967,295',
    ],
    ['licenseId', '1.5', 'licenseId', '许可 ID 必须是整数', 'License ID must be a whole number'],
    ['licenseVersion', '-1', 'licenseVersion', '许可版本不能小于 0', 'License version must be at least 0'],
    ['brief', '字'.repeat(601), 'brief', '产品简介不能超过 600 个字符', 'Description must not exceed 600 characters'],
    ['logo', 'R0lGODlh', 'logo', '产品图标必须是 PNG 图片', 'Logo must be a PNG image'],
    ['modules', module({ moduleId: 65 }), 'modules.0.moduleId', '模块 ID 不能大于 64', 'Module ID must be at most 64'],
    ['modules', [...module({}), ...module({})], 'modules.1.moduleId', '模块 ID 1 重复', 'Module ID 1 appears twice'],
    [
      'modules',
      module({ moduleName: '十一个字符的模块名称啊' }),
      'modules.0.moduleName',
      '模块名称不能超过 10 个字符',
      'Module name must not exceed 10 characters',
    ],
    [
      'modules',
      module({ moduleName: 'a b' }),
      'modules.0.moduleName',
      '模块名称不能包含空格',
      'Module name must not contain spaces',
    ],
    [
      'modules',
      module({ moduleName: 'a*b' }),
      'modules.0.moduleName',
      '模块名称不能包含特殊字符',
      'Module name must not contain special characters',
    ],
    [
      'rom',
      { source: 'text', text: '汉'.repeat(21_846) },
      'rom',
      '只读数据区（ROM）不能超过 65535 字节',
      'Read-only area (ROM) must not exceed 65535 bytes',
    ],
    [
      'raw',
      { source: 'items', items: [{ key: 'a' }, { key: 'a' }] },
      'raw.items.1.key',
      '键“a”重复',
      'The key “a” appears twice',
    ],
    [
      'pub',
      { source: 'items', items: [{ key: 'a', value: '?', isBase64: true }] },
      'pub.items.0.value',
      '值不是有效的 Base64 内容',
      'Value is not valid Base64',
    ],
  ] as const)('%s, case %#', (name, typed, path, sentenceZh, sentenceEn) => {
    const found = said(name, typed)
    expect(found?.path).toBe(path)
    expect(found?.zh).toContain(sentenceZh)
    expect(found?.en).toContain(sentenceEn)
  })

  it('takes the largest of everything', () => {
    expect(said('licenseId', String(LIMITS.product.licenseIdMax))).toBeUndefined()
    expect(said('displayName', '字'.repeat(LIMITS.product.displayNameMax))).toBeUndefined()
    expect(said('rom', { source: 'text', text: 'x'.repeat(LIMITS.product.areaBytes) })).toBeUndefined()
    expect(
      said(
        'modules',
        Array.from({ length: LIMITS.product.modules }, (_, index) => ({
          moduleId: index + 1,
          moduleName: '',
          checked: true,
        })),
      ),
    ).toBeUndefined()
  })
})

it('only fields that may be left empty are marked optional', () => {
  const optional = Object.entries(productFields).flatMap(([name, schema]) => (isOptionalField(schema) ? [name] : []))
  expect(optional).toEqual(['licenseVersion', 'brief', 'logo', 'modules', 'rom', 'raw', 'pub'])
})
