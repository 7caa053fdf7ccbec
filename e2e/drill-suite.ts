// Tests of `npm test` that are worth more of the same: every call with ten times the junk, and a crowd of a thousand
// for everything that there is only so much of. What they look at is theirs; here is only how much of it.
import { run } from '../tools/lib/process.mjs'
import { say } from './drill-proof.ts'

const start = run as (command: string, args: string[], options: { env: Record<string, string> }) => Promise<number> // plain JavaScript has no types

async function drillTests(title: string, env: Record<string, string>, ...which: string[]): Promise<number> {
  say(title)
  return (await start('vitest', ['run', '--project', 'server', ...which], { env })) === 0 ? 0 : 1
}

export const drillConformance = () =>
  drillTests(
    'Conformance: every call, with ten times the junk of npm test.',
    { SEALWRIGHT_JUNK: '10' },
    'apps/server/src/conformance.test.ts',
  )

export const drillCrowd = () =>
  drillTests(
    'Crowd: a thousand at once for money, quotas, uses, seats and machines.',
    { SEALWRIGHT_CROWD: '1000' },
    'license/issue.test',
    'billing/package.test',
    'runtime/session.test',
    'runtime/data.test',
    '-t',
    'at once|at the same time',
  )
