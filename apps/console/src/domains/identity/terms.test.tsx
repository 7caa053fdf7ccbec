import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Terms } from './terms.screen.tsx'

it('the terms leave a session alone, and lead to where the reader can go', async () => {
  await openStage({ '/terms': Terms }, '/terms', [])
  expect(STORED.ssId.get()).toBe('handle-of-lin')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard'])
  act(() => STORED.ssId.remove())
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/register', '/login'])
})
