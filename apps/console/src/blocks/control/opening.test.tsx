import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { passLostFocus } from '../../lib/dialog/lost-focus.ts'
import { useOpening } from './opening.ts'

/** A disabled button takes no focus, like one behind a dialog. */
function Setting({ isBehindDialog = false }) {
  const { isOpen, opener, open, close } = useOpening()
  return isOpen ? (
    <button key="form" type="button" onClick={close}>
      保存
    </button>
  ) : (
    <button key="opener" ref={opener} type="button" disabled={isBehindDialog} onClick={open}>
      更改
    </button>
  )
}

it('the opener takes the focus when its part closes, or after the dialog in which that happened', () => {
  const { rerender } = render(<Setting />)
  fireEvent.click(screen.getByText('更改'))
  fireEvent.click(screen.getByText('保存'))
  expect(document.activeElement).toBe(screen.getByText('更改'))
  fireEvent.click(screen.getByText('更改'))
  rerender(<Setting isBehindDialog />)
  fireEvent.click(screen.getByText('保存'))
  expect(document.activeElement).toBe(document.body)
  rerender(<Setting />)
  passLostFocus()
  expect(document.activeElement).toBe(screen.getByText('更改'))
})
