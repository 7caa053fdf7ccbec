// Messages about the use of licenses: signs of abuse, and licenses without a free seat or device. A job reads the log,
// so that the calls of programs are not slower. A message about a license goes only to people who see the license. Some
// messages of a kind are sent in a day; then one tells each reader how many more there are in their row scope.
import { DAY_MS, LIMITS, MINUTE_MS, localDay, shownSerial } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { NewMessage, Notify } from '../../../kernel/notify.ts'
import { listNamed } from '../../license/index.ts'
import type { NamedLicense } from '../../license/index.ts'
import { listReaders, listTold } from '../../message/index.ts'
import { listActive, listFull } from './alert.queries.ts'
import { readRisks } from './risk.queries.ts'
import { risksOf } from './risk.rules.ts'

/** Longer than the time between two runs. Repeated messages of a day are not sent. */
const LATELY_MS = 30 * MINUTE_MS

const nameOf = ({ family, serial }: NamedLicense) => shownSerial(family, serial)

/** The pages that show all of a kind. */
const PAGES = { riskFound: '/runtime/risk', seatsTaken: '/runtime/log?refused=1' } as const
type AlertKind = keyof typeof PAGES

interface Alert extends Pick<NewMessage, 'params'> {
  /** Names the thing. There is one message a day about it. */
  subject: string
  licenseGuid: string | undefined
  link: string
}

interface Tenant {
  db: Db
  developerId: number
  now: Date
}

/** The signs of abuse that went on lately, the worst first. */
export async function risksNow(tenant: Tenant, latelyMs: number = DAY_MS): Promise<Alert[]> {
  const signs = await readRisks(tenant, undefined)
  const licenses = await listNamed(
    tenant,
    signs.map(({ licenseGuid }) => licenseGuid),
  )
  const since = new Date(tenant.now.getTime() - latelyMs)
  return (
    risksOf(signs, licenses)
      // A risk stays in the list for a month. Only one that goes on is news.
      .filter(({ sign }) => sign.lastAt >= since)
      .map(({ sign, license, evidence: [first] }) => ({
        subject: `${sign.kind} ${sign.licenseGuid ?? sign.network ?? ''}`,
        licenseGuid: license?.guid,
        params: {
          risk: { phrase: `runtime.risks.kinds.${sign.kind}` },
          subject: license ? nameOf(license) : (sign.network ?? ''),
          evidence: first ? { phrase: `runtime.evidence.${first.name}`, params: first.params } : '',
        },
        link: PAGES.riskFound,
      }))
  )
}

/** The licenses that had no free seat or device lately. */
export async function fullNow(tenant: Tenant, latelyMs: number = LATELY_MS): Promise<Alert[]> {
  const full = await listFull(tenant, new Date(tenant.now.getTime() - latelyMs))
  const licenses = await listNamed(
    tenant,
    full.map(({ licenseGuid }) => licenseGuid),
  )
  return full.flatMap(({ licenseGuid, count }) => {
    const license = licenses.get(licenseGuid)
    if (!license) return []
    return {
      subject: licenseGuid,
      licenseGuid,
      params: { serial: nameOf(license), product: license.productName, count },
      link: `/runtime/log?${new URLSearchParams({ refused: '1', keyword: license.serial }).toString()}`,
    }
  })
}

export interface AlertDeps {
  database: Database
  clock: Clock
  log: Logger
  notify: Notify
}

export function createAlerts({ database, clock, log, notify }: AlertDeps) {
  /** Each message has its own transaction, so that many do not hold locks for long. */
  async function tell(
    { developerId, now, day }: Omit<Tenant, 'db'> & { day: string },
    kind: AlertKind,
    alerts: readonly Alert[],
  ): Promise<void> {
    const send = (message: Omit<NewMessage, 'kind'>) =>
      database.inTenant(developerId, 'write', (db) => notify({ db, developerId, now }, { kind, ...message }))
    const today = `${kind} ${day} `
    const told = await listTold(database.owner, developerId, today)
    const news = alerts.filter(({ subject }) => !told.has(today + subject))
    const single = Math.max(0, LIMITS.message.alertsPerDay - told.size)
    for (const { subject, licenseGuid, params, link } of news.slice(0, single))
      await send({
        params: { ...params, more: 0 },
        link,
        event: today + subject,
        about: { kind: 'license', guids: licenseGuid === undefined ? [] : [licenseGuid] },
      })
    const others = news.slice(single)
    if (others.length === 0) return
    const sum = { link: PAGES[kind], event: `${today}more` }
    // For those who see all licenses. Each of the others gets their own number.
    await send({ ...sum, params: { more: others.length }, about: { kind: 'license', guids: [] } })
    for (const { accountId, seen } of await seenByLimited({ developerId, now }, others))
      await send({
        ...sum,
        params: { more: seen.length },
        only: [accountId],
        about: { kind: 'license', guids: seen.flatMap(({ licenseGuid }) => licenseGuid ?? []) },
      })
  }

  /** The readers with a row scope, each with the alerts about licenses in it. Readers without alerts are missing. */
  async function seenByLimited({ developerId, now }: Omit<Tenant, 'db'>, alerts: readonly Alert[]) {
    const readers = await database.inTenant(developerId, 'read', (db) =>
      listReaders({ db, developerId, now }, 'runtime.view'),
    )
    const found: { accountId: string; seen: Alert[] }[] = []
    for (const { accountId, limited } of readers.filter((reader) => reader.limited.includes('product'))) {
      const licenses = await database.inTenant(
        developerId,
        'read',
        (db) =>
          listNamed(
            { db, developerId },
            alerts.map(({ licenseGuid }) => licenseGuid ?? null),
          ),
        { accountId, limited: new Set(limited), integratorGuid: null },
      )
      const seen = alerts.filter(({ licenseGuid }) => licenseGuid !== undefined && licenses.has(licenseGuid))
      if (seen.length > 0) found.push({ accountId, seen })
    }
    return found
  }

  return async function tellAll(): Promise<void> {
    const now = clock.now()
    for (const { developerId, timeZone } of await listActive(database.owner, new Date(now.getTime() - LATELY_MS))) {
      const of = { developerId, now, day: localDay(now, timeZone) }
      const found = (list: (tenant: Tenant) => Promise<Alert[]>) =>
        database.inTenant(developerId, 'read', (db) => list({ db, developerId, now }))
      // A failure does not stop the messages of other developers.
      try {
        await tell(of, 'riskFound', await found(risksNow))
        await tell(of, 'seatsTaken', await found(fullNow))
      } catch (err) {
        log.error({ err, developerId }, 'messages about the use of licenses were not sent')
      }
    }
  }
}
