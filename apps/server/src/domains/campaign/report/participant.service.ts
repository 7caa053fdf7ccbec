// Use cases of the participants of a campaign: the list, its export, and the withdrawal of licenses.
import { licenseStatusName, wallTime, yuanText } from '@sealwright/contract'
import type { campaignReportCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import type { Count } from '../../../kernel/db/list.ts'
import { found } from '../../../kernel/entity/refuse.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { listStandings } from '../../license/index.ts'
import type { LicenseDomain } from '../../license/index.ts'
import { findCampaign, listLinks, readTotals } from '../campaign.queries.ts'
import type { ListedCampaign } from '../campaign.tables.ts'
import * as queries from './participant.queries.ts'
import type { ListedParticipant, ParticipantFilter } from './participant.queries.ts'

type Payload<Name extends keyof typeof campaignReportCalls> = z.output<(typeof campaignReportCalls)[Name]['payload']>

const PAGE = 1000

const requireCampaign = async (scope: Scope, guid: string) =>
  found(await findCampaign(scope, guid), 'activity.notFound')

/** Participants as answers. A license outside the caller's row scope has no status. */
async function answered(scope: Scope, rows: readonly ListedParticipant[]) {
  const standings = await listStandings(
    scope,
    rows.map(({ licenseGuid }) => licenseGuid),
  )
  return rows.map((row) => ({
    ...row,
    joinTime: row.joinedAt,
    licenseStatus: standings.get(row.licenseGuid)?.status ?? null,
    expireTime: standings.get(row.licenseGuid)?.expireTime ?? null,
    firstUseTime: row.firstUsedAt,
  }))
}
type Told = Awaited<ReturnType<typeof answered>>[number]

/** Of the whole list, of links and of ways, the number is known. */
async function countOf(
  scope: Scope,
  { guid, taken }: ListedCampaign,
  filter: ParticipantFilter,
): Promise<Count | undefined> {
  const { linkGuid, via, startTime, endTime } = filter
  if (queries.isSearched(filter) || startTime || endTime) return undefined
  if (via) return { records: await queries.countOfWays(scope, { guid }, via), isCapped: false }
  if (!linkGuid) return { records: taken, isCapped: false }
  const own = (await listLinks(scope, [guid])).map((link) => link.guid).filter((link) => linkGuid.includes(link))
  const totals = [...(await readTotals(scope, own)).values()]
  return { records: totals.reduce((sum, { participations }) => sum + participations, 0), isCapped: false }
}

export async function findUsers(scope: Scope, { guid, ...query }: Payload<'findUsers'>) {
  requirePeriod(query)
  const campaign = await requireCampaign(scope, guid)
  const count = await countOf(scope, campaign, query)
  const list = await queries.listParticipants(scope, campaign, query, { order: query.order, count })
  const page = await readPage(query, list.count, list.page)
  return { ...page, rows: await answered(scope, page.rows) }
}

const COLUMNS = [
  'account',
  'joinTime',
  'linkName',
  'via',
  'user',
  'spreadCode',
  'keyword',
  'bdVid',
  'serial',
  'licenseStatus',
  'expireTime',
  'firstUseTime',
  'cost',
] as const

async function* rows(
  { say, caller, read, signal }: StreamContext,
  guid: string,
  filter: ParticipantFilter,
): AsyncGenerator<readonly (string | number)[]> {
  const moment = (at: Date | null) => (at === null ? '' : wallTime(at, caller.timeZone).replace('T', ' '))
  const cellsOf = (row: Told) => [
    row.account,
    moment(row.joinTime),
    row.linkName,
    say(`activity.report.methods.${row.via}`),
    say(row.isNew ? 'activity.report.users.isNew' : 'activity.report.users.isOld'),
    row.spreadCode ?? '',
    row.keyword ?? '',
    row.bdVid ?? '',
    row.serial,
    row.licenseStatus === null ? '' : say(`license.statuses.${licenseStatusName(row.licenseStatus)}`),
    moment(row.expireTime),
    moment(row.firstUseTime),
    yuanText(row.costFen),
  ]
  yield COLUMNS.map((column) => say(`activity.report.columns.${column}`))
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await read(async (scope) =>
      answered(
        scope,
        await queries.listNextParticipants(scope, await requireCampaign(scope, guid), filter, after, PAGE),
      ),
    )
    yield* page.map(cellsOf)
    last = page.at(-1)?.guid
    if (page.length < PAGE || signal.aborted) return
  }
}

export async function exportUsers(
  context: StreamContext,
  { format, guid, ...filter }: Payload<'exportUsers'>,
): Promise<FileAnswer> {
  requirePeriod(filter)
  const { name } = await context.read((scope) => requireCampaign(scope, guid))
  return {
    fileName: `${context.say('activity.report.users.fileName')} ${name}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, rows(context, guid, filter)),
  }
}

export const createWithdrawing = ({ withdraw }: { withdraw: LicenseDomain['withdraw'] }) =>
  async function withdrawLicenses(scope: Scope, { guid, participantGuids, reason }: Payload<'withdraw'>) {
    const campaign = await requireCampaign(scope, guid)
    const asked = [...new Set(participantGuids)]
    const withdrawn = await withdraw(scope, await queries.listLicenseGuids(scope, campaign, asked), reason)
    return { withdrawn, skipped: asked.length - withdrawn }
  }
