// One value over time: a line with a gradient below it, and a dot at the current point.
import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import './charts.css'
import { Plot } from './plot.tsx'
import type { PointWords } from './plot.tsx'
import { toneClass } from './swatch.tsx'

const TONE = 'brand'

interface LineChartProps {
  label: string
  /** From left to right. */
  data: readonly (PointWords & { value: number })[]
  format: (value: number) => string
  /** A shorter format for the axis. */
  formatTick?: (value: number) => string
}

export function LineChart({ label, data, format, formatTick = format }: LineChartProps) {
  const shade = useId()
  const heights = data.map(({ value }) => value)
  const points = data.map(({ at, note, value }) => ({ at, note, values: [value] }))
  return (
    <div className="chart">
      <Plot
        label={label}
        series={[{ key: 'value', label, tone: TONE }]}
        points={points}
        heights={heights}
        format={format}
        formatTick={formatTick}
        spread="edges"
      >
        {({ x, y, topPx, bottomPx, read }) => {
          const xOf = (_: number, index: number) => x(index)
          // A single point makes no line, so its dot always shows.
          const dot = heights.length === 1 ? 0 : read
          return (
            <g className={toneClass(TONE)}>
              <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
                <stop className="chart-shade-top" offset="0" />
                <stop className="chart-shade-end" offset="1" />
              </linearGradient>
              <path fill={`url(#${shade})`} d={area<number>(xOf, y(0), y).curve(curveMonotoneX)(heights) ?? ''} />
              <path className="chart-line" d={line<number>(xOf, y).curve(curveMonotoneX)(heights) ?? ''} />
              {read !== undefined && (
                <line className="chart-cursor" x1={x(read)} x2={x(read)} y1={topPx} y2={bottomPx} />
              )}
              {dot !== undefined && <circle className="chart-dot" cx={x(dot)} cy={y(heights[dot] ?? 0)} r={4.5} />}
            </g>
          )
        }}
      </Plot>
    </div>
  )
}
