// A tag's name, for a new one and for one there is, in a dialog over the list; and deleting one, after saying how many
// users lose it.
import { tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

type Named = Pick<TagRow, 'guid' | 'name'>

const fields = tagCalls.create.payload.shape
const spell = ({ name }: { name: string }) => ({ name })

/** Without a tag it makes a new one. */
function TagDialog({ tag, onClose }: { tag?: Named; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState({ name: tag?.name ?? '' })
  const form = useForm({ domain: 'customer', fields, initial, spell })
  const create = useAct(tagCalls.create, {
    showsRefusal: true,
    onDone: (_answer, { name }) => {
      onClose()
      toast.success(t('customer.tag.created', { name: name.trim() }))
    },
  })
  const rename = useAct(tagCalls.update, {
    showsRefusal: true,
    onDone: (_answer, { name }) => {
      onClose()
      toast.success(t('customer.tag.renamed', { name: name.trim() }))
    },
  })
  const save = () => {
    const { name } = form.values
    if (!tag) void create.act({ name })
    // Nothing was changed: nothing is sent.
    else if (name.trim() === tag.name) onClose()
    else void rename.act({ guid: tag.guid, name })
  }
  return (
    <FormDialog
      form={form}
      title={tag ? t('customer.tag.renameTitle', { name: tag.name }) : t('customer.tag.create')}
      saveText={t(tag ? 'customer.tag.save' : 'customer.tag.create')}
      isSaving={create.isActing || rename.isActing}
      refusal={tag ? rename.refusal : create.refusal}
      onSave={save}
      onClose={onClose}
    >
      <Field form={form} name="name" help={tag && t('customer.tag.renameHelp')}>
        {(control) => (
          <TextInput {...control} data-first-focus value={form.values.name} onText={(text) => form.set('name', text)} />
        )}
      </Field>
    </FormDialog>
  )
}

export function openTagDialog(tag?: Named): void {
  void showDialog((settle) => <TagDialog {...(tag && { tag })} onClose={() => settle(true)} />)
}

export function useDeleteTag(): (tag: Pick<TagRow, 'guid' | 'name' | 'userCount'>) => void {
  const t = usePhrases()
  const { act } = useAct(tagCalls.delete, { onDone: () => toast.success(t('customer.tag.deleted')) })
  return useCallback(
    ({ guid, name, userCount }) =>
      void confirmAction({
        title: t('customer.tag.deleteTitle', { name }),
        consequence: t('customer.tag.deleteConsequence', { count: userCount ?? 0 }),
        verb: t('customer.tag.delete'),
        run: () => act({ guid }),
      }),
    [act, t],
  )
}
