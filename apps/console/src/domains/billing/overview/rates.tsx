// The license rates, in one line if there is room.
import { useId } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Balance } from './balance-card.tsx'
import './billing.css'

export function Rates({ balance: { rates, serviceFee } }: { balance: Balance }) {
  const t = usePhrases()
  const { money } = useFormat()
  const id = useId()
  const prices = [
    {
      label: t('billing.overview.rates.perDay'),
      value: t('billing.overview.rates.day', { amount: money(rates.perDayFen) }),
    },
    {
      label: t('billing.overview.rates.perYear'),
      value: t('billing.overview.rates.year', { amount: money(rates.perYearFen) }),
    },
    { label: t('billing.overview.rates.oneTime'), value: money(rates.oneTimeFen) },
    {
      label: t('billing.overview.rates.devices'),
      value: t('billing.overview.rates.extra', { free: rates.freeDevices, amount: money(rates.extraDeviceFen) }),
    },
    ...(serviceFee.amountFen === 0
      ? [{ label: t('billing.overview.fee.title'), value: t('billing.overview.fee.none') }]
      : []),
  ]
  return (
    <section className="billing-card billing-rates" aria-labelledby={id}>
      <h2 id={id}>{t('billing.overview.rates.title')}</h2>
      <dl>
        {prices.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
