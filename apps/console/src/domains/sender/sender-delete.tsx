// The dialog that deletes a sender. For the default sender, it asks who sends from then on.
import { LIMITS, senderCalls } from '@sealwright/contract'
import type { SenderRow } from '@sealwright/contract'
import { Select } from '../../blocks/control/select.tsx'
import { Field } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

const INITIAL = { nextGuid: '' }
const spell = (draft: typeof INITIAL) => draft
const FIELDS = { nextGuid: senderCalls.delete.payload.shape.nextGuid }
const ALL = { currentPage: 1, pageSize: LIMITS.sender.perDeveloper }

function DeleteDialog({ sender, onClose }: { sender: SenderRow; onClose: () => void }) {
  const t = usePhrases()
  const { guid, email, isDefault } = sender
  const form = useForm({ domain: 'sender', fields: FIELDS, initial: INITIAL, spell })
  const { data } = useAnswer(senderCalls.find, ALL, { enabled: isDefault })
  const others = data?.rows.filter((row) => row.guid !== guid) ?? []
  const remove = useAct(senderCalls.delete, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('sender.delete.done', { email }))
    },
  })
  const { nextGuid } = form.values
  return (
    <FormDialog
      form={form}
      title={t('sender.delete.title', { email })}
      saveText={t('sender.delete.verb')}
      isDanger
      isSaving={remove.isActing}
      refusal={remove.refusal}
      onSave={() => void remove.act({ guid, ...(nextGuid && { nextGuid }) })}
      onClose={onClose}
    >
      <p>{t('sender.delete.consequence')}</p>
      {isDefault && (
        <Field form={form} name="nextGuid">
          {(control) => (
            <Select
              {...control}
              data-first-focus
              value={nextGuid}
              options={[
                { value: '', label: t('sender.delete.platform') },
                ...others.map((row) => ({ value: row.guid, label: row.email })),
              ]}
              onSelect={(value) => form.set('nextGuid', value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

export function openDeleteDialog(sender: SenderRow): void {
  void showDialog((settle) => <DeleteDialog sender={sender} onClose={() => settle(true)} />)
}
