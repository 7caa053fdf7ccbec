// The payment dialog for the top-up in the address, with its current state. A plain form post to the payment center
// opens the payment page in a new window (specification, section 7); meanwhile this page polls the state. The button is
// the submit button of a form, because browsers block windows that a script opens after an answer.
import { PAYMENT_PATHS, billingCalls, serviceFeeCalls, topUpCalls } from '@sealwright/contract'
import type { TopUpRow } from '@sealwright/contract'
import { Ban, CircleCheck, CircleX, ExternalLink, Hourglass, TimerOff, WalletCards } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame } from '../../../lib/dialog/dialog.tsx'
import { goTo, pathTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { STORED } from '../../../lib/stored.ts'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { DUE_BILLS } from '../overview/due-bills.ts'
import { showServiceFee } from '../payment/service-fee-dialog.tsx'
import { canBeCancelled, isFinal, keepTopUp, useCancelTopUp } from './top-up-acts.ts'
import './top-up.css'

const ASKED_EVERY_MS = 2_000

/** The form post of specification section 7: the return address, which names the top-up, and the session. */
function PaymentForm({
  guid,
  kind,
  children,
  onGo,
}: {
  guid: string
  kind: 'primary' | 'plain'
  children: string
  onGo: () => void
}) {
  return (
    <form method="post" target="_blank" rel="noopener" action={PAYMENT_PATHS.init} onSubmit={onGo}>
      <input type="hidden" name="url" value={location.origin + pathTo('/billing/topUp', { guid })} />
      <input type="hidden" name="developer" value={STORED.ssId.get() ?? ''} />
      <input type="hidden" name="fromOld" value="false" />
      <button type="submit" className={buttonClass({ kind })} data-first-focus={kind === 'primary' || undefined}>
        <ExternalLink size={15} aria-hidden />
        {children}
      </button>
    </form>
  )
}

interface PartProps {
  icon: LucideIcon
  tone: 'plain' | 'brand' | 'ok' | 'bad'
  sentence: ReactNode
  more?: ReactNode
}

function State({ icon: Icon, tone, sentence, more }: PartProps) {
  return (
    <div className="top-up-payment-state" role="status">
      <span className="top-up-payment-mark" data-tone={tone}>
        <Icon size={22} aria-hidden />
      </span>
      <div>
        <p>{sentence}</p>
        {more && <p className="top-up-payment-more">{more}</p>}
      </div>
    </div>
  )
}

function NewBalance() {
  const t = usePhrases()
  const format = useFormat()
  const { data } = useAnswer(billingCalls.balance, {})
  return (
    <dl className="top-up-sums">
      <div>
        <dt>{t('billing.topUp.payment.giftBalance')}</dt>
        <dd>{data ? format.money(data.giftFen) : <span className="skeleton skeleton-line" />}</dd>
      </div>
      <div className="top-up-sums-total">
        <dt>{t('billing.topUp.payment.balance')}</dt>
        <dd>{data ? format.money(data.balanceFen) : <span className="skeleton skeleton-line" />}</dd>
      </div>
    </dl>
  )
}

function TopUpFacts({ row }: { row: TopUpRow }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <dl className="top-up-sums">
      <div>
        <dt>{t('billing.fields.serial')}</dt>
        <dd>{row.serial}</dd>
      </div>
      <div>
        <dt>{t('billing.fields.paymentMethod')}</dt>
        <dd>{t(`billing.methods.${row.paymentMethod}`)}</dd>
      </div>
      {row.giftFen > 0 && (
        <div>
          <dt>{t('billing.fields.giftFen')}</dt>
          <dd>{format.money(row.giftFen)}</dd>
        </div>
      )}
      <div className="top-up-sums-total">
        <dt>{t('billing.fields.amountFen')}</dt>
        <dd>{format.money(row.amountFen)}</dd>
      </div>
    </dl>
  )
}

/** Polls the state while it is mounted, which is only as long as the state can change. */
function Asking({ guid }: { guid: string }) {
  useAnswer(topUpCalls.get, { guid }, { pollMs: ASKED_EVERY_MS })
  return null
}

interface PayingProps {
  row: TopUpRow
  /** The payment page was opened, and the state has not changed since. */
  isAway: boolean
  onAway: (isAway: boolean) => void
  onClose: () => void
}

