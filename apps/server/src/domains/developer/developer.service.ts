// Use cases of developers: the information others see, the two secrets, and applying to become formal. What a secret is never reaches the log:
// it tells that somebody looked or set one. Deciding on an application is the platform's work and runs as the owner.
import { randomBytes } from 'node:crypto'
import { applicationMachine, developerGuid } from '@sealwright/contract'
import type { ApplicationState, Locale, developerCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { insertOperation } from '../../kernel/audit/record.ts'
import type { Facts } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './developer.queries.ts'
import { applicationFacts, informationFacts, keptContacts } from './developer.rules.ts'
import type { Information } from './developer.rules.ts'
import type { FormalApplication } from './developer.tables.ts'

const API_PASSWORD_BYTES = 16
const purposeOf = (developerId: number, secret: 'API password' | 'hosted lock PIN') => `developer ${developerId} ${secret}`

type Payload<Name extends keyof typeof developerCalls> = z.output<(typeof developerCalls)[Name]['payload']>

export function createDeveloperService({ box }: { box: SecretBox }) {
  function refuseTrial({ caller }: Scope) {
    if (caller.developer.status === 'trial') throw new Refusal('developer.trialCannotEdit')
  }

  function record(scope: Scope, change: { before?: Facts; after: Facts }) {
    const { id, name } = scope.caller.developer
    return scope.record({ type: 'update', target: { kind: 'developer', guid: developerGuid(id), name }, ...change })
  }

  async function get(scope: Scope) {
    const row = await queries.findDeveloper(scope)
    if (!row) throw new Error('a caller\'s developer is not there')
    const { developer, developer_profile: profile } = row
    return {
      developerId: String(developer.id),
      name: developer.name,
      displayName: developer.displayName,
      website: profile?.website ?? null,
      brief: profile?.brief ?? null,
      introduction: profile?.introduction ?? null,
      logo: profile?.logo?.toString('base64') ?? null,
      contacts: profile?.contacts ?? [],
      country: developer.country,
      timeZone: developer.timeZone,
      createdAt: developer.createdAt,
      formalSince: developer.formalAt,
      pinSince: profile?.pinSetAt ?? null,
      revision: profile?.revision ?? 0,
    }
  }

  async function update(scope: Scope, payload: Payload<'update'>) {
    refuseTrial(scope)
    const { now } = scope.asking
    const profile = await queries.lockProfile(scope, now)
    if (payload.revision !== undefined && payload.revision !== profile.revision) {
      throw new Refusal('platform.stale', { params: { actor: (profile.updatedBy && (await queries.findAccountName(scope, profile.updatedBy))) ?? '' } })
    }
    const before: Information = { ...profile, displayName: await queries.findDisplayName(scope) }
    const after: Information = {
      displayName: payload.displayName === undefined ? before.displayName : payload.displayName,
      website: payload.website === undefined ? before.website : payload.website,
      brief: payload.brief === undefined ? before.brief : payload.brief || null,
      introduction: payload.introduction === undefined ? before.introduction : payload.introduction || null,
      logo: payload.logo === undefined ? before.logo : payload.logo ? Buffer.from(payload.logo, 'base64') : null,
      contacts: payload.contacts === undefined ? before.contacts : keptContacts(payload.contacts),
    }
    const revision = profile.revision + 1
    const { displayName, ...changes } = after
    await queries.updateProfile(scope, { ...changes, revision, updatedBy: scope.caller.accountId, updatedAt: now })
    if (displayName !== before.displayName) await queries.updateDisplayName(scope, displayName)
    await record(scope, { before: informationFacts(before), after: informationFacts(after) })
    return { revision }
  }

  async function revealApiPassword(scope: Scope) {
    // Under the profile's lock, so that two first looks see one password.
    const { apiPassword } = await queries.lockProfile(scope, scope.asking.now)
    const purpose = purposeOf(scope.developerId, 'API password')
    const plain = apiPassword ? box.open(purpose, apiPassword) : randomBytes(API_PASSWORD_BYTES)
    if (!apiPassword) await queries.updateProfile(scope, { apiPassword: box.seal(purpose, plain) })
    await record(scope, { after: { apiPassword: scope.say('developer.log.revealed') } })
    return { apiPassword: plain.toString('hex') }
  }

  async function setPin(scope: Scope, { pin }: Payload<'setPin'>) {
    refuseTrial(scope)
    const { now } = scope.asking
    const { pin: earlier } = await queries.lockProfile(scope, now)
    await queries.updateProfile(scope, { pin: box.seal(purposeOf(scope.developerId, 'hosted lock PIN'), Buffer.from(pin)), pinSetAt: now })
    await record(scope, { before: { pin: earlier && scope.say('developer.log.pinSet') }, after: { pin: scope.say(earlier ? 'developer.log.pinChanged' : 'developer.log.pinSet') } })
    return {}
  }

  async function application(scope: Scope) {
    return { application: (await queries.findNewestApplication(scope)) ?? null }
  }

  async function apply(scope: Scope, { acceptDeletion: _accepted, ...given }: Payload<'apply'>) {
    // Under the developer's lock, so that an application cannot slip in behind the approval of another.
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
    await record(scope, { after: { application: scope.say(`developer.states.${row.state}`), ...applicationFacts(row) } })
    return {}
  }

  return { get, update, revealApiPassword, setPin, application, apply }
}

/** What ends with a trial. Whoever issues licenses deletes those of the trial, in the transaction that makes the developer formal. */
export interface TrialEnd {
  deleteTrialLicenses(db: Db, developerId: number): Promise<number>
}

export interface DecisionDeps {
  database: Database
  clock: Clock
  mailer: Mailer
  languages: Record<Locale, Sentences>
  trialEnds: readonly TrialEnd[]
}

export interface Decision {
  developerId: number
  event: 'approve' | 'reject'
  /** Why not; the developer reads it. */
  reason: string | null
}

/** What became of a decision. One that could not be made says in which state the newest application is, if there is one. */
export type Decided = { isDecided: true; developerName: string; deletedLicenses: number } | { isDecided: false; state: ApplicationState | undefined }

/** Decides on the pending application, once: whoever comes second finds it decided. */
export function decideApplication(deps: DecisionDeps, { developerId, event, reason }: Decision): Promise<Decided> {
  const { database, clock, mailer, languages, trialEnds } = deps
  return database.asOwner(async (db) => {
    // The developer first, as applying does, then its application: in one order nobody waits for each other.
    await queries.lockStatus({ db, developerId })
    const application = await queries.lockNewestApplication(db, developerId)
    const state = application && applicationMachine.next(application.state, event)
    if (!application || state === undefined) return { isDecided: false, state: application?.state }
    const row = await queries.findDeveloper({ db, developerId })
    const administrator = await queries.findSuperAdministrator(db, developerId)
    const to = administrator?.email ?? administrator?.mobile
    if (!row || !administrator || !to) throw new Error(`developer ${developerId} has nobody to tell`)

    const now = clock.now()
    const isApproved = state === 'approved'
    await queries.decideApplication(db, application, { state, reason, decidedAt: now })
    let deletedLicenses = 0
    if (isApproved) {
      await queries.makeFormal(db, developerId, now)
      for (const trialEnd of trialEnds) deletedLicenses += await trialEnd.deleteTrialLicenses(db, developerId)
      await queries.oweNotice(db, developerId, 'developer.becameFormal')
    }
    const say = languages[administrator.locale]
    const { name } = row.developer
    await insertOperation(
      db,
      { developerId, actorId: null, actorName: say('developer.log.platform'), call: `platform.${event}`, requestId: 'platform', network: null, fingerprint: null, now },
      {
        type: 'update',
        target: { kind: 'developer', guid: developerGuid(developerId), name },
        before: { application: say(`developer.states.${application.state}`), ...(isApproved && { status: say('developer.statuses.trial') }) },
        after: { application: say(`developer.states.${state}`), ...(isApproved ? { status: say('developer.statuses.formal') } : { reason }) },
      },
    )
    const kind = isApproved ? 'applicationApproved' : 'applicationRejected'
    const params = { developer: name, reason: reason ?? '' }
    await mailer.queue(db, { developerId, kind, to, subject: say(`mail.${kind}.subject`, params), body: say(`mail.${kind}.body`, params) })
    return { isDecided: true, developerName: name, deletedLicenses }
  })
}
