import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Shell } from './shell.tsx'

// The palette's code does not arrive.
vi.mock('../palette/palette.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('a palette that does not arrive is told in a toast, and the page stays', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await openStage({ '/': Shell }, '/', [])
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['这部分内容未能加载，请检查网络后重试']),
  )
  expect(screen.getByLabelText('主菜单')).toBeTruthy()
})

it('in a narrow window the open menu has the focus, the page behind it has none, and Escape leads back', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('screen', { width: 1440 })
  await openStage({ '/': Shell }, '/', [])
  const button = screen.getByRole('button', { name: '打开菜单' })
  button.focus()
  fireEvent.click(button)
  const menu = screen.getByLabelText('主菜单')
  expect(menu.contains(document.activeElement)).toBe(true)
  expect(screen.getByRole('main', { hidden: true }).closest('[inert]')).toBeTruthy()
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
