// The blacklist of campaigns: accounts, mail domains, phone prefixes and networks that cannot take part in any campaign
// of the developer. Attempts are kept for the operator; the visitor only sees a friendly refusal.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { isEmail, isMobile, upload } from '../../kernel/fields.ts'
import { isNetwork } from '../../kernel/network.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { sheetFormat } from '../../kernel/sheet.ts'
import { clearable, guid, line, oneOrMore, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'

const limits = LIMITS.campaign.blacklist

/** The most specific first: of several entries, a visitor meets that of the first kind. */
export const BLACKLIST_KINDS = ['account', 'mailDomain', 'phonePrefix', 'network'] as const
export type BlacklistKind = (typeof BLACKLIST_KINDS)[number]

const MAIL_DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const PHONE_PREFIX = /^1\d{1,9}$/

/** As stored and compared: in lower case, a mail domain without its @, an IPv4 address without its IPv6 form. */
export const blacklistValue = (kind: BlacklistKind, text: string) => {
  const value = text.trim().toLowerCase()
  if (kind === 'network') return value.replace(/^::ffff:(?=[\d.]+$)/, '')
  return kind === 'mailDomain' ? value.replace(/^@/, '') : value
}
/** `network` is an IP address, or a range such as 203.0.113.0/24. An IPv6 address stands for its /64. */
export function isBlacklistValue(kind: BlacklistKind, value: string): boolean {
  if (kind === 'account') return isEmail(value) || isMobile(value)
  if (kind === 'mailDomain') return MAIL_DOMAIN.test(value)
  return kind === 'phonePrefix' ? PHONE_PREFIX.test(value) : isNetwork(value)
}

const reason = clearable(line(limits.reasonMax))
export const blacklistFields = {
  kind: z.enum(BLACKLIST_KINDS),
  values: z.array(line(LIMITS.account.accountMax)).check(z.minLength(1), z.maxLength(limits.atOnce)),
  reason,
}

const entry = z.object({
  guid: z.string(),
  kind: z.enum(BLACKLIST_KINDS),
  value: z.string(),
  reason: z.nullable(z.string()),
  createTime: time,
  createdBy: z.string(),
  attempts: z.int(),
  lastAttemptTime: z.nullable(time),
})
export type BlacklistEntry = z.input<typeof entry>

const attempt = z.object({
  guid: z.string(),
  at: time,
  account: z.nullable(z.string()),
  network: z.string(),
  campaignGuid: z.string(),
  campaignName: z.string(),
  linkName: z.string(),
  kind: z.enum(BLACKLIST_KINDS),
  value: z.string(),
})
export type BlacklistAttempt = z.input<typeof attempt>

const access = privilege('activity.blacklist')

export const blacklistCalls = defineCalls('activity', {
  findBlacklist: defineCall({
    method: 'POST',
    path: '/activity/findBlacklist.do',
    access,
    effect: 'read',
    payload: pageQuery(['createTime', 'value'], {
      kind: z.optional(oneOrMore(z.enum(BLACKLIST_KINDS))),
      /** Part of the value or the reason. */
      value: z.optional(line(LIMITS.account.accountMax)),
    }),
    answer: pageOf(entry),
    errors: [],
    summary: 'Lists the blacklist of campaigns, newest first.',
  }),
  addBlacklist: defineCall({
    method: 'POST',
    path: '/activity/addBlacklist.do',
    access,
    effect: 'write',
    sends: 'json',
    payload: z.object(blacklistFields).check(
      z.superRefine(({ kind, values }, context) =>
        values.forEach((value, index) => {
          if (!isBlacklistValue(kind, blacklistValue(kind, value)))
            context.addIssue({ code: 'custom', path: ['values', index], params: { rule: 'blacklistValue', value } })
        }),
      ),
    ),
    answer: z.object({ added: z.int(), known: z.int() }),
    errors: ['activity.blacklistLimit'],
    summary: 'Adds values of one kind. Values that are on the list already stay as they are.',
  }),
  updateBlacklist: defineCall({
    method: 'POST',
    path: '/activity/updateBlacklist.do',
    access,
    effect: 'write',
    payload: z.object({ guid, reason }),
    answer: z.object({}),
    errors: ['activity.entryNotFound'],
    summary: 'Changes the reason of an entry.',
  }),
  deleteBlacklist: defineCall({
    method: 'POST',
    path: '/activity/deleteBlacklist.do',
    access,
    effect: 'write',
    sends: 'json',
    payload: z.object({ guids: z.array(guid).check(z.minLength(1), z.maxLength(limits.atOnce)) }),
    answer: z.object({ count: z.int() }),
    errors: [],
    summary: 'Takes entries off the blacklist. Returns how many there were.',
  }),
  blacklistTemplate: defineCall({
    method: 'POST',
    path: '/activity/blacklistTemplate.do',
    access,
    effect: 'read',
    streams: 'file',
    payload: z.object({ format: sheetFormat }),
    answer: z.object({}),
    errors: [],
    summary: 'Downloads an empty import file with the column names and examples.',
  }),
  importBlacklist: defineCall({
    method: 'POST',
    path: '/activity/importBlacklist.do',
    access,
    effect: 'own',
    sends: 'multipart',
    bodyBytes: limits.fileBytes + 64 * 1024,
    payload: z.object({ file: upload(limits.fileBytes, LIMITS.userImport.endings) }),
    answer: z.object({
      added: z.int(),
      known: z.int(),
      /** Rows that were not added, with their number in the sheet and the reason as a sentence. */
      refused: z.array(z.object({ n: z.int(), value: z.string(), reason: z.string() })),
    }),
    errors: [
      'activity.blacklistLimit',
      'user.fileUnreadable',
      'user.fileTooLarge',
      'user.fileColumns',
      'user.fileEmpty',
    ],
    summary: 'Adds the rows of a spreadsheet or CSV file: kind, value, reason. Good rows are added, bad ones returned.',
  }),
  findAttempts: defineCall({
    method: 'POST',
    path: '/activity/findAttempts.do',
    access,
    effect: 'read',
    payload: pageQuery(['at'], { guid: z.optional(guid), entryGuid: z.optional(guid) }),
    answer: pageOf(attempt),
    errors: [],
    summary: 'Lists refused attempts of blacklisted visitors, latest first. Filters: campaign, entry.',
  }),
})
