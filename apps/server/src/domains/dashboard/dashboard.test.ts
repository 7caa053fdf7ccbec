import { customerCalls, dashboardCalls, userCalls } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

it('users and customers are counted for who may see them, and each for who may see the one', async () => {
  const boss = await center.developer()
  expect((await boss.call(dashboardCalls.get, {})).people).toEqual({ users: 0, customers: 0 })
  await boss.call(userCalls.create, { account: 'zhou@yuanshan.example', customerName: '远山科技', sendMail: false })
  await boss.call(userCalls.create, { account: 'he@yuanshan.example', sendMail: false })
  expect((await boss.call(dashboardCalls.get, {})).people).toEqual({ users: 2, customers: 1 })
  const ofUsers = await center.administrator(boss, ['user.view'])
  expect((await ofUsers.call(dashboardCalls.get, {})).people).toEqual({ users: 2, customers: null })
  const ofNeither = await center.administrator(boss, ['product.view'])
  expect((await ofNeither.call(dashboardCalls.get, {})).people).toEqual({ users: null, customers: null })
})

it('who sees some customers is told of those alone', async () => {
  const boss = await center.developer()
  const { guid } = await boss.call(customerCalls.create, { name: '远山科技' })
  await boss.call(customerCalls.create, { name: '近水软件' })
  const sub = await center.administrator(boss, ['customer.view'], { limited: ['customer'], assigned: { customer: [guid] } })
  expect((await sub.call(dashboardCalls.get, {})).people).toEqual({ users: null, customers: 1 })
})
