// The stage for tests of the desk's screens: an owner is signed in, in Chinese, with plain functions as the server.
import { OPERATOR_PRIVILEGES, operatorDesk } from '@sealwright/contract'
import type { ComponentType } from 'react'
import { openStage } from '../lib/stage.fixture.tsx'
import { setSurface } from '../lib/surface.ts'
import { DESK } from './session.ts'
import type { Operator } from './session.ts'

/** The default operator; a test can answer another one. */
export const operator: Operator = {
  guid: '0d6f4f9e-3c83-4f0a-9d4c-2d9f6c1f0a01',
  email: 'he@center.example',
  name: '何平',
  roles: ['owner'],
  privileges: [...OPERATOR_PRIVILEGES],
  locale: 'zh',
  timeFormat: 'yyyy-MM-dd HH:mm',
  version: '1.0.0',
  isDemo: false,
  waiting: {},
}

type Handlers = Parameters<typeof openStage>[2]

/** Later handlers replace earlier ones, so a test can answer another operator. */
export function openDeskStage(screens: Record<string, ComponentType>, href: string, handlers: Handlers) {
  setSurface(DESK)
  DESK.handle.set('handle-of-he')
  const current: Handlers[number] = [operatorDesk.current, () => ({ data: operator })]
  return openStage(screens, href, [current, ...handlers])
}
