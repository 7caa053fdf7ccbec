// Measures the calls of programs: warm `validate` against a bare route with the same JSON, its slowest answers at half
// the top rate, the number of statements of a cold `validate`, and activations against pgbench calling the same
// function. Load and server share one process.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomInt, randomUUID, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  CODE_ALPHABET,
  LIMITS,
  NONCE_HEADER,
  PROOF_HEADER,
  codeOf,
  developerCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  runtimeCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createOperator } from '@sealwright/server/domains/billing/index.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { defineBench, percentile, rateOf, spreadOf } from './harness.ts'
import type { Figure, Seat, Stage } from './harness.ts'
import type { Load, Loaded } from './load.worker.ts'

const CONNECTIONS = 32
const SIZES = {
  full: { licenses: 10_000, rounds: 5, seconds: 4, activations: 3_000 },
  quick: { licenses: 500, rounds: 2, seconds: 1, activations: 200 },
}
const IN_FLIGHT = 8
/** The length of what a proof signs. */
const PROOF_BYTES = 390

export interface Prepared {
  developerId: number
  /** Its super administrator. */
  seat: Seat
  apiPassword: string
  /** Licenses that are not bound to a device. */
  licenses: { guid: string; code: string }[]
}

const newCode = () =>
  codeOf(Array.from({ length: LIMITS.license.codeLength - 1 }, () => randomInt(CODE_ALPHABET.length)))

/** Issues one code through the call; the others are copies of it. */
export async function prepare(stage: Stage, count: number, terms: object = {}): Promise<Prepared> {
  const seat = await stage.developer({ name: 'Bench' })
  const { owner } = stage.ground.database
  async function post<Answer>(call: Call, payload: object): Promise<Answer> {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: call.path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: Answer }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    return data
  }
  await createOperator(stage.ground).credit(seat.developerId, {
    kind: 'wallet',
    amount: 1_000_000,
    note: '',
  })
  const licenseId = randomInt(1, 1_000_000)
  await post(productCalls.create, { name: 'Bench', displayName: 'Bench', licenseForm: 3, licenseId })
  const { guid: templateGuid } = await post<{ guid: string }>(pcTemplateCalls.create, {
    kind: 'sn',
    name: 'Bench',
    licenseId,
    licenseKeyType: 1,
    deductMode: 1,
    billingMode: 'oneTime',
    isForever: true,
    useMode: 1,
    machineNum: 1,
    ...terms,
  })
  const {
    licenses: [seed],
  } = await post<{ licenses: { guid: string; serial: string }[] }>(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [templateGuid],
    count: 1,
  })
  await owner.query('update session set confirmed_at = now() where account_id = $1', [seat.accountId])
  const { apiPassword } = await post<{ apiPassword: string }>(developerCalls.revealApiPassword, {})
  const licenses = Array.from({ length: count }, () => ({ guid: randomUUID(), code: newCode() }))
  await owner.query(
    `insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
       license_ids, license_form, source, state, expires_at, is_paid, charged, issued_by, issued_at, updated_at)
     select s.developer_id, n.guid, s.family, n.code, s.issue_guid, s.terms_guid, s.template_guid, s.license_id,
       s.license_ids, s.license_form, s.source, s.state, s.expires_at, s.is_paid, s.charged, s.issued_by,
       s.issued_at, s.updated_at
     from license s cross join unnest($2::uuid[], $3::text[]) as n (guid, code) where s.guid = $1`,
    [seed?.guid, licenses.map(({ guid }) => guid), licenses.map(({ code }) => code)],
  )
  await owner.query('analyze license')
  return { developerId: seat.developerId, seat, apiPassword, licenses }
}

const atP99 = (times: readonly number[]) => ({ median: percentile(times, 0.99), p95: percentile(times, 0.99) })
const headersOf = ({ apiPassword }: Prepared) => ({ authorization: `Bearer ${apiPassword}` })
const machineOf = (guid: string) => ({ fingerprint: `bench-${guid}` })

export async function ask(
  stage: Stage,
  prepared: Prepared,
  call: Call,
  payload: object,
): Promise<Record<string, unknown>> {
  const response = await stage.center.app.inject({
    method: call.method,
    url: call.method === 'GET' ? `${call.path}?developerId=${prepared.developerId}` : call.path,
    headers: headersOf(prepared),
    ...(call.method === 'POST' && { payload: { developerId: prepared.developerId, ...payload } }),
  })
  if (response.statusCode !== 200) throw new Error(`${call.path} refused: ${response.body}`)
  return response.json<Record<string, unknown>>()
}

function run(load: Load): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('load.worker.ts', import.meta.url), { workerData: load })
    worker.once('message', (loaded: Loaded) =>
      loaded.failed > 0 ? reject(new Error(`${loaded.failed} answers were refusals`)) : resolve(loaded),
    )
    worker.once('error', reject)
  })
}

