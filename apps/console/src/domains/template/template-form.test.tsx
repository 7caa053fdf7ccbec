// The template form: visible fields, errors and where they are shown, and the sent payload.
import {
  ERRORS,
  LIMITS,
  MODIFY_PRIVILEGES,
  TEMPLATE_FAMILIES,
  identityCalls,
  isTermShown,
  packageCalls,
  pcTemplateCalls,
  readTemplate,
  templateCalls,
  templatePrivilege,
  termFieldsOf,
} from '@sealwright/contract'
import type { GivenTemplate, TemplateAnswer, TemplateFamily, TermField } from '@sealwright/contract'
import { loadPhrases } from '@sealwright/phrases'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/call/query-client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { GUID, PRODUCTS, answerOf, grantAnswer, storedOf } from './template-answer.fixture.ts'
import { screenOf as editOf } from './template-edit.screen.tsx'
import { FAMILIES } from './template-family.ts'
import { screenOf as newOf } from './template-new.screen.tsx'

const phrases = await loadPhrases('zh')
const COSTS = ['day', 'year', 'oneTime'].map((value) => ({
  value,
  text: { day: '按天', year: '按年', oneTime: '一次性' }[value] ?? '',
  desc: '价格',
}))

interface Opening {
  href?: string
  answer?: TemplateAnswer
  earlier?: TemplateAnswer
  isTrial?: boolean
  /** The person's time zone. */
  timeZone?: string
  products?: readonly number[]
  /** Products that do not fit a template of this family. */
  unfit?: readonly number[]
  limited?: typeof session.limited
  more?: Parameters<typeof openStage>[2]
  developerConfig?: { key: string; value: string }[]
}

const callsOf = (family: TemplateFamily) => (family === 'smart' ? templateCalls : pcTemplateCalls)

async function open(
  family: TemplateFamily,
  {
    href,
    answer = answerOf(storedOf(family)),
    earlier,
    isTrial = false,
    timeZone = session.timeZone,
    products = [42, 43, 44],
    unfit = [],
    limited = [],
    more = [],
    developerConfig = [],
  }: Opening = {},
): Promise<Stage> {
  const calls = callsOf(family)
  const { path } = FAMILIES[family]
  const who = {
    ...session,
    developerConfig,
    limited,
    timeZone,
    privileges: [
      ...session.privileges,
      ...(['create', 'update', 'view'] as const).map((verb) => templatePrivilege(family, verb)),
    ],
    developer: {
      ...session.developer,
      devInfo: { ...session.developer.devInfo, status: isTrial ? ('trial' as const) : ('formal' as const) },
    },
    costType: { cloud_license: COSTS.slice(0, 2), soft_license: COSTS },
    priceTiers: [
      { lowLimit: 1, topLimit: 50, price: [] },
      { lowLimit: 51, topLimit: 200, price: [] },
    ],
  }
  /** The router has loaded the session before a screen shows. */
  const signed = (Screen: ComponentType) => () => {
    useSession()
    return <Screen />
  }
  const stage = await openStage(
    {
      [`${path}/new`]: signed(newOf(family)),
      [`${path}/edit`]: signed(editOf(family)),
      [`${path}/view`]: () => <p>view</p>,
      [path]: () => <p>list</p>,
      '/product/new': () => <p>product</p>,
    },
    `${path}${href ?? `/edit?guid=${GUID}`}`,
    [
      [identityCalls.current, () => ({ data: who })],
      [
        calls.listProducts,
        ({ productName = '', isUnfit }) => ({
          data: (isUnfit ? unfit : products)
            .map((licenseId) => ({ licenseId, productName: PRODUCTS[licenseId]?.productName ?? '' }))
            .filter((product) => product.productName.includes(String(productName))),
        }),
      ],
      [
        calls.getProduct,
        ({ licenseId }) => {
          const known = PRODUCTS[Number(licenseId)]
          if (!known) return { code: ERRORS['product.notFound'].code, desc: '产品不存在', data: null }
          const rom = { source: 'text' as const, text: `来自${known.productName}` }
          return {
            data: {
              licenseForm: known.licenseForm,
              ...grantAnswer({
                licenseId: Number(licenseId),
                licenseVersion: 7,
                modules: [],
                rom,
                raw: null,
                pub: null,
              }),
              rom: { ...rom, fileName: null, base64: null, items: null },
            },
          }
        },
      ],
      [calls.get, ({ version }) => ({ data: (version ? earlier : undefined) ?? answer })],
      [
        calls.previewUpdate,
        () => ({
          data: {
            changes: [{ field: 'licDuration', before: '365', after: '30' }],
            hasNewVersion: true,
            licenseCount: 3,
            effectiveLicenseCount: 2,
          },
        }),
      ],
      [calls.update, () => ({ data: { guid: GUID, version: 5 } })],
      [calls.create, () => ({ data: { guid: GUID } })],
      ...more,
    ],
  )
  return stage
}

const saveButton = () => document.querySelector<HTMLButtonElement>('.form-bar button[type=submit]')
/** The form is shown, and all its calls are answered. */
const ready = () => waitFor(() => expect([saveButton() !== null, queryClient.isFetching()]).toEqual([true, 0]))
const save = () => fireEvent.click(saveButton() ?? document.body)

/** The element around the field with this label. */
function fieldOf(label: string): HTMLElement | undefined {
  const labels = [...document.querySelectorAll<HTMLElement>('.field-label, .switch-field label')]
  return (
    labels
      .find((element) => element.firstChild?.textContent === label)
      ?.closest<HTMLElement>('.field, .switch-field') ?? undefined
  )
}
const errorAt = (label: string) => fieldOf(label)?.querySelector('.field-error')?.textContent
const choose = (label: string, choice: string) => {
  const card = [...(fieldOf(label)?.querySelectorAll<HTMLElement>('.card-choice') ?? [])].find(
    (element) => element.querySelector('.card-choice-words')?.firstChild?.textContent === choice,
  )
  fireEvent.click(card?.querySelector('input') ?? document.body)
}
const type = (label: string, value: string) =>
  fireEvent.input(fieldOf(label)?.querySelector('input') ?? document.body, { target: { value } })
