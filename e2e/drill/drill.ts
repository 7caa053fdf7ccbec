// `npm run drill [-- NAME … KILLS]`: breaks a real center in realistic ways and checks the result. Names select drills;
// KILLS is the number of kills in the drills that kill the server.
import { drillApprovals } from './approvals.ts'
import { drillBackup } from './backup.ts'
import { drillCampaigns } from './campaigns.ts'
import { drillDisk } from './disk.ts'
import { drillDongles } from './dongles.ts'
import { drillFailover } from './failover.ts'
import { drillImport } from './import.ts'
import { drillLending } from './lending.ts'
import { drillLicenses } from './licenses.ts'
import { drillMoney } from './money.ts'
import { drillPostgres } from './postgres.ts'
import { drillProcesses } from './processes.ts'
import { drillReminders } from './reminders.ts'
import { drillRevocation } from './revocation.ts'
import { drillShop } from './shop.ts'
import { drillConformance, drillCrowd } from './suite.ts'
import { drillWebhooks } from './webhooks.ts'

const DRILLS: Record<string, (kills: number) => Promise<number>> = {
  import: drillImport,
  money: drillMoney,
  licenses: drillLicenses,
  approvals: drillApprovals,
  campaigns: drillCampaigns,
  lending: drillLending,
  dongles: drillDongles,
  shop: drillShop,
  webhooks: drillWebhooks,
  reminders: drillReminders,
  revocation: drillRevocation,
  backup: drillBackup,
  postgres: drillPostgres,
  processes: drillProcesses,
  failover: drillFailover,
  disk: drillDisk,
  conformance: drillConformance,
  crowd: drillCrowd,
}
const words = process.argv.slice(2)
const kills = Number(words.find((word) => /^\d+$/.test(word)) ?? 20)
const chosen = words.filter((word) => word in DRILLS)

let problems = 0
for (const [name, drill] of Object.entries(DRILLS))
  if (chosen.length === 0 || chosen.includes(name)) problems += await drill(kills)
process.exitCode = problems === 0 ? 0 : 1
