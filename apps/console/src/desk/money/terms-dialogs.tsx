// The forms of gifts, service fee and limits, for all developers or for one. Rates have a page of their own.
import { FEN_A_YUAN, LIMITS, billingDesk, fenOf } from '@sealwright/contract'
import type { AnswerOf, Violation } from '@sealwright/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { countOf, judgeAmount, judgeCount, typedYuan } from './amounts.ts'
import { LIMIT_FIELDS } from './price-words.tsx'
import { NOW, WhenFields, judgeWhen, spellWhen } from './when-fields.tsx'
import type { WhenDraft } from './when-fields.tsx'
import css from './money.module.css'

type Prices = AnswerOf<typeof billingDesk.prices>
interface DialogProps {
  prices: Prices
  onClose: () => void
}

const WHEN_FIELDS = {
  startTime: billingDesk.setGifts.payload.shape.startTime,
  note: billingDesk.setGifts.payload.shape.note,
}
const scopeOf = ({ developer }: Prices) => ({ ...(developer && { developerId: Number(developer.id) }) })

/** Says when the saved change applies, and closes the dialog. */
function useSaved(onClose: () => void) {
  const t = usePhrases()
  const format = useFormat()
  return ({ startTime }: { startTime: string }) => {
    onClose()
    toast.success(t('tariff.prices.saved', { time: format.time(startTime) }))
  }
}

function Scope({ prices: { developer, coming }, kind }: { prices: Prices; kind: 'gifts' | 'fee' | 'limits' }) {
  const t = usePhrases()
  const format = useFormat()
  const next = coming.find((version) => version.kind === kind)
  return (
    <>
      <p>
        {t('tariff.prices.scope')} {developer?.name ?? t('tariff.general')}
      </p>
      {next && <p className="field-note">{t('tariff.prices.replacesNote', { time: format.time(next.startTime) })}</p>}
    </>
  )
}

interface FeeDraft extends WhenDraft {
  feeFen: string
  periodMonths: string
  firstDays: string
}
const spellFee = (values: FeeDraft) => ({
  feeFen: values.feeFen,
  periodMonths: values.periodMonths,
  firstDays: values.firstDays,
  ...spellWhen(values),
})
const { amountFen: feeMax, periodMonthsMax, firstDaysMax } = LIMITS.serviceFee