const valueOf = (label: string) => fieldOf(label)?.querySelector('input')?.value
const payloadOf = (stage: Stage, path: string) => stage.sent.findLast((one) => one.path === path)?.payload
const labelOf = (name: TermField) =>
  ({ isForever: '许可期限', licStartTimeType: '许可期限' })[name as string] ?? phrases.template.fields[name]
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe.each(TEMPLATE_FAMILIES)('the form of a %s template', (family) => {
  it('has a control for exactly the fields that the contract shows', async () => {
    const content = storedOf(family)
    await open(family)
    await ready()
    for (const name of Object.keys(phrases.template.fields).filter((field): field is TermField =>
      termFieldsOf(family).some((term) => term === field),
    )) {
      expect(fieldOf(labelOf(name)) !== undefined, name).toBe(isTermShown(family, name, content))
    }
  })

  it('sends the loaded content if nothing is changed', async () => {
    const content = storedOf(family)
    const stage = await open(family, { answer: answerOf(content) })
    await ready()
    save()
    await screen.findByText('保存为新版本？')
    const payload = payloadOf(stage, callsOf(family).previewUpdate.path)
    expect(payload).toMatchObject({
      guid: GUID,
      version: 4,
      name: '年度',
      licenseId: '42',
      modules: [{ moduleId: 2, checked: true }],
      ...(family !== 'smart' && { kind: family }),
    })
    // Privileges that someone else switches in the meantime are not overwritten.
    for (const name of MODIFY_PRIVILEGES) expect(payload).not.toHaveProperty(name)
    for (const name of termFieldsOf(family))
      expect(payload?.[name] || null, name).toBe(
        typeof content[name] === 'number' ? String(content[name]) : content[name] || null,
      )
  })
})

it.each<[TemplateFamily, string[]]>([
  ['smart', ['基本信息', '扣费', '期限', '设备与绑定', '临时权限', '模块', '数据区']],
  ['account', ['基本信息', '扣费', '期限', '设备与绑定', '临时权限', '模块', '数据区']],
  ['sn', ['基本信息', '扣费', '期限', '设备与绑定', '借阅与密码', '临时权限', '模块', '数据区', '其他产品']],
  ['dongle', ['基本信息', '期限', '并发', '临时权限', '模块', '数据区']],
])('the sections of a %s template', async (family, expected) => {
  await open(family)
  await ready()
  expect(titles()).toEqual(expected)
})

const operate = (label: string, value: string) =>
  fireEvent.change(fieldOf(label)?.querySelector('select') ?? document.body, { target: { value } })

