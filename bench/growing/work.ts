// Lists of what people do: the operation log, tasks and their rows, approvals, refused visits of campaigns, mails.
import {
  auditCalls,
  blacklistCalls,
  customerCalls,
  mailCalls,
  operationLogCalls,
  taskCalls,
} from '@sealwright/contract'
import { RARE_ROWS } from './fill.ts'
import { ask, asksOf, lastDays } from './growing.ts'
import type { GrowingList } from './growing.ts'

const operations: GrowingList = {
  name: 'operation-log',
  noun: 'operations',
  shortfall:
    'batches as lines are grouped before they are counted, up to 10,000 lines. The smaller side has fewer lines, and ' +
    'with a filter a quarter of them or less.',
  silent: ['operation_log'],
  fills: [
    {
      table: 'operation_log',
      columns: {
        actor_id: 'case when rare then few else me end',
        actor_name: "'张三'",
        call: "'product.update'",
        type: 'case when rare then 2 else h % 2 end',
        target_kind: `case when rare then 'role'
          else (array['product', 'customer', 'user', 'snLicense'])[1 + h % 4] end`,
        target_guid: 'case when rare then few when h % 1000 = 0 then many else gen_random_uuid() end',
        target_name: "'星图 ' || i",
        before: `'{"name":"旧名"}'`,
        after: `'{"name":"新名"}'`,
        // Every other thousand comes in batches of fifty.
        request_id: "case when rare then few::text when i / 1000 % 2 = 0 then 'batch-' || i / 50 else 'one-' || i end",
      },
    },
  ],
  questions: [
    ...asksOf(operationLogCalls.find, {
      'of an account with few': [({ few }) => ({ actor: few }), { rows: RARE_ROWS }],
      'of an account': [({ seat }) => ({ actor: seat.accountId }), { isCapped: true }],
      'of a type': [{ type: 'update' }, { isCapped: true }],
      'of a rare type': [{ type: 'delete' }, { rows: RARE_ROWS }],
      'of a kind': [{ targetKind: 'customer' }],
      'of a rare kind': [{ targetKind: 'role' }, { rows: RARE_ROWS }],
      'of a target': [({ few }) => ({ targetKind: 'role', targetGuid: few }), { rows: RARE_ROWS }],
      'of a batch': [({ few }) => ({ batch: few }), { rows: RARE_ROWS }],
      'of the last 30 days': [lastDays(30)],
      'oldest first': [{ order: 'asc' }],
    }),
    ...asksOf(
      operationLogCalls.find,
      { 'of a kind': [{ targetKind: 'customer' }], 'of the last 30 days': [lastDays(30)] },
      { base: { batches: 'line' }, from: 'batches as lines' },
    ).filter(({ what }) => !what.endsWith('page 500')),
    ask('accounts', operationLogCalls.actors, {}),
  ],
}

const tasks: GrowingList = {
  name: 'tasks',
  noun: 'tasks',
  fills: [
    {
      table: 'task',
      columns: {
        kind: "case when rare then 'userDelete' when h % 10 = 0 then 'userImport' else 'snIssue' end",
        status: 'case when rare then 4 when h % 20 = 0 then 3 else 2 end',
        total: '10',
        success: '10',
        subject: "'名单 ' || i",
        created_by: 'me',
        finished_at: 'made',
      },
    },
  ],
  questions: [
    ...asksOf(taskCalls.find, {
      completed: [{ status: 2 }, { isCapped: true }],
      'of a state': [{ status: 3 }],
      'of a rare state': [{ status: 4 }, { rows: RARE_ROWS }],
      'of two states': [{ status: [3, 4] }],
      'of a kind': [{ kind: 'userImport' }],
      'of a rare kind': [{ kind: 'userDelete' }, { rows: RARE_ROWS }],
    }),
    ask('exact look-up', taskCalls.get, ({ guid }) => ({ guid })),
  ],
}

const countOf = (state: number) =>
  `(select count(*) from task_row r where r.developer_id = dev and r.task_guid = c.many and r.state = ${state})`
