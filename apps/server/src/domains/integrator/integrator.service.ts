// Use cases of integrators. An integrator is a record with quotas, what is assigned to it, and people; whoever gives it
// something gives no more than they have.
import { INTEGRATOR_PRIVILEGES, LIMITS } from '@sealwright/contract'
import type { integratorCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { assignmentFacts, changeAssigned, grantsMore, lackedOf, pageAssigned, quotaExcess } from '../access/index.ts'
import type { Joining } from '../access/index.ts'
import { findAccountName, lockDeveloper } from '../developer/index.ts'
import { endSessions } from '../identity/index.ts'
import * as queries from './integrator.queries.ts'
import type { Counted } from './integrator.queries.ts'
import type { Integrator } from './integrator.tables.ts'

type Payload<Name extends keyof typeof integratorCalls> = z.output<(typeof integratorCalls)[Name]['payload']>

const factsOf = ({ name, contact, phone, email, address, remark, cloudQuota, softQuota }: Integrator): LoggedFacts => ({
  name,
  contact,
  phone,
  email,
  address,
  remark,
  cloudQuota,
  softQuota,
})

function answerOf({
  developerId: _developer,
  revision: _revision,
  createdBy: _maker,
  updatedBy: _changer,
  deletedAt: _deleted,
  createdAt,
  updatedAt,
  ...rest
}: Counted) {
  return { ...rest, createTime: createdAt, updateTime: updatedAt }
}

export function createIntegratorService({ joining }: { joining: Pick<Joining, 'join'> }) {
  const notFound = () => new Refusal('integrator.notFound')

  async function locked(scope: Scope, guid: string): Promise<Integrator> {
    const row = await queries.lockIntegrator(scope, guid)
    if (!row) throw notFound()
    return row
  }

  async function found(scope: Scope, guid: string): Promise<Counted> {
    const row = await queries.findIntegrator(scope, guid)
    if (!row) throw notFound()
    return row
  }

  const record = (
    scope: Scope,
    type: 'add' | 'update' | 'delete',
    { guid, name }: Pick<Integrator, 'guid' | 'name'>,
    change: { before?: LoggedFacts; after?: LoggedFacts },
  ) => scope.record({ type, target: { kind: 'integrator', guid, name }, ...change })

  /** Whoever may issue so many gives no more, and none without end. */
  function refuseMore(scope: Scope, given: Integrator, before?: Integrator) {
    const excess = quotaExcess(scope.caller, given, before)
    if (excess) throw grantsMore(scope, excess)
  }

  /** Whoever lets people in gives them the rights that an integrator's people have, and all that is assigned to it. */
  async function refuseWider(scope: Scope, guid: string) {
    const { caller, say } = scope
    const lacked = lackedOf(caller, INTEGRATOR_PRIVILEGES)
    if (lacked) throw new Refusal('access.grantsMore', { params: { what: say(`privileges.${lacked}`) } })
    if (!caller.limited.has('product')) return
    const { productCount, templateCount } = await found(scope, guid)
    if ((await queries.countAllAssigned(scope, guid)) > productCount + templateCount)
      throw new Refusal('access.grantsMore', { params: { what: fieldLabel(say, 'access', 'productScope') } })
  }

  /** Names are unique whatever their case. */
  async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('integrator.nameTaken', { params: { name }, field: 'name' })
      throw error
    }
  }

  async function find(scope: Scope, { currentPage, pageSize, sort = 'updateTime', order, name }: Payload<'find'>) {
    const list = await queries.listIntegrators(scope, name, {
      sort,
      order: order ?? (sort === 'updateTime' ? 'desc' : 'asc'),
    })
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: page.rows.map(answerOf) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = await found(scope, guid)
    return { ...answerOf(row), revision: row.revision, createdBy: (await findAccountName(scope, row.createdBy)) ?? '' }
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const { accountId } = scope.caller
    const { now } = scope.asking
    const {
      name,
      contact = null,
      phone = null,
      email = null,
      address = null,
      remark,
      cloudQuota = null,
      softQuota = null,
    } = payload
    const row: Integrator = {
      developerId: scope.developerId,
      guid: scope.ids.guid(),
      name,
      contact,
      phone,
      email,
      address,
      remark: remark || null,
      cloudQuota,
      softQuota,
      isEnabled: true,
      revision: 1,
      createdBy: accountId,
      updatedBy: accountId,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    }
    refuseMore(scope, row)
    await lockDeveloper(scope)
    if ((await queries.countIntegrators(scope)) >= LIMITS.integrator.perDeveloper)
      throw new Refusal('integrator.limit', { params: { max: LIMITS.integrator.perDeveloper } })
    await unlessTaken(name, () => queries.insertIntegrator(scope, row))
    await record(scope, 'add', row, { after: factsOf(row) })
    return { guid: row.guid }
  }

  async function update(scope: Scope, { guid, revision, ...given }: Payload<'update'>) {
    const before = await locked(scope, guid)
    if (revision !== undefined && revision !== before.revision)
      throw new Refusal('platform.stale', { params: { actor: (await findAccountName(scope, before.updatedBy)) ?? '' } })
    const changes = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<Integrator> // what was given, without what was not
    const after: Integrator = {
      ...before,
      ...changes,
      ...(given.remark !== undefined && { remark: given.remark || null }),
      revision: before.revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    }
    refuseMore(scope, after, before)
    await unlessTaken(after.name, () => queries.updateIntegrator(scope, guid, after))
    await record(scope, 'update', after, { before: factsOf(before), after: factsOf(after) })
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
    await queries.updateIntegrator(scope, guid, {
      isEnabled,
      revision: before.revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    })
    await record(scope, 'update', before, { before: { isEnabled: before.isEnabled }, after: { isEnabled } })
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
    await endSessionsOf(scope, await queries.deleteMembers(scope, guid))
    await queries.forget(scope, guid)
    await queries.updateIntegrator(scope, guid, { deletedAt: scope.asking.now, updatedBy: scope.caller.accountId })
    await record(scope, 'delete', before, { before: factsOf(before) })
    return {}
  }

  async function findAssigned(scope: Scope, { guid, ...asked }: Payload<'findAssigned'>) {
    await found(scope, guid)
    return pageAssigned(scope, guid, asked)
  }

  async function assign(scope: Scope, { guid, kind, ...asked }: Payload<'assign'>) {
    const row = await locked(scope, guid)
    const changed = await changeAssigned(scope, kind, guid, asked)
    const { added, removed } = changed
    // Only now, when it is certain that the caller may be told a template's name.
    const uncovered = kind === 'template' ? await queries.findUncovered(scope, guid, asked.add) : undefined
    if (uncovered !== undefined) throw new Refusal('integrator.templateNeedsProduct', { params: { name: uncovered } })
    if (added.length + removed.length > 0) await record(scope, 'update', row, { after: assignmentFacts(kind, changed) })
    // A template goes with its products.
    const released = kind === 'product' && removed.length > 0 ? await queries.releaseUncovered(scope, guid) : []
    if (released.length > 0)
      await record(scope, 'update', row, { after: assignmentFacts('template', { removed: released }) })
    return { added: added.length, removed: removed.length }
  }

  async function findMembers(scope: Scope, { guid, currentPage, pageSize, order = 'desc' }: Payload<'findMembers'>) {
    await found(scope, guid)
    const list = await queries.listMembers(scope, guid, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return {
      ...page,
      rows: page.rows.map(
        ({
          user_id: userId,
          user_name: userName,
          account,
          state,
          created_at: createdAt,
          last_sign_in: lastSignIn,
        }) => ({
          userId,
          userName,
          account,
          state,
          createTime: new Date(createdAt),
          lastSignIn: lastSignIn === null ? null : new Date(lastSignIn),
        }),
      ),
    }
  }

  async function addMember(scope: Scope, { guid, account, userName = null }: Payload<'addMember'>) {
    // Under the integrator's lock, so that two who add at once do not both take the last place.
    const row = await locked(scope, guid)
    if ((await queries.listMemberIds(scope, guid)).length >= LIMITS.integrator.members)
      throw new Refusal('integrator.memberLimit', { params: { max: LIMITS.integrator.members }, field: 'account' })
    await refuseWider(scope, guid)
    const userId = await joining.join(scope, { account, userName, integratorGuid: guid })
    await record(scope, 'update', row, { after: { members: account } })
    return { userId }
  }

  async function removeMember(scope: Scope, { guid, userId }: Payload<'removeMember'>) {
    const row = await locked(scope, guid)
    const removed = await queries.deleteMembers(scope, guid, userId)
    if (removed.length === 0) throw new Refusal('integrator.memberNotFound')
    await endSessionsOf(scope, removed)
    await record(scope, 'update', row, {
      before: { members: (await findAccountName(scope, userId)) ?? '' },
      after: { members: null },
    })
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
    removeMember,
  }
}
