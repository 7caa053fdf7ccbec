// Repeats tests of `npm test` at a larger scale: every call with ten times as much junk input, and a thousand
// concurrent attempts for everything that is limited. The tests themselves stay where they are.
import { run } from '../../tools/lib/process.mjs'
import { say } from './proof.ts'

// The module has no types.
const start = run as (command: string, args: string[], options: { env: Record<string, string> }) => Promise<number>

async function drillTests(title: string, env: Record<string, string>, ...which: string[]): Promise<number> {
  say(title)
  return (await start('vitest', ['run', '--project', 'server', ...which], { env })) === 0 ? 0 : 1
}

export const drillConformance = () =>
  drillTests(
    'Conformance: every call, with ten times as much junk input as npm test.',
    { SEALWRIGHT_JUNK: '10' },
    'apps/server/src/conformance.test.ts',
  )

export const drillCrowd = () =>
  drillTests(
    'Crowd: a thousand concurrent attempts for money, quotas, uses, seats, lent seats and devices.',
    { SEALWRIGHT_CROWD: '1000' },
    'license/issue/issue.test',
    'billing/package/package.test',
    'runtime/use/session.test',
    'runtime/use/data.test',
    'runtime/use/borrow.test',
    'domains/lending/lending.test',
    '-t',
    'at once|at the same time',
  )
