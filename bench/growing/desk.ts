// Lists of the platform desk, which are about all developers of a center.
import { developerDesk, dongleDesk, feedbackDesk, mailDesk, operatorDesk, paymentDesk } from '@sealwright/contract'
import { RARE_ROWS } from './fill.ts'
import { asksOf, lastDays } from './growing.ts'
import type { GrowingList } from './growing.ts'

const outbox: GrowingList = {
  name: 'desk-mails',
  noun: 'mails of all developers',
  shortfall: 'the mails to addresses with the start are together in time, and the list walks past all newer ones.',
  isDesk: true,
  fills: [
    {
      table: 'mail_outbox',
      columns: {
        id: "bench_guid('desk', dev, i, made)",
        developer_id: 'dev',
        kind: "case when rare then 'signInCode' when h % 10 = 0 then 'billOverdue' else 'licenseIssued' end",
        channel: "case when rare then 'sms' else 'mail' end",
        recipient: "'desk' || i || '@mail.example'",
        state: "case when rare then 'kept' when h % 20 = 0 then 'failed' else 'sent' end",
        sent_at: 'made',
      },
    },
  ],
  questions: asksOf(mailDesk.find, {
    sent: [{ state: 'sent' }, { isCapped: true }],
    'of a rare state': [{ state: 'kept' }, { rows: RARE_ROWS }],
    'of two states': [{ state: ['kept', 'failed'] }],
    'by a rare channel': [{ channel: 'sms' }, { rows: RARE_ROWS }],
    'of a kind': [{ kind: 'billOverdue' }],
    'of a rare kind': [{ kind: 'signInCode' }, { rows: RARE_ROWS }],
    'to an address': [{ recipient: 'desk42@mail.example' }, { rows: 1 }],
    'start of an address': [{ recipient: 'desk4' }],
    'of the last 30 days': [lastDays(30)],
  }),
}

const log: GrowingList = {
  name: 'desk-log',
  noun: 'operations of operators',
  isDesk: true,
  silent: ['operation_log'],
  fills: [
    {
      table: 'operation_log',
      columns: {
        developer_id: '0',
        actor_id: 'case when rare then few else many end',
        call: "'operator.invite'",
        type: 'case when rare then 2 else h % 2 end',
        target_kind: "case when rare then 'operator' else 'developer' end",
        request_id: "'one-' || i",
      },
    },
  ],
  questions: asksOf(operatorDesk.log, {
    'of an operator with few': [({ few }) => ({ operator: few }), { rows: RARE_ROWS }],
    'of an operator': [({ many }) => ({ operator: many }), { isCapped: true }],
    'of a kind': [{ targetKind: 'developer' }, { isCapped: true }],
    'of a rare kind': [{ targetKind: 'operator' }, { rows: RARE_ROWS }],
    'of a type': [{ type: 'update' }, { isCapped: true }],
    'of a rare type': [{ type: 'delete' }, { rows: RARE_ROWS }],
    'of the last 30 days': [lastDays(30)],
  }),
}

const payments: GrowingList = {
  name: 'desk-payments',
  noun: 'top-ups of all developers',
  shortfall: 'the oldest tenth of the rows has the start of the number, and the list walks past all newer ones.',
  isDesk: true,
  fills: [
    {
      table: 'top_up',
      columns: {
        guid: "bench_guid('desk', dev, i, made)",
        serial: "'PY' || lpad(i::text, 12, '0')",
        amount_fen: '10000',
        gift_fen: '0',
        method: "case when rare then 'sandbox' when h % 5 = 0 then 'unionPay' else 'alipay' end",
        status: "case when rare then 'processing' when h % 20 = 0 then 'cancelled' else 'paid' end",
        paid_at: 'case when rare or h % 20 = 0 then null else made end',
        is_refunded: 'h % 20 = 0',
        created_by: 'me',
        creator: "'张三'",
      },
    },
  ],
  questions: asksOf(paymentDesk.find, {
    paid: [{ status: 'paid' }, { isCapped: true }],
    'of a rare state': [{ status: 'processing' }, { rows: RARE_ROWS }],
    'by a method': [{ paymentMethod: 'unionPay' }],
    'by a rare method': [{ paymentMethod: 'sandbox' }, { rows: undefined }],
    'of a developer': [({ seat }) => ({ developerId: seat.developerId }), { isCapped: true }],
    'whole number': [{ serial: 'PY000000000042' }, { rows: 1 }],
    'start of a number': [{ serial: 'PY0000000' }],
    'of the last 30 days': [lastDays(30)],
  }),
}

