// The files of the workbench, each in words: whose, which device, for what, made when, valid until, and whether it
// would be exchanged.
import type { ReadFile, ToldFile } from '@sealwright/contract'
import { X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../blocks/control/button.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { DateCell, Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { RecordCards } from '../../../blocks/list/record-card.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import type { Taken } from '../intake/take-files.ts'
import { KindTag, WhoseFile } from '../told-parts.tsx'

/** A file of the list, with what the center says about it. */
export interface BenchRow {
  id: string
  file: Taken
  /** Undefined until the center has read it. */
  read: ReadFile | undefined
}

function Why({ lines }: { lines: readonly (string | null)[] }) {
  return lines.map(
    (line) =>
      line !== null && (
        <span key={line} className="offline-why">
          {line}
        </span>
      ),
  )
}

/** Whether the file would be exchanged, and why not. */
function Outcome({ row: { file, read } }: { row: BenchRow }) {
  const t = usePhrases()
  if ('fault' in file)
    return (
      <span className="offline-over">
        <StatusTag tone="bad">{t('offline.workbench.unread')}</StatusTag>
        <Why lines={[t(`offline.intake.faults.${file.fault}`)]} />
      </span>
    )
  if (!read) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
  if (!read.isAllowed)
    return (
      <span className="offline-over">
        <StatusTag tone="bad">{t('offline.workbench.refused')}</StatusTag>
        <Why lines={[read.message, read.fix]} />
      </span>
    )
  return read.told?.exchange ? (
    <span className="offline-over">
      <StatusTag tone="brand">{t('offline.workbench.again')}</StatusTag>
      <Why lines={[t('offline.workbench.againSentence')]} />
    </span>
  ) : (
    <StatusTag tone="ok">{t('offline.workbench.allowed')}</StatusTag>
  )
}

const toldOf = ({ read }: BenchRow) => read?.told ?? undefined
const nameOf = ({ file }: BenchRow) => file.name
const keyOf = ({ id }: BenchRow) => id

/** A cell of what the file says; nothing if nobody can read it. */
const told = (cell: (file: ToldFile) => ReactNode) => (row: BenchRow) => {
  const file = toldOf(row)
  return (file && cell(file)) ?? <Nothing />
}

const machineWords = ({ machine: { name, os } }: ToldFile) => (
  <span className="offline-over">
    <span className="offline-name">{name}</span>
    {os !== null && <span className="name-cell-below">{os}</span>}
  </span>
)

function columnsOf(t: Translate): Column<BenchRow>[] {
  return [
    {
      key: 'name',
      title: t('offline.fields.name'),
      minWidth: 160,
      cell: (row) => (
        <span className="offline-over">
          <span className="offline-name">{row.file.name}</span>
          {row.read?.told && <KindTag kind={row.read.told.kind} />}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('offline.workbench.outcome'),
      minWidth: 200,
      priority: 3,
      cell: (row) => <Outcome row={row} />,
    },
    {
      key: 'machine',
      title: t('offline.fields.machineName'),
      minWidth: 120,
      priority: 2,
      cell: told(machineWords),
    },
    {
      key: 'license',
      title: t('offline.fields.licenseGuid'),
      minWidth: 176,
      priority: 2,
      cell: told((file) => <WhoseFile told={file} />),
    },
    {
      key: 'until',
      title: t('offline.fields.validUntil'),
      minWidth: 120,
      cell: told(({ validUntil, madeTime }) => (
        <span className="offline-over">
          {validUntil === null ? <Nothing /> : <DateCell at={validUntil} />}
          <span className="name-cell-below">
            {t('offline.workbench.made')} <DateCell at={madeTime} />
          </span>
        </span>
      )),
    },
  ]
}

function cardOf(t: Translate, row: BenchRow): CardParts {
  const file = toldOf(row)
  return {
    mark: null,
    name: row.file.name,
    below: file && t(`offline.kinds.${file.kind}`),
    facts: file
      ? [
          { label: t('offline.fields.licenseGuid'), value: <WhoseFile told={file} /> },
          {
            label: t('offline.fields.machineName'),
            value: [file.machine.name, file.machine.os].filter(Boolean).join(' · '),
          },
          { label: t('offline.fields.madeTime'), value: <TimeCell at={file.madeTime} /> },
          {
            label: t('offline.fields.validUntil'),
            value: file.validUntil === null ? <Nothing /> : <TimeCell at={file.validUntil} />,
          },
        ]
      : [],
    foot: <Outcome row={row} />,
  }
}

interface BenchRowsProps {
  rows: readonly BenchRow[]
  isStale: boolean
  onRemove: (id: string) => void
}

export function BenchRows({ rows, isStale, onRemove }: BenchRowsProps) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const columns = useMemo(() => columnsOf(t), [t])
  const remove = useCallback(
    (row: BenchRow) => (
      <IconButton
        icon={X}
        label={t('offline.workbench.remove', { name: row.file.name })}
        onPress={() => onRemove(row.id)}
      />
    ),
    [t, onRemove],
  )
  const label = t('offline.workbench.rows')
  return isNarrow ? (
    <RecordCards
      label={label}
      rows={rows}
      card={(row) => cardOf(t, row)}
      rowKey={keyOf}
      actions={(row) => [
        {
          key: 'remove',
          label: t('offline.workbench.remove', { name: row.file.name }),
          icon: X,
          onSelect: () => onRemove(row.id),
        },
      ]}
      isStale={isStale}
    />
  ) : (
    <DataTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      rowName={nameOf}
      actions={remove}
      isStale={isStale}
    />
  )
}
