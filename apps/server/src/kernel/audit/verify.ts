// Recomputes every chain and compares it with the seals and with the signed checkpoints. Returns the problems as
// sentences; an empty list means that the log is intact.
import { verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { FIRST_LINK, LINK_SELECT, nextLink } from './chain.ts'
import type { LogRowText } from './chain.ts'
import { checkpointBytes } from './sealer.ts'
import type { Checkpoint } from './sealer.ts'

export interface Verification {
  developers: number
  rows: number
  waiting: number
  checkpoints: number
  /** The first ones, and how many more there are. */
  problems: string[]
}

/** A rewritten log of a million rows has a million problems, which nobody reads and no answer should carry. */
const MOST_PROBLEMS = 100
const CHUNK = 5_000
const SIGNATURES_AT_ONCE = 100

const placeOf = ({ developerId, seq }: Pick<Checkpoint, 'developerId' | 'seq'>) => `${developerId}:${seq}`

type SealedRow = Partial<LogRowText> & { seq: number; log_id: number; hash: Buffer; developer: number }

/** The file only grows, so it is not read as a whole. A center that has not signed yet has none. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path).catch((error: unknown) => {
    // Any other error must not pass as "no checkpoints".
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // an error of the file system
    throw error
  })
  if (file) yield* file.readLines()
}

/** Verifies all chains, or only one. */
export async function verifyLog(
  owner: pg.Pool,
  checkpointFile: string,
  key: KeyObject,
  only?: number,
): Promise<Verification> {
  const found: string[] = []
  let more = 0
  const tell = (problem: string) => {
    if (found.length < MOST_PROBLEMS) found.push(problem)
    else more++
  }
  const hashes = new Map<string, string>()
  const checkpoints: Checkpoint[] = []
  let number = 0
  for await (const line of linesOf(checkpointFile)) {
    number++
    if (line === '') continue
    try {
      const { signature, ...checkpoint } = JSON.parse(line) as Checkpoint & { signature: string } // checked below
      // The file has the checkpoints of all developers. Checking a signature is slow.
      if (only !== undefined && checkpoint.developerId !== only) continue
      if (!verify(null, checkpointBytes(checkpoint), key, Buffer.from(signature, 'base64')))
        throw new Error('signature')
      checkpoints.push(checkpoint)
    } catch {
      tell(`checkpoint line ${number} is not signed by this installation's key`)
    }
    // Other requests are answered in between.
    if (checkpoints.length % SIGNATURES_AT_ONCE === 0) await setImmediate()
  }

  const wanted = new Set(checkpoints.map(placeOf))
  const { rows: developers } = await owner.query<{ developer_id: number }>(
    only === undefined
      ? `select distinct developer_id from operation_seal
         union select distinct developer_id from operation_log order by 1`
      : { text: 'select $1::bigint as developer_id', values: [only] },
  )
  let rows = 0
  for (const { developer_id: developerId } of developers) {
    let link: Buffer = FIRST_LINK
    let seq = 0
    for (;;) {
      const chunk = await owner.query<SealedRow>(
        `select s.seq, s.log_id, s.hash, s.developer_id as developer, l.developer_id, l.id,
           case when l.id is null then null else array[${LINK_SELECT}] end as facts
         from operation_seal s left join operation_log l on l.developer_id = s.developer_id and l.id = s.log_id
         where s.developer_id = $1 and s.seq > $2 order by s.seq limit ${CHUNK}`,
        [developerId, seq],
      )
      for (const row of chunk.rows) {
        if (row.seq !== seq + 1) tell(`developer ${developerId}: seals ${seq + 1} to ${row.seq - 1} are missing`)
        seq = row.seq
        rows++
        if (row.facts && row.developer_id !== undefined && row.id !== undefined) {
          link = nextLink(link, { developer_id: row.developer_id, id: row.id, facts: row.facts })
          if (!link.equals(row.hash))
            tell(`developer ${developerId}: operation ${row.log_id} (seal ${seq}) was changed`)
        } else tell(`developer ${developerId}: operation ${row.log_id} (seal ${seq}) is gone`)
        // Continue from the sealed hash, so that one changed row is reported once and not for every later row.
        link = row.hash
        const place = placeOf({ developerId, seq })
        if (wanted.has(place)) hashes.set(place, row.hash.toString('hex'))
      }
      if (chunk.rows.length < CHUNK) break
    }
    const unsealed = await owner.query<{ n: number }>(
      `select count(*)::int as n from operation_log l where developer_id = $1
       and not exists (select 1 from operation_seal s where s.developer_id = l.developer_id and s.log_id = l.id)
       and not exists (select 1 from operation_unsealed u where u.developer_id = l.developer_id and u.log_id = l.id)`,
      [developerId],
    )
    if ((unsealed.rows[0]?.n ?? 0) > 0)
      tell(`developer ${developerId}: ${unsealed.rows[0]?.n} operations are neither sealed nor waiting`)
  }
  for (const checkpoint of checkpoints) {
    const hash = hashes.get(placeOf(checkpoint))
    if (hash === undefined)
      tell(
        `developer ${checkpoint.developerId}: seal ${checkpoint.seq}, signed at ${checkpoint.at}, is gone: ` +
          'the log was cut',
      )
    else if (hash !== checkpoint.hash)
      tell(
        `developer ${checkpoint.developerId}: seal ${checkpoint.seq} differs from the checkpoint ` +
          `signed at ${checkpoint.at}: the chain was rewritten`,
      )
  }
  const waiting = await owner.query<{ n: number }>(
    'select count(*)::int as n from operation_unsealed where developer_id = coalesce($1, developer_id)',
    [only ?? null],
  )
  return {
    developers: developers.length,
    rows,
    waiting: waiting.rows[0]?.n ?? 0,
    checkpoints: checkpoints.length,
    problems: more === 0 ? found : [...found, `and ${more} more problems`],
  }
}

/** Whoever asks for a chain that is being verified gets the result of that run. */
export function sharing(run: (only?: number) => Promise<Verification>): (only?: number) => Promise<Verification> {
  const running = new Map<number | undefined, Promise<Verification>>()
  return (only) => {
    const known = running.get(only)
    if (known) return known
    const started = run(only).finally(() => running.delete(only))
    running.set(only, started)
    return started
  }
}
