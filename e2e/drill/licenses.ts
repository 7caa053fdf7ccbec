// Generates license codes on a real server that is killed and restarted at random moments. At the end, every task row
// must have exactly one code, every code one row and one charge, and the ledger and the operation log must be complete.
import type { Client } from '@sealwright/client'
import { pcLicenseCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import { giveMoney } from '../support/demo-seat.ts'
import { drillBatches } from './batches.ts'
import { differencesIn, numberIn, withDatabase } from './proof.ts'

const CODES_A_BATCH = 20_000
const WALLET_FEN = 1_000_000_000_000
const CODE_FEN = 5_800
const NAME = 'drill-licenses'
const LICENSE_ID = 77_002

async function prepare(call: Client, databaseUrl: string): Promise<string> {
  await withDatabase(databaseUrl, (database) => giveMoney(database, WALLET_FEN))
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  return (
    await call(pcTemplateCalls.create, {
      kind: 'sn',
      name: NAME,
      licenseId: LICENSE_ID,
      billingMode: 'oneTime',
      isForever: true,
    })
  ).guid
}

const problemsIn = (url: string, template: string, batches: number) =>
  withDatabase(url, async (database) => {
    const number = (query: string) => numberIn(database, query, [template])
    const all = batches * CODES_A_BATCH
    return differencesIn({
      codes: [await number('select count(*) as n from license where template_guid = $1'), all],
      'different codes': [
        await number('select count(distinct serial) as n from license where template_guid = $1'),
        all,
      ],
      'rows with an existing code': [
        await number(
          `select count(distinct l.guid) as n from task_row r join task t on t.guid = r.task_guid
           join license l on l.guid = (r.effect ->> 'guid')::uuid and l.serial = r.effect ->> 'serial'
           where r.state = 1 and l.template_guid = $1`,
        ),
        all,
      ],
      'codes of a paid issue': [
        await number(
          `select coalesce(sum(i.count), 0) as n from license_issue i
           join billing_order o on o.developer_id = i.developer_id and o.guid = i.order_guid and o.count = i.count
             and o.status = 'charged'
           where i.template_guid = $1`,
        ),
        all,
      ],
      'issues with a wrong count': [
        await number(
          `select count(*) as n from license_issue i
           where i.template_guid = $1 and i.count <> (select count(*) from license l
             where l.developer_id = i.developer_id and l.issue_guid = i.guid)`,
        ),
        0,
      ],
      'fen charged': [
        await number(
          `select coalesce(sum(o.charged_fen), 0) as n from billing_order o
           where o.subject = (select name from template where guid = $1)`,
        ),
        all * CODE_FEN,
      ],
      'fen that left the wallet': [
        await number(
          `select -coalesce(sum(e.amount), 0) as n from ledger_entry e
           join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
           where e.kind in ('wallet', 'gift') and t.movement = 'charge'
             and t.subject = (select name from template where guid = $1)`,
        ),
        all * CODE_FEN,
      ],
      'logged additions': [
        await number(
          `select count(distinct o.target_guid) as n from operation_log o
           join license l on l.developer_id = o.developer_id and l.guid = o.target_guid
           where o.target_kind = 'snLicense' and l.template_guid = $1`,
        ),
        all,
      ],
      'counted codes': [
        await number(
          `select coalesce(sum(value), 0) as n
           from (select value from counter where name = 'license.template=' || $1 union all select delta
             from counter_delta where name = 'license.template=' || $1) as parts`,
        ),
        all,
      ],
    })
  })

export const drillLicenses = (kills: number) =>
  drillBatches(
    {
      name: NAME,
      kind: 'snIssue',
      rows: CODES_A_BATCH,
      prepare,
      request: (call, template, { key: idempotencyKey }) =>
        call(
          pcLicenseCalls.batchIssue,
          { kind: 'sn', templateGuids: [template], count: CODES_A_BATCH },
          { idempotencyKey },
        ),
      problemsIn,
      checks: ['ledger', 'log'],
      proven: (codes) => `${codes} codes: each issued and charged exactly once.`,
    },
    kills,
  )
