// The parts of the report below the chart: conversion, numbers by link, sources and cost.
import { CAMPAIGN_SOURCES, LIMITS, PROMOTION_METHODS } from '@sealwright/contract'
import type { CampaignFigure, CampaignFigures, CampaignSource } from '@sealwright/contract'
import { useId, useMemo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { Tag } from '../../../blocks/control/status-tag.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { NumberCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import type { Report } from './report-days.ts'
import './report.css'

interface PartProps {
  title: string
  sentence?: string
  tools?: ReactNode
  children: ReactNode
}

export function Part({ title, sentence, tools, children }: PartProps) {
  const id = useId()
  return (
    <section className="report-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools && <div className="report-tools">{tools}</div>}
      </header>
      {sentence && <p className="report-quiet">{sentence}</p>}
      {children}
    </section>
  )
}

type Share = (part: number, whole: number) => string

/** A share as text, such as 12.5%. A dash without a whole. */
export function useShare(): Share {
  const { number } = useFormat()
  return (part, whole) => (whole === 0 ? '–' : `${number((part / whole) * 100)}%`)
}

function Stage({ label, count, of, note }: { label: string; count: number; of: number; note?: ReactNode }) {
  const { number } = useFormat()
  // First uses of earlier participations can exceed the participations of the period.
  const style = { '--part': of === 0 ? 0 : Math.min(1, count / of) } as CSSProperties // a custom property
  return (
    <li className="report-stage">
      <span className="report-stage-label">{label}</span>
      <span className="report-stage-bar" style={style} aria-hidden />
      <strong className="sw-tabular">{number(count)}</strong>
      {note && <span className="report-stage-note">{note}</span>}
    </li>
  )
}

export function Funnel({ totals }: Pick<Report, 'totals'>) {
  const t = usePhrases()
  const share = useShare()
  const { views, registrations, participations, firstUses } = totals
  const most = Math.max(views, participations, firstUses)
  return (
    <Part title={t('activity.report.chart.funnel')} sentence={t('activity.report.chart.funnelSentence')}>
      <ol className="report-funnel">
        <Stage label={t('activity.report.views')} count={views} of={most} />
        <Stage
          label={t('activity.report.participations')}
          count={participations}
          of={most}
          note={
            <>
              {t('activity.report.chart.ofViews', { share: share(participations, views) })}
              {' · '}
              {t('activity.report.chart.newOfThem', {
                fresh: registrations,
                old: Math.max(0, participations - registrations),
              })}
            </>
          }
        />
        <Stage
          label={t('activity.report.firstUses')}
          count={firstUses}
          of={most}
          note={t('activity.report.chart.ofParticipations', { share: share(firstUses, participations) })}
        />
      </ol>
    </Part>
  )
}

export const figureColumn = (t: Translate, figure: CampaignFigure): Column<CampaignFigures> => ({
  key: figure,
  title: t(`activity.report.${figure}`),
  align: 'end',
  minWidth: WIDTHS.number,
  // In a narrow window, what people did tells more than what they saw.
  priority: figure === 'participations' || figure === 'firstUses' ? 3 : 2,
  cell: (row) => <NumberCell value={row[figure]} />,
})

const shareColumn = (key: string, title: string, cell: (row: CampaignFigures) => string): Column<CampaignFigures> => ({
  key,
  title,
  align: 'end',
  minWidth: 64,
  cell: (row) => <span className="sw-tabular">{cell(row)}</span>,
})

type LinkRow = Report['links'][number]

const linkColumns = (t: Translate, share: Share): Column<LinkRow>[] => [
  {
    key: 'name',
    title: t('activity.fields.linkGuid'),
    minWidth: 130,
    cell: ({ name, isActive }) => (
      <span className="report-link">
        {name}
        {!isActive && <Tag>{t('activity.report.linkGone')}</Tag>}
      </span>
    ),
  },
  figureColumn(t, 'views'),
  figureColumn(t, 'registrations'),
  figureColumn(t, 'participations'),
  figureColumn(t, 'firstUses'),
  shareColumn('joinRate', t('activity.report.chart.joinRate'), (row) => share(row.participations, row.views)),
  shareColumn('useRate', t('activity.report.chart.useRate'), (row) => share(row.firstUses, row.participations)),
]

export function ByLink({ links }: Pick<Report, 'links'>) {
  const t = usePhrases()
  const columns = linkColumns(t, useShare())
  const title = t('activity.report.chart.byLink')
  return (
    <Part title={title}>
      <DataTable
        label={title}
        rows={links}
        columns={columns}
        rowKey={({ guid }) => guid}
        rowName={({ name }) => name}
      />
    </Part>
  )
}

type SourceRow = Report['sources'][number]

const sourceColumns = (
  t: Translate,
  source: CampaignSource,
  nameOf: (row: SourceRow) => string,
): Column<SourceRow>[] => [
  {
    key: 'value',
    title: t(`activity.report.chart.sourceKinds.${source}`),
    minWidth: 110,
    cell: (row) => <span className="report-source">{nameOf(row)}</span>,
  },
  ...(source === 'via' ? [figureColumn(t, 'views')] : []),
  figureColumn(t, 'registrations'),
  figureColumn(t, 'participations'),
  figureColumn(t, 'firstUses'),
]

function SourceTable({ source, rows }: { source: CampaignSource; rows: readonly SourceRow[] }) {
  const t = usePhrases()
  const title = t(`activity.report.chart.sourceKinds.${source}`)
  const nameOf = ({ value }: SourceRow) => {
    const known = source === 'via' ? PROMOTION_METHODS.find((one) => one === value) : undefined
    return known ? t(`activity.report.methods.${known}`) : value
  }
  const columns = sourceColumns(t, source, nameOf)
  return (
    <div className="report-source-table">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="report-quiet">{t('activity.report.chart.noSources')}</p>
      ) : (
        <DataTable label={title} rows={rows} columns={columns} rowKey={({ value }) => value} rowName={nameOf} />
      )}
    </div>
  )
}

export function Sources({ sources }: Pick<Report, 'sources'>) {
  const t = usePhrases()
  const bySource = useMemo(
    () => CAMPAIGN_SOURCES.map((source) => ({ source, rows: sources.filter((row) => row.source === source) })),
    [sources],
  )
  return (
    <Part
      title={t('activity.report.chart.sources')}
      sentence={t('activity.report.chart.sourcesSentence', { max: LIMITS.campaign.reportSources })}
    >
      <div className="report-sources">
        {bySource.map((one) => (
          <SourceTable key={one.source} {...one} />
        ))}
      </div>
    </Part>
  )
}

export function Cost({ costFen, units, costPerUseFen }: Pick<Report, 'costFen' | 'units' | 'costPerUseFen'>) {
  const t = usePhrases()
  const { money } = useFormat()
  return (
    <Part title={t('activity.report.chart.cost')} sentence={t('activity.report.chart.costSentence')}>
      <FactList
        facts={[
          { label: t('activity.report.chart.charged'), value: money(costFen) },
          ...(units.length === 0
            ? []
            : [
                {
                  label: t('activity.report.chart.units'),
                  value: units
                    .map(({ stock, count }) => t(`billing.overview.price.units.${stock}`, { count }))
                    .join(t('blocks.list.comma')),
                },
              ]),
          {
            label: t('activity.report.chart.perUse'),
            value: costPerUseFen === null ? t('activity.report.chart.noUse') : money(costPerUseFen),
          },
        ]}
      />
    </Part>
  )
}
