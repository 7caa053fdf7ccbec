// What charts with a horizontal axis share: they are as wide as their container, have quiet lines behind, and are read
// point by point, by pointer or by arrow keys, on a small card. It draws no shape itself.
// Surprise: to a screen reader the plot is a slider that nobody can set; its value is the point that is read. All
// points are in the table beside it.
import { scalePoint } from 'd3-scale'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { placeLabels, textWidthPx, upwards } from './axis.ts'
import './charts.css'
import { ReadingCard, ReadingTable } from './readings.tsx'
import type { Reading, Series } from './readings.tsx'

const HEIGHT_PX = 220
const TOP_PX = 10
const BOTTOM_PX = HEIGHT_PX - 26
const RIGHT_PX = 6
const TICK_GAP_PX = 10

/** A point of the axis, in words. */
export interface PointWords {
  /** The short label below the axis, as it is shown. */
  at: string
  /** The same in full, for the card and the table. */
  note?: string
}

/** Where things are, in pixels. */
export interface Drawing {
  x: (index: number) => number
  y: (value: number) => number
  /** From one point to the next. */
  stepPx: number
  topPx: number
  bottomPx: number
  /** The point that is read. */
  read: number | undefined
}

interface PlotProps {
  label: string
  series: readonly Series[]
  /** From left to right, with a value for each series. */
  points: readonly (PointWords & { values: readonly number[] })[]
  /** Everything that must fit between top and bottom. */
  heights: readonly number[]
  format: (value: number) => string
  formatTick: (value: number) => string
  /** A point stands in the middle of its column, or the first and the last stand at the edges. */
  spread: 'columns' | 'edges'
  children: (drawing: Drawing) => ReactNode
}

export function Plot(props: PlotProps) {
  const t = usePhrases()
  const { label, series, points, format } = props
  if (points.length === 0) return <div className="chart-none chart-height">{t('blocks.chart.none')}</div>
  const readings = points.map(({ at, note, values }) => ({
    name: note ?? at,
    values: values.map(format),
    sum: series.length > 1 ? format(values.reduce((sum, value) => sum + value, 0)) : undefined,
  }))
  // The table stays outside of what is drawn anew while a pointer moves.
  return (
    <>
      <ReadablePlot {...props} readings={readings} />
      <ReadingTable label={label} series={series} readings={readings} />
    </>
  )
}

function ReadablePlot({
  label,
  points,
  series,
  heights,
  formatTick,
  spread,
  children,
  readings,
}: PlotProps & { readings: readonly Reading[] }) {
  const t = usePhrases()
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const last = points.length - 1
  const [at, setAt] = useState(last)
  const [isRead, setIsRead] = useState(false)
  // There may be fewer points than a moment ago.
  const current = Math.min(at, last)
  const reading = readings[current]

  const read = (index: number) => {
    setAt(Math.max(0, Math.min(index, last)))
    setIsRead(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) read(to)
    else if (event.key === 'Escape' && isRead) setIsRead(false)
    else return
    event.preventDefault()
  }

  const { y, ticks } = upwards(heights, [BOTTOM_PX, TOP_PX])
  const left = Math.max(...ticks.map((tick) => textWidthPx(formatTick(tick)))) + TICK_GAP_PX
  const scale = scalePoint(points.keys(), [left, Math.max(left, widthPx - RIGHT_PX)]).padding(
    spread === 'columns' ? 0.5 : 0,
  )
  const x = (index: number) => scale(index) ?? left
  const stepPx = scale.step()
  const onPoint = (event: PointerEvent<HTMLElement>) => {
    const fromFirst = event.clientX - event.currentTarget.getBoundingClientRect().left - x(0)
    read(Math.round(fromFirst / Math.max(1, stepPx)))
  }

  const spoken = series.map((one, index) => `${one.label} ${reading?.values[index]}`)
  if (reading?.sum !== undefined) spoken.push(`${t('blocks.chart.sum')} ${reading.sum}`)

  return (
    <div
      ref={frame}
      className="chart-plot chart-height"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={current + 1}
      aria-valuetext={`${reading?.name}: ${spoken.join(', ')}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPoint}
      onPointerMove={onPoint}
      // A finger is lifted to look: what it read stays until something else is touched.
      onPointerLeave={(event) => event.pointerType !== 'touch' && setIsRead(false)}
      onFocus={() => setIsRead(true)}
      onBlur={() => setIsRead(false)}
    >
      {widthPx > 0 && (
        <svg width={widthPx} height={HEIGHT_PX} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(0,${Math.round(y(tick)) + 0.5})`}>
              <line className={tick === 0 ? 'chart-base' : 'chart-grid'} x1={left} x2={widthPx} />
              <text className="chart-text" x={left - TICK_GAP_PX} dy=".34em" textAnchor="end">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {children({ x, y, stepPx, topPx: TOP_PX, bottomPx: BOTTOM_PX, read: isRead ? current : undefined })}
          {placeLabels(
            points.map((point) => point.at),
            x,
            widthPx,
          ).map(({ index, text, middle }) => (
            <text
              key={index}
              className={isRead && index === current ? 'chart-text chart-text-read' : 'chart-text'}
              x={middle}
              y={HEIGHT_PX - 6}
              textAnchor="middle"
            >
              {text}
            </text>
          ))}
        </svg>
      )}
      {isRead && reading && (
        <ReadingCard
          series={series}
          reading={reading}
          style={besidePoint(x(current), Math.min(stepPx / 2, 20) + 8, widthPx)}
        />
      )}
    </div>
  )
}

/** On the side that has more room: what is read stays in sight, and the card within the chart. */
function besidePoint(x: number, gapPx: number, widthPx: number) {
  return x > widthPx / 2
    ? { right: widthPx - x + gapPx, maxWidth: x - gapPx }
    : { left: x + gapPx, maxWidth: widthPx - x - gapPx }
}

/** Known before the first paint: the height is the style sheet's, so nothing moves when the rest is drawn. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setWidthPx(element.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return widthPx
}
