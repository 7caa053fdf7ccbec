// The stage every benchmark stands on (a PostgreSQL of its own with normal durability, a composed center, signed-in
// developers), the measuring of two sides in turns, and the verdict. What is measured is the benches'. Surprising: the
// two sides alternate call by call, so that a busy machine slows both; their ratio is what the bar is about.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityCalls } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import { composeCenter, layGround } from '@sealwright/server'
import type { Center, Ground } from '@sealwright/server'
import { readConfig } from '@sealwright/server/config.ts'
import { foundDeveloper, insertAccount, insertMembership } from '@sealwright/server/domains/developer/index.ts'
import { hashPassword } from '@sealwright/server/domains/identity/index.ts'
import { startEmbeddedPostgres } from '@sealwright/server/kernel/db/embedded-postgres.ts'
import pino from 'pino'

/** A signed-in super administrator of a formal developer. */
export interface Seat {
  developerId: number
  accountId: string
  headers: Record<string, string>
}

export interface Stage {
  ground: Ground
  center: Center
  developer(options: { name: string }): Promise<Seat>
  /** A sub-administrator of the same developer, signed in. */
  administrator(of: Seat, privileges: readonly Privilege[]): Promise<Seat>
}

/** What a figure must keep. The ratio is ours to the baseline: of times at most so much, of rates at least so much. */
export interface Bar {
  ratioAtMost?: number
  ratioAtLeast?: number
  /** For figures in milliseconds. */
  p95BelowMs?: number
  medianAtMostMs?: number
  /** For figures in megabytes. */
  peakAtMostMb?: number
  /** For what is a limit in itself. */
  atMost?: number
}

export interface Spread {
  median: number
  p95: number
}

export interface Figure {
  what: string
  unit: 'ms' | '/s' | 'MB' | 'statements'
  ours: Spread
  baseline: Spread
  /** Where it is not the bench's. */
  bar?: Bar
  /** Measured to be known, not judged; says why. */
  unjudged?: string | undefined
}

export interface RunOptions {
  /** A small size to try things: its figures say nothing about the bar. */
  isQuick: boolean
  tell(progress: string): void
}

export interface Bench {
  name: string
  /** The two sides, as the printed columns name them. */
  sides(options: { isQuick: boolean }): { ours: string; baseline: string }
  bar: Bar
  /** Why a bar is missed where one was missed lately: what is known of it, and what was tried. */
  shortfall?: string
  run(stage: Stage, options: RunOptions): Promise<Figure[]>
}

export const defineBench = (bench: Bench): Bench => bench

/** The value below which `share` of the samples lie, by nearest rank: always a value that was measured. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('a percentile needs samples')
  return value
}

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
})

export const ratioOf = ({ ours, baseline }: Pick<Figure, 'ours' | 'baseline'>): number => ours.median / baseline.median

/** What of the bar the figure misses, each as it is printed; empty when the bar is met. */
export function missesOf(figure: Figure, benchBar: Bar): string[] {
  if (figure.unjudged !== undefined) return []
  const bar = figure.bar ?? benchBar
  const ratio = ratioOf(figure)
  const misses: string[] = []
  // Written so that a figure that is not a number misses.
  if (bar.ratioAtMost !== undefined && !(ratio <= bar.ratioAtMost))
    misses.push(`ratio ${ratio.toFixed(2)} > ${bar.ratioAtMost}`)
  if (bar.ratioAtLeast !== undefined && !(ratio >= bar.ratioAtLeast))
    misses.push(`ratio ${ratio.toFixed(2)} < ${bar.ratioAtLeast}`)
  if (bar.p95BelowMs !== undefined && !(figure.ours.p95 < bar.p95BelowMs))
    misses.push(`p95 ${figure.ours.p95.toFixed(1)} ms ≥ ${bar.p95BelowMs} ms`)
  if (bar.medianAtMostMs !== undefined && !(figure.ours.median <= bar.medianAtMostMs))
    misses.push(`median ${figure.ours.median.toFixed(0)} ms > ${bar.medianAtMostMs} ms`)
  if (bar.peakAtMostMb !== undefined && figure.unit === 'MB' && !(figure.ours.p95 <= bar.peakAtMostMb))
    misses.push(`peak ${figure.ours.p95.toFixed(0)} MB > ${bar.peakAtMostMb} MB`)
  if (bar.atMost !== undefined && !(figure.ours.median <= bar.atMost))
    misses.push(`${figure.ours.median.toFixed(1)} ${figure.unit} > ${bar.atMost}`)
  return misses
}

export function barText(bar: Bar): string {
  return [
    ...(bar.ratioAtMost === undefined ? [] : [`ratio ≤ ${bar.ratioAtMost}`]),
    ...(bar.ratioAtLeast === undefined ? [] : [`ratio ≥ ${bar.ratioAtLeast}`]),
    ...(bar.p95BelowMs === undefined ? [] : [`p95 < ${bar.p95BelowMs} ms`]),
    ...(bar.medianAtMostMs === undefined ? [] : [`median ≤ ${bar.medianAtMostMs} ms`]),
    ...(bar.peakAtMostMb === undefined ? [] : [`peak ≤ ${bar.peakAtMostMb} MB`]),
    ...(bar.atMost === undefined ? [] : [`at most ${bar.atMost}`]),
  ].join(', ')
}

