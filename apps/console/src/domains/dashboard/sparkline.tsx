// A small curve without axes. The numbers beside it say the same in words, so it is hidden from screen readers.
import { useId } from 'react'
import css from './dashboard.module.css'

const WIDTH = 100
const HEIGHT = 28
/** Keeps the line inside of the picture. */
const EDGE = 1.5

export function Sparkline({ values }: { values: readonly number[] }) {
  const shade = useId()
  const most = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH
    const y = HEIGHT - EDGE - (Math.max(0, value) / most) * (HEIGHT - 2 * EDGE)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg className={css.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
        <stop className={css.shadeTop} offset="0" />
        <stop className={css.shadeEnd} offset="1" />
      </linearGradient>
      <path d={`${line}L${WIDTH},${HEIGHT}L0,${HEIGHT}Z`} fill={`url(#${shade})`} />
      <path d={line} className={css.sparkLine} />
    </svg>
  )
}
