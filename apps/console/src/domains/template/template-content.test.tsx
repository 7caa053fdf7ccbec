// The content form of a license: changeable fields have controls, the others are listed, and differences are sent.
import { ERRORS, identityCalls, pcTemplateCalls } from '@sealwright/contract'
import type { TemplateFamily } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { ContentFields, changesOf, useContentDraft } from './form/index.ts'
import type { ContentAnswer } from './form/index.ts'
import { PRODUCTS, answerOf, storedOf } from './template-answer.fixture.ts'
import { ContentView } from './view/index.ts'

const TIMES = ['licStartTimeType', 'startTime', 'endTime', 'licDuration', 'spanTime']

interface Opening {
  content?: ContentAnswer
  allowed?: readonly string[]
  /** The server's answer to the save call. */
  answer?: { code?: number; desc?: string; data: unknown }
}

/** Stands in for the call that saves the changes. */
const SAVED = pcTemplateCalls.update

async function open(
  family: TemplateFamily,
  { content = answerOf(storedOf(family)), allowed = TIMES, answer = { data: {} } }: Opening = {},
): Promise<Stage> {
  function Page() {
    const draft = useContentDraft(family, content, { allowed })
    const save = useAct(SAVED, { showsRefusal: true })
    return (
      <FormPage
        form={draft.form}
        title="许可"
        sentence=""
        saveText="保存"
        isSaving={save.isActing}
        refusal={save.refusal}
        onSave={(changes) => void save.act({ changes } as never)}
        onCancel={() => undefined}
      >
        <ContentFields draft={draft} />
        <output>{JSON.stringify(changesOf(draft))}</output>
      </FormPage>
    )
  }
  const stage = await openStage(
    {
      '/': function Signed() {
        useSession()
        return <Page />
      },
    },
    '/',
    [
      [identityCalls.current, () => ({ data: session })],
      [SAVED, () => answer],
    ],
  )
  await screen.findByText('保存')
  return stage
}

const labels = () =>
  [...document.querySelectorAll<HTMLElement>('.field-label, .switch-field label, .area-name')].map(
    (element) => element.firstChild?.textContent,
  )
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const facts = () =>
  [...document.querySelectorAll('.form-sections .fact')].map((fact) =>
    [...fact.children].map((part) => part.textContent).join('='),
  )
const fieldOf = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('.field-label')]
    .find((element) => element.firstChild?.textContent === label)
    ?.closest<HTMLElement>('.field') ?? document.body
const errorAt = (label: string) => fieldOf(label).querySelector('.field-error')?.textContent
const type = (label: string, value: string) =>
  fireEvent.input(fieldOf(label).querySelector('input') ?? document.body, { target: { value } })
const choose = (label: string, choice: string) => fireEvent.click(within(fieldOf(label)).getByText(choice))
const changes = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as unknown
const save = () => fireEvent.click(screen.getByText('保存'))
const sentTo = (stage: Stage) => stage.sent.find(({ path }) => path === SAVED.path)?.payload

