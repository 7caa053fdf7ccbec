// Campaigns: a developer gives licenses to everybody who takes part through a promotion link, up to a number of places
// and within a period. Routes and calls say "activity"; code and screens say campaign.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { base64Length, noSpecialCharacters } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { PICTURE_TYPES, pictureField } from '../../kernel/picture.ts'
import { DAY_MS } from '../../kernel/time-spans.ts'
import {
  byGuid,
  clearable,
  guid,
  integer,
  line,
  oneOrMore,
  paragraph,
  revision,
  rule,
  time,
} from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { priceAnswer } from '../billing/pricing.ts'
import { ACCOUNT_TYPES } from '../customer.ts'
import { taskAnswer } from '../task.ts'
import { START_TIME_TYPES } from '../template/template-content.ts'
import { CAMPAIGN_ACTS, CAMPAIGN_STATUSES } from './campaign-states.ts'

const limits = LIMITS.campaign
/** The other fields. */
const TEXT_BYTES = 64 * 1024

/** Section 4: user scope. 1 means new users only, any other number means all users. */
export const USER_SCOPES = { newOnly: 1, all: 2 } as const
export const isNewOnly = (userScope: number) => userScope === USER_SCOPES.newOnly

/** The account types that can take part. A shadow account belongs to a developer and cannot register itself. */
export const CAMPAIGN_ACCOUNT_TYPES = [ACCOUNT_TYPES.email, ACCOUNT_TYPES.phone] as const

/** Who gets promotion mails: the users with certain tags, or all users. */
export const PROMOTION_AUDIENCES = ['tagged', 'all'] as const
export type PromotionAudience = (typeof PROMOTION_AUDIENCES)[number]

const picture = pictureField(limits)

/** A link with its guid is an existing one. A link that is left out stops working. */
const links = z
  .array(z.object({ guid: z.optional(guid), name: line(limits.linkNameMax).check(noSpecialCharacters) }))
  .check(
    z.maxLength(limits.links),
    z.superRefine((given, context) => {
      const seen = new Set<string>()
      given.forEach(({ name }, index) => {
        if (seen.has(name.toLowerCase()))
          context.addIssue({ code: 'custom', path: [index, 'name'], params: { rule: 'duplicateLink', name } })
        seen.add(name.toLowerCase())
      })
    }),
  )

const website = line(limits.urlMax).check(rule('websiteFormat', (value: string) => /^https?:\/\/[^\s/]/i.test(value)))
const places = integer(1, limits.placesMax)

/** The license terms of a campaign. At least one of the first three is set. */
export interface CampaignTerms {
  /** Days from the participation. */
  licenseDays: number | null
  /** With both, the license ends at whichever comes first. */
  licenseDeadline: Date | null
  useCount: number | null
  kickOut: boolean | null
}

const termFields = {
  licenseDays: clearable(integer(1, LIMITS.template.durationDays)),
  licenseDeadline: clearable(time),
  useCount: clearable(integer(1, LIMITS.template.useCount)),
  kickOut: clearable(z.boolean()),
}

/** Fields that stay editable after publication. */
const ongoingFields = {
  endTime: time,
  maxParticipants: places,
  introduction: clearable(paragraph(limits.introductionMax)),
  links,
  /** PNG, JPEG or WebP in base64. */
  picture: clearable(picture),
}

export const campaignFields = {
  name: line(limits.nameMax).check(noSpecialCharacters),
  startTime: time,
  ...ongoingFields,
  userScope: z._default(integer(0, limits.userScopeMax), USER_SCOPES.all),
  accountTypes: z._default(z.array(z.literal(CAMPAIGN_ACCOUNT_TYPES)).check(z.minLength(1), z.maxLength(2)), [
    ...CAMPAIGN_ACCOUNT_TYPES,
  ]),
  templateGuid: guid,
  ...termFields,
  /** Where participants get the software. Without it, the developer's website. */
  downloadUrl: clearable(website),
}
export const ongoingCampaignFields = ongoingFields

interface Dates {
  startTime: Date
  endTime: Date
  licenseDays?: number | null | undefined
  licenseDeadline?: Date | null | undefined
  useCount?: number | null | undefined
}

const campaignRules = z.superRefine<Dates>((value, context) => {
  const fail = (path: string, name: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { rule: name } })
  if (value.startTime >= value.endTime) fail('endTime', 'startAfterEnd')
  if (!value.licenseDays && !value.licenseDeadline && !value.useCount) fail('licenseDays', 'campaignTermMissing')
  if (value.licenseDeadline && value.startTime > value.licenseDeadline) fail('startTime', 'startAfterDeadline')
})

/**
 * The changes to the template's terms that a participation at this time makes. Of duration and deadline, whichever ends
 * first counts.
 */