const taskRows: GrowingList = {
  name: 'task-rows',
  noun: 'rows of one task',
  fills: [
    {
      table: 'task_row',
      columns: {
        task_guid: 'many',
        n: 'i',
        input: `'{"account":"user@mail.example"}'`,
        // The failed rows are the last ones.
        state: `case when i > $4::int - ${RARE_ROWS} then 2 when h % 10 = 0 then 3 else 1 end`,
        reason: `case when i > $4::int - ${RARE_ROWS} then '{"error":"user.notFound","params":{}}'::jsonb end`,
      },
    },
    {
      table: 'task',
      rows: 1,
      columns: {
        guid: 'many',
        kind: "'userImport'",
        status: '3',
        total: `${countOf(1)} + ${countOf(2)} + ${countOf(3)}`,
        success: countOf(1),
        fail: countOf(2),
        skip: countOf(3),
        created_by: 'me',
        finished_at: 'made',
      },
    },
  ],
  questions: asksOf(
    taskCalls.findRows,
    {
      'last page': [({ rows }) => ({ currentPage: rows / 10 })],
      done: [{ state: 'success' }],
      skipped: [{ state: 'skip' }],
      'failed at the end': [{ state: 'fail' }, { rows: RARE_ROWS }],
    },
    { base: ({ many }) => ({ guid: many }) },
  ),
}

const approvals: GrowingList = {
  name: 'approvals',
  noun: 'requests',
  shortfall:
    'the numbers differ in their last digits alone. The search compares the rows that have all pairs of neighbors in ' +
    'the number: 18,000 of a million here.',
  fills: [
    {
      table: 'approval_request',
      columns: {
        number: "'SP' || lpad(i::text, 12, '0')",
        family: "case when h % 5 = 0 then 'account' else 'sn' end",
        event: "case when h % 4 = 0 then 'update' else 'issue' end",
        state: "case when rare then 'waiting' when h % 10 = 0 then 'rejected' else 'approved' end",
        requester_id: 'case when rare then few else me end',
        requester_name: "'张三'",
        flow_guid: 'many',
        task_guid: 'case when rare then few else gen_random_uuid() end',
        template_name: "case when rare then '雪豹特供' else '年度授权' end",
        product_name: "'星图'",
        subject: "'user' || i || '@mail.example'",
        fen: '300',
        approver_ids: "case when rare then array[me] else '{}' end",
        party: 'array[me]',
        decider_ids: "case when rare then '{}' else array[me] end",
        decided_at: 'case when rare then null else made end',
        expires_at: "asked + interval '30 days'",
      },
    },
    {
      table: 'approval_flow_version',
      rows: 1,
      columns: {
        flow_guid: 'many',
        version: '1',
        content: `'{"name":"大额","families":["sn"],"events":["issue"],"licenseIds":[],"templateGuids":[],
          "requesterIds":[],"requesterRoleGuids":[],"includesSuper":true,"countAbove":null,"fenAbove":null,
          "daysAbove":null,"gifts":false,"expireDays":30,"steps":[]}'::jsonb
          || jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('mode', 'any', 'userIds',
            jsonb_build_array(me), 'roleGuids', '[]'::jsonb, 'remindHours', null)))`,
        created_by: 'me',
      },
    },
  ],
  questions: [
    ...asksOf(
      auditCalls.find,
      {
        'by end': [{ sort: 'expireTime' }],
        'waiting for me': [{ view: 'mine' }, { rows: RARE_ROWS }],
        'decided by me': [{ view: 'decided' }, { isCapped: true }],
        'requested by me': [{ view: 'requested' }, { isCapped: true }],
        'of a family': [{ family: 'account' }, { isCapped: true }],
        'of an event': [{ event: 'update' }, { isCapped: true }],
        rejected: [{ state: 'rejected' }, { isCapped: true }],
        'of a requester': [({ few }) => ({ requesterId: few }), { rows: RARE_ROWS }],
        'of a task': [({ few }) => ({ taskGuid: few }), { rows: RARE_ROWS }],
        'of the last 30 days': [lastDays(30)],
        'search a number': [{ keyword: 'SP000000000042' }, { rows: 1 }],
        'search a rare template': [{ keyword: '雪豹' }, { rows: RARE_ROWS }],
        'search a common template': [{ keyword: '年度' }, { isCapped: true }],
        'search nothing found': [{ keyword: '查无此人' }, { rows: 0 }],
      },
      { base: { view: 'all' } },
    ),
    ask('numbers of waiting requests', auditCalls.count, {}),
  ],
}

