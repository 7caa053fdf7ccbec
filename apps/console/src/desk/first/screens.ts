// The first screen of the desk.
import { DESK_PATH, anyOperator } from '@sealwright/contract'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform': NoSearch
  }
}

export const firstScreens = [
  defineDeskScreen({
    path: DESK_PATH,
    domain: 'shell',
    title: 'desk.titles.first',
    access: anyOperator,
    load: () => import('./first.screen.tsx'),
  }),
]
