// Messages about the use of licenses: signs of abuse, and licenses without a free seat or device. A job reads the log,
// so that the calls of programs are not slower. A message about a license goes only to people who see the license.
import { DAY_MS, MINUTE_MS, shownSerial, wallTime } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { listNamed } from '../../license/index.ts'
import type { NamedLicense } from '../../license/index.ts'
import { listActive, listFull } from './alert.queries.ts'
import { readRisks } from './risk.queries.ts'
import { risksOf } from './risk.rules.ts'

/** Longer than the time between two runs. Repeated messages of a day are not sent. */
const LATELY_MS = 30 * MINUTE_MS

const nameOf = ({ family, serial }: NamedLicense) => shownSerial(family, serial)

export interface AlertDeps {
  database: Database
  clock: Clock
  log: Logger
  notify: Notify
}

export function createAlerts({ database, clock, log, notify }: AlertDeps) {
  interface Tenant {
    db: Db
    developerId: number
    now: Date
    /** The day of the developer: one message a day about the same thing. */
    day: string
  }

  async function tellRisks(tenant: Tenant): Promise<void> {
    const signs = await readRisks(tenant, undefined)
    const licenses = await listNamed(
      tenant,
      signs.map(({ licenseGuid }) => licenseGuid),
    )
    const yesterday = new Date(tenant.now.getTime() - DAY_MS)
    for (const { sign, license, evidence } of risksOf(signs, licenses)) {
      // A risk stays in the list for a month. Only one that goes on is news.
      if (sign.lastAt < yesterday) continue
      const [first] = evidence
      await notify(tenant, {
        kind: 'riskFound',
        params: {
          risk: { phrase: `runtime.risks.kinds.${sign.kind}` },
          subject: license ? nameOf(license) : (sign.network ?? ''),
          evidence: first ? { phrase: `runtime.evidence.${first.name}`, params: first.params } : '',
        },
        link: '/runtime/risk',
        event: `risk ${sign.kind} ${sign.licenseGuid ?? sign.network ?? ''} ${tenant.day}`,
        about: { kind: 'license', guids: license ? [license.guid] : [] },
      })
    }
  }

  async function tellFull(tenant: Tenant): Promise<void> {
    const full = await listFull(tenant, new Date(tenant.now.getTime() - LATELY_MS))
    const licenses = await listNamed(
      tenant,
      full.map(({ licenseGuid }) => licenseGuid),
    )
    for (const { licenseGuid, count } of full) {
      const license = licenses.get(licenseGuid)
      if (!license) continue
      const serial = nameOf(license)
      await notify(tenant, {
        kind: 'seatsTaken',
        params: { serial, product: license.productName, count },
        link: `/runtime/log?${new URLSearchParams({ refused: '1', keyword: license.serial }).toString()}`,
        event: `seatsTaken ${licenseGuid} ${tenant.day}`,
        about: { kind: 'license', guids: [licenseGuid] },
      })
    }
  }

  return async function tellAll(): Promise<void> {
    const now = clock.now()
    for (const { developerId, timeZone } of await listActive(database.owner, new Date(now.getTime() - LATELY_MS))) {
      const day = wallTime(now, timeZone).slice(0, 'YYYY-MM-DD'.length)
      // A failure does not stop the messages of other developers.
      await database
        .inTenant(developerId, 'write', async (db) => {
          await tellRisks({ db, developerId, now, day })
          await tellFull({ db, developerId, now, day })
        })
        .catch((err: unknown) => log.error({ err, developerId }, 'messages about the use of licenses were not sent'))
    }
  }
}
