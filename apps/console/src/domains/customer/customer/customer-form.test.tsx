// The fields of a customer's form. Saving, refusals and stale edits are tested in blocks/entity.
import { customerCalls, identityCalls } from '@sealwright/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { customer, sessionWith } from './customer-answer.fixture.ts'
import { Screen as EditCustomer } from './customer-edit.screen.tsx'

it('the form has every field of the call, and checks a phone number and an e-mail address on blur', async () => {
  await openStage({ '/customer/edit': EditCustomer }, `/customer/edit?guid=${customer.guid}`, [
    [identityCalls.current, () => sessionWith(['customer.view', 'customer.update'])],
    [customerCalls.get, () => ({ data: { ...customer, remark: '老客户' } })],
  ])
  await screen.findByDisplayValue(customer.name)
  for (const text of ['周敏', '021-55550101', 'zhou@yuanshan.example', '上海市徐汇区漕溪路 1 号', '老客户'])
    expect(screen.getByDisplayValue(text)).toBeTruthy()
  for (const label of [/^电话/, /^邮箱/]) {
    const input = screen.getByLabelText(label)
    fireEvent.input(input, { target: { value: 'abc' } })
    fireEvent.blur(input)
    expect(input.getAttribute('aria-invalid')).toBe('true')
  }
  expect(screen.getByText('电话格式不正确')).toBeTruthy()
})
