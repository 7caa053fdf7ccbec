// Judges whether a license may be used now, by the contract's rules in order. Pure: takes facts and the time, and
// returns the first refusal or the results of all rules. Cached calls run only this code, so it allocates nothing
// unless it refuses.
import {
  DAY_MS,
  KEY_TYPES,
  LAN_BORROW,
  LICENSE_FORMS,
  LICENSE_STATUSES,
  LIMITS,
  MINUTE_MS,
  RUNTIME_RULES,
  machineLimits,
} from '@sealwright/contract'
import type { LicenseFamily, MachinePart, RuntimeReason, RuntimeRule, TemplateContent } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import type { PartChange, Use, UseFacts, UseRefused, UsedDeveloper } from './use.kind.ts'

const { locked, replaced, deleting, deleted, approving, rejected } = LICENSE_STATUSES

const refuse = (reason: RuntimeReason, params: PhraseParams = {}): UseRefused => ({ reason, params })
/** A moment in the developer's time zone. */
const told = (moment: Date, { timeZone }: UsedDeveloper) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment)

export const isCloud = ({ licenseForm }: Pick<TemplateContent, 'licenseForm'>) => licenseForm === LICENSE_FORMS.cloud
export const isGroup = ({ licenseKeyType }: Pick<TemplateContent, 'licenseKeyType'>) =>
  licenseKeyType === KEY_TYPES.group

/** The number of seats; null if they are not counted. A cloud license has one. */
export const seatLimit = (content: TemplateContent) =>
  isCloud(content) ? 1 : isGroup(content) ? (content.groupUsers ?? 1) : null

/** Whether a use depends on the binding of its device. Members of a group and users of a cloud license bind none. */
export const usesBinding = (content: TemplateContent, { act, isPublic }: Pick<Use, 'act' | 'isPublic'>) =>
  !isPublic &&
  act !== 'borrow' &&
  !isCloud(content) &&
  (!isGroup(content) || act === 'activate' || act === 'validate' || act === 'deactivate')

/** The grant of one product of a license. */
export function grantUsed(content: TemplateContent, licenseId: number | undefined) {
  return licenseId === undefined
    ? content
    : [content, ...content.otherProducts].find((grant) => grant.licenseId === licenseId)
}

/** Since when the developer has an overdue payment. */
function owedSince({ owedSince: bill, serviceUntil }: UsedDeveloper, now: Date): Date | undefined {
  const isBillDue = bill !== null && bill <= now
  if (serviceUntil === null || serviceUntil > now) return isBillDue ? bill : undefined
  return isBillDue && bill < serviceUntil ? bill : serviceUntil
}

type Rule = (
  facts: UseFacts & { license: NonNullable<UseFacts['license']>; content: TemplateContent },
  use: Use,
  now: Date,
) => UseRefused | undefined

// A use that does not depend on the binding cannot move it to a changed device, so only the unchanged one counts.
const isBound = ({ machine, change, content }: Parameters<Rule>[0], use: Use) =>
  machine?.state === 'bound' && (change === null || usesBinding(content, use))
const isNewMachine = ({ machine }: UseFacts, { act }: Use) => act === 'activate' && machine?.state !== 'bound'

function stateRefusal(state: number): UseRefused | undefined {
  if (state === locked) return refuse('locked')
  if (state === replaced) return refuse('licenseReplaced')
  if (state === deleting || state === deleted) return refuse('licenseDeleted')
  if (state === approving) return refuse('underApproval')
  return state === rejected ? refuse('approvalRejected') : undefined
}

/** Smart licenses can always be bound by a file. */
export const isOfflineAllowed = (family: LicenseFamily, { offlineBind }: Pick<TemplateContent, 'offlineBind'>) =>
  family === 'smart' || offlineBind === true

/** How long a C2D is accepted and a D2C can be imported. */
export const exchangeDays = ({ c2dDays, d2cDays }: Pick<TemplateContent, 'c2dDays' | 'd2cDays'>) => ({
  c2d: c2dDays ?? LIMITS.license.exchangeDays,
  d2c: d2cDays ?? LIMITS.license.exchangeDays,
})

