// A small curve without axes. The numbers beside it say the same in words, so it is hidden from screen readers.
import { useId } from 'react'
import './charts.css'

const WIDTH = 100
const HEIGHT = 28
/** Keeps the line inside of the picture. */
const EDGE = 1.5

export function Sparkline({ values }: { values: readonly number[] }) {
  const shade = useId()
  const most = Math.max(1, ...values)
  // One value is a level line.
  const drawn = values.length === 1 ? [...values, ...values] : values
  const points = drawn.map((value, index) => {
    const x = (index / Math.max(1, drawn.length - 1)) * WIDTH
    const y = HEIGHT - EDGE - (Math.max(0, value) / most) * (HEIGHT - 2 * EDGE)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const line = points.length === 0 ? '' : `M${points.join('L')}`
  return (
    <svg
      className="sparkline chart-tone-brand"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
        <stop className="chart-shade-top" offset="0" />
        <stop className="chart-shade-end" offset="1" />
      </linearGradient>
      {line && <path d={`${line}L${WIDTH},${HEIGHT}L0,${HEIGHT}Z`} fill={`url(#${shade})`} />}
      <path className="sparkline-line" d={line} />
    </svg>
  )
}
