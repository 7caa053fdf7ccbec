// Lists of what programs do: the runtime log, seats, lent seats, files of devices, deliveries of webhooks, leases.
import {
  exchangeCalls,
  lendingCalls,
  runtimeLogCalls,
  seatCalls,
  signingKeyCalls,
  webhookCalls,
} from '@sealwright/contract'
import { RARE_ROWS } from './fill.ts'
import { ask, asksOf, lastDays } from './growing.ts'
import type { GrowingList } from './growing.ts'

const ABOUT = 'case when rare then few else many end'

/** Twenty events, or seats, on each network, however many there are. */
const NETWORK = "'10.' || i / 5000 || '.' || i / 20 % 250 || '.1'"

const runtimeLog: GrowingList = {
  name: 'runtime-log',
  noun: 'events',
  fills: [
    {
      table: 'runtime_event',
      columns: {
        act: "case when rare then 'borrow' when h % 5 = 0 then 'activate' else 'validate' end",
        reason: "case when rare then 'loginFailed' when h % 10 = 0 then 'codeNotFound' end",
        license_guid: 'case when rare then few when h % 3 = 0 then many end',
        account: "'user' || i || '@mail.example'",
        machine_name: "'PC-' || i",
        fingerprint: "'print-' || i",
        network: NETWORK,
      },
    },
  ],
  questions: [
    ...asksOf(runtimeLogCalls.find, {
      'of an act': [{ act: 'activate' }],
      'of a rare act': [{ act: 'borrow' }, { rows: RARE_ROWS }],
      refused: [{ refused: true }],
      'not refused': [{ refused: false }, { isCapped: true }],
      'of a reason': [{ reason: 'codeNotFound' }],
      'of a rare reason': [{ reason: 'loginFailed' }, { rows: RARE_ROWS }],
      'of a license': [({ few }) => ({ licenseGuid: few }), { rows: RARE_ROWS }],
      'of a license with a third of all': [({ many }) => ({ licenseGuid: many })],
      'of the last 30 days': [lastDays(30)],
      'refused activations of the last 30 days': [
        (side) => ({ ...lastDays(30)(side), act: 'activate', refused: true }),
        { rows: undefined },
      ],
      'search an account': [{ keyword: 'user42@mail.example' }, { rows: 1 }],
      'search a device': [{ keyword: 'PC-42' }, { rows: 1 }],
      'search a network': [{ keyword: '10.0.1.1' }],
      'search a code': [({ fewCode }) => ({ keyword: fewCode }), { rows: RARE_ROWS }],
      'search a customer with few': [{ keyword: '稀客' }, { rows: RARE_ROWS }],
      'search a customer with a third of all': [{ keyword: '大客户' }],
      'search nothing found': [{ keyword: '查无此人' }, { rows: 0 }],
    }),
  ],
}

/** A license for fifty seats. */
const EACH = 50
const SEATED = `greatest(i - i % ${EACH}, ${EACH})`
const seats: GrowingList = {
  name: 'seats',
  noun: 'seats',
  shortfall:
    'two thirds of the seats are in use, and those are searched, counted and sorted one by one. An index on their ' +
    'accounts, devices or heartbeats would cost every heartbeat a write. A developer has thousands of seats in use.',
  fills: [
    {
      table: 'license',
      every: EACH,
      likeLicense: true,
      columns: {
        guid: "bench_guid('seated', dev, i, made)",
        serial: "translate(upper(substr(md5(dev || 'seated' || i), 1, 16)), '01', 'XY')",
        issued_at: 'made',
        updated_at: 'made',
      },
    },
    {
      table: 'seat',
      columns: {
        license_guid: `case when rare then few
          else bench_guid('seated', dev, ${SEATED}, bench_made(${SEATED}, $4::int, asked)) end`,
        holder: "'holder-' || i",
        account: "'user' || i || '@mail.example'",
        machine_name: "'PC-' || i",
        network: NETWORK,
        timeout_seconds: '900',
        until: "asked + interval '1 day'",
        ended_at: 'case when h % 3 = 0 and not rare then made end',
        end_kind: "case when h % 3 = 0 and not rare then 'closed' end",
      },
    },
  ],
  questions: [
    ...asksOf(seatCalls.find, {
      'by heartbeat': [{ sort: 'beatTime' }],
      'of a license': [({ few }) => ({ licenseGuid: few }), { rows: RARE_ROWS }],
      ended: [{ isTaken: false }, { isCapped: true }],
      'search an account': [{ keyword: 'user7@mail.example' }, { rows: 1 }],
      'search a device': [{ keyword: 'PC-7' }, { rows: 1 }],
      'search a code': [({ fewCode }) => ({ keyword: fewCode }), { rows: RARE_ROWS }],
      'search nothing found': [{ keyword: '查无此人' }, { rows: 0 }],
      'ended: search a device': [{ isTaken: false, keyword: 'PC-7' }, { rows: undefined }],
      'ended: search a network': [{ isTaken: false, keyword: '10.0.1.1' }, { rows: undefined }],
      'ended: search nothing found': [{ isTaken: false, keyword: '查无此人' }, { rows: 0 }],
    }),
    ask('counts of a license', seatCalls.count, ({ few }) => ({ licenseGuid: few })),
    ask('counts', seatCalls.count, {}),
    ask('licenses: first page', seatCalls.licenses, { pageSize: 10 }, { rows: 10 }),
    ask('licenses: next page', seatCalls.licenses, { pageSize: 10, currentPage: 2 }, { rows: undefined }),
    ask('licenses: search a device', seatCalls.licenses, { keyword: 'PC-7' }, { rows: 1 }),
  ],
}

