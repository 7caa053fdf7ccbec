// Every call with ten times the junk of `npm test`, from a seed that is told: the conformance tests themselves, run for longer.
import { run } from '../tools/lib/process.mjs'
import { say } from './drill-proof.ts'

const TIMES = '10'
const start = run as (command: string, args: string[], options: { env: Record<string, string> }) => Promise<number> // plain JavaScript has no types

export async function drillConformance(): Promise<number> {
  say(`Conformance: every call, with ${TIMES} times the junk of npm test.`)
  const code = await start('vitest', ['run', '--project', 'server', 'apps/server/src/conformance.test.ts'], { env: { SEALWRIGHT_JUNK: TIMES } })
  return code === 0 ? 0 : 1
}