const attempts: GrowingList = {
  name: 'campaign-attempts',
  noun: 'refused visits',
  fills: [
    {
      table: 'campaign_attempt',
      columns: {
        block_guid: 'case when rare then few else many end',
        campaign_guid: 'case when rare then few else many end',
        link_guid: 'many',
        kind: "'network'",
        value: "'10.0.0.0/8'",
        network: "'10.0.0.1'",
      },
    },
    {
      table: 'campaign',
      rows: 2,
      columns: {
        guid: 'case when i = 1 then few else many end',
        number: "'HD' || i",
        name: "'活动 ' || i",
        stage: "'draft'",
        ends_at: "asked + interval '1 day'",
        account_types: "'{1}'",
        license_days: '30',
        created_by: 'me',
        updated_by: 'me',
      },
    },
    {
      table: 'campaign_link',
      rows: 1,
      columns: { guid: 'many', campaign_guid: 'many', token: "substr(md5('link' || dev), 1, 20)", name: "'官网'" },
    },
  ],
  questions: asksOf(blacklistCalls.findAttempts, {
    'of a campaign with few': [({ few }) => ({ guid: few }), { rows: undefined }],
    'of a campaign': [({ many }) => ({ guid: many }), { rows: undefined }],
    'of an entry with few': [({ few }) => ({ entryGuid: few }), { rows: undefined }],
    'of an entry': [({ many }) => ({ entryGuid: many }), { rows: undefined }],
  }),
}

const mails: GrowingList = {
  name: 'mails',
  noun: 'mails',
  fills: [
    {
      table: 'mail_outbox',
      columns: {
        id: "bench_guid('', dev, i, made)",
        developer_id: 'dev',
        kind: "'licenseIssued'",
        recipient: "'user' || i || '@mail.example'",
        state: "'sent'",
        sent_at: 'made',
      },
    },
    {
      table: 'mail_about',
      columns: {
        kind: "'license'",
        guid: 'case when rare then few when i < 500 then many else gen_random_uuid() end',
        mail_id: "bench_guid('', dev, i, made)",
      },
    },
  ],
  questions: [
    ask('of a license', mailCalls.find, ({ few }) => ({ about: 'license', guid: few, pageSize: 10 }), {
      rows: RARE_ROWS,
    }),
    ask('of a license with 500', mailCalls.find, ({ many }) => ({ about: 'license', guid: many, pageSize: 10 }), {
      rows: 10,
    }),
  ],
}

const customers: GrowingList = {
  name: 'customers',
  noun: 'customers',
  shortfall: 'choices are in the order of their names, so all names with a part that many have are read and sorted.',
  fills: [
    {
      table: 'customer',
      columns: {
        name: `(array['华北', '江南', '西域', '岭南'])[1 + h % 4] || '公司 ' || i
          || case when rare then ' 雪豹' else '' end`,
        phone: "'139' || lpad(i::text, 8, '0')",
        created_by: 'me',
        updated_by: 'me',
      },
    },
  ],
  questions: [
    ...asksOf(customerCalls.find, {
      'last page': [({ rows }) => ({ currentPage: rows / 10 })],
      'by name': [{ sort: 'name' }],
      'search a rare name': [{ name: '雪豹' }, { rows: RARE_ROWS }],
      'search a common name': [{ name: '江南' }, { isCapped: true }],
      'search a phone': [{ name: '13900000042' }, { rows: 1 }],
      'search nothing found': [{ name: '查无此人' }, { rows: 0 }],
    }),
    ask('exact look-up', customerCalls.get, ({ guid }) => ({ guid })),
    ask('choices', customerCalls.list, { name: '江南' }),
  ],
}

export const WORK: readonly GrowingList[] = [operations, tasks, taskRows, approvals, attempts, mails, customers]