export function campaignChanges({ licenseDays, licenseDeadline, useCount, kickOut }: CampaignTerms, now: Date) {
  const { specific, release } = START_TIME_TYPES
  const isByDays =
    licenseDays !== null &&
    (licenseDeadline === null || now.getTime() + licenseDays * DAY_MS <= licenseDeadline.getTime())
  const times = isByDays
    ? { licStartTimeType: release, licDuration: licenseDays, startTime: null, endTime: null }
    : licenseDeadline && { licStartTimeType: specific, licDuration: null, endTime: licenseDeadline.toISOString() }
  return {
    ...(times && { isForever: false, ...times }),
    ...(useCount !== null && { counter: useCount }),
    ...(kickOut !== null && { kickOut }),
  }
}

const status = z.literal(Object.values(CAMPAIGN_STATUSES))
const nullableTime = z.nullable(time)

const linkAnswer = z.object({
  guid: z.string(),
  name: z.string(),
  /** The address of the public page. */
  url: z.string(),
  /** False after the link was taken out. Its numbers stay. */
  isActive: z.boolean(),
  views: z.int(),
  participations: z.int(),
})
export type CampaignLink = z.input<typeof linkAnswer>

const row = z.object({
  guid: z.string(),
  /** Made by us, such as HD20261117K7M2QX9PAB. */
  number: z.string(),
  name: z.string(),
  status,
  startTime: time,
  endTime: time,
  maxParticipants: z.int(),
  /** Participants so far. */
  taken: z.int(),
  userScope: z.int(),
  accountTypes: z.array(z.int()),
  templateGuid: z.string(),
  templateName: z.string(),
  productName: z.string(),
  licenseDays: z.nullable(z.int()),
  licenseDeadline: nullableTime,
  useCount: z.nullable(z.int()),
  kickOut: z.nullable(z.boolean()),
  links: z.array(linkAnswer),
  hasPicture: z.boolean(),
  /** Why the campaign paused itself, as a sentence. Null if a person paused it. */
  pauseReason: z.nullable(z.string()),
  /** What lets it go on: money or packages, another campaign because its template is gone, or what the reason says. */
  pauseRemedy: z.nullable(z.enum(['funds', 'replace', 'other'])),
  pauseTime: nullableTime,
  createTime: time,
  updateTime: time,
  createdBy: z.string(),
  /** What the caller's privileges and the status allow now. */
  acts: z.array(z.enum(CAMPAIGN_ACTS)),
})
export type CampaignRow = z.input<typeof row>

const campaignAnswer = z.object({
  ...row.shape,
  introduction: z.nullable(z.string()),
  downloadUrl: z.nullable(z.string()),
  /** Its type and content in base64. */
  picture: z.nullable(z.object({ type: z.enum(PICTURE_TYPES), content: z.string() })),
  publishTime: nullableTime,
  /** In whose name licenses are issued: who published the campaign, last started it or added places. */
  publishedBy: z.nullable(z.string()),
  terminateTime: nullableTime,
  firstUses: z.int(),
  revision: z.int(),
})
export type CampaignAnswer = z.input<typeof campaignAnswer>

export const CAMPAIGN_SORTS = ['createTime', 'startTime', 'endTime', 'name'] as const
const query = pageQuery(CAMPAIGN_SORTS, {
  /** Part of the name or number. */
  name: z.optional(line(limits.nameMax)),
  status: z.optional(oneOrMore(status)),
  templateGuid: z.optional(guid),
})

const bodyBytes = base64Length(limits.pictureBytes) + TEXT_BYTES
const SAVE_ERRORS = [
  'template.notFound',
  'activity.unfitTemplate',
  'activity.linkNotFound',
  'license.changeNotAllowed',
  'billing.overdue',
] as const
/** Refusals of an issue. They also stop a publication, because nobody is promised what cannot be given. */
const ISSUE_ERRORS = [
  'license.templateExpired',
  'license.templateWithoutBilling',
  'license.changeNotAllowed',
  'license.quotaUsedUp',
  'license.trialLimit',
  'license.trialTooLong',
  'billing.insufficientBalance',
  'billing.overdue',
  'billing.giftsUsedUp',
  'package.usedUp',
  'developer.serviceFeeUnpaid',
] as const
const acting = { method: 'POST', effect: 'write', payload: byGuid, answer: z.object({}) } as const

