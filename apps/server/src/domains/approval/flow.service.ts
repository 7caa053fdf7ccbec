// Use cases of approval flows. Only a change of the content makes a version; the order and the switch do not.
import { LICENSE_FAMILIES, LIMITS, licensePrivilege, yuanText } from '@sealwright/contract'
import type { FlowRow, TryOutcome, approveCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { findAccountName, listAccountNames } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { changedNow, createdNow, deletedNow, logOf } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listAllRoles, listMembers } from '../access/index.ts'
import type { Member } from '../access/index.ts'
import { readTerms, tryGrant, tryPrice } from '../billing/index.ts'
import { lockDeveloper } from '../developer/index.ts'
import { listProductNames } from '../product/index.ts'
import { findContent, listTemplateNames } from '../template/index.ts'
import type { FlowContent, FlowStep } from './approval.kind.ts'
import { approversOf, faultOf, isApprover, outcomeOf } from './approval.rules.ts'
import { approvalFlow } from './approval.tables.ts'
import type { Flow } from './approval.tables.ts'
import { momentOf } from './filing.service.ts'
import { countOpen, findFlow, insertVersion, listFlows, setOrder } from './flow.queries.ts'
import type { FlowWithContent } from './flow.queries.ts'

type Payload<Name extends keyof typeof approveCalls> = z.output<(typeof approveCalls)[Name]['payload']>
type GivenFlow = Omit<Payload<'create'>, 'isOn'>

/** Shown for rows that are gone or hidden from the reader. */
const UNKNOWN = '—'

const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** The content that a caller sent. An absent threshold stays as it was. */
function contentOf(given: GivenFlow, before?: FlowContent): FlowContent {
  const kept = (name: 'countAbove' | 'fenAbove' | 'daysAbove') =>
    given[name] === undefined ? (before?.[name] ?? null) : given[name]
  return {
    name: given.name,
    families: unique(given.families),
    events: unique(given.events),
    licenseIds: unique(given.licenseIds),
    templateGuids: unique(given.templateGuids),
    requesterIds: unique(given.requesterIds),
    requesterRoleGuids: unique(given.requesterRoleGuids),
    includesSuper: given.includesSuper,
    countAbove: kept('countAbove'),
    fenAbove: kept('fenAbove'),
    daysAbove: kept('daysAbove'),
    gifts: given.gifts,
    expireDays: given.expireDays,
    steps: given.steps.map(({ userIds, roleGuids, mode, remindHours }) => ({
      userIds: unique(userIds),
      roleGuids: unique(roleGuids),
      mode,
      remindHours: remindHours ?? null,
    })),
  }
}

// Stored as jsonb, which sorts the keys.
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value
const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const namesOf = (of: readonly { name: string }[]) => of.map(({ name }) => name).join(', ')
function stepFact({ say }: Pick<Scope, 'say'>, { users, roles, mode, remindHours }: FlowRow['steps'][number]): string {
  const words = [say(`approve.form.modes.${mode}`)]
  if (remindHours !== null) words.push(say('approve.view.hours', { hours: remindHours }))
  const inBrackets = say('approve.view.inBrackets', { words: words.join(say('approve.words.comma')) })
  return `${namesOf([...users, ...roles])} ${inBrackets}`
}

const log = logOf('approve', (row: FlowRow, scope) => ({
  name: row.name,
  isOn: row.isOn,
  families: row.families.map((family) => scope.say(`license.families.${family}`)).join(', '),
  events: row.events.map((event) => scope.say(`audit.events.${event}`)).join(', '),
  licenseIds: namesOf(row.products) || null,
  templateGuids: namesOf(row.templates) || null,
  requesterIds: namesOf(row.requesters) || null,
  requesterRoleGuids: namesOf(row.requesterRoles) || null,
  includesSuper: row.includesSuper,
  countAbove: row.countAbove,
  fenAbove: row.fenAbove === null ? null : yuanText(row.fenAbove),
  daysAbove: row.daysAbove,
  gifts: row.gifts,
  expireDays: row.expireDays,
  steps: row.steps.map((step, index) => `${index + 1}: ${stepFact(scope, step)}`).join('; '),
}))

