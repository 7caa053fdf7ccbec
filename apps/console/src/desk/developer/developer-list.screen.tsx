// The list of developers.
import { DESK_DEVELOPER_STATES, developerDesk, operatorDesk } from '@sealwright/contract'
import type { DeskDeveloperRow } from '@sealwright/contract'
import { Building2, Eye, PanelsTopLeft } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { LabeledTime, MoneyCell, NameCell, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { openVisit } from '../visits/open-visit.tsx'
import { DeveloperState, Risks, developerHref } from './developer-parts.tsx'

const LIST = { list: 'deskDeveloper', call: developerDesk.find }
export const first = firstPage(LIST)

const keyOf = (row: DeskDeveloperRow) => row.id
const nameOf = (row: DeskDeveloperRow) => row.name

function LastSignIn({ row: { lastSignInTime } }: { row: DeskDeveloperRow }) {
  const t = usePhrases()
  return lastSignInTime === null ? (
    <span className="nothing">{t('tenant.list.never')}</span>
  ) : (
    <TimeCell at={lastSignInTime} />
  )
}

const columnsOf = (t: Translate): Column<DeskDeveloperRow>[] => [
  {
    key: 'name',
    title: t('tenant.list.name'),
    minWidth: 220,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={Building2} tint={1} />}
        name={row.name}
        below={row.id}
        href={developerHref(row.id)}
      />
    ),
  },
  {
    key: 'state',
    title: t('developer.fields.state'),
    minWidth: 90,
    priority: 3,
    cell: (row) => <DeveloperState state={row.state} />,
  },
  {
    key: 'licenses',
    title: t('tenant.list.licenses'),
    sort: 'licenses',
    minWidth: 100,
    align: 'end',
    priority: 2,
    cell: (row) => <NumberCell value={row.licenses} />,
  },
  {
    key: 'devices',
    title: t('tenant.list.devices'),
    minWidth: 100,
    align: 'end',
    cell: (row) => (
      <span data-tip={t('tenant.list.devicesTip')}>
        <NumberCell value={row.devices} />
      </span>
    ),
  },
  {
    key: 'balance',
    title: t('tenant.list.balance'),
    sort: 'balanceFen',
    minWidth: 120,
    align: 'end',
    priority: 2,
    cell: (row) => <MoneyCell fen={row.balanceFen} />,
  },
  {
    key: 'risk',
    title: t('tenant.list.risk'),
    minWidth: 120,
    priority: 2,
    cell: (row) => <Risks risks={row.risks} />,
  },
  {
    key: 'lastSignIn',
    title: t('tenant.list.lastSignIn'),
    sort: 'lastSignInTime',
    minWidth: WIDTHS.time,
    cell: (row) => <LastSignIn row={row} />,
  },
  {
    key: 'since',
    title: t('tenant.list.since'),
    sort: 'createTime',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, row: DeskDeveloperRow): CardParts => ({
  mark: <IconMark icon={Building2} tint={1} size={40} />,
  name: row.name,
  below: row.id,
  href: developerHref(row.id),
  facts: [
    { label: t('developer.fields.state'), value: <DeveloperState state={row.state} /> },
    { label: t('tenant.list.licenses'), value: <NumberCell value={row.licenses} /> },
    { label: t('tenant.list.balance'), value: <MoneyCell fen={row.balanceFen} /> },
    { label: t('tenant.list.risk'), value: <Risks risks={row.risks} /> },
  ],
  foot: <LabeledTime label={t('tenant.list.since')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const canVisit = useCan(operatorDesk.openVisit)
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'search', name: 'keyword', label: t('tenant.list.search') },
      {
        kind: 'choice',
        name: 'state',
        label: t('developer.fields.state'),
        options: DESK_DEVELOPER_STATES.map((state) => ({ value: state, label: t(`tenant.states.${state}`) })),
      },
    ],
    [t],
  )
  const actions = useCallback(
    (row: DeskDeveloperRow): RowAction[] => [
      { key: 'view', label: t('tenant.titles.view'), icon: PanelsTopLeft, href: developerHref(row.id) },
      ...(canVisit
        ? [
            {
              key: 'visit',
              label: t('tenant.visit'),
              icon: Eye,
              onSelect: () => openVisit({ developerId: row.id, name: row.name }),
            },
          ]
        : []),
    ],
    [canVisit, t],
  )
  return (
    <ListPage
      path="/platform/developers"
      {...LIST}
      title={t('tenant.titles.list')}
      sentence={t('tenant.list.sentence')}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskDeveloperRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: Building2, title: t('tenant.list.emptyTitle'), sentence: t('tenant.list.emptySentence') }}
    />
  )
}
