// Use cases of a session that is there. It is a handle that the page stores and a secret in a cookie; the database keeps only the secret's hash,
// and a call needs both.
import { timingSafeEqual } from 'node:crypto'
import { LIMITS, PRIVILEGES, isPrivilege, privilegesOfArea, zoneIdOf, zoneOf } from '@sealwright/contract'
import type { AnswerOf, identityCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../kernel/db/database.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import * as queries from './identity.queries.ts'
import { concurrentTypes, costTypes, displayNameOf, hashSecret, isPast, sessionEnd } from './identity.rules.ts'

const TOUCH_EVERY_MS = 60_000

/** What the session's answer needs from above: how much of a trial is used. */
export interface TrialUse {
  countProducts(scope: Scope): Promise<number>
}

export interface IdentityDeps {
  database: Database
  trialUse: TrialUse
  isDemo(): boolean
}

export function createIdentityService(deps: IdentityDeps) {
  const { database } = deps

  async function findCaller(handle: string, secret: string, now: Date): Promise<Caller | undefined> {
    const row = await database.outsideTenants((db) => queries.findCallerRow(db, handle))
    if (!row || !timingSafeEqual(row.secret_hash, hashSecret(secret))) return undefined
    const lastSeen = new Date(row.last_seen_at)
    const isOver = now >= sessionEnd(lastSeen, new Date(row.expires_at)) || !row.is_enabled || isPast(row.valid_until, now)
    if (isOver) {
      await database.outsideTenants((db) => queries.deleteSession(db, handle))
      return undefined
    }
    if (now.getTime() - lastSeen.getTime() > TOUCH_EVERY_MS) await database.outsideTenants((db) => queries.touchSession(db, handle, now, TOUCH_EVERY_MS))
    return {
      sessionId: handle,
      state: row.state,
      owes: row.owes,
      deviceId: row.device_id,
      accountId: row.account_id,
      email: row.email,
      mobile: row.mobile,
      userName: row.user_name,
      displayName: displayNameOf({ userName: row.user_name, email: row.email, mobile: row.mobile, id: row.account_id }),
      locale: row.locale,
      timeFormat: row.time_format,
      pageSize: row.page_size,
      timeZone: row.account_time_zone ?? row.time_zone,
      developer: {
        id: row.developer_id, name: row.developer_name, displayName: row.developer_display_name ?? row.developer_name, status: row.developer_status,
        devType: row.dev_type, serviceStatus: row.service_status, timeZone: row.time_zone,
      },
      isSuper: row.is_super,
      confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
      fingerprint: row.fingerprint,
      owedNotice: row.owed_notice,
      // The super administrator holds every right there is, also those that come with a later version.
      privileges: new Set(row.is_super ? PRIVILEGES : row.privileges.filter(isPrivilege)),
    }
  }

  async function current(scope: Scope): Promise<Omit<AnswerOf<typeof identityCalls.current>, 'serverTime'> & { serverTime: Date }> {
    const { caller, say, asking } = scope
    const { developer } = caller
    const privileges = [...caller.privileges].toSorted()
    const isTrial = developer.status === 'trial'
    return {
      account: { id: caller.accountId, email: caller.email, mobile: caller.mobile, userName: caller.userName, displayName: caller.displayName },
      developer: {
        id: String(developer.id),
        name: developer.name,
        devType: developer.devType,
        timeZone: developer.timeZone,
        devInfo: {
          status: developer.status,
          displayName: developer.displayName,
          trial: isTrial ? { products: { used: await deps.trialUse.countProducts(scope), allowed: LIMITS.trial.products } } : null,
        },
        developerServiceStatus: developer.serviceStatus,
        serviceFeeConfig: { amountFen: 0, periodMonths: 12 },
      },
      isMainAccount: caller.isSuper,
      menuPrivilege: privileges.filter((name) => name.endsWith('.view')).map((name) => name.replace('.view', '')),
      privileges,
      smartTemplatePrivilege: privilegesOfArea(privileges, 'smartTemplate'),
      smartLicensePrivilege: privilegesOfArea(privileges, 'smartLicense'),
      developerConfig: [],
      costType: costTypes(say),
      groupConcurrentTypes: concurrentTypes(say),
      priceTiers: [],
      pageSize: caller.pageSize,
      timeFormat: caller.timeFormat,
      locale: caller.locale,
      timeZone: caller.timeZone,
      timeZoneId: zoneIdOf(caller.timeZone),
      demo: deps.isDemo(),
      serverTime: asking.now,
    }
  }

  async function takeNotice(caller: Caller): Promise<boolean> {
    return database.outsideTenants((db) => queries.takeNotice(db, caller.sessionId))
  }

  async function updatePreferences(context: OwnContext, { timeZoneId, ...given }: z.output<typeof identityCalls.updatePreferences.payload>) {
    const { caller } = context
    if (!caller) throw new Refusal('session.expired')
    const chosen = { ...given, timeZone: timeZoneId === undefined ? undefined : zoneOf(timeZoneId) }
    const changes = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length > 0) await database.outsideTenants((db) => queries.updateAccount(db, caller.accountId, changes))
    return {}
  }

  return { findCaller, takeNotice, current, updatePreferences }
}
