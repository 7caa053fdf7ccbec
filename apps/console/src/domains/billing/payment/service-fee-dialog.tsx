// The dialog for the platform service fee. The super administrator pays it from the balance; others see whom to ask. It
// opens over the current screen, so that a form that was refused because of the fee can be saved afterwards.
import { serviceFeeCalls, servicePeriod, wallTime } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Notice, SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { PaymentDialog, usePayment } from './payment-dialog.tsx'

type Fee = AnswerOf<typeof serviceFeeCalls.get>

const dayOf = (instant: Date, timeZone: string) => wallTime(instant, timeZone).slice(0, 10)

function Payment({ fee, paidUntil, onClose }: { fee: Fee; paidUntil: string; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const { timeZone } = useSession().developer
  const [now] = useState(() => new Date())
  const { amountFen, periodMonths, isUnpaid } = fee
  const { from, until } = servicePeriod({ now, paidUntil: new Date(paidUntil), months: periodMonths, timeZone })
  const { pay, isPaying, refusal } = usePayment(serviceFeeCalls.pay, {
    onDone: (answer) => {
      onClose()
      toast.success(t('billing.fee.paid', { until: dayOf(new Date(answer.paidUntil), timeZone) }))
    },
  })
  return (
    <PaymentDialog
      title={t(isUnpaid ? 'billing.fee.unpaidTitle' : 'billing.fee.renewTitle')}
      amountFen={amountFen}
      facts={[
        {
          label: t('billing.fee.amount'),
          value: t('billing.fee.amountOf', { amount: format.money(amountFen), months: periodMonths }),
        },
        {
          label: t('billing.fee.period'),
          value: t('billing.fee.periodOf', { from: dayOf(from, timeZone), until: dayOf(until, timeZone) }),
        },
      ]}
      isPaying={isPaying}
      refusedWith={refusal?.message}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          void pay({ amountFen, paidUntil })
        },
      }}
      onClose={onClose}
    >
      {isUnpaid && <Notice tone="warn">{t('shell.standing.closedUnpaid')}</Notice>}
    </PaymentDialog>
  )
}

function Told({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = usePhrases()
  return (
    <ModalFrame title={title} onClose={onClose} role="alertdialog">
      <div className="payment-words">{children}</div>
      <div className="dialog-form-foot">
        <Button kind="primary" data-first-focus onPress={onClose}>
          {t('shell.ok')}
        </Button>
      </div>
    </ModalFrame>
  )
}

function ServiceFeeDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const canPay = useCan(serviceFeeCalls.pay)
  const { timeZone } = useSession().developer
  const { data: fee, error, refetch } = useAnswer(serviceFeeCalls.get, {}, { staleMs: 0 })
  const [wasUnpaid, setWasUnpaid] = useState(false)
  if (fee?.isUnpaid && !wasUnpaid) setWasUnpaid(true)
  if (!fee) {
    return (
      <ModalFrame title={t('billing.categories.serviceFee')} onClose={onClose}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={2} />}
      </ModalFrame>
    )
  }
  if (!canPay) {
    return (
      <Told title={t('billing.fee.unpaidTitle')} onClose={onClose}>
        <p>{t('billing.fee.ask', { name: fee.superAdministrator })}</p>
        <p>{t('shell.standing.closedUnpaid')}</p>
      </Told>
    )
  }
  // Without a fee there is nothing to pay.
  if (fee.amountFen === 0 || fee.paidUntil === null)
    return (
      <Told title={t('billing.categories.serviceFee')} onClose={onClose}>
        {t('billing.fee.none')}
      </Told>
    )
  // The fee was paid in the meantime, in another window or by the automatic renewal. Do not offer the next period.
  if (wasUnpaid && !fee.isUnpaid)
    return (
      <Told title={t('billing.categories.serviceFee')} onClose={onClose}>
        {t('billing.fee.paid', { until: dayOf(new Date(fee.paidUntil), timeZone) })}
      </Told>
    )
  return <Payment fee={fee} paidUntil={fee.paidUntil} onClose={onClose} />
}

let shown: Promise<unknown> | undefined

/** Shows one dialog at a time. Resolves when it is closed, paid or not. */
export async function showServiceFee(): Promise<void> {
  shown ??= showDialog((settle) => <ServiceFeeDialog onClose={() => settle(true)} />).finally(() => {
    shown = undefined
  })
  await shown
}

/**
 * Opens the payment if the address has `?pay=serviceFee`, and removes the parameter so that a reload does not open it
 * again.
 */
export function ServiceFeeFromAddress() {
  const search = useSearchOf('/billing')
  const isAsked = search.pay === 'serviceFee'
  const answer = useEffectEvent(() => {
    void showServiceFee()
    changeSearch('/billing', { ...search, pay: undefined })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
  return null
}
