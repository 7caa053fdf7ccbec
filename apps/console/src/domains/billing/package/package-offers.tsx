// Package offers as cards, and the dialog to buy one. The call sends the shown price: if the price has changed, the
// call is refused and the dialog shows the new price.
import { LIMITS, filled, packageCalls } from '@sealwright/contract'
import type { PackageOffer } from '@sealwright/contract'
import { PackageOpen } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { Field } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useFormSubmit } from '../../../blocks/form/form-submit.ts'
import { CardSkeletons } from '../../../blocks/list/record-card.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { Can } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './package.css'
import { PaymentDialog, usePayment } from '../payment/payment-dialog.tsx'

// The call has a default count; the form requires a value.
const fields = { count: filled(packageCalls.buy.payload.shape.count) }
const spell = ({ count }: { count: string }) => ({ count })
const initial = { count: '1' }

function useContents() {
  const t = usePhrases()
  return ({ licenses, updates, days }: PackageOffer) => [
    t('billing.package.offers.licenses', { count: licenses }),
    t('billing.package.offers.updates', { count: updates }),
    t('billing.package.offers.days', { count: days }),
  ]
}

function BuyDialog({ offer: shown, onClose }: { offer: PackageOffer; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const contents = useContents()
  const { data } = useAnswer(packageCalls.offers, {})
  const offer = data?.offers.find(({ guid }) => guid === shown.guid) ?? shown
  const { guid, type, priceFen } = offer
  const form = useForm({ domain: 'billing', fields, initial, spell })
  const { pay, isPaying, refusal } = usePayment(packageCalls.buy, {
    onDone: ({ serials }) => {
      onClose()
      toast.success(t('billing.package.buy.bought', { type, count: serials.length }))
    },
  })
  const count = Number(form.values.count)
  const element = useFormSubmit({
    form,
    isSaving: isPaying,
    refusal,
    onSave: () => void pay({ guid, count, priceFen }),
  })
  const totalFen = fieldViolations(fields.count, 'count', form.values.count).length === 0 ? priceFen * count : undefined
  return (
    <PaymentDialog
      title={t('billing.package.buy.title', { type })}
      amountFen={totalFen}
      facts={[
        { label: t('billing.package.buy.contents'), value: contents(offer).join(' · ') },
        { label: t('billing.fields.priceFen'), value: format.money(priceFen) },
        {
          label: t('billing.package.buy.total'),
          value: <strong className="payment-total">{totalFen === undefined ? '–' : format.money(totalFen)}</strong>,
        },
      ]}
      isPaying={isPaying}
      refusedWith={form.refusedWith}
      form={element}
      onClose={onClose}
    >
      <Field form={form} name="count" help={t('billing.package.buy.countHelp', { max: LIMITS.package.atOnce })}>
        {(control) => (
          <TextInput
            {...control}
            data-first-focus
            isNumber
            className="package-count"
            value={form.values.count}
            onText={(text) => {
              form.set('count', text)
              // Validate while typing, because an invalid count has no total.
              form.leave('count')
            }}
          />
        )}
      </Field>
    </PaymentDialog>
  )
}

function Offer({ offer }: { offer: PackageOffer }) {
  const t = usePhrases()
  const format = useFormat()
  const contents = useContents()
  const id = useId()
  const { type, licenses, priceFen } = offer
  const perLicense = priceFen / licenses
  return (
    <li className="package-offer" aria-labelledby={id}>
      <h3 id={id}>{type}</h3>
      <p className="package-price">
        <strong>{format.money(priceFen)}</strong>
        <span>
          {t(
            Number.isInteger(perLicense)
              ? 'billing.package.offers.perLicense'
              : 'billing.package.offers.perLicenseAbout',
            { amount: format.money(Math.round(perLicense) || Math.ceil(perLicense)) },
          )}
        </span>
      </p>
      <ul className="package-contents">
        {contents(offer).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Can call={packageCalls.buy}>
        <Button
          aria-label={t('billing.package.offers.buyOf', { type })}
          onPress={() => void showDialog((settle) => <BuyDialog offer={offer} onClose={() => settle(true)} />)}
        >
          {t('billing.package.offers.buy')}
        </Button>
      </Can>
    </li>
  )
}

export function PackageOffers() {
  const t = usePhrases()
  const id = useId()
  const { data, error, refetch } = useAnswer(packageCalls.offers, {})
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <CardSkeletons count={3} />
    if (data.offers.length === 0) {
      return (
        <p className="package-none">
          <PackageOpen size={18} aria-hidden />
          {t('billing.package.offers.none')}
        </p>
      )
    }
    return (
      <ul className="package-offers" aria-labelledby={id}>
        {data.offers.map((offer) => (
          <Offer key={offer.guid} offer={offer} />
        ))}
      </ul>
    )
  }
  return (
    <section className="package-section" aria-labelledby={id}>
      <h2 id={id}>{t('billing.package.offers.title')}</h2>
      {content()}
    </section>
  )
}