describe('sections and fields appear with the values they depend on', () => {
  it('soft licenses have bindings, cloud licenses a count and a kick-out; hidden input comes back', async () => {
    const stage = await open('account')
    await ready()
    type('同时绑定设备数', '12')
    choose('许可形式', '云许可')
    expect([fieldOf('同时绑定设备数'), fieldOf('可离线时长（天）')]).toEqual([undefined, undefined])
    expect([fieldOf('使用次数'), fieldOf('踢出先登录者')].map(Boolean)).toEqual([true, true])
    save()
    await screen.findByText('保存为新版本？')
    expect(payloadOf(stage, pcTemplateCalls.previewUpdate.path)).not.toHaveProperty('licBindLimit')
    choose('许可形式', '软许可')
    expect(valueOf('同时绑定设备数')).toBe('12')
  })

  it('files that a code exchanges say how long they are valid if nothing is typed', async () => {
    await open('sn', { answer: answerOf(storedOf('sn', { offlineBind: true })) })
    await ready()
    for (const label of ['C2D 有效期（天）', 'D2C 有效期（天）'])
      expect(fieldOf(label)?.textContent).toContain(`留空为 ${LIMITS.license.exchangeDays} 天`)
  })

  it('a group code has users and no devices', async () => {
    await open('sn')
    await ready()
    choose('授权码类型', '集团')
    expect(titles()).toContain('集团授权')
    expect([fieldOf('使用模式'), fieldOf('设备数')]).toEqual([undefined, undefined])
    expect(fieldOf('集团用户数')?.textContent).toContain('最多 200')
    choose('授权码类型', '单机')
    expect(titles()).not.toContain('集团授权')
  })

  it('borrowing over the LAN is off, unlimited, or limited to days, which are then required', async () => {
    const stage = await open('sn', {
      answer: answerOf(
        storedOf('sn', {
          licenseKeyType: 2,
          useMode: undefined,
          machineNum: undefined,
          concurrentType: 'process',
          groupUsers: 20,
          lanBorrow: -1,
        }),
      ),
    })
    await ready()
    choose('局域网借用（天）', '限定天数')
    fireEvent.blur(screen.getByLabelText('最长借用天数'))
    expect([errorAt('局域网借用（天）'), errorAt('最长借用天数')]).toEqual([undefined, '最长借用天数不能为空'])
    type('最长借用天数', '15')
    save()
    await screen.findByText('保存为新版本？')
    expect(payloadOf(stage, pcTemplateCalls.previewUpdate.path)).toMatchObject({ lanBorrow: '15' })
  })

  it('a permanent license can have a start but no end', async () => {
    const stage = await open('sn', { answer: answerOf(storedOf('sn', { billingMode: 'oneTime' })) })
    await ready()
    choose('许可期限', '永久')
    expect(
      [fieldOf('开始时间'), fieldOf('结束时间'), fieldOf('时长（天）'), fieldOf('时间跨度（天）')].map(Boolean),
    ).toEqual([true, false, false, false])
    save()
    await screen.findByText('保存为新版本？')
    const payload = payloadOf(stage, pcTemplateCalls.previewUpdate.path)
    expect([payload?.['isForever'], payload?.['licStartTimeType'], payload?.['licDuration']]).toEqual([
      true,
      '2',
      undefined,
    ])
  })

  it('a PPM code is paid by PPM, and other codes are not', async () => {
    await open('sn')
    await ready()
    const chosen = () =>
      fieldOf('扣费方式')?.querySelector('.card-choice:has(:checked) .card-choice-words')?.firstChild?.textContent
    choose('授权码类型', 'PPM')
    expect([chosen(), fieldOf('计费方式')]).toEqual(['PPM（按设备）', undefined])
    choose('授权码类型', '单机')
    expect([chosen(), Boolean(fieldOf('计费方式'))]).toEqual(['账户余额', true])
  })

  it('the mode for one device sets the number to 1, whatever was typed before', async () => {
    await open('smart')
    await ready()
    choose('使用模式', '一码一机')
    expect([valueOf('设备数'), errorAt('设备数')]).toEqual(['1', undefined])
  })

  describe('a package', () => {
    const types = [
      { type: '千份套餐', remaining: 800, isOwned: true },
      { type: '百份套餐', remaining: 0, isOwned: true },
      { type: '十份套餐', remaining: 0, isOwned: false },
    ]
    const openWithPackages = () => open('smart', { more: [[packageCalls.types, () => ({ data: { types } })]] })
    const named = async (stage: Stage) => {
      save()
      await screen.findByText('保存为新版本？')
      return payloadOf(stage, templateCalls.previewUpdate.path)?.['packageName']
    }

    it('can be an existing one, listed with its remaining amount', async () => {
      const stage = await openWithPackages()
      await ready()
      fireEvent.click(screen.getByRole('combobox', { name: '套餐名称' }))
      expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
        '千份套餐剩余 800 个',
        '百份套餐没有剩余',
        '十份套餐未购买',
      ])
      fireEvent.click(screen.getByRole('option', { name: /^千份套餐/ }))
      expect(await named(stage)).toBe('千份套餐')
    })

    it('can be one that is not bought yet, by its name', async () => {
      const stage = await openWithPackages()
      await ready()
      const input = screen.getByRole('combobox', { name: '套餐名称' })
      fireEvent.input(input, { target: { value: '明年的套餐' } })
      fireEvent.blur(input)
      expect(await named(stage)).toBe('明年的套餐')
    })
  })

  it('account templates do not offer payment per device', async () => {
    const offered = () =>
      [...(fieldOf('扣费方式')?.querySelectorAll('.card-choice-words') ?? [])].map(
        (words) => words.firstChild?.textContent,
      )
    await open('account')
    await ready()
    expect(offered()).toEqual(['账户余额', '套餐', '赠送（试用许可）'])
  })

  it('a dongle value has a field only if its operation needs one', async () => {
    await open('dongle')
    await ready()
    operate('使用次数的操作', '0')
    expect(fieldOf('使用次数')).toBeUndefined()
    operate('使用次数的操作', '1')
    expect(valueOf('使用次数')).toBe('1000')
    // A license that is being added has no value to increase or keep, and no limit to remove.
    const operations = () =>
      [...(fieldOf('结束时间的操作')?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent)
    expect(operations()).toEqual(['不设置', '设置'])
    choose('操作类型', '更新许可')
    expect(operations()).toEqual(['不改变', '设置', '增加', '减少', '不限制'])
    operate('结束时间的操作', '2')
    expect([fieldOf('结束时间增减天数'), fieldOf('结束时间')].map(Boolean)).toEqual([true, false])
  })

  it('a template that adds a dongle license without a limit can stay so', async () => {
    await open('dongle', { answer: answerOf(storedOf('dongle', { counterOp: 4, counter: undefined })) })
    await ready()
    const select = fieldOf('使用次数的操作')?.querySelector('select')
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual(['不设置', '设置', '不限制'])
    fireEvent.change(select ?? document.body, { target: { value: '1' } })
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual(['不设置', '设置', '不限制'])
  })

  it('the seats of a dongle license have an operation, and a number only where the operation takes one', async () => {
    await open('dongle')
    await ready()
    expect(fieldOf('并发数的操作')).toBe(undefined)
    choose('并发类型', '按进程')
    expect([fieldOf('并发数的操作')?.querySelector('select')?.value, Boolean(fieldOf('并发数'))]).toEqual(['1', true])
    choose('操作类型', '更新许可')
    operate('并发数的操作', '2')
    expect(Boolean(fieldOf('并发数'))).toBe(true)
    operate('并发数的操作', '4')
    expect(Boolean(fieldOf('并发数'))).toBe(false)
  })

  it('the balance option mentions the billing mode only if there is one', async () => {
    await open('smart')
    await ready()
    expect(fieldOf('扣费方式')?.textContent).toContain('永久按一次性费率，其余按天从余额扣除')
    cleanup()
    clearStage()
    await open('sn')
    await ready()
    expect(fieldOf('扣费方式')?.textContent).toContain('按计费方式从余额扣除')
  })

  it('only fields that may stay empty are marked as optional', async () => {
    await open('account')
    await ready()
    const isMarked = (label: string) => Boolean(fieldOf(label)?.querySelector('.field-optional'))
    expect(
      ['模板名称', '产品', '许可形式', '计费方式', '时长（天）', '同时绑定设备数', '可离线时长（天）'].filter(isMarked),
    ).toEqual([])
    expect(['许可版本', '时间跨度（天）', '累计绑定设备数'].filter(isMarked)).toEqual([
      '许可版本',
      '时间跨度（天）',
      '累计绑定设备数',
    ])
  })

  it('the date or span that ends the license is not marked as optional', async () => {
    await open('smart', {
      answer: answerOf(storedOf('smart', { licStartTimeType: 0, licDuration: undefined, startTime: '2027-01-02' })),
    })
    await ready()
    const marked = () =>
      ['开始时间', '结束时间', '时间跨度（天）'].filter((label) => fieldOf(label)?.querySelector('.field-optional'))
    expect(marked()).toEqual(['开始时间', '时间跨度（天）'])
    type('时间跨度（天）', '30')
    expect(marked()).toEqual(['开始时间', '结束时间', '时间跨度（天）'])
    choose('许可期限', '仅时间跨度')
    expect(marked()).toEqual([])
  })
})

