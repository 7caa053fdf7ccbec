// The billing overview: balance, service fee, rates and spending, with tabs for bills, movements and statements. Debts
// and a low balance come first.
import { billingCalls, serviceFeeCalls, topUpCalls } from '@sealwright/contract'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Tabs } from '../../../blocks/control/tabs.tsx'
import { Notice, SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { Link, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { ServiceFeeFromAddress, showServiceFee } from '../payment/service-fee-dialog.tsx'
import { TopUpLink } from '../top-up/top-up-link.tsx'
import { BalanceCard } from './balance-card.tsx'
import type { Balance } from './balance-card.tsx'
import './billing.css'
import { BillList } from './bill-list.tsx'
import { DUE_BILLS } from './due-bills.ts'
import { EntryList } from './entry-list.tsx'
import { Rates } from './rates.tsx'
import { ServiceFeeCard } from './service-fee-card.tsx'
import { Spending } from './spending.tsx'
import { StatementList } from './statement-list.tsx'

/**
 * The anchor of the bills on this long page. The link scrolls to it and moves the focus to the first tab, the bills.
 */
const BILLS = 'bills'

function Overdue({ standing, serviceFee, dueFen }: Balance) {
  const t = usePhrases()
  const { money, time } = useFormat()
  const canPayFee = useCan(serviceFeeCalls.pay)
  return (
    <Notice
      tone="bad"
      title={t('billing.overview.state.overdue', { amount: money(standing.owedFen) })}
      action={
        <>
          {serviceFee.isUnpaid && canPayFee && (
            <Button onPress={() => void showServiceFee()}>{t('billing.overview.state.payFee')}</Button>
          )}
          {dueFen > 0 && (
            <Link
              href={`${pathTo('/billing', DUE_BILLS)}#${BILLS}`}
              className={buttonClass()}
              onClick={() =>
                document.querySelector<HTMLElement>(`#${BILLS} [role=tab]`)?.focus({ preventScroll: true })
              }
            >
              {t('billing.overview.state.payBills')}
            </Link>
          )}
        </>
      }
    >
      <p>
        {standing.since !== null && t('billing.overview.state.overdueSince', { time: time(standing.since) })}{' '}
        {t(serviceFee.isUnpaid ? 'shell.standing.closedUnpaid' : 'shell.standing.closedOverdue')}
      </p>
      {standing.graceUntil !== null && <p>{t('billing.overview.state.grace', { time: time(standing.graceUntil) })}</p>}
    </Notice>
  )
}

function Low({ lowBalanceFen }: Balance) {
  const t = usePhrases()
  const { money } = useFormat()
  return (
    <Notice
      tone="warn"
      title={t('billing.overview.state.low', { line: money(lowBalanceFen ?? 0) })}
      action={<TopUpLink />}
    >
      {t('billing.overview.state.lowSentence')}{' '}
      <Can call={topUpCalls.create} otherwise={t('billing.overview.state.lowAsk')}>
        {t('billing.overview.state.lowTopUp')}
      </Can>
    </Notice>
  )
}

function Overview({ balance }: { balance: Balance }) {
  const t = usePhrases()
  const { tab = 'bills', unit, chart } = useSearchOf('/billing')
  return (
    <>
      {balance.standing.isOverdue && <Overdue {...balance} />}
      {balance.isLow && <Low {...balance} />}
      <div className="billing-cards">
        <BalanceCard balance={balance} />
        {balance.serviceFee.amountFen > 0 && <ServiceFeeCard balance={balance} />}
        <Rates balance={balance} />
      </div>
      <Spending />
      <div id={BILLS} className="billing-tabs">
        <Tabs
          label={t('billing.titles.overview')}
          open={tab}
          onOpen={(key) => changeSearch('/billing', { tab: key, unit, chart })}
          tabs={[
            {
              key: 'bills',
              title: t('billing.overview.tabs.bills'),
              content: <BillList keeps={{ tab: 'bills', unit, chart }} />,
            },
            {
              key: 'entries',
              title: t('billing.overview.tabs.entries'),
              content: <EntryList keeps={{ tab: 'entries', unit, chart }} />,
            },
            {
              key: 'statements',
              title: t('billing.overview.tabs.statements'),
              content: <StatementList since={balance.since} />,
            },
          ]}
        />
      </div>
      <ServiceFeeFromAddress />
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(billingCalls.balance, {})
  return (
    <div className="billing-page">
      <PageHead title={t('billing.titles.overview')} sentence={t('billing.overview.sentence')} />
      {data ? (
        <Overview balance={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={5} />
      )}
    </div>
  )
}
