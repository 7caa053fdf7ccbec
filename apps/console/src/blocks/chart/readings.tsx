// The values of a plot as text: the legend, the card of the current point, and the table of all points for screen
// readers.
import type { CSSProperties } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './charts.css'
import { Swatch } from './swatch.tsx'
import type { ChartTone } from './swatch.tsx'

export interface Series {
  key: string
  label: string
  tone: ChartTone
  /** Drawn as a faint dashed line: something to compare with. */
  isFaint?: boolean
}

/** The names of the lines or bar parts. One alone has the name of the chart. */
export function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <ul className="chart-legend" aria-hidden>
      {series.map(({ key, label, tone, isFaint }) => (
        <li key={key}>
          <Swatch tone={tone} isFaint={isFaint} />
          {label}
        </li>
      ))}
    </ul>
  )
}

export interface Reading {
  name: string
  /** One for each series, in their order. */
  values: readonly string[]
  /** Undefined if the values do not add up to something. */
  sum: string | undefined
}

export function ReadingCard({
  series,
  reading,
  style,
}: {
  series: readonly Series[]
  reading: Reading
  style: CSSProperties
}) {
  const t = usePhrases()
  return (
    <div className="chart-card" style={style} aria-hidden>
      <div className="chart-card-name">{reading.name}</div>
      {series.map(({ key, label, tone, isFaint }, index) => (
        <div key={key} className="chart-card-row">
          <Swatch tone={tone} isFaint={isFaint} />
          <span className="chart-card-label">{label}</span>
          <span className="chart-card-value">{reading.values[index]}</span>
        </div>
      ))}
      {reading.sum !== undefined && (
        <div className="chart-card-row chart-card-sum">
          <span className="chart-card-label">{t('blocks.chart.sum')}</span>
          <span className="chart-card-value">{reading.sum}</span>
        </div>
      )}
    </div>
  )
}

export function ReadingTable({
  label,
  series,
  readings,
  hasSum,
}: {
  label: string
  series: readonly Series[]
  readings: readonly Reading[]
  hasSum: boolean
}) {
  const t = usePhrases()
  const heads = [...series.map((one) => one.label), ...(hasSum ? [t('blocks.chart.sum')] : [])]
  return (
    <div className="sw-visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {heads.map((head, column) => (
              <th key={column} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {readings.map(({ name, values, sum }, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
              {sum !== undefined && <td>{sum}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
