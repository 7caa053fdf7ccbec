// The platform service fee: its price, the end of the paid or free period, and automatic renewal. Without a fee there
// is no card; the rates say so.
import { LIMITS, daysUntil, serviceFeeCalls } from '@sealwright/contract'
import { useId } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { SwitchLine } from '../../../blocks/form/switch-field.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases, useTimeZone } from '../../../lib/words/i18n.tsx'
import { showServiceFee } from '../payment/service-fee-dialog.tsx'
import './billing.css'
import type { Balance } from './balance-card.tsx'

const [FIRST_REMINDER_DAYS, LAST_REMINDER_DAYS] = LIMITS.billing.reminderDays

const daysLeftUntil = (at: string, zone: string) => daysUntil(new Date(), new Date(at), zone)

function Paid({ paidUntil, isUnpaid, isFree }: { paidUntil: string; isUnpaid: boolean; isFree: boolean }) {
  const t = usePhrases()
  const { timeAs } = useFormat()
  const time = timeAs(paidUntil, 'yyyy-MM-dd')
  const daysLeft = daysLeftUntil(paidUntil, useTimeZone())
  if (isUnpaid) return <p className="billing-paid billing-unpaid">{t('billing.overview.fee.unpaid', { time })}</p>
  return (
    <p className="billing-paid">
      {t(isFree ? 'billing.overview.fee.freeUntil' : 'billing.overview.fee.paidUntil', { time })}
      {daysLeft >= 0 && daysLeft <= FIRST_REMINDER_DAYS && (
        <StatusTag tone={daysLeft <= LAST_REMINDER_DAYS ? 'warn' : 'neutral'}>
          {t('billing.overview.fee.ending', { days: daysLeft })}
        </StatusTag>
      )}
    </p>
  )
}

function Renewal({ isOn }: { isOn: boolean }) {
  const t = usePhrases()
  const { act } = useAct(serviceFeeCalls.setRenewal, {
    onDone: (_answer, { autoRenew }) =>
      toast.success(t(autoRenew ? 'billing.overview.fee.autoOn' : 'billing.overview.fee.autoOff')),
  })
  return (
    <SwitchLine
      label={t('billing.overview.fee.auto')}
      help={t('billing.overview.fee.autoHelp')}
      isOn={isOn}
      onSwitch={(autoRenew) => void act({ autoRenew })}
    />
  )
}

export function ServiceFeeCard({ balance: { serviceFee } }: { balance: Balance }) {
  const t = usePhrases()
  const { money } = useFormat()
  const id = useId()
  const canPay = useCan(serviceFeeCalls.pay)
  const canRenew = useCan(serviceFeeCalls.setRenewal)
  const { amountFen, periodMonths, paidUntil, isUnpaid, isFree, autoRenew } = serviceFee
  const verb = isUnpaid ? 'pay' : isFree ? 'payEarly' : 'renew'
  return (
    <section className="billing-card" aria-labelledby={id}>
      <div className="billing-fee">
        <div className="billing-fee-head">
          <h2 id={id}>{t('billing.overview.fee.title')}</h2>
          {paidUntil !== null && canPay && (
            <Button size="small" onPress={() => void showServiceFee()}>
              {t(`billing.overview.fee.${verb}`)}
            </Button>
          )}
        </div>
        <p className="billing-price">
          {t('billing.overview.fee.period', { amount: money(amountFen), months: periodMonths })}
        </p>
        {paidUntil === null ? (
          <p className="billing-quiet">{t('billing.overview.fee.notAsked')}</p>
        ) : (
          <>
            <Paid paidUntil={paidUntil} isUnpaid={isUnpaid} isFree={isFree} />
            {canRenew ? (
              <Renewal isOn={autoRenew} />
            ) : (
              <p className="billing-quiet">{t('billing.overview.fee.byMain')}</p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
