// How a tag looks in a row and on a card: one array for the table, the column choice and the card's facts.
import type { TagRow } from '@sealwright/contract'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DateCell, LabeledTime, NameCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { UserCount } from '../customer/customer-user-count.tsx'

/** What the cells of a list of tags speak with and lead to. */
export interface TagLook {
  t: Translate
  canOpenUsers: boolean
}

const usersWith = ({ guid }: TagRow) => ({ tagGuids: JSON.stringify([guid]) })

/** The users who carry a tag, for who may open their list. */
export function usersHref({ canOpenUsers }: TagLook, row: TagRow): string | undefined {
  return canOpenUsers ? pathTo('/user', usersWith(row)) : undefined
}

function factColumns({ t }: TagLook): Column<TagRow>[] {
  return [
    {
      key: 'userCount',
      title: t('customer.fields.userCount'),
      align: 'end',
      cell: (row) => (
        <UserCount
          count={row.userCount}
          label={t('customer.tag.usersOf', { name: row.name, count: row.userCount ?? 0 })}
          search={usersWith(row)}
        />
      ),
    },
    { key: 'createdBy', title: t('customer.fields.createdBy'), minWidth: WIDTHS.text, cell: (row) => row.createdBy },
  ]
}

export function tagColumns(look: TagLook): Column<TagRow>[] {
  const { t } = look
  return [
    {
      key: 'name',
      title: t('common.fields.name'),
      sort: 'name',
      minWidth: 220,
      cell: (row) => <NameCell mark={<Monogram name={row.name} />} name={row.name} href={usersHref(look, row)} />,
    },
    ...factColumns(look),
    {
      key: 'createTime',
      title: t('customer.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.createTime} />,
    },
  ]
}

export function tagCard(look: TagLook, row: TagRow): CardParts {
  return {
    mark: <Monogram name={row.name} size={40} />,
    name: row.name,
    href: usersHref(look, row),
    facts: factColumns(look).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={look.t('customer.fields.createTime')} at={row.createTime} />,
  }
}

export function tagFilters(t: Translate): Filter[] {
  return [{ kind: 'search', name: 'name', label: t('customer.tag.search') }]
}
