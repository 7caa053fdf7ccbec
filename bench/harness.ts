// The shared parts of the benches: a stage (a PostgreSQL with normal durability, a composed center, signed-in
// developers), measuring two sides in turns, and the verdict. It does not define what is measured. Both sides alternate
// call by call, so that a busy machine slows both; bars are about their ratio.
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
  /** A signed-in sub-administrator of the same developer. */
  administrator(of: Seat, privileges: readonly Privilege[]): Promise<Seat>
}

/** The limits of a figure. The ratio is ours to the baseline: an upper limit for times, a lower limit for rates. */
export interface Bar {
  ratioAtMost?: number
  ratioAtLeast?: number
  /** For figures in milliseconds. */
  p95BelowMs?: number
  medianAtMostMs?: number
  /** For figures in megabytes. */
  peakAtMostMb?: number
  /** An absolute limit for the median, in the unit of the figure. */
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
  /** Replaces the bench's bar for this figure. */
  bar?: Bar
  /** Why the figure is only shown and not judged. */
  unjudged?: string | undefined
}

export interface RunOptions {
  /** A small size for trying things; its figures say nothing about the bar. */
  isQuick: boolean
  tell(progress: string): void
}

export interface Bench {
  name: string
  /** The names of the two sides in the printed table. */
  sides(options: { isQuick: boolean }): { ours: string; baseline: string }
  bar: Bar
  /** Why the bar is missed, if a recent run missed it: the known causes and what was tried. */
  shortfall?: string
  run(stage: Stage, options: RunOptions): Promise<Figure[]>
}

export const defineBench = (bench: Bench): Bench => bench

/** The nearest-rank percentile: always a measured value. */
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

/** The parts of the bar that the figure misses, as printed; empty if it meets the bar. */
export function missesOf(figure: Figure, benchBar: Bar): string[] {
  if (figure.unjudged !== undefined) return []
  const bar = figure.bar ?? benchBar
  const ratio = ratioOf(figure)
  const misses: string[] = []
  // The conditions are negated so that NaN misses the bar.
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

/** Milliseconds per side, measured in turns (ours, baseline, baseline, ours, …) after a warm-up of both. */
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

/** Calls per second with this many in flight. */
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

/** The printed lines of a bench: a heading, and for each figure ours, the baseline, their ratio and the verdict. */
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

/** Opens a center on a new PostgreSQL in a temporary folder. `close` removes everything, also after a failed start. */
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
    // Ignores the environment, and has no captcha and no limit on the calls per network.
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
