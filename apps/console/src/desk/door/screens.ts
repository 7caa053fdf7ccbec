// The screens before sign-in to the desk. This table loads before anything else, so it must not import anything heavy.
import { OPERATOR_LINK_PAGE, open, pendingOperator } from '@sealwright/contract'
import { DESK_CODE, DESK_LOGIN, DESK_SETUP } from '../paths.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/login': NoSearch
    '/platform/code': NoSearch
    '/platform/setup': NoSearch
    '/platform/link': NoSearch
  }
}

/** The phrase unit of these screens. */
const DOOR_UNIT = 'door'

export const doorScreens = [
  defineDeskScreen({
    path: DESK_LOGIN,
    domain: DOOR_UNIT,
    title: 'desk.titles.login',
    access: open,
    load: () => import('./login.screen.tsx'),
  }),
  defineDeskScreen({
    path: DESK_CODE,
    domain: DOOR_UNIT,
    title: 'desk.titles.code',
    access: pendingOperator,
    load: () => import('./code.screen.tsx'),
  }),
  defineDeskScreen({
    path: DESK_SETUP,
    domain: DOOR_UNIT,
    title: 'desk.titles.setup',
    access: pendingOperator,
    load: () => import('./setup.screen.tsx'),
  }),
  defineDeskScreen({
    path: OPERATOR_LINK_PAGE,
    domain: DOOR_UNIT,
    title: 'desk.titles.link',
    access: open,
    load: () => import('./link.screen.tsx'),
  }),
]
