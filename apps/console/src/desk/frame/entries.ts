// The entries of the menu, from the screen table.
import { allScreens, findScreen } from '../../lib/place/screen.ts'
import type { DeskRow } from '../screen.ts'
import { mayOperate } from '../session.ts'
import type { Operator } from '../session.ts'

type Entered = DeskRow & Required<Pick<DeskRow, 'entry'>>

const isEntered = (row: DeskRow): row is Entered => row.entry !== undefined

/** The entries that the operator may open. */
export function entriesOf(operator: Operator): readonly Entered[] {
  const rows: readonly DeskRow[] = allScreens() // the desk registers its own rows only
  return rows.filter(isEntered).filter(({ access }) => mayOperate(operator, access))
}

/** The path of the entry of a screen: its own, or that of the nearest parent. */
export function litPath(path: string): string {
  let row: DeskRow | undefined = findScreen(path)
  while (row && !row.entry && row.parent !== undefined) row = findScreen(row.parent)
  return row?.path ?? path
}
