import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import '../../lib/stage.fixture.tsx'
import { passLostFocus } from '../../lib/dialog/lost-focus.ts'
import { DetailPage } from './detail-page.tsx'

const pageWith = (...actions: string[]) => (
  <DetailPage
    title="许可"
    facts={[]}
    actions={actions.map((action) => (
      <button key={action} type="button">
        {action}
      </button>
    ))}
  >
    <p>条款</p>
  </DetailPage>
)
const focused = () => document.activeElement?.textContent

it('when an action disappears, the focus goes to the action in its place, or else to the heading', () => {
  const { rerender } = render(pageWith('锁定', '删除'))
  screen.getByText('锁定').focus()
  rerender(pageWith('解锁', '删除'))
  expect(focused()).toBe('解锁')
  screen.getByText('删除').focus()
  rerender(pageWith('解锁'))
  expect(focused()).toBe('解锁')
  rerender(pageWith())
  expect(focused()).toBe('许可')
})

it('a dialog that closes after its button is gone gives the focus back to the page', () => {
  const { rerender } = render(
    <>
      {pageWith('锁定')}
      <button type="button">对话框</button>
    </>,
  )
  screen.getByText('锁定').focus()
  screen.getByText('对话框').focus()
  rerender(<>{pageWith('解锁')}</>)
  passLostFocus()
  expect(focused()).toBe('解锁')
})
