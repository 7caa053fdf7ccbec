// A row of the desk's screen table: a screen, and its entry in the menu of the desk. Each area of the desk has a folder
// with a `screens.ts`; desk/screens.ts collects them.
import type { AnswerOf, operatorDesk } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import type { ScreenDeclaration, ScreenPath, ScreenRow } from '../lib/place/screen.ts'

/** The groups of the menu, in order. A group is hidden if the operator may open none of its screens. */
export const DESK_GROUPS = ['developer', 'review', 'money', 'talk', 'dongle', 'health', 'setting'] as const
type DeskGroup = (typeof DESK_GROUPS)[number]

/** What waits for a decision, as `operatorDesk.current` counts it. */
type Waiting = keyof AnswerOf<typeof operatorDesk.current>['waiting']

interface DeskEntry {
  group: DeskGroup
  icon: LucideIcon
  order: number
  /** The count beside the entry. The first screen links its sentence to this screen. */
  waiting?: Waiting
}

export interface DeskRow extends Omit<ScreenRow, 'menu' | 'guide' | 'shows'> {
  entry?: DeskEntry
}

export function defineDeskScreen<Path extends ScreenPath>(
  row: DeskRow & Pick<ScreenDeclaration<Path>, 'path' | 'parent'>,
): DeskRow {
  return row
}
