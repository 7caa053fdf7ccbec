// The exchanged files of a license, latest first. An answer can be downloaded again until it ends.
import { exchangeCalls } from '@sealwright/contract'
import type { ExchangeRow, ExchangeState } from '@sealwright/contract'
import { ArrowLeftRight, Download } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { TabRows } from '../../../blocks/list/tab-rows.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { KindTag } from '../told-parts.tsx'

const PAGE = 20
const TONES: Record<ExchangeState, Tone> = { ready: 'ok', ended: 'neutral', removed: 'neutral' }

const keyOf = ({ guid }: ExchangeRow) => guid
const nameOf = ({ machineName }: ExchangeRow) => machineName

function StateTag({ state }: { state: ExchangeState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`offline.states.${state}`)}</StatusTag>
}

const columnsOf = (t: Translate): Column<ExchangeRow>[] => [
  {
    key: 'machine',
    title: t('offline.fields.machineName'),
    minWidth: 150,
    cell: ({ machineName }) => <span className="offline-name">{machineName}</span>,
  },
  { key: 'kind', title: t('offline.fields.kind'), minWidth: WIDTHS.tag, cell: ({ kind }) => <KindTag kind={kind} /> },
  { key: 'time', title: t('offline.fields.time'), minWidth: WIDTHS.time, cell: ({ time }) => <TimeCell at={time} /> },
  {
    key: 'by',
    title: t('offline.history.by'),
    minWidth: WIDTHS.text,
    cell: ({ by, way }) => (
      <span className="offline-over">
        {by}
        <span className="name-cell-below">{t(`offline.ways.${way}`)}</span>
      </span>
    ),
  },
  {
    key: 'until',
    title: t('offline.fields.validUntil'),
    minWidth: WIDTHS.time,
    cell: ({ validUntil }) => (validUntil === null ? <Nothing /> : <TimeCell at={validUntil} />),
  },
  {
    key: 'state',
    title: t('offline.fields.state'),
    minWidth: WIDTHS.tag,
    cell: ({ state }) => <StateTag state={state} />,
  },
]

const cardOf = (t: Translate, row: ExchangeRow): CardParts => ({
  mark: null,
  name: row.machineName,
  below: row.name,
  facts: [
    { label: t('offline.fields.kind'), value: <KindTag kind={row.kind} /> },
    { label: t('offline.fields.time'), value: <TimeCell at={row.time} /> },
    { label: t('offline.history.by'), value: `${row.by} · ${t(`offline.ways.${row.way}`)}` },
    {
      label: t('offline.fields.validUntil'),
      value: row.validUntil === null ? <Nothing /> : <TimeCell at={row.validUntil} />,
    },
  ],
  foot: <StateTag state={row.state} />,
})

export function ExchangeHistory({ licenseGuid }: { licenseGuid: string }) {
  const t = usePhrases()
  const canDownload = useCan(exchangeCalls.download)
  const [page, setPage] = useState(1)
  const answer = useAnswer(
    exchangeCalls.find,
    { licenseGuid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const columns = useMemo(() => columnsOf(t), [t])
  const actionsOf = useCallback(
    ({ guid, answerName }: ExchangeRow): RowAction[] =>
      canDownload && answerName !== null
        ? [
            {
              key: 'download',
              label: t('offline.history.again'),
              icon: Download,
              isShown: true,
              onSelect: () =>
                void download({ path: exchangeCalls.download.path, payload: { guid }, fileName: answerName }),
            },
          ]
        : [],
    [canDownload, t],
  )
  return (
    <TabRows
      label={t('offline.history.title')}
      answer={answer}
      page={page}
      onTurn={setPage}
      columns={columns}
      card={(row) => cardOf(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actionsOf}
      none={
        <EmptyState
          icon={ArrowLeftRight}
          title={t('offline.history.emptyTitle')}
          sentence={t('offline.history.emptySentence')}
        />
      }
    />
  )
}
