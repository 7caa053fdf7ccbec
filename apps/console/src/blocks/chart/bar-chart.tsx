// Stacked bars over days, months or names. Negative values extend downward.
import { stack, stackOffsetDiverging } from 'd3-shape'
import './charts.css'
import { Plot } from './plot.tsx'
import type { PointWords } from './plot.tsx'
import { Legend } from './readings.tsx'
import type { Series } from './readings.tsx'
import { toneClass } from './swatch.tsx'

const MAX_BAR_PX = 28
const RADIUS_PX = 4

interface BarChartProps<Key extends string> {
  label: string
  /** The parts of a bar, from the axis outward. */
  series: readonly (Series & { key: Key })[]
  /** From left to right. A missing value is 0. */
  data: readonly (PointWords & { values: Partial<Record<Key, number>> })[]
  format: (value: number) => string
  /** A shorter format for the axis. */
  formatTick?: (value: number) => string
}

export function BarChart<Key extends string>({ label, series, data, format, formatTick = format }: BarChartProps<Key>) {
  const points = data.map(({ at, note, values }) => ({ at, note, values: series.map(({ key }) => values[key] ?? 0) }))
  const layers = stack<(typeof points)[number], number>()
    .keys(series.keys())
    .value(({ values }, layer) => values[layer] ?? 0)
    .offset(stackOffsetDiverging)(points)
  const barAt = (index: number) =>
    layers
      .map((layer, at) => ({
        tone: series[at]?.tone ?? 'neutral',
        from: layer[index]?.[0] ?? 0,
        to: layer[index]?.[1] ?? 0,
      }))
      .filter(({ from, to }) => from !== to)
  return (
    <div className="chart">
      <Legend series={series} />
      <Plot
        label={label}
        series={series}
        points={points}
        heights={layers.flat(2)}
        format={format}
        formatTick={formatTick}
        spread="columns"
        hasSum={series.length > 1}
      >
        {({ x, y, stepPx, topPx, bottomPx, read }) => {
          const widthPx = Math.max(1, Math.min(stepPx * 0.62, MAX_BAR_PX))
          const bandPx = Math.min(stepPx, widthPx + 24)
          return (
            <>
              {read !== undefined && (
                <rect
                  className="chart-band"
                  x={x(read) - bandPx / 2}
                  width={bandPx}
                  y={topPx}
                  height={bottomPx - topPx}
                  rx={Math.min(RADIUS_PX, bandPx / 4)}
                />
              )}
              {points.map((_, index) =>
                barAt(index).map(({ tone, from, to }, at, parts) => {
                  const isUp = to > 0
                  const [base, tip] = isUp ? [y(from), y(to)] : [y(to), y(from)]
                  const isOutermost = parts.every((part) => (isUp ? part.to <= to : part.from >= from))
                  return (
                    <path
                      key={`${index} ${at}`}
                      className={toneClass(tone)}
                      fill="currentColor"
                      d={barPath(x(index) - widthPx / 2, widthPx, base, tip, {
                        isOutermost,
                        isInnermost: from === 0 || to === 0,
                      })}
                    />
                  )
                }),
              )}
            </>
          )
        }}
      </Plot>
    </div>
  )
}

/**
 * The path of one part of a bar, upward or downward. The outermost part has a round end. A thin gap separates a part
 * from the one before it.
 */
function barPath(
  x: number,
  widthPx: number,
  base: number,
  tip: number,
  { isOutermost, isInnermost }: { isOutermost: boolean; isInnermost: boolean },
): string {
  const direction = Math.sign(tip - base)
  // At least one pixel, so that a small value is visible.
  const lengthPx = Math.max(1, Math.abs(tip - base))
  const seamPx = isInnermost || lengthPx < 3 ? 0 : 1
  const r = isOutermost ? Math.min(RADIUS_PX, widthPx / 2, lengthPx - seamPx) : 0
  const straightPx = direction * (lengthPx - seamPx - r)
  return (
    `M${x},${base + direction * seamPx}v${straightPx}q0,${direction * r} ${r},${direction * r}h${widthPx - 2 * r}` +
    `q${r},0 ${r},${-direction * r}v${-straightPx}Z`
  )
}
