// A new package on offer, and packages that are given to a developer.
import { LIMITS, billingDesk, fenOf } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { countOf, judgeAmount } from './amounts.ts'
import { DeveloperField } from './developer-field.tsx'

const EMPTY = { type: '', licenses: '', updates: '0', days: '365', priceFen: '', startTime: '', endTime: '' }
type Draft = typeof EMPTY
const { priceFen: _priceFen, ...OFFER_FIELDS } = billingDesk.addOffer.payload.shape
const spell = (values: Draft) => ({
  ...values,
  startTime: values.startTime || undefined,
  endTime: values.endTime || undefined,
})
const judge = (wire: Record<string, unknown>): Violation[] =>
  judgeAmount('priceFen', wire['priceFen'], { maxFen: LIMITS.package.priceFen, isNeeded: true })

function OfferDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'billing', fields: OFFER_FIELDS, rules: judge, initial: EMPTY, spell })
  const { act, isActing, refusal } = useAct(billingDesk.addOffer, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('tariff.packages.added'))
    },
  })
  const save = () => {
    const { type, licenses, updates, days, priceFen, startTime, endTime } = form.values
    void act({
      type,
      licenses: countOf(licenses) ?? 0,
      updates: countOf(updates) ?? 0,
      days: countOf(days) ?? 0,
      priceFen: fenOf(priceFen) ?? 0,
      ...(startTime !== '' && { startTime }),
      ...(endTime !== '' && { endTime }),
    })
  }
  return (
    <FormDialog
      form={form}
      title={t('tariff.packages.add')}
      saveText={t('tariff.packages.add')}
      isSaving={isActing}
      refusal={refusal}
      onSave={save}
      onClose={onClose}
    >
      <TextField form={form} name="type" isFirst counterMax={LIMITS.template.packageNameMax} />
      <TextField form={form} name="licenses" isNumber />
      <TextField form={form} name="updates" isNumber />
      <TextField form={form} name="days" isNumber />
      <TextField form={form} name="priceFen" label={`${t('billing.fields.priceFen')} (¥)`} autoComplete="off" />
      <MomentField form={form} name="startTime" edge="start" help={t('tariff.packages.startHint')} />
      <MomentField form={form} name="endTime" edge="end" help={t('tariff.packages.endHint')} />
    </FormDialog>
  )
}

export function openOffer(): void {
  void showDialog((settle) => <OfferDialog onClose={() => settle(true)} />)
}

const NOBODY = { developerId: '', count: '1' }
const { type: _type, ...GRANT_FIELDS } = billingDesk.grantPackages.payload.shape

function GrantDialog({ type, onClose }: { type: string; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'billing', fields: GRANT_FIELDS, initial: NOBODY })
  const { act, isActing, refusal } = useAct(billingDesk.grantPackages, {
    showsRefusal: true,
    onDone: ({ serials }) => {
      onClose()
      toast.success(t('tariff.packages.granted', { serials: serials.join(t('blocks.list.comma')) }))
    },
  })
  const { developerId, count } = form.values
  return (
    <FormDialog
      form={form}
      title={`${t('tariff.packages.grant')} · ${type}`}
      saveText={t('tariff.packages.grant')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ developerId: Number(developerId), type, count: countOf(count) ?? 1 })}
      onClose={onClose}
    >
      <p>{t('tariff.packages.grantText')}</p>
      <DeveloperField form={form} />
      <TextField form={form} name="count" isNumber />
    </FormDialog>
  )
}

export function openGrant(type: string): void {
  void showDialog((settle) => <GrantDialog type={type} onClose={() => settle(true)} />)
}