interface Breach {
  /** The violated rule; `label` is the field where it is shown. */
  rule: string
  label: string
  sentence: string
  family: TemplateFamily
  given: GivenTemplate
  isTrial?: boolean
}

const group = {
  licenseKeyType: 2,
  useMode: undefined,
  machineNum: undefined,
  lending: undefined,
  lendingDays: undefined,
  lendingSeats: undefined,
  concurrentType: 'process',
  groupUsers: 20,
}
const gift = { deductMode: 3, packageName: undefined, billingMode: undefined }
const dates = { licStartTimeType: 0, licDuration: undefined }
const BREACHES: readonly Breach[] = [
  {
    rule: 'softNeedsFormal',
    label: '许可形式',
    sentence: '试用开发者不能使用软许可，申请转正后可用',
    family: 'account',
    given: {},
    isTrial: true,
  },
  {
    rule: 'formNotOffered',
    label: '许可形式',
    sentence: '该产品不提供此许可形式',
    family: 'account',
    given: { licenseId: 43, modules: [] },
  },
  { rule: 'productNotFound', label: '产品', sentence: '产品不存在或已删除', family: 'smart', given: { licenseId: 99 } },
  {
    rule: 'productNotSoft',
    label: '产品',
    sentence: '该产品不支持软许可，不能用于授权码',
    family: 'sn',
    given: { licenseId: 43, modules: [] },
  },
  {
    rule: 'cloudForever',
    label: '许可期限',
    sentence: '云许可不支持永久',
    family: 'account',
    given: { licenseForm: 1, isForever: true, licStartTimeType: 2, licDuration: undefined },
  },
  {
    rule: 'giftForever',
    label: '许可期限',
    sentence: '试用许可不能是永久，最长 90 天',
    family: 'sn',
    given: { ...gift, isForever: true },
  },
  {
    rule: 'foreverNeedsOneTime',
    label: '许可期限',
    sentence: '只有“一次性”计费支持永久许可',
    family: 'sn',
    given: { isForever: true },
  },
  {
    rule: 'termMissing',
    label: '时间跨度（天）',
    sentence: '时间跨度（天）不能为空',
    family: 'smart',
    given: { licStartTimeType: 2, licDuration: undefined },
  },
  {
    rule: 'termMissing',
    label: '结束时间',
    sentence: '结束时间不能为空',
    family: 'sn',
    given: { ...dates, startTime: '2027-01-02' },
  },
  {
    rule: 'termMissing',
    label: '许可期限',
    sentence: '请设置许可期限',
    family: 'dongle',
    given: { spanTimeOp: 0, spanTime: undefined, counterOp: 0, counter: undefined },
  },
  {
    rule: 'countAlone',
    label: '使用次数',
    sentence: '云许可不支持单独的使用次数，请同时设置时间限制',
    family: 'account',
    given: { licenseForm: 1, licStartTimeType: 2, licDuration: undefined, counter: 5 },
  },
  {
    rule: 'cloudOneTime',
    label: '计费方式',
    sentence: '云许可不支持“一次性”计费',
    family: 'account',
    given: { licenseForm: 1, billingMode: 'oneTime' },
  },
  {
    rule: 'startAfterEnd',
    label: '结束时间',
    sentence: '开始时间不能晚于结束时间',
    family: 'smart',
    given: { ...dates, startTime: '2027-01-02', endTime: '2027-01-01' },
  },
  {
    rule: 'giftTooLong',
    label: '时长（天）',
    sentence: '试用许可的时长不能超过 90 天',
    family: 'smart',
    given: { ...gift, machineNum: 1, useMode: 1 },
  },
  {
    rule: 'giftTooLong',
    label: '时间跨度（天）',
    sentence: '试用许可的时长不能超过 90 天',
    family: 'smart',
    given: { ...gift, licDuration: 30, spanTime: 91 },
  },
  {
    rule: 'giftTooLong',
    label: '结束时间',
    sentence: '试用许可的时长不能超过 90 天',
    family: 'smart',
    given: { ...gift, ...dates, startTime: '2027-01-01', endTime: '2027-04-05' },
  },
  {
    rule: 'giftDevices',
    label: '同时绑定设备数',
    sentence: '试用许可最多绑定 5 台设备',
    family: 'account',
    given: { ...gift, licDuration: 30, licBindLimit: 6 },
  },
  {
    rule: 'giftDevices',
    label: '设备数',
    sentence: '试用许可最多绑定 5 台设备',
    family: 'smart',
    given: { ...gift, licDuration: 30, machineNum: 6 },
  },
  {
    rule: 'oneMachine',
    label: '设备数',
    sentence: '一码一机只能绑定 1 台设备',
    family: 'smart',
    given: { useMode: 1, machineNum: 5 },
  },
  {
    rule: 'belowConcurrent',
    label: '累计绑定设备数',
    sentence: '累计绑定设备数不能小于同时绑定数 3',
    family: 'account',
    given: { licBindMaxLimit: 2 },
  },
  {
    rule: 'tooBig',
    label: '集团用户数',
    sentence: '集团用户数不能大于 200',
    family: 'sn',
    given: { ...group, groupUsers: 201 },
  },
  { rule: 'tooBig', label: '可借阅席位', sentence: '可借阅席位不能大于 5', family: 'sn', given: { lendingSeats: 6 } },
  {
    rule: 'needsUpdate',
    label: '结束时间的操作',
    sentence: '新增许可时没有可增减的原值，请改为“设置”或选择更新操作',
    family: 'dongle',
    given: { endTimeOp: 2, endTimeDays: 30 },
  },
  {
    rule: 'needsUpdate',
    label: '时间跨度的操作',
    sentence: '新增许可时没有可增减的原值，请改为“设置”或选择更新操作',
    family: 'dongle',
    given: { spanTimeOp: 3 },
  },
  {
    rule: 'needsUpdate',
    label: '使用次数的操作',
    sentence: '新增许可时没有可增减的原值，请改为“设置”或选择更新操作',
    family: 'dongle',
    given: { counterOp: 2 },
  },
  {
    rule: 'needsUpdate',
    label: '并发数的操作',
    sentence: '新增许可时没有可增减的原值，请改为“设置”或选择更新操作',
    family: 'dongle',
    given: { concurrentType: 'process', concurrentNumOp: 2, concurrentNum: 3 },
  },
  {
    rule: 'ppmDeduct',
    label: '扣费方式',
    sentence: 'PPM 授权码与“PPM”扣费方式必须一起使用',
    family: 'sn',
    given: { licenseKeyType: 3, lending: false, lendingDays: undefined, lendingSeats: undefined },
  },
  {
    rule: 'ppmDeduct',
    label: '扣费方式',
    sentence: 'PPM 授权码与“PPM”扣费方式必须一起使用',
    family: 'account',
    given: { deductMode: 4, billingMode: undefined },
  },
  {
    rule: 'required',
    label: '套餐名称',
    sentence: '套餐名称不能为空',
    family: 'smart',
    given: { packageName: undefined },
  },
]

