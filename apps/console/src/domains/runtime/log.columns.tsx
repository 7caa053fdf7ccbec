// The columns, card and filters of the runtime log.
import { RUNTIME_ACTS, RUNTIME_REASONS, shownSerial } from '@sealwright/contract'
import type { RuntimeLogRow } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameLink, Nothing, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import type { LicenseHref } from './license-href.ts'
import './runtime.css'

interface Look {
  t: Translate
  hrefOf: LicenseHref
}

export const logKey = (row: RuntimeLogRow) => row.guid

export const codeOf = ({ family, serial }: RuntimeLogRow) =>
  family === null || serial === null ? serial : shownSerial(family, serial)

/** The name of a request: its code, account or device. */
export const logName = (row: RuntimeLogRow) => codeOf(row) ?? row.account ?? row.machineName ?? row.guid

function Outcome({ row: { reason, times } }: { row: RuntimeLogRow }) {
  const t = usePhrases()
  return (
    <span className="runtime-outcome">
      <StatusTag tone={reason === null ? 'ok' : 'bad'}>
        {t(reason === null ? 'runtime.log.done' : 'runtime.log.refused')}
      </StatusTag>
      {times > 1 && <span className="runtime-times">{t('runtime.log.times', { count: times })}</span>}
    </span>
  )
}

function Text({ text, isWide = false }: { text: string | null; isWide?: boolean }) {
  return text === null ? (
    <Nothing />
  ) : (
    <span className={isWide ? 'runtime-text runtime-text-wide' : 'runtime-text'}>{text}</span>
  )
}

function License({ row, hrefOf }: { row: RuntimeLogRow; hrefOf: LicenseHref }) {
  const code = codeOf(row)
  return code === null ? <Nothing /> : <NameLink name={code} href={hrefOf(row)} />
}

export function logColumns({ t, hrefOf }: Look): Column<RuntimeLogRow>[] {
  return [
    {
      key: 'at',
      title: t('runtime.log.time'),
      sort: 'at',
      minWidth: WIDTHS.time,
      cell: (row) => <TimeCell at={row.at} />,
    },
    { key: 'act', title: t('runtime.log.act'), minWidth: 84, priority: 2, cell: (row) => t(`runtime.acts.${row.act}`) },
    {
      key: 'outcome',
      title: t('runtime.log.outcome'),
      minWidth: 220,
      priority: 2,
      cell: (row) => (
        <span className="runtime-lines">
          <Outcome row={row} />
          {row.reason !== null && <span className="name-cell-below runtime-message">{row.message}</span>}
        </span>
      ),
    },
    {
      key: 'license',
      title: t('runtime.log.license'),
      minWidth: 204,
      priority: 2,
      cell: (row) => <License row={row} hrefOf={hrefOf} />,
    },
    {
      key: 'account',
      title: t('runtime.log.account'),
      minWidth: WIDTHS.text,
      cell: (row) => <Text text={row.account} />,
    },
    {
      key: 'machine',
      title: t('runtime.fields.machine'),
      minWidth: WIDTHS.text,
      priority: 2,
      cell: (row) => <Text text={row.machineName} />,
    },
    {
      key: 'network',
      title: t('runtime.log.network'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: (row) => <Text text={row.network} />,
    },
  ]
}

export function logCard({ t, hrefOf }: Look, row: RuntimeLogRow): CardParts {
  return {
    mark: null,
    name: codeOf(row) ?? row.account ?? t(`runtime.acts.${row.act}`),
    href: hrefOf(row),
    below: t(`runtime.acts.${row.act}`),
    facts: [
      { label: t('runtime.log.outcome'), value: <Outcome row={row} /> },
      ...(row.reason === null ? [] : [{ label: t('runtime.fields.reason'), value: row.message }]),
      ...(row.account === null ? [] : [{ label: t('runtime.log.account'), value: row.account }]),
      { label: t('runtime.fields.machine'), value: row.machineName ?? <Nothing /> },
      { label: t('runtime.log.network'), value: row.network ?? <Nothing /> },
    ],
    foot: <LabeledTime label={t('runtime.log.time')} at={row.at} />,
  }
}

export function logFilters(t: Translate): Filter[] {
  return [
    { kind: 'search', name: 'keyword', label: t('runtime.log.search') },
    {
      kind: 'choice',
      name: 'act',
      label: t('runtime.log.act'),
      options: RUNTIME_ACTS.map((value) => ({ value, label: t(`runtime.acts.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'refused',
      label: t('runtime.log.outcome'),
      options: [
        { value: '1', label: t('runtime.log.onlyRefused') },
        { value: '0', label: t('runtime.log.onlyDone') },
      ],
    },
    {
      kind: 'pick',
      name: 'reason',
      label: t('runtime.fields.reason'),
      options: RUNTIME_REASONS.map((value) => ({ value, label: t(`runtime.reasons.${value}`) })),
    },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('runtime.log.time') },
  ]
}
