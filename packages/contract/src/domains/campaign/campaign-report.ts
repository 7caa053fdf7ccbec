// Who took part in a campaign, and what it brought: views, registrations, participations and first uses by link and
// day. First uses are activations through the runtime.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { sheetFormat } from '../../kernel/sheet.ts'
import { between, guid, line, oneOrMore, time, toldTime } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { PRICE_UNITS } from '../billing/pricing.ts'
import { LICENSE_STATUSES } from '../license/license-states.ts'
import { PROMOTION_METHODS } from './campaign-pages.ts'
import { CAMPAIGN_ACCOUNT_TYPES } from './campaign.ts'

const limits = LIMITS.campaign
const nullableText = z.nullable(z.string())

const participantFilter = {
  guid,
  /** Part of the account. */
  account: z.optional(line(LIMITS.account.accountMax)),
  linkGuid: z.optional(oneOrMore(guid, LIMITS.page.filterValues)),
  via: z.optional(oneOrMore(z.enum(PROMOTION_METHODS))),
  /** Whether the license has been used. */
  used: z.optional(z.boolean()),
  /** Registered on the page of the campaign. */
  isNew: z.optional(z.boolean()),
  accountType: z.optional(z.literal(CAMPAIGN_ACCOUNT_TYPES)),
  ...between,
}

const participant = z.object({
  guid: z.string(),
  userGuid: z.string(),
  account: z.string(),
  joinTime: time,
  linkGuid: z.string(),
  linkName: z.string(),
  via: z.enum(PROMOTION_METHODS),
  isNew: z.boolean(),
  /** The advertising parameters `code`, `bd_vid` and `keyword` of the page's address. */
  spreadCode: nullableText,
  bdVid: nullableText,
  keyword: nullableText,
  licenseGuid: z.string(),
  serial: z.string(),
  /** Null if the license is outside the caller's row scope. */
  licenseStatus: z.nullable(z.literal(Object.values(LICENSE_STATUSES))),
  expireTime: z.nullable(toldTime),
  firstUseTime: z.nullable(time),
  costFen: z.int(),
})
export type ParticipantRow = z.input<typeof participant>

/** The numbers of a report, in the order of a visitor's way. */
export const CAMPAIGN_FIGURES = ['views', 'registrations', 'participations', 'firstUses'] as const
export type CampaignFigure = (typeof CAMPAIGN_FIGURES)[number]
export type CampaignFigures = Record<CampaignFigure, number>
const figures = {
  views: z.int(),
  registrations: z.int(),
  participations: z.int(),
  firstUses: z.int(),
} satisfies Record<CampaignFigure, unknown>

/** What a visitor brought along: the way to the page, or an advertising parameter. */
export const CAMPAIGN_SOURCES = ['via', 'spreadCode', 'keyword'] as const
export type CampaignSource = (typeof CAMPAIGN_SOURCES)[number]

/** A day in the developer's time zone. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const period = { guid, startDay: z.optional(day), endDay: z.optional(day) }

export const campaignReportCalls = defineCalls('activity', {
  findUsers: defineCall({
    method: 'POST',
    path: '/activity/findUsers.do',
    access: privilege('activity.report'),
    effect: 'read',
    payload: pageQuery(['joinTime'], participantFilter),
    answer: pageOf(participant),
    errors: ['activity.notFound', 'platform.timeIllegal'],
    summary: 'Lists the participants of a campaign, latest first.',
  }),
  exportUsers: defineCall({
    method: 'POST',
    path: '/activity/exportUsers.do',
    access: privilege('activity.report'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...participantFilter, format: sheetFormat }),
    answer: z.object({}),
    errors: ['activity.notFound', 'platform.timeIllegal'],
    summary: 'Exports the filtered participants as a sheet.',
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/activity/withdraw.do',
    access: privilege('accountLicense.delete'),
    effect: 'write',
    sends: 'json',
    payload: z.object({
      guid,
      participantGuids: z.array(guid).check(z.minLength(1), z.maxLength(limits.withdrawnAtOnce)),
      reason: line(LIMITS.license.reasonMax),
    }),
    answer: z.object({ withdrawn: z.int(), skipped: z.int() }),
    errors: ['activity.notFound'],
    summary:
      'Deletes the licenses of participants. The places stay taken. Licenses that are already ended are skipped.',
  }),
  chart: defineCall({
    method: 'POST',
    path: '/activity/chart.do',
    access: privilege('activity.report'),
    effect: 'read',
    payload: z.object(period),
    answer: z.object({
      /** The days of the answer, inclusive. Without a period, from the publication to today or the end. */
      startDay: day,
      endDay: day,
      totals: z.object(figures),
      links: z.array(z.object({ guid: z.string(), name: z.string(), isActive: z.boolean(), ...figures })),
      /** Days with any number, by link. */
      days: z.array(z.object({ day, linkGuid: z.string(), ...figures })),
      /** The most frequent values of each source. Views are known for `via` only. */
      sources: z.array(z.object({ source: z.enum(CAMPAIGN_SOURCES), value: z.string(), ...figures })),
      /** Charged for the participations of the period: money, and what packages or gifts paid. */
      costFen: z.int(),
      units: z.array(z.object({ stock: z.enum(PRICE_UNITS), count: z.int() })),
      /** Null without first uses. */
      costPerUseFen: z.nullable(z.int()),
    }),
    errors: ['activity.notFound', 'platform.timeIllegal'],
    summary: 'Returns the numbers of a campaign by link and day, where visitors came from, and what it cost.',
  }),
  exportChart: defineCall({
    method: 'POST',
    path: '/activity/exportChart.do',
    access: privilege('activity.report'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...period, format: sheetFormat }),
    answer: z.object({}),
    errors: ['activity.notFound', 'platform.timeIllegal'],
    summary: 'Exports the numbers by link and day as a sheet.',
  }),
})
