// `npm run verify-log`: recomputes every developer's operation-log chain and checks it against the seals and the signed checkpoints.
import pino from 'pino'
import { checkpointFile, layGround } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'
import { verifyLog } from './kernel/audit/verify.ts'

const config = readConfig(process.env)
const log = pino({ level: 'error' }, pino.destination(2))
const home = await visitHome(config, log)
const ground = await layGround(config, home.url, log)
try {
  const result = await verifyLog(ground.database.owner, checkpointFile(config.dataDir), ground.logKey.publicKey)
  console.log(`${result.rows} operations of ${result.developers} developers, ${result.checkpoints} signed checkpoints, ${result.waiting} waiting to be sealed.`)
  for (const problem of result.problems) console.log(`✗ ${problem}`)
  console.log(result.problems.length === 0 ? 'The log is whole.' : `${result.problems.length} problems found.`)
  process.exitCode = result.problems.length === 0 ? 0 : 1
} finally {
  await ground.close()
  await home.close()
}