/** Adds the names of everything that flows mention. */
async function answered(scope: Scope, flows: readonly FlowWithContent[], known?: readonly Member[]) {
  const members = known ?? (await listMembers(scope, scope.asking.now))
  const contents = flows.map(({ content }) => content)
  const all = <T>(of: (content: FlowContent) => readonly T[]) => unique(contents.flatMap(of))
  const people = all(({ requesterIds, steps }) => [...requesterIds, ...steps.flatMap(({ userIds }) => userIds)])
  const [products, templates, names, roles, waiting] = [
    await listProductNames(
      scope,
      all(({ licenseIds }) => licenseIds),
    ),
    await listTemplateNames(
      scope,
      all(({ templateGuids }) => templateGuids),
    ),
    await listAccountNames(scope, people),
    new Map((await listAllRoles(scope)).map(({ guid, name }) => [guid, name])),
    await countOpen(
      scope,
      flows.map(({ guid }) => guid),
    ),
  ]
  const peopleOf = (ids: readonly string[]) => ids.map((userId) => ({ userId, name: names.get(userId) ?? UNKNOWN }))
  const rolesOf = (guids: readonly string[]) => guids.map((guid) => ({ guid, name: roles.get(guid) ?? UNKNOWN }))
  const stepOf = (step: FlowStep) => ({
    users: peopleOf(step.userIds),
    roles: rolesOf(step.roleGuids),
    mode: step.mode,
    remindHours: step.remindHours,
    approverCount: approversOf(step, members).length,
  })
  return flows.map(({ guid, position, isOn, version, updatedAt, content }) => ({
    ...content,
    guid,
    position,
    isOn,
    version,
    families: [...content.families],
    events: [...content.events],
    products: content.licenseIds.map((licenseId) => ({ licenseId, name: products.get(licenseId) ?? UNKNOWN })),
    templates: content.templateGuids.map((one) => ({ guid: one, name: templates.get(one) ?? UNKNOWN })),
    requesters: peopleOf(content.requesterIds),
    requesterRoles: rolesOf(content.requesterRoleGuids),
    steps: content.steps.map(stepOf),
    waiting: waiting.get(guid) ?? 0,
    updateTime: updatedAt,
  }))
}

type Answered = Awaited<ReturnType<typeof answered>>[number]

const answeredOne = async (scope: Scope, flow: FlowWithContent, members?: readonly Member[]): Promise<Answered> =>
  found((await answered(scope, [flow], members))[0], 'approve.notFound')

/** As the log reads it: times are not among its facts. */
const logged = (row: Answered): FlowRow => ({ ...row, updateTime: row.updateTime.toISOString() })

/** Refuses what does not exist, except what the flow named before. */
async function requireKnown(scope: Scope, content: FlowContent, members: readonly Member[], before?: FlowContent) {
  function requireAll<T>(
    given: readonly T[],
    kept: readonly T[] = [],
    isKnown: (one: T) => boolean,
    refuse: (index: number) => Refusal,
  ) {
    const index = given.findIndex((one) => !kept.includes(one) && !isKnown(one))
    if (index >= 0) throw refuse(index)
  }
  const products = await listProductNames(scope, content.licenseIds)
  requireAll(
    content.licenseIds,
    before?.licenseIds,
    (one) => products.has(one),
    (index) => new Refusal('product.notFound', { field: `licenseIds.${index}` }),
  )
  const templates = await listTemplateNames(scope, content.templateGuids)
  requireAll(
    content.templateGuids,
    before?.templateGuids,
    (one) => templates.has(one),
    (index) => new Refusal('template.notFound', { field: `templateGuids.${index}` }),
  )
  const people = new Set(members.map(({ userId }) => userId))
  const roles = new Set((await listAllRoles(scope)).map(({ guid }) => guid))
  const requirePeople = (given: readonly string[], kept: readonly string[] | undefined, path: string) =>
    requireAll(
      given,
      kept,
      (one) => people.has(one),
      (index) => new Refusal('approve.personNotFound', { field: `${path}.${index}` }),
    )
  const requireRoles = (given: readonly string[], kept: readonly string[] | undefined, path: string) =>
    requireAll(
      given,
      kept,
      (one) => roles.has(one),
      (index) => new Refusal('role.notFound', { field: `${path}.${index}` }),
    )
  requirePeople(content.requesterIds, before?.requesterIds, 'requesterIds')
  requireRoles(content.requesterRoleGuids, before?.requesterRoleGuids, 'requesterRoleGuids')
  for (const [index, step] of content.steps.entries()) {
    requirePeople(
      step.userIds,
      before?.steps.flatMap(({ userIds }) => userIds),
      `steps.${index}.userIds`,
    )
    requireRoles(
      step.roleGuids,
      before?.steps.flatMap(({ roleGuids }) => roleGuids),
      `steps.${index}.roleGuids`,
    )
  }
}

