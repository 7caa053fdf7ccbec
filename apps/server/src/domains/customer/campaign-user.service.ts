// The user of a campaign's participant. Participants prove their address on the page, so nobody sends them a message
// about becoming a user.
import { GENDERS, accountTypeOf } from '@sealwright/contract'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { roomForUsers, trialLimit } from './user-addition.service.ts'
import { findUserOfAccount, findUsers, hasBeenUser, insertUsers } from './user.queries.ts'
import type { KnownUser } from './user.queries.ts'
import { userFacts } from './user.rules.ts'

/** Additions of a trial developer run one after another. They lock the developer before any account. */
export async function holdRoom(scope: Scope): Promise<void> {
  if (scope.caller.developer.status === 'trial') await lockDeveloper(scope)
}

/** Whether an account is, or ever was, a user of the developer. */
export const wasUserOf = (scope: Pick<Scope, 'db' | 'developerId'>, accountId: string) =>
  hasBeenUser(scope.db, scope.developerId, accountId)

/** Undefined if another user, a shadow account, has this name. */
export async function userOfAccount(
  scope: Scope,
  { accountId, account }: { accountId: string; account: string },
): Promise<KnownUser | undefined> {
  const { db, developerId, ids, asking } = scope
  const find = async () => {
    const user = await findUserOfAccount(db, developerId, accountId)
    return user && (await findUsers(scope, [user.guid])).get(user.guid)
  }
  const known = await find()
  if (known) return known
  if ((await roomForUsers(scope)) <= 0) {
    const { error, params = {} } = trialLimit()
    throw new Refusal(error, { params })
  }
  const facts = {
    account,
    accountType: accountTypeOf(account),
    userName: null,
    gender: GENDERS.unknown,
    phone: null,
    address: null,
    description: null,
  }
  const row = {
    ...facts,
    guid: ids.guid(),
    accountId,
    passwordHash: null,
    customerGuid: null,
    tagGuids: [],
    activatedAt: asking.now,
    importGuid: null,
    importRow: null,
  }
  const inserted = await insertUsers(scope, [row])
  if (inserted.has(row.guid))
    await scope.record({
      type: 'add',
      target: { kind: 'user', guid: row.guid, name: account },
      after: userFacts(facts, null, []),
    })
  return find()
}
