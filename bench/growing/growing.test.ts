// Fills each growing list with a few rows and asks its questions once, so that it keeps working. Every list of the
// contract is measured by a bench, or it says here why it stays short.
import { CALLS, DESK_CALLS } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTables } from './fill.ts'
import type { GrowingSide } from './fill.ts'
import { measureGrowing } from './growing.ts'
import { GROWING } from './lists.ts'
import { MEASURED_ELSEWHERE, STAYS_SHORT } from './measured.ts'
import { atDesk, prepare } from './sides.ts'

const SIZES = { small: 600, large: 600, beside: 0, rounds: 0, warmUps: 0 }

describe('growing lists', () => {
  let center: TestCenter
  let side: GrowingSide
  let operator: GrowingSide
  beforeAll(async () => {
    center = await createTestCenter()
    side = await prepare(center, '大', SIZES.large)
    operator = await atDesk(center, side)
  })
  afterAll(() => center.close())

  it.each(GROWING.map((list) => [list.name, list] as const))('%s: each answer has its rows', async (_, list) => {
    await fillTables(center, list, [side], () => {})
    const ours = list.isDesk ? operator : side
    await measureGrowing(center, list, { ours, baseline: ours }, SIZES, () => {})
  })
})

/** The filters of a paged call. Undefined if it is none. */
function filtersOf({ payload }: (typeof CALLS)[number]): string[] | undefined {
  const { shape } = payload as unknown as { shape?: Record<string, unknown> } // only objects have one
  if (!shape || !('currentPage' in shape)) return undefined
  return Object.keys(shape).filter((name) => !['currentPage', 'pageSize', 'sort', 'order'].includes(name))
}

const paged = [...CALLS, ...DESK_CALLS].filter((call) => filtersOf(call) !== undefined)
const asked = GROWING.flatMap((list) => list.questions)

it('every list is measured, or stays short for a reason', () => {
  const known = new Set([
    ...asked.map(({ call }) => call.name),
    ...Object.keys(MEASURED_ELSEWHERE),
    ...Object.keys(STAYS_SHORT),
  ])
  expect(paged.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  const names = new Set(paged.map(({ name }) => name))
  expect([...Object.keys(MEASURED_ELSEWHERE), ...Object.keys(STAYS_SHORT)].filter((name) => !names.has(name))).toEqual(
    [],
  )
})

it('every filter of a growing list is asked for', () => {
  const side: GrowingSide = {
    seat: { developerId: 1, accountId: 'account', headers: {} },
    rows: 10,
    guid: 'guid',
    few: 'few',
    many: 'many',
    fewCode: 'ABCD',
    fewCustomer: 'customer',
    manyCustomer: 'customer',
    now: new Date(),
  }
  const missing = paged.flatMap((call) => {
    const questions = asked.filter((question) => question.call === call)
    if (questions.length === 0) return []
    const used = new Set(questions.flatMap(({ payload }) => Object.keys(payload(side))))
    return (filtersOf(call) ?? []).filter((name) => !used.has(name)).map((name) => `${call.name} ${name}`)
  })
  expect(missing).toEqual([])
})
