// The participants of a campaign: who took part when and how, with the license of each. Licenses can be withdrawn, and
// the selection can get follow-up licenses.
import { LIMITS, campaignReportCalls } from '@sealwright/contract'
import type { ParticipantRow } from '@sealwright/contract'
import { Eye, FilePlus2, Trash2, UserRound, UsersRound } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { countRows } from '../../../blocks/list/count-rows.ts'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { goToHref } from '../../../lib/place/go.ts'
import { pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan, useOpens } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES, issueToUsersHref } from '../../license/index.ts'
import { CampaignWays, LinkCopies, useCampaign } from './campaign-of.tsx'
import {
  licenseHref,
  participantCard,
  participantColumns,
  participantFilters,
  userHref,
} from './participant.columns.tsx'
import { askWithdraw, isWithdrawable } from './withdraw.tsx'

const PATH = '/activity/user'
const LIST = { list: 'campaignUser', call: campaignReportCalls.findUsers }
export const first = firstPage(LIST)

const keyOf = (row: ParticipantRow) => row.guid
const nameOf = (row: ParticipantRow) => row.account

/** Exports all participants that match the filters. */
function ParticipantExport() {
  const t = usePhrases()
  const { guid, account, linkGuid, via, used, isNew, accountType, startTime, endTime } = useSearchOf(PATH)
  const filters = { guid, account, linkGuid, via, used, isNew, accountType, startTime, endTime }
  return (
    <ExportMenu
      path={campaignReportCalls.exportUsers.path}
      payload={filters}
      count={() => countRows(campaignReportCalls.findUsers, filters)}
      fileName={t('activity.report.users.fileName')}
    />
  )
}

function useActions(guid: string): (row: ParticipantRow) => RowAction[] {
  const t = usePhrases()
  const opens = useOpens()
  const canWithdraw = useCan(campaignReportCalls.withdraw)
  return useCallback(
    (row) => [
      ...(row.licenseStatus !== null && opens(licenseHref(row))
        ? [{ key: 'license', label: t('activity.report.users.openLicense'), icon: Eye, href: licenseHref(row) }]
        : []),
      ...(opens(userHref(row))
        ? [{ key: 'user', label: t('activity.report.users.openUser'), icon: UserRound, href: userHref(row) }]
        : []),
      ...(canWithdraw && isWithdrawable(row)
        ? [
            {
              key: 'withdraw',
              label: t('activity.report.withdraw.verb'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => askWithdraw(guid, [row]),
            },
          ]
        : []),
    ],
    [t, opens, canWithdraw, guid],
  )
}

function useBatch(guid: string) {
  const t = usePhrases()
  const canWithdraw = useCan(campaignReportCalls.withdraw)
  const canIssue = hasAccess(useSession(), FAMILIES.account.access.issue)
  return useMemo(
    () => [
      ...(canIssue
        ? [
            {
              key: 'followUp',
              label: t('activity.report.followUp.verb'),
              icon: FilePlus2,
              max: LIMITS.license.usersPerAddition,
              run: (rows: readonly ParticipantRow[]) =>
                goToHref(
                  issueToUsersHref(
                    rows.map(({ userGuid, account }) => ({ guid: userGuid, name: account })),
                    pathTo(PATH, { guid }),
                  ),
                ),
            },
          ]
        : []),
      ...(canWithdraw
        ? [
            {
              key: 'withdraw',
              label: t('activity.report.withdraw.verb'),
              icon: Trash2,
              isDanger: true,
              max: LIMITS.campaign.withdrawnAtOnce,
              run: (rows: readonly ParticipantRow[], done: () => void) => askWithdraw(guid, rows, done),
            },
          ]
        : []),
    ],
    [t, canIssue, canWithdraw, guid],
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const opens = useOpens()
  const { guid } = useSearchOf(PATH)
  const campaign = useCampaign(guid)
  const look = useMemo(() => ({ t, format, opens }), [t, format, opens])
  const links = campaign?.links
  const where = useMemo(() => ({ guid }), [guid])
  const ways = <CampaignWays guid={guid} here={PATH} />
  return (
    <ListPage
      // The filters and the selection belong to one campaign.
      key={guid}
      path={PATH}
      {...LIST}
      where={where}
      keeps={where}
      title={t('activity.titles.user')}
      sentence={
        campaign &&
        t('activity.report.users.sentence', {
          name: campaign.name,
          taken: campaign.taken,
          max: campaign.maxParticipants,
        })
      }
      primary={
        <>
          {ways}
          <ParticipantExport />
        </>
      }
      filters={useMemo(() => participantFilters(t, links), [t, links])}
      columns={useMemo(() => participantColumns(look), [look])}
      card={useCallback((row: ParticipantRow) => participantCard(look, row), [look])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions(guid)}
      batch={useBatch(guid)}
      empty={{
        icon: UsersRound,
        title: t('activity.report.users.emptyTitle'),
        sentence: t('activity.report.users.emptySentence'),
        action: (
          <>
            <LinkCopies links={links ?? []} />
            {ways}
          </>
        ),
      }}
    />
  )
}
