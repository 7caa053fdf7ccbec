import { Refusal } from '@sealwright/client'
import { ERRORS } from '@sealwright/contract'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { useForm } from './form-state.ts'
import { joinForms } from './joined-form.ts'

beforeEach(() => showLanguage('zh'))
const spell = (values: object) => ({ ...values })
const needed = z.string().check(z.minLength(1))

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => <PhrasesProvider>{children}</PhrasesProvider>
  return renderHook(
    () => {
      const own = useForm({ domain: 'product', fields: { name: needed }, initial: { name: '' }, spell })
      const part = useForm({ domain: 'product', fields: { brief: needed }, initial: { brief: '' }, spell })
      return { own, part, form: joinForms(own, 'part', part) }
    },
    { wrapper },
  ).result
}

it('two forms are checked together and answer together', () => {
  const page = open()
  act(() => expect(page.current.form.check()).toBeUndefined())
  expect([
    page.current.form.errorsUnder(''),
    page.current.form.errorsUnder('part'),
    page.current.form.pointing > 0,
  ]).toEqual([2, 1, true])
  act(() => page.current.own.set('name', '甲'))
  act(() => expect(page.current.form.check()).toBeUndefined())
  act(() => page.current.part.set('brief', '乙'))
  expect(page.current.form.isDirty()).toBe(true)
  act(() => expect(page.current.form.check()).toEqual({ name: '甲', part: { brief: '乙' } }))
  act(() => page.current.form.settle())
  expect(page.current.form.isDirty()).toBe(false)
})

it('a refusal lands on the fields of either, and is told as a whole only where neither has one', () => {
  const page = open()
  const refuse = (path: string) =>
    act(() =>
      page.current.form.refuse(
        new Refusal(ERRORS['platform.badPayload'].code, '不行', 200, {
          fields: [{ path, rule: 'required', message: '缺' }],
        }),
      ),
    )
  refuse('brief')
  expect([page.current.part.errorAt('brief'), page.current.form.refusedWith]).toEqual(['缺', undefined])
  refuse('name')
  expect([page.current.own.errorAt('name'), page.current.part.errorAt('brief'), page.current.form.refusedWith]).toEqual(
    ['缺', undefined, undefined],
  )
  refuse('other')
  expect([page.current.form.errorsUnder(''), page.current.form.refusedWith]).toEqual([0, '不行'])
})
