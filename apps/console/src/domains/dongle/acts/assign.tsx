// Hands locks to an integrator, as its stock, or takes them back.
import { LIMITS, integratorCalls, userLockCalls } from '@sealwright/contract'
import { useState } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './act.css'

const WAYS = ['give', 'take'] as const
const INITIAL = { integratorGuid: '' }
const spell = ({ integratorGuid }: typeof INITIAL) => ({ integratorGuid })
const NEEDED = { integratorGuid: integratorCalls.get.payload.shape.guid }
const NOTHING = {}

interface AssignDialogProps {
  guids: readonly string[]
  onDone: () => void
  onClose: () => void
}

function AssignDialog({ guids, onDone, onClose }: AssignDialogProps) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const [isTaking, setIsTaking] = useState(false)
  const form = useForm({ domain: 'userLock', fields: isTaking ? NOTHING : NEEDED, initial: INITIAL, spell })
  const { data, isPlaceholderData } = useAnswer(
    integratorCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, ...(needle && { name: needle }) },
    { keepPrevious: true },
  )
  const assign = useAct(userLockCalls.assign, {
    showsRefusal: true,
    onDone: ({ assigned: count }) => {
      onClose()
      toast.success(t(isTaking ? 'userLock.assign.taken' : 'userLock.assign.given', { count }))
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('userLock.assign.title', { count: guids.length })}
      saveText={t(isTaking ? 'userLock.assign.take' : 'userLock.assign.give')}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={() =>
        void assign.act({ guids: [...guids], integratorGuid: isTaking ? null : form.values.integratorGuid })
      }
      onClose={onClose}
    >
      <p className="lock-consequence">{t('userLock.assign.sentence')}</p>
      <Segmented
        label={t('userLock.assign.verb')}
        value={isTaking ? 'take' : 'give'}
        options={WAYS.map((value) => ({ value, label: t(`userLock.assign.${value}`) }))}
        onSelect={(way) => setIsTaking(way === 'take')}
      />
      {!isTaking && (
        <Field form={form} name="integratorGuid">
          {(control) => (
            <Combobox
              {...control}
              name={t('userLock.fields.integrator')}
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

export function askLockAssignment(guids: readonly string[], onDone: () => void = () => undefined): void {
  void showDialog((settle) => <AssignDialog guids={guids} onDone={onDone} onClose={() => settle(true)} />)
}
