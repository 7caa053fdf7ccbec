// The end of every drill: looks into the database, verifies the ledger and the operation log, and prints the result.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TASK_STATUSES } from '@sealwright/contract'
import pg from 'pg'

const GROWN_WITHIN_MS = 60_000

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export async function withDatabase<T>(url: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: url })
  // The database can end with its server. A query that waits fails then; without this listener, the drill would too.
  database.on('error', () => undefined)
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** The number in column `n` of a query. */
export const numberIn = async (database: pg.Client, query: string, values: unknown[] = []) =>
  Number((await database.query<{ n: string }>(query, values)).rows[0]?.n)

/** The values that differ from the expected ones. */
export const differencesIn = (found: Record<string, [found: number, expected: number]>): string[] =>
  Object.entries(found).flatMap(([what, [is, expected]]) =>
    is === expected ? [] : [`${what}: ${is} instead of ${expected}`],
  )

/** Waits until a count has grown to this, so that a kill meets work in progress also on a slow machine. */
export async function grown(count: () => number, to: number): Promise<void> {
  const end = performance.now() + GROWN_WITHIN_MS
  while (count() < to && performance.now() < end) await pause(5)
}

export const isOpen = ({ status }: { status: number }) =>
  status === TASK_STATUSES.waiting || status === TASK_STATUSES.processing

export async function allEnded(tasks: () => Promise<readonly { status: number }[]>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while ((await tasks()).some(isOpen)) {
    if (performance.now() > end) throw new Error('a task did not end')
    await pause(200)
  }
}

const PROOFS = { ledger: 'verify-ledger.ts', log: 'verify-log.ts' } as const

/**
 * Verifies the folder of a stopped server, prints the result of the drill, and returns the number of problems. With
 * `databaseUrl`, the folder has no database of its own.
 */
export function conclude(
  folder: string,
  proofs: readonly (keyof typeof PROOFS)[],
  found: readonly string[],
  success: string,
  databaseUrl?: string,
): number {
  const problems = [...found]
  for (const name of proofs) {
    const proof = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../apps/server/src', PROOFS[name])],
      {
        env: {
          PATH: process.env['PATH'],
          SEALWRIGHT_DATA_DIR: folder,
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        },
        encoding: 'utf8',
      },
    )
    say(proof.stdout.trim())
    if (proof.status !== 0) problems.push(`the ${name}: ${proof.stderr}`)
  }
  for (const problem of problems) say(`✗ ${problem}`)
  say(problems.length === 0 ? success : `${problems.length} problems found.`)
  return problems.length
}
