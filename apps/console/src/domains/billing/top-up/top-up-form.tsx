// The top-up form: amount, gift and payment method. The form takes yuan, the call takes fen. The form only creates the
// top-up; the payment dialog then opens.
import { LIMITS, billingCalls, fenOf, giftOf, topUpCalls, topUpFields } from '@sealwright/contract'
import type { AnswerOf, PayloadOf, PaymentMethod } from '@sealwright/contract'
import { CreditCard, FlaskConical, Landmark, Smartphone } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { EmptyState, ErrorState } from '../../../blocks/control/states.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { Field } from '../../../blocks/form/field.tsx'
import type { ControlProps } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useFormSubmit } from '../../../blocks/form/form-submit.ts'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { amountAsked } from '../price/top-up-amount.ts'
import './top-up.css'

const PRESETS_YUAN = [100, 500, 1_000, 5_000, 10_000]
const ICONS: Record<PaymentMethod, LucideIcon> = { alipay: Smartphone, unionPay: Landmark, sandbox: FlaskConical }

type Options = AnswerOf<typeof topUpCalls.options>

interface Draft {
  /** In yuan, as typed. */
  amountFen: string
  paymentMethod: PaymentMethod | ''
}

/** Text that is not an amount becomes 0, so that one rule refuses all invalid amounts. */
const spell = ({ amountFen, paymentMethod }: Draft) => ({
  amountFen: amountFen.trim() === '' ? '' : (fenOf(amountFen) ?? 0),
  paymentMethod,
})
/** Pasted amounts often include the currency sign. */
const withoutSign = (text: string) => text.replace(/^[¥￥]\s*/, '')

interface MethodCardsProps {
  methods: readonly PaymentMethod[]
  value: string
  onSelect: (method: PaymentMethod) => void
  control: ControlProps
}

function MethodCards({ methods, value, onSelect, control: { id: _id, ...control } }: MethodCardsProps) {
  const t = usePhrases()
  const group = useId()
  return (
    <div className="method-cards">
      {methods.map((method) => {
        const Icon = ICONS[method]
        return (
          <label key={method} className="method-card">
            <input
              {...control}
              type="radio"
              name={group}
              className="sw-visually-hidden"
              checked={method === value}
              onChange={() => onSelect(method)}
            />
            <span className="method-card-mark">
              <Icon size={18} aria-hidden />
            </span>
            <span className="method-card-words">
              <span className="method-card-name">{t(`billing.methods.${method}`)}</span>
              <span className="method-card-note">{t(`billing.topUp.form.methods.${method}`)}</span>
            </span>
          </label>
        )
      })}
    </div>
  )
}

function Summary({ amountFen, giftFen }: { amountFen: number; giftFen: number }) {
  const t = usePhrases()
  const format = useFormat()
  const { data: balance } = useAnswer(billingCalls.balance, {})
  const hadFen = balance && balance.balanceFen + balance.giftFen
  const shown = (fen: number | undefined) =>
    fen === undefined ? <span className="skeleton skeleton-line" /> : format.money(fen)
  return (
    <dl className="top-up-sums">
      <div>
        <dt>{t('billing.topUp.form.balance')}</dt>
        <dd>{shown(hadFen)}</dd>
      </div>
      <div>
        <dt>{t('billing.topUp.form.pay')}</dt>
        <dd>{format.money(amountFen)}</dd>
      </div>
      <div>
        <dt>{t('billing.topUp.form.gift')}</dt>
        <dd>{format.money(giftFen)}</dd>
      </div>
      <div className="top-up-sums-total">
        <dt>{t('billing.topUp.form.total')}</dt>
        <dd>{format.money(amountFen + giftFen)}</dd>
      </div>
      <div>
        <dt>{t('billing.topUp.form.after')}</dt>
        <dd>{shown(hadFen === undefined ? undefined : hadFen + amountFen + giftFen)}</dd>
      </div>
    </dl>
  )
}

