// `npm run verify-log`: recomputes every developer's operation-log chain and checks it against the seals and the signed checkpoints.
import pino from 'pino'
import { reasonOf } from './complaint.ts'
import { checkpointFile, layGround } from './compose.ts'
import type { Ground } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'
import { verifyLog } from './kernel/audit/verify.ts'
import type { Verification } from './kernel/audit/verify.ts'

async function verified(ground: Ground): Promise<Verification> {
  try {
    return await verifyLog(ground.database.owner, checkpointFile(ground.config.dataDir), ground.logKey.publicKey)
  } finally {
    await ground.close()
  }
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const log = pino({ level: 'error' }, pino.destination(2))
  const home = await visitHome(config, log)
  try {
    const ground = await layGround(config, home.url, log)
    const result = await verified(ground)
    console.log(`${result.rows} operations of ${result.developers} developers, ${result.checkpoints} signed checkpoints, ${result.waiting} waiting to be sealed.`)
    if (result.rows > 0 && result.checkpoints === 0) console.log('No signed checkpoint was found in the data folder: a cut end of the log would not show.')
    for (const problem of result.problems) console.log(`✗ ${problem}`)
    console.log(result.problems.length === 0 ? 'The log is whole.' : `${result.problems.length} problems found.`)
    return result.problems.length === 0 ? 0 : 1
  } finally {
    await home.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
