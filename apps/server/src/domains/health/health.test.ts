// Provokes what the health page must tell: each check turns red or yellow by a real cause, and a healthy center is all
// green.
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import {
  DAY_MS,
  HEALTH_CHECK_NAMES,
  HEALTH_FINDINGS,
  HEALTH_METRIC,
  HEALTH_TIMES,
  HEALTH_VALUES,
  HOUR_MS,
  healthDesk,
  healthMetric,
  judgeHealth,
  operatorDesk,
  productCalls,
  webhookCalls,
} from '@sealwright/contract'
import type { HealthCheckName, HealthFindingName } from '@sealwright/contract'
import { CERTIFICATE, CERTIFICATE_KEY, createTestCenter, productPayload } from '@sealwright/testkit'
import type { DeskActor, TestCenter } from '@sealwright/testkit'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { sealBatch } from '../../kernel/audit/sealer.ts'
import { noteFromCommand } from './index.ts'
import { readSiteCertificate } from './probe.service.ts'

const GIGABYTE = 1024 ** 3
let center: TestCenter
let auditor: DeskActor
let space = { freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE }
let readSpace: () => Promise<typeof space>
let site: () => Promise<{ validTo: Date; isTrusted: boolean }>
const later = (ms: number) => new Date(center.clock.now().getTime() + ms)

beforeAll(async () => {
  center = await createTestCenter({
    config: { publicUrl: 'https://licenses.test' },
    health: { freeSpace: () => readSpace(), siteCertificate: () => site(), keptMs: 0 },
  })
  auditor = await center.operator('auditor')
  await center.ground.jobs.open([...center.center.health.jobs, ...center.center.billing.jobs])
})
afterAll(() => center.close())

const query = (text: string, values: unknown[] = []) => center.ground.database.owner.query(text, values)
const job = async (name: string) => {
  const found = [...center.center.health.jobs, ...center.center.billing.jobs].find((one) => one.name === name)
  if (!found) throw new Error(`there is no job ${name}`)
  await found.run({}, { isLast: true })
}
const seal = async () => {
  while ((await sealBatch(center.ground.database.owner, center.clock.now())).size > 0);
}
const noteCommand = (kind: 'backup' | 'drill', at: Date, problems: string[] = []) =>
  noteFromCommand(center.ground.databaseUrl, { kind, at, problems, sizeBytes: 4096 })

/** A center as it is after its first day. */
beforeEach(async () => {
  site = async () => ({ validTo: later(60 * DAY_MS), isTrusted: true })
  readSpace = async () => space
  space = { freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE }
  await query('delete from health_result')
  await query('delete from health_count')
  await query('delete from health_process')
  await query('delete from pgboss.job')
  await seal()
  await center.center.health.beat()
  await job('log.verify')
  await job('ledger.verify')
  await noteCommand('backup', center.clock.now())
  await noteCommand('drill', center.clock.now())
})

async function check(name: HealthCheckName, by: DeskActor = auditor) {
  const { checks } = await by.call(healthDesk.get, {})
  const found = checks.find((one) => one.name === name)
  if (!found) throw new Error(`there is no check ${name}`)
  return found
}
const findingsOf = async (name: HealthCheckName) => {
  const { level, findings } = await check(name)
  return [level, ...findings.map((finding) => finding.name)]
}

describe('the health page', () => {
  it('of a healthy center is all green, and has every check', async () => {
    const answer = await auditor.call(healthDesk.get, {})
    expect(answer.checks.filter(({ level }) => level !== 'green')).toEqual([])
    expect(answer.level).toBe('green')
    expect(answer.checks.map(({ name }) => name)).toEqual(HEALTH_CHECK_NAMES)
    expect(answer.processes).toMatchObject([{ state: 'running', isThis: true }])
    expect(await check('database')).toMatchObject({
      values: expect.arrayContaining([{ name: 'database.reachable', value: 1 }]) as unknown[],
    })
  })

  it('has red and yellow checks first', async () => {
    space = { freeBytes: 1, totalBytes: GIGABYTE }
    await query('delete from health_result where kind = $1', ['backup'])
    await noteCommand('backup', later(-30 * HOUR_MS))
    const { checks, level } = await auditor.call(healthDesk.get, {})
    expect(level).toBe('red')
    expect(checks.slice(0, 3).map((one) => [one.name, one.level])).toEqual([
      ['disk', 'red'],
      ['backup', 'yellow'],
      ['database', 'green'],
    ])
  })

  it('is closed without a session, and starts no second verification at a time', async () => {
    await auditor.call(healthDesk.verify, { what: 'log' })
    expect(await check('log')).toMatchObject({ isVerifying: true })
    await expect(auditor.call(healthDesk.verify, { what: 'log' })).rejects.toEqual(
      expect.objectContaining({ error: 'health.verifying' }),
    )
    await auditor.call(healthDesk.verify, { what: 'ledger' })
    await expect(center.visitor(healthDesk.get, {})).rejects.toEqual(
      expect.objectContaining({ error: 'session.expired' }),
    )
  })
})