const locks: GrowingList = {
  name: 'desk-locks',
  noun: 'locks of all developers',
  shortfall:
    'locks of a state that one in a hundred is in are counted by reading all. The oldest tenth of the rows has the ' +
    'start of the number, and the list walks past all newer ones.',
  isDesk: true,
  fills: [
    {
      table: 'dongle',
      columns: {
        guid: "bench_guid('desk', dev, i, made)",
        kind: "'user'",
        shell_number: "'7' || lpad(i::text, 11, '0')",
        serial_number: "md5(dev || 'desk' || i)",
        sign_key: "substr(md5(dev || 'sign' || i) || md5('d' || i), 1, 43)",
        seal_key: "substr(md5(dev || 'seal' || i) || md5('d' || i), 1, 43)",
        status: 'case when h % 97 = 0 then 16 else 4 end',
        home: '4',
        offline_days: '30',
        active_until: "asked + interval '30 days'",
        registered_at: 'made',
      },
    },
  ],
  questions: asksOf(dongleDesk.find, {
    'by shell number': [{ sort: 'shellNumber' }],
    'whole shell number': [{ keyword: '700000000042' }, { rows: 1 }],
    'start of a shell number': [{ keyword: '7000000' }],
    'of a kind': [{ kind: 'user' }, { isCapped: true }],
    'of a kind that none is': [{ kind: 'control' }, { rows: 0 }],
    'of a developer': [({ seat }) => ({ developerId: seat.developerId }), { isCapped: true }],
    'at developers': [{ place: 'developer' }, { isCapped: true }],
    'in stock': [{ place: 'stock' }, { rows: 0 }],
    locked: [{ group: 'locked' }, { rows: undefined }],
  }),
}

const feedback: GrowingList = {
  name: 'desk-feedback',
  noun: 'reports of all developers',
  isDesk: true,
  fills: [
    {
      table: 'feedback',
      columns: {
        account_id: 'me',
        kind: "case when rare then 'other' when h % 4 = 0 then 'question' else 'problem' end",
        answer: "case when not rare then '已处理' end",
        answered_at: 'case when not rare then made end',
      },
    },
  ],
  questions: asksOf(feedbackDesk.find, {
    open: [{ state: 'open' }, { rows: RARE_ROWS }],
    answered: [{ state: 'answered' }, { isCapped: true }],
    'of a kind': [{ kind: 'question' }],
    'of a rare kind': [{ kind: 'other' }, { rows: RARE_ROWS }],
    'of a developer': [({ seat }) => ({ developerId: seat.developerId }), { isCapped: true }],
  }),
}

const developers: GrowingList = {
  name: 'desk-developers',
  noun: 'developers',
  shortfall:
    'the state, the licenses and the balance of each developer are computed when they are asked for, and developers ' +
    'are counted exactly. A center has thousands of them rather than a hundred thousand.',
  isDesk: true,
  sizes: { small: 1_000, large: 100_000 },
  fills: [
    {
      table: 'developer',
      isKept: true,
      columns: {
        id: '1000000 + i',
        name: "'公司 ' || i || case when rare then ' 雪豹' else '' end",
        status: "case when h % 3 = 0 then 'trial' else 'formal' end",
      },
    },
  ],
  questions: asksOf(developerDesk.find, {
    formal: [{ state: 'formal' }],
    suspended: [{ state: 'suspended' }, { rows: 0 }],
    'search a rare name': [{ keyword: '雪豹' }, { rows: RARE_ROWS }],
    'search nothing found': [{ keyword: '查无此人' }, { rows: 0 }],
    'by licenses': [{ sort: 'licenses', order: 'desc' }],
    'by balance': [{ sort: 'balanceFen', order: 'desc' }],
    'by last sign-in': [{ sort: 'lastSignInTime', order: 'desc' }],
  }),
}

export const DESK: readonly GrowingList[] = [outbox, log, payments, locks, feedback, developers]
