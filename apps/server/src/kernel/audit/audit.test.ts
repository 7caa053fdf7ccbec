import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { operationLogCalls, productCalls } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkpointFile } from '../../compose/files.ts'
import { sealBatch } from './sealer.ts'
import { startSealer } from './sealer.ts'
import { verifyLog } from './verify.ts'

let center: TestCenter
let actor: Actor
beforeEach(async () => {
  center = await createTestCenter()
  actor = await center.developer()
})
afterEach(() => center.close())

const file = () => checkpointFile(center.ground.config.dataDir)
const verify = () => verifyLog(center.ground.database.owner, file(), center.ground.logKey.publicKey)
const owner = () => center.ground.database.owner

/** Runs the sealer until the queue is empty, then stops it. Stopping writes the checkpoint. */
async function sealAll() {
  const sealer = startSealer({
    owner: owner(),
    clock: center.clock,
    log: center.ground.log,
    checkpointFile: file(),
    signingKey: center.ground.logKey.privateKey,
  })
  await expect.poll(async () => (await owner().query('select 1 from operation_unsealed')).rows.length).toBe(0)
  await sealer.stop()
}

async function makeProducts(n: number) {
  for (let i = 0; i < n; i++) await actor.call(productCalls.create, productPayload())
}

describe('the operation log', () => {
  it('is sealed shortly after each commit while the sealer runs', async () => {
    const sealer = startSealer({
      owner: owner(),
      clock: center.clock,
      log: center.ground.log,
      checkpointFile: file(),
      signingKey: center.ground.logKey.privateKey,
    })
    await makeProducts(1)
    await expect
      .poll(async () => (await actor.call(operationLogCalls.find, {})).rows[0]?.sealed, { interval: 50 })
      .toBe(true)
    await sealer.stop()
  })

  it('verifies without problems when writers commit out of order', async () => {
    await Promise.all(Array.from({ length: 40 }, () => actor.call(productCalls.create, productPayload())))
    await sealBatch(owner(), center.clock.now())
    await makeProducts(3)
    await sealAll()
    expect(await verify()).toEqual({ developers: 1, rows: 43, waiting: 0, checkpoints: 1, problems: [] })
  })

  it('reveals a changed row', async () => {
    await makeProducts(3)
    await sealAll()
    await owner().query(
      `update operation_log set after = jsonb_set(after, '{name}', '"forged"')
       where id = (select min(id) + 1 from operation_log)`,
    )
    expect((await verify()).problems).toEqual([expect.stringMatching(/seal 2\) was changed/)])
  })

  it('reveals a deleted row, and a row deleted together with its seal', async () => {
    await makeProducts(3)
    await sealAll()
    await owner().query('delete from operation_log where id = (select min(id) + 1 from operation_log)')
    expect((await verify()).problems).toEqual([expect.stringMatching(/seal 2\) is gone/)])
    await owner().query('delete from operation_seal where seq = 2')
    expect((await verify()).problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/seals 2 to 2 are missing/)]),
    )
  })

  it('reveals a truncated and a rewritten chain by the checkpoints outside the database', async () => {
    await makeProducts(3)
    await sealAll()
    await owner().query('delete from operation_seal where seq = 3')
    await owner().query('delete from operation_log where id = (select max(id) from operation_log)')
    expect((await verify()).problems).toEqual([expect.stringMatching(/the log was cut/)])
    await owner().query('delete from operation_seal')
    await owner().query('delete from operation_log')
    await makeProducts(3)
    await sealAll()
    expect((await verify()).problems).toEqual([expect.stringMatching(/the chain was rewritten/)])
  })

  it('reveals a forged checkpoint and a row that bypassed the sealer', async () => {
    await makeProducts(1)
    await sealAll()
    const line = await readFile(file(), 'utf8')
    await appendFile(file(), line.replace('"seq":1', '"seq":2'))
    expect((await verify()).problems).toEqual([expect.stringMatching(/line 2 is not signed/)])
    await writeFile(file(), line)
    await owner().query('alter table operation_log disable trigger operation_log_queue')
    await makeProducts(1)
    expect((await verify()).problems).toEqual([expect.stringMatching(/neither sealed nor waiting/)])
  })

  it('names the first problems of a log that was rewritten as a whole, and counts the others', async () => {
    await makeProducts(103)
    await sealAll()
    await owner().query(`update operation_log set after = jsonb_set(after, '{name}', '"forged"')`)
    const { problems } = await verify()
    expect([problems.length, problems.at(-1)]).toEqual([101, 'and 3 more problems'])
  })

  it('has one sealer at a time, and a second one takes over when the first stops', async () => {
    const start = () =>
      startSealer({
        owner: owner(),
        clock: center.clock,
        log: center.ground.log,
        checkpointFile: file(),
        signingKey: center.ground.logKey.privateKey,
      })
    const sealers = [start(), start()]
    await makeProducts(5)
    await sealers[0]?.stop()
    await makeProducts(5)
    await expect.poll(async () => (await owner().query('select 1 from operation_unsealed')).rows.length).toBe(0)
    await sealers[1]?.stop()
    expect((await verify()).problems).toEqual([])
  })

  it('cannot be updated, deleted or truncated by the application', async () => {
    await makeProducts(1)
    const attempt = (statement: string) =>
      center.ground.database.inTenant(actor.developerId, 'write', (db) => db.execute(statement))
    for (const statement of [
      'update operation_log set actor_name = $$x$$',
      'delete from operation_log',
      'delete from operation_seal',
      'delete from operation_unsealed',
      'truncate operation_log',
    ]) {
      await expect(attempt(statement), statement).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })
})