describe('a light turns', () => {
  it('red when the disk is full, and not known when it cannot be read', async () => {
    space = { freeBytes: 100 * 1024 ** 2, totalBytes: 100 * GIGABYTE }
    expect(await findingsOf('disk')).toEqual(['red', 'disk.full', 'disk.nearlyFull'])
    space = { freeBytes: GIGABYTE, totalBytes: 10 * GIGABYTE }
    expect(await findingsOf('disk')).toEqual(['yellow', 'disk.low'])
    readSpace = () => Promise.reject(new Error('EACCES'))
    expect(await findingsOf('disk')).toEqual(['unknown'])
  })

  it('red when a job hangs, and yellow when one has failed', async () => {
    await query(`insert into pgboss.job (name, state, started_on, expire_seconds)
      values ('mail.send', 'active', now() - interval '20 minutes', 900)`)
    expect(await findingsOf('jobs')).toEqual(['red', 'jobs.hanging'])
    expect((await check('jobs')).details).toEqual(['mail.send: 1 over the time limit, 0 failed'])
    await query("update pgboss.job set state = 'failed', completed_on = now()")
    expect(await findingsOf('jobs')).toEqual(['yellow', 'jobs.failed'])
    await query(`insert into pgboss.job (name, start_after) values ('log.verify', now() - interval '40 minutes')`)
    expect(await findingsOf('jobs')).toEqual(['red', 'jobs.stopped', 'jobs.failed'])
  })

  it('red when the log was tampered with, and says where', async () => {
    const vendor = await center.developer()
    await vendor.call(productCalls.create, productPayload({ name: '原名' }))
    await seal()
    const { rows } = await query(
      "update operation_log set target_name = '改名' where developer_id = $1 returning id, target_name",
      [vendor.developerId],
    )
    expect(rows.length).toBeGreaterThan(0)
    await job('log.verify')
    expect(await findingsOf('log')).toEqual(['red', 'log.tampered'])
    const { details, lastTime } = await check('log')
    expect(details.join()).toContain(`developer ${vendor.developerId}: operation`)
    expect(lastTime).not.toBeNull()
    await query('delete from operation_seal where developer_id = $1', [vendor.developerId])
    await query('delete from operation_log where developer_id = $1', [vendor.developerId])
  })

  it('green when the log has operations of operators: their chain is sealed and verified like the others', async () => {
    const owner = await center.operator('owner')
    await owner.call(operatorDesk.invite, { email: 'new@platform.test', roles: ['auditor'] })
    await seal()
    const { rows } = await query('select 1 from operation_seal where developer_id = 0')
    expect(rows).not.toHaveLength(0)
    await job('log.verify')
    expect(await findingsOf('log')).toEqual(['green'])
  })

  it('yellow, then red when entries of the log are not sealed, or the log is not verified', async () => {
    const vendor = await center.developer()
    await vendor.call(productCalls.create, productPayload())
    center.clock.advance(2 * 60_000)
    expect(await findingsOf('log')).toEqual(['yellow', 'log.sealerLate'])
    center.clock.advance(10 * 60_000)
    expect(await findingsOf('log')).toEqual(['red', 'log.sealerStopped'])
    await seal()
    await query("update health_result set at = at - interval '27 hours'")
    expect(await findingsOf('log')).toEqual(['yellow', 'log.unverified'])
    expect(await findingsOf('ledger')).toEqual(['yellow', 'ledger.unverified'])
  })

  it('red when the ledger does not add up', async () => {
    const vendor = await center.developer()
    await center.credit(vendor, 100)
    await query('update ledger_account set balance = 101 where developer_id = $1 and balance = 100', [
      vendor.developerId,
    ])
    await job('ledger.verify')
    expect(await findingsOf('ledger')).toEqual(['red', 'ledger.wrong'])
    expect((await check('ledger')).details.join()).toContain(`developer ${vendor.developerId}`)
    await query('update ledger_account set balance = 100 where developer_id = $1 and balance = 101', [
      vendor.developerId,
    ])
  })

  it('yellow after 26 hours without a backup, and red after 72 hours', async () => {
    const ages: [number, string[]][] = [
      [25, ['green']],
      [27, ['yellow', 'backup.old']],
      [73, ['red', 'backup.missing']],
    ]
    for (const [hours, told] of ages) {
      await query("delete from health_result where kind = 'backup'")
      expect(await noteCommand('backup', later(-hours * HOUR_MS))).toBe(true)
      expect(await findingsOf('backup')).toEqual(told)
    }
  })

  it('red when a restore drill failed', async () => {
    await noteCommand('drill', center.clock.now(), ['developer 7: seals 3 to 4 are missing'])
    expect(await findingsOf('drill')).toEqual(['red', 'drill.failed'])
    expect((await check('drill')).details).toEqual(['developer 7: seals 3 to 4 are missing'])
  })

  it('yellow when a process went without stopping, or two versions run', async () => {
    const at = later(-HOUR_MS)
    await query('insert into health_process values (gen_random_uuid(), $1, $2, $2, null)', ['0.0.1', at])
    expect(await findingsOf('processes')).toEqual(['yellow', 'processes.gone'])
    await query('update health_process set stopped_at = seen_at where version = $1', ['0.0.1'])
    expect(await findingsOf('processes')).toEqual(['green'])
    await query('insert into health_process values (gen_random_uuid(), $1, $2, $2, null)', [
      '0.0.2',
      center.clock.now(),
    ])
    expect(await findingsOf('processes')).toEqual(['yellow', 'processes.versions'])
  })

  it('red when messages or webhooks wait for hours', async () => {
    const made = later(-3 * HOUR_MS)
    await query(
      `insert into mail_outbox (id, kind, channel, recipient, subject, body, state, created_at)
       values (gen_random_uuid(), 'test', 'mail', 'a@b.example', '', '', 'queued', $1)`,
      [made],
    )
    expect(await findingsOf('mail')).toEqual(['red', 'mail.stopped'])
    await query("delete from mail_outbox where kind = 'test'")
    const vendor = await center.developer()
    const { guid } = await vendor.call(webhookCalls.create, {
      url: 'https://hooks.example/',
      events: ['license.issued'],
    })
    await query(
      `insert into webhook_delivery (developer_id, guid, webhook_guid, event_id, kind, event_at, due_at)
       values ($1, gen_random_uuid(), $2, 1, 'license.issued', $3, $3)`,
      [vendor.developerId, guid, made],
    )
    expect(await findingsOf('webhooks')).toEqual(['red', 'webhooks.stopped'])
    await query('delete from webhook_delivery')
  })

  it('yellow when networks are limited, and counts attacks of all processes', async () => {
    const strict = await createTestCenter({ config: { callsPerMinute: 2 }, health: { keptMs: 0 } })
    onTestFinished(() => strict.close())
    const ask = () =>
      strict.center.app.inject({ method: 'GET', url: '/session/current.do', remoteAddress: '192.0.2.7' })
    for (let n = 0; n < 5; n++) await ask()
    const wrong = { account: 'nobody@test.example', password: 'wrong-password' }
    await strict.center.app.inject({ method: 'POST', url: '/login.do', payload: wrong, remoteAddress: '192.0.2.8' })
    await strict.center.health.beat()
    const { rows } = await strict.ground.database.owner.query(
      'select name, network, count from health_count order by name, network',
    )
    expect(rows).toEqual([
      { name: 'limited', network: '', count: 3 },
      { name: 'limited', network: '192.0.2.7', count: 3 },
      { name: 'signIn', network: '', count: 1 },
    ])
    await query("insert into health_count values (($1::timestamptz at time zone 'utc')::date, 'limited', '', 1500)", [
      center.clock.now(),
    ])
    expect(await findingsOf('networks')).toEqual(['yellow', 'networks.many'])
  })
})

