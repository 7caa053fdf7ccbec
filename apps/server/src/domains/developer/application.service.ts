// The way from trial to formal: the super administrator applies, and the platform decides. The decision runs as the
// database owner.
import { DEFAULT_LOCALE, applicationMachine, developerGuid } from '@sealwright/contract'
import type { ApplicationState, Locale, developerCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { DESK_CHAIN, recordByPlatform } from '../../kernel/audit/record.ts'
import type { DeskOperation, Operation } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import { actAs } from '../../kernel/db/database.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './developer.queries.ts'
import { applicationFacts } from './developer.rules.ts'
import type { FormalApplication } from './developer.tables.ts'

export async function findApplication(scope: Scope) {
  return { application: (await queries.findNewestApplication(scope)) ?? null }
}

export async function apply(
  scope: Scope,
  { acceptDeletion: _accepted, ...given }: z.output<typeof developerCalls.apply.payload>,
) {
  // Under the developer's lock, so that no application is added while another one is approved.
  if ((await queries.lockStatus(scope)) !== 'trial') throw new Refusal('developer.alreadyFormal')
  const row: FormalApplication = {
    developerId: scope.developerId,
    guid: scope.ids.guid(),
    state: applicationMachine.initial,
    companyName: given.companyName,
    contactName: given.contactName,
    contactPhone: given.contactPhone,
    contactEmail: given.contactEmail ?? null,
    statement: given.statement || null,
    reason: null,
    appliedBy: scope.caller.accountId,
    appliedAt: scope.asking.now,
    decidedAt: null,
  }
  if (!(await queries.insertApplication(scope, row))) throw new Refusal('developer.applicationPending')
  const { id, name } = scope.caller.developer
  await scope.record({
    type: 'update',
    target: { kind: 'developer', guid: developerGuid(id), name },
    after: { application: scope.say(`developer.states.${row.state}`), ...applicationFacts(row) },
  })
  return {}
}

/**
 * What ends with a trial. The license domain deletes the licenses of the trial, in the transaction that makes the
 * developer formal.
 */
export interface TrialEnd {
  deleteTrialLicenses(db: Db, developerId: number, given: { now: Date; say: Sentences }): Promise<number>
}

/** Grants what a developer gets on becoming formal, in the same transaction. */
export type Welcome = (given: { db: Db; ids: Ids; now: Date }, developerId: number) => Promise<void>

/** What a decision needs besides its transaction. */
export interface DecidingDeps {
  ids: Ids
  welcome: Welcome
  notify: Notify
  languages: Record<Locale, Sentences>
  trialEnds: readonly TrialEnd[]
}

export interface DecisionDeps extends DecidingDeps {
  database: Database
  clock: Clock
}

export interface Decision {
  developerId: number
  event: 'approve' | 'reject'
  /** Why the application is rejected. The developer reads it. */
  reason: string | null
}

/**
 * The result of a decision. If no decision was possible, `state` is the state of the newest application, if there is
 * one.
 */
export type Decided =
  | { isDecided: true; developerName: string; deletedLicenses: number }
  | { isDecided: false; state: ApplicationState | undefined }

/** The transaction of a decision, as the database owner. */
export interface DecisionIn {
  db: Db
  now: Date
  /** Writes to the logs that the decision belongs to. `say` is in the language of the developer. */
  record(operation: Operation<'developer'>, say: Sentences): Promise<void>
}

/** Decides on the pending application, once: a second decision finds it decided. */
export async function decideIn(
  { ids, notify, languages, trialEnds, welcome }: DecidingDeps,
  { db, now, record }: DecisionIn,
  { developerId, event, reason }: Decision,
): Promise<Decided> {
  // Lock the developer before its application, as `apply` does, to avoid deadlocks.
  await queries.lockStatus({ db, developerId })
  const application = await queries.lockNewestApplication(db, developerId)
  const state = application && applicationMachine.next(application.state, event)
  if (!application || state === undefined) return { isDecided: false, state: application?.state }
  const row = await queries.findDeveloper({ db, developerId })
  const administrator = await queries.findSuperAdministrator(db, developerId)
  if (!row || !administrator) throw new Error(`developer ${developerId} has no super administrator to notify`)

  const say = languages[administrator.locale]
  const isApproved = state === 'approved'
  await queries.decideApplication(db, application, { state, reason, decidedAt: now })
  let deletedLicenses = 0
  if (isApproved) {
    await queries.makeFormal(db, developerId, now)
    for (const trialEnd of trialEnds)
      deletedLicenses += await trialEnd.deleteTrialLicenses(db, developerId, { now, say })
    await welcome({ db, ids, now }, developerId)
    await queries.oweNotice(db, developerId, 'developer.becameFormal')
  }
  const { name } = row.developer
  const operation: Operation<'developer'> = {
    type: 'update',
    target: { kind: 'developer', guid: developerGuid(developerId), name },
    before: {
      application: say(`developer.states.${application.state}`),
      ...(isApproved && { status: say('developer.statuses.trial') }),
    },
    after: {
      application: say(`developer.states.${state}`),
      ...(isApproved ? { status: say('developer.statuses.formal') } : { reason }),
    },
  }
  await record(operation, say)
  await actAs(db, developerId)
  await notify(
    { db, developerId, now },
    {
      kind: isApproved ? 'applicationApproved' : 'applicationRejected',
      params: { developer: name, reason: reason ?? '' },
      link: isApproved ? '/developerInfo' : '/applyRegular',
    },
  )
  return { isDecided: true, developerName: name, deletedLicenses }
}

/** The operators' log names the application, not the developer. */
export const atDesk = (operation: Operation<'developer'>): DeskOperation => ({
  ...operation,
  target: { ...operation.target, kind: 'application' },
})

/** The same for an operator command. Both logs tell of it in the platform's name. */
export function decideApplication({ database, clock, ...deps }: DecisionDeps, decision: Decision): Promise<Decided> {
  const { developerId, event } = decision
  return database.asOwner((db) => {
    const now = clock.now()
    const record: DecisionIn['record'] = async (operation, say) => {
      await recordByPlatform({ db, developerId, now }, say, event, operation)
      const desk = { db, developerId: DESK_CHAIN, now }
      await recordByPlatform(desk, deps.languages[DEFAULT_LOCALE], event, atDesk(operation))
    }
    return decideIn(deps, { db, now, record }, decision)
  })
}
