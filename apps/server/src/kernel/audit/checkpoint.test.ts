import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { productCalls } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { checkpointFile } from '../../compose.ts'
import { sealBatch, startSealer } from './sealer.ts'
import { verifyLog } from './verify.ts'

it('a checkpoint line truncated by a crash does not corrupt the next one', async () => {
  const center = await createTestCenter()
  try {
    const { database, log, logKey, config } = center.ground
    const file = checkpointFile(config.dataDir)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '{"developerId":1,"seq":')
    const actor = await center.developer()
    await actor.call(productCalls.create, productPayload())
    const sealer = startSealer({
      owner: database.owner,
      clock: center.clock,
      log,
      checkpointFile: file,
      signingKey: logKey.privateKey,
    })
    await expect.poll(async () => (await database.owner.query('select 1 from operation_seal')).rows.length).toBe(1)
    await sealer.stop()
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(3)
    expect(await verifyLog(database.owner, file, logKey.publicKey)).toMatchObject({
      checkpoints: 1,
      problems: [expect.stringMatching(/line 1 is not signed/)],
    })
  } finally {
    await center.close()
  }
})

it('seals of a killed process are signed by the next process, even without new operations', async () => {
  const center = await createTestCenter()
  try {
    const { database, log, logKey, config } = center.ground
    const file = checkpointFile(config.dataDir)
    const actor = await center.developer()
    await actor.call(productCalls.create, productPayload())
    await sealBatch(database.owner, center.clock.now())
    const sealer = startSealer({
      owner: database.owner,
      clock: center.clock,
      log,
      checkpointFile: file,
      signingKey: logKey.privateKey,
    })
    await expect
      .poll(
        async () =>
          (
            await database.owner.query(
              `select 1 from pg_locks where locktype = 'advisory' and granted
               and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rows.length,
      )
      .toBeGreaterThan(0)
    await sealer.stop()
    expect(await verifyLog(database.owner, file, logKey.publicKey)).toMatchObject({
      rows: 1,
      checkpoints: 1,
      problems: [],
    })
  } finally {
    await center.close()
  }
})