describe('while PostgreSQL is down', () => {
  it('the page answers to operators whom the process knows, and says that PostgreSQL is the reason', async () => {
    const shaken = await createTestCenter({ health: { keptMs: 0, freeSpace: async () => space } })
    onTestFinished(() => shaken.close())
    const [known, unknown] = [await shaken.operator('support'), await shaken.operator('owner')]
    await known.call(healthDesk.get, {})
    const name = new URL(shaken.ground.databaseUrl).pathname.slice(1)
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    try {
      const { level, checks } = await known.call(healthDesk.get, {})
      expect(level).toBe('red')
      expect(checks.find((one) => one.name === 'database')?.findings).toMatchObject([{ name: 'database.unreachable' }])
      expect(checks.find((one) => one.name === 'backup')).toMatchObject({ level: 'red', needsDatabase: true })
      expect(checks.find((one) => one.name === 'disk')).toMatchObject({ level: 'green' })
      const refused = expect.objectContaining({ error: 'platform.unavailable' }) as unknown
      // Only this call, only known sessions with their secret, and only for minutes.
      await expect(known.call(operatorDesk.current, {})).rejects.toEqual(refused)
      await expect(unknown.call(healthDesk.get, {})).rejects.toEqual(refused)
      const stolen = { ...known.headers, cookie: `${known.headers['cookie']}x` }
      const answer = await shaken.center.app.inject({
        method: 'POST',
        url: healthDesk.get.path,
        headers: stolen,
        payload: {},
      })
      expect(answer.statusCode).toBe(503)
      shaken.clock.advance((HEALTH_TIMES.rememberedSeconds + 1) * 1000)
      await expect(known.call(healthDesk.get, {})).rejects.toEqual(refused)
    } finally {
      await admin.query(`alter database ${name} allow_connections true`)
      await admin.end()
    }
  })

  it('an operator who signed out is not known', async () => {
    const gone = await center.operator('owner')
    await gone.call(healthDesk.get, {})
    await gone.call(operatorDesk.logout, {})
    await expect(gone.call(healthDesk.get, {})).rejects.toEqual(expect.objectContaining({ error: 'session.expired' }))
  })
})

