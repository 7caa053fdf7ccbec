// `npm run verify-ledger`: proves that every transfer adds up and every balance is what its entries say, and that bills, top-ups and packages agree.
import pino from 'pino'
import { reasonOf } from './complaint.ts'
import { layGround } from './compose.ts'
import type { Ground } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'
import { verifyLedger } from './domains/billing/index.ts'
import type { LedgerVerdict } from './domains/billing/index.ts'

async function proven(ground: Ground): Promise<LedgerVerdict> {
  try {
    return await verifyLedger(ground.database.owner)
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
    const { developers, transfers, entries, problems } = await proven(ground)
    console.log(`${transfers} transfers with ${entries} entries of ${developers} developers.`)
    for (const { developerId, what, detail } of problems) console.log(`✗ developer ${developerId}, ${what}: ${detail}`)
    console.log(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems found.`)
    return problems.length === 0 ? 0 : 1
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
