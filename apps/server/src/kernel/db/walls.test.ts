import { productCalls } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
// Guarantees of every transaction, whatever DATABASE_URL contains and however a statement fails.
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

let center: TestCenter
let mine: Actor
let other: Actor
beforeAll(async () => {
  center = await createTestCenter()
  mine = await center.developer()
  other = await center.developer()
  await other.call(productCalls.create, productPayload())
})
afterAll(() => center.close())

const WHO = sql`
  select current_user as who, current_setting('statement_timeout') as timeout,
    (select count(*)::int from product) as products`

describe("the application's role", () => {
  it('is used even if DATABASE_URL has options of its own', async () => {
    const url = new URL(center.ground.databaseUrl)
    url.searchParams.set('options', '-c work_mem=8MB')
    const database = openDatabase(url.href, center.ground.log, { poolSize: 1 })
    try {
      for (const run of [
        () => database.inTenant(mine.developerId, 'read', (db) => db.execute(WHO)),
        () => database.outsideTenants((db) => db.execute(WHO)),
      ]) {
        expect((await run()).rows).toEqual([{ who: 'sealwright_app', timeout: '30s', products: 0 }])
      }
    } finally {
      await database.close()
    }
  })
})

describe('a statement that fails', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })

  it('reports its text and its reason, but none of its values', async () => {
    const attempts = [
      (value: string) => sql`select ${value}::int`,
      // A violated check puts the whole row into the error's detail.
      (value: string) => sql`insert into idempotency_key (developer_id, call, key, payload_hash, created_at)
        values (${mine.developerId}, ${value}, '', '\\x00', now())`,
    ]
    for (const attempt of attempts) {
      const error: unknown = await center.ground.database
        .inTenant(mine.developerId, 'write', (db) => db.execute(attempt('top-secret')))
        .catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: 'QueryFailure', cause: { code: expect.stringMatching(/^2/) as string } })
      log.error({ err: error }, 'failed')
    }
    expect(lines.join('\n')).toMatch(/Failed query: insert into idempotency_key/)
    // PostgreSQL's message may quote a malformed value. The row and the parameters must not be there.
    expect(lines.at(-1)).not.toContain('top-secret')
    expect(lines[0]).not.toMatch(/params/)
  })

  it('cannot be ignored: the transaction does not count as committed', async () => {
    const run = center.ground.database.inTenant(mine.developerId, 'write', async (db) => {
      await db.execute(sql`select 1 / 0`).catch(() => undefined)
      return 'done'
    })
    await expect(run).rejects.toThrow('continued after one of its statements failed')
  })
})