/** The longest time that a seat of a group code can be borrowed. Null: not at all. */
export function borrowDays({ lanBorrow, ...content }: TemplateContent): number | null {
  if (!isGroup(content) || lanBorrow === null || lanBorrow === LAN_BORROW.closed) return null
  return lanBorrow === LAN_BORROW.unlimited ? LIMITS.template.lanBorrowDays : lanBorrow
}

/** What a lent seat refuses by itself, whatever its license says. */
function lendingRefusal({ lending, content, developer }: UseFacts, { act, by, days = 0 }: Use): UseRefused | undefined {
  if (act !== 'borrow' && act !== 'return') return undefined
  if (by === 'lending') {
    if (!lending) return refuse('lendingNotFound')
    const { state, dueAt, isMine, isBorrowed, reason } = lending
    if (state === 'deleted') return refuse('lendingDeleted')
    if (state === 'revoked') return refuse('lendingRevoked', reason === null ? {} : { reason })
    if (state === 'returned') return refuse('lendingReturned')
    if (state === 'expired') return refuse('lendingExpired', { end: told(dueAt, developer) })
    if (state === 'bound' && !isMine) return refuse('lendingBound')
    if (act === 'return') return state === 'created' ? refuse('machineUnbound') : undefined
    if (isBorrowed) return content && borrowDays(content) === null ? refuse('borrowClosed') : undefined
    return content && content.lending !== true ? refuse('lendingOff') : undefined
  }
  const max = content && borrowDays(content)
  if (!content || max === undefined) return undefined
  if (max === null) return refuse('borrowClosed')
  return days > max ? refuse('borrowTooLong', { max }) : undefined
}

