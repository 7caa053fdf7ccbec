// The way in of a lending administrator: a link in a mail works once and opens a session. Both are random tokens behind
// the developer's id, and only their digests are stored. A removed administrator has neither.
import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS, LIMITS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Database } from '../../kernel/db/database.ts'
import * as queries from './admin.queries.ts'
import type { Tenant } from './lending.kind.ts'
import type { LendingAdmin } from './lending.tables.ts'
import type { LendingMails } from './mail.service.ts'

const { linkHours, sessionHours, linksPerHour } = LIMITS.lending
const TOKEN = /^(\d{1,15})-([\w-]{43})$/
const digestOf = (token: string) => createHash('sha256').update(token).digest()
const hoursAfter = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MS)

export interface PassDeps {
  database: Database
  mails: LendingMails
}

export function createLendingPasses({ database, mails }: PassDeps) {
  async function give(tenant: Tenant, adminGuid: string, kind: 'link' | 'session', now: Date) {
    const token = `${tenant.developerId}-${randomBytes(32).toString('base64url')}`
    const expiresAt = hoursAfter(now, kind === 'link' ? linkHours : sessionHours)
    await queries.insertPass(tenant, {
      developerId: tenant.developerId,
      digest: digestOf(token),
      adminGuid,
      kind,
      createdAt: now,
      expiresAt,
    })
    return { token, expiresAt }
  }

  /** Runs work in the tenant of a token. Undefined if it cannot be a token. */
  async function within<T>(
    token: string,
    mode: 'read' | 'write',
    work: (tenant: Tenant, digest: Buffer) => Promise<T>,
  ): Promise<T | undefined> {
    const developerId = Number(TOKEN.exec(token)?.[1] ?? NaN)
    if (!Number.isSafeInteger(developerId)) return undefined
    return database.inTenant(developerId, mode, (db) => work({ db, developerId }, digestOf(token)))
  }

  async function sendLink(tenant: Tenant, admin: LendingAdmin, locale: Locale, now: Date): Promise<void> {
    const { token, expiresAt } = await give(tenant, admin.guid, 'link', now)
    await mails.sendLink(tenant, admin, { link: token, until: expiresAt, locale })
  }

  return {
    sendLink,
    /** Sends a link to whoever is a lending administrator with this address, a few times an hour. */
    async sendLinkTo(tenant: Tenant, licenseGuid: string, email: string, locale: Locale, now: Date): Promise<void> {
      const people = await queries.listAdmins(tenant, licenseGuid)
      const named = people.find((admin) => admin.email.toLowerCase() === email.toLowerCase())
      // The lock makes concurrent requests count one after the other.
      const admin = named && (await queries.lockAdmin(tenant, named.guid))
      if (!admin) return
      const sent = await queries.countLinks(tenant, admin.guid, hoursAfter(now, -1))
      if (sent < linksPerHour) await sendLink(tenant, admin, locale, now)
    },
    /** Uses up a link. Of two concurrent callers, one gets a session. */
    signIn: (link: string, now: Date) =>
      within(link, 'write', async (tenant, digest) => {
        const admin = await queries.endPass(tenant, 'link', digest, now)
        if (!admin) return undefined
        await queries.updateAdmin(tenant, admin.guid, { seenAt: now })
        const { token, expiresAt } = await give(tenant, admin.guid, 'session', now)
        return { session: token, expiresAt, email: admin.email }
      }),
    signOut: (session: string, now: Date) =>
      within(session, 'write', (tenant, digest) => queries.endPass(tenant, 'session', digest, now)),
    /** Runs work as the administrator of a session. Undefined if the session is over. */
    inSession: <T>(
      session: string,
      mode: 'read' | 'write',
      now: Date,
      work: (tenant: Tenant, admin: LendingAdmin) => Promise<T>,
    ): Promise<T | undefined> =>
      within(session, mode, async (tenant, digest) => {
        const admin = await queries.findSession(tenant, digest, now)
        return admin && work(tenant, admin)
      }),
  }
}

export type LendingPasses = ReturnType<typeof createLendingPasses>
