// Lists of dongles: their licenses and the packages for them. The bench `locks` has the locks themselves.
import { dongleLicenseCalls, upgradeCalls } from '@sealwright/contract'
import { RARE_ROWS } from './fill.ts'
import type { Fill, GrowingSide } from './fill.ts'
import { asksOf, lastDays } from './growing.ts'
import type { GrowingList } from './growing.ts'

/** A lock for ten licenses or packages. */
const LOCKED = 'greatest(i - i % 10, 10)'
/** The first lock is `few` in one list, `many` in the other. */
const FIRST: Record<string, string> = { licensed: 'few', packed: 'many' }
const lockOf = (what: string) => `case when i < 20 then ${FIRST[what]}
  else bench_guid('${what}', dev, ${LOCKED}, bench_made(${LOCKED}, $4::int, asked)) end`
/** Of licensed locks, shell numbers begin with 1. */
const SHELL = (n: string, what: string) =>
  `${what === 'licensed' ? "'1'" : "'2'"} || lpad((dev % 100)::text, 2, '0') || lpad((${n})::text, 10, '0')`
const locksOf = (what: string): Fill => ({
  table: 'dongle',
  every: 10,
  columns: {
    guid: `case when i = 10 then ${FIRST[what]} else bench_guid('${what}', dev, i, made) end`,
    kind: "'user'",
    shell_number: SHELL('i', what),
    serial_number: `md5(dev || '${what}' || i)`,
    sign_key: `substr(md5(dev || '${what} sign' || i) || md5('k' || i), 1, 43)`,
    seal_key: `substr(md5(dev || '${what} seal' || i) || md5('k' || i), 1, 43)`,
    status: '4',
    home: '4',
    offline_days: '30',
    active_until: "asked + interval '30 days'",
  },
})
const shell = (first: 1 | 2, { seat }: GrowingSide, n: number) =>
  `${first}${String(seat.developerId % 100).padStart(2, '0')}${String(n).padStart(10, '0')}`

const OF_A_PART =
  'a state that a twentieth of the rows have is counted up to 10,000, twenty times as many as the smaller side has. ' +
  'The oldest tenth of the rows has the start of the shell number, and the list walks past all newer ones.'

const dongleLicenses: GrowingList = {
  name: 'dongle-licenses',
  noun: 'licenses',
  shortfall: OF_A_PART,
  fills: [
    {
      table: 'dongle_license',
      columns: {
        dongle_guid: lockOf('licensed'),
        shell_number: SHELL(LOCKED, 'licensed'),
        license_id: '1000 + i % 20',
        inside: `case when h % 4 > 0 then '{"licenseId":1000,"version":null,"start":null,"end":null,"span":null,
          "firstUse":null,"counter":null,"seats":null,"modules":[],"rom":null,"raw":null,"pub":null}'::jsonb end`,
        template_guid: 'case when rare then few else many end',
        package_guid: "bench_guid('package', dev, i, made)",
        upgrade_status: 'case when rare then 4 when h % 20 = 0 then 0 when h % 20 = 1 then 1 else 3 end',
        customer_guid: 'case when rare then few_customer when h % 3 = 0 then many_customer end',
        integrator_guid: 'case when rare then few end',
        expires_at: "case when h % 3 = 0 then never() else made + interval '1 year' end",
        issued_by: 'me',
      },
    },
    locksOf('licensed'),
  ],
  questions: [
    ...asksOf(dongleLicenseCalls.find, {
      'by issue': [{ sort: 'issueTime' }],
      'by end': [{ sort: 'expireTime' }],
      'of a product': [{ licenseId: 1_003 }],
      'of two products': [{ licenseId: [1_003, 1_004] }],
      'of a rare template': [({ few }) => ({ templateGuid: few }), { rows: RARE_ROWS }],
      upgraded: [{ status: 4 }, { isCapped: true }],
      'not upgraded': [{ status: 1 }],
      'waiting package': [{ upgradeStatus: 0 }],
      'downloaded package': [{ upgradeStatus: 1 }],
      'not reported': [{ upgradeStatus: 5 }, { rows: 0 }],
      'failed package': [{ upgradeStatus: 4 }, { rows: RARE_ROWS }],
      'of a rare customer': [({ fewCustomer }) => ({ customerGuid: fewCustomer }), { rows: RARE_ROWS }],
      'of a lock': [({ few }) => ({ lockGuid: few })],
      'of a rare integrator': [({ few }) => ({ integratorGuid: few }), { rows: RARE_ROWS }],
      'issued by': [({ seat }) => ({ adminUserId: seat.accountId }), { isCapped: true }],
      'of the last 30 days': [lastDays(30)],
      'whole shell number': [(side) => ({ keyword: shell(1, side, 20) })],
      'start of a shell number': [(side) => ({ keyword: shell(1, side, 20).slice(0, 8) })],
      'search nothing found': [{ keyword: '999999999999' }, { rows: 0 }],
    }),
  ],
}

const donglePackages: GrowingList = {
  name: 'dongle-packages',
  noun: 'packages',
  shortfall: OF_A_PART,
  fills: [
    {
      table: 'dongle_package',
      columns: {
        guid: "bench_guid('package', dev, i, made)",
        dongle_guid: lockOf('packed'),
        shell_number: SHELL(LOCKED, 'packed'),
        issue_guid: 'many',
        license_ids: 'array[1000 + i % 10]::bigint[]',
        number: '1 + i % 20',
        status: 'case when rare then 4 when h % 20 = 0 then 0 when h % 20 = 1 then 1 else 3 end',
        reason: "case when rare then 'missing' end",
        downloaded_at: 'case when h % 20 = 0 then null else made end',
        valid_until: "made + interval '30 days'",
        task_guid: 'case when rare then few else many end',
        actor_id: 'me',
      },
    },
    {
      table: 'dongle_issue',
      rows: 1,
      columns: { guid: 'many', kind: "'issue'", operations: `'[{"licenseId":1000}]'`, actor_id: 'me' },
    },
    {
      table: 'dongle_license',
      rows: 1,
      columns: {
        guid: 'few',
        dongle_guid: 'many',
        shell_number: SHELL('10', 'packed'),
        license_id: '1003',
        upgrade_status: '3',
        issued_by: 'me',
      },
    },
    locksOf('packed'),
  ],
  questions: [
    ...asksOf(upgradeCalls.find, {
      upgraded: [{ status: 3 }, { isCapped: true }],
      waiting: [{ status: 0 }],
      downloaded: [{ status: 1 }, { rows: undefined }],
      'not reported': [{ status: 5 }],
      failed: [{ status: 4 }, { rows: RARE_ROWS }],
      'of a lock': [({ many }) => ({ lockGuid: many })],
      'of a license': [({ few }) => ({ licenseGuid: few }), { rows: 2 }],
      'of a task': [({ few }) => ({ taskId: few }), { rows: RARE_ROWS }],
      'of a task with nearly all': [({ many }) => ({ taskId: many }), { isCapped: true }],
      'whole shell number': [(side) => ({ keyword: shell(2, side, 20) })],
      'start of a shell number': [(side) => ({ keyword: shell(2, side, 20).slice(0, 8) })],
      'search nothing found': [{ keyword: '999999999999' }, { rows: 0 }],
    }),
  ],
}

export const DONGLES: readonly GrowingList[] = [dongleLicenses, donglePackages]
