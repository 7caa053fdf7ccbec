// Figures equal a recount of the rows after a year of random operations. The recount is written in TypeScript, from the
// rows alone, with the days of Intl; only contacts of devices are noted by the test, since their rows keep the last.
import { Refusal } from '@sealwright/client'
import {
  DAY_MS,
  MINUTE_MS,
  daysAfter,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  instantOf,
  integratorCalls,
  licenseCalls,
  localDay,
  pcLicenseCalls,
} from '@sealwright/contract'
import {
  PASSWORD,
  createGuest,
  createProgram,
  createTestCenter,
  createVendor,
  openCampaign,
  registerLocks,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ runtime: { unknownCodesPerHour: 1_000_000 } })
})
afterAll(() => center.close())

type Row = Record<string, unknown>
const query = async <T extends object = Row>(text: string, values: unknown[] = []) =>
  (await center.ground.database.owner.query<T & Row>(text, values)).rows

const PIN = 'abcdefgh12345678'
const KINDS = [
  'codes',
  'stock',
  'smart',
  'account',
  'batch',
  'undo',
  'refresh',
  'delete',
  'lock',
  'assign',
  'activate',
  'activate',
  'validate',
  'unbind',
  'seat',
  'seat',
  'refuse',
  'user',
  'join',
  'dongle',
  'fold',
] as const
type Kind = (typeof KINDS)[number]
/** Twenty rounds make a year: some days pass, then something is done. */
const year = fc.array(
  fc.record({
    days: fc.integer({ min: 11, max: 26 }),
    minutes: fc.nat(1_439),
    acts: fc.array(
      fc.record({ kind: fc.constantFrom<Kind>(...KINDS), pick: fc.nat(1_000), span: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 3, maxLength: 4 },
    ),
  }),
  { minLength: 20, maxLength: 20 },
)
type Year = typeof year extends fc.Arbitrary<infer T> ? T : never

/** The value of each figure, by its dimensions. Rows of events keep the integrator of that time, which is left out. */
type Cube = Map<string, number>
const EVENTS = new Set(['licenseUpdated', 'deviceActivated', 'deviceActive', 'refusal'])
function add(cube: Cube, parts: Row, value: unknown) {
  const integrator = EVENTS.has(String(parts['measure'])) ? null : (parts['integrator'] ?? null)
  const { measure, day, carrier, product, beside, template_guid: template, channel, admin, label } = parts
  const others = Array.isArray(beside) ? beside.map(Number) : null
  const list = [measure, day, carrier, product, others, template, channel, admin, label].map((part) => part ?? null)
  const key = JSON.stringify([...list, integrator])
  const sum = (cube.get(key) ?? 0) + Number(value)
  if (sum === 0) cube.delete(key)
  else cube.set(key, sum)
}

interface Contact {
  fingerprint: string
  licenseGuid: string
  day: string
}

async function recount(developerId: number, zone: string, contacts: readonly Contact[]): Promise<Cube> {
  const cube: Cube = new Map()
  const dayOf = (at: unknown) => localDay(at as Date, zone) // a timestamp column
  const ofLicense = (row: Row) => {
    const ids = (row['license_ids'] as unknown[]).map(Number) // an array column
    return {
      carrier: row['family'],
      product: row['license_id'],
      beside: ids.length > 1 ? ids.slice(1) : null,
      template_guid: row['template_guid'],
      channel: row['source'],
      admin: row['issued_by'],
      integrator: (row['assigned_to'] as string[])[0] ?? null, // the same
    }
  }
  const licenses = await query('select * from license where developer_id = $1', [developerId])
  const byGuid = new Map(licenses.map((row) => [row['guid'], row]))
  for (const row of licenses) {
    add(cube, { measure: 'licenseIssued', day: dayOf(row['issued_at']), ...ofLicense(row) }, 1)
    if (row['expiry'] === 2)
      add(cube, { measure: 'licenseExpired', day: dayOf(row['expires_at']), ...ofLicense(row) }, 1)
    if (row['state'] === 8 || row['state'] === 9)
      add(cube, { measure: 'licenseDeleted', day: dayOf(row['ended_at']), ...ofLicense(row) }, 1)
  }
  for (const row of await query('select * from dongle_license where developer_id = $1', [developerId])) {
    const own = {
      carrier: 'dongle',
      product: row['license_id'],
      template_guid: row['template_guid'],
      admin: row['issued_by'],
      integrator: row['integrator_guid'],
    }
    add(cube, { measure: 'licenseIssued', day: dayOf(row['issued_at']), ...own }, 1)
    if (row['is_expired'] === true) add(cube, { measure: 'licenseExpired', day: dayOf(row['expires_at']), ...own }, 1)
    if (row['ended_at'] !== null) add(cube, { measure: 'licenseDeleted', day: dayOf(row['ended_at']), ...own }, 1)
  }
  for (const row of await query(
    `select p.made_at, p.actor_id, l.license_id, l.template_guid from dongle_package p
       join dongle_issue i on i.developer_id = p.developer_id and i.guid = p.issue_guid
       join dongle_license l on l.developer_id = p.developer_id and l.dongle_guid = p.dongle_guid
     where p.developer_id = $1 and i.kind = 'refresh'`,
    [developerId],
  ))
    add(
      cube,
      {
        measure: 'licenseUpdated',
        day: dayOf(row['made_at']),
        carrier: 'dongle',
        product: row['license_id'],
        template_guid: row['template_guid'],
        admin: row['actor_id'],
      },
      1,
    )
  const measures: Record<string, string> = { refresh: 'licenseUpdated', bind: 'deviceActivated' }
  for (const row of await query('select * from license_event where developer_id = $1', [developerId])) {
    const measure = measures[String(row['kind'])]
    const license = byGuid.get(row['license_guid'])
    if (measure && license) add(cube, { measure, day: dayOf(row['at']), ...ofLicense(license) }, 1)
  }
  for (const row of await query('select * from runtime_event where developer_id = $1 and reason is not null', [
    developerId,
  ])) {
    const license = byGuid.get(row['license_guid'])
    const of = license ? ofLicense(license) : {}
    add(cube, { measure: 'refusal', day: dayOf(row['at']), label: row['reason'], ...of }, row['times'])
  }
  for (const row of await query('select created_at from end_user where developer_id = $1', [developerId]))
    add(cube, { measure: 'userCreated', day: dayOf(row['created_at']) }, 1)
  for (const row of await query('select * from billing_order where developer_id = $1', [developerId]))
    if (row['status'] === 'charged' && row['is_reversed'] === false)
      add(cube, { measure: 'spending', day: dayOf(row['created_at']), label: row['category'] }, row['charged_fen'])
  for (const row of await query(
    `select p.*, c.license_ids, c.created_by from campaign_participant p
     join campaign c on c.developer_id = p.developer_id and c.guid = p.campaign_guid where p.developer_id = $1`,
    [developerId],
  )) {
    const product = Number((row['license_ids'] as unknown[])[0]) // an array column
    const day = dayOf(row['joined_at'])
    add(cube, { measure: 'campaignJoined', day, product, admin: row['created_by'], label: row['campaign_guid'] }, 1)
  }
  const active = new Map(contacts.map((one) => [`${one.fingerprint} ${one.licenseGuid} ${one.day}`, one]))
  for (const { licenseGuid, day } of active.values())
    add(cube, { measure: 'deviceActive', day, ...ofLicense(byGuid.get(licenseGuid) ?? {}) }, 1)
  for (const row of await query("select * from bound_machine where developer_id = $1 and state = 'bound'", [
    developerId,
  ])) {
    const of = ofLicense(byGuid.get(row['license_guid']) ?? {})
    add(cube, { measure: 'deviceSystem', label: row['os'], ...of }, 1)
    const version = row['program_version'] as number | null // an integer column
    add(cube, { measure: 'deviceVersion', label: version?.toString(), ...of }, 1)
  }
  for (const row of await query(
    `select l.license_id, t.terms from license l
     join license_terms t on t.developer_id = l.developer_id and t.guid = l.terms_guid
     where l.developer_id = $1 and l.state in (1, 4) and l.expiry < 2`,
    [developerId],
  )) {
    const terms = row['terms'] as Record<string, number | null> // a JSON column
    const seats = terms['licenseForm'] === 1 ? 1 : terms['licenseKeyType'] === 2 ? (terms['groupUsers'] ?? 1) : 0
    add(cube, { measure: 'seats', product: row['license_id'] }, seats)
  }
  return cube
}

async function counted(developerId: number): Promise<Cube> {
  const cube: Cube = new Map()
  for (const row of await query(
    `select measure, nullif(day::text, '-infinity') as day, carrier, product, beside, template_guid, channel, admin,
       integrator, label, value from figure_day
       where developer_id = $1 and measure not in ('seatPeak', 'seatAverage', 'seatSold')
     union all
     select measure, nullif(day::text, '-infinity'), carrier, product, beside, template_guid, channel, admin,
       integrator, label, value from figure_delta where developer_id = $1`,
    [developerId],
  ))
    add(cube, row, row['value'])
  return cube
}

/** Peak and average of each day, by trying every moment at which a seat or the day begins. */
async function recountSeats(developerId: number, zone: string, now: Date) {
  const seats = await query<{ started_at: Date; ended_at: Date | null; until: Date }>(
    'select started_at, ended_at, until from seat where developer_id = $1',
    [developerId],
  )
  const spans = seats
    .map((seat) => ({
      from: seat.started_at.getTime(),
      to: Math.min((seat.ended_at ?? seat.until).getTime(), now.getTime()),
    }))
    .filter(({ from, to }) => to > from)
  const begins = (day: string) => instantOf(`${day}T00:00:00`, zone).getTime()
  const days = new Set<string>()
  for (const { from, to } of spans)
    for (let day = localDay(new Date(from), zone); begins(day) < to; day = daysAfter(day, 1)) days.add(day)
  return [...days].toSorted().map((day) => {
    const [first, last] = [begins(day), Math.min(begins(daysAfter(day, 1)), now.getTime())]
    const held = spans
      .map(({ from, to }) => ({ from: Math.max(from, first), to: Math.min(to, last) }))
      .filter(({ from, to }) => to > from)
    const takenAt = (at: number) => held.filter(({ from, to }) => from <= at && to > at).length
    const ms = held.reduce((sum, { from, to }) => sum + to - from, 0)
    return { day, peak: Math.max(...held.map(({ from }) => takenAt(from))), average: ms / (last - first) }
  })
}

async function play(vendor: Vendor, clerk: Actor, zone: string, rounds: Year) {
  const { owner } = center.ground.database
  const program = await createProgram(center, vendor)
  const [timed, group, smart, account, dongle] = [
    await vendor.pcTemplate('sn', { billingMode: 'day', isForever: false, licStartTimeType: 1, licDuration: 40 }),
    await vendor.pcTemplate('sn', { licenseKeyType: 2, concurrentType: 'machine', groupUsers: 3, useMode: undefined }),
    await vendor.smartTemplate(),
    await vendor.pcTemplate('account', { billingMode: 'day', isForever: false, licStartTimeType: 1, licDuration: 15 }),
    await vendor.pcTemplate('dongle'),
  ]
  const users = [await vendor.user(), await vendor.user()]
  const { guid: partner } = await vendor.call(integratorCalls.create, { name: '华东集成' })
  await vendor.call(identityCalls.confirm, { password: PASSWORD })
  await vendor.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  const locks = await registerLocks(center, vendor, 2)
  const campaign = await openCampaign(center, vendor, {
    endTime: new Date(center.clock.now().getTime() + 400 * DAY_MS).toISOString(),
  })
  const contacts: Contact[] = []
  const codes: { guid: string; serial: string; template: string }[] = []
  const tasks: string[] = []
  const sessions: unknown[] = []
  const today = () => localDay(center.clock.now(), zone)
  const one = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]

  const acts: Record<Kind, (pick: number, span: number) => Promise<unknown>> = {
    async codes(pick, span) {
      const template = pick % 2 === 0 ? timed : group
      const { licenses } = await (pick % 3 === 0 ? clerk : vendor).call(pcLicenseCalls.issue, {
        kind: 'sn',
        templateGuids: [template],
        count: 1 + (span % 3),
      })
      codes.push(...licenses.map(({ guid, serial }) => ({ guid, serial, template })))
    },
    async stock() {
      const { licenses } = await vendor.call(pcLicenseCalls.issue, {
        kind: 'sn',
        templateGuids: [timed],
        count: 2,
        isPreIssued: true,
      })
      codes.push(...licenses.map(({ guid, serial }) => ({ guid, serial, template: timed })))
    },
    smart: (_, span) => vendor.call(licenseCalls.issue, { templateGuid: smart, count: span }),
    account: (pick) =>
      vendor.call(pcLicenseCalls.issue, {
        kind: 'account',
        templateGuids: [account],
        userIds: [one(users, pick) ?? ''],
      }),
    async batch(_, span) {
      const { taskId } = await vendor.call(pcLicenseCalls.batchIssue, {
        kind: 'sn',
        templateGuids: [timed],
        count: span,
      })
      await center.finishTask(vendor, taskId)
      tasks.push(taskId)
    },
    undo: async () => center.undoTask(vendor, tasks.pop() ?? ''),
    refresh: (pick) =>
      vendor.call(pcLicenseCalls.refresh, {
        kind: 'sn',
        guid: one(codes, pick)?.guid ?? '',
        changes: { licDuration: 60 + pick, groupUsers: undefined },
      }),
    delete: (pick) => vendor.call(pcLicenseCalls.delete, { kind: 'sn', guid: one(codes, pick)?.guid ?? '' }),
    lock: (pick) =>
      vendor.call(pick % 2 === 0 ? pcLicenseCalls.lock : pcLicenseCalls.unlock, {
        kind: 'sn',
        guid: one(codes, pick)?.guid ?? '',
      }),
    assign: (pick) =>
      vendor.call(pcLicenseCalls.assign, {
        kind: 'sn',
        guids: [one(codes, pick)?.guid ?? ''],
        integratorGuid: pick % 3 === 0 ? null : partner,
      }),
    async activate(pick, span) {
      const code = one(codes, pick)
      const fingerprint = `print-${pick % 3}`
      const machine = { fingerprint, name: 'PC', os: pick % 2 === 0 ? 'Windows 11' : undefined }
      const { status } = await program.ask('activate', { code: code?.serial ?? 'none', machine, version: span })
      if (status === 200) contacts.push({ fingerprint, licenseGuid: code?.guid ?? '', day: today() })
    },
    async validate(pick, span) {
      const last = one(contacts, pick)
      const code = codes.find(({ guid }) => guid === last?.licenseGuid)
      if (!last || !code) return
      const { status } = await program.ask('validate', {
        code: code.serial,
        machine: { fingerprint: last.fingerprint },
        version: span,
      })
      if (status === 200) contacts.push({ ...last, day: today() })
    },
    async unbind(pick) {
      const last = one(contacts, pick)
      const [row] = await query('select guid from bound_machine where license_guid = $1 and fingerprint = $2', [
        last?.licenseGuid,
        last?.fingerprint,
      ])
      if (row)
        await vendor.call(pcLicenseCalls.unbind, {
          kind: 'sn',
          guid: last?.licenseGuid ?? '',
          machineGuid: String(row['guid']),
        })
    },
    async seat(pick, span) {
      const open = sessions.shift()
      if (open !== undefined && pick % 4 === 0) await program.ask('closeSession', { session: open })
      const code = one(
        codes.filter(({ template }) => template === group),
        pick,
      )
      const { body } = await program.ask('openSession', {
        code: code?.serial ?? 'none',
        machine: { fingerprint: `seat-${pick % 5}`, name: 'PC' },
        timeoutSeconds: 600 + span * 1_000,
      })
      if (body['session']) sessions.push(body['session'])
    },
    refuse: (pick) => program.ask('activate', { code: `NONE-${pick % 3}`, machine: { fingerprint: 'x', name: 'PC' } }),
    user: async () => users.push(await vendor.user()),
    async join() {
      await createGuest(center, campaign.token).takePart()
    },
    dongle: async (pick) => {
      const lock = locks[pick % 2]?.guid ?? ''
      const [held] = await query('select guid from dongle_license where dongle_guid = $1 and ended_at is null', [lock])
      return held
        ? vendor.call(dongleLicenseCalls.refresh, {
            guid: String(held['guid']),
            changes: { counter: 5, counterOp: 1 },
            pin: PIN,
          })
        : vendor.call(dongleLicenseCalls.issue, { templateGuids: [dongle], guids: [lock], pin: PIN })
    },
    fold: () => owner.query('select fold_figures()'),
  }
  /** Time passes, and the jobs run. */
  async function pass(days: number, minutes: number) {
    center.clock.advance(days * DAY_MS + minutes * MINUTE_MS)
    const now = center.clock.now()
    await owner.query(
      "update session set created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '7 days'",
      [now],
    )
    await center.center.license.jobs[0]?.run({}, { isLast: true })
    await owner.query('select count_seats($1)', [now])
  }
  const done = new Set<Kind>()
  for (const { days, minutes, acts: some } of rounds) {
    await pass(days, minutes)
    for (const { kind, pick, span } of some) {
      const isDone = await acts[kind](pick, span).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          return false
        },
      )
      // Stopping writes when devices were seen.
      if (kind === 'validate') await center.center.runtime.stop()
      if (isDone) done.add(kind)
      center.clock.advance(MINUTE_MS)
    }
  }
  return { contacts, done }
}

