// Use cases of an existing session: finding its caller, the answer about the current session, preferences. A session
// has a handle, which the page stores, and a secret in a cookie. The database stores only the hash of the secret, and a
// call needs both.
import { timingSafeEqual } from 'node:crypto'
import {
  DEV_TYPES,
  INTEGRATOR_PRIVILEGES,
  LIMITS,
  PRIVILEGES,
  SCOPE_KINDS,
  SESSION_CONFIG_KEYS,
  isPrivilege,
  privilegesOfArea,
  tiersOf,
  zoneIdOf,
  zoneOf,
} from '@sealwright/contract'
import type { Allowance, Privilege, Rates, ShownBanner, Standing, identityCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../kernel/db/database.ts'
import { readAllConfig, settingOf } from '../../kernel/developer-config.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Person, Scope } from '../../kernel/scope.ts'
import { suspensionIn } from '../../kernel/suspension.ts'
import * as queries from './identity.queries.ts'
import {
  concurrentTypes,
  costTypes,
  displayNameOf,
  hashSecret,
  isNetworkAllowed,
  isPast,
  sessionEnd,
} from './identity.rules.ts'

const TOUCH_EVERY_MS = 60_000

/** Port: how much of a trial is used. */
export interface TrialUse {
  countProducts(scope: Scope): Promise<number>
  countUsers(scope: Scope): Promise<number>
  /** The platform operator sets the maximum for each developer. */
  licenses(scope: Scope): Promise<Allowance>
}

/** Port to billing: the developer's prices and service fee, and whether bills are overdue. */
export type MoneyOf = (
  scope: Scope,
) => Promise<{ rates: Rates; fee: { amountFen: number; periodMonths: number }; standing: Standing }>

type Member = Omit<
  Caller,
  'sessionId' | 'state' | 'owes' | 'deviceId' | 'confirmedAt' | 'fingerprint' | 'owedNotice' | 'viewer' | 'accessKey'
>

/**
 * The super administrator has every privilege, including those that a later version adds. The people of an integrator
 * have only the integrator privileges.
 */
function privilegesOf({
  is_super: isSuper,
  integrator_guid: integrator,
  privileges,
}: queries.MemberRow): readonly Privilege[] {
  if (isSuper) return PRIVILEGES
  return integrator === null ? privileges.filter(isPrivilege) : INTEGRATOR_PRIVILEGES
}

function memberOf(row: queries.MemberRow, now: Date): Member {
  return {
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
      id: row.developer_id,
      name: row.developer_name,
      displayName: row.developer_display_name ?? row.developer_name,
      status: row.developer_status,
      devType: row.integrator_guid === null ? DEV_TYPES.developer : DEV_TYPES.integrator,
      serviceUntil: row.service_until === null ? null : new Date(row.service_until),
      serviceStatus: isPast(row.service_until, now) ? 'unpaid' : 'normal',
      suspension: suspensionIn(row.suspension),
      timeZone: row.time_zone,
    },
    isSuper: row.is_super,
    privileges: new Set(privilegesOf(row)),
    limited: new Set(row.integrator_guid === null ? row.limited : SCOPE_KINDS),
    integratorGuid: row.integrator_guid,
    quotas: { cloud: row.cloud_quota, soft: row.soft_quota },
  }
}

/** A caller without a session: a member for whom a task runs, or an access key. */
export const callerWithoutSession = (row: queries.MemberRow, now: Date): Caller => ({
  ...memberOf(row, now),
  sessionId: '',
  state: 'active',
  owes: null,
  deviceId: null,
  confirmedAt: null,
  fingerprint: null,
  owedNotice: null,
  viewer: null,
  accessKey: null,
})

const isAllowedIn = (row: queries.MemberRow, now: Date) =>
  row.is_enabled && row.integrator_enabled !== false && !isPast(row.valid_until, now)

export interface IdentityDeps {
  database: Database
  trialUse: TrialUse
  money: MoneyOf
  isDemo(): boolean
  findBanner(db: Db, now: Date): Promise<ShownBanner | null>
  /** Payments are simulated. Set only by an explicit configuration switch. */
  isSandbox: boolean
}

