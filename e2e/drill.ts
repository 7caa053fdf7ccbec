// `npm run drill [-- import | money | licenses | revocation] [-- KILLS]`: kills a real server at random moments of what must never be half done, and looks what is
// there at the end; and measures how soon a lock is obeyed by another process.
import { drillImport } from './drill-import.ts'
import { drillLicenses } from './drill-licenses.ts'
import { drillMoney } from './drill-money.ts'
import { drillRevocation } from './drill-revocation.ts'

const DRILLS: Record<string, (kills: number) => Promise<number>> = { import: drillImport, money: drillMoney, licenses: drillLicenses, revocation: drillRevocation }
const words = process.argv.slice(2)
const kills = Number(words.find((word) => /^\d+$/.test(word)) ?? 20)
const chosen = words.filter((word) => word in DRILLS)

let problems = 0
for (const [name, drill] of Object.entries(DRILLS)) if (chosen.length === 0 || chosen.includes(name)) problems += await drill(kills)
process.exitCode = problems === 0 ? 0 : 1
