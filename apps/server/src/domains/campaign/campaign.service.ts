// Use cases of campaigns that are drafted and edited. The terms are checked against the template when they are saved,
// so that a draft can be published; whether it can be paid is asked at the publication.
import { LIMITS, pictureIn } from '@sealwright/contract'
import type { CampaignTerms, activityCalls } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { datedSerial } from '../../kernel/dated-serial.ts'
import { readPage } from '../../kernel/db/list.ts'
import { changedNow, createdNow, deletedNow, givenIn, logOf } from '../../kernel/entity/change.ts'
import { found, refuseFull, refuseStale } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { wholeView } from '../../kernel/whole-view.ts'
import { assess, booksOf, readStanding, requireStanding } from '../billing/index.ts'
import { lockDeveloper } from '../developer/index.ts'
import type { CampaignIssuing } from '../license/index.ts'
import { findContent, listTemplateNames } from '../template/index.ts'
import type { Issuable } from '../template/index.ts'
import { answerRows, factsOf } from './campaign-answer.service.ts'
import type { AnswerDeps } from './campaign-answer.service.ts'
import * as queries from './campaign.queries.ts'
import { offerOf, requireEvent, termsRefusal } from './campaign.rules.ts'
import { campaign } from './campaign.tables.ts'
import type { Campaign, Link } from './campaign.tables.ts'
import { saveLinks } from './links.service.ts'

type Payload<Name extends keyof typeof activityCalls> = z.output<(typeof activityCalls)[Name]['payload']>
type GivenPicture = Payload<'create'>['picture']

export interface ManagingDeps extends AnswerDeps {
  issuing: CampaignIssuing
}

type Logged = Campaign & { links: readonly Link[]; templateName: string; caller: Scope['caller'] }
const log = logOf('activity', (row: Logged, { say }) =>
  factsOf({ say, caller: row.caller }, row, row.links, row.templateName),
)

/** The columns of a picture. An absent one stays. */
function pictureColumns(picture: GivenPicture): Partial<Pick<Campaign, 'picture' | 'pictureType'>> {
  if (picture === undefined) return {}
  const type = picture === null ? undefined : pictureIn(picture)?.type
  return picture === null || type === undefined
    ? { picture: null, pictureType: null }
    : { picture: Buffer.from(picture, 'base64'), pictureType: type }
}

export async function lockCampaign(scope: Scope, guid: string): Promise<Campaign> {
  return found(await lockRow(scope, campaign, guid), 'activity.notFound')
}

/** When the first participation can happen. */
const firstMoment = ({ asking: { now } }: Pick<Scope, 'asking'>, startsAt: Date) => (startsAt > now ? startsAt : now)
const asOf = (scope: Scope, now: Date): Scope => ({ ...scope, asking: { ...scope.asking, now } })

