// The statistics' entry in the screen table. It names its privilege instead of importing the calls, as the runtime
// screens do.
import { privilege } from '@sealwright/contract'
import { ChartColumn } from 'lucide-react'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /**
     * The whole view is in the address (statistics-view.ts). `first` and `last` are the days of the period `range`.
     * `licenseId` and `carrier` can be a JSON array. `compare=0` hides the period before, `by=none` the usual split.
     */
    '/statistics': {
      period?: string
      first?: string
      last?: string
      compare?: '0'
      measure?: string
      by?: string
      licenseId?: string
      carrier?: string
      templateGuid?: string
      channel?: string
      chart?: 'lines'
      table?: 'days'
      sort?: string
      order?: string
    }
  }
}

/** Not in the row: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'statistics'

export const statisticsScreens = [
  defineScreen({
    path: '/statistics',
    domain,
    title: 'statistics.titles.list',
    menu: { group: 'dashboard', icon: ChartColumn, order: 1 },
    access: privilege('statistics.view'),
    load: () => import('./statistics.screen.tsx'),
  }),
]