const RULES: Record<Exclude<RuntimeRule, 'vendor' | 'lending' | 'license' | 'parts' | 'fee'>, Rule> = {
  // A bound device has already given the password. Public data needs none.
  password: (facts, use) => {
    const { act, by, isPublic, isPasswordRight } = use
    return act !== 'validate' &&
      act !== 'deactivate' &&
      !isPublic &&
      (by === 'code' || by === 'lease') &&
      facts.license.passwordBox !== null &&
      !isBound(facts, use) &&
      isPasswordRight !== true
      ? refuse('codePassword')
      : undefined
  },
  state: ({ license }, { act, isPublic }) =>
    (act === 'deactivate' || isPublic) && license.state === locked ? undefined : stateRefusal(license.state),
  start: ({ content, developer }, { act, isPublic }, now) =>
    act !== 'deactivate' && !isPublic && content.startTime !== null && Date.parse(content.startTime) > now.getTime()
      ? refuse('notStarted', { start: told(new Date(content.startTime), developer) })
      : undefined,
  end: ({ license, developer }, { act, isPublic }, now) =>
    act !== 'deactivate' && !isPublic && license.expiresAt <= now
      ? refuse('licenseExpired', { end: told(license.expiresAt, developer) })
      : undefined,
  product({ license, productEnds, developer }, { licenseId, isPublic }, now) {
    if (licenseId === undefined) return undefined
    if (!license.licenseIds.includes(licenseId)) return refuse('productNotIncluded', { licenseId: String(licenseId) })
    const end = productEnds[licenseId]
    return end !== undefined && !isPublic && Date.parse(end) <= now.getTime()
      ? refuse('productExpired', { licenseId: String(licenseId), end: told(new Date(end), developer) })
      : undefined
  },
  version({ content }, { licenseId, version }) {
    const has = grantUsed(content, licenseId)?.licenseVersion ?? null
    return version !== undefined && has !== null && version > has
      ? refuse('versionTooLow', { version: has, needed: version })
      : undefined
  },
  file({ license, content, machine, developer }, { file }, now) {
    if (!file) return undefined
    const { kind, madeAt, key, counter, refused } = file
    if (refused) return refused
    const { exchangeAheadMinutes } = LIMITS.license
    if (kind === 'bind' && !isOfflineAllowed(license.family, content)) return refuse('offlineNotAllowed')
    if (madeAt.getTime() > now.getTime() + exchangeAheadMinutes * MINUTE_MS)
      return refuse('fileAhead', { made: told(madeAt, developer) })
    const { c2d: days } = exchangeDays(content)
    // A removal is taken in however old it is: the device has lost its license already.
    if (kind !== 'unbind' && madeAt.getTime() + days * DAY_MS < now.getTime())
      return refuse('fileOverdue', { made: told(madeAt, developer), days })
    if (!machine) return undefined
    if (machine.key !== null && machine.key !== key) return kind === 'bind' ? undefined : refuse('fileKeyChanged')
    if (kind === 'unbind') return counter <= machine.removals ? refuse('removalKnown') : undefined
    return counter < machine.removals ? refuse('storeRestored') : undefined
  },
  machine(facts, use) {
    const { content, machine } = facts
    const { act, by, isPublic } = use
    if (isPublic) return undefined
    if (machine?.state === 'recycled') return refuse('machineRecycled')
    if (isCloud(content))
      return act === 'activate' || act === 'validate' || act === 'deactivate' ? refuse('onlineOnly') : undefined
    // A lease is valid only for its bound device and cannot bind another one, because it outlives a replaced code.
    if (by === 'lease' && !isBound(facts, use)) return refuse('machineUnbound')
    if (act === 'activate' || !usesBinding(content, use)) return undefined
    return isBound(facts, use) ? undefined : refuse('machineUnbound')
  },
  uses({ content, license, seats }, { act, amount = act === 'session' ? 1 : 0 }) {
    if (act === 'consume' && content.counter === null) return refuse('notCounted')
    // A session that holds a seat has already consumed a use. Before the seats are read, the rule cannot apply.
    if (
      content.counter === null ||
      (act !== 'session' && act !== 'consume') ||
      (act === 'session' && seats?.mine !== null)
    )
      return undefined
    const left = Math.max(0, content.counter - license.usesTaken)
    return left < amount ? refuse('usesExhausted', { left }) : undefined
  },
  atOnce(facts, use) {
    const { atOnce } = machineLimits(facts.content)
    // Of a code that is no group code, a lent seat is the place of a device.
    const taken = facts.license.bound + (isGroup(facts.content) ? 0 : facts.license.lent)
    return isNewMachine(facts, use) && atOnce !== null && taken >= atOnce
      ? refuse('machineLimit', { bound: taken, limit: atOnce })
      : undefined
  },
  ever(facts, use) {
    const { ever } = machineLimits(facts.content)
    return isNewMachine(facts, use) && !facts.machine && ever !== null && facts.license.everBound >= ever
      ? refuse('machineEverLimit', { ever: facts.license.everBound, limit: ever })
      : undefined
  },
  seats({ content, seats, license, lending }, { act, by }) {
    const limit = seatLimit(content)
    const takesSeat = act === 'session' ? seats?.mine === null : act === 'borrow' && by === 'code' && !lending
    if (!takesSeat || limit === null || !seats || (isCloud(content) && content.kickOut === true)) return undefined
    const taken = seats.taken + license.lent
    return taken >= limit ? refuse('seatLimit', { taken, limit }) : undefined
  },
}

/**
 * With an overdue payment, charging refuses new costs, and paid licenses keep working for the grace period. True if
 * that period is over.
 */
function isGraceOver(developer: UsedDeveloper, now: Date): boolean {
  const since = owedSince(developer, now)
  return since !== undefined && since.getTime() + developer.graceDays * DAY_MS <= now.getTime()
}

/** Why the programs of a developer are refused altogether. */
export function vendorRefusal(developer: UsedDeveloper, now: Date): UseRefused | undefined {
  const { suspension } = developer
  if (suspension && suspension.programsUntil <= now) return refuse('vendorSuspended')
  return isGraceOver(developer, now) ? refuse('vendorAccount') : undefined
}

