import { fireEvent, render, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { STORED } from '../../lib/stored.ts'
import { PhrasesProvider, showLanguage, showTimeZone } from '../../lib/words/i18n.tsx'
import type { Form } from '../form/form-state.ts'
import { useForm } from '../form/form-state.ts'
import { MomentField } from './moment-field.tsx'
import type { MomentPreset } from './moment-presets.ts'

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-17T04:00:00.000Z'), toFake: ['Date'] })
  await showLanguage('zh')
  showTimeZone('Asia/Shanghai')
})
const fields = { expires: z.optional(z.nullable(z.iso.datetime())) }
const labels = { expires: '到期时间' }
const spell = (values: object) => ({ ...values })

let form: Form<{ expires: string }>

function open(expires: string, edge: 'start' | 'end' = 'end', presets?: readonly MomentPreset[]) {
  function Page() {
    const own = useForm({ domain: 'product', fields, labels, initial: { expires }, spell })
    useEffect(() => {
      form = own
    })
    return <MomentField form={own} name="expires" edge={edge} presets={presets} />
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
}

const input = () => screen.getByLabelText<HTMLInputElement>(/^到期时间/, { selector: 'input' })
const type = (value: string) => fireEvent.input(input(), { target: { value } })
const shown = () => input().value

describe('typing', () => {
  it('an instant is shown in the session’s zone, and read back the same way', () => {
    open('2027-01-31T15:59:59.000Z')
    expect(shown()).toBe('2027-01-31 23:59:59')
    type('2027-01-31 08:30')
    expect(form.values.expires).toBe('2027-01-31T00:30:00.000Z')
  })

  it('is shown in the person’s format, which the empty field names', () => {
    STORED.timeFormat.set('yyyy-MM-dd')
    open('2027-01-31T15:59:59.000Z')
    expect(shown()).toBe('2027-01-31')
    expect(input().placeholder).toBe('年-月-日')
  })

  it('says which time zone is meant', () => {
    open('')
    expect(screen.getByText('时区 (UTC+08:00) 上海').id).toBe(input().getAttribute('aria-describedby'))
  })

  it.each([
    ['start', '2027-01-30T16:00:00.000Z', '2027-01-31 00:00'],
    ['end', '2027-01-31T15:59:59.000Z', '2027-01-31 23:59:59'],
  ] as const)('a day alone means its %s; the text stays as typed until the field is left', (edge, instant, text) => {
    open('', edge)
    type('２０２７/1/31')
    expect([form.values.expires, shown()]).toEqual([instant, '２０２７/1/31'])
    fireEvent.blur(input())
    expect([form.values.expires, shown()]).toEqual([instant, text])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a text that is no date stays, is not taken for none, and says what to type', () => {
    open('2027-01-31T02:00:00.000Z')
    type('2027-2-')
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.blur(input())
    expect([form.values.expires, shown()]).toEqual(['2027-2-', '2027-2-'])
    expect(screen.getByRole('alert').textContent).toBe('请输入有效的日期，例如 2027-01-31 23:59')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    type('2027-2-1')
    expect(form.values.expires).toBe('2027-02-01T15:59:59.000Z')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is cleared by a button, which gives the focus to the field', () => {
    open('2027-01-31T02:00:00.000Z')
    fireEvent.click(screen.getByLabelText('清除“到期时间”'))
    expect([form.values.expires, shown()]).toEqual(['', ''])
    expect(document.activeElement).toBe(input())
    expect(screen.queryByLabelText('清除“到期时间”')).toBeNull()
  })
})

describe('the calendar', () => {
  const button = () => screen.getByRole('button', { name: '从日历中选择“到期时间”' })
  const dialog = async () => {
    fireEvent.click(button())
    return within(await screen.findByRole('dialog', { name: '到期时间' }))
  }
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })

  it('opens on today with the weeks of the language; keys move through days, weeks, months and years', async () => {
    open('')
    const { getByRole, getAllByRole } = await dialog()
    expect(focused()).toBe('2026年11月17日星期二')
    expect(document.activeElement?.getAttribute('aria-current')).toBe('date')
    expect(getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '一',
      '二',
      '三',
      '四',
      '五',
      '六',
      '日',
    ])
    for (const [key, shift, day] of [
      ['ArrowRight', false, '2026年11月18日星期三'],
      ['ArrowDown', false, '2026年11月25日星期三'],
      ['End', false, '2026年11月29日星期日'],
      ['ArrowDown', false, '2026年12月6日星期日'],
      ['PageDown', true, '2027年12月6日星期一'],
      ['PageUp', false, '2027年11月6日星期六'],
      ['Home', false, '2027年11月1日星期一'],
    ] as const) {
      press(key, shift)
      expect(focused()).toBe(day)
    }
    expect(getByRole('grid', { name: '2027年11月' })).toBeTruthy()
  })

  it('Enter takes the day, closes, and gives the focus back to the button', async () => {
    open('')
    await dialog()
    press('ArrowRight')
    press('Enter')
    expect(shown()).toBe('2026-11-18 23:59:59')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button())
  })

  it('Escape closes without a choice; Tab stays inside', async () => {
    open('')
    const { getByRole } = await dialog()
    const last = getByRole('button', { name: '今年年底' })
    last.focus()
    fireEvent.keyDown(last, { key: 'Tab' })
    expect(document.activeElement).toBe(getByRole('button', { name: '上个月' }))
    press('Escape')
    expect([form.values.expires, screen.queryByRole('dialog')]).toEqual(['', null])
    expect(document.activeElement).toBe(button())
  })

  it('a click on a day keeps the time and stays open for another one', async () => {
    open('2027-01-31T02:00:00.000Z')
    const { getByRole } = await dialog()
    expect(getByRole('gridcell', { selected: true }).textContent).toBe('31')
    fireEvent.click(getByRole('button', { name: '2027年1月5日星期二' }))
    expect(shown()).toBe('2027-01-05 10:00')
    const minute = getByRole('spinbutton', { name: '分' })
    fireEvent.input(minute, { target: { value: '７' } })
    expect(shown()).toBe('2027-01-05 10:07')
    fireEvent.input(minute, { target: { value: '77' } })
    fireEvent.blur(minute)
    fireEvent.keyDown(getByRole('spinbutton', { name: '时' }), { key: 'ArrowDown' })
    fireEvent.keyDown(getByRole('spinbutton', { name: '秒' }), { key: 'ArrowDown' })
    expect(shown()).toBe('2027-01-05 09:07:59')
    fireEvent.click(getByRole('button', { name: '完成' }))
    expect(document.activeElement).toBe(button())
  })

  it('months and years are chosen from lists, between the first and the last day of the product', async () => {
    open('2105-12-31T02:00:00.000Z')
    const { getByRole, getByLabelText } = await dialog()
    expect(getByRole<HTMLButtonElement>('button', { name: '下个月' }).disabled).toBe(true)
    press('ArrowRight')
    expect(focused()).toBe('2105年12月31日星期四')
    fireEvent.change(getByLabelText('年份'), { target: { value: '2030' } })
    fireEvent.change(getByLabelText('月份'), { target: { value: '02' } })
    expect(getByRole('grid', { name: '2030年2月' })).toBeTruthy()
    expect(document.querySelector('[data-day][tabindex="0"]')?.getAttribute('data-day')).toBe('2030-02-28')
  })

  it.each([
    ['start', '明天 00:00', '2026-11-18 00:00'],
    ['start', '下月 1 日', '2026-12-01 00:00'],
    ['end', '1 年后', '2027-11-17 23:59:59'],
  ] as const)('of a %s offers “%s”', async (edge, name, text) => {
    open('', edge)
    const { getByRole } = await dialog()
    fireEvent.click(getByRole('button', { name }))
    expect([shown(), screen.queryByRole('dialog')]).toEqual([text, null])
  })

  it('offers what the field passes instead', async () => {
    open('', 'end', [{ label: '周年庆', at: () => '2028-08-08T08:08:08' }])
    const { getByRole, queryByRole } = await dialog()
    expect(queryByRole('button', { name: '1 年后' })).toBeNull()
    fireEvent.click(getByRole('button', { name: '周年庆' }))
    expect(shown()).toBe('2028-08-08 08:08:08')
  })
})