export const activityCalls = defineCalls('activity', {
  find: defineCall({
    method: 'POST',
    path: '/activity/find.do',
    access: privilege('activity.view'),
    effect: 'read',
    payload: z.object({
      ...query.shape,
      pageSize: z._default(integer(1, LIMITS.page.maxSize), LIMITS.page.campaignSize),
    }),
    answer: pageOf(row),
    errors: [],
    summary: 'Lists campaigns, newest first. Filters: part of the name or number, status, template.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/activity/get.do',
    access: privilege('activity.view'),
    effect: 'read',
    payload: byGuid,
    answer: campaignAnswer,
    errors: ['activity.notFound'],
    summary: 'Returns a campaign with its links, picture and numbers.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/activity/create.do',
    access: privilege('activity.create'),
    effect: 'write',
    idempotent: true,
    needsServiceFee: true,
    sends: 'json',
    bodyBytes,
    payload: z.object(campaignFields).check(campaignRules),
    answer: z.object({ guid: z.string(), number: z.string() }),
    errors: [...SAVE_ERRORS, 'activity.limit'],
    summary: 'Creates a campaign as a draft.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/activity/update.do',
    access: privilege('activity.update'),
    effect: 'write',
    needsServiceFee: true,
    sends: 'json',
    bodyBytes,
    payload: z.object({ guid, ...campaignFields, revision }).check(campaignRules),
    answer: z.object({}),
    errors: [...SAVE_ERRORS, 'activity.notFound', 'activity.stateForbids', 'platform.stale'],
    summary: 'Changes a draft. For published campaigns see `updateOngoing`.',
  }),
  updateOngoing: defineCall({
    method: 'POST',
    path: '/activity/updateOngoing.do',
    access: privilege('activity.update'),
    effect: 'write',
    needsServiceFee: true,
    sends: 'json',
    bodyBytes,
    payload: z.object({ guid, ...ongoingFields, revision }),
    answer: z.object({}),
    errors: [
      'activity.notFound',
      'activity.stateForbids',
      'activity.notLater',
      'activity.placesTaken',
      'activity.noLink',
      'activity.linkNotFound',
      'activity.caught',
      'template.notFound',
      ...ISSUE_ERRORS,
      'platform.stale',
    ],
    summary:
      'Changes a campaign that is published, running or paused: a later end, the number of participants, ' +
      'introduction, links and picture. Whoever adds participants issues from then on.',
  }),
  quote: defineCall({
    method: 'POST',
    path: '/activity/quote.do',
    access: privilege('activity.create', 'activity.update', 'activity.publish'),
    effect: 'read',
    payload: z.object({ templateGuid: guid, maxParticipants: places, startTime: time, ...termFields }),
    answer: z.object({
      /** For all places. Null if the terms do not fit. */
      price: z.nullable(priceAnswer),
      /** How many places the balance, the package or the gifts pay for now. Null: no limit. */
      payable: z.nullable(z.int()),
      /** What an issue would refuse, as a sentence, and its field. */
      problem: z.nullable(z.object({ message: z.string(), field: z.nullable(z.string()) })),
    }),
    errors: ['template.notFound', 'activity.unfitTemplate'],
    summary: 'Returns the price of all places of a campaign, and how many of them can be paid now.',
  }),
  publish: defineCall({
    ...acting,
    path: '/activity/publish.do',
    access: privilege('activity.publish'),
    needsServiceFee: true,
    errors: [
      'activity.notFound',
      'activity.stateForbids',
      'activity.noLink',
      'activity.over',
      'activity.caught',
      'template.notFound',
      ...ISSUE_ERRORS,
    ],
    summary: 'Publishes a draft. It runs from its start on. Refused if not even one place could be issued.',
  }),
  pause: defineCall({
    ...acting,
    path: '/activity/pause.do',
    access: privilege('activity.publish'),
    errors: ['activity.notFound', 'activity.stateForbids'],
    summary: 'Pauses a running campaign. Nobody can take part until it is started again.',
  }),
  start: defineCall({
    ...acting,
    path: '/activity/start.do',
    access: privilege('activity.publish'),
    needsServiceFee: true,
    errors: ['activity.notFound', 'activity.stateForbids', 'activity.caught', 'template.notFound', ...ISSUE_ERRORS],
    summary: 'Starts a paused campaign again. Refused if the next place could not be issued.',
  }),
  terminate: defineCall({
    ...acting,
    path: '/activity/terminate.do',
    access: privilege('activity.publish'),
    errors: ['activity.notFound', 'activity.stateForbids'],
    summary: 'Ends a campaign before its time, for good. Issued licenses stay.',
  }),
  delete: defineCall({
    ...acting,
    path: '/activity/delete.do',
    access: privilege('activity.delete'),
    errors: ['activity.notFound', 'activity.stateForbids'],
    summary: 'Deletes a draft or a campaign that is over. Its links then say so. Issued licenses stay.',
  }),
  promote: defineCall({
    method: 'POST',
    path: '/activity/promote.do',
    access: privilege('activity.publish'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z
      .object({
        guid,
        linkGuid: guid,
        audience: z._default(z.enum(PROMOTION_AUDIENCES), 'tagged'),
        /** Only for users with a tag. */
        tagGuids: z.optional(oneOrMore(guid, LIMITS.tag.perUser)),
      })
      .check(
        z.superRefine(({ audience, tagGuids }, context) => {
          const isNeeded = audience === 'tagged'
          if (isNeeded !== (tagGuids !== undefined))
            context.addIssue({
              code: 'custom',
              path: ['tagGuids'],
              params: { rule: isNeeded ? 'required' : 'notApplicable' },
            })
        }),
      ),
    answer: taskAnswer,
    errors: ['activity.notFound', 'activity.stateForbids', 'activity.linkNotFound', 'tag.notFound', 'activity.nobody'],
    summary:
      'Drafts a task that sends the link of a published or running campaign by mail to the users with one of these ' +
      'tags, or to all users. A user gets one mail of a campaign. People who unsubscribed, and people without an ' +
      'e-mail address, are skipped.',
  }),
})
