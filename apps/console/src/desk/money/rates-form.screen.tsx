// The form of license prices, for all developers or for one, with a preview of typical licenses before and after.
import {
  DEFAULT_RATES,
  LIMITS,
  PRICE_SAMPLES,
  SAMPLE_DEVICES,
  billingDesk,
  fenOf,
  judgeTiers,
  samplePrices,
  tierBorder,
} from '@sealwright/contract'
import type { AnswerOf, PriceSample, PriceTier, Rates, Violation } from '@sealwright/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { countOf, judgeAmount, judgeCount, typedYuan } from './amounts.ts'
import { useDevelopers } from './developer-field.tsx'
import { RATE_FIELDS } from './price-words.tsx'
import { NOW, WhenFields, judgeWhen, spellWhen } from './when-fields.tsx'
import type { WhenDraft } from './when-fields.tsx'
import css from './money.module.css'

type Prices = AnswerOf<typeof billingDesk.prices>
interface TierDraft {
  top: string
  price: readonly [string, string, string]
}
interface Draft extends WhenDraft, Record<(typeof RATE_FIELDS)[number], string> {
  freeDevices: string
  tiers: readonly TierDraft[]
}
const EMPTY_TIER: TierDraft = { top: '', price: ['', '', ''] }
const PRICES = ['perDayFen', 'perYearFen', 'oneTimeFen'] as const

const FIELDS = {
  startTime: billingDesk.setRates.payload.shape.startTime,
  note: billingDesk.setRates.payload.shape.note,
}
const spell = (values: Draft) => ({ ...values, startTime: undefined, ...spellWhen(values) })

/** A tier begins where the one before it ends. */
const tiersOf = (tiers: readonly TierDraft[]): PriceTier[] =>
  tiers.map(({ top, price: [day, year, oneTime] }, at) => ({
    lowLimit: (countOf(tiers[at - 1]?.top ?? '0') ?? 0) + 1,
    topLimit: countOf(top) ?? 0,
    price: [fenOf(day) ?? -1, fenOf(year) ?? -1, fenOf(oneTime) ?? -1],
  }))

/** What the form sets. A field that is empty is not set. */
function setBy(values: Draft): Partial<Rates> {
  const amounts = RATE_FIELDS.flatMap((name) => {
    const fen = fenOf(values[name])
    return fen === undefined ? [] : [[name, fen] as const]
  })
  const freeDevices = countOf(values.freeDevices)
  return {
    ...Object.fromEntries(amounts),
    ...(freeDevices !== null && { freeDevices }),
    ...(values.tiers.length > 0 && { tiers: tiersOf(values.tiers) }),
  }
}

function judge(wire: Record<string, unknown>): Violation[] {
  const tiers = wire['tiers'] as Draft['tiers'] // as spelled
  const fault = judgeTiers(tiersOf(tiers))
  return [
    ...RATE_FIELDS.flatMap((name) => judgeAmount(name, wire[name], { maxFen: LIMITS.billing.rateFen })),
    ...judgeCount('freeDevices', wire['freeDevices'], 0, LIMITS.template.simultaneousMachines),
    ...(fault === 'badPrice' ? [{ path: 'tiers', rule: 'notAmount' as const, params: {} }] : []),
    ...(fault && fault !== 'badPrice' ? [{ path: 'tiers', rule: 'tiersFit' as const, params: {} }] : []),
    ...judgeWhen(wire),
  ]
}

function draftOf({ general, developer }: Prices): Draft {
  const set: Partial<Rates> = developer ? developer.own.rates : general.rates
  return {
    perDayFen: typedYuan(set.perDayFen),
    perYearFen: typedYuan(set.perYearFen),
    oneTimeFen: typedYuan(set.oneTimeFen),
    extraDeviceFen: typedYuan(set.extraDeviceFen),
    freeDevices: set.freeDevices === undefined ? '' : String(set.freeDevices),
    tiers: (set.tiers ?? []).map(({ topLimit, price: [day, year, oneTime] }) => ({
      top: String(topLimit),
      price: [typedYuan(day), typedYuan(year), typedYuan(oneTime)],
    })),
    ...NOW,
  }
}