describe('the changeable fields', () => {
  it('have controls, and all other fields are listed before them', async () => {
    await open('account', {
      allowed: [...TIMES, 'offlineDays', 'licBindLimit', 'licBindMaxLimit', 'modules', 'licenseVersion', 'productEnds'],
    })
    expect(titles()).toEqual(['固定内容', '基本信息', '期限', '设备与绑定', '模块'])
    expect(labels()).toEqual([
      '许可版本',
      '许可期限',
      '时长（天）',
      '时间跨度（天）',
      '同时绑定设备数',
      '累计绑定设备数',
      '可离线时长（天）',
    ])
    expect(facts()).toEqual(['许可形式=软许可', '扣费方式=账户余额', '计费方式=按年', '离线绑定=是'])
  })

  it('can be none, and then all fields are listed', async () => {
    const rom = { source: 'text' as const, text: '甲', fileName: null, base64: null, items: null }
    const content = answerOf(storedOf('sn', { licenseVersion: 1_000, otherProducts: [{ licenseId: 44 }] }), { rom })
    await open('sn', { content, allowed: [] })
    expect([titles(), labels()]).toEqual([['固定内容'], []])
    expect(facts()).toEqual([
      '授权码类型=单机',
      '扣费方式=账户余额',
      '计费方式=按年',
      '许可期限=自签发起计时',
      '时长（天）=365',
      '使用模式=一码多机',
      '设备数=5',
      '离线绑定=否',
      '授权码密码=否',
      '借阅=是',
      '最长借阅（天）=30',
      '可借阅席位=2',
      '许可版本=1000',
      '只读数据区（ROM）=文本 · 3 字节',
      '模块=2 模块2',
      '其他产品=禾木',
    ])
  })

  it('need no further calls, because the content includes the facts for the rules', async () => {
    const stage = await open('sn', { allowed: ['modules', 'rom', 'machineNum'] })
    expect(stage.sent.map(({ path }) => path)).toEqual([identityCalls.current.path])
  })

  it('allow only the kinds of term that they can lead to', async () => {
    const kinds = () =>
      [...fieldOf('许可期限').querySelectorAll('.card-choice-words')].map((words) => words.firstChild?.textContent)
    await open('account')
    expect(kinds()).toEqual(['自签发起计时', '指定时间', '仅时间跨度'])
    cleanup()
    clearStage()
    // An end date changes the kind of term, although `licStartTimeType` itself may not change.
    await open('account', { allowed: ['startTime', 'endTime'] })
    expect(kinds()).toEqual(['自签发起计时', '指定时间'])
    choose('许可期限', '指定时间')
    fireEvent.change(within(fieldOf('结束时间')).getByRole('textbox'), { target: { value: '2027-12-31' } })
    expect(changes()).toEqual({ endTime: '2027-12-31T15:59:59.000Z' })
    cleanup()
    clearStage()
    await open('account', { allowed: ['spanTime'] })
    expect([labels(), facts()]).toEqual([
      ['时间跨度（天）'],
      expect.arrayContaining(['许可期限=自签发起计时', '时长（天）=365']),
    ])
  })

  it('can change fields that may not be changed on their own', async () => {
    await open('sn', {
      content: answerOf(
        storedOf('sn', {
          useMode: 1,
          machineNum: 1,
          lending: undefined,
          lendingDays: undefined,
          lendingSeats: undefined,
        }),
      ),
      allowed: ['machineNum', 'lending', 'lendingDays', 'lendingSeats'],
    })
    // The use mode follows the number of devices, which may change, so it is not listed as fixed.
    expect([facts().some((fact) => fact.startsWith('使用模式')), screen.queryByLabelText('借阅')]).toEqual([
      false,
      null,
    ])
    type('设备数', '5')
    fireEvent.click(screen.getByLabelText('借阅'))
    type('最长借阅（天）', '7')
    type('可借阅席位', '2')
    expect(changes()).toEqual({ machineNum: '5', lending: true, lendingDays: '7', lendingSeats: '2' })
  })
})

describe('the changes', () => {
  it('are the differences in the format of a template, and empty once they are reverted', async () => {
    const stage = await open('account', { allowed: [...TIMES, 'modules', 'rom'] })
    expect(changes()).toEqual({})
    type('时长（天）', '30')
    expect(changes()).toEqual({ licDuration: '30' })
    type('时长（天）', '365')
    expect(changes()).toEqual({})
    fireEvent.click(screen.getByLabelText(/模块3$/))
    fireEvent.click(screen.getByLabelText('文本'))
    fireEvent.input(screen.getByLabelText('文本内容'), { target: { value: '甲' } })
    save()
    await waitFor(() =>
      expect(sentTo(stage)).toEqual({
        changes: {
          modules: [
            { moduleId: 2, checked: true },
            { moduleId: 3, checked: true },
          ],
          rom: { source: 'text', text: '甲' },
        },
      }),
    )
    fireEvent.click(screen.getByText('还原数据区'))
    expect(changes()).not.toHaveProperty('rom')
  })

  it('clear fields that no longer apply', async () => {
    await open('account', {
      content: answerOf(storedOf('account', { licStartTimeType: 0, licDuration: undefined, endTime: '2027-12-31' })),
    })
    choose('许可期限', '自签发起计时')
    type('时长（天）', '30')
    expect(changes()).toEqual({ licStartTimeType: '1', endTime: '', licDuration: '30' })
  })

  it('of further products list each product with its differences', async () => {
    const content = answerOf(
      storedOf('sn', { otherProducts: [{ licenseId: 44, licenseVersion: 7 }, { licenseId: 43 }] }),
    )
    await open('sn', { content, allowed: ['modules', 'otherProducts'] })
    expect(screen.queryByLabelText('移除产品“禾木”')).toBeNull()
    fireEvent.click(screen.getByText('禾木'))
    expect(labels()).toEqual([])
    fireEvent.click(screen.getByLabelText(/模块5$/))
    expect(changes()).toEqual({
      otherProducts: [{ licenseId: '44', modules: [{ moduleId: 5, checked: true }] }, { licenseId: '43' }],
    })
  })

  it('ignore modules that the product no longer defines, and a notice says so', async () => {
    await open('smart', {
      content: answerOf(
        storedOf('smart', {
          modules: [
            { moduleId: 2, checked: true },
            { moduleId: 9, checked: true },
          ],
        }),
      ),
      allowed: ['modules'],
    })
    expect(screen.getByRole('note').textContent).toBe('产品已不再定义：模块9。这里不能再授予。')
    expect(changes()).toEqual({})
  })
})

