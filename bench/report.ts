// Renders docs/benchmarks.md: for each bench, the figures of its last full run, its bar, the date, the load of the
// machine, and the explanation of the bench if a bar is missed. A run rewrites the sections of its own benches only.
import { fileURLToPath } from 'node:url'
import { barText, missesOf, ratioOf, spreadText, verdict } from './harness.ts'
import type { Bench, Figure } from './harness.ts'

export const REPORT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

const HEAD = `# Benchmarks

The last results of \`npm run bench\`: our figure, its baseline, and the bar it must meet. Both sides of a bench
alternate in one run on the same machine, so a slow or busy machine hardly changes a ratio. It does change a time in
milliseconds, so each section gives the number of cores and the load average. Figures are medians, followed by the 95th
percentile. This page is generated; do not edit it.
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
  const rows = figures.map((figure) => {
    const cells = [
      figure.what,
      spreadText(figure.ours, figure.unit),
      spreadText(figure.baseline, figure.unit),
      ratioOf(figure).toFixed(2),
      figure.unjudged === undefined ? barText(figure.bar ?? bar) : '–',
      verdict(figure, bar),
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
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

/** The whole page with one section replaced, in the order of the benches. Sections of removed benches are dropped. */
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
