// The SQL of users. Row scope limits which users a caller sees, but accounts are unique among all of them. Password
// hashes of shadow accounts are written here, and read only when a user signs in to a program.
import type { AccountType, Locale, USER_SORTS } from '@sealwright/contract'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import type { Db } from '../../kernel/db/database.ts'
import { countLabeled, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { customer } from './customer.tables.ts'
import { endUser } from './user.tables.ts'
import type { User } from './user.tables.ts'

export interface UserFilter {
  account?: string | undefined
  accountType?: AccountType | undefined
  /** All of these. */
  tagGuids?: readonly string[] | undefined
  customerGuid?: string | undefined
  activated?: boolean | undefined
  /** The users of one import. */
  importGuid?: string | undefined
  /** Only these. */
  guids?: readonly string[] | undefined
}

/** A user with the names of its customer and tags. A customer outside the caller's scope has no name here. */
export interface KnownUser extends Omit<User, 'passwordHash'> {
  customerName: string | null
  tags: { guid: string; name: string }[]
}

/** Counters count every row, so they are wrong for a caller with a row scope. */
const isLimited = ({ caller }: Scope) => caller.limited.has('user')

const isOurs = (scope: Scope) => eq(endUser.developerId, scope.developerId)
const isAlive = (scope: Scope) => and(isOurs(scope), isNull(endUser.deletedAt))

const { passwordHash: _secret, ...columns } = getTableColumns(endUser)
const known = {
  ...columns,
  customerName: customer.name,
  tags: sql<KnownUser['tags']>`coalesce((
    select jsonb_agg(jsonb_build_object('guid', t.guid, 'name', t.name) order by t.name) from tag t
    where t.developer_id = ${endUser.developerId} and t.guid = any (${endUser.tagGuids})), '[]')`,
}

function select(scope: Scope, where: SQL | undefined) {
  const isTheirs = and(
    eq(customer.developerId, endUser.developerId),
    eq(customer.guid, endUser.customerGuid),
    isNull(customer.deletedAt),
  )
  return scope.db.select(known).from(endUser).leftJoin(customer, isTheirs).where(where).$dynamic()
}

const labelsOf = ({ accountType, tagGuids, customerGuid, activated }: UserFilter) => [
  ...(accountType === undefined ? [] : [`type=${accountType}`]),
  ...(tagGuids ?? []).map((guid) => `tag=${guid}`),
  ...(customerGuid === undefined ? [] : [`customer=${customerGuid}`]),
  ...(activated === undefined ? [] : [activated ? 'active' : 'waiting']),
]

/** A filter as a condition, for lists that an index has already made short. */
const matching = (
  scope: Scope,
  { account, accountType, tagGuids, customerGuid, activated, importGuid, guids }: UserFilter,
) =>
  and(
    isAlive(scope),
    account === undefined
      ? undefined
      : sql`end_user_text(${endUser.account}, ${endUser.userName}, ${endUser.phone})
          like like_pattern(lower(${account}))`,
    accountType === undefined ? undefined : eq(endUser.accountType, accountType),
    tagGuids === undefined ? undefined : sql`${endUser.tagGuids} @> ${sql.param(tagGuids)}::uuid[]`,
    customerGuid === undefined ? undefined : eq(endUser.customerGuid, customerGuid),
    activated === undefined ? undefined : (activated ? isNotNull : isNull)(endUser.activatedAt),
    importGuid === undefined ? undefined : eq(endUser.importGuid, importGuid),
    guids === undefined ? undefined : inArray(endUser.guid, [...guids]),
  )

export interface UserOrder {
  /** Undefined: by the last update, or the users of an import by their rows. */
  sort?: (typeof USER_SORTS)[number] | undefined
  order?: 'asc' | 'desc' | undefined
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listUsers(scope: Scope, filter: UserFilter, { sort: asked, order: direction }: UserOrder) {
  const { account: needle, customerGuid, importGuid } = filter
  const labels = labelsOf(filter)
  const sort = asked ?? 'updateTime'
  const order = direction ?? (sort === 'account' ? 'asc' : 'desc')
  const column = { updateTime: endUser.updatedAt, createTime: endUser.createdAt, account: endUser.account }[sort]
  if (importGuid !== undefined) {
    const ordered = asked ? { column, order } : { column: endUser.importRow, order: direction ?? ('asc' as const) }
    const ids = await walkIds(scope, { table: endUser, where: matching(scope, filter), ...ordered })
    return listOf(ids, (guids) => select(scope, and(isAlive(scope), inArray(endUser.guid, guids))))
  }
  async function walk() {
    const records =
      customerGuid === undefined
        ? await countUsers(scope)
        : ((await countUsersOf(scope, 'customer', [customerGuid])).get(customerGuid) ?? 0)
    return walkIds(scope, {
      table: endUser,
      where: and(isAlive(scope), customerGuid === undefined ? undefined : eq(endUser.customerGuid, customerGuid)),
      column,
      order,
      count: { records, isCapped: false },
    })
  }
  // One index holds the users of a customer in the order of their updates.
  const isWalked =
    !isLimited(scope) &&
    needle === undefined &&
    (labels.length === 0 || (labels.length === 1 && customerGuid !== undefined && sort === 'updateTime'))
  const ids = isWalked ? await walk() : await searchIds(scope, { table: endUser, needle, labels, sort, column, order })
  return listOf(ids, (guids) => select(scope, and(isAlive(scope), inArray(endUser.guid, guids))))
}

/** The customers that have a user with all of these tags. */
export async function listTaggedCustomers(scope: Scope, tagGuids: readonly string[]): Promise<string[]> {
  const { count, ids } = await searchIds(scope, {
    table: endUser,
    labels: labelsOf({ tagGuids }),
    sort: 'createTime',
    order: 'asc',
  })
  const isTagged = sql`${endUser.tagGuids} @> ${sql.param(tagGuids)}::uuid[]`
  // Most users have a tag that so many have, so reading all of them is no detour.
  const guids = count.isCapped ? undefined : await ids({ offset: 0, limit: count.records, isReversed: false })
  const rows = await scope.db
    .selectDistinct({ guid: endUser.customerGuid })
    .from(endUser)
    .where(and(isAlive(scope), isNotNull(endUser.customerGuid), guids ? inArray(endUser.guid, guids) : isTagged))
  return rows.flatMap(({ guid }) => guid ?? [])
}

/** The next users that match a filter, in the order of creation, after the given one. */
export function listNextUsers(
  scope: Scope,
  { anyTag, ...filter }: UserFilter & { anyTag?: readonly string[] },
  after: string | undefined,
  limit: number,
): Promise<KnownUser[]> {
  const where = and(
    matching(scope, filter),
    anyTag && sql`${endUser.tagGuids} && ${sql.param(anyTag)}::uuid[]`,
    after === undefined ? undefined : gt(endUser.guid, after),
  )
  return select(scope, where).orderBy(asc(endUser.guid)).limit(limit)
}

/** The next users that match a filter, newest first, after the given one. The users of one chunk are in file order. */
export function listOlderUsers(
  scope: Scope,
  filter: UserFilter,
  after: string | undefined,
  limit: number,
): Promise<KnownUser[]> {
  const where = and(matching(scope, filter), after === undefined ? undefined : lt(endUser.guid, after))
  return select(scope, where).orderBy(desc(endUser.guid)).limit(limit)
}

export async function findUser(scope: Scope, guid: string): Promise<KnownUser | undefined> {
  const [row] = await select(scope, and(isAlive(scope), eq(endUser.guid, guid)))
  return row
}

/** The existing users among these that the caller sees. With `isAny`, deleted ones too. */
export async function findUsers(
  scope: Scope,
  guids: readonly string[],
  isAny = false,
): Promise<Map<string, KnownUser>> {
  const rows =
    guids.length === 0
      ? []
      : await select(scope, and(isAny ? isOurs(scope) : isAlive(scope), inArray(endUser.guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}

/** The accounts of users that the caller sees, deleted ones too. */
export async function listAccounts(scope: Scope, guids: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope.db
    .select({ guid: endUser.guid, account: endUser.account })
    .from(endUser)
    .where(and(isOurs(scope), inArray(endUser.guid, [...guids])))
  return new Map(rows.map(({ guid, account }) => [guid, account]))
}

/**
 * Locks users in the order of their guids, because two batches could otherwise deadlock. With `isDeleted`, finds only
 * deleted users.
 */
export async function lockUsers(
  scope: Scope,
  guids: readonly string[],
  isDeleted = false,
): Promise<Map<string, KnownUser>> {
  const where = and(
    isOurs(scope),
    (isDeleted ? isNotNull : isNull)(endUser.deletedAt),
    inArray(endUser.guid, [...guids]),
  )
  const rows = await select(scope, where).orderBy(asc(endUser.guid)).for('update', { of: endUser })
  return new Map(rows.map((row) => [row.guid, row]))
}

/** The number of users that the caller sees. */
export async function countUsers(scope: Scope): Promise<number> {
  return isLimited(scope) ? countLabeled(scope, endUser, []) : countAllUsers(scope)
}

/** The number of all users, regardless of row scope. */
export async function countAllUsers(scope: Scope): Promise<number> {
  return (await readCounters(scope, ['user'])).user
}

/** The number of users of each customer or tag that the caller sees. */
export async function countUsersOf(
  scope: Scope,
  kind: 'customer' | 'tag',
  guids: readonly string[],
): Promise<Map<string, number>> {
  if (guids.length === 0) return new Map()
  if (isLimited(scope)) {
    const counts = new Map<string, number>()
    for (const guid of guids) counts.set(guid, await countLabeled(scope, endUser, [`${kind}=${guid}`]))
    return counts
  }
  const counterOf = (guid: string) => `user.${kind}=${guid}` as const
  const counters = await readCounters(scope, guids.map(counterOf))
  return new Map(guids.map((guid) => [guid, counters[counterOf(guid)] ?? 0]))
}

/**
 * Which of these accounts are users already, within the caller's scope. Accounts are given as stored: in lower case,
 * except shadow accounts.
 */
export async function findTaken(scope: Scope, accounts: readonly string[]): Promise<Set<string>> {
  const rows = await scope.db
    .select({ account: endUser.account })
    .from(endUser)
    .where(and(isAlive(scope), sql`${endUser.account} = any (${sql.param(accounts)}::text[])`))
  return new Set(rows.map(({ account }) => account))
}

/**
 * The user that a name signs in to the programs of a developer: a person's account by either address, or a shadow
 * account. Case does not matter.
 */
export interface SigningInUser {
  guid: string
  account: string
  userName: string | null
  passwordHash: string
  isActive: boolean
  /** The user has recently signed in from this network. */
  isKnownHere: boolean
  /** Null for a shadow account. */
  accountId: string | null
  /** The account administers a developer or has a second factor, so programs do not get to test its password. */
  needsBrowser: boolean
  /** The name under which failures count: an address that also signs in to the console. */
  guessName: string
}

type SigningInRow = {
  guid: string
  account: string
  user_name: string | null
  password_hash: string
  is_active: boolean
  is_known_here: boolean
  account_id: string | null
  needs_browser: boolean
  guess_name: string
}

/**
 * Finds the user to sign in. With `isHeld`, changes of the password and deletion of the user wait until the transaction
 * ends.
 */
export async function findSigningIn(
  db: Db,
  developerId: number,
  { network, now, ...who }: { network: string; now: Date } & ({ name: string } | { userGuid: string }),
  isHeld: boolean,
): Promise<SigningInUser | undefined> {
  const of = sql`${developerId}::bigint`
  const here = sql`${network}::text, ${now}::timestamptz, ${isHeld}`
  const {
    rows: [row],
  } = await db.execute<SigningInRow>(
    'name' in who
      ? sql`select * from user_to_sign_in(${of}, ${who.name}::text, ${here})`
      : sql`select * from user_signing_in(${of}, ${who.userGuid}::uuid, '', ${here})`,
  )
  return (
    row && {
      guid: row.guid,
      account: row.account,
      userName: row.user_name,
      passwordHash: row.password_hash,
      isActive: row.is_active,
      isKnownHere: row.is_known_here,
      accountId: row.account_id,
      needsBrowser: row.needs_browser,
      guessName: row.guess_name,
    }
  )
}

/** The user of a developer who has this account; the oldest if it was added by both of its addresses. */
export async function findUserOfAccount(
  db: Db,
  developerId: number,
  accountId: string,
): Promise<Pick<User, 'guid' | 'account' | 'userName'> | undefined> {
  const { guid, account, userName } = endUser
  const [row] = await db
    .select({ guid, account, userName })
    .from(endUser)
    .where(and(eq(endUser.developerId, developerId), eq(endUser.accountId, accountId), isNull(endUser.deletedAt)))
    .orderBy(asc(endUser.createdAt))
    .limit(1)
  return row
}

/** Whether the account is or was a user of the developer. Deleted users count. */
export async function hasBeenUser(db: Db, developerId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ guid: endUser.guid })
    .from(endUser)
    .where(and(eq(endUser.developerId, developerId), eq(endUser.accountId, accountId)))
    .limit(1)
  return rows.length > 0
}

/** The users with these accounts, given as stored; sorted by account. */
export function listByAccounts(
  scope: Scope,
  accounts: readonly string[],
): Promise<Pick<User, 'guid' | 'account' | 'userName'>[]> {
  const { guid, account, userName } = endUser
  return scope.db
    .select({ guid, account, userName })
    .from(endUser)
    .where(and(isAlive(scope), sql`${account} = any (${sql.param(accounts)}::text[])`))
    .orderBy(asc(account))
}

export interface OpenedAccount {
  id: string
  isNew: boolean
  locale: Locale
  activatedAt: Date | null
}

/**
 * Finds or opens the accounts of these addresses and holds them: an activation at the same time waits until the new
 * users exist, so that it activates them too.
 */
export async function openAccounts(
  { db, caller, asking: { now } }: Scope,
  addresses: readonly string[],
  isActivated: boolean,
): Promise<Map<string, OpenedAccount>> {
  if (addresses.length === 0) return new Map()
  const opened = await db.execute<{ account_id: string; is_new: boolean }>(
    sql`select account_id, is_new
      from open_accounts(${sql.param(addresses)}::text[], ${isActivated}, ${caller.locale}, ${now})`,
  )
  const isNew = new Map(opened.rows.map((row) => [row.account_id, row.is_new]))
  const held = await db.execute<{
    id: string
    email: string | null
    mobile: string | null
    locale: Locale
    activated_at: string | null
  }>(sql`
    select id, email, mobile, locale, activated_at from account
    where id = any (${sql.param([...isNew.keys()])}::uuid[]) order by id for share`)
  // An account can have both addresses, and either can be the given one.
  return new Map(
    held.rows.flatMap((row) => {
      const account = {
        id: row.id,
        isNew: isNew.get(row.id) ?? false,
        locale: row.locale,
        activatedAt: row.activated_at === null ? null : new Date(row.activated_at),
      }
      return [row.email, row.mobile].flatMap((address): [string, OpenedAccount][] =>
        address === null ? [] : [[address, account]],
      )
    }),
  )
}

export async function findAccountLocale(scope: Pick<Scope, 'db'>, accountId: string): Promise<Locale | undefined> {
  const { rows } = await scope.db.execute<{ locale: Locale }>(sql`select locale from account where id = ${accountId}`)
  return rows[0]?.locale
}

/** The languages of these accounts. */
export async function listAccountLocales(
  { db }: Pick<Scope, 'db'>,
  accountIds: readonly string[],
): Promise<Map<string, Locale>> {
  const { rows } = await db.execute<{ id: string; locale: Locale }>(
    sql`select id, locale from account where id = any (${sql.param(accountIds)}::uuid[])`,
  )
  return new Map(rows.map(({ id, locale }) => [id, locale]))
}

export type NewUser = Pick<
  User,
  | 'guid'
  | 'accountType'
  | 'account'
  | 'accountId'
  | 'passwordHash'
  | 'userName'
  | 'gender'
  | 'phone'
  | 'address'
  | 'description'
  | 'customerGuid'
  | 'tagGuids'
  | 'activatedAt'
  | 'importGuid'
  | 'importRow'
>

/**
 * Inserts users in one statement, except those whose accounts are users already, and answers the inserted guids. Works
 * in the order of accounts, because two callers could otherwise deadlock.
 */
export async function insertUsers(
  { db, developerId, caller: { accountId }, asking: { now } }: Scope,
  rows: readonly NewUser[],
): Promise<Set<string>> {
  const inserted = await db.execute<{ guid: string }>(sql`
    insert into end_user (developer_id, guid, account_type, account, account_id, password_hash, user_name, gender,
      phone, address, description, customer_guid, tag_guids, activated_at, import_guid, import_row,
      created_by, updated_by, created_at, updated_at)
    select ${developerId}::bigint, guid, "accountType", account, "accountId", "passwordHash", "userName", gender,
      phone, address, description, "customerGuid", "tagGuids", "activatedAt", "importGuid", "importRow",
      ${accountId}::uuid, ${accountId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (guid uuid, "accountType" int, account text,
      "accountId" uuid, "passwordHash" text, "userName" text, gender int, phone text, address text, description text,
      "customerGuid" uuid, "tagGuids" uuid[], "activatedAt" timestamptz, "importGuid" uuid,
      "importRow" int)
    order by account
    on conflict do nothing returning guid`)
  return new Set(inserted.rows.map((row) => row.guid))
}

export async function updateUsers(scope: Scope, guids: readonly string[], changes: Partial<User>): Promise<void> {
  if (guids.length > 0)
    await scope.db
      .update(endUser)
      .set(changes)
      .where(and(isAlive(scope), inArray(endUser.guid, [...guids])))
}

/** What a batch changes in a user. */
export type UserPlace = Pick<User, 'guid' | 'tagGuids' | 'customerGuid' | 'assignedTo'>

/** Gives each of these locked users its own tags, customer and assignment, in one statement. */
export async function placeUsers(
  { db, developerId, caller: { accountId }, asking: { now } }: Scope,
  places: readonly UserPlace[],
): Promise<void> {
  if (places.length === 0) return
  await db.execute(sql`
    update end_user u set tag_guids = p."tagGuids", customer_guid = p."customerGuid", assigned_to = p."assignedTo",
      revision = revision + 1, updated_by = ${accountId}::uuid, updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (guid uuid, "tagGuids" uuid[], "customerGuid" uuid,
      "assignedTo" uuid[])
    where u.developer_id = ${developerId} and u.guid = p.guid and u.deleted_at is null`)
}

/**
 * Restores deleted users, except those whose account was added again, and answers the restored guids. Deleted tags are
 * not restored; deleting a customer has already removed it from its users.
 */
export async function restoreUsers(scope: Scope, guids: readonly string[]): Promise<Set<string>> {
  const { db, developerId, caller, asking } = scope
  async function restore(some: readonly string[]): Promise<string[]> {
    await db.execute(sql`savepoint restoring`)
    try {
      const { rows } = await db.execute<{ guid: string }>(sql`
        update end_user u set deleted_at = null, revision = revision + 1, updated_by = ${caller.accountId},
          updated_at = ${asking.now},
          tag_guids = array(
            select t.guid from tag t where t.developer_id = u.developer_id and t.guid = any (u.tag_guids))
        where developer_id = ${developerId} and guid = any (${sql.param(some)}::uuid[]) and deleted_at is not null
          and not exists (select from end_user other where other.developer_id = u.developer_id
            and other.account = u.account and other.deleted_at is null)
        returning guid`)
      await db.execute(sql`release savepoint restoring`)
      return rows.map((row) => row.guid)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      // A concurrent call, or a user outside the caller's scope, has one of the accounts. Restore one at a time to find
      // it.
      await db.execute(sql`rollback to savepoint restoring`)
      return some.length === 1 ? [] : (await each(some)).flat()
    }
  }
  async function each(some: readonly string[]): Promise<string[][]> {
    const restored: string[][] = []
    for (const guid of some) restored.push(await restore([guid]))
    return restored
  }
  return new Set(guids.length === 0 ? [] : await restore(guids))
}