function Paying({ row, isAway, onAway, onClose }: PayingProps) {
  const t = usePhrases()
  const { guid, status } = row
  const canCheck = useCan(topUpCalls.check)
  const cancel = useCancelTopUp()
  const check = useAct(topUpCalls.check, {
    onDone: (now) => {
      keepTopUp(now)
      // The payment failed again, without a change of state.
      if (now.status === 'failed') onAway(false)
      else if (!isFinal(now)) toast.info(t('billing.topUp.payment.notPaid'))
    },
  })
  const isWaiting = status === 'processing' || isAway
  const state = () => {
    if (!row.isPayable)
      return (
        <State
          icon={TimerOff}
          tone="plain"
          sentence={t('billing.topUp.payment.expired')}
          more={isWaiting && t('billing.topUp.payment.expiredWaiting')}
        />
      )
    if (isWaiting)
      return (
        <State
          icon={Hourglass}
          tone="brand"
          sentence={t('billing.topUp.payment.waiting')}
          more={t('billing.topUp.payment.waitingSentence')}
        />
      )
    if (status === 'failed') return <State icon={CircleX} tone="bad" sentence={t('billing.topUp.payment.failed')} />
    return <State icon={WalletCards} tone="plain" sentence={t('billing.topUp.payment.pending')} />
  }
  return (
    <>
      {state()}
      <TopUpFacts row={row} />
      {canCheck ? (
        <footer className="top-up-payment-foot">
          {canBeCancelled(row) && (
            <Button kind="quiet" onPress={() => cancel(row)}>
              {t('billing.topUp.cancel.action')}
            </Button>
          )}
          {row.isPayable && (
            // The same form in every state, so that the pressed button keeps its place and the focus.
            <PaymentForm guid={guid} kind={isWaiting ? 'plain' : 'primary'} onGo={() => onAway(true)}>
              {t(
                isWaiting
                  ? 'billing.topUp.payment.reopen'
                  : status === 'failed'
                    ? 'billing.topUp.payment.again'
                    : 'billing.topUp.payment.go',
              )}
            </PaymentForm>
          )}
          {isWaiting && (
            <Button
              kind={row.isPayable ? 'primary' : 'plain'}
              isBusy={check.isActing}
              data-first-focus={row.isPayable || undefined}
              onPress={() => void check.act({ guid })}
            >
              {t('billing.topUp.payment.check')}
            </Button>
          )}
          {!row.isPayable && (
            <Button kind="primary" data-first-focus onPress={onClose}>
              {t('billing.topUp.payment.anew')}
            </Button>
          )}
        </footer>
      ) : (
        <footer className="top-up-payment-foot">
          <p className="top-up-payment-more">{t('billing.topUp.payment.readOnly')}</p>
          <Button onPress={onClose}>{t('billing.topUp.payment.close')}</Button>
        </footer>
      )}
    </>
  )
}

/**
 * Opens the payment of remaining debts, if the person may pay them. Due bills are paid automatically if the top-up is
 * enough.
 */
function useSettling(isPaid: boolean, onClose: () => void): (() => void) | undefined {
  const { developerServiceStatus, standing } = useSession().developer
  const canPayFee = useCan(serviceFeeCalls.pay)
  const canPayBills = useCan(billingCalls.pay)
  if (!isPaid) return undefined
  if (developerServiceStatus === 'unpaid') {
    if (!canPayFee) return undefined
    return () => {
      onClose()
      void showServiceFee()
    }
  }
  return standing.isOverdue && canPayBills ? () => goTo('/billing', DUE_BILLS) : undefined
}

function Over({ row, onClose }: { row: TopUpRow; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const amount = format.money(row.amountFen)
  const isPaid = row.status === 'paid'
  const settle = useSettling(isPaid, onClose)
  return (
    <>
      {isPaid ? (
        <State
          icon={CircleCheck}
          tone="ok"
          sentence={
            row.giftFen > 0
              ? t('billing.topUp.payment.paidWithGift', { amount, gift: format.money(row.giftFen) })
              : t('billing.topUp.payment.paid', { amount })
          }
        />
      ) : (
        <State
          icon={Ban}
          tone="plain"
          sentence={t('billing.topUp.payment.cancelled')}
          more={row.isRefunded && t('billing.topUp.payment.refunded')}
        />
      )}
      {isPaid ? <NewBalance /> : <TopUpFacts row={row} />}
      <footer className="top-up-payment-foot">
        <Button
          kind={isPaid && !settle ? 'primary' : 'plain'}
          onPress={onClose}
          data-first-focus={!settle || undefined}
        >
          {t(isPaid ? 'billing.topUp.payment.done' : 'billing.topUp.payment.close')}
        </Button>
        {settle && (
          <Button kind="primary" onPress={settle} data-first-focus>
            {t('billing.topUp.payment.settle')}
          </Button>
        )}
      </footer>
    </>
  )
}

/** Reloads all answers when the state of the top-up changes, because everything on the page shows money. */
function useTurns({ status, amountFen }: TopUpRow): void {
  const t = usePhrases()
  const format = useFormat()
  const seen = useRef(status)
  const tell = useEffectEvent(() => {
    void queryClient.invalidateQueries()
    if (status === 'paid') toast.success(t('billing.topUp.paid', { amount: format.money(amountFen) }))
  })
  useEffect(() => {
    if (seen.current === status) return
    seen.current = status
    tell()
  }, [status])
}

function Known({ row, onClose }: { row: TopUpRow; onClose: () => void }) {
  const t = usePhrases()
  useTurns(row)
  const [leftAs, setLeftAs] = useState<TopUpRow['status']>()
  const [seen, setSeen] = useState(row.status)
  if (row.status !== seen) {
    setSeen(row.status)
    setLeftAs(undefined)
  }
  const isAway = leftAs === row.status
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused button may have disappeared with the previous state.
    if (document.activeElement === document.body)
      content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  })
  return (
    <ModalFrame title={t(`billing.topUp.payment.titles.${isAway ? 'processing' : row.status}`)} onClose={onClose}>
      <div ref={content}>
        {isFinal(row) ? (
          <Over row={row} onClose={onClose} />
        ) : (
          <>
            <Asking guid={row.guid} />
            <Paying
              row={row}
              isAway={isAway}
              onAway={(isNow) => setLeftAs(isNow ? row.status : undefined)}
              onClose={onClose}
            />
          </>
        )}
      </div>
    </ModalFrame>
  )
}

export function TopUpPayment({ guid, onClose }: { guid: string; onClose: () => void }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(topUpCalls.get, { guid })
  if (data) return <Known row={data} onClose={onClose} />
  return (
    <ModalFrame title={t('billing.titles.topUp')} onClose={onClose}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={<Button onPress={onClose}>{t('billing.topUp.payment.close')}</Button>}
        />
      ) : (
        <p role="status" aria-busy>
          {t('blocks.states.loading')}
        </p>
      )}
    </ModalFrame>
  )
}