describe('every rule of the contract is reported at its own field', () => {
  it.each(BREACHES)('$label $rule ($family)', async ({ family, given, label, sentence, isTrial = false }) => {
    const stage = await open(family, { answer: answerOf(storedOf(family, given)), isTrial })
    await ready()
    save()
    expect(errorAt(label)).toBe(sentence)
    expect(document.querySelectorAll('.form-sections .field-error')).toHaveLength(1)
    expect(stage.sent.some(({ path }) => path === callsOf(family).previewUpdate.path)).toBe(false)
  })

  it('an end before yesterday is refused, but an existing one may stay, with a note', async () => {
    await open('smart', { answer: answerOf(storedOf('smart', { ...dates, endTime: '2025-06-30' })) })
    await ready()
    expect(fieldOf('结束时间')?.textContent).toContain('该时间已过，此模板不能签发许可')
    save()
    await screen.findByText('保存为新版本？')
    fireEvent.change(within(fieldOf('结束时间') ?? document.body).getByRole('textbox'), {
      target: { value: '2025-07-01' },
    })
    await waitFor(() => expect(errorAt('结束时间')).toBe('结束时间不能早于昨天'))
  })

  it("days follow the developer's time zone, even if the person is in another one", async () => {
    await open('smart', {
      answer: answerOf(storedOf('smart', { ...dates, endTime: '2027-06-30' })),
      timeZone: 'America/New_York',
    })
    await ready()
    const end = within(fieldOf('结束时间') ?? document.body)
    fireEvent.change(end.getByRole('textbox'), { target: { value: '2025-12-30 10:59:59' } })
    save()
    await waitFor(() => expect(errorAt('结束时间')).toBe('结束时间不能早于昨天'))
    fireEvent.change(end.getByRole('textbox'), { target: { value: '2025-12-30 11:00:00' } })
    await waitFor(() => expect(errorAt('结束时间')).toBeUndefined())
  })

  it('a module that the product has since removed is reported below the modules', async () => {
    const answer = answerOf(storedOf('smart', { modules: [{ moduleId: 9, checked: true }] }))
    await open('smart', {
      answer: { ...answer, modules: answer.modules.map((module) => ({ ...module, define: true })) },
    })
    await ready()
    await screen.findByText(/有 1 个勾选的模块已不在产品中/)
    save()
    expect(document.querySelector('.grant-modules .field-error')?.textContent).toBe('产品没有定义模块 9')
  })

  it('modules that the product no longer defines are named and left out, never refused', async () => {
    const granted = (...ids: number[]) => ids.map((moduleId) => ({ moduleId, checked: true }))
    const answer = answerOf(
      storedOf('sn', { modules: granted(2, 9, 10), otherProducts: [{ licenseId: 44, modules: granted(5, 6) }] }),
    )
    const stage = await open('sn', { answer })
    await ready()
    expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual([
      '产品已不再定义：模块9、模块10。这次保存将不再授予。',
      '产品已不再定义：模块6。这次保存将不再授予。',
    ])
    save()
    await screen.findByText('保存为新版本？')
    expect(payloadOf(stage, pcTemplateCalls.previewUpdate.path)).toMatchObject({
      modules: granted(2),
      otherProducts: [{ licenseId: '44', modules: granted(5) }],
    })
    cleanup()
    clearStage()
    await open('sn', { href: `/new?copyOf=${GUID}`, answer })
    await ready()
    expect(screen.getAllByRole('note')).toHaveLength(2)
  })

  it('each further product shows its own error: a duplicate, not soft, an undefined module', async () => {
    const others = [{ licenseId: 42 }, { licenseId: 43 }, { licenseId: 44, modules: [{ moduleId: 6, checked: true }] }]
    const answer = answerOf(storedOf('sn', { otherProducts: others }))
    const until = answer.otherProducts.map((product) => ({
      ...product,
      modules: product.modules.map((module) => ({ ...module, define: true })),
    }))
    await open('sn', { answer: { ...answer, otherProducts: until } })
    await ready()
    await screen.findByText('禾木')
    save()
    const errors = [...document.querySelectorAll('.further-product')].map(
      (part) => part.querySelector('.field-error')?.textContent,
    )
    expect(errors).toEqual([
      '该产品已经选择，同一模板内的产品不能重复',
      '该产品不支持软许可，不能用于授权码',
      '产品没有定义模块 6',
    ])
    // A part with an error inside is open.
    expect([...document.querySelectorAll<HTMLElement>('.further-product-body')].map(({ hidden }) => hidden)).toEqual([
      true,
      true,
      false,
    ])
    // The first error has the focus and is described.
    expect(document.getElementById(document.activeElement?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      errors[0],
    )
  })

  it('a choice that the rules refuse is disabled and says why', async () => {
    await open('account')
    await ready()
    const card = (label: string, choice: string) =>
      [...(fieldOf(label)?.querySelectorAll<HTMLElement>('.card-choice') ?? [])].find((element) =>
        element.textContent.startsWith(choice),
      )
    expect(card('许可期限', '永久')?.textContent).toBe('永久只有“一次性”计费支持永久许可')
    const forever = () => card('许可期限', '永久')?.querySelector('input')
    // The keyboard still reaches it and its reason.
    expect([forever()?.disabled, forever()?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    choose('许可期限', '永久')
    expect([forever()?.checked, Boolean(fieldOf('时长（天）'))]).toEqual([false, true])
    choose('计费方式', '一次性')
    expect(forever()?.getAttribute('aria-disabled')).toBeNull()
    choose('许可期限', '永久')
    expect([forever()?.checked, Boolean(fieldOf('时长（天）'))]).toEqual([true, false])
  })

  it('an empty required field reports only that, not a missing term as well', async () => {
    await open('smart')
    await ready()
    type('时长（天）', '')
    save()
    expect([...document.querySelectorAll('.form-sections .field-error')].map(({ textContent }) => textContent)).toEqual(
      ['时长（天）不能为空'],
    )
  })
})

describe('a new template', () => {
  const pick = async (name: string, label = '产品') => {
    const input = fieldOf(label)?.querySelector('input') ?? document.body
    fireEvent.click(input)
    fireEvent.click(await screen.findByText(name, { selector: '.combobox-label' }))
  }

  it('takes the data areas and the version of the chosen product, and returns to the list', async () => {
    const stage = await open('smart', { href: '/new' })
    await ready()
    type('模板名称', ' 月度 ')
    await pick('星图')
    await waitFor(() => expect(valueOf('许可版本')).toBe('7'))
    expect(document.querySelector('.form-bar-summary')?.textContent).toBe('账户余额 · 未设置期限 · 1 台 · 模块 0 / 3')
    choose('许可期限', '自签发起计时')
    fireEvent.click(within(fieldOf('时长（天）')?.parentElement ?? document.body).getByText('30 天'))
    fireEvent.click(screen.getByLabelText(/模块2$/))
    expect(document.querySelector('.form-bar-summary')?.textContent).toBe('账户余额 · 签发后 30 天 · 1 台 · 模块 1 / 3')
    save()
    await waitFor(() => expect(stage.address()).toBe(`/template?editId=${GUID}`))
    expect(payloadOf(stage, templateCalls.create.path)).toMatchObject({
      name: ' 月度 ',
      licenseId: '42',
      licDuration: '30',
      modules: [{ moduleId: 2, checked: true }],
      rom: { source: 'text', text: '来自星图' },
    })
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['模板“月度”已创建'])
  })

  it('is for the product that the address names', async () => {
    await open('sn', { href: '/new?licenseId=44' })
    await waitFor(() => expect(valueOf('产品')).toBe('禾木'))
  })

  it('is for the only product, which needs no choice; a copy keeps its own', async () => {
    await open('sn', { href: '/new', products: [44] })
    await waitFor(() => expect(valueOf('产品')).toBe('禾木'))
    cleanup()
    clearStage()
    await open('sn', { href: `/new?copyOf=${GUID}`, products: [44] })
    await waitFor(() => expect(valueOf('产品')).toBe('星图'))
  })

  const chosenForm = () =>
    fieldOf('许可形式')?.querySelector('.card-choice:has(:checked) .card-choice-words')?.firstChild?.textContent

  it('takes the license form of its product if there is only one', async () => {
    await open('account', { href: '/new' })
    await ready()
    await pick('星图')
    await ready()
    expect(chosenForm()).toBeUndefined()
    await pick('云上')
    await waitFor(() => expect(chosenForm()).toBe('云许可'))
    await pick('禾木')
    await waitFor(() => expect(chosenForm()).toBe('软许可'))
    cleanup()
    clearStage()
    await open('account', { href: '/new?licenseId=43' })
    await waitFor(() => expect(chosenForm()).toBe('云许可'))
  })

  it('tells a trial developer the limit of a term, and offers no longer one', async () => {
    const offers = () => ({
      notice: screen.queryByText(`试用期间签发的许可最长 ${LIMITS.trial.licenseDays} 天，且不收费。`) !== null,
      days: [...new Set([...document.querySelectorAll('.picks button')].map(({ textContent }) => textContent))],
      isForever: fieldOf('许可期限')?.textContent.includes('永久'),
    })
    await open('account', { href: '/new' })
    await ready()
    expect(offers()).toEqual({ notice: false, days: ['30 天', '90 天', '365 天'], isForever: true })
    cleanup()
    clearStage()
    await open('account', { href: '/new', isTrial: true })
    await ready()
    expect(offers()).toEqual({ notice: true, days: ['30 天', '90 天'], isForever: false })
    choose('许可期限', '指定时间')
    fireEvent.click(screen.getByLabelText('从日历中选择“结束时间”'))
    expect(await screen.findByRole('button', { name: '1 个月后' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '1 年后' })).toBeNull()
  })

  it('never preselects a license form that the developer may not use', async () => {
    await open('account', { href: '/new?licenseId=44', isTrial: true })
    await waitFor(() => expect(valueOf('产品')).toBe('禾木'))
    expect(chosenForm()).toBeUndefined()
  })

  it('copies a template, with a name that says so', async () => {
    await open('account', { href: `/new?copyOf=${GUID}` })
    await ready()
    expect([valueOf('模板名称'), valueOf('时长（天）'), valueOf('同时绑定设备数')]).toEqual(['年度 副本', '365', '3'])
  })

  it('copies the version that the address names', async () => {
    await open('account', {
      href: `/new?copyOf=${GUID}&version=2`,
      earlier: answerOf(storedOf('account', { licDuration: 30 }), { version: 2 }),
    })
    await ready()
    expect(valueOf('时长（天）')).toBe('30')
  })

  it('needs a product, and links to a new one if there is none', async () => {
    await open('dongle', { href: '/new', products: [] })
    await screen.findByText('还没有可用的产品')
    expect(screen.getByRole('link', { name: '新建产品' }).getAttribute('href')).toBe('/product/new')
    expect(saveButton()).toBeNull()
  })

  it('of a trial developer cannot be for codes, and leads to the application', async () => {
    await open('sn', { href: '/new', products: [], unfit: [43], isTrial: true })
    expect(await screen.findByText('试用期间不能使用授权码')).toBeTruthy()
    expect(screen.queryByText(/可在产品中加上/)).toBeNull()
    expect(screen.queryByRole('link', { name: '新建产品' })).toBeNull()
  })

  it('says which products a code cannot have and why, and that a limited person sees only a part', async () => {
    const reason = '只提供云许可，授权码需要软许可，可在产品中加上。'
    await open('sn', { href: '/new', products: [42], unfit: [43, 44], limited: ['product'] })
    const names = [43, 44].map((licenseId) => PRODUCTS[licenseId]?.productName).join('、')
    await waitFor(() =>
      expect(fieldOf('产品')?.textContent).toContain(`未列出${names}：${reason} 只列出您能看到的产品。`),
    )
    expect(fieldOf('添加产品')?.textContent).toContain(reason)
    cleanup()
    await open('sn', { href: '/new', products: [], unfit: [43] })
    expect(await screen.findByText(new RegExp(`^授权码模板需要提供软许可的产品.*${reason}$`))).toBeTruthy()
    cleanup()
    const stage = await open('account', { href: '/new' })
    await ready()
    expect(stage.sent.some(({ payload }) => payload['isUnfit'])).toBe(false)
  })

  it('can have further products, each only once, which can be removed again', async () => {
    await open('sn', { href: '/new?licenseId=42' })
    await waitFor(() => expect(valueOf('产品')).toBe('星图'))
    const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView')
    const adding = fieldOf('添加产品')?.querySelector('input') ?? document.body
    adding.focus()
    fireEvent.click(adding)
    await screen.findByText('禾木', { selector: '.combobox-label' })
    expect(screen.queryByText('星图', { selector: '.combobox-label' })).toBeNull()
    fireEvent.click(screen.getByText('禾木', { selector: '.combobox-label' }))
    await waitFor(() => expect(document.querySelectorAll('.further-product')).toHaveLength(1))
    expect(scrolledTo.mock.contexts.some((element) => element instanceof Element && element.contains(adding))).toBe(
      true,
    )
    fireEvent.click(screen.getByLabelText('移除产品“禾木”'))
    expect(document.querySelectorAll('.further-product')).toHaveLength(0)
  })

  it('offers no more products than a code can have', async () => {
    const others = Array.from({ length: LIMITS.template.products - 1 }, (_, index) => ({ licenseId: 100 + index }))
    await open('sn', { href: `/new?copyOf=${GUID}`, answer: answerOf(storedOf('sn', { otherProducts: others })) })
    await ready()
    expect(fieldOf('添加产品')?.querySelector('input') ?? null).toBeNull()
  })
})

describe('an edit', () => {
  it('shows its changes and its impact before saving', async () => {
    const stage = await open('smart')
    await ready()
    type('时长（天）', '30')
    save()
    const dialog = (await screen.findByText('保存为新版本？')).closest('dialog') ?? document.body
    expect(dialog.textContent).toContain('已按此模板签发 3 个许可，其中 2 个有效，它们保持不变')
    expect(
      [...dialog.querySelectorAll('.differences tbody tr')].map((row) =>
        [...row.children].map(({ textContent }) => textContent).join('|'),
      ),
    ).toEqual(['时长（天）|365|30'])
    expect(payloadOf(stage, templateCalls.update.path)).toBeUndefined()
    fireEvent.click(within(dialog).getByText('保存为新版本'))
    await waitFor(() => expect(stage.address()).toBe(`/template?showSearch=1&editId=${GUID}`))
    expect(payloadOf(stage, templateCalls.update.path)).toMatchObject({ guid: GUID, version: 4, licDuration: '30' })
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['模板“年度”已保存为版本 5'])
  })

  it('of temporary privileges alone creates no version, and sends only the changed ones', async () => {
    const changes = [{ field: 'canModify', before: 'false', after: 'true' }]
    const stage = await open('smart', {
      more: [
        [
          templateCalls.previewUpdate,
          () => ({ data: { changes, hasNewVersion: false, licenseCount: 3, effectiveLicenseCount: 2 } }),
        ],
        [templateCalls.update, () => ({ data: { guid: GUID, version: 4 } })],
      ],
    })
    await ready()
    fireEvent.click(screen.getByLabelText('可改期限'))
    save()
    const dialog = (await screen.findByText('保存临时权限？')).closest('dialog') ?? document.body
    expect(dialog.textContent).toContain('只改变临时权限，不产生新版本')
    expect(dialog.textContent).not.toContain('新内容')
    fireEvent.click(within(dialog).getByText('保存'))
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['模板“年度”的临时权限已保存']),
    )
    const sent = payloadOf(stage, templateCalls.update.path)
    expect(MODIFY_PRIVILEGES.map((name) => sent?.[name])).toEqual([true, undefined, undefined])
  })

  it('that is not confirmed is not saved, and the input stays', async () => {
    const stage = await open('smart')
    await ready()
    type('时长（天）', '30')
    save()
    fireEvent.click(await screen.findByText('继续编辑'))
    await waitFor(() => expect(screen.queryByText('保存为新版本？')).toBeNull())
    expect([valueOf('时长（天）'), payloadOf(stage, templateCalls.update.path)]).toEqual(['30', undefined])
  })

  it('that changes nothing says so and saves nothing', async () => {
    const stage = await open('smart', {
      more: [
        [
          templateCalls.previewUpdate,
          () => ({ data: { changes: [], hasNewVersion: false, licenseCount: 3, effectiveLicenseCount: 2 } }),
        ],
      ],
    })
    await ready()
    save()
    await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['没有修改，无需保存']))
    expect([screen.queryByText('保存为新版本？'), payloadOf(stage, templateCalls.update.path)]).toEqual([
      null,
      undefined,
    ])
  })

  it('that the server refuses shows the message at its field', async () => {
    const fields = [{ path: 'packageName', rule: 'required', message: '没有这个套餐' }]
    await open('smart', {
      more: [
        [
          templateCalls.previewUpdate,
          () => ({ code: ERRORS['platform.badPayload'].code, desc: '没有这个套餐', data: { fields } }),
        ],
      ],
    })
    await ready()
    save()
    await waitFor(() => expect(errorAt('套餐名称')).toBe('没有这个套餐'))
  })

  it('of an outdated version can load the newer one', async () => {
    let version = 4
    const stage = await open('smart', {
      more: [
        [
          templateCalls.get,
          () => ({ data: answerOf(storedOf('smart', { licDuration: version === 4 ? 365 : 700 }), { version }) }),
        ],
        [
          templateCalls.previewUpdate,
          (payload) =>
            payload['version'] === version
              ? { data: { changes: [], hasNewVersion: false, licenseCount: 0, effectiveLicenseCount: 0 } }
              : { code: ERRORS['platform.stale'].code, desc: '内容已被他人修改', data: null },
        ],
      ],
    })
    await ready()
    type('时长（天）', '30')
    version = 5
    save()
    fireEvent.click(await screen.findByText('重新载入最新内容'))
    fireEvent.click(await screen.findByText('放弃并载入'))
    await waitFor(() => expect(valueOf('时长（天）')).toBe('700'))
    expect(payloadOf(stage, templateCalls.update.path)).toBeUndefined()
  })

  it('from an earlier version says so and sends the current version number', async () => {
    const stage = await open('smart', {
      href: `/edit?guid=${GUID}&version=2`,
      earlier: answerOf(storedOf('smart', { licDuration: 30 }), { version: 2 }),
    })
    await screen.findByText('当前内容来自版本 2，保存后成为新版本。')
    expect(valueOf('时长（天）')).toBe('30')
    save()
    await screen.findByText('保存为新版本？')
    expect(payloadOf(stage, templateCalls.previewUpdate.path)).toMatchObject({ version: 4, licDuration: '30' })
  })

  it('returns to the page it came from', async () => {
    const stage = await open('smart', { href: `/edit?guid=${GUID}&sourcePath=/template/view` })
    await ready()
    fireEvent.click(screen.getByText('取消'))
    await waitFor(() => expect(stage.address()).toBe(`/template/view?guid=${GUID}`))
  })

  it('cannot change its product', async () => {
    await open('smart')
    await waitFor(() => expect(valueOf('产品')).toBe('星图'))
    expect(fieldOf('产品')?.querySelector('input')?.readOnly).toBe(true)
  })

  it('can copy the data areas of the product', async () => {
    const stage = await open('smart')
    await ready()
    fireEvent.click(await screen.findByText('使用产品的数据区'))
    expect(screen.queryByText('使用产品的数据区')).toBeNull()
    save()
    await screen.findByText('保存为新版本？')
    expect(payloadOf(stage, templateCalls.previewUpdate.path)).toMatchObject({
      rom: { source: 'text', text: '来自星图' },
    })
  })
})

it("the fixture's valid terms break no rule of the contract", () => {
  for (const family of TEMPLATE_FAMILIES)
    expect(readTemplate(family, { ...storedOf(family), modules: [] }, { timeZone: 'UTC' }).violations, family).toEqual(
      [],
    )
})

describe("the developer's settings", () => {
  it('say whether new cloud templates end the earlier sign-in', async () => {
    const stage = await open('account', {
      href: '/new?licenseId=42',
      developerConfig: [{ key: 'kickOut', value: 'true' }],
    })
    await ready()
    fireEvent.click(screen.getByRole('radio', { name: /^云许可/ }))
    expect(screen.getByRole<HTMLInputElement>('switch', { name: '踢出先登录者' }).checked).toBe(true)
    expect(stage.address()).toContain('/new')
  })

  it('with lending off, a new template cannot lend, and says why', async () => {
    await open('sn', { href: '/new?licenseId=42', developerConfig: [{ key: 'lending', value: 'false' }] })
    await ready()
    expect(screen.getByText('“配置”中的借阅已关闭，新模板不能开启借阅。')).toBeTruthy()
    expect(screen.queryByRole('switch', { name: '借阅' })).toBeNull()
  })
})
