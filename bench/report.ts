// docs/benchmarks.md: of each bench what its last full run measured, beside its bar, with the day and how busy the
// machine was; and why a bar is missed, in the bench's own words. A run writes the sections of its benches and leaves
// the others.
import { fileURLToPath } from 'node:url'
import { barText, missesOf, ratioOf, spreadText, verdict } from './harness.ts'
import type { Bench, Figure } from './harness.ts'

export const REPORT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

const HEAD = `# Benchmarks

What \`npm run bench\` measured last, each bench in one run: ours, what it is compared with, and the bar it has to keep. Both sides alternate on the same
machine, so that a ratio stands a slow or busy one; a time in milliseconds does not, and each section says how busy it was (load average beside the cores).
The figures are medians, with the 95th percentile behind them. Nobody writes here by hand.
`

interface Circumstances {
  on: Date
  cores: number
  load: number
}

export function sectionOf(
  { bar, shortfall }: Pick<Bench, 'bar' | 'shortfall'>,
  sides: { ours: string; baseline: string },
  figures: readonly Figure[],
  { on, cores, load }: Circumstances,
): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = figures.map(
    (figure) =>
      `| ${[figure.what, spreadText(figure.ours, figure.unit), spreadText(figure.baseline, figure.unit), ratioOf(figure).toFixed(2), figure.unjudged === undefined ? barText(figure.bar ?? bar) : '–', verdict(figure, bar)].map(cell).join(' | ')} |`,
  )
  const isMissed = figures.some((figure) => missesOf(figure, bar).length > 0)
  return [
    `Measured ${on.toISOString().slice(0, 10)}; ${cores} cores, load average ${load.toFixed(1)}.`,
    '',
    `| figure | ours: ${cell(sides.ours)} | baseline: ${cell(sides.baseline)} | ratio | bar | verdict |`,
    '|---|---|---|---|---|---|',
    ...rows,
    ...(isMissed ? ['', `Why it is missed: ${shortfall ?? 'not known yet.'}`] : []),
  ].join('\n')
}

/**
 * The whole page with one section renewed, in the order of the benches; sections of benches that are gone go with them.
 */
export function reportOf(names: readonly string[], before: string, name: string, section: string): string {
  const known = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n')).trim()]),
  )
  known.set(name, section)
  return [HEAD, ...names.filter((one) => known.has(one)).map((one) => `## ${one}\n\n${known.get(one)}\n`)].join('\n')
}
