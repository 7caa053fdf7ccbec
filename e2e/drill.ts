// `npm run drill [-- import | money | licenses] [-- KILLS]`: kills a real server at random moments of what must never be half done, and looks what is there at the end.
import { drillImport } from './drill-import.ts'
import { drillLicenses } from './drill-licenses.ts'
import { drillMoney } from './drill-money.ts'

const DRILLS: Record<string, (kills: number) => Promise<number>> = { import: drillImport, money: drillMoney, licenses: drillLicenses }
const words = process.argv.slice(2)
const kills = Number(words.find((word) => /^\d+$/.test(word)) ?? 20)
const chosen = words.filter((word) => word in DRILLS)

let problems = 0
for (const [name, drill] of Object.entries(DRILLS)) if (chosen.length === 0 || chosen.includes(name)) problems += await drill(kills)
process.exitCode = problems === 0 ? 0 : 1
