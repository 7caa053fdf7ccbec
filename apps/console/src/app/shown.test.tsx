import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { takeLostFocus } from '../lib/place/sight.ts'
import { PhrasesProvider, showLanguage } from '../lib/words/i18n.tsx'
import { Outlet, useShown } from './shown.tsx'

let index = 0
/** Shows this screen and waits until the focus has its place. */
async function come(path: string, content: ReactNode, isReturn = false): Promise<Element | null> {
  await act(async () =>
    useShown.setState({ shown: { place: { path, search: {}, part: '', index: ++index, isReturn }, content } }),
  )
  await new Promise(requestAnimationFrame)
  return document.activeElement
}

it('the focus of a link that led to another screen goes to its heading, which lets a later form have it', async () => {
  await showLanguage('zh')
  render(
    <PhrasesProvider>
      <main>
        <Outlet />
      </main>
    </PhrasesProvider>,
  )
  const home = (
    <>
      <h1>工作台</h1>
      <a href="/task">任务</a>
    </>
  )
  expect(await come('/home', home)).toBe(document.body)
  screen.getByRole('link').focus()
  expect((await come('/task', <h1>任务中心</h1>))?.tagName).toBe('H1')
  const field = screen.getByRole('main').appendChild(document.createElement('input'))
  takeLostFocus(field)
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(field)
  field.remove()
  // Back: the list itself looks for its row.
  expect((await come('/home', home, true))?.tagName).toBe('MAIN')
})
