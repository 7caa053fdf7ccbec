// Assigns pre-issued codes to an integrator or takes them back. Other codes are left out, and the dialog says how many.
import { LIMITS, integratorCalls } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { useState } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'

type Given = Pick<LicenseRow, 'guid' | 'source'>

const WAYS = ['give', 'take'] as const
const INITIAL = { integratorGuid: '' }
const spell = ({ integratorGuid }: typeof INITIAL) => ({ integratorGuid })
const NEEDED = { integratorGuid: integratorCalls.get.payload.shape.guid }
const NOTHING = {}

interface AssignDialogProps {
  family: LicenseFamily
  licenses: readonly Given[]
  leftOut: number
  onDone: () => void
  onClose: () => void
}

function AssignDialog({ family, licenses, leftOut, onDone, onClose }: AssignDialogProps) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const [needle, setNeedle] = useState('')
  const [isTaking, setIsTaking] = useState(false)
  const form = useForm({ domain: 'license', fields: isTaking ? NOTHING : NEEDED, initial: INITIAL, spell })
  const { data, isPlaceholderData } = useAnswer(
    integratorCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, ...(needle && { name: needle }) },
    { keepPrevious: true },
  )
  const assign = useAct(calls.assign, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t(isTaking ? 'license.list.assign.taken' : 'license.list.assign.given', { count: licenses.length }))
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('license.list.assign.title', { count: licenses.length })}
      saveText={t(isTaking ? 'license.list.assign.take' : 'license.list.assign.give')}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={() =>
        void assign.act({
          ...where,
          guids: licenses.map(({ guid }) => guid),
          integratorGuid: isTaking ? null : form.values.integratorGuid,
        })
      }
      onClose={onClose}
    >
      <div className="license-consequence">
        <p>{t('license.list.assign.sentence')}</p>
        {leftOut > 0 && <p>{t('license.list.assign.leftOut', { count: leftOut })}</p>}
      </div>
      <Segmented
        label={t('license.list.assign.verb')}
        value={isTaking ? 'take' : 'give'}
        options={WAYS.map((value) => ({ value, label: t(`license.list.assign.${value}`) }))}
        onSelect={(way) => setIsTaking(way === 'take')}
      />
      {!isTaking && (
        <Field form={form} name="integratorGuid">
          {(control) => (
            <Combobox
              {...control}
              name={t('license.fields.integratorGuid')}
              options={(data?.rows ?? []).map(({ guid, name }) => ({ value: guid, label: name }))}
              isLoading={!data || isPlaceholderData}
              onNeedle={setNeedle}
              value={form.values.integratorGuid}
              onSelect={(guid) => form.set('integratorGuid', guid)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

export function askAssignment(
  family: LicenseFamily,
  chosen: readonly Given[],
  onDone: () => void = () => undefined,
): void {
  const licenses = chosen.filter(({ source }) => source === 'preIssue')
  if (licenses.length === 0) toast.warning(say('license.list.assign.noneFits'))
  else
    void showDialog((settle) => (
      <AssignDialog
        family={family}
        licenses={licenses}
        leftOut={chosen.length - licenses.length}
        onDone={onDone}
        onClose={() => settle(true)}
      />
    ))
}