const lendings: GrowingList = {
  name: 'lendings',
  noun: 'lent seats',
  shortfall:
    'the lendings of one license are searched one by one, and a license has thousands of them rather than a million.',
  fills: [
    {
      table: 'lending',
      columns: {
        license_guid: ABOUT,
        code: "translate(upper(substr(md5(dev || '/' || i), 1, 11)), '01', 'XY')",
        state: "case when h % 20 = 0 then 'bound' else 'returned' end",
        person: "'借用人 ' || i",
        email: "'user' || i || '@mail.example'",
        days: '30',
        due_at: "case when h % 20 = 0 then asked + interval '10 days' else made + interval '1 day' end",
        fingerprint: "'print-' || i",
        machine_name: "'PC-' || i",
        bound_at: 'made',
        ended_at: "case when h % 20 > 0 then made + interval '1 hour' end",
      },
    },
  ],
  questions: [
    ...asksOf(
      lendingCalls.find,
      {
        'by due time': [{ sort: 'dueTime' }],
        lent: [{ isLent: true }],
        ended: [{ isLent: false }, { isCapped: true }],
        'search a device': [{ keyword: 'PC-421' }, { rows: undefined }],
        'search a common person': [{ keyword: '借用人' }, { isCapped: true }],
        'search nothing found': [{ keyword: '查无此人' }, { rows: 0 }],
      },
      { base: ({ many }) => ({ licenseGuid: many }) },
    ),
    ask('of a license with few', lendingCalls.find, ({ few }) => ({ licenseGuid: few }), { rows: RARE_ROWS }),
    ask('seats of a license', lendingCalls.seats, ({ few }) => ({ licenseGuid: few })),
  ],
}

const exchanges: GrowingList = {
  name: 'exchanges',
  noun: 'files',
  fills: [
    {
      table: 'exchange',
      columns: {
        license_guid: ABOUT,
        kind: "case when rare then 'unbind' when h % 10 = 0 then 'bind' else 'refresh' end",
        file_id: "md5(dev || '/' || i)",
        way: "'console'",
        actor_id: 'me',
        answer: "repeat('x', 400)",
        valid_until: "made + interval '30 days'",
      },
    },
  ],
  questions: asksOf(exchangeCalls.find, {
    'of a kind': [{ kind: 'bind' }],
    'of a rare kind': [{ kind: 'unbind' }, { rows: RARE_ROWS }],
    'of a license': [({ few }) => ({ licenseGuid: few }), { rows: RARE_ROWS }],
    'of a license with nearly all': [({ many }) => ({ licenseGuid: many }), { isCapped: true }],
  }),
}

const deliveries: GrowingList = {
  name: 'deliveries',
  noun: 'deliveries',
  silent: ['webhook_event'],
  fills: [
    {
      table: 'webhook_delivery',
      columns: {
        webhook_guid: 'many',
        event_id: 'i',
        kind: "case when rare then 'license.deleted' when h % 4 = 0 then 'license.updated' else 'license.issued' end",
        event_at: 'made',
        state: "case when rare then 'dropped' when h % 20 = 0 then 'failed' else 'delivered' end",
        attempts: '1',
        last_at: 'made',
        last_status: '200',
        last_ms: '20',
      },
    },
    {
      table: 'webhook_event',
      columns: { id: 'i', kind: "'license.issued'", about: "'码 ' || i", data: `'{"code":"ABCD"}'` },
    },
    {
      table: 'webhook',
      rows: 1,
      columns: {
        guid: 'many',
        url: "'https://hooks.example/' || dev",
        events: "array['license.issued']",
        created_by: 'me',
        updated_by: 'me',
      },
    },
  ],
  questions: [
    ...asksOf(
      webhookCalls.deliveries,
      {
        delivered: [{ state: 'delivered' }, { isCapped: true }],
        failed: [{ state: 'failed' }],
        'of a rare state': [{ state: 'dropped' }, { rows: RARE_ROWS }],
        'of an event': [{ event: 'license.updated' }],
        'of a rare event': [{ event: 'license.deleted' }, { rows: RARE_ROWS }],
        'failed, of an event': [{ state: 'failed', event: 'license.updated' }],
        'of the last 30 days': [lastDays(30)],
      },
      { base: ({ many }) => ({ guid: many }) },
    ),
    ask('exact look-up', webhookCalls.delivery, ({ guid }) => ({ guid })),
    ask('endpoints', webhookCalls.find, {}, { rows: 1 }),
  ],
}

const leases: GrowingList = {
  name: 'leases',
  noun: 'leases',
  fills: [
    {
      table: 'lease',
      columns: {
        machine_guid: "bench_guid('machine', dev, i, made)",
        license_guid: 'many',
        kid: "'bench-key-' || dev",
        expires_at: "asked + interval '1 day' + i * interval '1 second'",
      },
    },
    {
      table: 'bound_machine',
      columns: {
        guid: "bench_guid('machine', dev, i, made)",
        license_guid: 'many',
        fingerprint: "'print-' || i",
        state: "'bound'",
      },
    },
    {
      table: 'signing_key',
      rows: 1,
      columns: {
        kid: "'bench-key-' || dev",
        kind: "'lease'",
        certificate: "'x'",
        signs_until: "asked + interval '10 days'",
        good_until: "asked + interval '20 days'",
      },
    },
  ],
  questions: asksOf(
    signingKeyCalls.leases,
    { 'latest end first': [{ order: 'desc' }] },
    { base: ({ seat }) => ({ kid: `bench-key-${seat.developerId}` }) },
  ),
}

export const USE: readonly GrowingList[] = [runtimeLog, seats, lendings, exchanges, deliveries, leases]
