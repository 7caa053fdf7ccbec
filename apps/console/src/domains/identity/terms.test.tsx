import { centerCalls } from '@sealwright/contract'
import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Terms } from './terms.screen.tsx'

it('the terms keep the session, and link to the console or to registration and sign-in', async () => {
  await openStage({ '/terms': Terms }, '/terms', [
    [centerCalls.terms, () => ({ data: { version: null, zh: '', en: '' } })],
  ])
  expect(STORED.ssId.get()).toBe('handle-of-lin')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard'])
  act(() => STORED.ssId.remove())
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/register', '/login'])
})

it('the terms that the operator set take the place of those of the product', async () => {
  const zh = '# 第一条\n请遵守。'
  await openStage({ '/terms': Terms }, '/terms', [
    [centerCalls.terms, () => ({ data: { version: 2, zh, en: '# One\nBehave.' } })],
  ])
  expect(await screen.findByRole('heading', { level: 2 })).toHaveProperty('textContent', '第一条')
  expect(screen.getByText('请遵守。')).toBeTruthy()
})
