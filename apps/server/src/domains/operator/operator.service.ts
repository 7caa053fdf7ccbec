// Use cases of operators: their own account, and the management of others. Whoever changes operators takes one lock, so
// the platform always keeps an owner who can sign in.
import { HOUR_MS, LIMITS, MINUTE_MS, OPERATOR_LINK_PAGE, pageInMessage, privilegesOfRoles } from '@sealwright/contract'
import type { Locale, OperatorRole, ShownBanner, operatorDesk } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Db } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/desk.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import type { Ids } from '../../kernel/ids.ts'
import { freshRecoveryCodes, hashRecoveryCode } from '../../kernel/keys/totp.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashPassword } from '../identity/index.ts'
import * as queries from './operator.queries.ts'
import type { OperatorRecord } from './operator.queries.ts'
import { hashSecret, rolesText } from './operator.rules.ts'

const limits = LIMITS.operator

type Payload<Name extends keyof typeof operatorDesk> = z.output<(typeof operatorDesk)[Name]['payload']>

/** What waits for a decision of operators, from the domains that know. */
export interface Waiting {
  applications?: number
  reviews?: number
  feedback?: number
  corrections?: number
}
export type WaitingPart = (scope: DeskScope) => Promise<Waiting>

export interface OperatorDeps {
  ids: Ids
  mailer: Mailer
  languages: Record<Locale, Sentences>
  baseUrl(): string
  version: string
  isDemo(): boolean
  findBanner(db: Db, now: Date): Promise<ShownBanner | null>
  waiting: readonly WaitingPart[]
}

const targetOf = ({ guid, name, email }: Pick<OperatorRecord, 'guid' | 'name' | 'email'>) =>
  ({ kind: 'operator', guid, name: name ?? email ?? guid }) as const

/** A link that works once, and its row. */
export function newLink(ids: Ids, now: Date) {
  const link = ids.token(24)
  return { link, linkHash: hashSecret(link), linkUntil: new Date(now.getTime() + limits.linkHours * HOUR_MS) }
}

const linkUrl = (baseUrl: string, locale: Locale, link: string) =>
  `${baseUrl}${pageInMessage(OPERATOR_LINK_PAGE, locale, link)}`