describe('certificates', () => {
  it('are red a week before their end or if browsers refuse them, and not known without an answer', async () => {
    site = async () => ({ validTo: later(6.5 * DAY_MS), isTrusted: true })
    expect(await findingsOf('certificates')).toEqual(['red', 'certificates.siteEnds'])
    site = async () => ({ validTo: later(60 * DAY_MS), isTrusted: false })
    expect(await findingsOf('certificates')).toEqual(['red', 'certificates.siteUntrusted'])
    site = () => Promise.reject(new Error('connect ECONNREFUSED'))
    expect(await check('certificates')).toMatchObject({ level: 'unknown', details: ['connect ECONNREFUSED'] })
    expect(judgeHealth('certificates', { paymentDays: 3 }).findings).toMatchObject([
      { name: 'certificates.paymentEnds' },
    ])
  })

  it('are read as a client sees them, also if nobody would trust them', async () => {
    const server = createServer({ key: CERTIFICATE_KEY, cert: CERTIFICATE }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // it listens on a port
    const found = await readSiteCertificate(`https://127.0.0.1:${port}`)
    expect(found).toEqual({ isTrusted: false, validTo: new Date(new X509Certificate(CERTIFICATE).validTo) })
  })
})

it('the metrics have the state of every check, and its values', async () => {
  const port = await center.center.metrics.listen(0)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const name of HEALTH_CHECK_NAMES) expect(text).toContain(`${HEALTH_METRIC}{check="${name}"} 0`)
  for (const name of HEALTH_VALUES) expect(text).toContain(`# TYPE ${healthMetric(name)} gauge`)
  expect(text).toMatch(/^sealwright_disk_free_bytes 53687091200$/m)
  expect(text).toMatch(/^sealwright_database_reachable 1$/m)
  // Nothing to measure: there is no standby.
  expect(text).not.toMatch(/^sealwright_database_replication_seconds /m)
})

it('every finding can be reached by its own value', () => {
  for (const finding of HEALTH_FINDINGS) {
    const [name] = finding.split('.') as [HealthCheckName]
    const seen = new Set<HealthFindingName>()
    for (const value of [-1, 0, 0.02, 0.9, 1, 2, 15, 60, 500, 700, 1000, 4000, 6000, 2e4, 1e5, 3e5, 1e7, 6e8, 1e9])
      for (const one of HEALTH_VALUES.filter((key) => key.startsWith(`${name}.`)))
        for (const { name: found } of judgeHealth(name, { [one.slice(name.length + 1)]: value }).findings)
          seen.add(found)
    expect(seen, finding).toContain(finding)
  }
})
