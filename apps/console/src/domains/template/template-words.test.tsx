import { COUNT_OPERATIONS, DONGLE_OPERATIONS, TERM_FIELD_NAMES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { PhrasesProvider, showLanguage, showTimeZone } from '../../lib/words/i18n.tsx'
import { useTemplateWords } from './template-words.ts'
import type { Granting, TemplateWords, Terms } from './template-words.ts'

async function wordsIn(locale: Locale, granting?: Granting): Promise<TemplateWords> {
  await showLanguage(locale)
  showTimeZone('Asia/Shanghai')
  const wrapper = ({ children }: { children: ReactNode }) => <PhrasesProvider>{children}</PhrasesProvider>
  return renderHook(() => useTemplateWords(granting), { wrapper }).result.current
}

const terms = (given: Partial<Terms>): Terms => ({
  ...(Object.fromEntries(TERM_FIELD_NAMES.map((name) => [name, null])) as unknown as Terms),
  isForever: false,
  ...given,
}) // every field is named

const START = '2026-12-31T16:00:00.000Z'
const END = '2027-12-31T15:59:59.000Z'

describe('the term of a template', () => {
  it.each<[string, Partial<Terms>, string, string]>([
    ['permanent', { isForever: true }, '永久', 'Permanent'],
    [
      'permanent from a day on',
      { isForever: true, startTime: START },
      '自 2027-01-01 起永久',
      'Permanent from 2027-01-01',
    ],
    [
      'two dates, in the time zone of the session',
      { startTime: START, endTime: END },
      '2027-01-01 至 2027-12-31',
      '2027-01-01 to 2027-12-31',
    ],
    [
      'an end within a day, with its time',
      { endTime: '2027-12-31T04:30:00.000Z' },
      '至 2027-12-31 12:30',
      'Until 2027-12-31 12:30',
    ],
    [
      'a start with a span',
      { startTime: START, spanTime: 30 },
      '自 2027-01-01 起 · 首次使用起 30 天',
      'From 2027-01-01 · 30 days from first use',
    ],
    ['one day from issue', { licDuration: 1 }, '签发后 1 天', '1 day from issue'],
    [
      'a duration and a count',
      { licDuration: 365, counter: 1000 },
      '签发后 365 天 · 1,000 次',
      '365 days from issue · 1,000 uses',
    ],
    ['none yet', {}, '未设置期限', 'No term yet'],
    [
      'a dongle whose end moves',
      { opType: 1, endTimeOp: 2, endTimeDays: 30, counterOp: 3, counter: 5 },
      '结束时间 +30 天 · 使用次数 −5',
      'End +30 days · Uses −5',
    ],
    [
      'a dongle whose end moves by an amount not typed yet',
      { opType: 1, endTimeOp: 2, counterOp: 3 },
      '结束时间 +… · 使用次数 −…',
      'End +… · Uses −…',
    ],
    [
      'a dongle that loses its limits',
      { opType: 1, startTimeOp: 4, spanTimeOp: 4 },
      '开始时间不限 · 时间跨度不限',
      'Start unlimited · Time span unlimited',
    ],
    [
      'a dongle with a new span',
      { opType: 0, endTimeOp: 0, spanTimeOp: 1, spanTime: 1, counterOp: 0 },
      '首次使用起 1 天',
      '1 day from first use',
    ],
    [
      'a dongle without changes',
      { opType: 1, startTimeOp: 0, endTimeOp: 0, spanTimeOp: 0, counterOp: 0 },
      '不改变',
      'No change',
    ],
  ])('reads as %s', async (_name, given, zh, en) => {
    expect((await wordsIn('zh')).term(terms(given))).toBe(zh)
    cleanup()
    expect((await wordsIn('en')).term(terms(given))).toBe(en)
  })
})

describe('the devices of a template', () => {
  it.each<[Partial<Terms>, string, string]>([
    [{ machineNum: 1 }, '1 台', '1 device'],
    [{ licBindLimit: 5, licBindMaxLimit: 10 }, '5 台，累计 10', '5 devices, 10 in total'],
    [{ groupUsers: 20 }, '20 用户', '20 users'],
    [{ concurrentNum: 3, concurrentType: 'process' }, '3 并发 · 按进程', '3 seats · By process'],
    [
      { opType: 1, concurrentNumOp: 2, concurrentNum: 3, concurrentType: 'process' },
      '并发数 +3 · 按进程',
      'Seats +3 · By process',
    ],
    [
      { opType: 1, concurrentNumOp: 4, concurrentType: 'machine' },
      '并发数不限 · 按计算机',
      'Seats unlimited · By device',
    ],
    [{ opType: 1, concurrentNumOp: 0, concurrentType: 'machine' }, '按计算机', 'By device'],
    [{}, '', ''],
  ])('%j', async (given, zh, en) => {
    expect((await wordsIn('zh')).devices(terms(given))).toBe(zh)
    cleanup()
    expect((await wordsIn('en')).devices(terms(given))).toBe(en)
  })
})

describe('a value of a difference', () => {
  it.each<[field: string, value: string, zh: string, en: string]>([
    ['deductMode', '3', '赠送（试用许可）', 'Gift (trial license)'],
    ['licenseForm', '2', '软许可', 'Soft-based'],
    ['licenseForm', 'cloud', '云许可', 'Cloud-based'],
    ['licenseKeyType', '2', '集团', 'Group'],
    ['useMode', '1', '一码一机', 'One code, one device'],
    ['opType', '0', '新增许可', 'Add a license'],
    ['endTimeOp', '2', '增加', 'Increase'],
    ['concurrentNumOp', '3', '减少', 'Decrease'],
    ['licStartTimeType', '1', '自签发起计时', 'From the day of issue'],
    ['billingMode', 'oneTime', '一次性', 'One-time'],
    ['concurrentType', 'machine', '按计算机', 'By device'],
    ['lanBorrow', '-1', '关闭', 'Off'],
    ['lanBorrow', '0', '不限天数', 'Unlimited'],
    ['lanBorrow', '7', '7', '7'],
    ['isForever', 'true', '是', 'Yes'],
    ['canModify', 'false', '否', 'No'],
    ['endTime', END, '2027-12-31 23:59:59', '2027-12-31 23:59:59'],
    ['counter', '1000000', '1,000,000', '1,000,000'],
    ['licenseId', '1001', 'ID 1001', 'ID 1001'],
    ['name', '2027', '2027', '2027'],
    ['modules', '1, 3, 64', '1, 3, 64', '1, 3, 64'],
    ['rom', 'text · 120 B', '文本 · 120 B', 'Text · 120 B'],
    ['otherProducts', '1001, 1002', '1001, 1002', '1001, 1002'],
    ['otherProducts.1002.raw', 'items · 300 B', '键值 · 300 B', 'Key-value · 300 B'],
    ['otherProducts.1002.licenseVersion', '2024', '2024', '2024'],
  ])('%s %s', async (field, value, zh, en) => {
    expect((await wordsIn('zh')).wordsOf(field, value)).toBe(zh)
    cleanup()
    expect((await wordsIn('en')).wordsOf(field, value)).toBe(en)
  })

  it('that is a list of modules shows known names', async () => {
    const module = (moduleId: number, moduleName: string) => ({ moduleId, moduleName, checked: true, define: true })
    const { wordsOf } = await wordsIn('zh', {
      modules: [module(1, '建模'), module(2, '渲染')],
      otherProducts: [{ licenseId: 1002, modules: [module(1, '导出')] }],
    })
    expect(wordsOf('modules', '1, 2, 3')).toBe('1 建模, 2 渲染, 3')
    expect(wordsOf('otherProducts.1002.modules', '1')).toBe('1 导出')
    expect(wordsOf('otherProducts.1003.modules', '1, 2')).toBe('1, 2')
  })

  it('of a further product is labeled with that product', async () => {
    expect((await wordsIn('zh')).labelOf('otherProducts.1002.modules')).toBe('产品 1002 · 模块')
    cleanup()
    const { labelOf } = await wordsIn('en')
    expect(labelOf('otherProducts.1002.rom')).toBe('Product 1002 · Read-only area (ROM)')
    expect(labelOf('canModify')).toBe('Terms can be changed')
  })
})

describe('the facts of a template', () => {
  it('name the kind of term as the form does, and omit it for a permanent template', async () => {
    const { facts } = await wordsIn('zh')
    const told = (given: Partial<Terms>) =>
      facts('smart', terms({ licStartTimeType: 2, ...given })).map(({ label, value }) => `${label}=${value}`)
    expect(told({ spanTime: 30 })).toEqual(['许可期限=仅时间跨度', '时间跨度（天）=30'])
    expect(told({ isForever: true })).toEqual(['永久=是'])
  })

  it.each([
    [DONGLE_OPERATIONS.add, '不设置'],
    [DONGLE_OPERATIONS.update, '不改变'],
  ])('tell of an operation without an effect what it means for a lock (%s)', async (opType, told) => {
    const { facts } = await wordsIn('zh')
    expect(facts('dongle', terms({ opType, counterOp: COUNT_OPERATIONS.none }))).toContainEqual(
      expect.objectContaining({ field: 'counterOp', value: told }),
    )
  })

  it('are the applicable terms of its family, in the order of the form', async () => {
    const { facts, summary } = await wordsIn('zh')
    const row = terms({
      licenseKeyType: 2,
      deductMode: 2,
      packageName: '企业版',
      licStartTimeType: 1,
      licDuration: 365,
      groupUsers: 20,
      concurrentType: 'machine',
      lanBorrow: -1,
      codePassword: false,
      machineNum: 3,
    })
    expect(facts('sn', row).map(({ label, value }) => `${label}=${value}`)).toEqual([
      '授权码类型=集团',
      '扣费方式=套餐',
      '套餐名称=企业版',
      '许可期限=自签发起计时',
      '时长（天）=365',
      '并发类型=按计算机',
      '集团用户数=20',
      '局域网借用（天）=关闭',
      '授权码密码=否',
    ])
    expect(summary(row)).toBe('集团 · 套餐“企业版” · 签发后 365 天 · 20 用户')
  })
})
