// The SQL of approval requests, votes and history. Who can see a request is decided here, once for lists (labels) and
// once for a single row, from the same facts.
import type { AuditView, CaughtEvent, LicenseFamily, RequestEventKind, RequestState } from '@sealwright/contract'
import { LICENSE_FAMILIES } from '@sealwright/contract'
import { and, asc, desc, eq, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Ordering } from '../../kernel/db/list.ts'
import { countLabeled, inRange, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import type { Label, TimeRange } from '../../kernel/db/search.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import type { Moment, NewEvent } from './approval.kind.ts'
import { approvalEvent, approvalRequest, approvalVote } from './approval.tables.ts'
import type { Request, Vote } from './approval.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

const isOne = ({ developerId }: Within, guid: string) =>
  and(eq(approvalRequest.developerId, developerId), eq(approvalRequest.guid, guid))

/** Sees every request of the developer. */
export const seesAll = ({ isSuper, privileges, limited, integratorGuid }: Caller) =>
  isSuper || (privileges.has('audit.view') && limited.size === 0 && integratorGuid === null)

/** The account and its roles: a request is visible to its requester and to the people and roles of its steps. */
export type SeeingKeys = readonly string[]

/** Without these rights, being named in a flow opens no request: somebody may have been an approver once. */
const canTakePart = ({ privileges }: Caller) => privileges.has('audit.decide') || privileges.has('audit.view')

export const isVisible = (caller: Caller, keys: SeeingKeys, { requesterId, party }: Request) =>
  seesAll(caller) || requesterId === caller.accountId || (canTakePart(caller) && party.some((id) => keys.includes(id)))

function seeing(caller: Caller, keys: SeeingKeys): Label[] {
  if (seesAll(caller)) return []
  return canTakePart(caller) ? [keys.map((id) => `see=${id}`)] : [`requester=${caller.accountId}`]
}

const VIEW_LABELS: Record<AuditView, (accountId: string) => Label[]> = {
  mine: (accountId) => ['state=waiting', `turn=${accountId}`],
  decided: (accountId) => [`by=${accountId}`],
  requested: (accountId) => [`requester=${accountId}`],
  all: () => [],
}

export interface RequestFilter {
  view: AuditView
  family?: LicenseFamily | undefined
  event?: CaughtEvent | undefined
  state?: readonly RequestState[] | undefined
  keyword?: string | undefined
  requesterId?: string | undefined
  taskGuid?: string | undefined
  requestTime: TimeRange
}

/** A list for readPage, in a total order (ties by guid). */
export async function findRequests(
  scope: Scope,
  keys: SeeingKeys,
  { view, family, event, state, keyword, requesterId, taskGuid, requestTime }: RequestFilter,
  { sort = 'requestTime', order = sort === 'requestTime' ? 'desc' : 'asc' }: Ordering<'requestTime' | 'expireTime'>,
) {
  const { caller, developerId } = scope
  const labels: Label[] = [
    ...VIEW_LABELS[view](caller.accountId),
    ...seeing(caller, keys),
    ...(family ? [`family=${family}`] : []),
    ...(event ? [`event=${event}`] : []),
    ...(state ? [state.map((one) => `state=${one}`)] : []),
    ...(requesterId ? [`requester=${requesterId}`] : []),
    ...(taskGuid ? [`task=${taskGuid}`] : []),
  ]
  const { requestedAt, expiresAt } = approvalRequest
  const ids =
    labels.length > 0 || keyword !== undefined
      ? await searchIds(scope, {
          table: approvalRequest,
          needle: keyword,
          labels,
          ranges: { requestTime },
          sort,
          order,
        })
      : await walkIds(scope, {
          table: approvalRequest,
          where: and(eq(approvalRequest.developerId, developerId), inRange(requestedAt, requestTime)),
          column: sort === 'requestTime' ? requestedAt : expiresAt,
          order,
        })
  return listOf(ids, (guids) => listRequests(scope, guids))
}

/** The requests that wait for this person, by family, and the person's requests with an open question. */
export async function countWaiting(
  scope: Scope,
  accountId: string,
): Promise<Record<LicenseFamily | 'questions', number>> {
  const counts = { smart: 0, account: 0, sn: 0, questions: 0 }
  for (const family of LICENSE_FAMILIES)
    counts[family] = await countLabeled(scope, approvalRequest, [...VIEW_LABELS.mine(accountId), `family=${family}`])
  counts.questions = await countLabeled(scope, approvalRequest, [
    'state=waiting',
    ...VIEW_LABELS.requested(accountId),
    'question',
  ])
  return counts
}

export async function findRequest(scope: Within, guid: string): Promise<Request | undefined> {
  const [row] = await scope.db.select().from(approvalRequest).where(isOne(scope, guid))
  return row
}

/** The same, locked until the transaction ends. Rows of other tables can still refer to it. */
export async function lockRequest(scope: Within, guid: string): Promise<Request | undefined> {
  const [row] = await scope.db.select().from(approvalRequest).where(isOne(scope, guid)).for('no key update')
  return row
}

/** The same, or undefined if somebody else holds the lock. */
export async function tryLockRequest(scope: Within, guid: string): Promise<Request | undefined> {
  const [row] = await scope.db
    .select()
    .from(approvalRequest)
    .where(isOne(scope, guid))
    .for('no key update', { skipLocked: true })
  return row
}

/** Locks these requests and those that a batch gathers, in guid order. */
export async function lockRequests(
  { db, developerId }: Within,
  { requestGuids = [], taskGuid }: { requestGuids?: readonly string[]; taskGuid?: string },
): Promise<Request[]> {
  const { guid, state } = approvalRequest
  if (requestGuids.length === 0 && taskGuid === undefined) return []
  return db
    .select()
    .from(approvalRequest)
    .where(
      and(
        eq(approvalRequest.developerId, developerId),
        or(
          requestGuids.length > 0 ? inArray(guid, [...requestGuids]) : undefined,
          taskGuid === undefined ? undefined : and(eq(approvalRequest.taskGuid, taskGuid), eq(state, 'gathering')),
        ),
      ),
    )
    .orderBy(guid)
    .for('no key update')
}

/** Several requests, in no order. */
export function listRequests({ db, developerId }: Within, guids: readonly string[]): Promise<Request[]> {
  return db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.developerId, developerId), inArray(approvalRequest.guid, [...guids])))
}