export function createManaging({ issuing, baseUrl }: ManagingDeps) {
  /** The template of a campaign: one for accounts that the caller sees. */
  async function requireTemplate(scope: Scope, templateGuid: string): Promise<Issuable> {
    const issuable = await findContent(scope, templateGuid)
    if (!issuable) throw new Refusal('template.notFound', { field: 'templateGuid' })
    if (issuable.family !== 'account') throw new Refusal('activity.unfitTemplate', { field: 'templateGuid' })
    return issuable
  }

  async function quoteAt(
    scope: Scope,
    terms: CampaignTerms & Pick<Campaign, 'templateGuid' | 'startsAt' | 'maxParticipants'>,
  ) {
    const at = firstMoment(scope, terms.startsAt)
    const quoted = await issuing.quote(asOf(scope, at), offerOf(terms, at), terms.maxParticipants)
    // Bills that are due by the start need not be overdue now.
    const isLater = quoted.problem?.error === 'billing.overdue' && !(await readStanding(booksOf(scope))).isOverdue
    return isLater ? { ...quoted, problem: null } : quoted
  }

  /** Refuses terms that the template does not allow or that make no valid license. Money is no reason. */
  async function requireTerms(scope: Scope, row: Campaign): Promise<void> {
    if (row.licenseDeadline && row.startsAt > row.licenseDeadline)
      throw new Refusal('platform.badPayload', {
        violations: [{ path: 'startTime', rule: 'startAfterDeadline', params: {} }],
      })
    const { problem } = await quoteAt(scope, row)
    const refusal = problem && termsRefusal(scope, row, problem)
    if (refusal) throw refusal
  }

  const licenseIdsOf = ({ content }: Issuable) => [content, ...content.otherProducts].map(({ licenseId }) => licenseId)

  async function logged(scope: Scope, row: Campaign): Promise<Logged> {
    const names = await listTemplateNames(scope, [row.templateGuid])
    const links = await queries.listLinks(scope, [row.guid])
    return { ...row, links, templateName: names.get(row.templateGuid) ?? '', caller: scope.caller }
  }

  async function find(scope: Scope, { name, status, templateGuid, ...query }: Payload<'find'>) {
    const list = await queries.listCampaigns(scope, { name, status, templateGuid }, query)
    const page = await readPage(query, list.count, list.page)
    return { ...page, rows: await answerRows(scope, { baseUrl }, page.rows) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = found(await findRow(scope, campaign, guid), 'activity.notFound')
    const [answer] = await answerRows(scope, { baseUrl }, [row])
    const picture = row.picture && row.pictureType && { type: row.pictureType, content: row.picture.toString('base64') }
    return { ...found(answer, 'activity.notFound'), picture: picture ?? null }
  }

  async function create(scope: Scope, { links, picture, startTime, endTime, ...given }: Payload<'create'>) {
    await requireStanding(booksOf(scope))
    const issuable = await requireTemplate(scope, given.templateGuid)
    const row: Campaign = {
      ...createdNow(scope),
      number: datedSerial('HD', scope.asking.now),
      name: given.name,
      stage: 'draft',
      startsAt: startTime,
      endsAt: endTime,
      maxParticipants: given.maxParticipants,
      taken: 0,
      userScope: given.userScope,
      accountTypes: [...new Set(given.accountTypes)],
      templateGuid: given.templateGuid,
      licenseIds: licenseIdsOf(issuable),
      licenseDays: given.licenseDays ?? null,
      licenseDeadline: given.licenseDeadline ?? null,
      useCount: given.useCount ?? null,
      kickOut: given.kickOut ?? null,
      introduction: given.introduction || null,
      downloadUrl: given.downloadUrl || null,
      picture: null,
      pictureType: null,
      publishedAt: null,
      publishedBy: null,
      pausedAt: null,
      pauseCause: null,
      terminatedAt: null,
      ...pictureColumns(picture),
    }
    await requireTerms(scope, row)
    await lockDeveloper(scope)
    const count = await wholeView(scope, (whole) => countRows(whole, campaign))
    refuseFull(count, LIMITS.campaign.perDeveloper, 'activity.limit')
    await insertRow(scope, campaign, row)
    await saveLinks(scope, row.guid, [], links)
    await log.added(scope, await logged(scope, row))
    return { guid: row.guid, number: row.number }
  }

  async function update(
    scope: Scope,
    { guid, revision, links, picture, startTime, endTime, accountTypes, ...payload }: Payload<'update'>,
  ) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'edit')
    await refuseStale(scope, before, revision)
    await requireStanding(booksOf(scope))
    const issuable = await requireTemplate(scope, payload.templateGuid)
    const after: Campaign = {
      ...before,
      ...givenIn(payload),
      accountTypes: [...new Set(accountTypes)],
      startsAt: startTime,
      endsAt: endTime,
      licenseIds: licenseIdsOf(issuable),
      ...pictureColumns(picture),
      ...changedNow(scope, before),
    }
    await requireTerms(scope, after)
    await save(scope, before, after, links)
    return {}
  }

  async function save(scope: Scope, before: Campaign, after: Campaign, links: Payload<'update'>['links']) {
    const was = await logged(scope, before)
    await updateRow(scope, campaign, before.guid, after)
    await saveLinks(scope, before.guid, was.links, links)
    await log.changed(scope, was, await logged(scope, after))
  }

  async function updateOngoing(
    scope: Scope,
    { guid, revision, links, picture, endTime, ...payload }: Payload<'updateOngoing'>,
  ) {
    // Visitors take places under the same lock, so the numbers below are those that count.
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'editOngoing')
    await refuseStale(scope, before, revision)
    await requireStanding(booksOf(scope))
    if (endTime < before.endsAt) throw new Refusal('activity.notLater', { field: 'endTime' })
    const { maxParticipants } = payload
    if (maxParticipants < before.taken)
      throw new Refusal('activity.placesTaken', { params: { taken: before.taken }, field: 'maxParticipants' })
    if (links.length === 0) throw new Refusal('activity.noLink', { field: 'links' })
    const { accountId } = scope.caller
    const isMore = maxParticipants > before.maxParticipants
    const after: Campaign = {
      ...before,
      ...givenIn(payload),
      endsAt: endTime,
      ...pictureColumns(picture),
      // Whoever adds places issues from now on. Otherwise they would be a way around the quota of this caller.
      ...(isMore && { publishedBy: accountId }),
      ...changedNow(scope, before),
    }
    if (isMore) {
      await requireNext(scope, after)
      await requireUncaught(scope, after, maxParticipants)
    }
    await save(scope, before, after, links)
    return {}
  }

  /** Refuses if the caller could not issue the next place. */
  async function requireNext(scope: Scope, row: Campaign): Promise<void> {
    try {
      await issuing.requireOne(scope, offerOf(row, scope.asking.now))
    } catch (error) {
      throw error instanceof Refusal ? (termsRefusal(scope, row, error) ?? error) : error
    }
  }

  /** Refuses places that an approval flow would catch: participants cannot wait for approvers. */
  async function requireUncaught(scope: Scope, row: Campaign, count: number, field = 'maxParticipants') {
    const at = firstMoment(scope, row.startsAt)
    const by = await issuing.caughtBy(asOf(scope, at), offerOf(row, at), count)
    if (by) throw new Refusal('activity.caught', { params: { flow: by.name }, field })
  }

  async function quote(
    scope: Scope,
    { templateGuid, maxParticipants, startTime, licenseDays, licenseDeadline, useCount, kickOut }: Payload<'quote'>,
  ) {
    const { content } = await requireTemplate(scope, templateGuid)
    const terms = {
      templateGuid,
      maxParticipants,
      startsAt: startTime,
      licenseDays: licenseDays ?? null,
      licenseDeadline: licenseDeadline ?? null,
      useCount: useCount ?? null,
      kickOut: kickOut ?? null,
    }
    const { price, payable, problem } = await quoteAt(scope, terms)
    const refusal = problem && (termsRefusal(scope, terms, problem) ?? problem)
    // Integrators do not see what their developer pays.
    const isInsider = scope.caller.integratorGuid === null
    return {
      price: price && isInsider ? await assess(scope, price, content.packageName) : null,
      payable: isInsider ? payable : null,
      problem: refusal && { message: sentenceOf(scope, refusal), field: fieldAt(refusal) },
    }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'delete')
    await updateRow(scope, campaign, guid, deletedNow(scope))
    await log.deleted(scope, await logged(scope, before))
    return {}
  }

  return { find, get, create, update, updateOngoing, quote, remove, requireNext, requireUncaught }
}

const fieldAt = ({ field, violations }: Refusal) => field ?? violations[0]?.path ?? null

function sentenceOf({ say }: Pick<Scope, 'say'>, { error, params, violations }: Refusal): string {
  if (violations.length === 0) return errorSentence(say, error, params)
  return violations.map((violation) => violationSentence(say, 'activity', violation)).join(say('license.and'))
}

export type Managing = ReturnType<typeof createManaging>
