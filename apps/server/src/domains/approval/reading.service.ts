// Reads requests: the queues, the page of a request and its licenses. Turns and acts are evaluated now. An approver
// sees all licenses of a request, whatever their row scope shows elsewhere.
import { licensePrivilege, maskedSerial, requestMachine, shownSerial } from '@sealwright/contract'
import type { AuditItem, RequestAct, auditCalls } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { wholeView } from '../../kernel/whole-view.ts'
import { listMembers } from '../access/index.ts'
import type { RequestEffects } from '../license/index.ts'
import type { Failure } from './approval.kind.ts'
import { approversOf } from './approval.rules.ts'
import type { Request } from './approval.tables.ts'
import { keysOf, stateAt, visibleRequest } from './deciding.service.ts'
import { countWaiting, findRequests, listEarlier, listEvents } from './request.queries.ts'
import { idsOf, lastTurn, place, placeOne } from './turn.service.ts'
import type { Placed } from './turn.service.ts'

type Payload<Name extends keyof typeof auditCalls> = z.output<(typeof auditCalls)[Name]['payload']>

/** Earlier requests of the requester on the page of a request. */
const EARLIER = 5

const canDecide = ({ caller }: Pick<Scope, 'caller'>) => caller.privileges.has('audit.decide')
const canIssue = ({ caller }: Pick<Scope, 'caller'>, { family }: Request) =>
  caller.privileges.has(licensePrivilege(family, 'issue'))
/** A code can be used by whoever knows it, so deciding on it is not enough to see it. */
const seesCodes = ({ caller }: Pick<Scope, 'caller'>, { family, requesterId }: Request) =>
  requesterId === caller.accountId || caller.privileges.has(licensePrivilege(family, 'view'))
const failureWords = (say: Sentences, failure: Failure | null) =>
  failure && errorSentence(say, failure.error, failure.params)

function reasonOf(say: Sentences, { row, content }: Placed, state: Request['state']): string | null {
  if (row.reason !== null) return row.reason
  if (row.failure) return failureWords(say, row.failure)
  if (state === 'withdrawn') return say('audit.withdrawnReason')
  return state === 'expired' ? say('audit.expiredReason', { days: content.expireDays }) : null
}

const isCodeIssue = ({ family, event }: Request) => family === 'sn' && event === 'issue'

/** The acts that the caller's rights, the turn and the state allow now. */
function actsOf(scope: Scope, { row, turn }: Placed): RequestAct[] {
  const { caller, asking } = scope
  const state = stateAt(row, asking.now)
  const isAllowed = (act: RequestAct) => requestMachine.next(state, act) !== undefined
  if (row.requesterId === caller.accountId) {
    const acts: RequestAct[] = [
      ...(row.question ? (['answer'] as const) : []),
      'note',
      'withdraw',
      // An update is requested again on the page of its license.
      ...(row.isSettled && row.count > 0 && row.state !== 'waiting' && row.event === 'issue' && canIssue(scope, row)
        ? (['resubmit'] as const)
        : []),
    ]
    return acts.filter(isAllowed)
  }
  if (!canDecide(scope) || !idsOf(turn.deciders).includes(caller.accountId)) return []
  const acts: RequestAct[] = ['approve', 'reject', 'handOver', 'ask', ...(isCodeIssue(row) ? (['edit'] as const) : [])]
  return acts.filter(isAllowed)
}

function masked({ family }: Request, item: AuditItem): AuditItem {
  const serial = maskedSerial(family, item.serial)
  const [full, short] = [shownSerial(family, item.serial), shownSerial(family, serial)]
  return { ...item, serial, reason: item.reason?.replaceAll(full, short) ?? null }
}

function rowOf(scope: Scope, placed: Placed, names: ReadonlyMap<string, string>) {
  const { row, content, turn } = placed
  const { caller, asking, say } = scope
  const state = stateAt(row, asking.now)
  const deciders = state === 'waiting' ? turn.deciders : []
  return {
    guid: row.guid,
    number: row.number,
    family: row.family,
    event: row.event,
    state,
    requester: { userId: row.requesterId, name: names.get(row.requesterId) ?? row.requesterName },
    isOwn: row.requesterId === caller.accountId,
    requestTime: row.requestedAt,
    templateName: row.templateName,
    productName: row.productName,
    count: row.count,
    subject: seesCodes(scope, row) ? row.subject : maskedSerial(row.family, row.subject),
    fen: caller.integratorGuid === null ? row.fen : null,
    flowName: content.name,
    flowVersion: row.flowVersion,
    step: row.step,
    steps: row.steps,
    waitsFor: deciders.map(({ userId, name }) => ({ userId, name })),
    waitsForMe: canDecide(scope) && idsOf(deciders).includes(caller.accountId),
    hasQuestion: row.question !== null,
    expireTime: row.expiresAt,
    decideTime: row.decidedAt,
    reason: reasonOf(say, placed, state),
    acts: actsOf(scope, placed),
    revision: row.revision,
  }
}

