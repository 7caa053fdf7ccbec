// Parts of a whole: a ring with the sum in the middle, and a legend with all numbers, which is also the table for
// screen readers.
import { arc, pie } from 'd3-shape'
import { useState } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { textWidthPx } from './axis.ts'
import './charts.css'
import { Swatch, toneClass } from './swatch.tsx'
import type { ChartTone } from './swatch.tsx'

const RADIUS_PX = 80
const HOLE_PX = 58
const SIZES_PX = [20, 17, 15, 13, 11.5]
/** Percentages are shown to a tenth. */
const LEAST_SHARE = 0.1

interface DonutPart {
  key: string
  label: string
  value: number
  tone: ChartTone
  /** The page that shows the part. */
  href?: string
}

interface DonutChartProps {
  label: string
  /** Clockwise from the top. */
  parts: readonly DonutPart[]
  format: (value: number) => string
  /** The name of the sum, in a word or two. */
  total: string
}

const slice = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
  .innerRadius(HOLE_PX)
  .outerRadius(RADIUS_PX)
  .cornerRadius(3)
const around = pie<DonutPart>()
  .value(({ value }) => value)
  .sort(null)
  .padAngle(0.024)

/** The largest font size at which a text fits into the hole, or undefined if none does. */
const sizeInHole = (text: string) => SIZES_PX.find((sizePx) => textWidthPx(text, sizePx) <= HOLE_PX * 2 - 14)

export function DonutChart({ label, parts, format, total }: DonutChartProps) {
  const t = usePhrases()
  const { number } = useFormat()
  const [read, setRead] = useState<string>()
  if (parts.length === 0) return <div className="chart-none chart-height-donut">{t('blocks.chart.none')}</div>

  const sum = parts.reduce((all, { value }) => all + value, 0)
  const drawn = parts.filter(({ value }) => value > 0)
  /** Never shows a part that exists as 0%. */
  const shareOf = (value: number) => {
    const share = sum === 0 ? 0 : (value / sum) * 100
    return value > 0 && share < LEAST_SHARE / 2 ? `<${number(LEAST_SHARE)}%` : `${number(share)}%`
  }
  const middle = parts.find(({ key }) => key === read) ?? { value: sum, label: total }
  const sizePx = sizeInHole(format(middle.value))
  const readBy = (key: string) => ({ onPointerEnter: () => setRead(key), onPointerLeave: () => setRead(undefined) })

  return (
    <div className="chart chart-donut">
      <svg
        className="chart-ring"
        viewBox={`${-RADIUS_PX} ${-RADIUS_PX} ${RADIUS_PX * 2} ${RADIUS_PX * 2}`}
        role="img"
        aria-label={`${total} ${format(sum)}`}
      >
        {drawn.length === 0 && (
          <circle className="chart-track" r={(RADIUS_PX + HOLE_PX) / 2} strokeWidth={RADIUS_PX - HOLE_PX} />
        )}
        {around(drawn).map((piece) => (
          <path
            key={piece.data.key}
            className={toneClass(piece.data.tone)}
            data-dimmed={(read !== undefined && read !== piece.data.key) || undefined}
            fill="currentColor"
            d={slice(piece) ?? ''}
            {...readBy(piece.data.key)}
          />
        ))}
        {sizePx !== undefined && (
          <text className="chart-sum" y={3} fontSize={sizePx} textAnchor="middle">
            {format(middle.value)}
          </text>
        )}
        {sizeInHole(middle.label) !== undefined && (
          <text className="chart-text" y={sizePx === undefined ? 4 : 22} textAnchor="middle">
            {middle.label}
          </text>
        )}
      </svg>
      <table className="chart-parts">
        <caption>
          <span className="sw-visually-hidden">{label}</span>
        </caption>
        <thead>
          <tr>
            <td />
            {[t('blocks.chart.value'), t('blocks.chart.share')].map((head) => (
              <th key={head} scope="col">
                <span className="sw-visually-hidden">{head}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key} {...readBy(part.key)}>
              <th scope="row">
                <Swatch tone={part.tone} />
                {part.href === undefined ? part.label : <Link href={part.href}>{part.label}</Link>}
              </th>
              <td>{format(part.value)}</td>
              <td>{shareOf(part.value)}</td>
            </tr>
          ))}
        </tbody>
        {/* Shown if the sum is too long for the hole. */}
        {sizeInHole(format(sum)) === undefined && (
          <tfoot>
            <tr>
              <th scope="row">{total}</th>
              <td>{format(sum)}</td>
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
