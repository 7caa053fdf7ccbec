import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CALLS, DESK_CALLS } from './index.ts'

it('a call with a file is sent as multipart', () => {
  const calls = [...CALLS, ...DESK_CALLS].filter(
    ({ payload }) =>
      payload instanceof z.ZodMiniObject &&
      Object.values(payload.shape).some((field) => field instanceof z.ZodMiniFile),
  )
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.filter(({ sends }) => sends !== 'multipart').map(({ name }) => name)).toEqual([])
})
