// Rules between fields.
import { LIMITS, productFields } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'
import { act, renderHook } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { useForm } from './form-state.ts'

beforeAll(() => showLanguage('zh'))

const fields = { licenseId: productFields.licenseId, licenseVersion: productFields.licenseVersion }
const spell = (values: object) => ({ ...values })
/** The version must not exceed the license ID. */
const rules = ({ licenseId, licenseVersion }: Record<string, unknown>): Violation[] =>
  Number(licenseVersion) > Number(licenseId)
    ? [{ path: 'licenseVersion', rule: 'tooBig', params: { max: Number(licenseId) } }]
    : []

const open = (licenseId: string, licenseVersion: string) =>
  renderHook(() => useForm({ domain: 'product', fields, rules, initial: { licenseId, licenseVersion }, spell })).result

it('a rule between fields puts its error on one field, blocks saving, and clears when the other changes', () => {
  const form = open('5', '6')
  act(() => expect(form.current.check()).toBeUndefined())
  expect(form.current.errorAt('licenseVersion')).toBe('许可版本不能大于 5')
  act(() => form.current.set('licenseId', '7'))
  expect(form.current.errorAt('licenseVersion')).toBeUndefined()
  act(() => expect(form.current.check()).toEqual({ licenseId: '7', licenseVersion: '6' }))
})

it('a field that breaks its own rule says that, and only that', () => {
  const form = open('5', String(LIMITS.product.licenseVersionMax + 1))
  act(() => void form.current.check())
  expect(form.current.errorAt('licenseVersion')).toBe('许可版本不能大于 2,147,483,647')
  expect(form.current.errorsUnder('')).toBe(1)
})
