// Explains a price: each line as a formula, then the total. The amounts come from the contract's pricing.
import { DAYS_A_YEAR } from '@sealwright/contract'
import type { PriceLine, PriceUnit } from '@sealwright/contract'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './price-lines.css'

interface PriceLinesProps {
  lines: readonly PriceLine[]
  totalFen: number
  /** Units taken from a stock instead of money. */
  units?: { stock: PriceUnit; count: number; left?: number } | null
  /** The purchase, if the price has no lines. */
  bought?: { subject: string; count: number }
}

/**
 * Quantities, then the unit price: `30 天 × 100 份 × ¥0.10 − 已付 ¥3.00`. A share of a year is rounded for each license, so
 * the formula for several licenses shows the rounded price of one.
 */
function useFormula() {
  const t = usePhrases()
  const { money } = useFormat()
  const term = (days: number, mode: PriceLine['mode']) => {
    if (mode !== 'year') return t('billing.overview.price.days', { days })
    return days % DAYS_A_YEAR === 0
      ? t('billing.overview.price.years', { years: days / DAYS_A_YEAR })
      : t('billing.overview.price.yearShare', { days, yearDays: DAYS_A_YEAR })
  }
  return ({ kind, mode, days, quantity, unitFen, count, creditFen, amountFen }: PriceLine) => {
    const isRounded = mode === 'year' && days !== null && days % DAYS_A_YEAR !== 0 && count > 1
    const licenses = count > 1 && t('billing.overview.price.licenses', { count })
    const product = (factors: readonly (string | false)[]) => factors.filter((factor) => factor !== false).join(' × ')
    const one = [
      days !== null && term(days, mode),
      kind !== 'term' && t('billing.overview.price.devices', { count: quantity }),
      kind === 'term' && quantity > 1 && t('billing.overview.price.users', { count: quantity }),
    ]
    const sum = isRounded
      ? `${product([...one, money(unitFen)])} ≈ ${product([money((amountFen + creditFen) / count), licenses])}`
      : product([...one, licenses, money(unitFen)])
    return sum + (creditFen > 0 ? ` − ${t('billing.overview.price.credit', { amount: money(creditFen) })}` : '')
  }
}

export function PriceLines({ lines, totalFen, units = null, bought }: PriceLinesProps) {
  const t = usePhrases()
  const { money, number } = useFormat()
  const formula = useFormula()
  return (
    <div className="price-place">
      <table className="price-lines">
        <caption className="sw-visually-hidden">{t('billing.overview.orders.price')}</caption>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">
                {t(`billing.overview.price.kinds.${line.kind}`)}
                {line.mode !== null && line.kind === 'term' && (
                  <span className="price-lines-mode">{t(`billing.overview.price.modes.${line.mode}`)}</span>
                )}
              </th>
              <td className="price-lines-formula">{formula(line)}</td>
              <td className="price-lines-amount">{money(line.amountFen)}</td>
            </tr>
          ))}
          {lines.length === 0 && !units && bought && (
            <tr>
              <th scope="row">{bought.subject}</th>
              <td className="price-lines-formula">× {number(bought.count)}</td>
              <td className="price-lines-amount">{money(totalFen)}</td>
            </tr>
          )}
          {units && (
            <tr>
              <td colSpan={3}>
                {units.left === undefined
                  ? t(`billing.overview.price.units.${units.stock}`, { count: units.count })
                  : t(`billing.overview.price.unitsOf.${units.stock}`, { count: units.count, left: units.left })}
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('billing.overview.price.total')}</th>
            <td colSpan={2} className="price-lines-amount">
              {totalFen === 0 ? t('billing.overview.price.free') : money(totalFen)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
