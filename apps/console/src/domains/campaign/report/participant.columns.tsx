// The columns, card and filters of participants.
import { ACCOUNT_TYPES, CAMPAIGN_ACCOUNT_TYPES, LIMITS, PROMOTION_METHODS } from '@sealwright/contract'
import type { CampaignLink, ParticipantRow } from '@sealwright/contract'
import { UserRound } from 'lucide-react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { Tag } from '../../../blocks/control/status-tag.tsx'
import {
  LabeledTime,
  MoneyCell,
  NameCell,
  NameLink,
  Nothing,
  TagsCell,
  TimeCell,
} from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Format, Translate } from '../../../lib/words/i18n.tsx'
import { LicenseStatusTag } from '../../license/index.ts'
import './report.css'

/** Texts, and which pages the person may open. */
export interface ParticipantLook {
  t: Translate
  format: Format
  opens: (href: string) => boolean
}

export const userHref = ({ userGuid }: ParticipantRow) => pathTo('/user/view', { guid: userGuid })
export const licenseHref = ({ licenseGuid }: ParticipantRow) =>
  pathTo('/pc/license/account/view', { guid: licenseGuid })

const below = (t: Translate, { isNew }: ParticipantRow) =>
  t(isNew ? 'activity.report.users.isNew' : 'activity.report.users.isOld')

function Ads({ t, row: { spreadCode, keyword, bdVid } }: { t: Translate; row: ParticipantRow }) {
  const given = [
    spreadCode !== null && t('activity.report.users.spreadCode', { value: spreadCode }),
    keyword !== null && t('activity.report.users.keyword', { value: keyword }),
    bdVid !== null && t('activity.report.users.bdVid', { value: bdVid }),
  ].filter((words) => words !== false)
  if (given.length === 0) return <Nothing />
  return (
    <TagsCell>
      {given.map((words) => (
        <Tag key={words}>{words}</Tag>
      ))}
    </TagsCell>
  )
}

function License({ look: { t, format, opens }, row }: { look: ParticipantLook; row: ParticipantRow }) {
  const { licenseStatus, serial, expireTime } = row
  const href = licenseHref(row)
  return (
    <span className="name-cell-words">
      <span className="participant-license">
        <NameLink name={serial} href={licenseStatus !== null && opens(href) ? href : undefined} />
        {licenseStatus !== null && <LicenseStatusTag status={licenseStatus} />}
      </span>
      {licenseStatus === null ? (
        <span className="name-cell-below">{t('activity.report.users.hidden')}</span>
      ) : (
        expireTime !== null && (
          <span className="name-cell-below sw-tabular">
            {t('activity.report.users.ends', { time: format.time(expireTime) })}
          </span>
        )
      )}
    </span>
  )
}

/** The columns after the account. */
function factColumns(look: ParticipantLook): Column<ParticipantRow>[] {
  const { t } = look
  return [
    {
      key: 'link',
      title: t('activity.fields.linkGuid'),
      minWidth: WIDTHS.text,
      priority: 2,
      cell: (row) => (
        <span className="name-cell-words">
          <span>{row.linkName}</span>
          <span className="name-cell-below">{t(`activity.report.methods.${row.via}`)}</span>
        </span>
      ),
    },
    {
      key: 'license',
      title: t('activity.report.users.license'),
      minWidth: 220,
      priority: 3,
      cell: (row) => <License look={look} row={row} />,
    },
    {
      key: 'firstUse',
      title: t('activity.report.users.used'),
      minWidth: WIDTHS.time,
      priority: 2,
      cell: (row) => (row.firstUseTime === null ? <Nothing /> : <TimeCell at={row.firstUseTime} />),
    },
    {
      key: 'ads',
      title: t('activity.report.users.ads'),
      minWidth: 140,
      priority: 0,
      cell: (row) => <Ads t={t} row={row} />,
    },
    {
      key: 'cost',
      title: t('activity.report.users.cost'),
      isOnDemand: true,
      align: 'end',
      cell: (row) => <MoneyCell fen={row.costFen} />,
    },
  ]
}

export function participantColumns(look: ParticipantLook): Column<ParticipantRow>[] {
  const { t, opens } = look
  return [
    {
      key: 'account',
      title: t('activity.report.users.account'),
      minWidth: 210,
      cell: (row) => (
        <NameCell
          mark={<IconMark icon={UserRound} tint={row.isNew ? 0 : 2} />}
          name={row.account}
          below={below(t, row)}
          href={opens(userHref(row)) ? userHref(row) : undefined}
        />
      ),
    },
    {
      key: 'joinTime',
      title: t('activity.report.users.joinTime'),
      sort: 'joinTime',
      minWidth: WIDTHS.time,
      priority: 3,
      cell: (row) => <TimeCell at={row.joinTime} />,
    },
    ...factColumns(look),
  ]
}

export function participantCard(look: ParticipantLook, row: ParticipantRow): CardParts {
  const { t, opens } = look
  return {
    mark: <IconMark icon={UserRound} tint={row.isNew ? 0 : 2} size={40} />,
    name: row.account,
    href: opens(userHref(row)) ? userHref(row) : undefined,
    below: below(t, row),
    facts: factColumns(look)
      .filter(({ isOnDemand }) => !isOnDemand)
      .map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('activity.report.users.joinTime')} at={row.joinTime} />,
  }
}

export function participantFilters(t: Translate, links: readonly CampaignLink[] | undefined): Filter[] {
  return [
    { kind: 'search', name: 'account', label: t('activity.report.users.search') },
    {
      kind: 'picks',
      name: 'linkGuid',
      label: t('activity.fields.linkGuid'),
      max: LIMITS.page.filterValues,
      options: (links ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
      isLoading: !links,
    },
    {
      kind: 'picks',
      name: 'via',
      label: t('activity.report.users.via'),
      options: PROMOTION_METHODS.map((value) => ({ value, label: t(`activity.report.methods.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'used',
      label: t('activity.report.users.used'),
      options: [
        { value: 'true', label: t('activity.report.users.isUsed') },
        { value: 'false', label: t('activity.report.users.isUnused') },
      ],
    },
    {
      kind: 'choice',
      name: 'isNew',
      label: t('activity.report.users.user'),
      options: [
        { value: 'true', label: t('activity.report.users.isNew') },
        { value: 'false', label: t('activity.report.users.isOld') },
      ],
    },
    {
      kind: 'choice',
      name: 'accountType',
      label: t('customer.fields.accountType'),
      isMore: true,
      options: CAMPAIGN_ACCOUNT_TYPES.map((value) => ({
        value: String(value),
        label: t(value === ACCOUNT_TYPES.email ? 'customer.user.types.email' : 'customer.user.types.phone'),
      })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('activity.report.users.joinTime') },
  ]
}
