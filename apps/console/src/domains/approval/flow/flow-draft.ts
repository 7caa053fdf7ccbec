// The values of the flow form, in the shape of the payload: numbers as texts, an empty text for none. `fenAbove` is in
// fen once an amount was typed; before that it is the text itself, which the schema refuses.
import { CAUGHT_EVENTS, LICENSE_FAMILIES, LIMITS } from '@sealwright/contract'
import type { AnswerOf, CaughtEvent, LicenseFamily, StepMode, Violation, approveCalls } from '@sealwright/contract'
import type { FlowAnswer } from './flow.entity.tsx'

export interface StepDraft {
  userIds: readonly string[]
  roleGuids: readonly string[]
  mode: StepMode
  remindHours: string
}

export interface FlowDraft {
  name: string
  isOn: boolean
  families: readonly LicenseFamily[]
  events: readonly CaughtEvent[]
  licenseIds: readonly string[]
  templateGuids: readonly string[]
  requesterIds: readonly string[]
  requesterRoleGuids: readonly string[]
  includesSuper: boolean
  countAbove: string
  fenAbove: string
  daysAbove: string
  gifts: boolean
  expireDays: string
  steps: readonly StepDraft[]
}

export type Approvers = AnswerOf<typeof approveCalls.approvers>

export const emptyStep = (): StepDraft => ({ userIds: [], roleGuids: [], mode: 'any', remindHours: '' })

export const emptyDraft = (): FlowDraft => ({
  name: '',
  isOn: true,
  families: LICENSE_FAMILIES,
  events: CAUGHT_EVENTS,
  licenseIds: [],
  templateGuids: [],
  requesterIds: [],
  requesterRoleGuids: [],
  includesSuper: false,
  countAbove: '',
  fenAbove: '',
  daysAbove: '',
  gifts: false,
  expireDays: String(LIMITS.approval.expireDays),
  steps: [emptyStep()],
})

const textOf = (value: number | null) => (value === null ? '' : String(value))
const guids = (some: readonly { guid: string }[]) => some.map(({ guid }) => guid)
const userIds = (some: readonly { userId: string }[]) => some.map(({ userId }) => userId)

export const draftOf = (flow: FlowAnswer): FlowDraft => ({
  name: flow.name,
  isOn: flow.isOn,
  families: flow.families,
  events: flow.events,
  licenseIds: flow.products.map(({ licenseId }) => String(licenseId)),
  templateGuids: guids(flow.templates),
  requesterIds: userIds(flow.requesters),
  requesterRoleGuids: guids(flow.requesterRoles),
  includesSuper: flow.includesSuper,
  countAbove: textOf(flow.countAbove),
  fenAbove: textOf(flow.fenAbove),
  daysAbove: textOf(flow.daysAbove),
  gifts: flow.gifts,
  expireDays: String(flow.expireDays),
  steps: flow.steps.map(({ users, roles, mode, remindHours }) => ({
    userIds: userIds(users),
    roleGuids: guids(roles),
    mode,
    remindHours: textOf(remindHours),
  })),
})

/** The name of a copy. A long name is cut, so that the copy can be saved. */
export function copiedName(name: string, named: (name: string) => string): string {
  const over = named(name).length - LIMITS.approval.nameMax
  return over > 0 ? named(name.slice(0, -over).trimEnd()) : named(name)
}

/** Each step needs an approver. Whether somebody of them can decide is the server's answer. */
export function stepRules({ steps }: Record<string, unknown>): Violation[] {
  const drafts = steps as readonly StepDraft[] // the draft, as it is sent
  return drafts.flatMap((step, index) =>
    step.userIds.length + step.roleGuids.length === 0
      ? [{ path: `steps.${index}.userIds`, rule: 'required', params: {} }]
      : [],
  )
}

/**
 * The only approver of a step, if this person can also be a requester whom the flow catches: a name, or undefined for
 * the only person in a role. Null if there is none. The roles of people are unknown here. Nobody decides on such
 * requests of the super administrator.
 */
export function ownRequester(
  draft: FlowDraft,
  { userIds: users, roleGuids }: StepDraft,
  known: Approvers,
): { name: string | undefined; isSuper: boolean } | null {
  const { requesterIds, requesterRoleGuids, includesSuper } = draft
  const isForAll = requesterIds.length + requesterRoleGuids.length === 0
  const [userId] = users
  const [roleGuid] = roleGuids
  if (users.length === 1 && roleGuids.length === 0 && userId !== undefined) {
    const user = known.users.find((one) => one.userId === userId)
    const canRequest = known.requesters.some((one) => one.userId === userId)
    if (!user || !canRequest || (user.isSuper && !includesSuper)) return null
    return isForAll || requesterIds.includes(userId) ? { name: user.name, isSuper: user.isSuper } : null
  }
  if (roleGuids.length === 1 && users.length === 0 && roleGuid !== undefined) {
    const isAlone = known.roles.some(({ guid, approverCount }) => guid === roleGuid && approverCount === 1)
    return isAlone && (isForAll || requesterRoleGuids.includes(roleGuid)) ? { name: undefined, isSuper: false } : null
  }
  return null
}
