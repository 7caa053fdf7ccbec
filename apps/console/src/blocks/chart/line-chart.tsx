// Values over time as lines. One line has a gradient below it. Faint lines are dashed: something to compare with, such
// as the period before. A missing value is a gap.
import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import './charts.css'
import { Plot } from './plot.tsx'
import type { Drawing, PointWords } from './plot.tsx'
import { Legend } from './readings.tsx'
import type { Series } from './readings.tsx'
import { toneClass } from './swatch.tsx'

interface Formats {
  label: string
  format: (value: number) => string
  /** A shorter format for the axis. */
  formatTick?: (value: number) => string
}

interface LineChartProps extends Formats {
  /** From left to right. */
  data: readonly (PointWords & { value: number })[]
}

/** One value over time. */
export function LineChart({ label, data, ...formats }: LineChartProps) {
  return (
    <LinesChart
      label={label}
      series={[{ key: 'value', label, tone: 'brand' }]}
      data={data.map(({ at, note, value }) => ({ at, note, values: { value } }))}
      {...formats}
    />
  )
}

interface LinesChartProps<Key extends string> extends Formats {
  /** The first is drawn on top. */
  series: readonly (Series & { key: Key })[]
  /** From left to right. */
  data: readonly (PointWords & { values: Partial<Record<Key, number | undefined>> })[]
}

export function LinesChart<Key extends string>({
  label,
  series,
  data,
  format,
  formatTick = format,
}: LinesChartProps<Key>) {
  const shade = useId()
  const points = data.map(({ at, note, values }) => ({ at, note, values: series.map(({ key }) => values[key]) }))
  const lines = series.map((one, index) => ({ ...one, values: points.map(({ values }) => values[index]) })).toReversed()
  const solid = lines.filter(({ isFaint }) => !isFaint)
  return (
    <div className="chart">
      <Legend series={series} />
      <Plot
        label={label}
        series={series}
        points={points}
        heights={lines.flatMap(({ values }) => values.filter((value) => value !== undefined))}
        format={format}
        formatTick={formatTick}
        spread="edges"
        hasSum={false}
      >
        {(drawing) => {
          const { x, topPx, bottomPx, read } = drawing
          // A single point makes no line, so its dot always shows.
          const dot = points.length === 1 ? 0 : read
          return (
            <>
              {read !== undefined && (
                <line className="chart-cursor" x1={x(read)} x2={x(read)} y1={topPx} y2={bottomPx} />
              )}
              {lines.map(({ key, ...one }) => (
                <OneLine
                  key={key}
                  {...one}
                  drawing={drawing}
                  shade={solid.length === 1 ? shade : undefined}
                  dot={dot}
                />
              ))}
            </>
          )
        }}
      </Plot>
    </div>
  )
}

interface OneLineProps extends Pick<Series, 'tone' | 'isFaint'> {
  values: readonly (number | undefined)[]
  drawing: Drawing
  /** The id of the gradient below the line, if it has one. */
  shade: string | undefined
  dot: number | undefined
}

function OneLine({ tone, isFaint = false, values, drawing: { x, y }, shade, dot }: OneLineProps) {
  const xOf = (_: number | undefined, index: number) => x(index)
  const yOf = (value: number | undefined) => y(value ?? 0)
  const isDefined = (value: number | undefined) => value !== undefined
  const path = line<number | undefined>(xOf, yOf).defined(isDefined).curve(curveMonotoneX)(values)
  const at = dot === undefined ? undefined : values[dot]
  return (
    <g className={toneClass(tone)}>
      {shade !== undefined && !isFaint && (
        <>
          <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
            <stop className="chart-shade-top" offset="0" />
            <stop className="chart-shade-end" offset="1" />
          </linearGradient>
          <path
            fill={`url(#${shade})`}
            d={area<number | undefined>(xOf, y(0), yOf).defined(isDefined).curve(curveMonotoneX)(values) ?? ''}
          />
        </>
      )}
      <path className={isFaint ? 'chart-line chart-line-faint' : 'chart-line'} d={path ?? ''} />
      {dot !== undefined && at !== undefined && <circle className="chart-dot" cx={x(dot)} cy={y(at)} r={4.5} />}
    </g>
  )
}
