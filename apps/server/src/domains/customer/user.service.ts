// Use cases of a single user. A user is the developer's record about an account. The account belongs to its owner; a
// shadow account belongs to the developer.
import { ACCOUNT_TYPES, GENDERS, accountTypeOf } from '@sealwright/contract'
import type { userCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/entity/refuse.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hashPassword } from '../identity/index.ts'
import { withSeenCustomer } from './customer.queries.ts'
import { customersByName } from './customer.service.ts'
import { resolveNames } from './names.service.ts'
import type { NamedKind, Reason } from './names.service.ts'
import { tagsByName } from './tag.service.ts'
import type { Addition, UserAddition } from './user-addition.service.ts'
import * as queries from './user.queries.ts'
import type { KnownUser } from './user.queries.ts'
import { keptAccount, userFacts } from './user.rules.ts'

type Payload<Name extends keyof typeof userCalls> = z.output<(typeof userCalls)[Name]['payload']>

/** The addition that a payload or a row of a file describes. */
export function additionOf(payload: Payload<'create'>, passwordHash: string | null): Addition {
  const accountType = payload.accountType ?? accountTypeOf(payload.account)
  return {
    accountType,
    passwordHash,
    account: keptAccount(payload.account, accountType),
    userName: payload.userName ?? null,
    gender: payload.gender ?? GENDERS.unknown,
    phone: payload.phone ?? null,
    address: payload.address ?? null,
    description: payload.description || null,
    customerName: payload.customerName ?? null,
    tags: payload.tags ?? [],
    importGuid: null,
    importRow: null,
  }
}

const refusalOf = ({ error, ...rest }: Reason) => new Refusal(error, rest)
const notFound = () => new Refusal('user.notFound')

function answerOf({
  guid,
  account,
  accountType,
  userName,
  gender,
  phone,
  address,
  customerGuid,
  customerName,
  description,
  tags,
  activatedAt,
  createdAt,
  updatedAt,
}: KnownUser) {
  return {
    guid,
    account,
    accountType,
    userName,
    gender,
    phone,
    address,
    customerName,
    description,
    tags,
    // Hidden if the customer is outside the caller's scope.
    customerGuid: customerName === null ? null : customerGuid,
    activated: activatedAt !== null,
    createTime: createdAt,
    updateTime: updatedAt,
  }
}

/** The guids of these names, which are created if need be. Refuses the first name that has none. */
export async function guidsOf(scope: Scope, kind: NamedKind, names: readonly string[]): Promise<string[]> {
  const resolved = await resolveNames(scope, kind, names)
  return names.flatMap((name) => {
    const found = resolved.get(name)
    if (found && 'reason' in found) throw refusalOf(found.reason)
    return found ? [found.guid] : []
  })
}

/**
 * The customer of a user after an edit. A customer outside the caller's scope reads as null, so sending null back does
 * not clear it.
 */
async function customerAfter(
  scope: Scope,
  before: KnownUser,
  name: string | null | undefined,
): Promise<Pick<KnownUser, 'customerGuid' | 'customerName'>> {
  const { customerGuid, customerName } = before
  if (name === undefined || name === customerName) return { customerGuid, customerName }
  if (name === null) return { customerGuid: null, customerName: null }
  const [guid = null] = await guidsOf(scope, customersByName, [name])
  return { customerGuid: guid, customerName: name }
}

/**
 * A caller who sees a user only through its customer would lose sight of the user by changing the customer. So the user
 * is assigned to the caller, and the log says so.
 */
export function assignedAfter(
  { caller: { accountId, limited } }: Scope,
  { assignedTo, createdBy }: KnownUser,
): string[] {
  const isTheirs = !limited.has('user') || createdBy === accountId || assignedTo.includes(accountId)
  return isTheirs ? assignedTo : [...assignedTo, accountId]
}

