// Pure decisions of approval: which flow catches a request, and who can decide on a step. Both are evaluated now, from
// the present members and rights, and never from what was true when a flow was saved.
import type { Privilege, TryOutcome } from '@sealwright/contract'
import type { Member } from '../access/index.ts'
import type { ApprovalAsked } from '../license/index.ts'
import type { FlowContent, FlowStep, Handover } from './approval.kind.ts'

const RIGHT = 'audit.decide' satisfies Privilege

export interface Requester {
  userId: string
  isSuper: boolean
  roleGuids: readonly string[]
}

const hasOne = <T>(some: readonly T[], others: readonly T[]) => some.some((one) => others.includes(one))

function isSubject({ licenseIds, templateGuids }: FlowContent, asked: ApprovalAsked): boolean {
  if (licenseIds.length === 0 && templateGuids.length === 0) return true
  return templateGuids.includes(asked.templateGuid) || hasOne(licenseIds, asked.licenseIds)
}

function isRequester({ requesterIds, requesterRoleGuids }: FlowContent, by: Requester): boolean {
  if (requesterIds.length === 0 && requesterRoleGuids.length === 0) return true
  return requesterIds.includes(by.userId) || hasOne(requesterRoleGuids, by.roleGuids)
}

/** Without thresholds, everything is large enough. With several, one is enough. */
function isLarge({ countAbove, fenAbove, daysAbove, gifts }: FlowContent, asked: ApprovalAsked): boolean {
  if (countAbove === null && fenAbove === null && daysAbove === null && !gifts) return true
  return (
    (countAbove !== null && asked.count > countAbove) ||
    (fenAbove !== null && asked.fen > fenAbove) ||
    (daysAbove !== null && (asked.days === null || asked.days > daysAbove)) ||
    (gifts && asked.isGift)
  )
}

/** Whether a flow catches this, or the first reason why not, in the contract's order. */
export function outcomeOf(
  flow: { isOn: boolean; content: FlowContent },
  asked: ApprovalAsked,
  by: Requester,
): TryOutcome {
  const { isOn, content } = flow
  if (!isOn) return 'off'
  if (!content.families.includes(asked.family)) return 'family'
  if (!content.events.includes(asked.event)) return 'event'
  if (!isSubject(content, asked)) return 'subject'
  if (!isRequester(content, by)) return 'requester'
  if (by.isSuper && !content.includesSuper) return 'super'
  return isLarge(content, asked) ? 'caught' : 'threshold'
}

/** Has the right to decide, and can sign in. Members of integrators never approve. */
export const isApprover = ({ isActive, isOfIntegrator, privileges }: Member) =>
  isActive && !isOfIntegrator && privileges.has(RIGHT)

const isNamed = ({ userIds, roleGuids }: FlowStep, { userId, roleGuids: held }: Member) =>
  userIds.includes(userId) || hasOne(roleGuids, held)

/** The approvers of a step for requests of anybody. */
export const approversOf = (step: FlowStep, members: readonly Member[]) =>
  members.filter((member) => isApprover(member) && isNamed(step, member))

export interface Fault {
  error: 'approve.nobody' | 'approve.onlySuper'
  /** From 0. */
  index: number
}

/** The first step that nobody could ever pass. */
export function faultOf({ steps, includesSuper }: FlowContent, members: readonly Member[]): Fault | undefined {
  for (const [index, step] of steps.entries()) {
    const approvers = approversOf(step, members)
    if (approvers.length === 0) return { error: 'approve.nobody', index }
    if (includesSuper && approvers.every(({ isSuper }) => isSuper)) return { error: 'approve.onlySuper', index }
  }
  return undefined
}

/** Where a request stands within its step. */
export interface At {
  requesterId: string
  handovers: readonly Handover[]
  isEscalated: boolean
  /** Who has approved the step in this round. */
  voters: readonly string[]
}

export interface Turn {
  /** The approvers of the step, with or without a vote. Not the super administrator of an escalated step. */
  approvers: Member[]
  /** Who can decide now. */
  deciders: Member[]
  isPassed: boolean
  /** No approver is left, so the super administrator decides. */
  isOrphaned: boolean
}

/**
 * Who can decide on a step now. The requester never can. A handover replaces one approver by another. The approval of a
 * super administrator who is not an approver of the step stands for those who did not decide in time.
 */
export function turnOf(
  step: FlowStep,
  { requesterId, handovers, isEscalated, voters }: At,
  members: readonly Member[],
) {
  const canDecide = (member: Member) => isApprover(member) && member.userId !== requesterId
  const named = new Set(members.filter((member) => isNamed(step, member)).map(({ userId }) => userId))
  const left = new Set<string>()
  for (const { from, to } of handovers) {
    named.delete(from)
    left.add(from)
    named.add(to)
    left.delete(to)
  }
  const approvers = members.filter((member) => named.has(member.userId) && canDecide(member))
  const pending = approvers.filter(({ userId }) => !voters.includes(userId))
  const hasStoodIn = voters.some(
    (userId) => !named.has(userId) && members.some((member) => member.isSuper && member.userId === userId),
  )
  const isPassed = voters.length > 0 && (step.mode === 'any' || pending.length === 0 || hasStoodIn)
  const isOrphaned = !isPassed && pending.length === 0
  const superior = members.find(
    (member) =>
      member.isSuper &&
      canDecide(member) &&
      !pending.includes(member) &&
      !voters.includes(member.userId) &&
      (isOrphaned || (isEscalated && !left.has(member.userId))),
  )
  return {
    approvers,
    deciders: isPassed ? [] : [...pending, ...(superior ? [superior] : [])],
    isPassed,
    isOrphaned,
  } satisfies Turn
}
