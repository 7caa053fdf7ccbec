import { fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PhrasesProvider, showLanguage, showTimeZone } from '../../lib/words/i18n.tsx'
import type { Form } from './form-state.ts'
import { useForm } from './form-state.ts'
import { MomentField } from './moment-field.tsx'

beforeEach(async () => {
  await showLanguage('zh')
  showTimeZone('Asia/Shanghai')
})
const fields = { expires: z.optional(z.nullable(z.iso.datetime())) }
const labels = { expires: '到期时间' }
const spell = (values: object) => ({ ...values })

let form: Form<{ expires: string }>

function open(expires: string, edge: 'start' | 'end' = 'end') {
  function Page() {
    const own = useForm({ domain: 'product', fields, labels, initial: { expires }, spell })
    useEffect(() => {
      form = own
    })
    return <MomentField form={own} name="expires" edge={edge} />
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
}

const date = () => screen.getByLabelText<HTMLInputElement>('日期')
const time = () => screen.getByLabelText<HTMLInputElement>('时间')
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const shown = () => [date().value, time().value]
/** Sets the validity state that a browser reports for a half-typed date. */
const halfType = (input: HTMLInputElement, isHalf: boolean) => {
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: isHalf } })
  fireEvent.keyUp(input)
}

it('an instant is shown as the clocks of the session have it, and read back the same way', () => {
  open('2027-01-31T15:59:59.000Z')
  expect(shown()).toEqual(['2027-01-31', '23:59:59'])
  type(time(), '08:30')
  expect(form.values.expires).toBe('2027-01-31T00:30:00.000Z')
  expect(shown()).toEqual(['2027-01-31', '08:30:00'])
})

it('says whose clocks are meant', () => {
  open('')
  expect(screen.getByText('时区 (UTC+08:00) 上海').id).toBe(date().getAttribute('aria-describedby'))
})

it('the two inputs are one group with the name of the field', () => {
  open('')
  expect(screen.getByRole('group', { name: /^到期时间/ }).contains(date())).toBe(true)
  expect([date().min, date().max]).toEqual(['1970-01-01', '2105-12-31'])
})

it.each([
  ['start', '2027-01-30T16:00:00.000Z'],
  ['end', '2027-01-31T15:59:59.000Z'],
] as const)('a day that is picked alone means its %s', (edge, instant) => {
  open('', edge)
  type(date(), '2027-01-31')
  expect(form.values.expires).toBe(instant)
})

it('a time that was chosen stays when another day is picked', () => {
  open('2027-01-31T02:00:00.000Z')
  type(date(), '2027-02-01')
  expect(shown()).toEqual(['2027-02-01', '10:00:00'])
})

it('half of it stays where it was typed and cannot be saved', () => {
  open('2027-01-31T02:00:00.000Z')
  type(time(), '')
  expect(shown()).toEqual(['2027-01-31', ''])
  fireEvent.blur(time(), { relatedTarget: date() })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(date())
  expect(screen.getByRole('alert').textContent).toBe('到期时间格式不正确')
  expect(date().getAttribute('aria-invalid')).toBe('true')
  type(time(), '11:00:00')
  expect(form.values.expires).toBe('2027-01-31T03:00:00.000Z')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a date that the browser cannot read yet is not taken for none', () => {
  open('')
  halfType(date(), true)
  fireEvent.blur(date())
  expect(screen.getByRole('alert').textContent).toBe('到期时间格式不正确')
  halfType(date(), false)
  expect(form.values.expires).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('clearing empties both, and so does taking away the day whose time was filled in', () => {
  open('2027-01-31T02:00:00.000Z')
  fireEvent.click(screen.getByLabelText('清除“到期时间”'))
  expect([form.values.expires, ...shown()]).toEqual(['', '', ''])
  expect(document.activeElement).toBe(date())
  expect(screen.queryByLabelText('清除“到期时间”')).toBeNull()
  type(date(), '2027-01-31')
  type(date(), '')
  expect([form.values.expires, ...shown()]).toEqual(['', '', ''])
})