function TierFields({ form }: { form: Form<Draft> }) {
  const t = usePhrases()
  const { tiers } = form.values
  const change = (at: number, part: Partial<TierDraft>) =>
    form.set(
      'tiers',
      tiers.map((tier, n) => (n === at ? { ...tier, ...part } : tier)),
    )
  const priced = (tier: TierDraft, n: number, text: string): TierDraft['price'] => {
    const [day, year, oneTime] = tier.price
    return [n === 0 ? text : day, n === 1 ? text : year, n === 2 ? text : oneTime]
  }
  return (
    <Field form={form} name="tiers" isGroup help={t('tariff.prices.tierNote')}>
      {({ id: _id, ...control }) => (
        <>
          {tiers.length > 0 && (
            <div className={`${css.steps} ${css.heads}`} aria-hidden>
              <span className={css.low} />
              <span>{t('tariff.prices.tierTop')}</span>
              {PRICES.map((name) => (
                <span key={name}>{t(`billing.fields.${name}`)} (¥)</span>
              ))}
            </div>
          )}
          {tiersOf(tiers).map(({ lowLimit }, at) => {
            const tier = tiers[at] ?? EMPTY_TIER
            return (
              <div key={at} className={css.steps}>
                <span className={`sw-tabular ${css.low}`}>{lowLimit} –</span>
                <TextInput
                  {...control}
                  aria-label={t('tariff.prices.tierTop')}
                  placeholder={t('tariff.prices.tierTop')}
                  value={tier.top}
                  onText={(top) => change(at, { top })}
                />
                {PRICES.map((name, n) => (
                  <TextInput
                    {...control}
                    key={name}
                    aria-label={t(`billing.fields.${name}`)}
                    placeholder={t(`billing.fields.${name}`)}
                    value={tier.price[n] ?? ''}
                    onText={(text) => change(at, { price: priced(tier, n, text) })}
                  />
                ))}
                <IconButton
                  icon={Trash2}
                  label={t('tariff.prices.removeTier', { n: at + 1 })}
                  onPress={() =>
                    form.set(
                      'tiers',
                      tiers.filter((_tier, n) => n !== at),
                    )
                  }
                />
              </div>
            )
          })}
          {tiers.length < LIMITS.desk.tiers && (
            <Button icon={Plus} onPress={() => form.set('tiers', [...tiers, EMPTY_TIER])}>
              {t('tariff.prices.addTier')}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}

/** Undefined if these rates have no price, as while they are typed. */
function tryPrices(rates: Rates, border: number): Record<PriceSample, number> | undefined {
  try {
    return judgeTiers(rates.tiers) ? undefined : samplePrices(rates, border)
  } catch {
    return undefined
  }
}

function Preview({ prices, set }: { prices: Prices; set: Partial<Rates> }) {
  const t = usePhrases()
  const { money } = useFormat()
  const { developer, general } = prices
  const [sampleId, setSampleId] = useState('')
  const options = useDevelopers(sampleId)
  const { data: sample } = useAnswer(
    billingDesk.prices,
    { developerId: Number(sampleId) },
    { enabled: sampleId !== '' && !developer },
  )
  const own = sample?.developer?.own.rates ?? {}
  const now = developer?.rates ?? { ...general.rates, ...own }
  const next: Rates = developer ? { ...general.rates, ...set } : { ...DEFAULT_RATES, ...set, ...own }
  const border = tierBorder(next)
  const [before, after] = [tryPrices(now, border), tryPrices(next, border)]
  const change = (from: number, to: number) =>
    from === to ? t('tariff.prices.same') : `${to > from ? '+' : ''}${money(to - from)}`
  return (
    <FormSection title={t('tariff.prices.preview')} sentence={t('tariff.prices.previewNote')}>
      {!developer && (
        <Combobox
          {...options}
          name={t('tariff.prices.sampleDeveloper')}
          aria-label={t('tariff.prices.sampleDeveloper')}
          placeholder={t('tariff.prices.sampleDeveloper')}
          value={sampleId}
          onSelect={setSampleId}
        />
      )}
      <table className={css.preview}>
        <thead>
          <tr>
            <th scope="col">{t('tariff.prices.sample')}</th>
            <th scope="col">{t('tariff.prices.before')}</th>
            <th scope="col">{t('tariff.prices.after')}</th>
            <th scope="col">{t('tariff.prices.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {PRICE_SAMPLES.map((name) => {
            const [from, to] = [before?.[name], after?.[name]]
            return (
              <tr key={name}>
                <th scope="row">
                  {t(`tariff.samples.${name}`, {
                    devices: SAMPLE_DEVICES,
                    users: name === 'nextTier' ? border + 1 : border,
                  })}
                </th>
                <td>{from === undefined ? '–' : money(from)}</td>
                <td>{to === undefined ? '–' : money(to)}</td>
                <td>{from === undefined || to === undefined ? '–' : change(from, to)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </FormSection>
  )
}

function RatesForm({ prices }: { prices: Prices }) {
  const t = usePhrases()
  const format = useFormat()
  const { developer, revisions, coming } = prices
  const [initial] = useState(() => draftOf(prices))
  const form = useForm({ domain: 'billing', fields: FIELDS, rules: judge, initial, spell })
  const { values } = form
  const set = useMemo(() => setBy(values), [values])
  const back = useCallback(
    () => goTo('/platform/prices', { ...(developer && { developerId: developer.id }) }),
    [developer],
  )
  const { act, isActing, refusal } = useAct(billingDesk.setRates, {
    showsRefusal: true,
    onDone: ({ startTime }) => {
      form.settle()
      toast.success(t('tariff.prices.saved', { time: format.time(startTime) }))
      back()
    },
  })
  const scope = developer?.name ?? t('tariff.general')
  const save = () => {
    const when = spellWhen(values)
    void confirmAction({
      title: t('tariff.prices.confirmTitle'),
      consequence: when.startTime
        ? t('tariff.prices.confirmLater', { scope, time: format.time(when.startTime) })
        : t('tariff.prices.confirmNow', { scope }),
      verb: t('blocks.entity.save'),
      isDanger: false,
      run: () =>
        act({
          ...(developer && { developerId: Number(developer.id) }),
          ...set,
          revision: revisions.rates,
          ...when,
        }),
    })
  }
  const help = t(developer ? 'tariff.prices.emptyIsGeneral' : 'tariff.prices.emptyIsDefault')
  const next = coming.find(({ kind }) => kind === 'rates')
  return (
    <FormPage
      form={form}
      title={`${t('tariff.kinds.rates')} · ${scope}`}
      sentence={
        next ? t('tariff.prices.replacesNote', { time: format.time(next.startTime) }) : t('tariff.prices.intro')
      }
      saveText={t('blocks.entity.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={save}
      onCancel={back}
    >
      <FormSection title={t('tariff.kinds.rates')} sentence={help}>
        {RATE_FIELDS.map((name) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={`${t(`billing.fields.${name}`)} (¥)`}
            autoComplete="off"
          />
        ))}
        <TextField form={form} name="freeDevices" isNumber />
        <TierFields form={form} />
      </FormSection>
      <Preview prices={prices} set={set} />
      <FormSection title={t('tariff.prices.when')}>
        <WhenFields form={form} />
      </FormSection>
    </FormPage>
  )
}

export function Screen() {
  const { developerId = '' } = useSearchOf('/platform/prices/edit')
  const { data, error, refetch } = useAnswer(billingDesk.prices, {
    ...(developerId !== '' && { developerId: Number(developerId) }),
  })
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return <RatesForm key={developerId} prices={data} />
}