const requestOf = (path: string, { apiPassword }: Prepared, payload: object, isProven: boolean) => {
  const body = JSON.stringify(payload)
  const nonce = isProven ? `${NONCE_HEADER}: ${randomBytes(16).toString('base64url')}\r\n` : ''
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${apiPassword}\r\n${nonce}` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/**
 * Milliseconds that a server spends on each request during `work`: from its head until the answer is handed to the
 * system.
 */
async function serviceTimesOf(server: Server, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const clock = (_request: IncomingMessage, response: ServerResponse) => {
    const arrivedAt = performance.now()
    response.once('finish', () => times.push(performance.now() - arrivedAt))
  }
  server.prependListener('request', clock)
  try {
    await work()
    return times
  } finally {
    server.off('request', clock)
  }
}

/** Counts the statements that are sent to PostgreSQL during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  let count = 0
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's own method has a dozen shapes
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: any[]) {
    if (!JSON.stringify(given[0] ?? '').includes('pg_current_snapshot')) count++
    // oxlint-disable-next-line typescript/no-explicit-any -- the same
    return (query as any).apply(this, given)
  } as typeof query // counts, then calls the original
  try {
    await work()
    return count
  } finally {
    pg.Client.prototype.query = query
  }
}

/** Transactions per second of pgbench; each one calls the function that activation uses to write. */
async function pgbenchRate(stage: Stage, { developerId, licenses }: Prepared): Promise<number> {
  const { owner } = stage.ground.database
  await owner.query(
    `drop table if exists bench_target; create table bench_target (n int primary key, guid uuid not null);
     drop sequence if exists bench_turn; create sequence bench_turn`,
  )
  await owner.query('insert into bench_target select row_number() over (), guid from unnest($1::uuid[]) as guid', [
    licenses.map(({ guid }) => guid),
  ])
  const file = join(tmpdir(), `sealwright-bench-${randomUUID()}.sql`)
  const changes = {
    state: 4,
    firstUsedAt: new Date(),
    expiresAt: '9999-12-31T00:00:00Z',
    partlyUntil: '9999-12-31T00:00:00Z',
    expiry: 0,
    bound: 1,
    everBound: 1,
    isPaid: true,
    charged: {},
  }
  await writeFile(
    file,
    `select bind_machine(${developerId}, t.guid, now(),
       jsonb_build_object('guid', gen_random_uuid(), 'fingerprint', 'bench-' || t.guid, 'parts', '[]'::jsonb, 'name',
       'bench', 'addresses', '[]'::jsonb, 'isOffline', false), '${JSON.stringify(changes)}'::jsonb,
       gen_random_uuid(), null, null)
     from bench_target t where t.n = nextval('bench_turn');\n`,
  )
  const url = new URL(stage.ground.databaseUrl)
  const each = Math.floor(licenses.length / IN_FLIGHT)
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(
      'pgbench',
      ['-n', '-c', String(IN_FLIGHT), '-j', '1', '-t', String(each), '-f', file, url.pathname.slice(1)],
      {
        env: {
          ...process.env,
          PGHOST: url.searchParams.get('host') ?? url.hostname,
          PGPORT: url.port,
          PGUSER: decodeURIComponent(url.username),
          PGPASSWORD: decodeURIComponent(url.password),
        },
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(text))))
  })
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (rate === undefined) throw new Error(`pgbench printed no rate: ${output}`)
  return Number(rate)
}

export const validateWarm = defineBench({
  name: 'validate',
  sides: () => ({ ours: 'validate from memory', baseline: 'a bare route with the same answer' }),
  bar: { ratioAtLeast: 0.6 },
  shortfall:
    'the load, the server and PostgreSQL share the cores; ' +
    'the rate of the bare route in the same run shows how much the machine contributes.',
  async run(stage, { isQuick, tell }) {
    const size = isQuick ? SIZES.quick : SIZES.full
    const prepared = await prepare(stage, size.licenses)
    await stage.center.runtime.start()
    const { app } = stage.center
    const bare = Fastify()
    try {
      tell(`activating ${size.licenses} licenses`)
      const payloads: object[] = []
      await rateOf(size.licenses, IN_FLIGHT, async (n) => {
        const { guid, code } = prepared.licenses[n] ?? { guid: '', code: '' }
        const { leaseId } = await ask(stage, prepared, runtimeCalls.activate, { code, machine: machineOf(guid) })
        payloads.push({ developerId: prepared.developerId, code, machine: machineOf(guid), leaseId })
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const [first] = payloads
      const answer = await ask(stage, prepared, runtimeCalls.validate, { ...first })
      bare.post('/validate', async () => answer)
      const { privateKey } = generateKeyPairSync('ed25519')
      const signed = Buffer.alloc(PROOF_BYTES, 'a')
      bare.post('/proven', async (_request, reply) => {
        void reply.header(PROOF_HEADER, sign(null, signed, privateKey).toString('base64url'))
        return answer
      })
      await bare.listen({ port: 0, host: '127.0.0.1' })
      const portOf = (server: typeof app.server) => (server.address() as { port: number }).port // listens on a port
      const loadOf = (
        { server }: Pick<typeof app, 'server'>,
        path: string,
        seconds: number,
        { perSecond, isProven = false }: { perSecond?: number; isProven?: boolean } = {},
      ): Load => ({
        port: portOf(server),
        connections: CONNECTIONS,
        seconds,
        requests: payloads.map((payload) => requestOf(path, prepared, payload, isProven)),
        ...(perSecond !== undefined && { perSecond }),
      })
      tell('warming up')
      await rateOf(size.licenses, IN_FLIGHT, async (n) =>
        ask(stage, prepared, runtimeCalls.validate, { ...payloads[n] }),
      )
      const { path } = runtimeCalls.validate
      const sides = [
        { of: app, path, isProven: false, rates: [] as number[] },
        { of: bare, path: '/validate', isProven: false, rates: [] as number[] },
        { of: app, path, isProven: true, rates: [] as number[] },
        { of: bare, path: '/proven', isProven: true, rates: [] as number[] },
      ] as const
      const rateIn = async ({ of, path: asked, isProven }: (typeof sides)[number], seconds: number) =>
        (await run(loadOf(of, asked, seconds, { isProven }))).rate
      for (const side of sides) await rateIn(side, 1)
      for (let round = 0; round < size.rounds; round++) {
        tell(`round ${round + 1}`)
        for (const side of round % 2 === 0 ? sides : sides.toReversed())
          side.rates.push(await rateIn(side, size.seconds))
      }
      const statements = await statementsOf(async () => {
        for (const side of sides) await rateIn(side, 1)
      })
      if (statements > 0) throw new Error(`${statements} statements were run although everything is cached`)
      const [plain, barePlain, proven, bareProven] = sides.map(({ rates }) => spreadOf(rates))
      if (!plain || !barePlain || !proven || !bareProven) throw new Error('a side was not measured')
      const top = plain.median
      tell(`half of ${top.toFixed(0)}/s`)
      const atHalf = async ({ of, path: asked }: (typeof sides)[number]) => {
        let felt: readonly number[] = []
        const served = await serviceTimesOf(
          of.server,
          async () => (felt = [...(await run(loadOf(of, asked, size.seconds, { perSecond: top / 2 }))).times]),
        )
        return { served: atP99(served), felt: atP99(felt) }
      }
      const [calm, calmBare] = [await atHalf(sides[0]), await atHalf(sides[1])]
      const figures: Figure[] = [
        { what: 'validate, warm', unit: '/s', ours: plain, baseline: barePlain },
        {
          what: 'validate, warm, with a proof; the bare route signs too',
          unit: '/s',
          ours: proven,
          baseline: bareProven,
        },
        {
          what: 'service time at half the top rate, p99',
          unit: 'ms',
          ours: calm.served,
          baseline: calmBare.served,
          bar: { atMost: 2 },
        },
        {
          what: 'response time at half the top rate, p99',
          unit: 'ms',
          ours: calm.felt,
          baseline: calmBare.felt,
          unjudged: 'includes the waits of the load itself, which runs on the same cores',
        },
      ]
      return figures
    } finally {
      await bare.close()
      await stage.center.runtime.stop()
    }
  },
})

export const activation = defineBench({
  name: 'activation',
  sides: () => ({ ours: 'activations through the call', baseline: 'pgbench calling the same function' }),
  bar: { ratioAtLeast: 0.4 },
  async run(stage, { isQuick, tell }) {
    const size = isQuick ? SIZES.quick : SIZES.full
    const rounds = isQuick ? 1 : 3
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = 0; round < rounds; round++) {
      tell(`round ${round + 1}`)
      const [mine, theirs] = [await prepare(stage, size.activations), await prepare(stage, size.activations)]
      const sides = [
        async () =>
          void ours.push(
            await rateOf(size.activations, IN_FLIGHT, async (n) => {
              const { guid, code } = mine.licenses[n] ?? { guid: '', code: '' }
              await ask(stage, mine, runtimeCalls.activate, { code, machine: machineOf(guid) })
            }),
          ),
        async () => void baseline.push(await pgbenchRate(stage, theirs)),
      ]
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
    }
    const cold = await prepare(stage, 20)
    const held: object[] = []
    for (const { guid, code } of cold.licenses)
      held.push({
        code,
        machine: machineOf(guid),
        leaseId: (await ask(stage, cold, runtimeCalls.activate, { code, machine: machineOf(guid) }))['leaseId'],
      })
    // The runtime does not follow changes here, so it uses no cached facts.
    const statements = await statementsOf(async () => {
      for (const payload of held) await ask(stage, cold, runtimeCalls.validate, payload)
    })
    return [
      { what: 'activation', unit: '/s', ours: spreadOf(ours), baseline: spreadOf(baseline) },
      {
        what: 'statements per cold validate',
        unit: 'statements',
        ours: { median: statements / cold.licenses.length, p95: statements / cold.licenses.length },
        baseline: { median: 1, p95: 1 },
        bar: { atMost: 1 },
      },
    ]
  },
})
