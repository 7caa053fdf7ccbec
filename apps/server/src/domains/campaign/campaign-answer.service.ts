// Campaigns as answers and as facts of the operation log: names of rows they mention, numbers from counters, and what
// the caller can do.
import { createHash } from 'node:crypto'
import { ACCOUNT_TYPES, FUNDS_ERRORS, isNewOnly, wallTime } from '@sealwright/contract'
import type { CampaignRow, ErrorName } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { listAccountNames } from '../../kernel/account-names.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { answerOf } from '../../kernel/entity/change.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listProductNames } from '../product/index.ts'
import { listTemplateNames } from '../template/index.ts'
import * as queries from './campaign.queries.ts'
import { actsOf, linkUrl, statusOf, statusWord } from './campaign.rules.ts'
import type { Campaign, Link, ListedCampaign } from './campaign.tables.ts'
import { activeOf, linkNames } from './links.service.ts'

const NO_TOTALS: queries.LinkTotals = { views: 0, participations: 0, firstUses: 0 }

const MONEY: ReadonlySet<ErrorName> = new Set<ErrorName>([
  ...FUNDS_ERRORS,
  'billing.overdue',
  'developer.serviceFeeUnpaid',
])

function remedyOf(cause: ErrorName): CampaignRow['pauseRemedy'] {
  if (MONEY.has(cause)) return 'funds'
  return cause === 'template.notFound' ? 'replace' : 'other'
}

export interface AnswerDeps {
  /** The address of the console. */
  baseUrl: () => string
}

/** The rows of the list, in the given order. */
export async function answerRows(scope: Scope, { baseUrl }: AnswerDeps, rows: readonly ListedCampaign[]) {
  if (rows.length === 0) return []
  const links = await queries.listLinks(
    scope,
    rows.map(({ guid }) => guid),
  )
  const totals = await queries.readTotals(
    scope,
    links.map(({ guid }) => guid),
  )
  const templates = await listTemplateNames(
    scope,
    rows.map(({ templateGuid }) => templateGuid),
  )
  const products = await listProductNames(scope, [...new Set(rows.flatMap(({ licenseIds }) => licenseIds))])
  const names = await listAccountNames(
    scope,
    rows.flatMap(({ createdBy, publishedBy }) => (publishedBy === null ? [createdBy] : [createdBy, publishedBy])),
  )
  const url = baseUrl()
  return rows.map((row) => {
    const status = statusOf(row, scope.asking.now)
    const own = links.filter(({ campaignGuid }) => campaignGuid === row.guid)
    const numbersOf = ({ guid }: Link) => totals.get(guid) ?? NO_TOTALS
    return {
      ...answerOf(row),
      status,
      startTime: row.startsAt,
      endTime: row.endsAt,
      templateName: templates.get(row.templateGuid) ?? '',
      productName: row.licenseIds.flatMap((id) => products.get(id) ?? []).join(', '),
      links: own.map((link) => ({
        guid: link.guid,
        name: link.name,
        url: linkUrl(url, link.token),
        isActive: link.removedAt === null,
        views: numbersOf(link).views,
        participations: numbersOf(link).participations,
      })),
      firstUses: own.reduce((sum, link) => sum + numbersOf(link).firstUses, 0),
      hasPicture: row.pictureType !== null,
      pauseRemedy: row.pauseCause && remedyOf(row.pauseCause.error),
      pauseReason: row.pauseCause && errorSentence(scope.say, row.pauseCause.error, row.pauseCause.params),
      createdBy: names.get(row.createdBy) ?? '',
      publishedBy: row.publishedBy === null ? null : (names.get(row.publishedBy) ?? ''),
      publishTime: row.publishedAt,
      pauseTime: row.pausedAt,
      terminateTime: row.terminatedAt,
      acts: actsOf(scope, status),
    }
  })
}

/** The facts of the operation log, except the status. */
export function factsOf(
  { say, caller }: Pick<Scope, 'say' | 'caller'>,
  row: Omit<Campaign, 'picture'> & { picture?: Buffer | null },
  links: readonly Link[],
  templateName: string,
): LoggedFacts {
  const timed = (time: Date | null) => time && wallTime(time, caller.developer.timeZone).replace('T', ' ')
  return {
    name: row.name,
    startTime: timed(row.startsAt),
    endTime: timed(row.endsAt),
    maxParticipants: row.maxParticipants,
    userScope: say(isNewOnly(row.userScope) ? 'activity.words.newOnly' : 'activity.words.everyone'),
    accountTypes: row.accountTypes
      .map((type) => say(type === ACCOUNT_TYPES.phone ? 'activity.words.phone' : 'activity.words.email'))
      .join(', '),
    templateGuid: templateName,
    licenseDays: row.licenseDays,
    licenseDeadline: timed(row.licenseDeadline),
    useCount: row.useCount,
    kickOut: row.kickOut,
    introduction: row.introduction,
    downloadUrl: row.downloadUrl,
    // A short digest shows that one picture replaced another.
    picture: row.picture
      ? `${row.pictureType} ${createHash('sha256').update(row.picture).digest('hex').slice(0, 8)}`
      : null,
    links: linkNames(activeOf(links)),
  }
}

export const statusFact = (scope: Pick<Scope, 'say' | 'asking'>, row: Omit<Campaign, 'picture'>): LoggedFacts => ({
  status: statusWord(scope, statusOf(row, scope.asking.now)),
})
