// Row scope is lifted for a part of a transaction only.
import { productCalls } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scope } from './scope.ts'
import { wholeView } from './whole-view.ts'

let center: TestCenter
let limited: Actor
beforeAll(async () => {
  center = await createTestCenter()
  const owner = await center.developer()
  await owner.call(productCalls.create, productPayload())
  const other = await center.developer()
  await other.call(productCalls.create, productPayload())
  limited = await center.administrator(owner, ['product.view'], { limited: ['product'] })
})
afterAll(() => center.close())

const countProducts = async ({ db }: Scope) =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from product`)).rows[0]?.n

it('shows all rows of the tenant inside, and the caller’s part before and after', async () => {
  const seen = await center.asPerson(limited, async (scope) => [
    await countProducts(scope),
    await wholeView(scope, async (whole) => [await countProducts(whole), whole.caller.limited.size]),
    await countProducts(scope),
  ])
  expect(seen).toEqual([0, [1, 0], 0])
})

it('is over after a failure that the caller catches, and after a failed statement', async () => {
  const after = await center.asPerson(limited, async (scope) => {
    await wholeView(scope, () => Promise.reject(new Error('refused'))).catch(() => undefined)
    return countProducts(scope)
  })
  expect(after).toBe(0)
  await expect(
    center.asPerson(limited, (scope) => wholeView(scope, ({ db }) => db.execute(sql`select 1 / 0`))),
  ).rejects.toThrow('select 1 / 0')
})
