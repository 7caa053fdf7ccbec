// The frame of charts with a horizontal axis: the width of the container, grid lines, and a small card with the values
// of the current point, chosen by pointer or arrow keys. It draws no shapes itself.
// Surprise: for screen readers the plot is a read-only slider, whose value is the current point. A hidden table
// contains all points.
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
const NO_VALUE = '–'

/** The labels of a point. */
export interface PointWords {
  /** The short label below the axis. */
  at: string
  /** The full label, for the card and the table. */
  note?: string
}

/** The geometry of the plot, in pixels. */
export interface Drawing {
  x: (index: number) => number
  y: (value: number) => number
  /** The distance between two points. */
  stepPx: number
  topPx: number
  bottomPx: number
  /** The current point, if its card is open. */
  read: number | undefined
}

interface PlotProps {
  label: string
  series: readonly Series[]
  /** From left to right, with a value for each series. A point may lack some. */
  points: readonly (PointWords & { values: readonly (number | undefined)[] })[]
  /** All values that the vertical scale must include. */
  heights: readonly number[]
  format: (value: number) => string
  formatTick: (value: number) => string
  /** Points are in the middle of their columns, or the first and the last are at the edges. */
  spread: 'columns' | 'edges'
  /** The values of a point add up to something. */
  hasSum: boolean
  children: (drawing: Drawing) => ReactNode
}

export function Plot(props: PlotProps) {
  const t = usePhrases()
  const { label, series, points, format, hasSum } = props
  if (points.length === 0) return <div className="chart-none chart-height">{t('blocks.chart.none')}</div>
  const readings = points.map(({ at, note, values }) => ({
    name: note ?? at,
    values: values.map((value) => (value === undefined ? NO_VALUE : format(value))),
    sum: hasSum ? format(values.reduce<number>((sum, value = 0) => sum + value, 0)) : undefined,
  }))
  // The table is outside of the component that renders again while a pointer moves.
  return (
    <>
      <ReadablePlot {...props} readings={readings} />
      <ReadingTable label={label} series={series} readings={readings} hasSum={hasSum} />
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
  // The data may have fewer points than before.
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
      // On touch, the card stays after the finger is lifted, until something else is touched.
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

/** Places the card on the side with more room, so that it stays in the chart and does not cover the point. */
function besidePoint(x: number, gapPx: number, widthPx: number) {
  return x > widthPx / 2
    ? { right: widthPx - x + gapPx, maxWidth: x - gapPx }
    : { left: x + gapPx, maxWidth: widthPx - x - gapPx }
}

/** The width of the frame, known before the first paint. The style sheet fixes the height, so nothing moves. */
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
