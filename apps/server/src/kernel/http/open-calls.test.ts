// The open API: signatures, the order of its gates, its answers and its lists.
import { productCalls } from '@sealwright/contract'
import { createAccessKey, createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, Integration, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let owner: Actor
let api: Integration

beforeAll(async () => {
  center = await createTestCenter()
  owner = await center.developer()
  api = await createAccessKey(center, owner)
})
afterAll(() => center.close())

describe('a call of the open API', () => {
  it('does what the same call of the console does', async () => {
    const { guid } = await api.make(productCalls.create, productPayload({ name: '接口产品' }))
    expect(await owner.call(productCalls.get, { guid })).toMatchObject({ name: '接口产品' })
    expect(await api.call('products/get', { guid })).toMatchObject({ name: '接口产品' })
  })
})