/** The requester's last requests before this one, the newest first. */
export function listEarlier({ db, developerId }: Within, row: Request, limit: number): Promise<Request[]> {
  const { requestedAt, guid, requesterId } = approvalRequest
  return db
    .select()
    .from(approvalRequest)
    .where(
      and(
        eq(approvalRequest.developerId, developerId),
        eq(requesterId, row.requesterId),
        or(lt(requestedAt, row.requestedAt), and(eq(requestedAt, row.requestedAt), lt(guid, row.guid))),
      ),
    )
    .orderBy(desc(requestedAt), desc(guid))
    .limit(limit)
}

export async function insertRequest(
  { db }: Within,
  row: typeof approvalRequest.$inferInsert,
): Promise<Request | undefined> {
  const [made] = await db.insert(approvalRequest).values(row).returning()
  return made
}

export async function updateRequest(
  scope: Moment,
  row: Request,
  changes: Partial<Omit<Request, 'developerId' | 'guid'>>,
): Promise<Request> {
  const after = { ...changes, updatedAt: scope.now }
  await scope.db.update(approvalRequest).set(after).where(isOne(scope, row.guid))
  return { ...row, ...after }
}

/** The votes of these requests, of all rounds, the oldest first. */
export async function listVotes({ db, developerId }: Within, guids: readonly string[]): Promise<Vote[]> {
  if (guids.length === 0) return []
  const { requestGuid, votedAt, accountId } = approvalVote
  // One parameter, however many requests wait.
  const isOf = sql`${requestGuid} = any (${sql.param([...guids])}::uuid[])`
  return db
    .select()
    .from(approvalVote)
    .where(and(eq(approvalVote.developerId, developerId), isOf))
    .orderBy(asc(votedAt), asc(accountId))
}

