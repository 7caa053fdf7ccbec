// `npm run verify-log`: recomputes every developer's operation-log chain and checks it against the seals and the signed checkpoints.
import { checkpointFile } from './compose.ts'
import { verifyLog } from './kernel/audit/verify.ts'
import { exitWith, onGround } from './on-ground.ts'

await exitWith(() =>
  onGround(async ({ database, config, logKey }) => {
    const result = await verifyLog(database.owner, checkpointFile(config.dataDir), logKey.publicKey)
    console.log(`${result.rows} operations of ${result.developers} developers, ${result.checkpoints} signed checkpoints, ${result.waiting} waiting to be sealed.`)
    if (result.rows > 0 && result.checkpoints === 0) console.log('No signed checkpoint was found in the data folder: a cut end of the log would not show.')
    for (const problem of result.problems) console.log(`✗ ${problem}`)
    console.log(result.problems.length === 0 ? 'The log is whole.' : `${result.problems.length} problems found.`)
    return result.problems.length === 0 ? 0 : 1
  }),
)