export function createOperatorService(deps: OperatorDeps) {
  const { ids, mailer, languages, baseUrl } = deps

  async function getOperator(db: Db, guid: string): Promise<OperatorRecord> {
    const found = await queries.lockOperator(db, guid)
    if (!found) throw new Refusal('operator.notFound')
    return found
  }

  /** Waits for the turn of a change. Refused if its operator lost the right meanwhile. */
  async function inTurn({ db, operator }: DeskScope): Promise<void> {
    await queries.lockOperators(db)
    const self = await queries.findOperator(db, operator.guid)
    if (!self?.is_enabled || !privilegesOfRoles(self.roles).includes('operator.manage'))
      throw new Refusal('session.expired')
  }

  async function keepAnOwner(db: Db, guid: string): Promise<void> {
    if ((await queries.countOtherOwners(db, guid)) === 0) throw new Refusal('operator.lastOwner')
  }

  function refuseOwn({ operator }: DeskScope, guid: string): void {
    if (operator.guid === guid) throw new Refusal('operator.ownAccount')
  }

  async function mailLink(
    scope: DeskScope,
    to: { email: string; roles: readonly OperatorRole[]; locale: Locale },
    url: string,
    kind: 'invitation' | 'renewal',
  ): Promise<void> {
    const say = languages[to.locale]
    const params = {
      inviter: scope.operator.name,
      roles: new Intl.ListFormat(to.locale).format(to.roles.map((role) => say(`operator.roles.${role}`))),
      hours: limits.linkHours,
      link: url,
    }
    const [subject, body] =
      kind === 'invitation' ? (['subject', 'body'] as const) : (['renewSubject', 'renewBody'] as const)
    await mailer.queue(scope.db, {
      developerId: null,
      kind: kind === 'invitation' ? 'operatorInvitation' : 'operatorLink',
      to: to.email,
      subject: say(`operator.mail.${subject}`, params),
      body: say(`operator.mail.${body}`, params),
    })
  }

  return {
    async current(scope: DeskScope) {
      const { operator } = scope
      // In turn: they share one connection.
      const waiting: Waiting = {}
      for (const part of deps.waiting) Object.assign(waiting, await part(scope))
      return {
        guid: operator.guid,
        email: operator.email,
        name: operator.name,
        roles: [...operator.roles],
        privileges: [...operator.privileges],
        locale: operator.locale,
        timeFormat: operator.timeFormat,
        version: deps.version,
        isDemo: deps.isDemo(),
        banner: (await deps.findBanner(scope.db, scope.asking.now)) ?? undefined,
        waiting,
      }
    },

    async updatePreferences({ db, operator }: DeskScope, given: Payload<'updatePreferences'>) {
      await queries.setPreferences(db, operator.guid, given)
      return {}
    },

    async changePassword(scope: DeskScope, { password }: Payload<'changePassword'>) {
      const { db, operator, asking } = scope
      await queries.setPassword(db, operator.guid, await hashPassword(password))
      await queries.deleteSessionsOf(db, operator.guid, operator.sessionId)
      await queries.endVisitsOf(db, operator.guid, asking.now)
      await scope.record({ type: 'update', target: targetOf(operator), after: { password: '••••••' } })
      return {}
    },

    async renewRecoveryCodes(scope: DeskScope) {
      const { db, operator } = scope
      const recoveryCodes = freshRecoveryCodes()
      await queries.replaceRecoveryCodes(
        db,
        operator.guid,
        recoveryCodes.map((code) => hashRecoveryCode(operator.guid, code)),
      )
      await scope.record({ type: 'update', target: targetOf(operator), after: { recoveryCodes: '••••••' } })
      return { recoveryCodes }
    },

    async sessions({ db, operator, asking: { now } }: DeskScope) {
      const idleSince = new Date(now.getTime() - limits.idleMinutes * MINUTE_MS)
      const rows = await queries.listSessions(db, operator.guid, now, idleSince)
      return {
        sessions: rows.map((row) => ({
          id: row.public_id,
          isCurrent: row.public_id === operator.sessionGuid,
          network: row.network,
          userAgent: row.user_agent,
          createTime: new Date(row.created_at),
          lastTime: new Date(row.last_seen_at),
        })),
        recoveryCodesLeft: await queries.countRecoveryCodes(db, operator.guid),
      }
    },

    async endSession({ db, operator, asking }: DeskScope, { id }: Payload<'endSession'>) {
      await queries.deleteOwnSession(db, operator.guid, id)
      // Whoever had the session may have opened them.
      await queries.endVisitsOf(db, operator.guid, asking.now)
      return {}
    },

    async find({ db }: DeskScope, { currentPage, pageSize, state, order = 'asc' }: Payload<'find'>) {
      const list = queries.listOperators(db, state)
      const page = await readPage({ currentPage, pageSize }, await list.count(), (slice) => list.page(slice, order))
      return {
        ...page,
        rows: page.rows.map((row) => ({
          guid: row.guid,
          email: row.email ?? '',
          name: row.name,
          roles: row.roles,
          state: row.state,
          lastSignInTime: row.last_sign_in_at === null ? null : new Date(row.last_sign_in_at),
          createTime: new Date(row.created_at),
          revision: row.revision,
        })),
      }
    },

    async invite(scope: DeskScope, { email, roles }: Payload<'invite'>) {
      const { db, asking, operator } = scope
      await inTurn(scope)
      if ((await queries.countOperators(db)) >= limits.max)
        throw new Refusal('operator.limit', { params: { max: limits.max } })
      const { link, ...stored } = newLink(ids, asking.now)
      const guid = ids.guid()
      if (
        !(await queries.insertOperator(db, { guid, email, roles, ...stored, linkBy: operator.guid, now: asking.now }))
      )
        throw new Refusal('operator.emailTaken', { field: 'email' })
      const url = linkUrl(baseUrl(), scope.locale, link)
      await mailLink(scope, { email, roles, locale: scope.locale }, url, 'invitation')
      await scope.record({
        type: 'add',
        target: { kind: 'operator', guid, name: email },
        after: { email, roles: rolesText(roles) },
      })
      return { guid, link: url }
    },

    async update(scope: DeskScope, { guid, roles, revision }: Payload<'update'>) {
      const { db, asking } = scope
      await inTurn(scope)
      const found = await getOperator(db, guid)
      if (revision !== undefined && revision !== found.revision) await refuseStale(scope, { kind: 'operator', guid })
      if (!roles.includes('owner')) await keepAnOwner(db, guid)
      await queries.setRoles(db, guid, roles)
      // A visit was opened with a privilege, and does not outlive it.
      if (!privilegesOfRoles(roles).includes('developer.visit')) await queries.endVisitsOf(db, guid, asking.now)
      // Nor does a link, which its maker has read.
      if (!privilegesOfRoles(roles).includes('operator.manage')) await queries.endLinksBy(db, guid)
      await scope.record({
        type: 'update',
        target: targetOf(found),
        before: { roles: rolesText(found.roles) },
        after: { roles: rolesText(roles) },
      })
      return {}
    },

    async setEnabled(scope: DeskScope, { guid, isEnabled }: Payload<'setEnabled'>) {
      const { db, asking } = scope
      refuseOwn(scope, guid)
      await inTurn(scope)
      const found = await getOperator(db, guid)
      if (found.is_enabled === isEnabled) return {}
      if (!isEnabled) {
        await keepAnOwner(db, guid)
        await queries.deleteSessionsOf(db, guid)
        await queries.endVisitsOf(db, guid, asking.now)
        await queries.endLinksBy(db, guid)
      }
      await queries.setEnabled(db, guid, isEnabled)
      await scope.record({
        type: 'update',
        target: targetOf(found),
        before: { isEnabled: found.is_enabled },
        after: { isEnabled },
      })
      return {}
    },

    async renewLink(scope: DeskScope, { guid, resetsFactor }: Payload<'renewLink'>) {
      const { db, asking, operator } = scope
      refuseOwn(scope, guid)
      await inTurn(scope)
      const found = await getOperator(db, guid)
      const { link, ...stored } = newLink(ids, asking.now)
      await queries.renewLink(db, guid, { ...stored, linkBy: operator.guid, resetsFactor })
      await queries.deleteSessionsOf(db, guid)
      await queries.endVisitsOf(db, guid, asking.now)
      const url = linkUrl(baseUrl(), found.locale, link)
      if (found.email !== null)
        await mailLink(scope, { email: found.email, roles: found.roles, locale: found.locale }, url, 'renewal')
      await scope.record({ type: 'update', target: targetOf(found), after: { link: '••••••', resetsFactor } })
      return { link: url }
    },

    async delete(scope: DeskScope, { guid }: Payload<'delete'>) {
      const { db, asking } = scope
      refuseOwn(scope, guid)
      await inTurn(scope)
      const found = await getOperator(db, guid)
      await keepAnOwner(db, guid)
      await queries.endVisitsOf(db, guid, asking.now)
      await queries.endLinksBy(db, guid)
      await queries.deleteOperator(db, guid)
      await scope.record({
        type: 'delete',
        target: targetOf(found),
        before: { email: found.email, roles: rolesText(found.roles) },
      })
      return {}
    },
  }
}
