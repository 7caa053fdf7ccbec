// Use cases of platform operators about developers: list, facts and figures, suspension, applications, notes.
import {
  DESK_DEVELOPER_DAYS,
  DEVELOPER_RISKS,
  RISK_LIMITS,
  daysAfter,
  developerGuid,
  localDay,
} from '@sealwright/contract'
import type { Standing, developerDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import type { DeskScope } from '../../../kernel/desk.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { suspensionIn } from '../../../kernel/suspension.ts'
import { changesOf } from '../../operation-log/index.ts'
import { atDesk, decideIn } from '../application.service.ts'
import type { DecidingDeps } from '../application.service.ts'
import { resume, suspend } from './suspension.service.ts'
import type { Deciding } from './suspension.service.ts'
import * as queries from './tenant.queries.ts'

type Payload<Name extends keyof typeof developerDesk> = z.output<(typeof developerDesk)[Name]['payload']>

interface Of {
  db: Db
  developerId: number
  now: Date
}

/** Port to billing. */
export interface TenantMoney {
  standing(of: Of): Promise<Standing>
  terms(of: Of): Promise<{ hasOwn: boolean; trialLicenses: number }>
  /** Writes to both logs itself. */
  setTrialLimit(scope: DeskScope, developerId: number, trialLicenses: number): Promise<unknown>
}

export interface TenantDeskDeps extends DecidingDeps {
  money: TenantMoney
}

const NOTES = 200

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

function risksOf({ guessing, refusals, failed_payments: failedPayments }: queries.TenantNumbers) {
  const counts = { guessing, refusals, failedPayments }
  return DEVELOPER_RISKS.filter((kind) => counts[kind] >= RISK_LIMITS[kind]).map((kind) => ({
    kind,
    count: counts[kind],
  }))
}

const applicationAnswer = (row: queries.ApplicationLine) => ({
  developerId: String(row.developer_id),
  developerName: row.developer_name,
  state: row.state,
  companyName: row.company_name,
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  contactEmail: row.contact_email,
  statement: row.statement,
  reason: row.reason,
  appliedTime: new Date(row.applied_at),
  decidedTime: dateOf(row.decided_at),
  trialLicenses: row.trial_licenses,
})

/** Records in both logs: the operators' own, and the developer's. */
const deciding = (scope: DeskScope, notify: Notify): Deciding => ({
  db: scope.db,
  now: scope.asking.now,
  notify,
  async record(developerId, operation) {
    await scope.record(operation)
    await scope.recordAt(developerId, operation)
  },
})

const notFound = () => new Refusal('operator.developerNotFound', { field: 'id' })

export function createTenantDesk(deps: TenantDeskDeps) {
  const { money, notify } = deps

  return {
    async find(
      { db, asking: { now } }: DeskScope,
      { currentPage, pageSize, sort = 'createTime', order = 'desc', ...filter }: Payload<'find'>,
    ) {
      const list = queries.listTenants(db, filter, now)
      const page = await readPage({ currentPage, pageSize }, await list.count(), (slice) =>
        list.page(slice, sort, order),
      )
      return {
        ...page,
        rows: page.rows.map((row) => ({
          id: String(row.id),
          name: row.name,
          state: row.state,
          createTime: new Date(row.created_at),
          licenses: row.licenses,
          devices: row.devices,
          balanceFen: row.balance_fen,
          lastSignInTime: dateOf(row.seen_at),
          risks: risksOf(row),
        })),
      }
    },

    async get({ db, asking: { now } }: DeskScope, { id }: Payload<'get'>) {
      const row = await queries.findTenant(db, id, now)
      if (!row) throw notFound()
      const of = { db, developerId: id, now }
      const { owedFen } = await money.standing(of)
      const { hasOwn, trialLicenses } = await money.terms(of)
      const [application] = await queries
        .listApplicationLines(db, { id })
        .page({ offset: 0, limit: 1, isReversed: false }, 'desc')
      const spent = await queries.listSpent(db, id, row.time_zone, now)
      const today = localDay(now, row.time_zone)
      const days = Array.from({ length: DESK_DEVELOPER_DAYS }, (_, index) =>
        daysAfter(today, index + 1 - DESK_DEVELOPER_DAYS),
      )
      return {
        id: String(row.id),
        name: row.name,
        displayName: row.display_name,
        status: row.status,
        state: row.state,
        createTime: new Date(row.created_at),
        formalTime: dateOf(row.formal_at),
        country: row.country,
        timeZone: row.time_zone,
        website: row.website,
        brief: row.brief,
        contacts: row.contacts ?? [],
        superAdministrator: row.super_administrator,
        administrators: row.administrators,
        lastSignInTime: dateOf(row.seen_at),
        suspension: suspensionIn(row.suspension),
        application: application ? applicationAnswer(application) : null,
        hasOwnTerms: hasOwn,
        serviceUntil: dateOf(row.service_until),
        trialLicensesMax: trialLicenses,
        figures: {
          licenses: row.licenses,
          devices: row.devices,
          users: row.users,
          balanceFen: row.balance_fen,
          giftFen: row.gift_fen,
          owedFen,
          days,
          spentFen: days.map((day) => spent.get(day) ?? 0),
        },
        risks: risksOf(row),
      }
    },

    async history({ db }: DeskScope, { currentPage, pageSize, order = 'desc', id }: Payload<'history'>) {
      const list = queries.listHistory(db, id)
      const page = await readPage({ currentPage, pageSize }, await list.count(), (slice) => list.page(slice, order))
      return {
        ...page,
        rows: page.rows.map((row) => ({
          id: String(row.id),
          at: new Date(row.at),
          actor: row.actor_name,
          type: row.type,
          targetKind: row.target_kind,
          targetName: row.target_name,
          changes: changesOf(row.before, row.after),
        })),
      }
    },

    suspend: (scope: DeskScope, asked: Payload<'suspend'>) => suspend(deciding(scope, notify), asked),

    async resume(scope: DeskScope, { id }: Payload<'resume'>) {
      await resume(deciding(scope, notify), id)
      return {}
    },

    async setTrialLimit(scope: DeskScope, { id, trialLicensesMax }: Payload<'setTrialLimit'>) {
      const found = await queries.lockTenant(scope.db, id)
      if (!found) throw notFound()
      if (found.status !== 'trial') throw new Refusal('developer.notTrial')
      await money.setTrialLimit(scope, id, trialLicensesMax)
      return {}
    },

    async findApplications(
      { db }: DeskScope,
      { currentPage, pageSize, order = 'asc', sort: _sort, ...filter }: Payload<'findApplications'>,
    ) {
      const list = queries.listApplicationLines(db, filter)
      const page = await readPage({ currentPage, pageSize }, await list.count(), (slice) => list.page(slice, order))
      return { ...page, rows: page.rows.map(applicationAnswer) }
    },

    async decide(scope: DeskScope, { id, event, reason }: Payload<'decide'>) {
      if (event === 'reject' && !reason) throw new Refusal('developer.reasonNeeded', { field: 'reason' })
      const decided = await decideIn(
        deps,
        {
          db: scope.db,
          now: scope.asking.now,
          async record(operation) {
            await scope.record(atDesk(operation))
            await scope.recordAt(id, operation)
          },
        },
        { developerId: id, event, reason: event === 'reject' ? (reason ?? null) : null },
      )
      if (!decided.isDecided) throw new Refusal('developer.applicationDecided')
      return { deletedLicenses: decided.deletedLicenses }
    },

    async notes({ db, operator }: DeskScope, { id }: Payload<'notes'>) {
      const rows = await queries.listNotes(db, id, NOTES)
      return {
        notes: rows.map((row) => ({
          guid: row.guid,
          operator: row.operator_name,
          text: row.text,
          createTime: new Date(row.created_at),
          isOwn: row.operator_guid === operator.guid,
        })),
      }
    },

    async addNote(scope: DeskScope, { id, text }: Payload<'addNote'>) {
      const { db, operator, asking, ids } = scope
      const found = await queries.lockTenant(db, id)
      if (!found) throw notFound()
      const guid = ids.guid()
      await queries.insertNote(db, {
        guid,
        developerId: id,
        operatorGuid: operator.guid,
        operatorName: operator.name,
        text,
        now: asking.now,
      })
      await scope.record({
        type: 'add',
        target: { kind: 'developer', guid: developerGuid(id), name: found.name },
        after: { note: text },
      })
      return { guid }
    },

    async deleteNote(scope: DeskScope, { guid }: Payload<'deleteNote'>) {
      const { db, operator } = scope
      const deleted = await queries.deleteNote(db, guid, operator.guid)
      if (!deleted) throw new Refusal('developer.noteNotFound')
      const found = await queries.lockTenant(db, deleted.developerId)
      await scope.record({
        type: 'delete',
        target: { kind: 'developer', guid: developerGuid(deleted.developerId), name: found?.name ?? '' },
        before: { note: deleted.text },
      })
      return {}
    },

    /** For the first page of the desk. */
    waiting: async ({ db, operator }: DeskScope) =>
      operator.privileges.has('developer.decide') ? { applications: await queries.countPending(db) } : {},
  }
}