/** Refuses a flow with a step that nobody could ever pass. */
function requirePassable(content: FlowContent, members: readonly Member[]): void {
  const fault = faultOf(content, members)
  if (fault)
    throw new Refusal(fault.error, { params: { step: fault.index + 1 }, field: `steps.${fault.index}.userIds` })
}

async function locked(scope: Scope, guid: string): Promise<FlowWithContent> {
  const flow: Flow = found(await lockRow(scope, approvalFlow, guid), 'approve.notFound')
  return found(await findFlow(scope, flow.guid), 'approve.notFound')
}

const taken = (name: string) => () => nameTaken('approve.nameTaken', name)

export async function find(
  scope: Scope,
  { name, family, event, isOn, sort = 'position', order, ...query }: Payload<'find'>,
) {
  const flows = (await listFlows(scope)).filter(
    (flow) =>
      (name === undefined || flow.name.toLowerCase().includes(name.toLowerCase())) &&
      (family === undefined || flow.content.families.includes(family)) &&
      (event === undefined || flow.content.events.includes(event)) &&
      (isOn === undefined || flow.isOn === isOn),
  )
  const compare = {
    position: (one: Flow, other: Flow) => one.position - other.position,
    name: (one: Flow, other: Flow) => one.name.localeCompare(other.name, 'zh'),
    updateTime: (one: Flow, other: Flow) => one.updatedAt.getTime() - other.updatedAt.getTime(),
  }[sort]
  const isAscending = (order ?? (sort === 'updateTime' ? 'desc' : 'asc')) === 'asc'
  const ordered = isAscending ? flows.toSorted(compare) : flows.toSorted((one, other) => compare(other, one))
  const page = await readPage(query, { records: ordered.length, isCapped: false }, async (slice) => {
    const from = slice.isReversed ? ordered.toReversed() : ordered
    return from.slice(slice.offset, slice.offset + slice.limit)
  })
  return { ...page, rows: await answered(scope, page.rows) }
}

export async function get(scope: Scope, { guid, version }: Payload<'get'>) {
  const flow = found(await findFlow(scope, guid, version), 'approve.notFound')
  return {
    ...(await answeredOne(scope, flow)),
    revision: flow.revision,
    createTime: flow.createdAt,
    createdBy: (await findAccountName(scope, flow.createdBy)) ?? '',
  }
}

export async function create(scope: Scope, { isOn, ...given }: Payload<'create'>) {
  const content = contentOf(given)
  const members = await listMembers(scope, scope.asking.now)
  await requireKnown(scope, content, members)
  requirePassable(content, members)
  await lockDeveloper(scope)
  const flows = await listFlows(scope)
  refuseFull(flows.length, LIMITS.approval.flows, 'approve.limit')
  const flow: Flow = {
    ...createdNow(scope),
    name: content.name,
    position: flows.length + 1,
    isOn,
    isForNew: false,
    version: 1,
  }
  await unlessTaken(insertRow(scope, approvalFlow, flow), taken(content.name))
  await insertVersion(momentOf(scope), { ...flow, content }, scope.caller.accountId)
  await log.added(scope, logged(await answeredOne(scope, { ...flow, content }, members)))
  return { guid: flow.guid }
}

