// The calls of the developer's administrators: lendings of a code, and its lending administrators. A license outside
// the caller's row scope is not found, and so are its lendings.
import { LIMITS } from '@sealwright/contract'
import type { lendingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage } from '../../kernel/db/list.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import { found, refuseFull } from '../../kernel/entity/refuse.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isGroup, listNamed, viewFacts } from '../license/index.ts'
import * as admins from './admin.queries.ts'
import { deskOf } from './lending-desk.service.ts'
import type { LendingDesk } from './lending-desk.service.ts'
import type { Tenant } from './lending.kind.ts'
import * as queries from './lending.queries.ts'
import { rowOf, seatsOf } from './lending.rules.ts'
import type { LendingPasses } from './pass.service.ts'

type Payload<Name extends keyof typeof lendingCalls> = z.output<(typeof lendingCalls)[Name]['payload']>

export interface LendingServiceDeps {
  desk: LendingDesk
  passes: LendingPasses
}

/** The seats of a code now, without a lock. */
export async function readSeats(tenant: Tenant, licenseGuid: string, now: Date) {
  const facts = await viewFacts(tenant.db, tenant.developerId, { guid: licenseGuid, holder: '' }, now)
  if (!facts?.license || !facts.content) throw new Refusal('license.notFound')
  const { license, seats } = facts
  // While the developer has lending off, no code lends anew.
  const content = (await readConfig(tenant, 'lending')) ? facts.content : { ...facts.content, lending: false }
  return seatsOf(content, {
    taken: isGroup(content) ? (seats?.taken ?? 0) : license.bound,
    lent: license.lent,
    late: await queries.countLate(tenant, licenseGuid, now),
  })
}

/** Refuses a license that the caller does not see. */
async function requireSeen(scope: Scope, licenseGuid: string): Promise<void> {
  if (!(await listNamed(scope, [licenseGuid])).has(licenseGuid)) throw new Refusal('license.notFound')
}

export function createLendingService({ desk, passes }: LendingServiceDeps) {
  async function find(
    scope: Scope,
    { currentPage, pageSize, sort = 'createTime', order = 'desc', ...filter }: Payload<'find'>,
  ) {
    const {
      caller,
      asking: { now },
    } = scope
    await requireSeen(scope, filter.licenseGuid)
    const list = await queries.listLendings(scope, filter, { sort, order, now })
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    // A visiting operator only looks, and a whole code is a key.
    const canUse = caller.privileges.has('lending.update') && !caller.visit
    return { ...page, rows: page.rows.map((row) => rowOf(row, now, canUse)) }
  }

  async function seats(scope: Scope, { licenseGuid }: Payload<'seats'>) {
    await requireSeen(scope, licenseGuid)
    const people = await admins.listAdmins(scope, licenseGuid)
    return {
      ...(await readSeats(scope, licenseGuid, scope.asking.now)),
      administrators: people.map(({ guid, email, invitedAt, inviterName, seenAt }) => ({
        guid,
        email,
        inviteTime: invitedAt,
        inviter: inviterName,
        seenTime: seenAt,
      })),
    }
  }

  async function create(scope: Scope, { licenseGuid, ...asked }: Payload<'create'>) {
    await requireSeen(scope, licenseGuid)
    const { guid, code, dueAt } = await desk.lend(deskOf(scope), licenseGuid, asked)
    return { guid, code, dueTime: dueAt }
  }

  /**
   * Repeated, it sends a new link and ends the earlier ones. The license's lock makes two invitations of one address
   * one administrator.
   */
  async function invite(scope: Scope, { licenseGuid, email: given }: Payload<'invite'>) {
    const {
      developerId,
      ids,
      caller,
      asking: { now },
    } = scope
    await requireSeen(scope, licenseGuid)
    await desk.requireLending(deskOf(scope), licenseGuid)
    const email = given.toLowerCase()
    const people = await admins.listAdmins(scope, licenseGuid)
    const known = people.find((admin) => admin.email.toLowerCase() === email)
    if (!known) refuseFull(people.length, LIMITS.lending.administrators, 'lending.tooManyAdministrators')
    const invited = { invitedAt: now, invitedBy: caller.accountId, inviterName: caller.displayName }
    const admin = known
      ? { ...known, ...invited }
      : { developerId, guid: ids.guid(), licenseGuid, email, ...invited, seenAt: null, removedAt: null }
    if (known) {
      await admins.updateAdmin(scope, known.guid, invited)
      await admins.endPasses(scope, known.guid, now, 'link')
    } else await admins.insertAdmin(scope, admin)
    await passes.sendLink(scope, admin, caller.locale, now)
    await scope.record({
      type: known ? 'update' : 'add',
      target: { kind: 'lending', guid: admin.guid, name: email },
      after: { administrator: email },
    })
    return { guid: admin.guid }
  }

  async function removeAdmin(scope: Scope, { guid }: Payload<'removeAdmin'>) {
    const { now } = scope.asking
    const { email } = found(await admins.lockAdmin(scope, guid), 'lending.adminNotFound')
    await admins.updateAdmin(scope, guid, { removedAt: now })
    await admins.endPasses(scope, guid, now)
    await scope.record({
      type: 'delete',
      target: { kind: 'lending', guid, name: email },
      before: { administrator: email },
    })
    return {}
  }

  return {
    find,
    seats,
    create,
    invite,
    removeAdmin,
    async revoke(scope: Scope, { guid, reason }: Payload<'revoke'>) {
      await desk.revoke(deskOf(scope), guid, reason)
      return {}
    },
    async remove(scope: Scope, { guid }: Payload<'delete'>) {
      await desk.remove(deskOf(scope), guid)
      return {}
    },
    async send(scope: Scope, { guid, email }: Payload<'send'>) {
      await desk.send(deskOf(scope), guid, { email })
      return {}
    },
  }
}
