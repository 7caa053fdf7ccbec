// Signs packages for 10,000 locks on a real server that is killed and restarted at random moments. At the end, every
// row of a task must have exactly one package, every lock one package of each batch, and its numbers no gap.
import type { Client } from '@sealwright/client'
import { OPERATION_TYPES, dongleLicenseCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import { PIN, addLocks, setDemoPin } from '../support/demo-locks.ts'
import { drillBatches } from './batches.ts'
import { differencesIn, numberIn, withDatabase } from './proof.ts'

const LOCKS = 10_000
const NAME = 'drill-dongles'
const LICENSE_ID = 77_005
const PREFIX = '6277'

async function prepare(call: Client, databaseUrl: string): Promise<string> {
  await withDatabase(databaseUrl, (database) => addLocks(database, PREFIX, LOCKS))
  await setDemoPin(call)
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  // Forced, so that a later batch can write the same locks.
  const template = { kind: 'dongle', name: NAME, licenseId: LICENSE_ID, isForever: true, forceWrite: true } as const
  return (await call(pcTemplateCalls.create, template)).guid
}

const problemsIn = (url: string, _template: string, batches: number) =>
  withDatabase(url, async (database) => {
    const number = (query: string) => numberIn(database, query, [`${PREFIX}%`])
    const all = batches * LOCKS
    const ours = "shell_number like $1 and kind = 'user'"
    return differencesIn({
      packages: [await number('select count(*) as n from dongle_package where shell_number like $1'), all],
      'packages of a row': [
        await number(
          `select count(distinct p.guid) as n from task_row r join dongle_package p
             on p.guid = (r.effect ->> 'package')::uuid and p.task_guid = r.task_guid
           where r.state = 1 and p.shell_number like $1`,
        ),
        all,
      ],
      'locks with a gap in their numbers': [
        await number(
          `select count(*) as n from dongle d where ${ours} and (d.last_number <> ${batches} or d.last_number <>
             (select count(distinct p.number) from dongle_package p where p.dongle_guid = d.guid))`,
        ),
        0,
      ],
      licenses: [
        await number('select count(*) as n from dongle_license where shell_number like $1 and ended_at is null'),
        LOCKS,
      ],
      'licenses that do not show their latest package': [
        await number(
          `select count(*) as n from dongle_license l join dongle_package p on p.guid = l.package_guid
           where l.shell_number like $1 and p.number <> ${batches}`,
        ),
        0,
      ],
      'events of packages': [
        await number(
          `select count(*) as n from dongle_event e join dongle d on d.guid = e.dongle_guid
           where d.shell_number like $1 and e.kind = 'package'`,
        ),
        all,
      ],
      'logged packages': [
        await number(
          `select count(*) as n from operation_log o join dongle d on d.guid = o.target_guid
           where d.shell_number like $1 and o.target_kind = 'userLock'
             and o.type = ${OPERATION_TYPES.update}`,
        ),
        all,
      ],
    })
  })

export const drillDongles = (kills: number) =>
  drillBatches(
    {
      name: NAME,
      kind: 'dongleIssue',
      rows: LOCKS,
      prepare,
      request: (call, template, { key: idempotencyKey }) => {
        const asked = { templateGuids: [template], filter: { keyword: PREFIX }, pin: PIN }
        return call(dongleLicenseCalls.batchIssue, asked, { idempotencyKey })
      },
      problemsIn,
      checks: ['log'],
      proven: (packages) => `${packages} packages: one for each lock and batch.`,
    },
    kills,
  )