export async function update(scope: Scope, { guid, revision, isOn, ...given }: Payload<'update'>) {
  const before = await locked(scope, guid)
  await refuseStale(scope, before, revision)
  const content = contentOf(given, before.content)
  const members = await listMembers(scope, scope.asking.now)
  await requireKnown(scope, content, members, before.content)
  requirePassable(content, members)
  const version = isSame(content, before.content) ? before.version : before.version + 1
  const after: FlowWithContent = { ...before, name: content.name, isOn, version, content, ...changedNow(scope, before) }
  const { content: _content, ...flow } = after
  await unlessTaken(updateRow(scope, approvalFlow, guid, flow), taken(content.name))
  if (version !== before.version) await insertVersion(momentOf(scope), after, scope.caller.accountId)
  const [was, is] = await answered(scope, [before, after], members)
  if (was && is) await log.changed(scope, logged(was), logged(is))
  return { guid, version }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  await lockDeveloper(scope)
  const before = await locked(scope, guid)
  await updateRow(scope, approvalFlow, guid, deletedNow(scope))
  await setOrder(
    scope,
    (await listFlows(scope)).map((flow) => flow.guid),
  )
  await log.deleted(scope, logged(await answeredOne(scope, before)))
  return {}
}

export async function turn(scope: Scope, { guid, isOn }: Payload<'turn'>) {
  const before = await locked(scope, guid)
  if (before.isOn === isOn) return {}
  if (isOn) requirePassable(before.content, await listMembers(scope, scope.asking.now))
  await updateRow(scope, approvalFlow, guid, { isOn, ...changedNow(scope, before) })
  await log.noted(scope, before, { before: { isOn: before.isOn }, after: { isOn } })
  return {}
}

export async function reorder(scope: Scope, { guids }: Payload<'reorder'>) {
  await lockDeveloper(scope)
  const flows = await listFlows(scope)
  const isWhole = guids.length === flows.length && flows.every(({ guid }) => guids.includes(guid))
  if (!isWhole) throw new Refusal('approve.orderChanged')
  await setOrder(scope, guids)
  for (const flow of flows) {
    const position = guids.indexOf(flow.guid) + 1
    if (position !== flow.position)
      await log.noted(scope, flow, { before: { position: flow.position }, after: { position } })
  }
  return {}
}

export async function tryOut(
  scope: Scope,
  { family, event, templateGuid, requesterId, count, ...given }: Payload<'tryOut'>,
) {
  const { asking, caller } = scope
  const issuable = await findContent(scope, templateGuid)
  if (issuable?.family !== family) throw new Refusal('template.notFound', { field: 'templateGuid' })
  const { content } = issuable
  const members = await listMembers(scope, asking.now)
  const by = members.find(({ userId }) => userId === (requesterId ?? caller.accountId))
  if (!by) throw new Refusal('approve.personNotFound', { field: 'requesterId' })
  const grant = tryGrant(family, content, {
    now: asking.now,
    timeZone: caller.developer.timeZone,
    isTrialDeveloper: caller.developer.status === 'trial',
  })
  const { rates } = await readTerms(scope)
  const price = grant && tryPrice({ rates, grant, count })
  const fen = given.fen ?? price?.totalFen ?? null
  const days = given.days ?? grant?.days ?? null
  const isGift = grant?.source === 'gift'
  const licenseIds = [content, ...content.otherProducts].map(({ licenseId }) => licenseId)
  const asked = { family, event, templateGuid, licenseIds, count, fen: fen ?? 0, days, isGift }
  const flows = (await listFlows(scope)).map((flow) => ({
    guid: flow.guid,
    name: flow.name,
    outcome: outcomeOf(flow, asked, by) satisfies TryOutcome,
  }))
  const first = flows.find(({ outcome }) => outcome === 'caught')
  return { caughtBy: first ? { guid: first.guid, name: first.name } : null, fen, days, isGift, flows }
}

/** The choices of the form: who can approve, with which roles, and who can make requests. */
export async function approvers(scope: Scope) {
  const members = await listMembers(scope, scope.asking.now)
  const asking = LICENSE_FAMILIES.flatMap((family) => [
    licensePrivilege(family, 'issue'),
    licensePrivilege(family, 'update'),
  ])
  const able = members.filter(isApprover)
  return {
    users: able.map(({ userId, name, account, isSuper }) => ({ userId, name, account, isSuper })),
    roles: (await listAllRoles(scope)).map(({ guid, name }) => ({
      guid,
      name,
      approverCount: able.filter(({ roleGuids }) => roleGuids.includes(guid)).length,
    })),
    requesters: members
      .filter(({ isActive, privileges }) => isActive && asking.some((name) => privileges.has(name)))
      .map(({ userId, name, account }) => ({ userId, name, account })),
  }
}
