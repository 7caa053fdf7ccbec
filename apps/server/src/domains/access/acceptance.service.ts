// The invited person's side: seeing the invitations to one's own addresses, accepting and declining them, and leaving a
// developer. Accepting runs as the inviting developer's tenant, in one transaction. One account works for one
// developer: a unique constraint decides between concurrent acceptances, registrations and hand-overs.
import { invitationCalls } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { insertOperation, originOf } from '../../kernel/audit/record.ts'
import type { Operation } from '../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import { findSuspension, refuseSuspended } from '../../kernel/suspension.ts'
import { findDeveloper } from '../developer/index.ts'
import { endSessions } from '../identity/index.ts'
import type { InvitedPeople } from '../identity/index.ts'
import { adminFacts, canInvite, openUntil } from './access.rules.ts'
import type { Admin } from './access.tables.ts'
import { deleteStaff, findStaff } from './admin.queries.ts'
import { nameOf, targetOf } from './admin.service.ts'
import * as queries from './invitation.queries.ts'
import type { OpenRow } from './invitation.queries.ts'

/** Port: an administrator has joined, in the same transaction. Not for members of an integrator. */
export type OnJoined = (of: Tenant & { now: Date }, accountId: string) => Promise<void>

export interface AcceptanceDeps {
  database: Database
  notify: Notify
  people: InvitedPeople
  onJoined: OnJoined
}

type Tenant = Pick<Scope, 'db' | 'developerId'>
type Actor = Pick<Caller, 'accountId' | 'displayName'>
type Payload<Name extends keyof typeof invitationCalls> = z.output<(typeof invitationCalls)[Name]['payload']>

async function getStaff(tenant: Tenant, userId: string, now: Date): Promise<Admin> {
  const person = await findStaff(tenant, userId, now)
  if (!person) throw new Error('a member or an invited person is on no list')
  return person
}

const answerOf = ({ developerId: _developer, address: _address, ...row }: OpenRow) => row

