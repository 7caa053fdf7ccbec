// Sets the customer and the remark of a lock.
import { LIMITS, customerCalls, userLockCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useState } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { Edited } from '../../../blocks/form/edited.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useRevised } from '../../../blocks/form/revised.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

const EDIT = '/dongle/user/edit'

type LockAnswer = AnswerOf<typeof userLockCalls.get>

interface Draft {
  customerGuid: string
  remark: string
}

const { customerGuid, remark } = userLockCalls.update.payload.shape
const FIELDS = { customerGuid, remark }
const spell = (draft: Draft) => ({ ...draft })
const draftOf = (lock: LockAnswer): Draft => ({ customerGuid: lock.customerGuid ?? '', remark: lock.remark ?? '' })

function CustomerField({ form, present }: { form: Form<Draft>; present: string | null }) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const canChoose = useCan(customerCalls.list)
  const { data, isPlaceholderData } = useAnswer(
    customerCalls.list,
    needle ? { name: needle.slice(0, LIMITS.customer.nameMax) } : {},
    { keepPrevious: true, enabled: canChoose },
  )
  // Without the right to see customers, the person keeps the present one.
  if (!canChoose) return null
  return (
    <Field form={form} name="customerGuid">
      {(control) => (
        <Combobox
          {...control}
          name={t('userLock.fields.customer')}
          options={(data ?? []).map(({ guid, name }) => ({ value: guid, label: name }))}
          isLoading={!data || isPlaceholderData}
          onNeedle={setNeedle}
          labelOf={() => present ?? undefined}
          value={form.values.customerGuid}
          placeholder={t('userLock.edit.placeholder')}
          onSelect={(guid) => form.set('customerGuid', guid)}
        />
      )}
    </Field>
  )
}

function EditLock({ lock }: { lock: LockAnswer }) {
  const t = usePhrases()
  const { guid, shellNumber } = lock
  const { sourcePath } = useSearchOf(EDIT)
  const [initial] = useState(() => draftOf(lock))
  const form = useForm({ domain: 'userLock', fields: FIELDS, initial, spell })
  const back = (editId?: string) => {
    if (sourcePath === '/dongle/user/view') goTo('/dongle/user/view', { guid })
    else goTo('/dongle/user', { showSearch: '1', editId })
  }
  const { saved, saving } = useRevised({
    read: userLockCalls.get,
    key: { guid },
    given: lock,
    update: userLockCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('userLock.edit.saved', { shellNumber }))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={shellNumber}
      sentence={t('userLock.edit.sentence')}
      saveText={t('userLock.edit.save')}
      {...saving}
      onCancel={() => back()}
    >
      <FormSection title={t('userLock.edit.section')} sentence={t('userLock.edit.sectionSentence')}>
        <CustomerField form={form} present={saved.customerName} />
        <TextField form={form} name="remark" rows={3} counterMax={LIMITS.dongle.remarkMax} />
      </FormSection>
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf(EDIT)
  return (
    <Edited
      call={userLockCalls.get}
      payload={{ guid }}
      back={<BackToList to="/dongle/user" words="userLock.list.back" />}
    >
      {(lock) => <EditLock key={guid} lock={lock} />}
    </Edited>
  )
}
