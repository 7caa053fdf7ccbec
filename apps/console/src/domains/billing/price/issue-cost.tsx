// The current cost of issuing from a template, for one license or a chosen number, and whether the balance or stock is
// enough.
import { Refusal } from '@sealwright/client'
import { BILLING_MODES, billingCalls, filled } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { Field } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { Link, ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './issue-cost.css'
import { PriceLines } from './price-lines.tsx'
import { topUpSearch } from './top-up-amount.ts'

// The call has a default count; the form requires a value.
const fields = { count: filled(billingCalls.quote.payload.shape.count) }
const spell = ({ count }: { count: string }) => ({ count })
const initial = { count: '1' }

/** `_blank` beside a form whose input would be lost by leaving. */
interface Target {
  target?: '_blank' | undefined
}

/** A link to the remedy, if the person may open it. */
function Remedy({ path, target, children }: Target & { path: '/billing' | '/billing/package'; children: ReactNode }) {
  return useCanOpen(path) ? (
    <Link href={path} target={target} className={buttonClass({ size: 'small' })}>
      {children}
    </Link>
  ) : null
}

function TopUp({ totalFen, target }: Target & { totalFen: number }) {
  const t = usePhrases()
  const canOpen = useCanOpen('/billing/topUp')
  const { data } = useAnswer(billingCalls.balance, {}, { enabled: canOpen })
  const search = data && topUpSearch(totalFen - data.balanceFen - data.giftFen)
  return (
    canOpen && (
      <ScreenLink to="/billing/topUp" search={search} target={target} className={buttonClass({ size: 'small' })}>
        {t('billing.fee.payment.topUp')}
      </ScreenLink>
    )
  )
}

function Obstacle({
  quote: { totalFen, units, isEnough, isOverdue },
  target,
}: Target & { quote: AnswerOf<typeof billingCalls.quote> }) {
  const t = usePhrases()
  if (isOverdue)
    return (
      <Notice
        tone="bad"
        action={
          <Remedy path="/billing" target={target}>
            {t('billing.fee.issue.settle')}
          </Remedy>
        }
      >
        {t('billing.fee.issue.overdue')}
      </Notice>
    )
  if (isEnough) return null
  if (!units || units.left >= units.count)
    return (
      <Notice tone="warn" action={<TopUp totalFen={totalFen} target={target} />}>
        {t('billing.fee.issue.short')}
      </Notice>
    )
  return (
    <Notice
      tone="warn"
      action={
        units.stock === 'packageLicenses' && (
          <Remedy path="/billing/package" target={target}>
            {t('billing.fee.issue.buy')}
          </Remedy>
        )
      }
    >
      {t('billing.fee.issue.unitsShort', { count: units.count, left: units.left })}
    </Notice>
  )
}

/** Price lines beside a form, and the obstacle to payment if the price is due now. */
export function Price({ price, isDue = true }: { price: AnswerOf<typeof billingCalls.quote>; isDue?: boolean }) {
  return (
    <>
      <PriceLines lines={price.lines} totalFen={price.totalFen} units={price.units} />
      {isDue && <Obstacle quote={price} target="_blank" />}
    </>
  )
}

/** The price of a device depends on how many there are already. This shows the price of the first one. */
function ByMachine() {
  const t = usePhrases()
  const { money } = useFormat()
  const firstFen = useSession().priceTiers[0]?.price[BILLING_MODES.indexOf('oneTime')]
  return firstFen !== undefined && <p>{t('billing.fee.issue.ppm', { amount: money(firstFen) })}</p>
}

/**
 * `free`: why the license itself is free. Its devices are charged instead, or the customer's own hardware lock holds
 * it.
 */
export function IssueCost({ guid, free }: { guid: string; free?: 'byMachine' | 'dongle' | undefined }) {
  const t = usePhrases()
  const form = useForm({ domain: 'billing', fields, initial, spell })
  const { count } = form.values
  const isCount = fieldViolations(fields.count, 'count', count).length === 0
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    billingCalls.quote,
    { guid, count: isCount ? Number(count) : 1 },
    { keepPrevious: true, enabled: isCount },
  )
  const typed = (text: string) => {
    form.set('count', text)
    // Validate while typing, because an invalid count has no price.
    form.leave('count')
  }
  const quantity = (
    <Field form={form} name="count" label={t('billing.fee.issue.count')} help={t('billing.fee.issue.sentence')}>
      {(control) => <TextInput {...control} isNumber value={count} onText={typed} />}
    </Field>
  )
  if (error && !data) {
    const why = error instanceof Refusal ? error.fields[0]?.message : undefined
    return (
      <div className="issue-cost">
        {/* Another number may have a price. */}
        {count !== initial.count && quantity}
        {why ? <Notice tone="warn">{why}</Notice> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
    )
  }
  if (!data) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
  const isPaid = data.lines.length > 0 || data.units !== null
  return (
    <div className="issue-cost" data-stale={isPlaceholderData || undefined}>
      {isPaid && quantity}
      {isCount && (
        <>
          <PriceLines lines={data.lines} totalFen={data.totalFen} units={data.units} />
          {free === 'byMachine' && <ByMachine />}
          {free === 'dongle' && <p>{t('billing.fee.issue.dongle')}</p>}
          <Obstacle quote={data} />
        </>
      )}
    </div>
  )
}
