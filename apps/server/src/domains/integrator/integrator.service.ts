// Use cases of integrators. An integrator has quotas, assigned products and templates, and members. Nobody gives an
// integrator more than they have themselves.
import { INTEGRATOR_PRIVILEGES, LIMITS, integratorCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import {
  answerOf,
  changedNow,
  createdNow,
  deletedNow,
  factsIn,
  fieldsOf,
  filledBy,
  givenIn,
  logOf,
} from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { assignmentFacts, changeAssigned, grantsMore, lackedOf, pageAssigned, quotaExcess } from '../access/index.ts'
import type { Inviting } from '../access/index.ts'
import { lockDeveloper } from '../developer/index.ts'
import { endSessions } from '../identity/index.ts'
import * as queries from './integrator.queries.ts'
import { integrator } from './integrator.tables.ts'
import type { Integrator } from './integrator.tables.ts'

type Payload<Name extends keyof typeof integratorCalls> = z.output<(typeof integratorCalls)[Name]['payload']>

const log = logOf('integrator', factsIn(fieldsOf(integratorCalls.create.payload)))

export function createIntegratorService({ inviting }: { inviting: Inviting }) {
  const locked = async (scope: Scope, guid: string) =>
    found(await lockRow(scope, integrator, guid), 'integrator.notFound')
  const counted = async (scope: Scope, guid: string) =>
    found(await queries.findIntegrator(scope, guid), 'integrator.notFound')

  /** A caller with a quota grants at most that quota, and never an unlimited one. */
  function refuseMore(scope: Scope, given: Integrator, before?: Integrator) {
    const excess = quotaExcess(scope.caller, given, before)
    if (excess) throw grantsMore(scope, excess)
  }

  /** A new member gets the rights of members and sees everything assigned, so the caller must have both. */
  async function refuseWider(scope: Scope, guid: string) {
    const { caller, say } = scope
    const lacked = lackedOf(caller, INTEGRATOR_PRIVILEGES)
    if (lacked) throw new Refusal('access.grantsMore', { params: { what: say(`privileges.${lacked}`) } })
    if (!caller.limited.has('product')) return
    const { productCount, templateCount } = await counted(scope, guid)
    if ((await queries.countAllAssigned(scope, guid)) > productCount + templateCount)
      throw new Refusal('access.grantsMore', { params: { what: fieldLabel(say, 'access', 'productScope') } })
  }

  /** Names are unique whatever their case. */
  const unlessNameTaken = (name: string, write: Promise<void>) =>
    unlessTaken(write, () => nameTaken('integrator.nameTaken', name))

  async function find(scope: Scope, { name, ...query }: Payload<'find'>) {
    const list = await queries.listIntegrators(scope, name, query)
    const page = await readPage(query, list.count, list.page)
    return { ...page, rows: page.rows.map(answerOf) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = await counted(scope, guid)
    return { ...answerOf(row), createdBy: (await findAccountName(scope, row.createdBy)) ?? '' }
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const given = filledBy(integratorCalls.create.payload, payload)
    const row: Integrator = { ...given, ...createdNow(scope), isEnabled: true }
    refuseMore(scope, row)
    await lockDeveloper(scope)
    refuseFull(await countRows(scope, integrator), LIMITS.integrator.perDeveloper, 'integrator.limit')
    await unlessNameTaken(row.name, insertRow(scope, integrator, row))
    await log.added(scope, row)
    return { guid: row.guid }
  }

  async function update(scope: Scope, { guid, revision, ...payload }: Payload<'update'>) {
    const before = await locked(scope, guid)
    await refuseStale(scope, before, revision)
    const after: Integrator = { ...before, ...givenIn(payload), ...changedNow(scope, before) }
    refuseMore(scope, after, before)
    await unlessNameTaken(after.name, updateRow(scope, integrator, guid, after))
    await log.changed(scope, before, after)
    return { guid }
  }

  async function endSessionsOf(scope: Scope, accountIds: readonly string[]): Promise<number> {
    let ended = 0
    for (const accountId of accountIds) ended += await endSessions(scope.db, accountId)
    return ended
  }

  async function setEnabled(scope: Scope, guid: string, isEnabled: boolean): Promise<Integrator> {
    const before = await locked(scope, guid)
    if (before.isEnabled === isEnabled) return before
    if (isEnabled) await refuseWider(scope, guid)
    await updateRow(scope, integrator, guid, { isEnabled, ...changedNow(scope, before) })
    await log.noted(scope, before, { before: { isEnabled: before.isEnabled }, after: { isEnabled } })
    return before
  }

  async function enable(scope: Scope, { guid }: Payload<'enable'>) {
    await setEnabled(scope, guid, true)
    return {}
  }

  async function disable(scope: Scope, { guid }: Payload<'disable'>) {
    await setEnabled(scope, guid, false)
    return { endedSessions: await endSessionsOf(scope, await queries.listMemberIds(scope, guid)) }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const before = await locked(scope, guid)
    await endSessionsOf(scope, await queries.deletePeople(scope, guid))
    await queries.forget(scope, guid)
    await updateRow(scope, integrator, guid, deletedNow(scope))
    await log.deleted(scope, before)
    return {}
  }

  async function findAssigned(scope: Scope, { guid, ...asked }: Payload<'findAssigned'>) {
    await counted(scope, guid)
    return pageAssigned(scope, guid, asked)
  }

  async function assign(scope: Scope, { guid, kind, ...asked }: Payload<'assign'>) {
    const row = await locked(scope, guid)
    const changed = await changeAssigned(scope, kind, guid, asked)
    const { added, removed } = changed
    // Checked last: the refusal names a template, and only now is it certain that the caller can see it.
    const uncovered = kind === 'template' ? await queries.findUncovered(scope, guid, asked.add) : undefined
    if (uncovered !== undefined) throw new Refusal('integrator.templateNeedsProduct', { params: { name: uncovered } })
    if (added.length + removed.length > 0) await log.noted(scope, row, { after: assignmentFacts(kind, changed) })
    // A template needs all its products, so it is taken back with any of them.
    const released = kind === 'product' && removed.length > 0 ? await queries.releaseUncovered(scope, guid) : []
    if (released.length > 0) await log.noted(scope, row, { after: assignmentFacts('template', { removed: released }) })
    return { added: added.length, removed: removed.length }
  }

  async function findMembers(scope: Scope, { guid, currentPage, pageSize, order = 'desc' }: Payload<'findMembers'>) {
    await counted(scope, guid)
    const list = await queries.listMembers(scope, guid, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const rows = page.rows.map(({ createTime, lastSignIn, ...member }) => ({
      ...member,
      createTime: new Date(createTime),
      lastSignIn: lastSignIn === null ? null : new Date(lastSignIn),
    }))
    return { ...page, rows }
  }

  async function addMember(scope: Scope, { guid, account, userName = null }: Payload<'addMember'>) {
    // The lock keeps two callers from both adding the last member.
    const row = await locked(scope, guid)
    if ((await queries.countPeople(scope, guid)) >= LIMITS.integrator.members)
      throw new Refusal('integrator.memberLimit', { params: { max: LIMITS.integrator.members }, field: 'account' })
    await refuseWider(scope, guid)
    const userId = await inviting.invite(scope, { account, userName, integratorGuid: guid })
    await log.noted(scope, row, { after: { members: account } })
    return { userId }
  }

  async function resendInvitation(scope: Scope, { guid, userId }: Payload<'resendInvitation'>) {
    await locked(scope, guid)
    found(await queries.findPerson(scope, guid, userId), 'integrator.memberNotFound')
    await refuseWider(scope, guid)
    await inviting.resend(scope, userId)
    return {}
  }

  async function removeMember(scope: Scope, { guid, userId }: Payload<'removeMember'>) {
    const row = await locked(scope, guid)
    const name = found(await queries.findPerson(scope, guid, userId), 'integrator.memberNotFound')
    await endSessionsOf(scope, await queries.deletePeople(scope, guid, userId))
    await log.noted(scope, row, { before: { members: name }, after: { members: null } })
    return {}
  }

  return {
    find,
    get,
    create,
    update,
    enable,
    disable,
    remove,
    findAssigned,
    assign,
    findMembers,
    addMember,
    resendInvitation,
    removeMember,
  }
}
