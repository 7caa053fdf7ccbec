// The screen table of the desk, collected from its areas.
import { accountScreens } from './account/screens.ts'
import { centerScreens } from './center/screens.ts'
import { developerScreens } from './developer/screens.ts'
import { dongleScreens } from './dongle/screens.ts'
import { doorScreens } from './door/screens.ts'
import { firstScreens } from './first/screens.ts'
import { healthScreens } from './health/screens.ts'
import { logScreens } from './log/screens.ts'
import { moneyScreens } from './money/screens.ts'
import { operatorScreens } from './operators/screens.ts'
import { reviewScreens } from './review/screens.ts'
import type { DeskRow } from './screen.ts'
import { talkScreens } from './talk/screens.ts'
import { visitScreens } from './visits/screens.ts'

export const DESK_SCREENS: readonly DeskRow[] = [
  ...doorScreens,
  ...firstScreens,
  ...developerScreens,
  ...visitScreens,
  ...reviewScreens,
  ...talkScreens,
  ...dongleScreens,
  ...centerScreens,
  ...moneyScreens,
  ...healthScreens,
  ...operatorScreens,
  ...logScreens,
  ...accountScreens,
]
