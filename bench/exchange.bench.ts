// Measures exchanges of files against the bare cryptography of the same files: open the C2D, sign the lease and the
// list of revoked keys (both are signed for each file), make the D2C. Files in batches go the way of the workbench: a
// task of 30 files, from its lock to its committed outcomes, and as many tasks at once as the job of tasks works on.
// The other figures are single calls of programs. Both sides run in this process, so they have the same cores for
// cryptography.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { LIMITS, TOKEN_TYPES, runtimeCalls, toolCalls } from '@sealwright/contract'
import type { C2dClaims, D2cClaims, ExchangeKind } from '@sealwright/contract'
import {
  makeC2d,
  makeD2c,
  makePair,
  openC2d,
  openD2c,
  pairOf,
  readToken,
  recipientId,
  sealingKeyOf,
  signJws,
} from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'
import { defineBench, rateOf, spreadOf } from './harness.ts'
import type { Stage } from './harness.ts'
import { ask, prepare } from './runtime.bench.ts'
import type { Prepared } from './runtime.bench.ts'

const SIZES = { full: { files: 900, rounds: 3 }, quick: { files: 180, rounds: 1 } }
const IN_FLIGHT = 16
const TASK_FILES = LIMITS.license.exchangeFiles
/** As the job of tasks does in a process. */
const TASKS_AT_ONCE = 3
/** Files of one side before the other side has its turn. */
const TURN = 2 * TASKS_AT_ONCE * TASK_FILES

interface Device {
  code: string
  keys: KeyPair
}

type Measured = 'bind' | 'refresh'
type To = Parameters<typeof makeC2d>[2]

function deviceOf(code: string): Device {
  const keys = pairOf(makePair())
  if (!keys) throw new Error('a device without keys')
  return { code, keys }
}

function fileOf(developerId: number, kind: ExchangeKind, { code, keys }: Device, to: To): string {
  const digest = (of: string) => createHash('sha256').update(`${of} ${code}`).digest('base64url').slice(0, 22)
  const claims: Omit<C2dClaims, 'keys'> = {
    iss: String(developerId),
    jti: randomBytes(16).toString('base64url'),
    iat: Math.floor(Date.now() / 1000),
    kind,
    code,
    machine: {
      fingerprint: digest('all'),
      parts: { board: digest('board'), cpu: digest('cpu'), disk: digest('disk') },
      name: 'bench-host',
      os: 'Linux 6.1',
    },
    counter: 0,
  }
  return makeC2d(claims, keys, to)
}

/** The cryptography of an exchange alone, with the claims of a real answer. */
function bareOf(answer: D2cClaims, kid: string, opening: KeyPair['open']) {
  const [first] = answer.packages
  const lease = first?.kind === 'lease' ? readToken(first.lease)?.claims : undefined
  const revoked = readToken(answer.revocations)?.claims
  if (!lease || !revoked) throw new Error('an answer without a lease or the revoked keys')
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = { kid, privateKey }
  return (file: string) => {
    const opened = openC2d(file, () => opening)
    if ('fault' in opened) throw new Error(opened.fault)
    const { seal } = (opened.claims as unknown as C2dClaims).keys // this bench wrote them
    const publicKey = sealingKeyOf(seal)
    if (!publicKey) throw new Error('a file without a key')
    const signed = signJws(TOKEN_TYPES.lease, lease, signer)
    const revocations = signJws(TOKEN_TYPES.revocations, revoked, signer)
    const packages = [{ kind: 'lease' as const, lease: signed }]
    makeD2c({ ...answer, revocations, packages }, signer, { kid: recipientId(seal), publicKey })
  }
}

function claimsIn(text: string, { keys }: Device): D2cClaims {
  const opened = openD2c(text, { kid: recipientId(keys.public.seal), privateKey: keys.open })
  if ('fault' in opened) throw new Error(opened.fault)
  return opened.token.claims as unknown as D2cClaims // the center made it
}

async function exchangeKeyOf(stage: Stage, prepared: Prepared): Promise<To> {
  const { exchangeKey } = await ask(stage, prepared, runtimeCalls.keys, {})
  const { sub, jwk } = (readToken(exchangeKey)?.claims ?? {}) as { sub?: string; jwk?: { x: string } } // as published
  const publicKey = sealingKeyOf(jwk?.x)
  if (sub === undefined || !publicKey) throw new Error('no exchange key')
  return { kid: sub, publicKey }
}

/** Starts tasks of these files at the workbench, and returns the work of a task worker on them. */
async function tasksOf(stage: Stage, { developerId, seat }: Prepared, files: readonly string[]) {
  const guids: string[] = []
  for (let from = 0; from < files.length; from += TASK_FILES) {
    const some = files.slice(from, from + TASK_FILES).map((text, n) => ({ name: `${n}.c2d`, text }))
    const response = await stage.center.app.inject({
      method: 'POST',
      url: toolCalls.exchange.path,
      headers: seat.headers,
      payload: { files: some },
    })
    const { code, desc, data } = response.json<{ code: number; desc: string; data: { taskId: string } }>()
    if (code !== 0) throw new Error(`the workbench refused: ${desc}`)
    guids.push(data.taskId)
  }
  return {
    count: guids.length,
    work: async (n: number) => {
      while (await stage.center.task.work.work(developerId, guids[n] ?? ''));
    },
    async check() {
      const { rows } = await stage.ground.database.owner.query<{ done: number }>(
        'select sum(success)::int as done from task where guid = any ($1)',
        [guids],
      )
      if (rows[0]?.done !== files.length) throw new Error(`${files.length - (rows[0]?.done ?? 0)} files were refused`)
    },
  }
}