it('every figure equals a recount of the rows after a year of random operations', async () => {
  onTestFinished(center.clock.freeze())
  await fc.assert(
    fc.asyncProperty(
      year,
      fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe'),
      async (rounds, zone) => {
        const vendor = await createVendor(center, { yuan: 1_000_000 })
        const { developerId } = vendor
        await query('update developer set time_zone = $2 where id = $1', [developerId, zone])
        await center.daysLater(0, vendor)
        const clerk = await center.administrator(vendor, ['snLicense.issue', 'snLicense.view'])
        const { contacts, done } = await play(vendor, clerk, zone, rounds)
        expect(done.size).toBeGreaterThan(9)
        const expected = await recount(developerId, zone, contacts)
        expect(Object.fromEntries(await counted(developerId))).toEqual(Object.fromEntries(expected))
        await query('select fold_figures()')
        expect(Object.fromEntries(await counted(developerId))).toEqual(Object.fromEntries(expected))
        const differing = await query(
          `select * from (
             select day, measure, carrier, product, label, sum(value) as value from figure_day where developer_id = $1
               and measure not in ('seatPeak', 'seatAverage', 'seatSold') group by 1, 2, 3, 4, 5 having sum(value) <> 0
           ) fine full join (select * from figure_sum where developer_id = $1 and value <> 0) summed
             on (fine.day, fine.measure, fine.value) = (summed.day, summed.measure, summed.value)
               and (fine.carrier, fine.product, fine.label)
                 is not distinct from (summed.carrier, summed.product, summed.label)
           where fine.day is null or summed.day is null`,
          [developerId],
        )
        expect(differing).toEqual([])
        // Seats: a day is right once it is over, however often it was counted before.
        await query('select count_seats($1)', [center.clock.now()])
        const seats = await query<{ day: string; peak: number; average: number }>(
          `select day::text, max(value) filter (where measure = 'seatPeak' and product is null)::int as peak,
             sum(value) filter (where measure = 'seatAverage')::float / 1000 as average
           from figure_day where developer_id = $1 and measure in ('seatPeak', 'seatAverage')
           group by day having max(value) > 0 order by day`,
          [developerId],
        )
        const expectedSeats = await recountSeats(developerId, zone, center.clock.now())
        expect(seats).toEqual(
          expectedSeats.map(({ average, ...one }) => ({ ...one, average: expect.closeTo(average, 2) as number })),
        )
      },
    ),
    { numRuns: 1, endOnFailure: true },
  )
})
