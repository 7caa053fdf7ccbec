// The log of the deliveries of an endpoint, latest first. It looks again every few seconds.
import { DELIVERY_STATES, LIMITS, WEBHOOK_TYPES, webhookCalls } from '@sealwright/contract'
import type { DeliveryRow } from '@sealwright/contract'
import { Logs, Search } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { NameCell, Nothing, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { AttemptWords, DeliveryStateTag, openDelivery, useEventName } from './delivery-panel.tsx'
import './webhook.css'

const LOOK_MS = 3_000
const ROWS = { queryKey: [webhookCalls.deliveries.name] }
const keyOf = (row: DeliveryRow) => row.guid
const nameOf = (row: DeliveryRow) => row.eventId

function useFreshRows(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries(ROWS)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

type EventName = ReturnType<typeof useEventName>

const lastOf = ({ last }: DeliveryRow): ReactNode => (last === null ? <Nothing /> : <AttemptWords attempt={last} />)

const columnsOf = (t: Translate, eventName: EventName): Column<DeliveryRow>[] => [
  {
    key: 'event',
    title: t('webhook.deliveries.event'),
    minWidth: 190,
    cell: (row) => <NameCell mark={null} name={eventName(row.event)} below={row.about} />,
  },
  {
    key: 'state',
    title: t('webhook.deliveries.state'),
    minWidth: WIDTHS.tag,
    priority: 3,
    cell: (row) => <DeliveryStateTag state={row.state} />,
  },
  {
    key: 'last',
    title: t('webhook.deliveries.last'),
    minWidth: 200,
    priority: 2,
    cell: (row) => <span className="webhook-result">{lastOf(row)}</span>,
  },
  {
    key: 'eventTime',
    title: t('webhook.deliveries.time'),
    sort: 'eventTime',
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.eventTime} />,
  },
  {
    key: 'attempts',
    title: t('webhook.deliveries.attempts'),
    minWidth: WIDTHS.number,
    align: 'end',
    cell: (row) => <NumberCell value={row.attempts} />,
  },
  {
    key: 'next',
    title: t('webhook.deliveries.next'),
    minWidth: WIDTHS.time,
    priority: 0,
    cell: (row) => (row.nextTime === null ? <Nothing /> : <TimeCell at={row.nextTime} />),
  },
]

const cardOf = (t: Translate, eventName: EventName, row: DeliveryRow): CardParts => ({
  mark: null,
  name: eventName(row.event),
  below: row.about,
  facts: [
    { label: t('webhook.deliveries.state'), value: <DeliveryStateTag state={row.state} /> },
    { label: t('webhook.deliveries.last'), value: lastOf(row) },
    { label: t('webhook.deliveries.attempts'), value: <NumberCell value={row.attempts} /> },
  ],
  foot: <TimeCell at={row.eventTime} />,
})

export function Deliveries({ guid, action }: { guid: string; action: ReactNode }) {
  const t = usePhrases()
  const eventName = useEventName()
  useFreshRows()
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'choice',
        name: 'state',
        label: t('webhook.deliveries.state'),
        options: DELIVERY_STATES.map((value) => ({ value, label: t(`webhook.states.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'event',
        label: t('webhook.deliveries.event'),
        options: WEBHOOK_TYPES.map((value) => ({ value, label: t(`webhook.events.${value}`) })),
      },
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('webhook.deliveries.time') },
    ],
    [t],
  )
  const actions = useCallback(
    (row: DeliveryRow): RowAction[] => [
      {
        key: 'view',
        label: t('webhook.deliveries.view'),
        icon: Search,
        isShown: true,
        onSelect: () => openDelivery(row.guid),
      },
    ],
    [t],
  )
  const columns = useMemo(() => columnsOf(t, eventName), [t, eventName])
  return (
    <ListPage
      isTab
      path="/integration/webhook/view"
      list="webhook.deliveries"
      call={webhookCalls.deliveries}
      where={useMemo(() => ({ guid }), [guid])}
      keeps={{ guid }}
      title={t('webhook.detail.deliveries')}
      filters={filters}
      columns={columns}
      card={(row) => cardOf(t, eventName, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Logs,
        title: t('webhook.deliveries.emptyTitle'),
        sentence: t('webhook.deliveries.emptySentence', { days: LIMITS.webhook.keptDays }),
        action,
      }}
    />
  )
}
