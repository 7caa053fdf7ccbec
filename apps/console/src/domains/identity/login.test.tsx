// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clearStage, openStage } from '../../blocks/stage.fixture.tsx'
import { Screen as Login } from './login.screen.tsx'

afterEach(() => {
  cleanup()
  clearStage()
})

it('the account loses its emoji, but not while an input method composes; the password keeps what was typed', async () => {
  await openStage({ '/login': Login }, '/login', [])
  const account = screen.getByLabelText<HTMLInputElement>('手机号或邮箱')
  fireEvent.input(account, { target: { value: 'lin🚀@example.com' } })
  expect(account.value).toBe('lin@example.com')
  fireEvent(account, createEvent.input(account, { target: { value: 'lin🚀' }, isComposing: true }))
  expect(account.value).toBe('lin🚀')
  fireEvent.compositionEnd(account)
  expect(account.value).toBe('lin')
  const password = screen.getByLabelText<HTMLInputElement>('密码')
  fireEvent.input(password, { target: { value: 'secret🚀' } })
  expect(password.value).toBe('secret🚀')
})
