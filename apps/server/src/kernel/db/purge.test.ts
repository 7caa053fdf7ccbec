// How long idempotency keys and messages are kept.
import { LIMITS } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeJob } from './counters.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let center: TestCenter
beforeAll(async () => void (center = await createTestCenter()))
afterAll(() => center.close())

const ago = (ms: number) => new Date(center.clock.now().getTime() - ms)
const query = (text: string, values: readonly unknown[]) =>
  center.ground.database.owner.query<{ name: string }>(text, [...values])
const purge = () => purgeJob(center.ground.database, () => center.clock.now()).run({}, { isLast: true })

it('answers under an idempotency key are kept for a day', async () => {
  const { developerId } = await center.developer()
  for (const [name, created] of [
    ['fresh', ago(23 * HOUR)],
    ['old', ago(25 * HOUR)],
  ] as const) {
    await query(
      `insert into idempotency_key (developer_id, call, key, payload_hash, created_at)
       values ($1, 'purge', $2, '', $3)`,
      [developerId, name, created],
    )
  }
  await purge()
  expect(
    (await query("select key as name from idempotency_key where call = 'purge'", [])).rows.map(({ name }) => name),
  ).toEqual(['fresh'])
})

it('messages are kept for 30 days if sent or failed, for 90 days if kept, and always while queued', async () => {
  expect(LIMITS.mail).toEqual({ endedDays: 30, keptDays: 90 })
  for (const [state, days] of [
    ['sent', 30],
    ['failed', 30],
    ['kept', 90],
    ['queued', 900],
  ] as const) {
    for (const [name, created] of [
      [`${state}, in time`, ago(days * DAY - HOUR)],
      [`${state}, over`, ago(days * DAY + HOUR)],
    ] as const) {
      await query(
        `insert into mail_outbox (id, kind, recipient, subject, body, state, created_at)
         values ($1, $2, 'purge@test.example', '', '', $3, $4)`,
        [center.ground.ids.guid(), name, state, created],
      )
    }
  }
  await purge()
  const { rows } = await query(
    'select kind as name from mail_outbox where recipient = \'purge@test.example\' order by kind collate "C"',
    [],
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'failed, in time',
    'kept, in time',
    'queued, in time',
    'queued, over',
    'sent, in time',
  ])
})