/** False if the person has already voted on this step. */
export async function insertVote({ db, now }: Moment, row: Request, accountId: string): Promise<boolean> {
  const { developerId, guid: requestGuid, round, step } = row
  const made = await db
    .insert(approvalVote)
    .values({ developerId, requestGuid, round, step, accountId, votedAt: now })
    .onConflictDoNothing()
    .returning({ accountId: approvalVote.accountId })
  return made.length > 0
}

/** Adds entries to the history of a request, in this order. */
export async function insertEvents(
  { db, developerId, now }: Moment,
  ids: Ids,
  requestGuid: string,
  ...events: readonly NewEvent[]
): Promise<void> {
  // One statement each: the guids sort by time, and entries of one moment keep their order.
  for (const event of events)
    await db.insert(approvalEvent).values({ developerId, guid: ids.guid(), requestGuid, at: now, ...event })
}

export function listEvents({ db, developerId }: Within, requestGuid: string) {
  return db
    .select()
    .from(approvalEvent)
    .where(and(eq(approvalEvent.developerId, developerId), eq(approvalEvent.requestGuid, requestGuid)))
    .orderBy(asc(approvalEvent.at), asc(approvalEvent.guid))
}

/** The entries of people that are no decisions. They have a limit. */
const LIMITED = [
  'note',
  'ask',
  'answer',
  'handOver',
  'edit',
  'resubmit',
  'withdraw',
] as const satisfies readonly RequestEventKind[]

export function countEntries({ db, developerId }: Within, requestGuid: string): Promise<number> {
  return db.$count(
    approvalEvent,
    and(
      eq(approvalEvent.developerId, developerId),
      eq(approvalEvent.requestGuid, requestGuid),
      inArray(approvalEvent.kind, [...LIMITED]),
      isNotNull(approvalEvent.actorId),
    ),
  )
}

/** All requests of the developer that wait, in no order. */
export function listWaiting({ db, developerId }: Within): Promise<Request[]> {
  return db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.developerId, developerId), eq(approvalRequest.state, sql`'waiting'`)))
}

/** The request that a task settles, locked. */
export async function lockSettledBy({ db, developerId }: Within, taskGuid: string): Promise<Request | undefined> {
  const [row] = await db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.developerId, developerId), eq(approvalRequest.settleTaskGuid, taskGuid)))
    .for('no key update')
  return row
}

/** The tasks of requests whose decision has not taken effect, and which have not changed since then. */
export async function listStuck({ db, developerId }: Within, since: Date): Promise<string[]> {
  const { settleTaskGuid, isSettled, updatedAt } = approvalRequest
  const rows = await db
    .select({ guid: settleTaskGuid })
    .from(approvalRequest)
    .where(
      and(
        eq(approvalRequest.developerId, developerId),
        isNotNull(settleTaskGuid),
        eq(isSettled, false),
        lte(updatedAt, since),
      ),
    )
  return rows.flatMap(({ guid }) => guid ?? [])
}

/** The developers with requests that wait or take effect, and their super administrators. */
export async function listTenants(owner: pg.Pool): Promise<{ developerId: number; superId: string }[]> {
  const { rows } = await owner.query<{ developerId: number; superId: string }>(
    `select m.developer_id as "developerId", m.account_id as "superId" from membership m
     where m.is_super and exists (select from approval_request r
         where r.developer_id = m.developer_id and r.state = 'waiting'
       union all select from approval_request r
         where r.developer_id = m.developer_id and r.settle_task_guid is not null and not r.is_settled)
     order by m.developer_id`,
  )
  return rows
}
