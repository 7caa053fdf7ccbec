// The list of visits: who looked into which developer, why, and until when.
import { operatorDesk } from '@sealwright/contract'
import type { VisitRow } from '@sealwright/contract'
import { Eye, EyeOff } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAct } from '../../lib/call/client.ts'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useOperator } from '../session.ts'
import { openVisit } from './open-visit.tsx'

const LIST = { list: 'visit', call: operatorDesk.findVisits }
export const first = firstPage(LIST)

const keyOf = (row: VisitRow) => row.guid
const nameOf = (row: VisitRow) => row.developerName

function State({ isOpen }: Pick<VisitRow, 'isOpen'>) {
  const t = usePhrases()
  return (
    <StatusTag tone={isOpen ? 'ok' : 'neutral'}>{t(isOpen ? 'desk.visits.isOpen' : 'desk.visits.isOver')}</StatusTag>
  )
}

const columnsOf = (t: Translate): Column<VisitRow>[] => [
  {
    key: 'developer',
    title: t('operator.fields.developerId'),
    minWidth: 200,
    cell: (row) => (
      <NameCell mark={<IconMark icon={Eye} tint={4} />} name={row.developerName} below={row.developerId} />
    ),
  },
  { key: 'operator', title: t('operator.fields.operator'), minWidth: 120, priority: 3, cell: (row) => row.operator },
  { key: 'reason', title: t('operator.fields.reason'), minWidth: 220, priority: 2, cell: (row) => row.reason },
  { key: 'state', title: t('operator.fields.state'), minWidth: 90, priority: 3, cell: (row) => <State {...row} /> },
  {
    key: 'startTime',
    title: t('operator.fields.startTime'),
    sort: 'startTime',
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.startTime} />,
  },
  {
    key: 'endTime',
    title: t('operator.fields.endTime'),
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.endTime} />,
  },
]

const cardOf = (t: Translate, row: VisitRow): CardParts => ({
  mark: <IconMark icon={Eye} tint={4} size={40} />,
  name: row.developerName,
  below: row.reason,
  facts: [
    { label: t('operator.fields.operator'), value: row.operator },
    { label: t('operator.fields.state'), value: <State {...row} /> },
  ],
  foot: <LabeledTime label={t('operator.fields.startTime')} at={row.startTime} />,
})

export function Screen() {
  const t = usePhrases()
  const { name } = useOperator()
  const canEnd = useCan(operatorDesk.endVisit)
  const canOpen = useCan(operatorDesk.openVisit)
  const { act: end } = useAct(operatorDesk.endVisit, { onDone: () => toast.success(t('desk.visits.ended')) })
  const filters = useMemo<Filter[]>(
    () => [{ kind: 'text', name: 'developerId', label: t('desk.visits.developerHelp') }],
    [t],
  )
  const start = (
    <Can call={operatorDesk.openVisit}>
      <Button kind="primary" icon={Eye} onPress={() => openVisit()}>
        {t('desk.visits.open')}
      </Button>
    </Can>
  )
  const actions = useCallback(
    ({ guid, isOpen, operator, developerId, developerName }: VisitRow): RowAction[] => [
      // Everyone ends their own.
      ...(canEnd && isOpen && operator === name
        ? [
            {
              key: 'end',
              label: t('desk.visits.end'),
              icon: EyeOff,
              isShown: true,
              onSelect: () => void end({ guid }),
            },
          ]
        : []),
      ...(canOpen && !isOpen
        ? [
            {
              key: 'again',
              label: t('desk.visits.again'),
              icon: Eye,
              onSelect: () => openVisit({ developerId, name: developerName }),
            },
          ]
        : []),
    ],
    [canEnd, canOpen, end, name, t],
  )
  return (
    <ListPage
      path="/platform/visits"
      {...LIST}
      title={t('desk.titles.visits')}
      sentence={t('desk.visits.sentence')}
      primary={start}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: VisitRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Eye,
        title: t('desk.visits.emptyTitle'),
        sentence: t('desk.visits.emptySentence'),
        action: start,
      }}
    />
  )
}
