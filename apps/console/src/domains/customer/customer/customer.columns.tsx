// How a customer looks in a row and on a card: one array for the table, the column choice and the card's facts.
import type { CustomerRow } from '@sealwright/contract'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DateCell, LabeledTime, NameCell, Nothing } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/list-filters.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { UserCount } from './customer-user-count.tsx'
import './customer.css'

const viewOf = ({ guid }: CustomerRow) => pathTo('/customer/view', { guid })

function Words({ text }: { text: string | null }) {
  return text === null ? <Nothing /> : <span className="customer-words">{text}</span>
}

/** The columns between the name and the time of the last change, which a card shows as facts. */
function factColumns(t: Translate): Column<CustomerRow>[] {
  return [
    { key: 'contact', title: t('common.fields.contact'), cell: (row) => <Words text={row.contact} /> },
    {
      key: 'phone',
      title: t('common.fields.phone'),
      minWidth: 112,
      cell: (row) => (row.phone === null ? <Nothing /> : <span className="sw-tabular">{row.phone}</span>),
    },
    { key: 'email', title: t('common.fields.email'), minWidth: 150, cell: (row) => <Words text={row.email} /> },
    {
      key: 'userCount',
      title: t('customer.fields.userCount'),
      align: 'end',
      cell: (row) => (
        <UserCount
          count={row.userCount}
          label={t('customer.customer.list.usersOf', { name: row.name, count: row.userCount ?? 0 })}
          search={{ customerGuid: row.guid }}
        />
      ),
    },
  ]
}

export function customerColumns(t: Translate): Column<CustomerRow>[] {
  return [
    {
      key: 'name',
      title: t('common.fields.name'),
      sort: 'name',
      minWidth: 220,
      cell: (row) => <NameCell mark={<Monogram name={row.name} />} name={row.name} href={viewOf(row)} />,
    },
    ...factColumns(t),
    {
      key: 'address',
      title: t('common.fields.address'),
      minWidth: 150,
      priority: 0,
      cell: (row) => <Words text={row.address} />,
    },
    {
      key: 'updateTime',
      title: t('customer.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function customerCard(t: Translate, row: CustomerRow): CardParts {
  return {
    mark: <Monogram name={row.name} size={40} />,
    name: row.name,
    href: viewOf(row),
    below: row.address,
    facts: factColumns(t).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('customer.fields.updateTime')} at={row.updateTime} />,
  }
}

export function customerFilters(t: Translate): Filter[] {
  return [{ kind: 'search', name: 'name', label: t('customer.customer.list.search') }]
}
