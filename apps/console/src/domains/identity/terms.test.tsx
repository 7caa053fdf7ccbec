// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { clearStage, openStage } from '../../blocks/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Terms } from './terms.screen.tsx'

afterEach(() => {
  cleanup()
  clearStage()
})

it('the terms leave a session alone, and lead to where the reader can go', async () => {
  await openStage({ '/terms': Terms }, '/terms', [])
  expect(STORED.ssId.get()).toBe('handle-of-lin')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard'])
  act(() => STORED.ssId.remove())
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/register', '/login'])
})