export function createIdentityService(deps: IdentityDeps) {
  const { database } = deps

  async function findCaller(
    handle: string,
    secret: string,
    now: Date,
    isListening: boolean,
    network: string,
  ): Promise<Caller | undefined> {
    const row = await database.outsideTenants((db) => queries.findCallerRow(db, handle))
    if (!row || !timingSafeEqual(row.secret_hash, hashSecret(secret))) return undefined
    const lastSeen = new Date(row.last_seen_at)
    const config = row.config ?? {}
    // When an administrator views as another member, that member need not be allowed to sign in.
    const isOver =
      now >= sessionEnd(lastSeen, new Date(row.expires_at), settingOf(config, 'sessionHours')) ||
      (row.viewer_id === null && !isAllowedIn(row, now))
    if (isOver) {
      await database.outsideTenants((db) => queries.deleteSession(db, handle))
      return undefined
    }
    if (!isListening && now.getTime() - lastSeen.getTime() > TOUCH_EVERY_MS)
      await database.outsideTenants((db) => queries.touchSession(db, handle, now, TOUCH_EVERY_MS))
    const owesFactor = row.state === 'active' && settingOf(config, 'secondFactor') && !row.has_factor
    return {
      ...memberOf(row, now),
      sessionId: handle,
      state: owesFactor ? 'pending' : row.state,
      owes: owesFactor ? 'factor' : row.owes,
      refusedNetwork: isNetworkAllowed(config, network) ? undefined : network,
      deviceId: row.device_id,
      confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
      fingerprint: row.fingerprint,
      owedNotice: row.owed_notice,
      viewer: row.viewer_id === null ? null : { accountId: row.viewer_id, name: row.viewer_name ?? '' },
      accessKey: null,
    }
  }

  async function findPerson(handle: string, secret: string, now: Date): Promise<Person | undefined> {
    const row = await database.outsideTenants((db) => queries.findPersonRow(db, handle))
    if (!row || !timingSafeEqual(row.secret_hash, hashSecret(secret)) || now >= new Date(row.expires_at))
      return undefined
    return { sessionId: handle, accountId: row.account_id, owes: row.owes, developer: null }
  }

  /** The member for whom a task runs, with their current privileges. Undefined once they may not sign in anymore. */
  async function findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined> {
    const row = await database.outsideTenants((db) => queries.findMemberRow(db, developerId, accountId))
    return row && isAllowedIn(row, now) ? callerWithoutSession(row, now) : undefined
  }

  async function current(scope: Scope): Promise<z.output<typeof identityCalls.current.answer>> {
    const { caller, say, asking } = scope
    const { developer } = caller
    const privileges = [...caller.privileges].toSorted()
    const isTrial = developer.status === 'trial'
    const isInsider = caller.integratorGuid === null
    const { rates, fee, standing } = await deps.money(scope)
    const config = await readAllConfig(scope)
    return {
      account: {
        id: caller.accountId,
        email: caller.email,
        mobile: caller.mobile,
        userName: caller.userName,
        displayName: caller.displayName,
      },
      developer: {
        id: String(developer.id),
        name: developer.name,
        devType: developer.devType,
        timeZone: developer.timeZone,
        devInfo: {
          status: developer.status,
          displayName: developer.displayName,
          trial: isTrial
            ? {
                products: { used: await deps.trialUse.countProducts(scope), allowed: LIMITS.trial.products },
                users: { used: await deps.trialUse.countUsers(scope), allowed: LIMITS.trial.users },
                licenses: await deps.trialUse.licenses(scope),
              }
            : null,
        },
        developerServiceStatus: isInsider ? developer.serviceStatus : 'normal',
        serviceFeeConfig: isInsider ? { ...fee, paidUntil: developer.serviceUntil } : null,
        ...(developer.suspension && { suspension: developer.suspension }),
        standing: isInsider ? standing : { isOverdue: false, since: null, owedFen: 0, graceUntil: null },
      },
      isMainAccount: caller.isSuper,
      viewAs: caller.viewer && { name: caller.displayName, viewer: caller.viewer.name },
      ...(caller.visit && {
        visit: { operator: caller.visit.operator, reason: caller.visit.reason, endTime: caller.visit.endsAt },
      }),
      menuPrivilege: privileges.filter((name) => name.endsWith('.view')).map((name) => name.replace('.view', '')),
      privileges,
      limited: [...caller.limited],
      smartTemplatePrivilege: privilegesOfArea(privileges, 'smartTemplate'),
      smartLicensePrivilege: privilegesOfArea(privileges, 'smartLicense'),
      developerConfig: SESSION_CONFIG_KEYS.map((key) => ({ key, value: String(settingOf(config, key)) })),
      costType: costTypes(say, rates),
      groupConcurrentTypes: concurrentTypes(say),
      priceTiers: tiersOf(rates),
      pageSize: caller.pageSize,
      confirmAboveFen: await queries.findConfirmAbove(scope.db, caller.accountId),
      timeFormat: caller.timeFormat,
      locale: caller.locale,
      timeZone: caller.timeZone,
      timeZoneId: zoneIdOf(caller.timeZone),
      demo: deps.isDemo(),
      banner: (await deps.findBanner(scope.db, asking.now)) ?? undefined,
      sandbox: deps.isSandbox,
      serverTime: asking.now,
    }
  }

  async function takeNotice(caller: Caller): Promise<boolean> {
    return database.outsideTenants((db) => queries.takeNotice(db, caller.sessionId))
  }

  async function updatePreferences(
    context: OwnContext,
    { timeZoneId, ...given }: z.output<typeof identityCalls.updatePreferences.payload>,
  ) {
    const { caller } = context
    if (!caller) throw new Refusal('session.expired')
    const chosen = { ...given, timeZone: timeZoneId === undefined ? undefined : zoneOf(timeZoneId) }
    const changes = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length > 0)
      await database.outsideTenants((db) => queries.updateAccount(db, caller.accountId, changes))
    return {}
  }

  return { findCaller, findPerson, findMember, takeNotice, current, updatePreferences }
}