/** Nothing new is bound or lent for a suspended developer. A device that holds its binding or seat continues. */
function suspendedRefusal(facts: UseFacts, use: Use): UseRefused | undefined {
  if (!facts.developer.suspension) return undefined
  const isNew = isNewMachine(facts, use) || (use.act === 'borrow' && facts.lending?.isMine !== true)
  return isNew ? refuse('vendorSuspended') : undefined
}

function licenseRefusal({ license, person, isFormer }: UseFacts, { by }: Use, now: Date): UseRefused | undefined {
  if (by === 'token' && (person === null || person.until <= now)) return refuse('tokenExpired')
  if (isFormer) return refuse('codeReplaced')
  if (license === null) return refuse(by === 'code' ? 'codeNotFound' : 'licenseNotFound')
  return undefined
}

function ask(rule: RuntimeRule, facts: UseFacts, use: Use, now: Date): UseRefused | undefined {
  // A seat can be returned whatever the state of its license.
  if (use.act === 'return' && rule !== 'lending') return undefined
  if (rule === 'vendor')
    return use.act === 'deactivate' ? undefined : (vendorRefusal(facts.developer, now) ?? suspendedRefusal(facts, use))
  if (rule === 'lending') return lendingRefusal(facts, use)
  if (rule === 'license') return licenseRefusal(facts, use, now)
  const { license, content } = facts
  // Only the charge itself shows whether the fee can be paid. A changed part refuses nothing: it makes another device.
  if (rule === 'fee' || rule === 'parts' || license === null || content === null) return undefined
  return RULES[rule](facts as Parameters<Rule>[0], use, now) // checked above
}

/** Returns the first refusal. Undefined if the license may be used. */
export function judgeUse(facts: UseFacts, use: Use, now: Date): UseRefused | undefined {
  for (const rule of RUNTIME_RULES) {
    const refused = ask(rule, facts, use, now)
    if (refused) return refused
  }
  return undefined
}

/** Whether this use takes a right password of the code. */
export const asksPassword = (facts: UseFacts, use: Use, now: Date): boolean =>
  ask('password', facts, { ...use, isPasswordRight: false }, now) !== undefined

export interface TracedUse {
  rule: RuntimeRule
  outcome: 'pass' | 'fail' | 'unasked'
  reason?: RuntimeReason
  params?: PhraseParams
  /** Why a device with a changed part is another device. */
  change?: {
    machineName: string
    latest: { part: MachinePart; at: string }[]
  } & Pick<PartChange, 'part' | 'perMonth' | 'perYear'> & { denied: NonNullable<PartChange['denied']> }
}

/** The part change that explains a refusal of the device, if it was not tolerated. */
function deniedChange(facts: UseFacts, use: Use, now: Date): TracedUse['change'] {
  const { change, developer } = facts
  if (!change || change.denied === null) return undefined
  if (!(['machine', 'atOnce', 'ever'] as const).some((rule) => ask(rule, facts, use, now))) return undefined
  const { part, denied, perMonth, perYear, machine, latest } = change
  return {
    machineName: machine.name,
    part,
    denied,
    perMonth,
    perYear,
    latest: latest.map((one) => ({ part: one.part, at: told(one.at, developer) })),
  }
}

/**
 * The results of all rules, including those after the first failure. Without a license, the rules about it are unasked.
 * `unpaid` is the refusal of the fee, if it could not be charged.
 */
export function traceUse(facts: UseFacts, use: Use, now: Date, unpaid?: UseRefused): TracedUse[] {
  const hasLicense = facts.license !== null && !facts.isFormer
  const change = deniedChange(facts, use, now)
  return RUNTIME_RULES.map((rule) => {
    if (rule === 'parts' && change) return { rule, outcome: 'fail', change }
    const refused = rule === 'fee' ? unpaid : ask(rule, facts, use, now)
    if (refused) return { rule, outcome: 'fail', ...refused }
    const isAsked =
      use.act === 'return'
        ? rule === 'lending'
        : rule === 'vendor' || rule === 'license' || (hasLicense && rule !== 'fee')
    return { rule, outcome: isAsked ? 'pass' : 'unasked' }
  })
}