export function createAcceptance({ database, notify, people, onJoined }: AcceptanceDeps) {
  const openTo = (addresses: readonly string[], now: Date) =>
    database.outsideTenants((db) => queries.listOpen(db, addresses, now))

  const nameOfDeveloper = (developerId: number) =>
    database.inTenant(developerId, 'read', async (db) => {
      const found = await findDeveloper({ db, developerId })
      return found?.developer.displayName ?? found?.developer.name ?? ''
    })

  async function requireOpen(addresses: readonly string[], guid: string, now: Date): Promise<OpenRow> {
    const found = (await openTo(addresses, now)).find((row) => row.guid === guid)
    if (!found) throw new Refusal('invitation.notFound')
    return found
  }

  /** Why an account that works for a developer cannot accept this invitation. */
  async function refusalFor(developerId: number, { developerId: inviting }: OpenRow): Promise<Refusal> {
    if (developerId === inviting) return new Refusal('invitation.alreadyMember')
    const developer = await nameOfDeveloper(developerId)
    return new Refusal('invitation.worksForAnother', { params: { developer } })
  }

  /** Tells the inviter, who then need not look at the list. */
  async function tellInviter(
    db: Db,
    { developerId, developerName: developer }: OpenRow,
    { inviterId, integratorGuid, now }: { inviterId: string; integratorGuid: string | null; now: Date },
    kind: 'invitationAccepted' | 'invitationDeclined',
    name: string,
  ): Promise<void> {
    await notify(
      { db, developerId, now },
      {
        kind,
        to: [inviterId],
        params: { name, developer },
        link: integratorGuid === null ? '/access' : `/integrator/viewIntegrator?guid=${integratorGuid}`,
      },
    )
  }

  /** Writes the log of the inviting developer: an administrator comes or goes, or a member of an integrator does. */
  async function record(
    { db, developerId }: Tenant,
    { asking }: OwnContext,
    call: Call,
    {
      type,
      person,
      actor,
      open,
      integratorGuid,
    }: {
      type: 'add' | 'delete'
      person: Admin
      actor: Actor
      open: OpenRow
      integratorGuid: string | null
    },
  ): Promise<void> {
    const operation: Operation =
      integratorGuid === null
        ? { type, target: targetOf(person), [type === 'add' ? 'after' : 'before']: adminFacts(person) }
        : {
            type: 'update',
            target: { kind: 'integrator', guid: integratorGuid, name: open.integratorName ?? '' },
            before: { members: type === 'add' ? null : nameOf(person) },
            after: { members: type === 'add' ? nameOf(person) : null },
          }
    await insertOperation(db, originOf(asking, call, { developerId, ...actor }), operation)
  }

  async function list(context: OwnContext, payload: Payload<'list'>) {
    const { target } = await people.prove(context, payload)
    const { needsPassword, developerId } = await people.find(target)
    return {
      account: target,
      needsPassword,
      worksFor: developerId === undefined ? null : await nameOfDeveloper(developerId),
      invitations: (await openTo([target], context.asking.now)).map(answerOf),
    }
  }

  async function accept(context: OwnContext, payload: Payload<'accept'>) {
    const { now } = context.asking
    const proof = await people.prove(context, payload)
    const open = await requireOpen([proof.target], payload.guid, now)
    const invitee = await people.find(proof.target)
    if (invitee.developerId !== undefined) throw await refusalFor(invitee.developerId, open)
    const passwordHash = await people.prepare(invitee, payload.password)
    const { developerId } = open
    const giveCookie = await database
      .inTenant(developerId, 'write', async (db) => {
        const tenant = { db, developerId }
        refuseSuspended(await findSuspension(tenant))
        const row = await queries.lockInvitation(tenant, open.guid)
        // Withdrawn or accepted meanwhile.
        if (!row || row.address !== proof.target || openUntil(row) <= now) throw new Refusal('invitation.notFound')
        const inviter = await findStaff(tenant, row.updatedBy, now)
        if (!canInvite(inviter, await getStaff(tenant, row.guid, now), row.integratorGuid))
          throw new Refusal('invitation.inviterLeft')
        const { userName } = row
        const preferences = {
          timeFormat: await readConfig(tenant, 'timeFormat'),
          pageSize: Number(await readConfig(tenant, 'pageSize')),
        }
        const claimed = await people.claim(db, context, proof, { passwordHash, userName, preferences })
        await queries.acceptInvitation(tenant, row.guid, claimed.accountId, now)
        await record(tenant, context, invitationCalls.accept, {
          type: 'add',
          person: await getStaff(tenant, claimed.accountId, now),
          actor: claimed,
          open,
          integratorGuid: row.integratorGuid,
        })
        if (row.integratorGuid === null) await onJoined({ ...tenant, now }, claimed.accountId)
        const of = { inviterId: row.createdBy, integratorGuid: row.integratorGuid, now }
        await tellInviter(db, open, of, 'invitationAccepted', claimed.displayName)
        return claimed.giveCookie
      })
      .catch(async (error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        const { developerId: home } = await people.find(proof.target)
        throw home === undefined ? error : await refusalFor(home, open)
      })
    giveCookie()
    return {}
  }

  async function declineAs(
    context: OwnContext,
    call: Call,
    { guid, addresses, actor }: { guid: string; addresses: readonly string[]; actor: Actor },
  ) {
    const { now } = context.asking
    const open = await requireOpen(addresses, guid, now)
    const { developerId } = open
    await database.inTenant(developerId, 'write', async (db) => {
      const tenant = { db, developerId }
      const row = await queries.lockInvitation(tenant, guid)
      if (!row) throw new Refusal('invitation.notFound')
      await record(tenant, context, call, {
        type: 'delete',
        person: await getStaff(tenant, guid, now),
        actor,
        open,
        integratorGuid: row.integratorGuid,
      })
      await deleteStaff(tenant, { userId: guid, state: 'waiting' })
      const of = { inviterId: row.createdBy, integratorGuid: row.integratorGuid, now }
      await tellInviter(db, open, of, 'invitationDeclined', row.userName ?? row.address)
    })
    return {}
  }

  /** Without a session, the log names the address: it may have no account, and nobody signed in. */
  async function decline(context: OwnContext, payload: Payload<'decline'>) {
    const { target } = await people.prove(context, payload)
    const actor = { accountId: payload.guid, displayName: target }
    return declineAs(context, invitationCalls.decline, { guid: payload.guid, addresses: [target], actor })
  }

  function signedIn({ caller }: OwnContext): { addresses: string[]; actor: Actor } {
    if (!caller) throw new Refusal('session.expired')
    const { accountId, displayName, email, mobile } = caller
    return { addresses: [email, mobile].filter((address) => address !== null), actor: { accountId, displayName } }
  }

  async function listOwn(context: OwnContext) {
    return (await openTo(signedIn(context).addresses, context.asking.now)).map(answerOf)
  }

  async function declineOwn(context: OwnContext, { guid }: Payload<'declineOwn'>) {
    return declineAs(context, invitationCalls.declineOwn, { guid, ...signedIn(context) })
  }

  return { list, accept, decline, listOwn, declineOwn }
}

/** Ends the caller's own membership. Nobody can be kept: an invitation that was accepted by mistake can be undone. */
export async function leave(scope: Scope) {
  const { caller, developerId, db } = scope
  if (caller.isSuper) throw new Refusal('access.superStays')
  const person = await getStaff({ db, developerId }, caller.accountId, scope.asking.now)
  await scope.record(
    caller.integratorGuid === null
      ? { type: 'delete', target: targetOf(person), before: adminFacts(person) }
      : {
          type: 'update',
          target: {
            kind: 'integrator',
            guid: caller.integratorGuid,
            name: await queries.findIntegratorName(scope, caller.integratorGuid),
          },
          before: { members: nameOf(person) },
          after: { members: null },
        },
  )
  await deleteStaff(scope, person)
  await endSessions(db, caller.accountId)
  return {}
}
