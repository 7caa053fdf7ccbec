// Counts by name as horizontal bars, the largest first. A table, which screen readers read as it stands.
import type { CSSProperties } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './charts.css'

interface RankBarsProps {
  label: string
  /** The title of the names. */
  by: string
  rows: readonly { key: string; name: string; count: number }[]
  /** The shares refer to it. */
  total: number
}

export function RankBars({ label, by, rows, total }: RankBarsProps) {
  const t = usePhrases()
  const { number } = useFormat()
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className="rank-bars">
      <caption className="sw-visually-hidden">{label}</caption>
      <thead className="sw-visually-hidden">
        <tr>
          <th scope="col">{by}</th>
          <th scope="col">{t('blocks.chart.value')}</th>
          <th scope="col">{t('blocks.chart.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key} style={{ '--part': count / most } as CSSProperties /* a custom property */}>
            <th scope="row">{name}</th>
            <td className="rank-bars-count">{number(count)}</td>
            <td className="rank-bars-share">{total === 0 ? '–' : `${number((count / total) * 100)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
