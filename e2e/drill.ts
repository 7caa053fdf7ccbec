// `npm run drill [-- NAME …] [-- KILLS]`: breaks a real center in the ways that centers break, and looks what is there
// at the end. A name runs that drill alone; KILLS is how often the server is killed where that is what a drill does.
import { drillBackup } from './drill-backup.ts'
import { drillDisk } from './drill-disk.ts'
import { drillImport } from './drill-import.ts'
import { drillLicenses } from './drill-licenses.ts'
import { drillMoney } from './drill-money.ts'
import { drillPostgres } from './drill-postgres.ts'
import { drillProcesses } from './drill-processes.ts'
import { drillRevocation } from './drill-revocation.ts'
import { drillConformance, drillCrowd } from './drill-suite.ts'

const DRILLS: Record<string, (kills: number) => Promise<number>> = {
  import: drillImport,
  money: drillMoney,
  licenses: drillLicenses,
  revocation: drillRevocation,
  backup: drillBackup,
  postgres: drillPostgres,
  processes: drillProcesses,
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
