// The confirmation before a payment from the balance: price, available balance and remaining balance. The available
// balance includes the gift balance, which is spent first. If it is too low, a link to the top-up replaces the button.
// The link opens a new tab, because there may be an unsaved form below the dialog.
import { billingCalls } from '@sealwright/contract'
import type { Call, PayloadOf } from '@sealwright/contract'
import { ExternalLink, Loader2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import '../../../blocks/form/form.css'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import type { ActOptions } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame } from '../../../lib/dialog/dialog.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './payment-dialog.css'
import { topUpSearch } from '../price/top-up-amount.ts'

/** A payment call. After a refusal, all answers are loaded again, because the shown amounts may be outdated. */
export function usePayment<C extends Call>(call: C, options: Pick<ActOptions<C>, 'onDone'>) {
  const { act, isActing, refusal } = useAct(call, { ...options, showsRefusal: true })
  const pay = async (payload: PayloadOf<C>) => {
    if (!(await act(payload))) void queryClient.invalidateQueries()
  }
  return { pay, isPaying: isActing, refusal }
}

interface PaymentDialogProps {
  title: string
  /** Undefined while the amount is unknown. */
  amountFen: number | undefined
  facts: readonly Fact[]
  isPaying: boolean
  refusedWith: string | undefined
  form: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>
  onClose: () => void
  children?: ReactNode
}

export function PaymentDialog({
  title,
  amountFen,
  facts,
  isPaying,
  refusedWith,
  form,
  onClose,
  children,
}: PaymentDialogProps) {
  const t = usePhrases()
  const format = useFormat()
  const { data, isPending } = useAnswer(billingCalls.balance, {}, { staleMs: 0 })
  const availableFen = data && data.balanceFen + data.giftFen
  const afterFen = availableFen === undefined || amountFen === undefined ? undefined : availableFen - amountFen
  const isShort = afterFen !== undefined && afterFen < 0
  const money = (fen: number | undefined) =>
    fen === undefined ? (
      isPending ? (
        <Loader2 className="spin" size={14} aria-label={t('blocks.states.loading')} />
      ) : (
        '–'
      )
    ) : (
      format.money(fen)
    )
  const close = () => {
    if (!isPaying) onClose()
  }
  return (
    <ModalFrame title={title} onClose={close}>
      <form {...form} className="dialog-form">
        <div className="inline-form-fields" inert={isPaying}>
          {children}
          <dl className="payment-facts">
            {[
              ...facts,
              { label: t('billing.fee.payment.available'), value: money(availableFen) },
              ...(isShort ? [] : [{ label: t('billing.fee.payment.after'), value: money(afterFen) }]),
            ].map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {isShort && (
            <Notice tone="warn">{t('billing.fee.payment.short', { amount: format.money(-afterFen) })}</Notice>
          )}
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" role="alert">
            {refusedWith && <span className="field-error">{refusedWith}</span>}
          </div>
          <Button onPress={close}>{t('blocks.form.cancel')}</Button>
          {isShort ? (
            <ScreenLink
              to="/billing/topUp"
              search={topUpSearch(-afterFen)}
              target="_blank"
              className={buttonClass({ kind: 'primary' })}
            >
              <ExternalLink size={15} aria-hidden />
              {t('billing.fee.payment.topUp')}
            </ScreenLink>
          ) : (
            <Button type="submit" kind="primary" isBusy={isPaying} data-first-focus>
              {amountFen === undefined
                ? t('billing.fee.payment.pay')
                : t('billing.fee.payment.confirm', { amount: format.money(amountFen) })}
            </Button>
          )}
        </div>
      </form>
    </ModalFrame>
  )
}
