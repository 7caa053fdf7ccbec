// The parts of a device that count when a license is bound to it, and how many of their changes a license tolerates.
// Viewing and changing need separate privileges.
import { MACHINE_PARTS, deviceSettingCalls, filled } from '@sealwright/contract'
import type { AnswerOf, MachinePart } from '@sealwright/contract'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { Tag } from '../../blocks/control/status-tag.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { ReloadLatest } from '../../blocks/form/reload-latest.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './machine-parts.css'

type Setting = AnswerOf<typeof deviceSettingCalls.get>
const { machineParts, partChangesPerMonth, partChangesPerYear } = deviceSettingCalls.update.payload.shape
const FIELDS = {
  machineParts,
  partChangesPerMonth: filled(partChangesPerMonth),
  partChangesPerYear: filled(partChangesPerYear),
}
interface Values {
  machineParts: readonly MachinePart[]
  partChangesPerMonth: string
  partChangesPerYear: string
}
const valuesOf = (setting: Setting): Values => ({
  machineParts: setting.machineParts,
  partChangesPerMonth: String(setting.partChangesPerMonth),
  partChangesPerYear: String(setting.partChangesPerYear),
})
const spell = (values: Values) => ({
  machineParts: [...values.machineParts],
  partChangesPerMonth: Number(values.partChangesPerMonth || Number.NaN),
  partChangesPerYear: Number(values.partChangesPerYear || Number.NaN),
})

function PartsForm({ setting, reload }: { setting: Setting; reload: () => Promise<Setting | undefined> }) {
  const t = usePhrases()
  const form = useForm<Values>({
    domain: 'runtime',
    fields: FIELDS,
    initial: valuesOf(setting),
    spell,
  })
  const { act, isActing, refusal } = useAct(deviceSettingCalls.update, {
    showsRefusal: true,
    onDone: () => toast.success(t('runtime.machine.saved')),
  })
  const load = async () => {
    const latest = await reload()
    if (latest) form.restart(valuesOf(latest))
  }
  // Keep the order of `MACHINE_PARTS`.
  const toggle = (part: MachinePart, isChosen: boolean) =>
    form.set('machineParts', (now) => MACHINE_PARTS.filter((one) => (one === part ? isChosen : now.includes(one))))
  return (
    <InlineForm
      form={form}
      label={t('runtime.machine.title')}
      saveText={t('runtime.machine.save')}
      isSaving={isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={load} />}
      onSave={() => void act({ ...spell(form.values), revision: setting.revision })}
    >
      <Field form={form} name="machineParts" isGroup help={t('runtime.machine.tolerance')}>
        {(control) => (
          <div className="machine-parts">
            {MACHINE_PARTS.map((part) => (
              <Checkbox
                key={part}
                isChecked={form.values.machineParts.includes(part)}
                onChange={(isChosen) => toggle(part, isChosen)}
                describedBy={control['aria-describedby']}
                isInvalid={control['aria-invalid'] ?? false}
                onBlur={control.onBlur}
              >
                {t(`runtime.machineParts.${part}`)}
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
      <TextField form={form} name="partChangesPerMonth" isNumber help={t('runtime.machine.changes')} />
      <TextField form={form} name="partChangesPerYear" isNumber help={t('runtime.machine.beyond')} />
      <p className="machine-parts-note">{t('runtime.machine.changed')}</p>
    </InlineForm>
  )
}

export function MachineParts() {
  const t = usePhrases()
  const canSee = useCan(deviceSettingCalls.get)
  const canChange = useCan(deviceSettingCalls.update)
  const { data, error, refetch } = useAnswer(deviceSettingCalls.get, {}, { enabled: canSee })
  if (!canSee) return null
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={2} />
    if (canChange) return <PartsForm setting={data} reload={async () => (await refetch()).data} />
    return (
      <>
        <p className="machine-parts">
          {data.machineParts.map((part) => (
            <Tag key={part}>{t(`runtime.machineParts.${part}`)}</Tag>
          ))}
        </p>
        <p className="machine-parts-note">{t('runtime.machine.tolerance')}</p>
        <p className="machine-parts-note">
          {t('runtime.machine.limits', { perMonth: data.partChangesPerMonth, perYear: data.partChangesPerYear })}
        </p>
      </>
    )
  }
  return (
    <FormSection title={t('runtime.machine.title')} sentence={t('runtime.machine.sentence')}>
      {content()}
    </FormSection>
  )
}
