// How an integrator looks in a row and on a card.
import type { IntegratorRow } from '@sealwright/contract'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell, Nothing, NumberCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/list-filters.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

export const viewOf = (guid: string, tab?: string) => pathTo('/integrator/viewIntegrator', { guid, tab })

export function IntegratorState({ isEnabled }: { isEnabled: boolean }) {
  const t = usePhrases()
  return (
    <StatusTag tone={isEnabled ? 'ok' : 'neutral'}>
      {t(isEnabled ? 'integrator.states.enabled' : 'integrator.states.disabled')}
    </StatusTag>
  )
}

/** How many licenses may be issued; none given means as many as one likes. */
export function Quota({ value }: { value: number | null }) {
  const t = usePhrases()
  return value === null ? (
    <span className="cell-quiet">{t('access.list.unlimited')}</span>
  ) : (
    <NumberCell value={value} />
  )
}

function Quotas({ row }: { row: IntegratorRow }) {
  const t = usePhrases()
  const format = useFormat()
  const [cloud, soft] = [row.cloudQuota, row.softQuota].map((quota) =>
    quota === null ? t('access.list.unlimited') : format.number(quota),
  )
  // One above the other: half as wide.
  return (
    <span className="sw-tabular cell-quiet quotas-stacked">
      {t('access.list.quota', { cloud: cloud ?? '', soft: soft ?? '' }).replace(' · ', '\n')}
    </span>
  )
}

/** Who is asked for there, over how they are reached. */
function Contact({ row: { contact, phone, email } }: { row: IntegratorRow }) {
  const [first, second] = [contact, phone ?? email].filter((text) => text !== null)
  if (first === undefined) return <Nothing />
  return (
    <span className="name-cell-words">
      <span>{first}</span>
      {second !== undefined && <span className="name-cell-below sw-tabular">{second}</span>}
    </span>
  )
}

export function integratorColumns(t: Translate): Column<IntegratorRow>[] {
  return [
    {
      key: 'name',
      title: t('common.fields.name'),
      sort: 'name',
      minWidth: 220,
      cell: (row) => (
        <NameCell mark={<Monogram name={row.name} />} name={row.name} below={row.address} href={viewOf(row.guid)} />
      ),
    },
    {
      key: 'state',
      title: t('integrator.fields.state'),
      minWidth: WIDTHS.tag,
      priority: 2,
      cell: (row) => <IntegratorState isEnabled={row.isEnabled} />,
    },
    { key: 'contact', title: t('common.fields.contact'), minWidth: 120, cell: (row) => <Contact row={row} /> },
    {
      key: 'members',
      title: t('integrator.fields.members'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.memberCount} />,
    },
    {
      key: 'products',
      title: t('integrator.fields.products'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.productCount} />,
    },
    {
      key: 'templates',
      title: t('integrator.fields.templates'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.templateCount} />,
    },
    { key: 'quotas', title: t('access.list.quotas'), minWidth: 100, cell: (row) => <Quotas row={row} /> },
    {
      key: 'updateTime',
      title: t('integrator.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function integratorCard(t: Translate, row: IntegratorRow): CardParts {
  return {
    mark: <Monogram name={row.name} size={40} />,
    name: row.name,
    href: viewOf(row.guid),
    below: [row.contact, row.phone ?? row.email].filter(Boolean).join(' · '),
    facts: [
      { label: t('integrator.fields.state'), value: <IntegratorState isEnabled={row.isEnabled} /> },
      { label: t('integrator.fields.members'), value: <NumberCell value={row.memberCount} /> },
      { label: t('integrator.fields.products'), value: <NumberCell value={row.productCount} /> },
      { label: t('integrator.fields.templates'), value: <NumberCell value={row.templateCount} /> },
      { label: t('common.fields.cloudQuota'), value: <Quota value={row.cloudQuota} /> },
      { label: t('common.fields.softQuota'), value: <Quota value={row.softQuota} /> },
    ],
    foot: <LabeledTime label={t('integrator.fields.updateTime')} at={row.updateTime} />,
  }
}

export function integratorFilters(t: Translate): Filter[] {
  return [{ kind: 'search', name: 'name', label: t('integrator.list.search') }]
}
