import { existsSync } from 'node:fs'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { registerScreens } from '../../lib/place/screen.ts'
import { openStage } from '../../lib/stage.fixture.tsx'
import { isOutside } from '../enter.ts'
import { SCREENS } from '../screens.ts'
import { guidePageOf } from './guide.ts'
import { HelpMenu } from './help-menu.tsx'

it('every screen behind the door has a page of the guide', () => {
  const missing = SCREENS.filter((row) => !isOutside(row)).filter(
    (row) => !existsSync(`docs/guide/${guidePageOf(row) ?? ''}.md`),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

it('help leads to the guide of the screen, to the whole guide and to the API reference', async () => {
  registerScreens(SCREENS)
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  await openStage({ '/user': HelpMenu }, '/user', [])
  for (const name of ['本页的指南', '使用指南', 'API 参考']) {
    fireEvent.click(screen.getByRole('button', { name: '帮助' }))
    fireEvent.click(screen.getByRole('menuitem', { name }))
  }
  expect(opened.mock.calls.map(([href]: unknown[]) => href)).toEqual(['/docs/zh/users', '/docs/zh/index', '/docs/api/'])
})

it('the keys are shown by their own key', async () => {
  await openStage({ '/': HelpMenu }, '/', [])
  fireEvent.keyDown(window, { key: '/', ctrlKey: true })
  expect((await screen.findByRole('alertdialog', { hidden: true })).textContent).toContain('Ctrl B')
})