describe('an error', () => {
  it('is shown at its field while typing, as in the template form, and nothing is sent', async () => {
    const stage = await open('account', { allowed: ['licBindLimit', 'licBindMaxLimit'] })
    type('累计绑定设备数', '2')
    fireEvent.blur(fieldOf('累计绑定设备数').querySelector('input') ?? document.body)
    await waitFor(() => expect(errorAt('累计绑定设备数')).toBe('累计绑定设备数不能小于同时绑定数 3'))
    save()
    expect(sentTo(stage)).toBeUndefined()
    type('同时绑定设备数', '2')
    expect(errorAt('累计绑定设备数')).toBeUndefined()
    type('同时绑定设备数', '')
    save()
    expect(errorAt('同时绑定设备数')).toBe('同时绑定设备数不能为空')
  })

  it('of a removed end is shown at the end, whatever the term would become without it', async () => {
    await open('account', {
      content: answerOf(storedOf('account', { licStartTimeType: 0, licDuration: undefined, endTime: '2027-12-31' })),
      allowed: ['startTime', 'endTime'],
    })
    fireEvent.click(within(fieldOf('结束时间')).getByRole('button', { name: '清除“结束时间”' }))
    save()
    expect(errorAt('结束时间')).toBe('结束时间不能为空')
  })

  it('of a fixed field is left to the server', async () => {
    // Old content that today's rules refuse.
    const stage = await open('account', {
      content: answerOf(storedOf('account', { licBindMaxLimit: 2 })),
      answer: {
        code: ERRORS['platform.badPayload'].code,
        desc: '累计绑定设备数不能小于同时绑定数 3',
        data: {
          fields: [
            { path: 'changes.licBindMaxLimit', rule: 'belowConcurrent', message: '累计绑定设备数不能小于同时绑定数 3' },
          ],
        },
      },
    })
    type('时长（天）', '30')
    save()
    expect(await screen.findByText('累计绑定设备数不能小于同时绑定数 3')).toBeTruthy()
    expect(sentTo(stage)).toEqual({ changes: { licDuration: '30' } })
  })

  it('from the server is shown at its field, and disappears when the field changes', async () => {
    await open('account', {
      answer: {
        code: ERRORS['platform.badPayload'].code,
        desc: '不行',
        data: { fields: [{ path: 'changes.licDuration', rule: 'tooBig', message: '时长太长' }] },
      },
    })
    type('时长（天）', '700')
    save()
    await waitFor(() => expect(errorAt('时长（天）')).toBe('时长太长'))
    expect(screen.queryByText('不行')).toBeNull()
    type('时长（天）', '30')
    expect(errorAt('时长（天）')).toBeUndefined()
  })

  it('is not raised for a past end that was there before, which only gets a note', async () => {
    await open('smart', {
      content: answerOf(storedOf('smart', { licStartTimeType: 0, licDuration: undefined, endTime: '2025-06-30' })),
      allowed: ['startTime', 'endTime', 'spanTime'],
    })
    expect(fieldOf('结束时间').textContent).toContain('该时间已过；改为以后的时间，许可即可继续使用。')
    type('时间跨度（天）', '30')
    save()
    expect(errorAt('结束时间')).toBeUndefined()
  })
})

describe('the read-only content of a license', () => {
  const view = async (content: ContentAnswer) => {
    await openStage({ '/': () => <ContentView family="sn" content={content} /> }, '/', [
      [identityCalls.current, () => ({ data: { ...session, privileges: [] } })],
    ])
    await screen.findByRole('region', { name: '条款' })
  }

  it('shows its terms in groups, its modules, data areas and further products', async () => {
    await view(
      answerOf(storedOf('sn', { otherProducts: [{ licenseId: 44, modules: [{ moduleId: 5, checked: true }] }] })),
    )
    expect(titles()).toEqual([
      '条款',
      '类型与扣费',
      '期限',
      '设备与使用',
      '模块',
      '数据区',
      '只读数据区（ROM）',
      '读写数据区（RWM）',
      '公开数据区（PUB）',
      '其他产品',
      `${PRODUCTS[44]?.productName} · ID 44`,
    ])
    expect(within(screen.getByRole('region', { name: '期限' })).getByText('365')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '模块' })).getByText('模块2')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '禾木' })).getByText('模块5')).toBeTruthy()
  })

  it('has texts for a license, not for a template', async () => {
    await view(answerOf(storedOf('sn', { modules: [] })))
    expect(screen.getByText('此许可不含任何模块。')).toBeTruthy()
    cleanup()
    clearStage()
    await view(answerOf(storedOf('sn', { modules: [{ moduleId: 9, checked: true }] })))
    expect(screen.getByRole('note').textContent).toBe('产品“星图”已不再定义模块：9 模块9。')
  })
})
