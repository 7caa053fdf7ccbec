// The checks of the ledger and the operation log for operators. They print their findings and return an exit code.
import { checkpointFile } from './compose/files.ts'
import type { Ground } from './compose/ground.ts'
import { verifyLedger } from './domains/billing/index.ts'
import { verifyLog } from './kernel/audit/verify.ts'

export async function tellLedger({ database }: Ground): Promise<number> {
  const { developers, transfers, entries, problems } = await verifyLedger(database.owner)
  console.log(`${transfers} transfers with ${entries} entries of ${developers} developers.`)
  for (const { developerId, what, detail } of problems) console.log(`✗ developer ${developerId}, ${what}: ${detail}`)
  console.log(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems found.`)
  return problems.length === 0 ? 0 : 1
}

export async function tellLog({ database, config, logKey }: Ground): Promise<number> {
  const result = await verifyLog(database.owner, checkpointFile(config.dataDir), logKey.publicKey)
  console.log(
    `${result.rows} operations of ${result.developers} developers, ${result.checkpoints} signed checkpoints, ` +
      `${result.waiting} waiting to be sealed.`,
  )
  if (result.rows > 0 && result.checkpoints === 0)
    console.log('No signed checkpoint was found in the data folder, so a truncated log would not be detected.')
  for (const problem of result.problems) console.log(`✗ ${problem}`)
  console.log(result.problems.length === 0 ? 'The log is whole.' : `${result.problems.length} problems found.`)
  return result.problems.length === 0 ? 0 : 1
}
