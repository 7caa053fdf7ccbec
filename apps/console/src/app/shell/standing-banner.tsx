// The banner while a payment is overdue: since when, how much, the consequences, and who can pay. Before the service
// fee ends, it warns people who can pay, until they dismiss it. A suspension by the platform comes before both.
import { DAY_MS, LIMITS, billingCalls, serviceFeeCalls } from '@sealwright/contract'
import { CircleAlert, Clock, X } from 'lucide-react'
import { Suspense, lazy } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { DUE_BILLS } from '../../domains/billing/overview/due-bills.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, usePath } from '../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../lib/session/can.tsx'
import { isOfIntegrator, useSession } from '../../lib/session/session.tsx'
import type { Session } from '../../lib/session/session.tsx'
import { STORED, useStored } from '../../lib/stored.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './standing-banner.module.css'

const WARNED_DAYS = LIMITS.billing.reminderDays[1]
const PAGE = '/billing'
const PAY_FEE = { pay: 'serviceFee' } as const

const isNear = (at: string) => Date.parse(at) - Date.now() < WARNED_DAYS * DAY_MS

function WhoPays() {
  const t = usePhrases()
  const { data } = useAnswer(serviceFeeCalls.get, {})
  return data && <span>{t('shell.standing.ask', { name: data.superAdministrator })}</span>
}

function Overdue({ developer: { standing, developerServiceStatus } }: Session) {
  const t = usePhrases()
  const { money, time } = useFormat()
  const isFee = developerServiceStatus === 'unpaid'
  const canPayFee = useCan(serviceFeeCalls.pay)
  const canPayBills = useCan(billingCalls.pay)
  const canOpen = useCanOpen(PAGE)
  const canSettle = canOpen && (isFee ? canPayFee : canPayBills)
  return (
    <div className={css.overdue} role="status">
      <CircleAlert size={15} aria-hidden />
      <p className={css.words}>
        <strong>
          {standing.since === null
            ? t('shell.standing.overdue', { amount: money(standing.owedFen) })
            : t('shell.standing.overdueSince', { amount: money(standing.owedFen), time: time(standing.since) })}
        </strong>{' '}
        <span>{t(isFee ? 'shell.standing.closedUnpaid' : 'shell.standing.closedOverdue')}</span>{' '}
        {!canSettle && <WhoPays />}
      </p>
      {canSettle && (
        <ScreenLink to={PAGE} search={isFee ? PAY_FEE : DUE_BILLS} className={buttonClass({ size: 'small' })}>
          {t('shell.standing.settle')}
        </ScreenLink>
      )}
    </div>
  )
}

function Ending({ paidUntil }: { paidUntil: string }) {
  const t = usePhrases()
  const { timeAs } = useFormat()
  return (
    <div className={css.ending} role="status">
      <Clock size={15} aria-hidden />
      <p className={css.words}>{t('shell.standing.ending', { time: timeAs(paidUntil, 'yyyy-MM-dd') })}</p>
      <ScreenLink to={PAGE} search={PAY_FEE} className={buttonClass({ size: 'small' })}>
        {t('shell.standing.renew')}
      </ScreenLink>
      <button
        type="button"
        className="sw-icon-button"
        aria-label={t('shell.close')}
        onClick={() => STORED.feeWarned.set(paidUntil)}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  )
}

const Suspended = lazy(async () => ({ default: (await import('./suspended.tsx')).Suspended }))

export function StandingBanner() {
  const session = useSession()
  const path = usePath()
  const canPay = useCan(serviceFeeCalls.pay)
  const putAway = useStored(STORED.feeWarned)
  const { standing, serviceFeeConfig, suspension } = session.developer
  if (suspension)
    return (
      <Suspense>
        <Suspended {...suspension} />
      </Suspense>
    )
  // Members of an integrator do not learn what the developer owes. The billing page shows it in full.
  if (isOfIntegrator(session) || serviceFeeConfig === null || path === PAGE) return null
  if (standing.isOverdue) return <Overdue {...session} />
  const { amountFen, paidUntil } = serviceFeeConfig
  const isEnding = canPay && amountFen > 0 && paidUntil !== null && isNear(paidUntil)
  return isEnding && putAway !== paidUntil ? <Ending paidUntil={paidUntil} /> : null
}
