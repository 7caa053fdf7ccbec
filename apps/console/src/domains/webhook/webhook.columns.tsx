// The cells of an endpoint, for the table and the cards.
import { LIMITS, WEBHOOK_EVENTS } from '@sealwright/contract'
import type { WebhookRow } from '@sealwright/contract'
import { Webhook } from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import './webhook.css'

const DAYS = { days: LIMITS.webhook.keptDays }

export function EndpointState({ row: { isEnabled, failingSince } }: { row: WebhookRow }) {
  const t = usePhrases()
  const format = useFormat()
  if (!isEnabled) return <StatusTag tone="neutral">{t('webhook.list.disabled')}</StatusTag>
  if (failingSince === null) return <StatusTag tone="ok">{t('webhook.list.enabled')}</StatusTag>
  return (
    <span className="webhook-lines">
      <StatusTag tone="bad">{t('webhook.list.failing')}</StatusTag>
      <span className="name-cell-below">{t('webhook.list.failingSince', { time: format.time(failingSince) })}</span>
    </span>
  )
}

const eventWords = (t: Translate, { events }: WebhookRow) => {
  const [only] = events
  if (events.length === WEBHOOK_EVENTS.length) return t('webhook.list.allEvents')
  return events.length === 1 && only
    ? t(`webhook.events.${only}`)
    : t('webhook.list.eventCount', { count: events.length })
}

const hrefOf = ({ guid }: WebhookRow) => pathTo('/integration/webhook/view', { guid })

export const webhookColumns = (t: Translate): Column<WebhookRow>[] => [
  {
    key: 'url',
    title: t('webhook.fields.url'),
    minWidth: 280,
    cell: (row) => (
      <NameCell mark={<IconMark icon={Webhook} tint={0} />} name={row.url} href={hrefOf(row)} below={row.description} />
    ),
  },
  {
    key: 'state',
    title: t('webhook.fields.state'),
    minWidth: 150,
    priority: 3,
    cell: (row) => <EndpointState row={row} />,
  },
  {
    key: 'events',
    title: t('webhook.fields.events'),
    minWidth: 112,
    priority: 2,
    cell: (row) => eventWords(t, row),
  },
  {
    key: 'deliveries',
    title: t('webhook.list.deliveries', DAYS),
    minWidth: 230,
    priority: 2,
    cell: (row) => <span className="sw-tabular cell-quiet">{t('webhook.list.counted', row)}</span>,
  },
  {
    key: 'last',
    title: t('webhook.list.last'),
    minWidth: WIDTHS.time,
    cell: (row) =>
      row.lastTime === null ? (
        <span className="nothing">{t('webhook.list.never')}</span>
      ) : (
        <TimeCell at={row.lastTime} />
      ),
  },
]

export const webhookCard = (t: Translate, row: WebhookRow): CardParts => ({
  mark: <IconMark icon={Webhook} tint={0} size={40} />,
  name: row.url,
  href: hrefOf(row),
  below: row.description,
  facts: [
    { label: t('webhook.fields.state'), value: <EndpointState row={row} /> },
    { label: t('webhook.fields.events'), value: eventWords(t, row) },
    { label: t('webhook.list.deliveries', DAYS), value: t('webhook.list.counted', row) },
  ],
  foot:
    row.lastTime === null ? t('webhook.list.never') : <LabeledTime label={t('webhook.list.last')} at={row.lastTime} />,
})