function Filled({ methods, gifts, asked }: Options & { asked: string }) {
  const t = usePhrases()
  const format = useFormat()
  const summaryId = useId()
  const [initial] = useState((): Draft => ({
    amountFen: '',
    paymentMethod: methods.length === 1 ? (methods[0] ?? '') : '',
  }))
  const form = useForm({
    domain: 'billing',
    fields: topUpFields,
    labels: { amountFen: t('billing.fields.amountFen') },
    initial: { ...initial, amountFen: asked },
    spell,
  })
  const create = useAct(topUpCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }) => {
      form.restart(initial)
      goTo('/billing/topUp', { guid })
    },
  })
  const element = useFormSubmit({
    form,
    isSaving: create.isActing,
    refusal: create.refusal,
    onSave: (values) => void create.act(values as PayloadOf<typeof topUpCalls.create>),
  }) // the call's own schema checked every field
  const { amountFen: typed, paymentMethod } = form.values
  const { multipleYuan: multiple, maxYuan: max } = LIMITS.topUp
  const fen = fenOf(typed)
  // An invalid amount counts as 0, so that no gift is promised for it.
  const amountFen = fen !== undefined && fieldViolations(topUpFields.amountFen, 'amountFen', fen).length === 0 ? fen : 0
  const giftFen = giftOf(amountFen, gifts)
  return (
    <form {...element} className="top-up-form" aria-label={t('billing.topUp.form.label')}>
      <div className="inline-form-fields" inert={create.isActing}>
        <div className="top-up-amount">
          <Field
            form={form}
            name="amountFen"
            label={t('billing.topUp.form.amount')}
            help={t('billing.topUp.form.amountHelp', { multiple, max })}
          >
            {(control) => (
              <span className="top-up-amount-input">
                <span aria-hidden>¥</span>
                <TextInput
                  {...control}
                  isNumber
                  value={typed}
                  onText={(text) => form.set('amountFen', withoutSign(text))}
                />
                <span className="top-up-amount-gift" role="status">
                  {giftFen > 0 && t('billing.topUp.form.giftShown', { amount: format.money(giftFen) })}
                </span>
              </span>
            )}
          </Field>
          <span className="top-up-amount-presets" role="group" aria-label={t('billing.topUp.form.presets')}>
            {PRESETS_YUAN.map((yuan) => (
              <button
                key={yuan}
                type="button"
                className="sw-button"
                aria-pressed={fen === fenOf(String(yuan))}
                onClick={() => form.set('amountFen', String(yuan))}
              >
                ¥{format.number(yuan)}
              </button>
            ))}
          </span>
        </div>
        {gifts.length > 0 && (
          <section className="top-up-gifts" aria-label={t('billing.topUp.form.gifts')}>
            <h2>{t('billing.topUp.form.gifts')}</h2>
            <ul>
              {gifts.map(({ fromFen, percent }) => (
                <li
                  key={fromFen}
                  data-reached={(giftFen > 0 && giftOf(amountFen, [{ fromFen, percent }]) === giftFen) || undefined}
                >
                  {t('billing.topUp.form.giftStep', { from: format.money(fromFen), percent })}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Field form={form} name="paymentMethod" isGroup>
          {(control) => (
            <MethodCards
              methods={methods}
              value={paymentMethod}
              onSelect={(method) => form.set('paymentMethod', method)}
              control={control}
            />
          )}
        </Field>
      </div>
      <aside className="top-up-summary" aria-labelledby={summaryId}>
        <h2 id={summaryId}>{t('billing.topUp.form.summary')}</h2>
        <Summary amountFen={amountFen} giftFen={giftFen} />
        <Button type="submit" kind="primary" size="large" isBusy={create.isActing}>
          {t('billing.topUp.form.submit')}
        </Button>
        <div role="alert">{form.refusedWith && <span className="field-error">{form.refusedWith}</span>}</div>
      </aside>
    </form>
  )
}

export function TopUpForm() {
  const t = usePhrases()
  const { amount } = useSearchOf('/billing/topUp')
  const { data, error, refetch } = useAnswer(topUpCalls.options, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SettingsSkeleton rows={3} />
  if (data.methods.length === 0)
    return (
      <EmptyState
        icon={CreditCard}
        title={t('billing.topUp.form.noMethodTitle')}
        sentence={t('billing.topUp.form.noMethod')}
      />
    )
  return <Filled {...data} asked={amountAsked(amount)} />
}
