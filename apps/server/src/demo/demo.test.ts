// The demo has data for every feature, and a consistent ledger.
import { LICENSE_SOURCES, LICENSE_STATUSES, LOCK_STATUSES } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../domains/billing/index.ts'
import { loadDemo } from './index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
  await loadDemo(center.ground, { password: 'demo-1234', language: 'en' })
})
afterAll(() => center.close())

/** The number of rows for each value. */
async function countBy(what: string, from = 'license'): Promise<Record<string, number>> {
  const { rows } = await center.ground.database.owner.query<{ value: string; n: number }>(
    `select (${what})::text as value, count(*)::int as n from ${from} group by 1`,
  )
  return Object.fromEntries(rows.map(({ value, n }) => [value, n]))
}

it('has licenses of every family and source, in every status', async () => {
  await center.ground.database.owner.query('select expire_licenses(null, $1, 1000000)', [center.clock.now()])
  const { deleting: _deleting, ...told } = LICENSE_STATUSES
  expect(
    Object.keys(
      await countBy(
        'case when state in (1, 4) and expiry = 2 then 6 when state in (1, 4) and expiry = 1 then 17 else state end',
      ),
    ),
  ).toEqual(expect.arrayContaining(Object.values(told).map(String)))
  expect(Object.keys(await countBy('source')).toSorted()).toEqual(LICENSE_SOURCES.slice(0, 5).toSorted())
  const families = await countBy('family')
  expect(Object.keys(families).toSorted()).toEqual(['account', 'smart', 'sn'])
  expect(Object.values(families).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(2_000)
  for (const [table, least] of Object.entries({ end_user: 250, customer: 60, bound_machine: 60 }))
    expect((await countBy('true', table))['true'], table).toBeGreaterThan(least)
})

it('shows activity of programs: open seats, activated devices and refusals of several kinds', async () => {
  expect((await countBy('ended_at is null and until > now()', 'seat'))['true']).toBeGreaterThan(10)
  const told = await countBy("act || coalesce(' ' || reason, '')", 'runtime_event')
  expect(Object.keys(told)).toEqual(
    expect.arrayContaining([
      'activate',
      'activate codeNotFound',
      'activate machineLimit',
      'session productNotIncluded',
      'validate locked',
    ]),
  )
})

it('has exchanged files in every state and from everywhere, and refused ones', async () => {
  const state = "case when kind = 'unbind' then 'removed' when valid_until > now() then 'ready' else 'ended' end"
  expect(await countBy(state, 'exchange')).toEqual({ ended: 2, ready: 4, removed: 1 })
  expect(Object.keys(await countBy('way', 'exchange')).toSorted()).toEqual(['console', 'runtime', 'workbench'])
  expect(await countBy('reason', "runtime_event where act = 'offline' and reason is not null")).toMatchObject({
    fileOverdue: 1,
  })
})

it('has lent seats in every state, a late one, one that a program borrowed, and a lending administrator', async () => {
  const state = "case when state in ('created', 'bound') and due_at <= now() then 'expired ' || state else state end"
  expect(await countBy(state, 'lending')).toEqual({
    created: 1,
    bound: 2,
    returned: 1,
    revoked: 1,
    deleted: 1,
    'expired bound': 1,
  })
  expect((await countBy('is_borrowed', 'lending'))['true']).toBe(1)
  expect((await countBy('true', 'lending_admin'))['true']).toBe(1)
  const told = await countBy('reason', "runtime_event where act = 'borrow' and reason is not null")
  expect(told).toEqual({ lendingBound: 1, lendingRevoked: 1 })
})

it('has approval flows, and requests in every state that lasts', async () => {
  expect(await countBy('is_on', 'approval_flow')).toEqual({ true: 3 })
  const states = await countBy('state', 'approval_request')
  expect(Object.keys(states).toSorted()).toEqual(['approved', 'expired', 'rejected', 'waiting', 'withdrawn'])
  expect(
    await countBy("step || coalesce(' ' || (question ->> 'text'), '')", "approval_request where state = 'waiting'"),
  ).toEqual({ '1': 3, '1 What is the contract number?': 1, '2': 1 })
})

it('has a campaign in every state, whose numbers add up, and a blacklist that was met', async () => {
  const clock =
    "case when stage = 'published' and (ends_at <= now() or taken = max_participants) then 'finished' " +
    "when stage = 'published' and starts_at > now() then 'soon' else stage end"
  expect(await countBy(clock, 'campaign')).toEqual({
    draft: 1,
    finished: 1,
    paused: 1,
    published: 1,
    soon: 1,
    terminated: 1,
  })
  const { rows } = await center.ground.database.owner.query<{
    taken: number
    joined: number
    used: number
    views: number
  }>(
    `select c.taken, (select count(*)::int from campaign_participant p where p.campaign_guid = c.guid) as joined,
       (select count(first_used_at)::int from campaign_participant p where p.campaign_guid = c.guid) as used,
       (select count(*)::int from campaign_view v where v.campaign_guid = c.guid) as views
     from campaign c where taken > 0`,
  )
  expect(rows).toHaveLength(4)
  for (const { taken, joined, used, views } of rows) {
    expect(joined).toBe(taken)
    expect(used).toBeGreaterThan(0)
    expect([views > joined, joined > used]).toEqual([true, true])
  }
  const early =
    'select from campaign_participant p join campaign c on c.guid = p.campaign_guid where joined_at < starts_at'
  expect((await center.ground.database.owner.query(early)).rowCount).toBe(0)
  expect(Object.keys(await countBy('attempts > 0', 'campaign_block'))).toEqual(['true'])
})

it('has an integrator with a member and templates', async () => {
  expect(await countBy('integrator_guid is not null', 'membership')).toMatchObject({ true: 1 })
  const assigned = 'select from template t join integrator i on i.guid = any (t.assigned_to)'
  expect((await center.ground.database.owner.query(assigned)).rowCount).toBe(2)
})

it('has messages and notices, read and unread', async () => {
  const read = 'read_at is not null'
  expect(Object.keys(await countBy(read, 'message')).toSorted()).toEqual(['false', 'true'])
  expect((await countBy('kind', 'message'))['taskFinished']).toBeGreaterThan(0)
  expect((await countBy('true', 'notice'))['true']).toBe(4)
})

it('has a consistent ledger and money left', async () => {
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  const { rows } = await center.ground.database.owner.query<{ balance: number }>(
    // Ended holds have empty accounts of their own.
    `select sum(balance)::bigint as balance from ledger_account
     where kind = 'wallet' and developer_id = (select min(id) from developer)`,
  )
  expect(rows[0]?.balance).toBeGreaterThan(100_000)
})

it('dates a movement of the balance as its order', async () => {
  const { rows } = await center.ground.database.owner.query(
    `select t.subject, t.at as ordered, e.at as moved from ledger_entry e
      join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
     where e.at - t.at > interval '1 hour'`,
  )
  expect(rows).toEqual([])
})

it('has dongles in every state in which a lock can be found, with licenses and records', async () => {
  expect(await countBy('kind', 'dongle')).toEqual({ control: 2, user: 60 })
  // A registered lock is no longer initial, and an unlocked one is at rest at once.
  const { initial: _initial, unlocked: _unlocked, ...found } = LOCK_STATUSES
  const statuses = Object.keys(await countBy('status', "dongle where kind = 'user'"))
  expect(statuses.map(Number).toSorted((a, b) => a - b)).toEqual(Object.values(found).toSorted((a, b) => a - b))
  expect(Object.keys(await countBy('state', 'dongle_command')).toSorted()).toEqual([
    'cancelled',
    'done',
    'failed',
    'processing',
    'waiting',
  ])
  expect(Object.keys(await countBy('status', 'dongle_package')).toSorted()).toEqual(['0', '1', '2', '3', '4'])
  expect((await countBy('inside is not null', 'dongle_license'))['true']).toBeGreaterThan(30)
  expect((await countBy('true', 'dongle_contact where activation_day is not null'))['true']).toBeGreaterThan(50)
})

it('has a year of figures, an access key and an endpoint that is off', async () => {
  await center.ground.database.owner.query('select fold_figures()')
  const { rows } = await center.ground.database.owner.query<{ measure: string; days: number }>(
    `select measure, count(distinct day)::int as days from figure_day
     where day > '-infinity' and value > 0 group by 1`,
  )
  const days = Object.fromEntries(rows.map((row) => [row.measure, row.days]))
  for (const measure of ['deviceActive', 'refusal', 'seatPeak', 'seatAverage', 'seatSold'])
    expect(days[measure], measure).toBeGreaterThan(200)
  for (const measure of ['licenseIssued', 'licenseExpired', 'spending']) expect(days[measure]).toBeGreaterThan(20)
  const active = await center.ground.database.owner.query<{ value: number }>(
    `select sum(value)::int as value from figure_day
     where measure = 'deviceActive' and day = day_in('Asia/Shanghai', $1)`,
    [center.clock.now()],
  )
  // The first page compares the devices of today with those of the days before.
  expect(active.rows[0]?.value).toBeGreaterThan(20)
  expect(Object.keys(await countBy('program_version', 'bound_machine')).length).toBeGreaterThan(2)
  expect(await countBy('name', 'access_key')).toEqual({ 'Web shop': 1 })
  expect(await countBy('is_enabled', 'webhook')).toEqual({ false: 1 })
  const deliveries = await countBy('state', 'webhook_delivery')
  expect(Object.keys(deliveries).toSorted()).toEqual(['delivered', 'failed'])
  expect((await countBy('status', 'webhook_attempt'))['503']).toBeGreaterThan(1)
})

it('has tasks that are done, done in part and undone', async () => {
  expect(Object.keys(await countBy('status', 'task'))).toEqual(expect.arrayContaining(['2', '3', '6']))
})

it('has work for operators, and work that they did', async () => {
  expect(await countBy('state', 'formal_application')).toEqual({ pending: 2, rejected: 1 })
  // Not all at once, as if a script had applied.
  const days = await countBy('applied_at::date', 'formal_application')
  expect(Object.keys(days)).toHaveLength(3)
  expect(await countBy('state', 'correction')).toEqual({ done: 2, rejected: 1, waiting: 1 })
  expect((await countBy('starts_at > now()', 'price_version'))['true']).toBe(1)
  expect(Object.keys(await countBy('true', 'operation_log where developer_id = 0'))).toEqual(['true'])
  // The first visitor of the desk becomes the first operator.
  expect(await countBy('true', 'operator')).toEqual({})
})

it('is in one language', async () => {
  for (const [column, table] of [
    ['name', 'product'],
    ['name', 'customer'],
    ['user_name', 'end_user'],
    ['name', 'developer'],
    ['name', 'template'],
    ['name', 'campaign'],
    // The log of the operators is in the language of the platform.
    ['target_name', '(select target_name from operation_log where developer_id > 0) log'],
  ] as const)
    expect(Object.keys(await countBy(`${column} ~ '[一-龥]'`, `${table} where ${column} is not null`)), table).toEqual([
      'false',
    ])
})
