import type { OperationType } from '@sealwright/contract'
// The columns, the card, the details and the filters of an operation log. Developers and the platform read theirs in
// the same way.
import { Pencil, Plus, ScrollText, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { IconMark } from '../control/icon-mark.tsx'
import { StatusTag } from '../control/status-tag.tsx'
import { Differences, useTimed } from '../detail/differences.tsx'
import { FactList } from '../detail/fact-list.tsx'
import { LabeledTime, NameCell, TimeCell } from '../list/columns.tsx'
import type { Column } from '../list/data-table.tsx'
import type { Filter } from '../list/filter/list-filters.tsx'
import type { CardParts } from '../list/record-card.tsx'
import { WIDTHS } from '../list/table-layout.ts'
import { SidePanel } from '../overlay/side-panel.tsx'
import { TONES, TYPES, typeOf } from './log-entry.ts'
import type { LogEntry, LogLook } from './log-entry.ts'
import './log.css'

const MARKS: Record<OperationType, { icon: LucideIcon; tint: number }> = {
  add: { icon: Plus, tint: 0 },
  update: { icon: Pencil, tint: 2 },
  delete: { icon: Trash2, tint: 3 },
}

interface Shown<Row extends LogEntry> {
  row: Row
  look: LogLook<Row>
}

function Verb<Row extends LogEntry>({ row, look }: Shown<Row>) {
  return <StatusTag tone={TONES[typeOf(row)]}>{look.verbOf(row)}</StatusTag>
}

/** Values in words. Logs keep switches as true and false. */
const valuesOf =
  <Row extends LogEntry>(t: Translate, look: LogLook<Row>) =>
  (field: string, value: string) => {
    if (value === 'true') return t('operationLog.log.yes')
    if (value === 'false') return t('operationLog.log.no')
    return look.wordsOf?.(field, value) ?? value
  }

/** The first changes in one line. */
function Changes<Row extends LogEntry>({ row, look }: Shown<Row>) {
  const t = usePhrases()
  const nothing = t('blocks.differences.nothing')
  const timed = useTimed()
  const type = typeOf(row)
  const wordsOf = (field: string, value: string | null) =>
    value === null || value === '' ? nothing : timed(valuesOf(t, look)(field, value))
  const words = (look.changesOf?.(row) ?? row.changes).slice(0, 2).map(({ field, before, after }) => {
    const label = look.labelOf(row, field)
    return type === 'update'
      ? t('operationLog.log.change', { label, before: wordsOf(field, before), after: wordsOf(field, after) })
      : t('operationLog.log.value', { label, value: wordsOf(field, type === 'add' ? after : (before ?? after)) })
  })
  const line = words.join(t('shell.why.between'))
  return (
    <span className="log-changes" data-tip={line}>
      {line}
    </span>
  )
}

function Detail<Row extends LogEntry>({ row, look }: Shown<Row>) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <SidePanel title={t('operationLog.log.detailTitle')}>
      <FactList
        facts={[
          { label: t('operationLog.fields.deed'), value: <Verb row={row} look={look} /> },
          { label: look.who, value: look.whoOf(row) },
          {
            label: t('operationLog.fields.targetGuid'),
            value: `${look.kindOf(row)} · ${look.nameOf(row)}`,
            isWide: true,
          },
          { label: t('operationLog.fields.at'), value: format.time(row.at) },
          {
            label: t('operationLog.fields.sealed'),
            value: t(row.sealed ? 'operationLog.history.sealed' : 'operationLog.log.notSealed'),
          },
          ...(look.facts?.(row) ?? []),
          { label: t('operationLog.fields.requestId'), value: row.requestId, isWide: true },
        ]}
      />
      {row.changes.length === 0 ? (
        <p className="nothing">{t('operationLog.log.noChange')}</p>
      ) : (
        <Differences
          changes={row.changes}
          // A deletion may add facts, such as its reason.
          kind={row.changes.some(({ after }) => after !== null) && typeOf(row) === 'delete' ? 'update' : typeOf(row)}
          labelOf={(field) => look.labelOf(row, field)}
          wordsOf={valuesOf(t, look)}
        />
      )}
    </SidePanel>
  )
}

export function openLogDetail<Row extends LogEntry>(row: Row, look: LogLook<Row>): void {
  void openSidePanel(<Detail row={row} look={look} />)
}

const markOf = (row: LogEntry, size?: 40) => <IconMark {...MARKS[typeOf(row)]} {...(size && { size })} />

export function logColumns<Row extends LogEntry>(t: Translate, look: LogLook<Row>): Column<Row>[] {
  return [
    {
      key: 'target',
      title: t('operationLog.fields.targetGuid'),
      minWidth: 236,
      cell: (row) => {
        const href = look.hrefOf?.(row)
        return (
          <NameCell
            mark={markOf(row)}
            name={look.nameOf(row)}
            below={look.kindOf(row)}
            {...(href !== undefined && { href })}
          />
        )
      },
    },
    {
      key: 'type',
      title: t('operationLog.fields.deed'),
      minWidth: WIDTHS.tag,
      priority: 3,
      cell: (row) => <Verb row={row} look={look} />,
    },
    {
      key: 'changes',
      title: t('operationLog.fields.changes'),
      minWidth: 164,
      priority: 1,
      cell: (row) => <Changes row={row} look={look} />,
    },
    { key: 'who', title: look.who, minWidth: 88, priority: 3, cell: (row) => look.whoOf(row) },
    {
      key: 'at',
      title: t('operationLog.fields.at'),
      sort: 'at',
      minWidth: WIDTHS.time,
      priority: 2,
      cell: (row) => <TimeCell at={row.at} />,
    },
    {
      key: 'sealed',
      title: t('operationLog.fields.sealed'),
      minWidth: 100,
      priority: 0,
      // The same in nearly every row, and among the details.
      isOnDemand: true,
      cell: (row) => (
        <span className="cell-quiet">
          {t(row.sealed ? 'operationLog.history.sealed' : 'operationLog.log.notSealed')}
        </span>
      ),
    },
  ]
}

export function logCard<Row extends LogEntry>(t: Translate, row: Row, look: LogLook<Row>): CardParts {
  const href = look.hrefOf?.(row)
  return {
    mark: markOf(row, 40),
    name: look.nameOf(row),
    below: look.kindOf(row),
    ...(href !== undefined && { href }),
    facts: [
      { label: t('operationLog.fields.deed'), value: <Verb row={row} look={look} /> },
      { label: look.who, value: look.whoOf(row) },
    ],
    foot: <LabeledTime label={t('operationLog.fields.at')} at={row.at} />,
  }
}

/** The filters by the kind of the operation and by time. */
export const logFilters = (t: Translate): Filter[] => [
  {
    kind: 'choice',
    name: 'type',
    label: t('operationLog.fields.type'),
    options: TYPES.map((type) => ({ value: type, label: t(`operationLog.types.${type}`) })),
  },
  { kind: 'period', name: 'startTime', until: 'endTime', label: t('operationLog.fields.at') },
]

export const LOG_ICON = ScrollText
