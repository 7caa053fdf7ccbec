// `npm run verify-ledger`: proves that every transfer adds up and every balance is what its entries say, and that bills, top-ups and packages agree.
import { verifyLedger } from './domains/billing/index.ts'
import { exitWith, onGround } from './on-ground.ts'

await exitWith(() =>
  onGround(async ({ database }) => {
    const { developers, transfers, entries, problems } = await verifyLedger(database.owner)
    console.log(`${transfers} transfers with ${entries} entries of ${developers} developers.`)
    for (const { developerId, what, detail } of problems) console.log(`✗ developer ${developerId}, ${what}: ${detail}`)
    console.log(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems found.`)
    return problems.length === 0 ? 0 : 1
  }),
)