interface Rates {
  ours: number[]
  bare: number[]
}

export const exchange = defineBench({
  name: 'exchange',
  sides: () => ({ ours: 'files exchanged by the center', baseline: 'the bare cryptography of the same files' }),
  bar: { ratioAtLeast: 0.4 },
  shortfall:
    'probably other work on the machine. The center needs both cores, one for the server and one for PostgreSQL, and ' +
    'the baseline needs one. A run at a load of 2.4, before the last change of the statements, had 0.45 for a binding.',
  async run(stage, { isQuick, tell }) {
    const { files, rounds } = isQuick ? SIZES.quick : SIZES.full
    const rates = {
      batch: { bind: { ours: [], bare: [] }, refresh: { ours: [], bare: [] } },
      single: { bind: { ours: [], bare: [] }, refresh: { ours: [], bare: [] } },
      again: { ours: [], bare: [] },
    } as { batch: Record<Measured, Rates>; single: Record<Measured, Rates>; again: Rates } // empty arrays have no type
    await stage.ground.jobs.open(stage.center.task.jobs)
    await stage.center.runtime.start()
    try {
      for (let round = 0; round < rounds; round++) {
        const prepared = await prepare(stage, 2 * files + TASK_FILES + 1, { offlineBind: true })
        const { developerId, licenses } = prepared
        const center = await exchangeKeyOf(stage, prepared)
        const own = generateKeyPairSync('x25519')
        const devices = licenses.map(({ code }) => deviceOf(code))
        const last = devices.pop()
        if (!last) throw new Error('no license is left')
        const hand = (file: string) => ask(stage, prepared, runtimeCalls.offline, { file })
        const sample = claimsIn(String((await hand(fileOf(developerId, 'bind', last, center)))['file']), last)
        const bare = bareOf(sample, 'bench', own.privateKey)
        const warm = await tasksOf(
          stage,
          prepared,
          devices.splice(0, TASK_FILES).map((device) => fileOf(developerId, 'bind', device, center)),
        )
        await warm.work(0)
        // As in a center that has run for some minutes. Without statistics, PostgreSQL checks references by reading all
        // devices of the developer.
        await stage.ground.database.owner.query('analyze')
        for (const kind of ['bind', 'refresh'] as const)
          for (const way of ['batch', 'single'] as const) {
            tell(`round ${round + 1}: ${kind}, ${way}`)
            const chosen = way === 'batch' ? devices.slice(0, files) : devices.slice(files)
            const made = (to: To) => chosen.map((device) => fileOf(developerId, kind, device, to))
            const [real, same] = [made(center), made({ kid: 'bench', publicKey: own.publicKey })]
            const { ours, bare: alone } = rates[way][kind]
            // In short turns, so that a busy machine slows both sides.
            for (let from = 0; from < files; from += TURN) {
              const tasks = way === 'batch' ? await tasksOf(stage, prepared, real.slice(from, from + TURN)) : undefined
              const sides = [
                async () =>
                  void ours.push(
                    tasks
                      ? TASK_FILES * (await rateOf(tasks.count, TASKS_AT_ONCE, tasks.work))
                      : await rateOf(TURN, IN_FLIGHT, (n) => hand(real[from + n] ?? '')),
                  ),
                async () => void alone.push(await rateOf(TURN, 1, async (n) => bare(same[from + n] ?? ''))),
              ]
              for (const side of (from / TURN) % 2 === 0 ? sides : sides.toReversed()) await side()
              await tasks?.check()
            }
            if (way === 'batch' || kind === 'bind') continue
            rates.again.ours.push(await rateOf(files, IN_FLIGHT, (n) => hand(real[n] ?? '')))
            rates.again.bare.push(...alone.slice(-files / TURN))
          }
      }
    } finally {
      await stage.center.runtime.stop()
      await stage.ground.jobs.stop()
    }
    const figure = (what: string, { ours, bare }: Rates, unjudged?: string) => ({
      what,
      unit: '/s' as const,
      ours: spreadOf(ours),
      baseline: spreadOf(bare),
      unjudged,
    })
    const isSingle = 'the bar is about batches; a call has a transaction of its own'
    return [
      figure('binding by files in batches', rates.batch.bind),
      figure('renewing by files in batches', rates.batch.refresh),
      figure('binding by a file', rates.single.bind, isSingle),
      figure('renewing by a file', rates.single.refresh, isSingle),
      figure('the same file again', rates.again, 'the call signs and seals nothing'),
    ]
  },
})