function FeeDialog({ prices, onClose }: DialogProps) {
  const t = usePhrases()
  const { general, developer, revisions } = prices
  const initial = useMemo(
    (): FeeDraft => ({
      feeFen: typedYuan(developer ? developer.own.feeFen : general.fee.amountFen),
      periodMonths: String(general.fee.periodMonths),
      firstDays: String(general.fee.firstDays),
      ...NOW,
    }),
    [developer, general],
  )
  const rules = useCallback(
    (wire: Record<string, unknown>): Violation[] => [
      ...judgeAmount('feeFen', wire['feeFen'], { maxFen: feeMax, isNeeded: !developer }),
      ...(developer
        ? []
        : [
            ...judgeCount('periodMonths', wire['periodMonths'], 1, periodMonthsMax, true),
            ...judgeCount('firstDays', wire['firstDays'], 1, firstDaysMax, true),
          ]),
      ...judgeWhen(wire),
    ],
    [developer],
  )
  const form = useForm({ domain: 'billing', fields: WHEN_FIELDS, rules, initial, spell: spellFee })
  const { act, isActing, refusal } = useAct(billingDesk.setFee, { showsRefusal: true, onDone: useSaved(onClose) })
  const save = () => {
    const { feeFen, periodMonths, firstDays } = form.values
    void act({
      ...scopeOf(prices),
      feeFen: fenOf(feeFen) ?? null,
      ...(!developer && { periodMonths: countOf(periodMonths) ?? 1, firstDays: countOf(firstDays) ?? 1 }),
      revision: revisions.fee,
      ...spellWhen(form.values),
    })
  }
  return (
    <FormDialog
      form={form}
      title={t('tariff.kinds.fee')}
      saveText={t('blocks.entity.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={save}
      onClose={onClose}
    >
      <Scope prices={prices} kind="fee" />
      <TextField
        form={form}
        name="feeFen"
        label={`${t('billing.fields.feeFen')} (¥)`}
        isFirst
        help={developer ? t('tariff.prices.emptyIsGeneral') : undefined}
        autoComplete="off"
      />
      {!developer && (
        <>
          <TextField form={form} name="periodMonths" isNumber />
          <TextField form={form} name="firstDays" isNumber />
        </>
      )}
      <WhenFields form={form} />
    </FormDialog>
  )
}

type LimitName = (typeof LIMIT_FIELDS)[number]
type LimitsDraft = WhenDraft & Record<LimitName, string>
const spellLimits = (values: LimitsDraft) => ({ ...values, startTime: undefined, ...spellWhen(values) })
const judgeLimits = (wire: Record<string, unknown>): Violation[] => [
  ...LIMIT_FIELDS.flatMap((name) => judgeCount(name, wire[name], 0, LIMITS.platform[name].max)),
  ...judgeWhen(wire),
]

function LimitsDialog({ prices, onClose }: DialogProps) {
  const t = usePhrases()
  const { general, developer, revisions } = prices
  const initial = useMemo((): LimitsDraft => {
    const set: Partial<Record<LimitName, number>> = developer ? developer.own.limits : general.limits
    const of = (name: LimitName) => String(set[name] ?? '')
    return {
      giftLicenses: of('giftLicenses'),
      graceDays: of('graceDays'),
      issueMax: of('issueMax'),
      trialLicenses: of('trialLicenses'),
      ...NOW,
    }
  }, [developer, general])
  const form = useForm({ domain: 'billing', fields: WHEN_FIELDS, rules: judgeLimits, initial, spell: spellLimits })
  const { act, isActing, refusal } = useAct(billingDesk.setLimits, { showsRefusal: true, onDone: useSaved(onClose) })
  const save = () => {
    const { giftLicenses, graceDays, issueMax, trialLicenses } = form.values
    void act({
      ...scopeOf(prices),
      giftLicenses: countOf(giftLicenses),
      graceDays: countOf(graceDays),
      issueMax: countOf(issueMax),
      trialLicenses: countOf(trialLicenses),
      revision: revisions.limits,
      ...spellWhen(form.values),
    })
  }
  const help = t(developer ? 'tariff.prices.emptyIsGeneral' : 'tariff.prices.emptyIsDefault')
  return (
    <FormDialog
      form={form}
      title={t('tariff.kinds.limits')}
      saveText={t('blocks.entity.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={save}
      onClose={onClose}
    >
      <Scope prices={prices} kind="limits" />
      {LIMIT_FIELDS.map((name, at) => (
        <TextField key={name} form={form} name={name} isNumber isFirst={at === 0} help={help} />
      ))}
      <WhenFields form={form} />
    </FormDialog>
  )
}

interface GiftsDraft extends WhenDraft {
  gifts: readonly { from: string; percent: string }[]
}
const topUpMax = LIMITS.topUp.maxYuan * FEN_A_YUAN
const spellGifts = (values: GiftsDraft) => ({ gifts: values.gifts, ...spellWhen(values) })
const giftsOf = (gifts: GiftsDraft['gifts']) =>
  gifts.map(({ from, percent }) => ({ fromFen: fenOf(from) ?? 0, percent: countOf(percent) ?? 0 }))

function judgeGifts(wire: Record<string, unknown>): Violation[] {
  const gifts = wire['gifts'] as GiftsDraft['gifts'] // as spelled above
  const wrong = gifts.flatMap(({ from, percent }) => [
    ...judgeAmount('gifts', from, { maxFen: topUpMax, minFen: 1, isNeeded: true }),
    ...judgeCount('gifts', percent, 1, 100, true),
  ])
  const isRising = giftsOf(gifts).every(({ fromFen }, at, all) => at === 0 || fromFen > (all[at - 1]?.fromFen ?? 0))
  return [
    ...wrong.slice(0, 1),
    ...(wrong.length > 0 || isRising ? [] : [{ path: 'gifts', rule: 'giftsAscend' as const, params: {} }]),
    ...judgeWhen(wire),
  ]
}

function GiftsDialog({ prices, onClose }: DialogProps) {
  const t = usePhrases()
  const { general, revisions } = prices
  const initial = useMemo(
    (): GiftsDraft => ({
      gifts: general.gifts.map(({ fromFen, percent }) => ({ from: typedYuan(fromFen), percent: String(percent) })),
      ...NOW,
    }),
    [general],
  )
  const form = useForm({ domain: 'billing', fields: WHEN_FIELDS, rules: judgeGifts, initial, spell: spellGifts })
  const { gifts } = form.values
  const { act, isActing, refusal } = useAct(billingDesk.setGifts, { showsRefusal: true, onDone: useSaved(onClose) })
  const change = (at: number, part: Partial<GiftsDraft['gifts'][number]>) =>
    form.set(
      'gifts',
      gifts.map((gift, n) => (n === at ? { ...gift, ...part } : gift)),
    )
  return (
    <FormDialog
      form={form}
      title={t('tariff.kinds.gifts')}
      saveText={t('blocks.entity.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ gifts: giftsOf(gifts), revision: revisions.gifts, ...spellWhen(form.values) })}
      onClose={onClose}
    >
      <Scope prices={prices} kind="gifts" />
      <Field form={form} name="gifts" isGroup>
        {({ id: _id, ...control }) => (
          <>
            {gifts.length === 0 ? (
              <p className="field-note">{t('tariff.prices.noneGifts')}</p>
            ) : (
              <div className={`${css.steps} ${css.heads}`} aria-hidden>
                <span>{t('billing.fields.fromFen')} (¥)</span>
                <span>{t('billing.fields.percent')} (%)</span>
              </div>
            )}
            {gifts.map((gift, at) => (
              <div key={at} className={css.steps}>
                <TextInput
                  {...control}
                  aria-label={t('billing.fields.fromFen')}
                  placeholder={t('billing.fields.fromFen')}
                  value={gift.from}
                  onText={(from) => change(at, { from })}
                />
                <TextInput
                  {...control}
                  aria-label={t('billing.fields.percent')}
                  placeholder={t('billing.fields.percent')}
                  value={gift.percent}
                  onText={(percent) => change(at, { percent })}
                />
                <IconButton
                  icon={Trash2}
                  label={t('tariff.prices.removeGift', { n: at + 1 })}
                  onPress={() =>
                    form.set(
                      'gifts',
                      gifts.filter((_gift, n) => n !== at),
                    )
                  }
                />
              </div>
            ))}
            {gifts.length < LIMITS.desk.gifts && (
              <Button icon={Plus} onPress={() => form.set('gifts', [...gifts, { from: '', percent: '' }])}>
                {t('tariff.prices.addGift')}
              </Button>
            )}
          </>
        )}
      </Field>
      <WhenFields form={form} />
    </FormDialog>
  )
}

const DIALOGS = { fee: FeeDialog, limits: LimitsDialog, gifts: GiftsDialog } as const

export function openTerms(kind: keyof typeof DIALOGS, prices: Prices): void {
  const Dialog = DIALOGS[kind]
  void showDialog((settle) => <Dialog prices={prices} onClose={() => settle(true)} />)
}
