// The balance card: balance, gift balance, holds, amounts due, gift licenses, vouchers, and the low-balance alert.
import type { AnswerOf, billingCalls } from '@sealwright/contract'
import { useId } from 'react'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { TopUpLink } from '../top-up/top-up-link.tsx'
import './billing.css'
import { DUE_BILLS } from './due-bills.ts'
import { LowBalance } from './low-balance.tsx'

export type Balance = AnswerOf<typeof billingCalls.balance>

export function BalanceCard({ balance }: { balance: Balance }) {
  const t = usePhrases()
  const { money, number } = useFormat()
  const isTrial = useSession().developer.devInfo.status === 'trial'
  const id = useId()
  const { balanceFen, giftFen, heldFen, giftLicenses, vouchers, dueFen } = balance
  const facts = [
    { label: t('billing.overview.balance.gift'), value: money(giftFen), help: t('billing.overview.balance.giftFirst') },
    { label: t('billing.overview.balance.held'), value: money(heldFen), help: t('billing.overview.balance.heldHelp') },
    ...(dueFen > 0
      ? [
          {
            label: t('billing.overview.balance.due'),
            value: (
              <ScreenLink to="/billing" search={DUE_BILLS}>
                {money(dueFen)}
              </ScreenLink>
            ),
            help: undefined,
          },
        ]
      : []),
    { label: t('billing.overview.balance.giftLicenses'), value: number(giftLicenses), help: undefined },
    { label: t('billing.overview.balance.vouchers'), value: number(vouchers), help: undefined },
  ]
  return (
    <section className="billing-card" aria-labelledby={id}>
      <div className="billing-balance">
        <div>
          <h2 id={id}>{t('billing.overview.balance.title')}</h2>
          <p className={balance.isLow ? 'billing-amount billing-amount-low' : 'billing-amount'}>{money(balanceFen)}</p>
        </div>
        <TopUpLink kind="primary" />
      </div>
      <dl className="billing-facts">
        {facts.map(({ label, value, help }) => (
          <div key={label} data-tip={help}>
            <dt>{label}</dt>
            <dd>
              {value}
              {help && <span className="sw-visually-hidden">{help}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {/* A trial pays for nothing and cannot top up. */}
      {!isTrial && <LowBalance lineFen={balance.lowBalanceFen} />}
    </section>
  )
}