export function createReading({ effects }: { effects: RequestEffects }) {
  async function find(scope: Scope, { startTime, endTime, view, ...given }: Payload<'find'>) {
    requirePeriod({ startTime, endTime })
    const { family, event, state, keyword, requesterId, taskGuid, ...query } = given
    // Without the right, nothing waits for the caller, whatever a flow says.
    if (view === 'mine' && !canDecide(scope)) return { rows: [], records: 0, total: 0 }
    const members = await listMembers(scope, scope.asking.now)
    const { count, page: fetch } = await findRequests(
      scope,
      keysOf(scope, members),
      { view, family, event, state, keyword, requesterId, taskGuid, requestTime: { from: startTime, until: endTime } },
      query,
    )
    const page = await readPage(query, count, fetch)
    const names = await listAccountNames(
      scope,
      page.rows.map(({ requesterId: id }) => id),
    )
    return { ...page, rows: (await place(scope, page.rows, members)).map((placed) => rowOf(scope, placed, names)) }
  }

  async function count(scope: Scope) {
    const counts = await countWaiting(scope, scope.caller.accountId)
    return canDecide(scope) ? counts : { smart: 0, account: 0, sn: 0, questions: counts.questions }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const { members, row } = await visibleRequest(scope, guid)
    const placed = await placeOne(scope, row, members)
    const { content, votes, turn } = placed
    const events = await listEvents(scope, guid)
    const names = await listAccountNames(scope, [
      row.requesterId,
      ...votes.map(({ accountId }) => accountId),
      ...events.flatMap(({ actorId, aboutId }) => [actorId ?? [], aboutId ?? []].flat()),
      ...(row.question ? [row.question.askerId] : []),
    ])
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? ''))
    const isOver = row.state === 'applying' || row.state === 'approved'

    const progress = content.steps.map((step, index) => {
      const n = index + 1
      const isCurrent = n === row.step && !isOver
      const approved = votes
        .filter((vote) => vote.round === row.round && vote.step === n)
        .map(({ accountId, votedAt }) => ({ userId: accountId, name: nameOf(accountId) ?? '', approveTime: votedAt }))
      // A step that has not begun, or that ended without a decision, shows who would decide.
      const pending =
        n < row.step || isOver
          ? []
          : isCurrent
            ? lastTurn(row, content, votes, members).deciders
            : approversOf(step, members).filter(({ userId }) => userId !== row.requesterId)
      return {
        n,
        mode: step.mode,
        state: isCurrent ? ('current' as const) : n < row.step || isOver ? ('done' as const) : ('ahead' as const),
        remindHours: step.remindHours,
        isEscalated: isCurrent && (row.isEscalated || turn.isOrphaned),
        approvers: [...approved, ...pending.map(({ userId, name }) => ({ userId, name, approveTime: null }))],
      }
    })

    const earlier = await listEarlier(scope, row, EARLIER)
    return {
      ...rowOf(scope, placed, names),
      ...(await wholeView(scope, (whole) => effects.describe(whole, guid, !isOver))),
      holdings: await holdingsOf(scope, row),
      flowGuid: row.flowGuid,
      applied: row.applied,
      taskGuid: row.settleTaskGuid,
      progress,
      earlier: earlier.map((one) => ({
        guid: one.guid,
        number: one.number,
        family: one.family,
        state: stateAt(one, scope.asking.now),
        templateName: one.templateName,
        count: one.count,
        requestTime: one.requestedAt,
      })),
      question: row.question && {
        asker: nameOf(row.question.askerId) ?? '',
        text: row.question.text,
        at: new Date(row.question.at),
      },
      events: events.map((event) => ({
        guid: event.guid,
        kind: event.kind,
        at: event.at,
        actor: nameOf(event.actorId),
        step: event.step,
        text: event.text ?? failureWords(scope.say, event.failure),
        about: nameOf(event.aboutId),
        changes: event.changes,
      })),
    }
  }

  /** Approvers see all that the customer has; the requester sees what the own row scope shows. */
  const holdingsOf = (scope: Scope, { guid, requesterId }: Request) =>
    requesterId === scope.caller.accountId
      ? effects.holdings(scope, guid)
      : wholeView(scope, (whole) => effects.holdings(whole, guid))

  async function findItems(scope: Scope, { guid, currentPage, pageSize }: Payload<'findItems'>) {
    const { row } = await visibleRequest(scope, guid)
    const slice = { offset: (currentPage - 1) * pageSize, limit: pageSize }
    const { rows, records } = await wholeView(scope, (whole) => effects.listItems(whole, guid, slice))
    return {
      rows: seesCodes(scope, row) ? rows : rows.map((item) => masked(row, item)),
      records,
      total: Math.ceil(records / pageSize),
    }
  }

  async function form(scope: Scope, { guid }: Payload<'form'>) {
    const { row } = await visibleRequest(scope, guid)
    type Form = z.output<typeof auditCalls.form.answer>
    const read = async (within: Scope) => (await effects.form(within, guid)) as Form // the license domain answers this
    return row.requesterId === scope.caller.accountId ? read(scope) : wholeView(scope, read)
  }

  /** For the requester, who may resubmit, and for approvers, who may edit codes. */
  async function previewEdit(scope: Scope, { guid, changes }: Payload<'previewEdit'>) {
    const { row } = await visibleRequest(scope, guid)
    const preview = (within: Scope) => effects.previewEdit(within, guid, changes)
    if (row.requesterId === scope.caller.accountId) return preview(scope)
    if (!isCodeIssue(row)) throw new Refusal('audit.onlyCodes')
    return wholeView(scope, preview)
  }

  return { find, count, get, findItems, form, previewEdit }
}
