// The screen table of the desk, collected from its areas.
import { accountScreens } from './account/screens.ts'
import { developerScreens } from './developer/screens.ts'
import { dongleScreens } from './dongle/screens.ts'
import { doorScreens } from './door/screens.ts'
import { firstScreens } from './first/screens.ts'
import { healthScreens } from './health/screens.ts'
import { logScreens } from './log/screens.ts'
import { operatorScreens } from './operators/screens.ts'
import { reviewScreens } from './review/screens.ts'
import type { DeskRow } from './screen.ts'
import { visitScreens } from './visits/screens.ts'

export const DESK_SCREENS: readonly DeskRow[] = [
  ...doorScreens,
  ...firstScreens,
  ...developerScreens,
  ...visitScreens,
  ...reviewScreens,
  ...dongleScreens,
  ...healthScreens,
  ...operatorScreens,
  ...logScreens,
  ...accountScreens,
]
