// For tests: what a row or a card offers, in words: the action that stands in it, then those of its menu, which it
// opens.
import { fireEvent, screen } from '@testing-library/react'

export function rowOffers(name: string): string[] {
  const row = screen
    .getAllByText(name)
    .map((element) => element.closest('tr, .record-card'))
    .find((found) => found !== null)
  const shown = row?.querySelector(':is(.row-actions, .record-card-foot) > :is(a, button:not([aria-haspopup]))')
  const menu = screen.queryByRole('button', { name: `“${name}”的操作` })
  if (menu) fireEvent.click(menu)
  return [...(shown ? [shown] : []), ...screen.queryAllByRole('menuitem')].map(({ textContent }) => textContent)
}
