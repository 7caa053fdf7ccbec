import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { productCalls } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { checkpointFile } from '../../compose/files.ts'
import { sealBatch, startSealer } from './sealer.ts'
import { sharing, verifyLog } from './verify.ts'

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

it('the verification of one chain neither checks nor reports the checkpoints of other developers', async () => {
  const center = await createTestCenter()
  try {
    const { database, logKey, config } = center.ground
    const file = checkpointFile(config.dataDir)
    const { developerId } = await center.developer()
    await mkdir(dirname(file), { recursive: true })
    const forged = (id: number) => JSON.stringify({ developerId: id, seq: 1, hash: '', at: '', signature: '' })
    await writeFile(file, `${forged(developerId + 1)}\n`)
    expect(await verifyLog(database.owner, file, logKey.publicKey, developerId)).toMatchObject({ problems: [] })
    await writeFile(file, `${forged(developerId + 1)}\n${forged(developerId)}\n`)
    expect(await verifyLog(database.owner, file, logKey.publicKey, developerId)).toMatchObject({
      problems: [expect.stringMatching(/line 2 is not signed/)],
    })
  } finally {
    await center.close()
  }
})

it('verifications of one chain at the same time are one run', async () => {
  const runs: (number | undefined)[] = []
  const verifyOnce = sharing(async (only) => {
    runs.push(only)
    return { developers: 1, rows: 0, waiting: 0, checkpoints: 0, problems: [] }
  })
  await Promise.all([verifyOnce(1), verifyOnce(1), verifyOnce(2)])
  expect(runs).toEqual([1, 2])
  await verifyOnce(1)
  expect(runs).toEqual([1, 2, 1])
})