export function createUserService(addition: UserAddition) {
  async function find(scope: Scope, { currentPage, pageSize, sort, order, ...filter }: Payload<'find'>) {
    const list = await queries.listUsers(scope, await withSeenCustomer(scope, filter), { sort, order })
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: page.rows.map(answerOf) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = await queries.findUser(scope, guid)
    if (!row) throw notFound()
    return { ...answerOf(row), revision: row.revision, createdBy: (await findAccountName(scope, row.createdBy)) ?? '' }
  }

  /** Shadow accounts are stored as typed, all others in lower case. */
  const findByAccounts = (scope: Scope, { accounts }: Payload<'findByAccounts'>) =>
    queries.listByAccounts(scope, [...new Set(accounts.flatMap((account) => [account, account.toLowerCase()]))])

  async function lock(scope: Scope, guid: string): Promise<KnownUser> {
    const row = (await queries.lockUsers(scope, [guid])).get(guid)
    if (!row) throw notFound()
    return row
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const passwordHash = payload.password === undefined ? null : await hashPassword(payload.password)
    const [added] = await addition.add(scope, [additionOf(payload, passwordHash)], payload)
    if (!added) throw new Error('one in, one out')
    if ('reason' in added) throw refusalOf(added.reason)
    return added
  }

  async function update(scope: Scope, { guid, revision, account, customerName, tags, ...given }: Payload<'update'>) {
    const before = await lock(scope, guid)
    await refuseStale(scope, before, revision)
    if (account !== undefined && keptAccount(account, before.accountType) !== before.account)
      throw new Refusal('user.accountImmutable', { params: { account: before.account }, field: 'account' })
    const customer = await customerAfter(scope, before, customerName)
    const tagNames = tags === undefined ? before.tags.map(({ name }) => name) : (tags ?? [])
    const said = Object.fromEntries(
      Object.entries(given).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, value === '' ? null : value]],
      ),
    )
    const { customerName: _name, ...changes } = {
      ...said,
      ...customer,
      tagGuids: tags === undefined ? before.tagGuids : await guidsOf(scope, tagsByName, tagNames),
      assignedTo: customer.customerGuid === before.customerGuid ? before.assignedTo : assignedAfter(scope, before),
      revision: before.revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    }
    await queries.updateUsers(scope, [guid], changes)
    await scope.record({
      type: 'update',
      target: { kind: 'user', guid, name: before.account },
      before: userFacts(
        before,
        before.customerName,
        before.tags.map(({ name }) => name),
      ),
      after: {
        ...userFacts({ ...before, ...said }, customer.customerName, tagNames),
        ...(changes.assignedTo.length > before.assignedTo.length && { assignedTo: scope.caller.displayName }),
      },
    })
    return { guid }
  }

  async function setPassword(scope: Scope, { guid, password }: Payload<'setPassword'>) {
    const { account, accountType, revision } = await lock(scope, guid)
    if (accountType !== ACCOUNT_TYPES.shadow) throw new Refusal('user.notShadow')
    await queries.updateUsers(scope, [guid], {
      passwordHash: await hashPassword(password),
      revision: revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    })
    // The log records the change, but nothing about the password.
    await scope.record({
      type: 'update',
      target: { kind: 'user', guid, name: account },
      before: { password: null },
      after: { password: '••••••' },
    })
    return {}
  }

  async function resendActivation(scope: Scope, { guid }: Payload<'resendActivation'>) {
    const { account, accountId, userName, activatedAt } = await lock(scope, guid)
    const locale =
      activatedAt === null && accountId !== null ? await queries.findAccountLocale(scope, accountId) : undefined
    if (locale === undefined) throw new Refusal('user.alreadyActive')
    await addition.inviteAgain(scope, { guid, account, userName, locale })
    return {}
  }

  return {
    find,
    findByAccounts,
    get,
    create,
    update,
    setPassword,
    resendActivation,
    count: (scope: Scope) => queries.countUsers(scope),
  }
}
