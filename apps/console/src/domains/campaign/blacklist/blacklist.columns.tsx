// The columns, cards and filters of blacklist entries and refused attempts.
import { BLACKLIST_KINDS } from '@sealwright/contract'
import type { BlacklistAttempt, BlacklistEntry, BlacklistKind } from '@sealwright/contract'
import { AtSign, Network, Smartphone, UserRoundX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { Tag } from '../../../blocks/control/status-tag.tsx'
import {
  DateCell,
  LabeledTime,
  NameCell,
  NameLink,
  Nothing,
  NumberCell,
  TimeCell,
} from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './blacklist.css'

const ICONS: Record<BlacklistKind, LucideIcon> = {
  account: UserRoundX,
  mailDomain: AtSign,
  phonePrefix: Smartphone,
  network: Network,
}

const kindWord = (t: Translate, kind: BlacklistKind) => t(`activity.report.blacklist.kinds.${kind}`)
const Text = ({ text }: { text: string | null }) =>
  text === null ? <Nothing /> : <span className="blacklist-text">{text}</span>

/** The columns after the value. */
const entryFacts = (t: Translate): Column<BlacklistEntry>[] => [
  {
    key: 'reason',
    title: t('activity.fields.reason'),
    minWidth: 160,
    priority: 2,
    cell: (row) => <Text text={row.reason} />,
  },
  {
    key: 'attempts',
    title: t('activity.report.blacklist.attempts'),
    align: 'end',
    minWidth: WIDTHS.number,
    priority: 2,
    cell: (row) => <NumberCell value={row.attempts} />,
  },
  {
    key: 'lastAttempt',
    title: t('activity.report.blacklist.lastAttempt'),
    minWidth: WIDTHS.time,
    cell: (row) => (row.lastAttemptTime === null ? <Nothing /> : <TimeCell at={row.lastAttemptTime} />),
  },
  {
    key: 'createdBy',
    title: t('activity.report.blacklist.createdBy'),
    minWidth: WIDTHS.text,
    priority: 0,
    cell: (row) => <Text text={row.createdBy} />,
  },
]

export const entryColumns = (t: Translate): Column<BlacklistEntry>[] => [
  {
    key: 'value',
    title: t('activity.fields.value'),
    sort: 'value',
    minWidth: 210,
    cell: (row) => (
      <NameCell mark={<IconMark icon={ICONS[row.kind]} tint={1} />} name={row.value} below={kindWord(t, row.kind)} />
    ),
  },
  ...entryFacts(t),
  {
    key: 'createTime',
    title: t('activity.fields.createTime'),
    sort: 'createTime',
    minWidth: WIDTHS.date,
    cell: (row) => <DateCell at={row.createTime} />,
  },
]

export const entryCard = (t: Translate, row: BlacklistEntry): CardParts => ({
  mark: <IconMark icon={ICONS[row.kind]} tint={1} size={40} />,
  name: row.value,
  below: kindWord(t, row.kind),
  facts: entryFacts(t).map(({ title, cell }) => ({ label: title, value: cell(row) })),
  foot: <LabeledTime label={t('activity.fields.createTime')} at={row.createTime} />,
})

export const entryFilters = (t: Translate): Filter[] => [
  { kind: 'search', name: 'value', label: t('activity.report.blacklist.search') },
  {
    kind: 'picks',
    name: 'kind',
    label: t('activity.fields.kind'),
    options: BLACKLIST_KINDS.map((value) => ({ value, label: kindWord(t, value) })),
  },
]

interface AttemptLook {
  t: Translate
  opens: (href: string) => boolean
}

export const attemptName = (row: BlacklistAttempt) => row.account ?? row.network

function campaignOf({ opens }: AttemptLook, { campaignGuid, campaignName, linkName }: BlacklistAttempt) {
  const href = pathTo('/activity/view', { guid: campaignGuid })
  return (
    <span className="name-cell-words">
      <NameLink name={campaignName} href={opens(href) ? href : undefined} />
      <span className="name-cell-below">{linkName}</span>
    </span>
  )
}

const attemptFacts = (look: AttemptLook): Column<BlacklistAttempt>[] => {
  const { t } = look
  return [
    {
      key: 'network',
      title: t('activity.report.blacklist.network'),
      minWidth: WIDTHS.text,
      cell: (row) => <span className="sw-tabular">{row.network}</span>,
    },
    {
      key: 'campaign',
      title: t('activity.report.blacklist.campaign'),
      minWidth: 140,
      priority: 2,
      cell: (row) => campaignOf(look, row),
    },
    {
      key: 'entry',
      title: t('activity.report.blacklist.entry'),
      minWidth: 180,
      priority: 2,
      cell: (row) => (
        <span className="blacklist-entry">
          <Tag>{kindWord(t, row.kind)}</Tag>
          <span className="blacklist-text">{row.value}</span>
        </span>
      ),
    },
  ]
}

const accountOf = (t: Translate, { account }: BlacklistAttempt) =>
  account ?? <span className="nothing">{t('activity.report.blacklist.noAccount')}</span>

export const attemptColumns = (look: AttemptLook): Column<BlacklistAttempt>[] => [
  {
    key: 'at',
    title: look.t('activity.report.blacklist.at'),
    sort: 'at',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.at} />,
  },
  {
    key: 'account',
    title: look.t('activity.report.blacklist.who'),
    minWidth: 180,
    priority: 2,
    cell: (row) => accountOf(look.t, row),
  },
  ...attemptFacts(look),
]

export const attemptCard = (look: AttemptLook, row: BlacklistAttempt): CardParts => ({
  mark: <IconMark icon={ICONS[row.kind]} tint={1} size={40} />,
  name: attemptName(row),
  below: row.account === null ? look.t('activity.report.blacklist.noAccount') : undefined,
  facts: attemptFacts(look).map(({ title, cell }) => ({ label: title, value: cell(row) })),
  foot: <LabeledTime label={look.t('activity.report.blacklist.at')} at={row.at} />,
})
