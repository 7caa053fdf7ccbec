import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Terms } from './terms.screen.tsx'

it('the terms keep the session, and link to the console or to registration and sign-in', async () => {
  await openStage({ '/terms': Terms }, '/terms', [])
  expect(STORED.ssId.get()).toBe('handle-of-lin')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard'])
  act(() => STORED.ssId.remove())
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/register', '/login'])
})
