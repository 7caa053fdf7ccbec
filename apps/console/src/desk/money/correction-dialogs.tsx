// A new correction, the decision about one that waits, and the limit above which a second operator is needed.
import { CORRECTED_KINDS, LIMITS, billingDesk, fenOf, isPurse } from '@sealwright/contract'
import type { CorrectedKind, CorrectionRow, Violation } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { Select } from '../../blocks/control/select.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'
import { countOf, judgeAmount, judgeCount, typedYuan } from './amounts.ts'
import { DeveloperField } from './developer-field.tsx'

/** An amount of money, or a number. */
export const shownAmount = ({ money, number }: Format, { kind, amount }: Pick<CorrectionRow, 'kind' | 'amount'>) => {
  const size = isPurse(kind) ? money(Math.abs(amount)) : number(Math.abs(amount))
  return `${amount < 0 ? '−' : '+'}${size}`
}
export const kindWord = (t: Translate, kind: CorrectedKind) => t(`tariff.correctedKinds.${kind}`)

/** What a correction starts with, such as the difference of a payment. */
export interface Suggested {
  developerId?: string | undefined
  amountFen?: number | undefined
  note?: string | undefined
  topUpGuid?: string | undefined
}

interface Draft {
  developerId: string
  kind: CorrectedKind
  direction: 'credit' | 'debit'
  amount: string
  note: string
}
const { developerId: DEVELOPER, note: NOTE } = billingDesk.correct.payload.shape
const FIELDS = { developerId: DEVELOPER, note: NOTE }
const judge = ({ kind, amount }: Record<string, unknown>): Violation[] =>
  isPurse(String(kind))
    ? judgeAmount('amount', amount, { maxFen: LIMITS.billing.creditFen, minFen: 1, isNeeded: true })
    : judgeCount('amount', amount, 1, LIMITS.package.quantity, true)

function CorrectionDialog({ suggested, onClose }: { suggested: Suggested; onClose: () => void }) {
  const t = usePhrases()
  const { amountFen = 0 } = suggested
  const [initial] = useState<Draft>({
    developerId: suggested.developerId ?? '',
    kind: 'wallet',
    direction: amountFen < 0 ? 'debit' : 'credit',
    amount: amountFen === 0 ? '' : typedYuan(Math.abs(amountFen)),
    note: suggested.note ?? '',
  })
  const form = useForm({ domain: 'billing', fields: FIELDS, rules: judge, initial })
  const { kind, direction } = form.values
  const isMoney = isPurse(kind)
  const { act, isActing, refusal } = useAct(billingDesk.correct, {
    showsRefusal: true,
    onDone: ({ state }) => {
      onClose()
      toast.success(t(state === 'done' ? 'tariff.corrections.done' : 'tariff.corrections.waiting'))
    },
  })
  const save = () => {
    const { developerId, amount, note } = form.values
    const size = (isMoney ? fenOf(amount) : countOf(amount)) ?? 0
    const { topUpGuid } = suggested
    void act({
      developerId: Number(developerId),
      kind,
      amount: direction === 'debit' ? -size : size,
      note,
      ...(topUpGuid !== undefined && { topUpGuid }),
    })
  }
  return (
    <FormDialog
      form={form}
      title={t('tariff.corrections.add')}
      saveText={t('tariff.corrections.add')}
      isSaving={isActing}
      refusal={refusal}
      onSave={save}
      onClose={onClose}
    >
      <DeveloperField form={form} />
      <Field form={form} name="kind">
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={CORRECTED_KINDS.map((value) => ({ value, label: kindWord(t, value) }))}
            onSelect={(value) => form.set('kind', CORRECTED_KINDS.find((known) => known === value) ?? 'wallet')}
          />
        )}
      </Field>
      <Segmented
        label={t('tariff.corrections.direction')}
        value={direction}
        options={[
          { value: 'credit', label: t('tariff.corrections.credit') },
          { value: 'debit', label: t('tariff.corrections.debit') },
        ]}
        onSelect={(value) => form.set('direction', value)}
      />
      <TextField
        form={form}
        name="amount"
        label={t(isMoney ? 'tariff.corrections.money' : 'tariff.corrections.count')}
        autoComplete="off"
      />
      <TextField form={form} name="note" counterMax={LIMITS.billing.noteMax} help={t('tariff.corrections.noteHint')} />
    </FormDialog>
  )
}

export function openCorrection(suggested: Suggested = {}): void {
  void showDialog((settle) => <CorrectionDialog suggested={suggested} onClose={() => settle(true)} />)
}

const NO_REASON = { reason: '' }
const REASON_FIELDS = { reason: billingDesk.rejectCorrection.payload.shape.reason }

function RejectDialog({ row, onClose }: { row: CorrectionRow; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'billing', fields: REASON_FIELDS, initial: NO_REASON })
  const { act, isActing, refusal } = useAct(billingDesk.rejectCorrection, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t(row.isOwn ? 'tariff.corrections.takenBack' : 'tariff.corrections.rejected'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(row.isOwn ? 'tariff.corrections.takeBackTitle' : 'tariff.corrections.rejectTitle')}
      saveText={t(row.isOwn ? 'tariff.corrections.takeBack' : 'tariff.corrections.reject')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid: row.guid, reason: form.values.reason })}
      onClose={onClose}
    >
      <TextField form={form} name="reason" isFirst counterMax={LIMITS.billing.noteMax} />
    </FormDialog>
  )
}

export function openRejection(row: CorrectionRow): void {
  void showDialog((settle) => <RejectDialog row={row} onClose={() => settle(true)} />)
}

/** Confirms a correction of another operator, after saying what will happen. */
export function useConfirmCorrection(): (row: CorrectionRow) => void {
  const t = usePhrases()
  const format = useFormat()
  const { act } = useAct(billingDesk.confirmCorrection, {
    onDone: () => toast.success(t('tariff.corrections.confirmed')),
  })
  return useCallback(
    (row) =>
      void confirmAction({
        title: t('tariff.corrections.confirmTitle'),
        consequence: t('tariff.corrections.confirmText', {
          developer: row.developerName,
          what: kindWord(t, row.kind),
          amount: shownAmount(format, row),
          note: row.note,
          maker: row.maker ?? '',
        }),
        verb: t('tariff.corrections.confirm'),
        isDanger: false,
        run: () => act({ guid: row.guid }),
      }),
    [t, format, act],
  )
}

const judgeLimit = ({ limitFen }: Record<string, unknown>) =>
  judgeAmount('limitFen', limitFen, { maxFen: LIMITS.billing.creditFen, isNeeded: true })
const NO_FIELDS = {}

function LimitDialog({ limitFen, onClose }: { limitFen: number; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState({ limitFen: typedYuan(limitFen) })
  const form = useForm({ domain: 'billing', fields: NO_FIELDS, rules: judgeLimit, initial })
  const { act, isActing, refusal } = useAct(billingDesk.setCorrectionLimit, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('tariff.corrections.limitSaved'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('tariff.correctionLimit')}
      saveText={t('tariff.corrections.limit')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ limitFen: fenOf(form.values.limitFen) ?? 0 })}
      onClose={onClose}
    >
      <TextField form={form} name="limitFen" isFirst autoComplete="off" />
    </FormDialog>
  )
}

export function openLimit(limitFen: number): void {
  void showDialog((settle) => <LimitDialog limitFen={limitFen} onClose={() => settle(true)} />)
}
