// Columns and cards of users.
import type { UserRow } from '@sealwright/contract'
import { StatusTag, Tag } from '../../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell, Nothing, TagsCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { UserMark } from './user-mark.tsx'
import { accountKind, kindWord } from './user-words.ts'
import './user.css'

export function Activated({ isActive }: { isActive: boolean }) {
  const t = usePhrases()
  return (
    <StatusTag tone={isActive ? 'ok' : 'warn'}>
      {isActive ? t('customer.user.states.active') : t('customer.user.states.waiting')}
    </StatusTag>
  )
}

export function UserTags({ tags }: Pick<UserRow, 'tags'>) {
  if (tags.length === 0) return <Nothing />
  return (
    <TagsCell>
      {tags.map(({ guid, name }) => (
        <Tag key={guid}>{name}</Tag>
      ))}
    </TagsCell>
  )
}

/** The customer, with a link for people who can open it. */
export function CustomerName({ customerGuid, customerName }: Pick<UserRow, 'customerGuid' | 'customerName'>) {
  const canOpen = useCanOpen('/customer/view')
  if (customerName === null) return <Nothing />
  return customerGuid && canOpen ? (
    <Link href={pathTo('/customer/view', { guid: customerGuid })}>{customerName}</Link>
  ) : (
    customerName
  )
}

const Text = ({ text }: { text: string | null }) =>
  text === null ? <Nothing /> : <span className="user-text">{text}</span>

function factColumns(t: Translate): Column<UserRow>[] {
  return [
    {
      key: 'userName',
      title: t('common.fields.userName'),
      minWidth: 80,
      priority: 2,
      cell: (row) => <Text text={row.userName} />,
    },
    {
      key: 'phone',
      title: t('common.fields.phone'),
      minWidth: 112,
      cell: (row) => (
        <span className="sw-tabular">
          <Text text={row.phone} />
        </span>
      ),
    },
    {
      key: 'customerName',
      title: t('customer.fields.customerName'),
      minWidth: 112,
      priority: 2,
      cell: (row) => (
        <span className="user-text">
          <CustomerName {...row} />
        </span>
      ),
    },
    { key: 'tags', title: t('customer.fields.tags'), minWidth: 120, cell: (row) => <UserTags tags={row.tags} /> },
    {
      key: 'activated',
      title: t('customer.user.activation'),
      minWidth: WIDTHS.tag,
      priority: 3,
      cell: (row) => <Activated isActive={row.activated} />,
    },
  ]
}

export function userColumns(t: Translate): Column<UserRow>[] {
  return [
    {
      key: 'account',
      title: t('common.fields.account'),
      sort: 'account',
      minWidth: 220,
      cell: (row) => (
        <NameCell
          mark={<UserMark accountType={row.accountType} />}
          name={row.account}
          below={kindWord(t, accountKind(row.accountType))}
          href={pathTo('/user/view', { guid: row.guid })}
        />
      ),
    },
    ...factColumns(t),
    {
      key: 'createTime',
      title: t('common.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    {
      key: 'updateTime',
      title: t('common.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function userCard(t: Translate, row: UserRow): CardParts {
  return {
    mark: <UserMark accountType={row.accountType} size={40} />,
    name: row.account,
    href: pathTo('/user/view', { guid: row.guid }),
    below: kindWord(t, accountKind(row.accountType)),
    facts: factColumns(t).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('common.fields.updateTime')} at={row.updateTime} />,
  }
}
