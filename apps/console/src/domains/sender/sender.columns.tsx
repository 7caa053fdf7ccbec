// The cells of a sender, for the table and the cards.
import { LIMITS } from '@sealwright/contract'
import type { SenderRow, SenderState } from '@sealwright/contract'
import { Mail } from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag, Tag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { problemWords } from './problem-words.ts'
import './sender.css'

const TONES: Record<SenderState, Tone> = { unverified: 'neutral', working: 'ok', failing: 'bad' }

function State({ row: { state, problem } }: { row: SenderRow }) {
  const t = usePhrases()
  return (
    <span className="sender-state">
      <StatusTag tone={TONES[state]}>{t(`sender.states.${state}`)}</StatusTag>
      {problem && <span className="sender-quiet">{problemWords(t, problem)}</span>}
    </span>
  )
}

const below = (t: Translate, { name, isDefault }: SenderRow) =>
  (name !== null || isDefault) && (
    <span className="sender-below">
      {isDefault && <Tag>{t('sender.list.isDefault')}</Tag>}
      {name}
    </span>
  )

const serverWords = (t: Translate, { host, port, tls }: SenderRow) => (
  <span className="sender-server">
    <span>
      {host}:{port}
    </span>
    <span className={tls === 'none' ? 'sender-unsafe' : 'sender-quiet'}>{t(`sender.tlsModes.${tls}`)}</span>
  </span>
)

export const senderColumns = (t: Translate): Column<SenderRow>[] => [
  {
    key: 'email',
    title: t('sender.fields.email'),
    sort: 'email',
    minWidth: 240,
    cell: (row) => <NameCell mark={<IconMark icon={Mail} tint={0} />} name={row.email} below={below(t, row)} />,
  },
  { key: 'state', title: t('sender.fields.state'), minWidth: 200, cell: (row) => <State row={row} /> },
  { key: 'host', title: t('sender.fields.host'), minWidth: 190, cell: (row) => serverWords(t, row) },
  {
    key: 'deliveries',
    title: t('sender.fields.deliveries', { days: LIMITS.sender.countedDays }),
    minWidth: 220,
    cell: (row) => <span className="sw-tabular cell-quiet">{t('sender.counted', row)}</span>,
  },
  {
    key: 'updateTime',
    title: t('common.fields.updateTime'),
    sort: 'updateTime',
    minWidth: WIDTHS.date,
    priority: 0,
    cell: (row) => <DateCell at={row.updateTime} />,
  },
]

export const senderCard = (t: Translate, row: SenderRow): CardParts => ({
  mark: <IconMark icon={Mail} tint={0} size={40} />,
  name: row.email,
  below: below(t, row),
  facts: [
    { label: t('sender.fields.state'), value: <State row={row} /> },
    { label: t('sender.fields.host'), value: serverWords(t, row) },
    {
      label: t('sender.fields.deliveries', { days: LIMITS.sender.countedDays }),
      value: t('sender.counted', row),
    },
  ],
  foot: <LabeledTime label={t('common.fields.updateTime')} at={row.updateTime} />,
})
