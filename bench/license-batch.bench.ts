// Issues a hundred thousand license codes through the real call, on a server in its own process, against a bare script
// that writes the same rows: issues, licenses, operation log and task rows, in the same tables with the same indexes
// and triggers, but no money. It also measures the peak memory of the server.
import { randomUUID } from 'node:crypto'
import type { Client } from '@sealwright/client'
import { OPERATION_TYPES, pcLicenseCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import type pg from 'pg'
import { giveMoney } from '../e2e/support/demo-seat.ts'
import { BARE_CHUNK, completed, measureBatch } from './batch.ts'
import { defineBench } from './harness.ts'

const FULL = { codes: 100_000, rounds: 2 }
const QUICK = { codes: 10_000, rounds: 1 }
const WALLET_FEN = 1_000_000_000_000
const TEMPLATE = { name: '批量', productName: '批量产品', licenseId: 77_001 }

/** From the call to the end of its task. */
async function generated(call: Client, template: string, count: number): Promise<void> {
  const { taskId } = await call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count })
  await completed(call, taskId, count)
}

interface Bare {
  developerId: string
  accountId: string
  terms: string
  template: string
}

/** Reads the developer, the issuer and the terms from the first codes of this template. */
async function prepareBare(db: pg.Client, template: string): Promise<Bare> {
  const {
    rows: [issue],
  } = await db.query<{ developer_id: string; issued_by: string; terms_guid: string }>(
    'select developer_id, issued_by, terms_guid from license_issue where template_guid = $1',
    [template],
  )
  if (!issue) throw new Error('nothing was issued from the template')
  return { developerId: issue.developer_id, accountId: issue.issued_by, terms: issue.terms_guid, template }
}

/** Only writes the rows, as fast as a script can: no checks, no payment, no reads. */
async function writtenBare(
  db: pg.Client,
  { developerId, accountId, terms, template }: Bare,
  codes: number,
): Promise<void> {
  const task = randomUUID()
  await db.query(
    `insert into task (developer_id, guid, kind, status, subject, total, success, created_by, created_at)
     values ($1, $2, 'snIssue', 2, $3, $4, $4, $5, now())`,
    [developerId, task, TEMPLATE.name, codes, accountId],
  )
  const after = JSON.stringify({
    templateName: TEMPLATE.name,
    productName: TEMPLATE.productName,
    account: null,
    source: 'batch',
    remark: null,
  })
  for (let from = 0; from < codes; from += BARE_CHUNK) {
    const rows = Array.from({ length: Math.min(BARE_CHUNK, codes - from) }, (_, index) => ({
      n: from + index + 1,
      guid: randomUUID(),
      serial: randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(),
    }))
    const [guids, serials, ns, issue] = [
      rows.map(({ guid }) => guid),
      rows.map(({ serial }) => serial),
      rows.map(({ n }) => n),
      randomUUID(),
    ]
    await db.query('begin')
    await db.query(
      `insert into license_issue (developer_id, guid, family, template_guid, template_version, terms_guid, source,
         count, rates, task_guid, issued_by, issued_at)
       values ($1, $2, 'sn', $3, 1, $4, 'batch', $5, '{}', $6, $7, now())`,
      [developerId, issue, template, terms, rows.length, task, accountId],
    )
    await db.query(
      `insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
         license_ids, license_form, source, state, is_paid, charged, quota_holder, issued_by, issued_at, updated_at)
       select $1, guid, 'sn', serial, $2, $3, $4, $5, array[$5::bigint], 2, 'batch', 1, true,
         '{"term": 5800, "devices": 0, "machines": 0}', $6, $6, now(), now()
       from unnest($7::uuid[], $8::text[]) as l (guid, serial)`,
      [developerId, issue, terms, template, TEMPLATE.licenseId, accountId, guids, serials],
    )
    await db.query(
      `insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid,
         target_name, after, request_id)
       select $1, now(), $2, 'bench', 'task.snIssue', $3, 'snLicense', guid, serial, $4, $5
       from unnest($6::uuid[], $7::text[]) as o (guid, serial)`,
      [developerId, accountId, OPERATION_TYPES.add, after, task, guids, serials],
    )
    await db.query(
      `insert into task_row (developer_id, task_guid, n, input, state, effect)
       select $1, $2, n, '{}', 1, jsonb_build_object('guid', guid, 'serial', serial)
       from unnest($3::int[], $4::uuid[], $5::text[]) as r (n, guid, serial)`,
      [developerId, task, ns, guids, serials],
    )
    await db.query('commit')
  }
}

async function prepare(call: Client, db: pg.Client, codes: number) {
  await giveMoney(db, WALLET_FEN)
  await call(productCalls.create, {
    name: TEMPLATE.productName,
    displayName: TEMPLATE.productName,
    licenseForm: 3,
    licenseId: TEMPLATE.licenseId,
  })
  const { guid: template } = await call(pcTemplateCalls.create, {
    kind: 'sn',
    name: TEMPLATE.name,
    licenseId: TEMPLATE.licenseId,
    billingMode: 'oneTime',
    isForever: true,
  })
  await generated(call, template, 100)
  const bare = await prepareBare(db, template)
  return {
    ours: async () => () => generated(call, template, codes),
    baseline: async () => () => writtenBare(db, bare, codes),
  }
}

export const licenseBatch = defineBench({
  name: 'license-batch',
  bar: { ratioAtLeast: 0.4, peakAtMostMb: 400 },
  sides: ({ isQuick }) => ({
    ours: `${(isQuick ? QUICK : FULL).codes.toLocaleString('en')} codes by the call`,
    baseline: 'a bare script that writes the same rows',
  }),
  run: (_stage, { isQuick, tell }) => {
    const { codes, rounds } = isQuick ? QUICK : FULL
    return measureBatch({
      what: 'codes generated',
      rows: codes,
      rounds,
      tell,
      prepare: (call, db) => prepare(call, db, codes),
    })
  },
})