export function verdict(figure: Figure, bar: Bar): string {
  if (figure.unjudged !== undefined) return `no bar: ${figure.unjudged}`
  const misses = missesOf(figure, bar)
  return misses.length === 0 ? 'bar met' : `BAR MISSED: ${misses.join(', ')}`
}

/** Milliseconds that each side takes, measured in turns: ours, baseline, baseline, ours, … after a warm-up of both. */
export async function measureInTurns(
  ours: () => Promise<void>,
  baseline: () => Promise<void>,
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<{ ours: Spread; baseline: Spread }> {
  const sides = [
    { act: ours, samples: [] as number[] },
    { act: baseline, samples: [] as number[] },
  ] // an empty array has no element type of its own
  for (let i = 0; i < warmUps; i++) for (const { act } of sides) await act()
  for (let i = 0; i < rounds; i++) {
    for (const { act, samples } of i % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now()
      await act()
      samples.push(performance.now() - start)
    }
  }
  const [first, second] = sides.map(({ samples }) => spreadOf(samples))
  if (!first || !second) throw new Error('there are two sides')
  return { ours: first, baseline: second }
}

/** How many a second are done, with so many in flight. */
export async function rateOf(count: number, inFlight: number, act: (n: number) => Promise<unknown>): Promise<number> {
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await act(left)
    }),
  )
  return (count / (performance.now() - started)) * 1000
}

export const spreadText = ({ median, p95 }: Spread, unit: Figure['unit']) =>
  `${median.toFixed(median < 1_000 ? 1 : 0)} ${unit} (p95 ${p95.toFixed(p95 < 1_000 ? 1 : 0)})`

/** The lines that tell of a bench: a heading, and for each figure ours, the baseline, their ratio and the verdict. */
export function tableOf(
  bench: Pick<Bench, 'name' | 'bar'>,
  sides: { ours: string; baseline: string },
  figures: readonly Figure[],
): string[] {
  const heads = ['figure', `ours: ${sides.ours}`, `baseline: ${sides.baseline}`, 'ratio', 'verdict']
  const rows = figures.map((figure) => [
    figure.what,
    spreadText(figure.ours, figure.unit),
    spreadText(figure.baseline, figure.unit),
    ratioOf(figure).toFixed(2),
    verdict(figure, bench.bar),
  ])
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ')}`
  return [`${bench.name}: median (p95) of each side; bar: ${barText(bench.bar)}`, line(heads), ...rows.map(line)]
}

const PASSWORD = 'bench-password'

/**
 * A center on a new PostgreSQL in a temporary folder. `close` leaves nothing behind, also when the opening failed
 * half-way.
 */
export async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last()
  }
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'sealwright-bench-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
    undo.push(() => postgres.stop())
    // Nothing of whoever runs this: no setting from the environment, no limit on how often one network may call, and no
    // captcha.
    const config = { ...readConfig({}), dataDir, callsPerMinute: 1_000_000_000, captchaUrls: [] }
    const ground = await layGround(config, postgres.url, pino({ level: 'silent' }))
    undo.push(() => ground.close())
    const center = await composeCenter(ground, {
      consoleDir: undefined,
      runtime: { callsPerMinute: 1e9, callsPerMinuteOfCode: 1e9, callsPerMinuteOfDeveloper: 1e9 },
    })
    undo.push(() => center.close())
    await center.app.ready()
    async function signIn(account: string): Promise<Pick<Seat, 'headers'>> {
      const response = await center.app.inject({
        method: 'POST',
        url: identityCalls.login.path,
        payload: { account, password: PASSWORD },
      })
      const { code, desc, data } = response.json<{ code: number; desc: string; data: { ssId: string } }>()
      if (code !== 0) throw new Error(`${account} could not sign in: ${desc}`)
      const cookie = response.cookies.find((one) => one.name.startsWith('sw_session_'))
      return { headers: { 'x-session-id': data.ssId, cookie: `${cookie?.name}=${cookie?.value}` } }
    }
    return {
      ground,
      center,
      close,
      async developer({ name }) {
        const account = `${randomUUID()}@bench.example`
        const made = await foundDeveloper(ground, {
          name,
          status: 'formal',
          account,
          passwordHash: await hashPassword(PASSWORD),
          userName: null,
        })
        if (!made) throw new Error(`the account ${account} exists already`)
        return { ...made, ...(await signIn(account)) }
      },
      async administrator({ developerId }, privileges) {
        const [accountId, account, passwordHash] = [
          randomUUID(),
          `${randomUUID()}@bench.example`,
          await hashPassword(PASSWORD),
        ]
        await ground.database.asOwner(async (db) => {
          const now = ground.clock.now()
          await insertAccount(db, { id: accountId, account, userName: null, passwordHash, now })
          await insertMembership(db, { developerId, accountId, isSuper: false, privileges, now })
        })
        return { developerId, accountId, ...(await signIn(account)) }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
