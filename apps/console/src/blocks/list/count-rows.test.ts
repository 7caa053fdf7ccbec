import { ERRORS, userCalls } from '@sealwright/contract'
import { expect, it, vi } from 'vitest'
import { countRows } from './count-rows.ts'

const answer = (code: number, data: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code, desc: '', data })))

it('counts the rows of a filter, also where the server stopped counting', async () => {
  answer(0, { rows: [], records: 12, total: 2 })
  expect(await countRows(userCalls.find, { account: 'chen' })).toEqual({ records: 12, isCapped: false })
  answer(0, { rows: [], records: 10_000, total: 1000, recordsCapped: true })
  expect(await countRows(userCalls.find, {})).toEqual({ records: 10_000, isCapped: true })
})

it('a refused count is no count, and nobody hears of it twice', async () => {
  answer(ERRORS['platform.badPayload'].code, null)
  expect(await countRows(userCalls.find, { accountType: 'x' })).toBeUndefined()
})
