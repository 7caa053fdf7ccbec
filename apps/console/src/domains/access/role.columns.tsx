// How a role looks in a row and on a card.
import { accessCalls } from '@sealwright/contract'
import type { RoleRow } from '@sealwright/contract'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { DateCell, LabeledTime, NameCell, NumberCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/list-filters.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

/** How many have it, leading to them. */
export function AdminCount({
  role: { guid, name, adminCount },
}: {
  role: Pick<RoleRow, 'guid' | 'name' | 'adminCount'>
}) {
  const t = usePhrases()
  const canFind = useCan(accessCalls.find)
  const count = <NumberCell value={adminCount} />
  if (!canFind || adminCount === 0) return count
  return (
    <ScreenLink
      to="/access"
      search={{ roleGuid: guid }}
      aria-label={t('access.roles.administratorsOf', { name, count: adminCount })}
    >
      {count}
    </ScreenLink>
  )
}

export function roleColumns(t: Translate): Column<RoleRow>[] {
  return [
    {
      key: 'name',
      title: t('common.fields.name'),
      sort: 'name',
      minWidth: 240,
      cell: (row) => (
        <NameCell
          mark={<Monogram name={row.name} />}
          name={row.name}
          below={row.description}
          href={pathTo('/role/view', { guid: row.guid })}
        />
      ),
    },
    {
      key: 'privileges',
      title: t('access.fields.privileges'),
      align: 'end',
      cell: (row) => (
        <span className="sw-tabular">{t('access.roles.rightCount', { count: row.privileges.length })}</span>
      ),
    },
    { key: 'adminCount', title: t('access.fields.adminCount'), align: 'end', cell: (row) => <AdminCount role={row} /> },
    {
      key: 'createTime',
      title: t('access.roles.createTime'),
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    {
      key: 'updateTime',
      title: t('access.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function roleCard(t: Translate, row: RoleRow): CardParts {
  return {
    mark: <Monogram name={row.name} size={40} />,
    name: row.name,
    href: pathTo('/role/view', { guid: row.guid }),
    below: row.description,
    facts: [
      { label: t('access.fields.privileges'), value: t('access.roles.rightCount', { count: row.privileges.length }) },
      { label: t('access.fields.adminCount'), value: <AdminCount role={row} /> },
    ],
    foot: <LabeledTime label={t('access.fields.updateTime')} at={row.updateTime} />,
  }
}

export function roleFilters(t: Translate): Filter[] {
  return [{ kind: 'search', name: 'name', label: t('access.roles.search') }]
}
